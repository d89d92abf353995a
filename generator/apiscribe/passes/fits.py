"""Whether a JSON value fits a type: for defaults and examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Final, assert_never
from uuid import UUID

from apiscribe.ir import (
    Access,
    Alias,
    Anything,
    Const,
    Declaration,
    Enum,
    JsonValue,
    List,
    Map,
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
)
from apiscribe.patterns import contradicts

Declarations = Mapping[str, Declaration]

_DEEPEST = 60

_READERS: Final[Mapping[str, Callable[[str], object]]] = {
    "date": date.fromisoformat,
    "date-time": datetime.fromisoformat,
    "time": time.fromisoformat,
    "uuid": UUID,
}
"""Readers of the formats that are checked; they raise ValueError."""


def misfit(
    declarations: Declarations, kind: Type, value: JsonValue, formats: bool = False
) -> str | None:
    """What is wrong with `value` as a value of `kind`, `None` when it fits.

    Kinds, listed values, patterns and required members are checked, with `formats` also the formats
    that targets give types of their own; bounds are not.
    """
    return _misfit(_Rules(declarations, formats), kind, value, 0)


@dataclass(frozen=True, slots=True)
class _Rules:
    """What values are held to."""

    declarations: Declarations
    formats: bool


def _misfit(rules: _Rules, kind: Type, value: JsonValue, depth: int) -> str | None:
    if depth > _DEEPEST:
        return None
    match kind:
        case Anything():
            return None
        case Nothing():
            return "no value is allowed"
        case Nullable():
            return None if value is None else _misfit(rules, kind.inner, value, depth)
        case Scalar():
            return _scalar(rules, kind, value)
        case Const():
            return None if same(value, kind.value) else f"{value!r} is not {kind.value!r}"
        case List() | Tuple():
            return _array(rules, kind, value, depth)
        case Map():
            return _map(rules, kind, value, depth)
        case Ref():
            declared = rules.declarations.get(kind.id)
            return _declared(rules, declared, value, depth + 1) if declared else None
        case _:
            assert_never(kind)


def same(left: object, right: object) -> bool:
    """JSON equality of scalars: `1` equals `1.0`, and neither equals `true`."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return left == right


def _scalar(rules: _Rules, kind: Scalar, value: JsonValue) -> str | None:
    match kind.kind:
        case ScalarKind.STRING:
            good = isinstance(value, str)
        case ScalarKind.BOOLEAN:
            good = isinstance(value, bool)
        case ScalarKind.INTEGER:
            whole = isinstance(value, float) and value.is_integer()
            good = (isinstance(value, int) and not isinstance(value, bool)) or whole
        case ScalarKind.NUMBER:
            good = isinstance(value, int | float) and not isinstance(value, bool)
        case _:
            assert_never(kind.kind)
    if not good:
        return f"{_short(value)} is not of type {kind.kind}"
    pattern = kind.constraints.pattern
    if pattern and isinstance(value, str) and contradicts(pattern, value):
        return f"{_short(value)} does not match the pattern {pattern}"
    reader = _READERS.get(kind.format) if rules.formats and isinstance(value, str) else None
    if reader is not None:
        try:
            reader(str(value))
        except ValueError:
            return f"{_short(value)} is not a {kind.format}"
    return None


def _short(value: JsonValue) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _array(rules: _Rules, kind: List | Tuple, value: JsonValue, depth: int) -> str | None:
    if isinstance(value, str) or not isinstance(value, Sequence):
        return f"{_short(value)} is not an array"
    for index, item in enumerate(value):
        if isinstance(kind, List):
            expected = kind.item
        else:
            expected = kind.items[index] if index < len(kind.items) else kind.rest
        if (wrong := _misfit(rules, expected, item, depth + 1)) is not None:
            return f"item {index}: {wrong}"
    return None


def _map(rules: _Rules, kind: Map, value: JsonValue, depth: int) -> str | None:
    if not isinstance(value, Mapping):
        return f"{_short(value)} is not an object"
    for key, item in value.items():
        if (wrong := _misfit(rules, kind.value, item, depth + 1)) is not None:
            return f"{key}: {wrong}"
    return None


def _declared(rules: _Rules, declared: Declaration, value: JsonValue, depth: int) -> str | None:
    match declared:
        case Alias():
            return _misfit(rules, declared.type, value, depth)
        case Enum():
            fits = any(same(value, listed.value) for listed in declared.values)
            return None if fits else f"{_short(value)} is not one of the listed values"
        case Union():
            wrong = None
            for variant in declared.variants:
                wrong = _misfit(rules, variant.type, value, depth)
                if wrong is None:
                    return None
            return f"{_short(value)} fits no alternative" if len(declared.variants) > 1 else wrong
        case Record():
            return _record(rules, declared, value, depth)
        case _:
            assert_never(declared)


def _record(rules: _Rules, record: Record, value: JsonValue, depth: int) -> str | None:
    if not isinstance(value, Mapping):
        return f"{_short(value)} is not an object"
    known = set()
    for field in record.fields:
        wire = field.name.wire
        known.add(wire)
        if wire not in value:
            if field.presence is Presence.REQUIRED and field.access is Access.BOTH:
                return f"the member {wire!r} is missing"
            continue
        if (wrong := _misfit(rules, field.type, value[wire], depth + 1)) is not None:
            return f"{wire}: {wrong}"
    for key, item in value.items():
        if key not in known:
            if isinstance(record.extra, Nothing):
                return f"the member {key!r} is not declared"
            if (wrong := _misfit(rules, record.extra, item, depth + 1)) is not None:
                return f"{key}: {wrong}"
    return None
