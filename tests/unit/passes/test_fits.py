"""Whether a value fits a type."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.ir import Ref
from apiscribe.passes import misfit
from lowering import lower_schemas

SCHEMAS = """
Text: {type: string}
Whole: {type: integer}
Number: {type: number}
Flag: {type: boolean}
Color: {enum: [red, 1, true]}
Maybe: {type: object, properties: {x: {type: [string, 'null']}}}
Closed: {type: object, required: [a], properties: {a: {const: k}}, additionalProperties: false}
Counts: {type: object, additionalProperties: {type: integer}}
Pair: {type: array, prefixItems: [{type: string}, {type: integer}], items: false}
Tree: {type: object, properties: {kids: {type: array, items: {$ref: '#/components/schemas/Tree'}}}}
Either: {oneOf: [{type: string}, {type: array, items: {type: integer}}]}
"""

FITS: list[tuple[str, Any]] = [
    ("Text", ""),
    ("Whole", 3),
    ("Whole", 3.0),
    ("Whole", 2**80),
    ("Number", 3),
    ("Flag", False),
    ("Color", "red"),
    ("Color", 1),
    ("Color", True),
    ("Maybe", {"x": None}),
    ("Maybe", {"other": 1}),
    ("Closed", {"a": "k"}),
    ("Counts", {"x": 1}),
    ("Pair", ["x", 1]),
    ("Pair", ["x"]),
    ("Tree", {"kids": [{"kids": []}]}),
    ("Either", [1]),
]

MISFITS: list[tuple[str, Any, str]] = [
    ("Text", 1, "not of type string"),
    ("Text", None, "not of type string"),
    ("Whole", 1.5, "not of type integer"),
    ("Whole", True, "not of type integer"),
    ("Number", False, "not of type number"),
    ("Flag", 0, "not of type boolean"),
    ("Color", "1", "listed values"),
    ("Color", False, "listed values"),
    ("Maybe", [], "not an object"),
    ("Maybe", {"x": 1}, "x: "),
    ("Closed", {}, "'a' is missing"),
    ("Closed", {"a": "k", "b": 1}, "'b' is not declared"),
    ("Closed", {"a": "x"}, "a: "),
    ("Counts", {"x": "1"}, "x: "),
    ("Pair", ["x", "y"], "item 1: "),
    ("Pair", ["x", 1, 2], "item 2: no value"),
    ("Pair", "xy", "not an array"),
    ("Tree", {"kids": [{"kids": [1]}]}, "item 0: 1 is not an object"),
    ("Either", {}, "fits no alternative"),
]


@pytest.mark.parametrize(("name", "value"), FITS)
def test_fits(name: str, value: Any) -> None:
    api, _ = lower_schemas(SCHEMAS)
    assert misfit(api.declarations, Ref(name), value) is None


@pytest.mark.parametrize(("name", "value", "message"), MISFITS)
def test_misfits(name: str, value: Any, message: str) -> None:
    api, _ = lower_schemas(SCHEMAS)
    wrong = misfit(api.declarations, Ref(name), value)
    assert wrong is not None
    assert message in wrong
