"""Node types: whatever a document holds, what goes on has the right ones.

Everything wrong is reported with its place in one run. What can be read as meant is repaired with
a warning (a number where a string belongs, a single name where a list belongs, a null for
nothing, a misspelt field is left out); the rest is an error, and left out too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.pointers import Path, did_you_mean, path_pointer
from apiscribe.openapi.shapes import Kind, Shape, is_reference, json_type

_NOTHING = object()
_TRUE_WORDS = {"true": True, "false": False}


@dataclass(slots=True)
class ShapeChecker:
    """Checks and repairs one document in place.

    `text_of` gives the source text of the scalar at a place, when it is known.
    """

    diagnostics: Diagnostics
    origins: Origins
    text_of: Callable[[Place], str | None]

    def check(self, root: dict[str, Any], shape: Shape) -> None:
        """Check `root` and everything under it; afterwards every known node has its type."""
        start = Kind(shape.name, shape=shape)
        stack: list[tuple[Any, Kind, Path]] = [(root, start, None)]
        while stack:
            value, kind, path = stack.pop()
            children: list[tuple[Any, Kind, Path]] = []
            if type(value) is dict:
                if kind.shape is not None:
                    children = self._object(value, kind.shape, path)
                elif kind.value is not None:
                    children = self._map(value, kind.value, path)
            elif type(value) is list and kind.item is not None:
                children = self._list(value, kind.item, path)
            children.reverse()
            stack.extend(children)

    def _object(
        self, value: dict[str, Any], shape: Shape, path: Path
    ) -> list[tuple[Any, Kind, Path]]:
        if is_reference(value, shape) and not shape.open and shape.name != "PathItem":
            return []
        children: list[tuple[Any, Kind, Path]] = []
        if shape.name == "Responses":
            self._capitalise(value, path)
        for name in list(value):
            kind = shape.kind_of(name)
            if kind is None:
                self._unknown(value, name, shape, path)
                continue
            if kind.any:
                continue
            item = self._fit(value[name], kind, (path, name), name not in shape.fields)
            if item is _NOTHING:
                del value[name]
            else:
                value[name] = item
                if type(item) is dict or type(item) is list:
                    children.append((item, kind, (path, name)))
        for name in shape.required:
            if name not in value:
                self._missing(value, name, shape, path)
        if shape.name == "Schema" and isinstance(value.get("enum"), list):
            self._texts(value, path)
        return children

    def _texts(self, schema: dict[str, Any], path: Path) -> None:
        """Values of a schema of strings that were written without quotes, as they were written."""
        types = schema.get("type")
        if [name for name in (types if isinstance(types, list) else [types]) if name != "null"] != [
            "string"
        ]:
            return
        for index, item in enumerate(schema["enum"]):
            if isinstance(item, int | float):
                where = path_pointer(((path, "enum"), index))
                schema["enum"][index] = self._text(item, json_type(item), where)

    def _map(self, value: dict[str, Any], kind: Kind, path: Path) -> list[tuple[Any, Kind, Path]]:
        children: list[tuple[Any, Kind, Path]] = []
        for name in list(value):
            item = self._fit(value[name], kind, (path, name), True)
            if item is _NOTHING:
                del value[name]
            else:
                value[name] = item
                if type(item) is dict or type(item) is list:
                    children.append((item, kind, (path, name)))
        return children

    def _list(self, value: list[Any], kind: Kind, path: Path) -> list[tuple[Any, Kind, Path]]:
        """Items that do not fit go; the rest are looked at under their new indices."""
        dropped = False
        for index, item in enumerate(value):
            fitted = self._fit(item, kind, (path, index))
            if fitted is _NOTHING:
                dropped = True
                value[index] = _NOTHING
            else:
                value[index] = fitted
        if dropped:
            kept = [index for index, item in enumerate(value) if item is not _NOTHING]
            self.origins.keep_items(path_pointer(path), kept)
            value[:] = [item for item in value if item is not _NOTHING]
        return [
            (item, kind, (path, index))
            for index, item in enumerate(value)
            if type(item) is dict or type(item) is list
        ]

    def _fit(self, value: Any, kind: Kind, path: Path, in_map: bool = False) -> Any:
        """The value, a repaired one, or `_NOTHING` when it was reported and must go."""
        found = json_type(value)
        if found == "object":
            if kind.shape is not None or kind.value is not None or "object" in kind.types:
                return value
        elif found == "array":
            if kind.item is not None or "array" in kind.types:
                return value
        elif found in kind.types or (found == "integer" and "number" in kind.types) or kind.any:
            return value
        return self._repair(value, found, kind, path, in_map)

    def _repair(self, value: Any, found: str, kind: Kind, path: Path, in_map: bool) -> Any:
        where = path_pointer(path)
        name = str(path[1]) if path is not None else ""
        if found == "null" and kind.shape is not None and (in_map or kind.shape.open):
            message = f"`{name}` has no value; read as an empty {kind.shape.title}."
            self._warn("null", message, where, "write `{}`")
            return {}
        if found == "null":
            self._warn("null", f"`{name}` has no value and is left out.", where, "remove the line")
            return _NOTHING
        repaired = self._scalar(value, found, kind, where)
        if repaired is _NOTHING and name == "required" and found == "boolean":
            self._warn(
                "required-flag",
                "`required` of a schema is a list of property names; the boolean is left out.",
                where,
                "list the property in `required` of the schema that holds it",
            )
            return _NOTHING
        takes_strings = kind.item is not None and "string" in kind.item.types
        if repaired is _NOTHING and takes_strings and found == "string":
            self._warn(
                "list",
                f"`{name}` must be a list; read as a list of one.",
                where,
                "write a list",
            )
            return [value]
        if repaired is _NOTHING:
            self.diagnostics.error(
                "openapi/type",
                f"`{name}` must be {kind.describe()}, found {_shown(value, found)}.",
                self.origins.place(where),
                "correct the value, or remove it",
            )
        return repaired

    def _scalar(self, value: Any, found: str, kind: Kind, where: str) -> Any:
        """A scalar of a neighbouring type that can only be read in one way."""
        if where.endswith("/$ref"):
            return _NOTHING
        if "string" in kind.types and found in ("integer", "number", "boolean"):
            return self._text(value, found, where)
        if "integer" in kind.types and found == "number" and float(value).is_integer():
            return int(value)
        numeric = "integer" in kind.types or "number" in kind.types
        if found == "string" and numeric and re.fullmatch(r"-?[0-9]{1,30}", value):
            self._warn(
                "number",
                f'expected a number, found the string "{value}".',
                where,
                "remove the quotes",
            )
            return int(value)
        if found == "string" and "boolean" in kind.types and value.lower() in _TRUE_WORDS:
            self._warn(
                "boolean",
                f'expected a boolean, found the string "{value}".',
                where,
                "remove the quotes",
            )
            return _TRUE_WORDS[value.lower()]
        return _NOTHING

    def _text(self, value: Any, found: str, where: str) -> str:
        text = self.text_of(self.origins.place(where))
        text = text if text is not None else str(value)
        self._warn(
            "quotes",
            f'expected a string, found the {found} {text}; read as "{text}".',
            where,
            f"write it in quotes: '{text}'",
        )
        return text

    def _unknown(self, value: dict[str, Any], name: str, shape: Shape, path: Path) -> None:
        if name.startswith("x-") or shape.open:
            return
        where = path_pointer((path, name))
        if shape.patterns:
            known = " or ".join(_PATTERN_WORDS.get(shape.name, ("a known name",)))
            self.diagnostics.error(
                "openapi/name",
                f"`{name}` is not {known}.",
                self.origins.place(where),
                _PATTERN_HELP.get(shape.name, ""),
            )
        else:
            help = did_you_mean(name, shape.fields)
            self._warn(
                "unknown-field",
                f"`{name}` is not a field of the {shape.title}; it is left out.",
                where,
                help or "prefix a field of your own with `x-`",
            )
        del value[name]

    def _capitalise(self, value: dict[str, Any], path: Path) -> None:
        """Ranges of status codes are written with a capital X (`2XX`)."""
        for name in [name for name in value if re.fullmatch(r"[1-5]xx", name)]:
            if name.upper() in value:
                continue
            message = f"`{name}` is written `{name.upper()}`."
            self._warn("name", message, path_pointer((path, name)), "use a capital X")
            self.origins.rename(path_pointer(path), name, name.upper())
            members = [(key.upper() if key == name else key, item) for key, item in value.items()]
            value.clear()
            value.update(members)

    def _missing(self, value: dict[str, Any], name: str, shape: Shape, path: Path) -> None:
        where = path_pointer(path)
        self.diagnostics.error(
            "openapi/missing-field",
            f"the {shape.title} has no `{name}`.",
            self.origins.place(where),
            f"add `{name}`, in the document or by an overlay on `{where or '/'}`",
        )

    def _warn(self, rule: str, message: str, where: str, help: str) -> None:
        self.diagnostics.warning(f"openapi/{rule}", message, self.origins.place(where), help)


_PATTERN_WORDS = {
    "Paths": ("a path: it must begin with `/`",),
    "Responses": ("a status code, a range such as `4XX`, or `default`",),
}
_PATTERN_HELP = {
    "Paths": "begin the path with a slash",
    "Responses": "use a status code (200), a range (2XX) or `default`",
}


def _shown(value: Any, found: str) -> str:
    if found in ("object", "array"):
        return {"object": "an object", "array": "a list"}[found]
    text = str(value)
    return f"the {found} `{text if len(text) <= 40 else text[:39] + '…'}`"
