"""Parameters of Swagger 2.0: simple ones, bodies, form fields, collection formats."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.pointers import from_fragment, look_up, pointer

_JSON = "application/json"
_MULTIPART = "multipart/form-data"
_URLENCODED = "application/x-www-form-urlencoded"
_NOT_SCHEMA = frozenset(
    {"name", "in", "description", "required", "collectionFormat", "allowEmptyValue", "schema"}
)
_QUERY_STYLES = {
    "csv": ("form", False),
    "multi": ("form", True),
    "ssv": ("spaceDelimited", False),
    "pipes": ("pipeDelimited", False),
}
_SIMPLE_STYLES = {"csv": ("simple", False), "multi": ("simple", False)}

Located = tuple[dict[str, Any], str]
"""A parameter and its pointer in the old document."""


@dataclass(slots=True)
class Split:
    """Parameters told apart: those that stay parameters, and those that make a body."""

    plain: list[Located] = field(default_factory=list)
    body: list[Located] = field(default_factory=list)


def simple_schema(old: dict[str, Any]) -> dict[str, Any]:
    """The schema in a parameter, header or Items Object (Swagger 2.0 has no schema object there)."""
    new = {
        name: deepcopy(value)
        for name, value in old.items()
        if name not in _NOT_SCHEMA and (not name.startswith("x-") or name == "x-nullable")
    }
    if isinstance(new.get("items"), dict) and "$ref" not in new["items"]:
        new["items"] = simple_schema(new["items"])
    return new


def resolve(data: dict[str, Any], value: Any, at: str) -> tuple[dict[str, Any] | None, str]:
    """Follow the references of a parameter; the parameter (None: there is none) and its pointer."""
    for _ in range(50):
        text = value.get("$ref") if isinstance(value, dict) else None
        if not isinstance(text, str):
            break
        at = from_fragment(text)
        try:
            value = look_up(data, at)
        except LookupError:
            return None, at
    return (value, at) if isinstance(value, dict) and "$ref" not in value else (None, at)


@dataclass(slots=True)
class ParameterUpgrade:
    """Upgrades parameters; `move` records where things went."""

    old: dict[str, Any]
    diagnostics: Diagnostics
    origins: Origins
    move: Callable[[str, str], None]

    def split(self, parameters: list[Any], at: str) -> Split:
        """Tell body and form parameters from the others."""
        split = Split()
        for index, parameter in enumerate(parameters):
            if not isinstance(parameter, dict):
                continue
            was = f"{at}/{index}"
            resolved, _ = resolve(self.old, parameter, was)
            place = resolved.get("in") if resolved is not None else None
            (split.body if place in ("body", "formData") else split.plain).append((parameter, was))
        return split

    def parameters(self, located: list[Located], at: str) -> list[dict[str, Any]]:
        """Parameters that stay parameters, in their order."""
        return [
            self.parameter(parameter, f"{at}/{index}", was)
            for index, (parameter, was) in enumerate(located)
        ]

    def parameter(self, old: dict[str, Any], at: str, was: str) -> dict[str, Any]:
        """One path, query or header parameter."""
        if at != was:
            self.move(at, was)
        if "$ref" in old:
            return old
        self.move(f"{at}/schema", was)
        new = {
            name: value
            for name, value in old.items()
            if name in ("name", "in", "description", "required", "allowEmptyValue")
            or (name.startswith("x-") and name != "x-nullable")
        }
        if new.get("in") == "path":
            new["required"] = True
        if old.get("type") == "array":
            known = _QUERY_STYLES if old.get("in") == "query" else _SIMPLE_STYLES
            if (style := self._style(old, known, was)) is not None:
                new["style"], new["explode"] = style
        new["schema"] = simple_schema(old)
        return new

    def _style(
        self, old: dict[str, Any], known: dict[str, tuple[str, bool]], was: str
    ) -> tuple[str, bool] | None:
        form = old.get("collectionFormat", "csv")
        if form not in known:
            self.diagnostics.error(
                "openapi/collection-format",
                f"the collection format `{form}` in {old.get('in', 'this place')} has no form in OpenAPI 3.",
                self.origins.place(was),
                f"use one of {', '.join(known)}",
            )
            return None
        return known[form]

    def merged(self, inherited: list[Located], own: list[Located]) -> list[Located]:
        """The body of an operation: its own, with the form fields of its path before."""
        resolved = [(resolve(self.old, parameter, was)[0] or {}) for parameter, was in own]
        if not own:
            return inherited
        if any(parameter.get("in") == "body" for parameter in resolved):
            return own
        names = {parameter.get("name") for parameter in resolved}
        kept = []
        for parameter, was in inherited:
            value = resolve(self.old, parameter, was)[0] or {}
            if value.get("in") == "formData" and value.get("name") not in names:
                kept.append((parameter, was))
        return kept + own

    def body(self, located: list[Located], consumes: list[str], at: str) -> dict[str, Any]:
        """A request body from one body parameter or from form fields."""
        resolved: list[Located] = []
        for parameter, was in located:
            value, place = resolve(self.old, parameter, was)
            if value is not None:
                resolved.append((value, place))
        for (parameter, was), (value, _) in zip(located, resolved, strict=False):
            if value.get("in") == "body":
                if "$ref" in parameter:
                    self.move(at, was)
                    return parameter
                return self._single(value, was, consumes or [_JSON], at)
        return self._form(resolved, consumes, at)

    def _single(
        self, old: dict[str, Any], was: str, consumes: list[str], at: str
    ) -> dict[str, Any]:
        self.move(at, was)
        new: dict[str, Any] = {
            name: value
            for name, value in old.items()
            if name in ("description", "required") or name.startswith("x-")
        }
        new["content"] = {}
        for name in consumes:
            new["content"][name] = {"schema": deepcopy(old.get("schema", {}))}
            self.move(at + pointer("content", name) + "/schema", f"{was}/schema")
        if old.get("name"):
            new["x-name"] = old["name"]
        return new

    def _form(self, located: list[Located], consumes: list[str], at: str) -> dict[str, Any]:
        has_file = any(parameter.get("type") == "file" for parameter, _ in located)
        media = [name for name in consumes if name in (_MULTIPART, _URLENCODED)]
        if has_file:
            media = [_MULTIPART]
        media = media or [_URLENCODED]
        content: dict[str, Any] = {}
        for name in media:
            where = at + pointer("content", name)
            content[name] = self._form_media(located, name, where)
        required = any(parameter.get("required") is True for parameter, _ in located)
        return {**({"required": True} if required else {}), "content": content}

    def _form_media(self, located: list[Located], media: str, at: str) -> dict[str, Any]:
        properties: dict[str, Any] = {}
        encoding: dict[str, Any] = {}
        for parameter, was in located:
            name = parameter.get("name", "")
            schema = simple_schema(parameter)
            if schema.get("type") == "file":
                schema = {**schema, "type": "string", "format": "binary"}
            if "description" in parameter:
                schema["description"] = parameter["description"]
            properties[name] = schema
            self.move(at + pointer("schema", "properties", name), was)
            if parameter.get("type") == "array":
                style = self._style(parameter, _QUERY_STYLES, was)
                if style is not None and not (media == _MULTIPART and style[1]):
                    encoding[name] = {"style": style[0], "explode": style[1]}
        schema = {"type": "object", "properties": properties}
        if required := [p.get("name", "") for p, _ in located if p.get("required") is True]:
            schema["required"] = required
        return {"schema": schema, **({"encoding": encoding} if encoding else {})}
