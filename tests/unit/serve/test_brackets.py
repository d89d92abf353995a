"""Names with brackets back to nested values."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from apiscribe.serve.bodies import decode_body
from apiscribe.serve.brackets import decode_deep, split_name
from apiscribe.serve.nodes import root_node
from apiscribe.serve.validation import SchemaValidator

ITEM = {
    "type": "object",
    "properties": {
        "n": {"type": "integer"},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}
LIST = {"type": "array", "items": ITEM}
CASES = [
    (ITEM, {"p[n]": ["1"]}, {"n": 1}),
    (ITEM, {"p[tags][]": ["a", "b"]}, {"tags": ["a", "b"]}),
    (ITEM, {"p[tags][0]": ["a"], "p[tags][1]": ["b"]}, {"tags": ["a", "b"]}),
    (ITEM, {"p[other][x]": ["1"]}, {"other": {"x": "1"}}),
    (LIST, {"p[0][n]": ["1"], "p[1][tags][]": ["a"]}, [{"n": 1}, {"tags": ["a"]}]),
    ({"anyOf": [{"type": "integer"}, ITEM]}, {"p[n]": ["2"]}, {"n": 2}),
    ({"type": "object", "additionalProperties": ITEM}, {"p[k][n]": ["3"]}, {"k": {"n": 3}}),
    (
        {"allOf": [ITEM, {"properties": {"m": {"type": "boolean"}}}]},
        {"p[m]": ["true"]},
        {"m": True},
    ),
]


def pairs(sent: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(name, text) for name, texts in sent.items() for text in texts]


@pytest.mark.parametrize(("schema", "sent", "value"), CASES)
def test_a_parameter(schema: Any, sent: dict[str, list[str]], value: Any) -> None:
    parameter = root_node({"name": "p", "in": "query", "style": "deepObject", "schema": schema})
    fits = SchemaValidator(parameter.value, "readOnly").fits
    assert decode_deep(pairs(sent), parameter, fits) == value


@pytest.mark.parametrize(("schema", "sent", "value"), CASES)
def test_a_form(schema: Any, sent: dict[str, list[str]], value: Any) -> None:
    body = root_node({"type": "object", "properties": {"p": schema}})
    fits = SchemaValidator(body.value, "readOnly").fits
    text = "&".join(f"{quote(name)}={quote(one)}" for name, one in pairs(sent))
    found = decode_body(text.encode(), "application/x-www-form-urlencoded", body, fits)
    assert found == {"p": value}


def test_a_scalar_stands_under_the_bare_name_and_nothing_is_nothing() -> None:
    parameter = root_node({"name": "p", "schema": {"anyOf": [{"type": "integer"}, ITEM]}})
    fits = SchemaValidator(parameter.value, "readOnly").fits
    assert decode_deep([("p", "7")], parameter, fits) == 7
    assert decode_deep([("q", "7")], parameter, fits) is None


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("a", ("a",)),
        ("a[b][]", ("a", "b", "")),
        ("a[b", ("a[b",)),
        ("a]b[", ("a]b[",)),
        ("[a]", ("[a]",)),
    ],
)
def test_names(name: str, parts: tuple[str, ...]) -> None:
    assert split_name(name) == parts
