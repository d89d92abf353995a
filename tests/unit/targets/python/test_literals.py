"""Values as Python source."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from apiscribe.targets.python.literals import Raw, tuple_text, value_text


@pytest.mark.parametrize(
    "value",
    [None, True, 7, -0.5, 1e300, 'a "b" \\ \n', b"\x00\xff", [], {}, {"a": [1, {"b": None}]}],
)
def test_a_value_reads_back(value: object) -> None:
    assert ast.literal_eval(value_text(value)) == value


def test_source_and_tuples_stand_as_they_are() -> None:
    assert value_text({"a": Raw("b.c")}) == '{"a": b.c}'
    assert tuple_text(("a", b"b")) == "(\"a\", b'b')"


def test_no_json_value() -> None:
    with pytest.raises(TypeError):
        value_text(Path("a"))
