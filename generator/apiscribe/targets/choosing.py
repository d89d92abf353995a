"""Which variant of a union a JSON value is, by the union's decision list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from apiscribe.ir import (
    Api,
    FieldIn,
    FieldIs,
    HasField,
    ItemsAre,
    JsonKind,
    JsonValue,
    KindIs,
    Test,
    Type,
    Union,
    ValueIn,
)
from apiscribe.ir.types import ScalarValue
from apiscribe.passes.fits import misfit


def chosen_variant(union: Union, value: JsonValue) -> int | None:
    """The index of the first variant whose rule holds; `None` when none does."""
    for rule in union.choose.rules:
        if all(_holds(test, value) for test in rule.tests):
            return rule.variant
    return None


def fitting_variant(union: Union, value: JsonValue, api: Api) -> Type | None:
    """The type of the variant that a value is: by the rules, else the first that it fits."""
    chosen = chosen_variant(union, value)
    if chosen is not None:
        return union.variants[chosen].type
    fits = (v.type for v in union.variants if misfit(api.declarations, v.type, value) is None)
    return next(fits, None)


def _holds(test: Test, value: JsonValue) -> bool:
    match test:
        case KindIs(kinds):
            return _is_one(value, kinds)
        case ValueIn(values):
            return _among(value, values)
        case ItemsAre(tests):
            if isinstance(value, str) or not isinstance(value, Sequence):
                return False
            return not value or all(_holds(one, value[0]) for one in tests)
        case FieldIn() | HasField() | FieldIs():
            if not isinstance(value, Mapping) or test.field not in value:
                return False
            return _member_holds(test, value[test.field])
        case _:
            assert_never(test)


def _member_holds(test: FieldIn | HasField | FieldIs, value: JsonValue) -> bool:
    match test:
        case FieldIn(_, values):
            return _among(value, values)
        case FieldIs(_, kinds):
            return _is_one(value, kinds)
        case HasField():
            return True
        case _:
            assert_never(test)


def _among(value: JsonValue, values: Sequence[ScalarValue]) -> bool:
    return any(value == one and isinstance(value, bool) == isinstance(one, bool) for one in values)


def _is_one(value: JsonValue, kinds: Sequence[JsonKind]) -> bool:
    match value:
        case None:
            return JsonKind.NULL in kinds
        case bool():
            return JsonKind.BOOLEAN in kinds
        case int():
            return JsonKind.INTEGER in kinds or JsonKind.NUMBER in kinds
        case float():
            whole = value.is_integer() and JsonKind.INTEGER in kinds
            return whole or JsonKind.NUMBER in kinds
        case str():
            return JsonKind.STRING in kinds
        case Mapping():
            return JsonKind.OBJECT in kinds
        case _:
            return JsonKind.ARRAY in kinds
