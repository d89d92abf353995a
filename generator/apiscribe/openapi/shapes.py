"""What an OpenAPI document is made of: one small language for shapes, one table a family.

A kind is written as alternatives of: a JSON type (`string`, `boolean`, `integer`, `number`,
`object`, `array`, `null`), `any`, the name of a shape, `[kind]` for a list, `{kind}` for a map.
A field's kind ends in `!` when the field is required. The tables live in `shapes_v3` and
`shapes_v2`; reading, checking, bundling and upgrading all walk by them, so only one place knows
what a schema is and what is mere data (an `example` holding `$ref` is data).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from apiscribe.openapi.pointers import Path


@dataclass(slots=True)
class Kind:
    """A compiled kind. `types` are accepted scalar (or opaque) JSON types.

    `deep`: an object of a known shape may be in it.
    """

    source: str
    types: frozenset[str] = frozenset()
    shape: Shape | None = None
    item: Kind | None = None
    value: Kind | None = None
    any: bool = False
    deep: bool = False

    def describe(self) -> str:
        """What is expected, in words."""
        if self.shape is not None and self.shape.open:
            return f"a {self.shape.title}"
        words = [_WORDS[word] for word in sorted(self.types)]
        if self.shape is not None or self.value is not None:
            words.append("an object")
        if self.item is not None:
            words.append("a list")
        return " or ".join(words) or "nothing"


@dataclass(slots=True)
class Shape:
    """An object of the specification.

    `fields` are its fixed fields, `patterns` its patterned ones, `required` the fields that must
    be there. `reference`: a Reference Object may stand in its place. `open`: unknown fields are
    allowed (schemas); otherwise only `x-…` is.
    """

    name: str
    title: str
    fields: dict[str, Kind] = field(default_factory=dict)
    patterns: list[tuple[re.Pattern[str], Kind]] = field(default_factory=list)
    required: tuple[str, ...] = ()
    reference: bool = False
    open: bool = False

    def kind_of(self, name: str) -> Kind | None:
        """The kind of a member, `None` when it is unknown."""
        kind = self.fields.get(name)
        if kind is None:
            for pattern, candidate in self.patterns:
                if pattern.fullmatch(name):
                    return candidate
        return kind


Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ShapeSource:
    """A row of a table; `fields` keys of the form `/regex/` are patterned fields."""

    title: str
    fields: Fields
    reference: bool = False
    open: bool = False


JSON_TYPES = frozenset({"string", "boolean", "integer", "number", "object", "array", "null"})


_WORDS = {
    "string": "a string",
    "boolean": "a boolean",
    "integer": "an integer",
    "number": "a number",
    "object": "an object",
    "array": "a list",
    "null": "null",
}


def compile_shapes(table: Mapping[str, ShapeSource]) -> dict[str, Shape]:
    """Turn a table into linked shapes."""
    shapes = {name: Shape(name, row.title) for name, row in table.items()}
    kinds: dict[str, Kind] = {}

    def kind(text: str) -> Kind:
        if text not in kinds:
            kinds[text] = Kind(text)
            _fill(kinds[text], _alternatives(text))
        return kinds[text]

    def _fill(target: Kind, alternatives: list[str]) -> None:
        target.any = "any" in alternatives
        target.types = frozenset(word for word in alternatives if word in JSON_TYPES)
        for word in alternatives:
            if word.startswith("["):
                target.item = kind(word[1:-1])
            elif word.startswith("{"):
                target.value = kind(word[1:-1])
            elif word in shapes:
                target.shape = shapes[word]
            elif word != "any" and word not in JSON_TYPES:
                raise ValueError(f"unknown kind {word}")
        inner = [part for part in (target.item, target.value) if part is not None]
        known = target.shape is not None or any(part.deep for part in inner)
        target.deep = known and not target.any

    for name, row in table.items():
        shape = shapes[name]
        shape.reference, shape.open = row.reference, row.open
        shape.required = tuple(field for field, text in row.fields.items() if text.endswith("!"))
        for member, text in row.fields.items():
            compiled = kind(text.removesuffix("!"))
            if member.startswith("/") and member.endswith("/") and len(member) > 1:
                shape.patterns.append((re.compile(member[1:-1], re.DOTALL), compiled))
            else:
                shape.fields[member] = compiled
    return shapes


def _alternatives(text: str) -> list[str]:
    """Split at `|` outside brackets."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        if character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
        elif character == "|" and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [*parts, text[start:]]


def json_type(value: Any) -> str:
    """The JSON type of a value; an integral number is `integer`."""
    if value is None:
        return "null"
    kind = type(value)
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array"}
    return names.get(kind, "object")


@dataclass(slots=True)
class Visit:
    """An object met on a walk: the value itself (not a copy), its shape, and where it stands."""

    value: dict[str, Any]
    shape: Shape
    path: Path


def is_reference(value: dict[str, Any], shape: Shape) -> bool:
    """Whether an object is a reference instead of what its shape says (schemas: or beside it)."""
    return shape.reference and isinstance(value.get("$ref"), str)


def walk(value: Any, shape: Shape, path: Path = None, only: Container[str] = ()) -> Iterator[Visit]:
    """Every object of a known shape, outside in, in document order.

    The visitor may change an object before the walk goes on: its members are looked at after it
    was visited. Values of another type than their shape says are passed by; whatever is inside
    a Reference Object is not walked (schemas excepted, whose `$ref` has siblings). `only` names
    shapes: others are not looked into, so those wanted must be found without them.
    """
    stack: list[tuple[Any, Kind, Path]] = [(value, Kind(shape.name, shape=shape), path)]
    while stack:
        current, kind, at = stack.pop()
        if type(current) is dict:
            if kind.shape is not None:
                yield Visit(current, kind.shape, at)
                if only and kind.shape.name not in only:
                    continue
                if is_reference(current, kind.shape) and not kind.shape.open:
                    continue
                _push_members(stack, current, kind.shape, at)
            elif kind.value is not None:
                inner = kind.value
                stack.extend((item, inner, (at, name)) for name, item in _backwards(current))
        elif type(current) is list and kind.item is not None:
            inner = kind.item
            for index in range(len(current) - 1, -1, -1):
                stack.append((current[index], inner, (at, index)))


def _push_members(
    stack: list[tuple[Any, Kind, Path]], current: dict[str, Any], shape: Shape, at: Path
) -> None:
    """The members that objects of a known shape may be in, the last one first."""
    fields, patterns = shape.fields, shape.patterns
    for name, item in _backwards(current):
        if type(item) is dict or type(item) is list:
            kind = fields.get(name)
            if kind is None and patterns:
                kind = shape.kind_of(name)
            if kind is not None and kind.deep:
                stack.append((item, kind, (at, name)))


def _backwards(members: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    return reversed(members.items())
