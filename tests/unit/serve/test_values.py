"""Values of answers: the document's examples where they fit, made ones where they do not."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.serve.nodes import root_node
from apiscribe.serve.validation import RequestValidator, SchemaValidator
from apiscribe.serve.values import Values

CARD = {
    "type": "object",
    "required": ["number", "cvc"],
    "properties": {
        "number": {"type": "string", "example": 4},
        "cvc": {"type": "string", "writeOnly": True},
        "kind": {"enum": ["debit", "credit"], "default": "gold"},
    },
    "additionalProperties": False,
}


def answer(**media: Any) -> Any:
    """The value for a media type object with these members."""
    root = root_node({"components": {"schemas": {"Card": CARD}}, "media": media})
    node = root.child("media")
    assert node is not None
    return Values(root.value).of_media(node, None)


@pytest.mark.parametrize("schema", [CARD, {"$ref": "#/components/schemas/Card", "title": "A"}])
def test_an_example_that_fits_is_taken_without_what_is_never_answered(schema: Any) -> None:
    example = {"number": "1", "cvc": "123"}
    assert answer(schema=schema, example=example) == {"number": "1"}


def test_the_first_example_that_fits_is_taken() -> None:
    examples = {"old": {"value": {"no": 1}}, "new": {"value": {"number": "2"}}}
    assert answer(schema=CARD, examples=examples) == {"number": "2"}


def test_without_a_fitting_example_a_value_is_made_that_fits() -> None:
    made = answer(schema=CARD, example={"number": 3})
    assert made == {"number": "string", "kind": "debit"}


def test_an_example_is_better_than_nothing() -> None:
    impossible = {"allOf": [{"type": "string"}, {"type": "integer"}]}
    assert answer(schema=impossible, example="stated") == "stated"


def test_alternatives_hide_only_what_all_of_them_hide() -> None:
    shown = {"type": "object", "properties": {"cvc": {"type": "string"}}}
    example = {"number": "1", "cvc": "123"}
    assert answer(schema={"anyOf": [CARD, shown]}, example=example) == example


def test_what_one_part_requires_and_another_describes_is_made() -> None:
    allowed = {"type": "object", "properties": {"up": {"type": "boolean"}}}
    schema = {
        "allOf": [
            {"type": "object", "properties": {"may": allowed}},
            {"type": "object", "properties": {"may": {**allowed, "required": ["up"]}}},
        ],
        "required": ["may", "more"],
    }
    assert answer(schema=schema) == {"may": {"up": True}, "more": "string"}


def test_a_variant_far_down_has_the_member_that_selects_it() -> None:
    dog = {"type": "object", "properties": {"kind": {"const": "dog"}, "name": {"type": "string"}}}
    pet = {"oneOf": [dog], "discriminator": {"propertyName": "kind"}}
    schema: dict[str, Any] = pet
    for name in ("c", "b", "a"):
        schema = {"type": "object", "required": [name], "properties": {name: schema}}
    assert answer(schema=schema) == {"a": {"b": {"c": {"kind": "dog"}}}}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({}, "string"),
        ({"description": "Anything."}, "string"),
        ({"required": ["id"]}, {"id": "string"}),
        ({"properties": {}}, {}),
        ({"minimum": 3}, 3),
        ({"type": "string", "pattern": "^/v1/[a-z]+$"}, "/v1/a"),
        ({"allOf": [{"type": "integer"}, {"description": "A number."}]}, 1),
    ],
)
def test_what_a_schema_without_a_type_stands_for(schema: Any, value: Any) -> None:
    assert answer(schema=schema) == value


def test_a_required_member_is_described_elsewhere() -> None:
    described = {"type": "object", "properties": {"meta": {"type": "object", "properties": {}}}}
    assert answer(schema={"allOf": [{"required": ["meta"]}, described]}) == {"meta": {}}


def test_the_tag_of_a_variant_is_found_in_what_it_is_composed_of() -> None:
    tagged = {"type": "object", "properties": {"kind": {"enum": ["card"]}}, "required": ["kind"]}
    variant = {"allOf": [{"type": "object", "properties": {"id": {"type": "string"}}}, tagged]}
    schema = {"oneOf": [variant], "discriminator": {"propertyName": "kind"}}
    assert answer(schema=schema) == {"id": "string", "kind": "card"}


def test_an_example_without_its_discriminator_is_not_taken() -> None:
    variant = {"type": "object", "properties": {"kind": {"enum": ["card"]}}}
    schema = {"oneOf": [variant], "discriminator": {"propertyName": "kind"}}
    assert answer(schema=schema, example={}) == {"kind": "card"}


def test_the_only_value_of_a_deep_member_tells_the_variant() -> None:
    schema: Any = {"type": "object", "properties": {"kind": {"enum": ["card"]}}}
    for _ in range(4):
        schema = {"type": "object", "properties": {"in": schema}, "required": ["in"]}
    assert answer(schema=schema) == {"in": {"in": {"in": {"in": {"kind": "card"}}}}}


def test_a_request_may_leave_its_discriminator_out() -> None:
    pet = {"type": "object", "properties": {"kind": {"type": "string"}}}
    schema = root_node({**pet, "discriminator": {"propertyName": "kind"}})
    assert RequestValidator(schema.value).fits(schema, {})
    assert not SchemaValidator(schema.value, "writeOnly").fits(schema, {})
