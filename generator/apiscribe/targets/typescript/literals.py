"""(Type, JSON value) → TypeScript source: for README examples, docs snippets and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apiscribe.ir import Api, JsonValue, Scalar, Type
from apiscribe.passes.walk import bare_type
from apiscribe.targets.inner_types import item_type, member_type
from apiscribe.targets.typescript.layout import (
    SOFT,
    Fill,
    IfBroken,
    Layout,
    braced,
    bracketed,
    broken_array,
    group,
    indent,
)
from apiscribe.targets.typescript.text import literal_key, quote, scalar_text


@dataclass(frozen=True, slots=True)
class Raw:
    """Source that stands for a value JSON cannot have."""

    source: str


def typescript_literal(type_: Type, value: JsonValue, api: Api, *, files: bool = False) -> Layout:
    """`value`, given for `type_`; with `files`, binary text is a file."""
    return value_layout(_with_files(type_, value, api) if files else value)


def value_layout(value: object) -> Layout:
    """Any JSON value, laid out as prettier lays it out; `Raw` stands as it is."""
    match value:
        case Raw(source):
            return source
        case None:
            return "null"
        case str() | int() | float():
            return scalar_text(value)
        case Mapping():
            return braced([member_layout(str(key), item) for key, item in value.items()])
        case Sequence():
            return _array(list(value))
        case _:
            raise TypeError(f"{type(value).__name__} is no JSON value")


def member_layout(name: str, value: object) -> Layout:
    """`name: value` in an object."""
    return group(f"{literal_key(name)}: ", value_layout(value))


def _array(items: list[object]) -> Layout:
    if len(items) > 1 and all(map(_is_number, items)):
        texts = tuple(scalar_text(item) for item in items if isinstance(item, int | float))
        return group("[", indent(SOFT, Fill(texts), IfBroken((",",))), SOFT, "]")
    layouts = [value_layout(item) for item in items]
    crowded = all(_is_crowded(item) for item in items)
    alike = len({isinstance(item, Mapping) for item in items}) == 1
    if len(items) > 1 and crowded and alike:
        return broken_array(layouts)
    return bracketed("[", layouts, "]")


def _is_number(item: object) -> bool:
    return isinstance(item, int | float) and not isinstance(item, bool)


def _is_crowded(item: object) -> bool:
    """An object or array of more than one; a list of such goes one a line."""
    return isinstance(item, Mapping | Sequence) and not isinstance(item, str) and len(item) > 1


def _with_files(type_: Type, value: JsonValue, api: Api) -> object:
    """The value with binary text as files."""
    if isinstance(value, str):
        found = bare_type(type_, api)
        binary = isinstance(found, Scalar) and found.format == "binary"
        return Raw(f'{{ name: "upload", content: {quote(value)} }}') if binary else value
    if isinstance(value, Mapping):
        return {key: _with_files(member_type(type_, key, api), v, api) for key, v in value.items()}
    if isinstance(value, Sequence):
        item = item_type(type_, api)
        return [_with_files(item, one, api) for one in value]
    return value
