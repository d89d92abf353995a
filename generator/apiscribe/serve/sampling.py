"""Values made from schemas (JSON Schema 2020-12), the same every time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from apiscribe.patterns import text_matching
from apiscribe.serve.nodes import Node, composed, follow, members_named

_BY_FORMAT: dict[str, str] = {
    "date": "2025-01-31",
    "date-time": "2025-01-31T12:30:00Z",
    "dateTime": "2025-01-31T12:30:00Z",
    "datetime": "2025-01-31T12:30:00Z",
    "date_time": "2025-01-31T12:30:00Z",
    "time": "12:30:00Z",
    "duration": "PT30M",
    "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    "uri": "https://example.com/resource",
    "url": "https://example.com/resource",
    "email": "someone@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "byte": "aGVsbG8=",
    "binary": "binary",
}
_DEPTH = 12
_KIND_OF_KEYWORD = {
    "properties": "object",
    "additionalProperties": "object",
    "required": "object",
    "items": "array",
    "prefixItems": "array",
    "minimum": "number",
    "maximum": "number",
}
"""What a schema without a type describes; anything fits one that says nothing."""
_DESCRIBING = {
    *_KIND_OF_KEYWORD,
    *("$ref", "allOf", "oneOf", "anyOf", "type", "enum", "const"),
    *("default", "example", "examples"),
}


class Sampler:
    """Makes one value per schema of an answer, without what is `writeOnly`.

    What a schema states (`example`, `const`, `default`) is taken only when it `fits` the schema.
    """

    hidden = "writeOnly"

    def __init__(self, fits: Callable[[Node, Any], bool] = lambda node, value: True) -> None:
        self.fits = fits

    def sample(self, node: Node, depth: int = 0, *, part: bool = False) -> Any:
        """A value that fits the schema; `None` where nothing better can be made.

        `part`: the schema is one of several that the value has to fit.
        """
        schema = node.value
        if not isinstance(schema, Mapping):
            return None
        for value in _stated(schema):
            if self.fits(node, value):
                return value
        if schema.get("enum"):
            return next((v for v in schema["enum"] if v is not None), None)
        if "$ref" in schema and (target := self._reference(node)) is not None:
            return self.sample(target, depth + 1, part=part)
        if "allOf" in schema:
            return self._all_of(node, depth)
        for key in ("oneOf", "anyOf"):
            if schema.get(key):
                return self._one_of(node, key, depth)
        return self._by_type(node, depth, part)

    def _reference(self, node: Node) -> Node | None:
        return follow(node.root, node.pointer, {"$ref": node.value["$ref"]})

    def _all_of(self, node: Node, depth: int) -> Any:
        merged: dict[str, Any] = {}
        other: Any = None
        parts = node.child("allOf")
        for part in parts.items() if parts else ():
            value = (
                self.sample(part, depth + 1, part=True) if _DESCRIBING & part.value.keys() else None
            )
            if isinstance(value, dict):
                merged = _merged(merged, value)
            elif value is not None:
                other = value
        if "properties" in node.value:
            merged = _merged(merged, self._object(node, depth, part=True))
        if merged or other is None:
            self._complete(node, merged, depth)
        return merged if merged or other is None else other

    def _complete(self, node: Node, made: dict[str, Any], depth: int) -> None:
        """What one part of a composition requires and another one describes, or none does."""
        parts = list(composed(node, "allOf"))
        for name in dict.fromkeys(name for part in parts for name in part.get("required") or ()):
            if name in made or depth >= _DEPTH:
                continue
            members = list(members_named(node, name, "allOf"))
            if not any(member.get(self.hidden) for member in members):
                made[name] = self.sample(members[0], depth + 1) if members else "string"

    def _one_of(self, node: Node, key: str, depth: int) -> Any:
        own = self._object(node, depth, part=True) if node.get("properties") else {}
        alternatives = node.child(key)
        for alternative in alternatives.items() if alternatives else ():
            if alternative.get("type") == "null":
                continue
            value = self.sample(alternative, depth + 1)
            if isinstance(value, dict):
                value = {**own, **value, **self._tag(node, alternative)}
            return value
        return own or None

    def _tag(self, node: Node, chosen: Node) -> dict[str, Any]:
        """The discriminator member, so that a reader can tell the variant."""
        discriminator = node.get("discriminator")
        if not isinstance(discriminator, Mapping):
            return {}
        name = discriminator.get("propertyName", "")
        members = list(members_named(chosen, name, "allOf"))
        constants = [one.get("const") for one in members if one.get("const") is not None]
        listed = [one.get("enum") for one in members if one.get("enum")]
        if constants:
            return {name: constants[0]}
        for value, target in (discriminator.get("mapping") or {}).items():
            if target == f"#{chosen.pointer}" or target == chosen.pointer.rsplit("/", 1)[-1]:
                return {name: value}
        if listed:
            return {name: listed[0][0]}
        return {name: chosen.pointer.rsplit("/", 1)[-1]}

    def _by_type(self, node: Node, depth: int, part: bool) -> Any:
        kinds = node.get("type")
        kind = next((k for k in kinds if k != "null"), None) if isinstance(kinds, list) else kinds
        if kind is None:
            kind = next((k for key, k in _KIND_OF_KEYWORD.items() if key in node.value), "string")
        if kind == "object":
            return self._object(node, depth, part=part)
        if kind == "array":
            return self._array(node, depth)
        if kind in ("integer", "number"):
            return _number(node, whole=kind == "integer")
        return {"boolean": True, "string": _string(node)}.get(kind)

    def _object(self, node: Node, depth: int, *, part: bool) -> dict[str, Any]:
        required = set(node.get("required") or ())
        properties = node.child("properties")
        value: dict[str, Any] = {}
        for name, member in properties.members() if properties else ():
            fixed = "const" in member.value or len(member.get("enum") or ()) == 1
            wanted = depth < 3 or name in required or fixed
            if member.get(self.hidden) or not wanted:
                continue
            if depth < _DEPTH:
                value[name] = self.sample(member, depth + 1)
        described = properties.value if properties else {}
        if not part:
            value |= {name: "string" for name in sorted(required) if name not in described}
        extra = node.child("additionalProperties")
        if not value and extra is not None and isinstance(extra.value, Mapping) and depth < 3:
            value["key"] = self.sample(extra, depth + 1)
        return value

    def _array(self, node: Node, depth: int) -> list[Any]:
        prefix = node.child("prefixItems")
        values = [self.sample(item, depth + 1) for item in prefix.items()] if prefix else []
        wanted = max(int(node.get("minItems") or 0), 0 if depth >= 3 or values else 1)
        item = node.child("items")
        if item is not None and depth < _DEPTH and item.value is not False:
            while len(values) < wanted:
                values.append(self.sample(item, depth + 1))
        return values


def _merged(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """The members of both; objects that both describe have those of both again."""
    both = {
        name: _merged(value, second[name])
        for name, value in first.items()
        if isinstance(value, dict) and isinstance(second.get(name), dict)
    }
    return {**first, **second, **both}


def _stated(schema: Mapping[str, Any]) -> Iterator[Any]:
    yield from (schema[key] for key in ("example", "const", "default") if key in schema)
    if isinstance(schema.get("examples"), list):
        yield from schema["examples"]


def _number(node: Node, *, whole: bool) -> int | float:
    low = node.get("minimum")
    if low is None and (bound := node.get("exclusiveMinimum")) is not None:
        low = bound + 1
    high = node.get("maximum")
    if high is None and (bound := node.get("exclusiveMaximum")) is not None:
        high = bound - 1
    step = node.get("multipleOf") or 1
    value: int | float = max(1, low) if low is not None else 1
    if high is not None and value > high:
        value = high
    if step != 1:
        value = -(-value // step) * step
    return int(value) if whole else value


def _string(node: Node) -> str:
    shortest, longest = int(node.get("minLength") or 0), node.get("maxLength")
    if pattern := node.get("pattern"):
        found = text_matching(str(pattern), shortest, longest)
        if found is not None:
            return found
    text = _BY_FORMAT.get(str(node.get("format") or ""), "string")
    if len(text) < shortest:
        text += "x" * (shortest - len(text))
    return text[: int(longest)] if longest is not None else text
