"""Text of parameters back to values."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.serve.decoding import decode_query
from apiscribe.serve.nodes import root_node
from apiscribe.serve.validation import SchemaValidator

NUMBERS = {"type": "array", "items": {"type": "integer"}}
TEXT_OR_NUMBERS = {"oneOf": [{"type": "string", "pattern": "^[a-z]+$"}, NUMBERS]}


@pytest.mark.parametrize("explode", [True, False])
@pytest.mark.parametrize(
    ("schema", "sent", "value"),
    [
        (NUMBERS, ["1", "2"], [1, 2]),
        (TEXT_OR_NUMBERS, ["1", "2"], [1, 2]),
        (TEXT_OR_NUMBERS, ["1"], [1]),
        (TEXT_OR_NUMBERS, ["some"], "some"),
        ({"anyOf": [TEXT_OR_NUMBERS, {"type": "boolean"}]}, ["true"], "true"),
    ],
)
def test_an_array_or_a_text(schema: Any, sent: list[str], value: Any, explode: bool) -> None:
    parameter = root_node({"name": "q", "in": "query", "explode": explode, "schema": schema})
    fits = SchemaValidator(parameter.value, "readOnly", {}).fits
    pairs = [("q", one) for one in sent] if explode else [("q", ",".join(sent))]
    assert decode_query(pairs, parameter, fits) == value
