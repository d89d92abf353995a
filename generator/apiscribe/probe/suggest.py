"""Differences → an OpenAPI Overlay that would settle them, for a person to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from apiscribe.openapi import Document, dump_yaml
from apiscribe.openapi.pointers import fragment, from_fragment, tokens
from apiscribe.probe.answers import Seen, is_readable
from apiscribe.probe.compare import Kind
from apiscribe.probe.infer import schema_of

_HEAD: Final = """\
# What real answers have and the document does not say. Nothing of it is in force: look at each action,
# and take over into the overlay beside the spec what is right. Types are those of the values seen.
"""
_Action = dict[str, Any]


def suggestions(document: Document, seen: list[Seen], counts: Mapping[str, int]) -> str:
    """The overlay as YAML; "" when no difference can be settled by one. `counts`: answers by operation."""
    writer = _Writer(document, counts)
    actions = [action for one in seen for action in writer.actions(one)]
    if not actions:
        return ""
    title = str(document.data.get("info", {}).get("title", "API"))
    overlay = {
        "overlay": "1.1.0",
        "info": {"title": f"{title}, as its answers are", "version": "1.0.0"},
        "actions": actions,
    }
    return _HEAD + dump_yaml(overlay)


_LISTS: Final = frozenset(
    ["parameters", "anyOf", "oneOf", "allOf", "prefixItems", "servers", "tags", "security"]
)


def json_path(pointer: str) -> str:
    """A JSON Pointer into an OpenAPI document as a JSONPath (RFC 9535) that names each step."""
    path, before = "$", ""
    for name in tokens(pointer):
        index = before in _LISTS and name.isascii() and name.isdigit()
        plain = name.isascii() and name.isidentifier()
        quoted = "['" + name.replace("\\", "\\\\").replace("'", "\\'") + "']"
        path += f"[{name}]" if index else f".{name}" if plain else quoted
        before = name
    return path


class _Writer:
    """Writes actions in terms of the document as its overlays left it, in the version it has."""

    def __init__(self, document: Document, counts: Mapping[str, int]) -> None:
        self._document = document
        self._counts = counts
        self._old = document.source_version.startswith(("2.", "3.0"))
        self._swagger = document.source_version.startswith("2.")

    def actions(self, one: Seen) -> Iterator[_Action]:
        """The actions for one difference; none where an overlay cannot reach or help."""
        write: dict[Kind, Callable[[Seen, str], Iterator[_Action]]] = {
            Kind.STATUS: self._status,
            Kind.MEDIA_TYPE: self._media_type,
            Kind.MISSING: self._missing,
            Kind.UNKNOWN: self._unknown,
            Kind.TYPE: self._type,
            Kind.ENUM: self._enum,
            Kind.NULL: self._null,
            Kind.LIMIT: self._limit,
            Kind.FORMAT: self._format,
        }
        place = self._document.overlaid(one.difference.at)
        if one.difference.kind in write and place.file == self._document.file:
            for action in write[one.difference.kind](one, place.pointer):
                target = action.pop("target")
                yield {"target": target, "x-source": self._source(one), **action}

    def _source(self, one: Seen) -> str:
        total = self._counts.get(one.operation, one.answers)
        return f"probe: {one.answers} of {total} answers to {one.operation} ({one.status})"

    def _raw(self, at: str) -> Any:
        """The value at a pointer of the loaded document."""
        try:
            return self._document.resolve(fragment(at))
        except LookupError:
            return None

    def _status(self, one: Seen, at: str) -> Iterator[_Action]:
        status, value = one.difference.name, one.difference.value
        response: dict[str, Any] = {"description": "Seen, and not described."}
        if is_readable(value):
            schema = self._schema([v for v in one.values if is_readable(v)])
            content = {"application/json": {"schema": schema}}
            response |= {"schema": schema} if self._swagger else {"content": content}
        yield {"target": json_path(at), "update": {status: response}}

    def _media_type(self, one: Seen, at: str) -> Iterator[_Action]:
        media_type = one.difference.name
        if not media_type:
            return
        if self._swagger:
            operation = self._document.overlaid(one.difference.at.split("/responses/")[0]).pointer
            yield {"target": json_path(operation), "update": {"produces": [media_type]}}
            return
        values = [value for value in one.values if is_readable(value)]
        media = {"schema": self._schema(values)} if values else {}
        yield {"target": json_path(at), "update": {"content": {media_type: media}}}

    def _missing(self, one: Seen, at: str) -> Iterator[_Action]:
        name = one.difference.name.replace("\\", "\\\\").replace("'", "\\'")
        yield {"target": f"{json_path(at)}.required[?@ == '{name}']", "remove": True}

    def _unknown(self, one: Seen, at: str) -> Iterator[_Action]:
        member = {one.difference.name: self._schema(one.values)}
        yield {"target": json_path(at), "update": {"properties": member}}

    def _type(self, one: Seen, at: str) -> Iterator[_Action]:
        schema = self._raw(one.difference.at)
        if not isinstance(schema, dict) or "type" not in schema:
            return
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        more = schema_of(one.values).get("type", [])
        more = [kind for kind in ([more] if isinstance(more, str) else more) if kind not in kinds]
        if "number" in more and "integer" in kinds:
            kinds = [kind for kind in kinds if kind != "integer"]
        yield {"target": f"{json_path(at)}.type", "remove": True}
        named = [kind for kind in (*kinds, *more) if kind != "null"]
        if self._old:
            update: dict[str, Any] = {"type": named[0]}
            if len(named) > 1 and not self._swagger:
                update = {"anyOf": [{"type": kind} for kind in named]}
            yield {"target": json_path(at), "update": update}
        else:
            every = named + [kind for kind in kinds if kind == "null"]
            yield {
                "target": json_path(at),
                "update": {"type": every if len(every) > 1 else every[0]},
            }

    def _enum(self, one: Seen, at: str) -> Iterator[_Action]:
        schema = self._raw(one.difference.at)
        if isinstance(schema, dict) and "enum" in schema:
            yield {"target": f"{json_path(at)}.enum", "update": one.difference.value}
        elif isinstance(schema, dict) and "const" in schema:
            yield {"target": f"{json_path(at)}.const", "remove": True}
            values = [schema["const"], one.difference.value]
            yield {"target": json_path(at), "update": {"enum": values}}

    def _limit(self, one: Seen, at: str) -> Iterator[_Action]:
        """The limit goes; in OpenAPI 3.0 an exclusive one is a limit and a flag beside it."""
        name = one.difference.name
        names = [name]
        if self._old and name.startswith("exclusive"):
            names = [name.removeprefix("exclusive").lower(), name]
        yield from ({"target": f"{json_path(at)}.{key}", "remove": True} for key in names)

    def _format(self, one: Seen, at: str) -> Iterator[_Action]:
        yield {"target": f"{json_path(at)}.format", "remove": True}

    def _null(self, one: Seen, at: str) -> Iterator[_Action]:
        schema = self._raw(one.difference.at)
        if not isinstance(schema, dict):
            return
        target = json_path(at)
        if self._swagger:
            yield {"target": target, "update": {"x-nullable": True}}
        elif "$ref" in schema:
            yield {"target": f"{target}['$ref']", "remove": True}
            reference = {"$ref": self._reference(schema["$ref"])}
            wrapped = {"allOf": [reference], "nullable": True}
            update = wrapped if self._old else {"anyOf": [reference, {"type": "null"}]}
            yield {"target": target, "update": update}
        elif self._old:
            yield {"target": target, "update": {"nullable": True}}
            yield from self._null_value(schema, target)
        elif isinstance(schema.get("type"), list):
            yield {"target": f"{target}.type", "update": "null"}
            yield from self._null_value(schema, target)
        elif isinstance(schema.get("type"), str):
            yield {"target": f"{target}.type", "remove": True}
            yield {"target": target, "update": {"type": [schema["type"], "null"]}}
            yield from self._null_value(schema, target)
        else:
            key = next((key for key in ("anyOf", "oneOf") if key in schema), "")
            if key:
                yield {"target": f"{target}.{key}", "update": {"type": "null"}}

    def _null_value(self, schema: Mapping[str, Any], target: str) -> Iterator[_Action]:
        if "enum" in schema and None not in schema["enum"]:
            yield {"target": f"{target}.enum", "update": [None]}

    def _reference(self, reference: str) -> str:
        """A reference of the loaded document as the file writes it."""
        place = self._document.overlaid(from_fragment(reference))
        return fragment(place.pointer) if place.file == self._document.file else reference

    def _schema(self, values: list[Any]) -> Any:
        schema = schema_of(values)
        return _in_old_form(schema, self._swagger) if self._old else schema


def _in_old_form(schema: Any, swagger: bool) -> Any:
    """A schema of `schema_of` as OpenAPI 3.0 or Swagger 2.0 writes it: one type, null apart."""
    made = dict(schema)
    kinds = made.get("type")
    if isinstance(kinds, list):
        del made["type"]
        named = [kind for kind in kinds if kind != "null"]
        if len(named) == 1:
            made["type"] = named[0]
        elif not swagger:
            made["anyOf"] = [{"type": kind} for kind in named]
        if "null" in kinds:
            made["x-nullable" if swagger else "nullable"] = True
    if "items" in made:
        made["items"] = _in_old_form(made["items"], swagger)
    for name, member in made.get("properties", {}).items():
        made["properties"][name] = _in_old_form(member, swagger)
    return made
