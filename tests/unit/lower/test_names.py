"""Ids and names come from owners and ways, never from order; additions rename nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.ir import Api
from apiscribe.openapi import load_document
from lowering import lower

CASES = sorted((Path(__file__).parents[2] / "cases").glob("[a-z]*/openapi.yaml"))


def names_of(api: Api) -> dict[str, Any]:
    """Everything that has a name, by id."""
    found: dict[str, Any] = {i: d.name.words for i, d in api.declarations.items()}
    for operation in api.operations.values():
        way = tuple(name.words for name in operation.resource)
        found["operation " + operation.id] = (*way, operation.name.words)
    return found


def turned_round(data: dict[str, Any]) -> dict[str, Any]:
    """The document with paths and components in the opposite order."""
    data = dict(data)
    data["paths"] = dict(reversed(list((data.get("paths") or {}).items())))
    sections = data.get("components") or {}
    data["components"] = {
        key: dict(reversed(list(section.items()))) for key, section in sections.items()
    }
    return data


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.parent.name)
def test_order_of_the_document_decides_nothing(path: Path) -> None:
    data = load_document(path, Diagnostics()).data
    try:
        one, other = lower(data)[0], lower(turned_round(data))[0]
    except ApiscribeError:
        pytest.fail(f"{path} does not lower")
    assert names_of(one) == names_of(other)
    assert dict(one.declarations) == dict(other.declarations)
    assert dict(one.operations) == dict(other.operations)


def thing(names: list[str], paths: list[str]) -> dict[str, Any]:
    """A document with some schemas and paths."""
    inline = {"type": "object", "properties": {"state": {"enum": ["a", "b"]}}}
    schemas = {
        name: {
            "type": "object",
            "properties": {
                "choices": {"type": "array", "items": inline},
                "other": {
                    "oneOf": [
                        {
                            "type": "object",
                            "required": ["x"],
                            "properties": {"x": {"enum": ["p", "q"]}},
                        },
                        {"type": "array", "items": inline},
                    ]
                },
            },
        }
        for name in names
    }
    answer = {"200": {"description": "", "content": {"application/json": {"schema": inline}}}}
    operations = {
        path: {"get": {"responses": answer}, "post": {"responses": answer}} for path in paths
    }
    return {"components": {"schemas": schemas}, "paths": operations}


def test_additions_rename_nothing() -> None:
    schemas = ["ChatCompletion", "Order", "Zebra", "Apple"]
    paths = ["/v1/orders", "/v1/orders/{id}", "/v1/zebras", "/apples/{id}/eat"]
    whole = names_of(lower(thing(schemas, paths))[0])
    for left_out in schemas:
        kept = [name for name in schemas if name != left_out]
        for identity, words in names_of(lower(thing(kept, paths))[0]).items():
            assert whole[identity] == words
    for position in range(len(paths)):
        # An operation's method may depend on what else its own path has, not on other resources.
        kept = paths[:position] + paths[position + 1 :]
        if paths[position] in ("/v1/orders", "/v1/orders/{id}"):
            continue
        for identity, words in names_of(lower(thing(schemas, kept))[0]).items():
            assert whole[identity] == words


def test_inline_names_are_spelled_from_the_way() -> None:
    names = names_of(lower(thing(["ChatCompletion"], ["/v1/orders"]))[0])
    assert names == {
        "ChatCompletion": ("chat", "completion"),
        "ChatCompletion.choices[]": ("chat", "completion", "choice"),
        "ChatCompletion.choices[].state": ("chat", "completion", "choice", "state"),
        "ChatCompletion.other": ("chat", "completion", "other"),
        "ChatCompletion.other|object": ("chat", "completion", "other", "object"),
        "ChatCompletion.other|object.x": ("chat", "completion", "other", "object", "x"),
        "ChatCompletion.other|object_list[]": (
            *("chat", "completion", "other", "object", "list", "item"),
        ),
        "ChatCompletion.other|object_list[].state": (
            *("chat", "completion", "other", "object", "list", "item", "state"),
        ),
        "GET /v1/orders.response": ("order", "list", "response"),
        "GET /v1/orders.response.state": ("order", "list", "response", "state"),
        "POST /v1/orders.response": ("order", "create", "response"),
        "POST /v1/orders.response.state": ("order", "create", "response", "state"),
        "operation GET /v1/orders": (("orders",), ("list",)),
        "operation POST /v1/orders": (("orders",), ("create",)),
    }


def test_shared_inline_types_belong_to_where_they_are_written() -> None:
    api, _ = lower("""
        components:
          schemas:
            Child:
              allOf:
                - $ref: '#/components/schemas/Parent'
                - {type: object, properties: {age: {type: integer}}}
            Parent:
              type: object
              properties:
                mode: {enum: [a, b]}
        """)
    assert list(api.declarations) == ["Child", "Parent.mode", "Parent"]


def test_component_whose_name_looks_like_an_inline_id() -> None:
    api, _ = lower("""
        components:
          schemas:
            a: {type: object, properties: {b: {type: object, properties: {x: {type: string}}}}}
            a.b: {type: object, properties: {y: {type: string}}}
        """)
    assert len(api.declarations) == 3
    fields = {i: d.fields[0].name.wire for i, d in api.declarations.items() if hasattr(d, "fields")}
    assert fields["a.b"] == "y"


def test_pinned_names_that_clash_are_an_error() -> None:
    with pytest.raises(ApiscribeError, match="same name"):
        lower("""
            components:
              schemas:
                A: {type: object, x-sdk: {name: Thing}}
                B: {type: object, properties: {x: {type: string}}, x-sdk: {name: thing}}
            """)
