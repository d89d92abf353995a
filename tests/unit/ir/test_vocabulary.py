"""`x-sdk`: strict, with the nearest known key."""

from __future__ import annotations

import jsonschema
import pytest
from apiscribe.ir.vocabulary import (
    VocabularyKind,
    operation_words,
    parameter_name,
    schema_words,
    vocabulary_problems,
    vocabulary_schemas,
)

GOOD: list[tuple[VocabularyKind, object]] = [
    ("operation", {"resource": "chat.completions", "method": "create"}),
    ("operation", {"stream": {"switch": {"stream": True}, "terminator": "[DONE]"}}),
    ("operation", {"pages": {"kind": "cursor", "items": "items", "parameter": "after"}}),
    ("operation", {"idempotency": {"header": "Idempotency-Key"}}),
    ("schema", {"name": "Thing", "type": "Inner", "open": False, "names": {"a": "b"}}),
    ("parameter", {"name": "kind"}),
]

BAD: list[tuple[VocabularyKind, object, tuple[str, ...], str]] = [
    ("operation", {"streem": {}}, ("streem",), "'stream'"),
    ("operation", {"stream": {"swich": {"a": True}}}, ("stream", "swich"), "'switch'"),
    ("operation", {"pages": {"kind": "cursor", "itms": "x"}}, ("pages", "itms"), "'items'"),
    ("operation", {"zzz": 1}, ("zzz",), "resource"),
    ("schema", {"Name": "x"}, ("Name",), "'name'"),
    ("parameter", {"name": "a", "open": True}, ("open",), "name"),
]


@pytest.mark.parametrize(("kind", "value"), GOOD)
def test_good(kind: VocabularyKind, value: object) -> None:
    assert vocabulary_problems(kind, value) == ()
    jsonschema.validate(value, vocabulary_schemas()[kind])


@pytest.mark.parametrize(("kind", "value", "tokens", "near"), BAD)
def test_bad(kind: VocabularyKind, value: object, tokens: tuple[str, ...], near: str) -> None:
    (problem,) = vocabulary_problems(kind, value)
    assert problem.tokens == tokens
    assert near in problem.help


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("operation", {"pages": {"kind": "pages"}}),
        ("operation", {"stream": {"switch": {}}}),
        ("operation", {"method": ""}),
        ("operation", "create"),
        ("schema", {"open": "no"}),
    ],
)
def test_wrong_values(kind: VocabularyKind, value: object) -> None:
    problems = vocabulary_problems(kind, value)
    assert problems
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(value, vocabulary_schemas()[kind])


def test_reading_what_is_invalid_gives_nothing() -> None:
    assert operation_words({"streem": 1}).method is None
    assert schema_words([]).name is None
    assert parameter_name({}) == ""
