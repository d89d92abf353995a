"""`Choose` → the `choose(Rule(…))` metadata by which the runtime tells a union's members apart."""

from __future__ import annotations

from typing import Final, assert_never

from apiscribe.ir import (
    Api,
    FieldIn,
    FieldIs,
    HasField,
    ItemsAre,
    KindIs,
    Test,
    Union,
    ValueIn,
)
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.text import quote, scalar_text
from apiscribe.targets.python.types import Annotations, flattens

CHOOSE_HELPERS: Final = frozenset(
    {"choose", "Rule", "KindIs", "FieldIn", "HasField", "FieldIs", "ValueIn", "ItemsAre"}
)
"""Names of `_runtime.unions` that may occur in the text."""


def choose_text(union: Union, api: Api, names: PythonNames) -> str:
    """The call to `choose` for `union`."""
    rules = [
        f"{names.helper('Rule')}({', '.join([str(rule.variant), *(_test(t, names) for t in rule.tests)])})"
        for rule in union.choose.rules
    ]
    members = _members(union, api, names)
    return f"{names.helper('choose')}({', '.join([*rules, *members])})"


def _members(union: Union, api: Api, names: PythonNames) -> list[str]:
    """The members one by one, when Python would merge some of them into each other."""
    writer = Annotations(api, names, prefix="")
    texts = [writer.answer(variant.type).text for variant in union.variants]
    merged = any(flattens(variant.type, api) for variant in union.variants)
    if not merged and len(set(texts)) == len(texts):
        return []
    inner = ", ".join(texts)
    return [f"members=lambda: ({inner}{',' if len(texts) == 1 else ''})"]


def _test(test: Test, names: PythonNames) -> str:
    match test:
        case KindIs(kinds):
            arguments = [quote(kind.value) for kind in kinds]
        case FieldIn(field, values):
            arguments = [quote(field), *(scalar_text(value) for value in values)]
        case HasField(field):
            arguments = [quote(field)]
        case FieldIs(field, kinds):
            arguments = [quote(field), *(quote(kind.value) for kind in kinds)]
        case ValueIn(values):
            arguments = [scalar_text(value) for value in values]
        case ItemsAre(tests):
            arguments = [_test(inner, names) for inner in tests]
        case _:
            assert_never(test)
    return f"{names.helper(type(test).__name__)}({', '.join(arguments)})"
