"""(Type, JSON value) → Go source: for README examples, docs snippets and tests."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from apiscribe.ir import (
    Alias,
    Anything,
    Const,
    Enum,
    JsonValue,
    List,
    Map,
    Missing,
    Nothing,
    Nullable,
    Presence,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    Tuple,
    Type,
    Union,
    missing,
)
from apiscribe.passes.walk import strip_aliases
from apiscribe.targets.choosing import chosen_variant
from apiscribe.targets.go.layout import Layout, call, keyed, listed
from apiscribe.targets.go.text import quote, scalar_text
from apiscribe.targets.go.types import BYTES, FILE, Slot, TypeWriter

_HELPERS: Final = {"string": "String", "int64": "Int", "float64": "Float", "bool": "Bool"}
_LARGEST: Final = 2**63


class Raw(str):
    """Go source that stands for a value JSON cannot have: a file."""


class _MisfitError(Exception):
    """The value is not of the type as Go has it."""


class LiteralWriter:
    """Writes values for one API from outside of its package."""

    def __init__(self, writer: TypeWriter) -> None:
        self.writer = writer
        self.api = writer.api
        self.prefix = writer.prefix

    def value(self, type_: Type, value: JsonValue) -> Layout:
        """`value` as an expression of the type; read from JSON text where nothing else says it."""
        try:
            return self._value(type_, value)
        except _MisfitError:
            return self._parsed(self.writer.text(type_), value)

    def given(self, slot: Slot, type_: Type, value: JsonValue) -> Layout:
        """`value` for a field."""
        inner = type_.inner if isinstance(type_, Nullable) else type_
        if not slot.type.startswith("core.Opt["):
            if slot.type.startswith("*"):
                return call(f"{self.prefix}Ptr", self.value(type_, value))
            return self.value(type_, value)
        text = slot.type.removeprefix("core.Opt[").removesuffix("]")
        if value is None:
            return f"{self.prefix}Null[{text}]()"
        return self._optional(text, inner, value)

    def _optional(self, text: str, inner: Type, value: JsonValue) -> Layout:
        found = self.value(inner, value)
        if text in _HELPERS:
            return call(f"{self.prefix}{_HELPERS[text]}", found)
        return self._of("Some", text, inner, found)

    def _of(self, function: str, text: str, type_: Type, value: Layout) -> Layout:
        """`Some(value)`, or `Some[T](value)` where the value alone would be of another type."""
        head = value if isinstance(value, str) else value.open
        own = text.removeprefix("core.")
        starts = (f"{text}{{", f"{text}(", f"{self.prefix}{own}(")
        plain = (text == "string" and head.startswith('"')) or text == "bool"
        typed = plain or head.startswith(starts) or self._is_enum(type_)
        return call(f"{self.prefix}{function}{'' if typed else f'[{text}]'}", value)

    def _is_enum(self, type_: Type) -> bool:
        """Whether values are constants of a type of their own."""
        found = strip_aliases(type_, self.api.declarations)
        declaration = self.api.declarations[found.id] if isinstance(found, Ref) else None
        return isinstance(declaration, Enum) and self.writer.enum_kind(declaration) != "any"

    def _parsed(self, text: str, value: JsonValue) -> Layout:
        source = quote(json.dumps(value, ensure_ascii=False))
        return f"{self.prefix}MustParse[{text}]({source})"

    def _value(self, type_: Type, value: JsonValue) -> Layout:
        if isinstance(value, Raw):
            return str(value)
        match type_:
            case Scalar():
                return self._scalar(type_, value)
            case Const(constant):
                if value != constant or isinstance(value, bool) != isinstance(constant, bool):
                    raise _MisfitError
                return scalar_text(constant)
            case List(item):
                return self._list(type_, [self.value(item, one) for one in _items(value)])
            case Map(inner):
                return self._map(type_, inner, value)
            case Tuple():
                return listed("[]any", [anything(one) for one in _items(value)])
            case Nullable(inner):
                text = self.writer.text(inner)
                if value is None:
                    return f"{self.prefix}Null[{text}]()"
                return self._optional(text, inner, value)
            case Ref():
                return self._declared(type_, value)
            case Anything() | Nothing():
                return anything(value)
            case _:
                assert_never(type_)

    def _list(self, type_: Type, items: list[Layout]) -> Layout:
        return listed(self.writer.text(type_), items)

    def _map(self, type_: Type, inner: Type, value: JsonValue) -> Layout:
        if not isinstance(value, Mapping):
            raise _MisfitError
        members = [(quote(key), self.value(inner, one)) for key, one in value.items()]
        return keyed(self.writer.text(type_), members)

    def _scalar(self, type_: Scalar, value: JsonValue) -> Layout:
        text = self.writer.text(type_)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        match type_.kind:
            case ScalarKind.STRING if isinstance(value, str):
                return self._text(text, value)
            case ScalarKind.BOOLEAN if isinstance(value, bool):
                return scalar_text(value)
            case ScalarKind.INTEGER if isinstance(value, int) and number:
                if -_LARGEST <= value < _LARGEST:
                    return scalar_text(value)
            case ScalarKind.NUMBER if isinstance(value, int | float) and number:
                return scalar_text(value)
            case _:
                pass
        raise _MisfitError

    def _text(self, text: str, value: str) -> Layout:
        if text == FILE:
            reader = f"strings.NewReader({quote(value)})"
            return keyed(f"{self.prefix}File", [("Name", '"upload"'), ("Content", reader)])
        if text != BYTES:
            own = text.removeprefix("core.")
            return quote(value) if own == text else f"{self.prefix}{own}({quote(value)})"
        try:
            content = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            raise _MisfitError from None
        if base64.b64encode(content).decode() != value:
            raise _MisfitError
        escaped = "".join(
            chr(c) if 32 <= c < 127 and chr(c) not in '"\\' else f"\\x{c:02x}" for c in content
        )
        return f'[]byte("{escaped}")'

    def _declared(self, ref: Ref, value: JsonValue) -> Layout:
        declaration = self.api.declarations[ref.id]
        match declaration:
            case Alias():
                return self._alias(declaration, ref, value)
            case Enum():
                return self._enum(declaration, value)
            case Union():
                return self._union(declaration, ref, value)
            case Record():
                return self._record(declaration, ref, value)
            case _:
                assert_never(declaration)

    def _alias(self, alias: Alias, ref: Ref, value: JsonValue) -> Layout:
        if self.writer.is_recursive_alias(alias):
            return self._parsed(self.writer.text(ref), value)
        return self._value(alias.type, value)

    def _enum(self, enum: Enum, value: JsonValue) -> Layout:
        kind = self.writer.enum_kind(enum)
        if kind == "any":
            return anything(value)
        name = f"{self.prefix}{self.writer.names.types[enum.id]}"
        for one, spelled in zip(enum.values, self.writer.names.values[enum.id], strict=True):
            if one.value == value and isinstance(one.value, bool) == isinstance(value, bool):
                return f"{self.prefix}{spelled}"
        fits = {"string": str, "bool": bool, "int64": int, "float64": (int, float)}[kind]
        if not isinstance(value, fits) or (isinstance(value, bool) and kind != "bool"):  # type: ignore[arg-type]
            raise _MisfitError
        assert isinstance(value, str | int | float)
        return f"{name}({scalar_text(value)})"

    def _union(self, union: Union, ref: Ref, value: JsonValue) -> Layout:
        index = chosen_variant(union, value)
        if index is None:
            return self._parsed(self.writer.text(ref), value)
        variant = union.variants[index].type
        inner = self._value(variant, value)
        spelled = self.writer.names.fields[union.id][str(index)]
        if self._is_struct(variant):
            assert not isinstance(inner, str)
            pointed: Layout = keyed_like(inner)
        else:
            text = self.writer.text(variant)
            pointed = self._of("Ptr", text, variant, inner)
        return keyed(self.writer.text(ref), [(spelled, pointed)])

    def _is_struct(self, type_: Type) -> bool:
        """Whether a value is written as `T{…}`, so that `&` may stand before it."""
        found = strip_aliases(type_, self.api.declarations)
        return isinstance(found, Ref) and isinstance(self.api.declarations[found.id], Record)

    def _record(self, record: Record, ref: Ref, value: JsonValue) -> Layout:
        if not isinstance(value, Mapping):
            raise _MisfitError
        names = self.writer.names.fields[record.id]
        known = {field.name.wire for field in record.fields}
        if not set(value) <= known:
            raise _MisfitError  # members without a field
        members: list[tuple[str, Layout]] = []
        for field in record.fields:
            one: JsonValue | Missing = value.get(field.name.wire, missing)
            required = field.presence is Presence.REQUIRED
            if isinstance(one, Missing):
                if required:
                    raise _MisfitError
                continue
            slot = self.writer.field_slot(record, field.type, required)
            members.append((names[field.name.wire], self.given(slot, field.type, one)))
        return keyed(self.writer.text(ref), members)


def keyed_like(layout: Layout) -> Layout:
    """A literal with `&` before it."""
    assert not isinstance(layout, str)
    return type(layout)(f"&{layout.open}", layout.entries, layout.close, layout.broken)


def anything(value: JsonValue) -> Layout:
    """A value of no known type."""
    match value:
        case None:
            return "nil"
        case str() | bool() | int() | float():
            if isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
                return f"json.Number({quote(str(value))})"
            return scalar_text(value)
        case Mapping():
            return keyed("map[string]any", [(quote(k), anything(v)) for k, v in value.items()])
        case _:
            return listed("[]any", map(anything, value))


def _items(value: JsonValue) -> Sequence[JsonValue]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise _MisfitError
    return value
