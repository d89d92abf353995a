"""Where a type says nothing although the document describes a schema: each is a loss.

The types are the IR's; the schemas are read from the raw document at the places the IR names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from apiscribe.diagnostics import Place
from apiscribe.ir import (
    Alias,
    Anything,
    Api,
    List,
    Map,
    Nullable,
    Record,
    Tuple,
    Type,
    Union,
)
from apiscribe.openapi.pointers import pointer

Schemas: TypeAlias = Sequence[Mapping[str, Any]]

_DESCRIBES = (
    *("properties", "items", "enum", "const", "patternProperties", "prefixItems"),
    *("additionalProperties", "format", "pattern", "minLength", "maxLength", "minimum", "maximum"),
)
_CHOICES = ("oneOf", "anyOf")


@dataclass(slots=True)
class Anythings:
    """`count`: all uses of "any value"; `lost`: places where the document says more than that."""

    count: int = 0
    lost: list[str] = field(default_factory=list)


def find_anything(api: Api, raw: Mapping[str, Any]) -> Anythings:
    """Walk every type of the API beside the schema it was made from."""
    found = Anythings()
    for place, kind in _located(api):
        where = _followed(raw, _value_at(raw, place.pointer))
        _compare(_Finder(raw, found, place.pointer), kind, _schemas_of(where))
    return found


def _located(api: Api) -> Iterator[tuple[Place, Type]]:
    for declared in api.declarations.values():
        match declared:
            case Record():
                # Members that are only named by `required` stand at the place of their record.
                own = [one for one in declared.fields if one.place != declared.place]
                yield from ((one.place, one.type) for one in own)
                if not isinstance(declared.extra, Anything):
                    yield declared.place, Map(declared.extra)
            case Alias():
                yield declared.place, declared.type
            case Union():
                yield from ((declared.place, variant.type) for variant in declared.variants)
            case _:
                pass
    for operation in api.operations.values():
        yield from ((one.place, one.type) for one in operation.parameters)
        if operation.body is not None:
            yield from ((operation.body.place, one.type) for one in operation.body.media)
        for answer in (*operation.answers, *operation.errors):
            yield from ((answer.place, content.type) for content in answer.contents)
            yield from (
                (_below(answer.place, "headers", header.name.wire), header.type)
                for header in answer.headers
            )
    for webhook in api.webhooks:
        if webhook.payload is not None:
            yield _below(webhook.place, "requestBody"), webhook.payload


def _below(place: Place, *names: str) -> Place:
    return Place(place.file, place.pointer + pointer(*names))


@dataclass(frozen=True, slots=True)
class _Finder:
    raw: Mapping[str, Any]
    found: Anythings
    pointer: str

    def atoms(
        self, schemas: Schemas, seen: frozenset[int] = frozenset()
    ) -> list[Mapping[str, Any]]:
        """The schemas behind references, `allOf` and choices, those themselves included."""
        result: list[Mapping[str, Any]] = []
        for schema in schemas:
            if not isinstance(schema, Mapping) or id(schema) in seen:
                continue
            inside = seen | {id(schema)}
            result.append(schema)
            if isinstance(schema.get("$ref"), str):
                target = _value_at(self.raw, schema["$ref"].removeprefix("#"))
                result.extend(self.atoms([target], inside))
            for keyword in ("allOf", *_CHOICES):
                result.extend(self.atoms(schema.get(keyword) or (), inside))
        return result

    def describes(self, schema: Any, depth: int = 0) -> bool:
        """Whether the schema says anything about the kind of its values."""
        if not isinstance(schema, Mapping) or depth > 20:
            return False
        kinds = schema.get("type")
        kinds = {kinds} if isinstance(kinds, str) else set(kinds or ())
        if kinds - {"null", "any"} or any(schema.get(key) for key in _DESCRIBES):
            return True
        if isinstance(schema.get("$ref"), str):
            return self.describes(_value_at(self.raw, schema["$ref"].removeprefix("#")), depth + 1)
        if any(self.describes(part, depth + 1) for part in schema.get("allOf") or ()):
            return True
        return any(
            schema.get(key) and all(self.describes(part, depth + 1) for part in schema[key])
            for key in _CHOICES
        )


def _compare(finder: _Finder, kind: Type, schemas: Schemas) -> None:
    match kind:
        case Anything():
            finder.found.count += 1
            if schemas and all(finder.describes(schema) for schema in schemas):
                finder.found.lost.append(finder.pointer)
        case Nullable():
            _compare(finder, kind.inner, schemas)
        case List():
            _compare(finder, kind.item, _inner(finder.atoms(schemas), "array", ("items",)))
        case Map():
            keywords = ("additionalProperties", "unevaluatedProperties")
            _compare(finder, kind.value, _inner(finder.atoms(schemas), "object", keywords))
        case Tuple():
            items = _inner(finder.atoms(schemas), "array", ("prefixItems",))
            for position, item in enumerate(kind.items):
                _compare(finder, item, [one[position] for one in items if len(one) > position])
        case _:
            pass


def _inner(atoms: Schemas, kind: str, keywords: Sequence[str]) -> list[Any]:
    """What is said about members; nothing (one empty schema) where a schema of the kind is silent."""
    inner: list[Any] = []
    for atom in atoms:
        said = [atom[key] for key in keywords if key in atom and atom[key] is not False]
        inner.extend({} if one is True else one for one in said)
        kinds = atom.get("type")
        own = [kinds] if isinstance(kinds, str) else kinds or ()
        if not said and kind in own:
            inner.append({})
    return inner


def _schemas_of(value: Any) -> list[Any]:
    """The schemas of a parameter, body or answer; a schema itself is its own."""
    if not isinstance(value, Mapping):
        return []
    if isinstance(value.get("schema"), Mapping):
        return [value["schema"]]
    if isinstance(value.get("content"), Mapping):
        media = [one for one in value["content"].values() if isinstance(one, Mapping)]
        return [one.get("itemSchema") or one.get("schema") or {} for one in media]
    return [value]


def _followed(raw: Mapping[str, Any], value: Any) -> Any:
    """What a mere reference (to a header, say) leads to."""
    for _ in range(20):
        if not isinstance(value, Mapping) or list(value) != ["$ref"]:
            break
        value = _value_at(raw, str(value["$ref"]).removeprefix("#"))
    return value


def _value_at(raw: Mapping[str, Any], at: str) -> Any:
    value: Any = raw
    for token in at.split("/")[1:]:
        value = _followed(raw, value)
        token = token.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(token)] if isinstance(value, list) else value[token]
        except (LookupError, TypeError, ValueError):
            return None
    return value
