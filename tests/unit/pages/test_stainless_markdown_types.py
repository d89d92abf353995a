"""Type expressions in code spans."""

from __future__ import annotations

import pytest
from apiscribe.pages.stainless_markdown_types import (
    MAX_DEPTH,
    ArrayType,
    Braces,
    Head,
    LiteralType,
    MapType,
    MemberHead,
    ModelHead,
    NamedType,
    ObjectType,
    ScalarType,
    StreamType,
    TupleType,
    TypeTextError,
    UnionType,
    can_be_default,
    parse_head,
    parse_type,
)

STRING, NUMBER, NULL = ScalarType("string"), ScalarType("number"), ScalarType("null")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("string", STRING),
        ("never", ScalarType("never")),
        ('"a \\"b\\""', LiteralType('a "b"')),
        ("-2.5", LiteralType(-2.5)),
        ("7", LiteralType(7)),
        ("true", LiteralType(True)),
        ("array of string", ArrayType(STRING)),
        ("array of array of string", ArrayType(ArrayType(STRING))),
        ("array of (string or null)", ArrayType(UnionType((STRING, NULL)), False)),
        ("(array of string) or null", UnionType((ArrayType(STRING, False), NULL))),
        ("map[string]", MapType(STRING)),
        ("map[object { a } ]", MapType(ObjectType(Braces(("a",))))),
        ("map[string or number]", MapType(UnionType((STRING, NUMBER)))),
        ("tuple[]", TupleType(())),
        ("tuple[string, number]", TupleType((STRING, NUMBER))),
        ("tuple[string, ...number]", TupleType((STRING,), NUMBER)),
        ("object", ObjectType()),
        ("object {}", ObjectType(Braces(()))),
        ('object { a, "b c", d.e, 2 more }', ObjectType(Braces(("a", "b c", "d.e"), 2))),
        ("Thing", NamedType("Thing")),
        ("thing-v1.2", NamedType("thing-v1.2")),
        ("#string", NamedType("string")),
        ("#1st", NamedType("1st")),
        ("Thing { a }", NamedType("Thing", Braces(("a",)))),
        ("Thing object { a }", NamedType("Thing", Braces(("a",)))),
        ("string or 3 more", UnionType((STRING,), 3)),
        ('"a" or 2 more or null', UnionType((LiteralType("a"), NULL), 2)),
        ("stream of Thing", StreamType(NamedType("Thing"))),
        ("stream of A or B", StreamType(UnionType((NamedType("A"), NamedType("B"))))),
    ],
)
def test_types(text: str, expected: object) -> None:
    assert parse_type(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: string", MemberHead("a", STRING)),
        ("a: optional string", MemberHead("a", STRING, True)),
        ('"x-y": string', MemberHead("x-y", STRING)),
        ('"a: b": string', MemberHead("a: b", STRING)),
        ("expand[]: string", MemberHead("expand[]", STRING)),
        ("object: string", MemberHead("object", STRING)),
        ("[string]: number", MemberHead("string", NUMBER, special=True)),
        ('["^x-"]: number', MemberHead('"^x-', NUMBER, special=True)),
        ("Thing object { a }", ModelHead("Thing", ObjectType(Braces(("a",))))),
        ("Thing = string", ModelHead("Thing", STRING)),
        ("#object object { a }", ModelHead("object", ObjectType(Braces(("a",))))),
        ("object { a }", ObjectType(Braces(("a",)))),
        ('"a"', LiteralType("a")),
    ],
)
def test_heads(text: str, expected: Head) -> None:
    assert parse_head(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "a:", "a: array of", "a: map[string", "a: object { b", "a: string string", "a: (string",
     "optional", "or", "a: tuple[string number]", "a: string or", "%", 'a: "open'],
)  # fmt: skip
def test_what_is_no_type(text: str) -> None:
    with pytest.raises(TypeTextError):
        parse_head(text)


def test_deep_types_are_refused_not_a_crash() -> None:
    for opening, closing in (("map[", "]"), ("(", ")"), ("array of ", "")):
        with pytest.raises(TypeTextError, match="nested too deeply"):
            parse_type(opening * MAX_DEPTH * 30 + "string" + closing * MAX_DEPTH * 30)


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("a: string", "red", True),
        ("a: string or null", "red", True),
        ("a: string", "no limit", False),
        ("a: number", "none", False),
        ('a: "red" or "blue"', "red", True),
        ('a: "red" or "blue"', "green", False),
        ('a: "red" or 2 more', "green", True),
        ("a: Colour", "red", False),
        ("string", "red", False),
    ],
)
def test_a_word_without_quotes_is_a_default_where_the_type_takes_it(
    text: str, word: str, expected: bool
) -> None:
    assert can_be_default(parse_head(text), word) is expected


def test_an_object_needs_no_braces() -> None:
    assert parse_head("Thing object") == ModelHead("Thing", ObjectType())
    assert parse_type("array of Thing object") == ArrayType(NamedType("Thing"))
