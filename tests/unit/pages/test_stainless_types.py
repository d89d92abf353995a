"""Type expressions, declarations, heads and constraint lines."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.pages.stainless_frames import covers, is_model_head, member, remainder
from apiscribe.pages.stainless_keywords import parse_keywords
from apiscribe.pages.stainless_layout import Part, is_label, section
from apiscribe.pages.stainless_types import (
    Members,
    Term,
    TermKind,
    parse_declaration,
    parse_head,
    parse_literal,
    parse_type,
    parse_whole_type,
)


def shown(text: str) -> str:
    """A parsed type in brackets, so that its structure can be compared at a glance."""
    parsed = parse_type(text)
    assert parsed is not None
    kind, end = parsed
    return type_text(kind) + (f" | {text[end:]}" if end < len(text) else "")


def type_text(kind: Any) -> str:
    more = [f"+{kind.more}"] if kind.more else []
    return " / ".join([*map(term_text, kind.terms), *more])


def term_text(term: Term) -> str:
    base = {
        TermKind.SCALAR: term.word,
        TermKind.LITERAL: repr(term.value),
        TermKind.OBJECT: "object",
        TermKind.NAME: f"<{term.word}>",
        TermKind.MAP: f"map[{type_text(term.inner)}]" if term.inner is not None else "",
    }[term.kind]
    if term.members is not None:
        base += "{" + ",".join(term.members.shown) + f"+{term.members.more}" + "}"
    return "[]" * term.arrays + base


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("string", "string"),
        ("array of number", "[]number"),
        ("array of array of number or string", "[][]number / string"),
        ('"a"', "'a'"),
        ('"a" or "b" or 3 more', "'a' / 'b' / +3"),
        ("object { a, b }", "object{a,b+0}"),
        ("object { a, b, 2 more }", "object{a,b+2}"),
        ("object {a, b }", "object{a,b+0}"),
        ("{ a }", "object{a+0}"),
        ("object", "object"),
        ("object { }", "object{+0}"),
        ('object { "x-y", $z, a.b[] }', "object{x-y,$z,a.b[]+0}"),
        ("Thing", "<Thing>"),
        ("Thing { a }", "<Thing>{a+0}"),
        ("Beta.Thing { a }", "<Beta.Thing>{a+0}"),
        ("array of Thing { a } or object { b }", "[]<Thing>{a+0} / object{b+0}"),
        ("map[unknown]", "map[unknown]"),
        ("map[object { a } ]", "map[object{a+0}]"),
        ("map[A or array of map[B]]", "map[<A> / []map[<B>]]"),
        ("string or null", "string / null"),
        ("stringor booleanor number", "string / boolean / number"),
        ("Floor or Door", "<Floor> / <Door>"),
        ("Flooror Doo", "<Floor> / <Doo>"),
        ('"a"or "b"or 4 more', "'a' / 'b' / +4"),
        ("string  or  number", "string / number"),
        ("true or false", "True / False"),
        ("1 or 2.5 or -3", "1 / 2.5 / -3"),
        ('"say \\"or\\" or not"', "'say \"or\" or not'"),
        ("stringThe text", "string | The text"),
        ("stringformatdate-time", "string | formatdate-time"),
        ("stringid: string", "string | id: string"),
        ("string or banana", "string |  or banana"),
    ],
)
def test_types(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    "text", ["", "strings", "banana", "or string", "a or b", "map[string", "-"]
)
def test_what_is_no_type(text: str) -> None:
    assert parse_whole_type(text) is None


def test_counts_are_what_is_shown_and_what_is_more() -> None:
    kind = parse_whole_type('"a" or "b" or "c" or 9 more')
    assert kind is not None
    assert kind.count == 12
    assert kind.is_values
    assert Members(("a", "b"), 4).count == 6


@pytest.mark.parametrize(
    ("text", "name", "optional", "deprecated", "rest"),
    [
        ("id: string", "id", False, False, ""),
        ('object: optional "list"', "object", True, False, ""),
        ("string: optional number", "string", True, False, ""),
        ('"x-key": optional string', "x-key", True, False, ""),
        ("group_by[]: string", "group_by[]", False, False, ""),
        ("Deprecatedold: string", "old", False, True, ""),
        ("Deprecated old: string", "old", False, True, ""),
        ("deprecated: boolean", "deprecated", False, False, ""),
        ("id: string next: number", "id", False, False, " next: number"),
    ],
)
def test_declarations(text: str, name: str, optional: bool, deprecated: bool, rest: str) -> None:
    got = parse_declaration(text)
    assert got is not None
    assert (got.name, got.optional, got.deprecated, got.rest) == (name, optional, deprecated, rest)


@pytest.mark.parametrize(
    "text",
    ["Note: strings are fine", "model name, for example a", "see: below", "https://x.example"],
)
def test_prose_is_no_declaration(text: str) -> None:
    assert member(text) is None


@pytest.mark.parametrize(
    ("text", "name", "alias", "kind"),
    [
        ("Thing object { a }", "Thing", False, "object{a+0}"),
        ("Thing = object { a }", "Thing", True, "object{a+0}"),
        ("Thing { a }", "Thing", False, "object{a+0}"),
        ('Thing = "a" or "b"', "Thing", True, "'a' / 'b'"),
        ("Thing = array of object { a }", "Thing", True, "[]object{a+0}"),
        ("UnionMember0 = string", "UnionMember0", True, "string"),
        ("object { a }", "", False, "object{a+0}"),
        ("array of Thing { a }", "", False, "[]<Thing>{a+0}"),
        ("Thing", "", False, "<Thing>"),
        ("string", "", False, "string"),
    ],
)
def test_heads(text: str, name: str, alias: bool, kind: str) -> None:
    got = parse_head(text)
    assert got is not None
    assert (got.name, got.alias, type_text(got.type)) == (name, alias, kind)


def test_what_begins_a_model() -> None:
    assert is_model_head("Thing object { a }")
    assert is_model_head('Thing = "a"')
    assert not is_model_head("object { a }")
    assert not is_model_head("Thing")
    assert not is_model_head("A thing with { braces } in it.")


def test_a_flattened_enum_covers_its_values() -> None:
    head = parse_head('Names = "a" or "b" or "c" or 5 more')
    assert head is not None
    assert covers(head, frozenset({"a", "b"})) == 8
    assert covers(head, frozenset({"x"})) == 1


@pytest.mark.parametrize(
    ("text", "found", "rest"),
    [
        ("formatdate-time", {"format": "date-time"}, ""),
        ("formatunixtime", {"format": "unixtime"}, ""),
        ("formatrfc7230", {"format": "rfc7230"}, ""),
        ("minLength1", {"minLength": 1}, ""),
        ("minimum-2", {"minimum": -2}, ""),
        ("minimum0.001", {"minimum": 0.001}, ""),
        ("maximum10000", {"maximum": 10000}, ""),
        ("maximum1e6", {"maximum": 1e6}, ""),
        ("minimum: 0", {"minimum": 0}, ""),
        ("format: uri", {"format": "uri"}, ""),
        ("maxLength9minLength1", {"maxLength": 9, "minLength": 1}, ""),
        ("formaturinext: string", {"format": "uri"}, "next: string"),
        ("uniqueItemstrue", {"uniqueItems": True}, ""),
        ("pattern: ^a b$", {"pattern": "^a b$"}, ""),
        ("formatted text", {}, "formatted text"),
        ("formats", {}, "formats"),
        ("minimum 3 words", {}, "minimum 3 words"),
        ("maximum", {}, "maximum"),
    ],
)
def test_constraints(text: str, found: dict[str, Any], rest: str) -> None:
    assert parse_keywords(text) == (found, rest)


def test_what_may_be_glued_to_a_type() -> None:
    assert remainder("") == []
    assert remainder("minimum1maximum5") == ["minimum1maximum5"]
    assert remainder('One of the following:"a"') == ["One of the following:", '"a"']
    assert remainder("How many.") == ["How many."]
    assert remainder(" is long") is None


@pytest.mark.parametrize(
    ("text", "part", "label"),
    [
        ("ModelsExpand Collapse", Part.MODELS, ""),
        ("P ath ParametersExpand Collapse", Part.PATH, ""),
        ("Query Parameters Expand Collapse", Part.QUERY, ""),
        ("Body ParametersJSONExpand Collapse", Part.BODY, "json"),
        ("Body ParametersForm DataExpand Collapse", Part.BODY, "formdata"),
        ("ReturnsExpand Collapse", Part.RETURNS, ""),
        ("Returns Examples", Part.SAMPLE, ""),
        ("Security", Part.SECURITY, ""),
        ("Accepted Permissions (at least one required)", Part.PERMISSIONS, ""),
    ],
)
def test_sections(text: str, part: Part, label: str) -> None:
    assert section(text) == (part, label)


def test_what_is_no_section_or_label() -> None:
    assert section("models") is None
    assert section("Returns the thing") is None
    assert is_label("HTTPTypeScriptPython")
    assert not is_label("Gopher")


def test_literals() -> None:
    whole = parse_literal('"a b"')
    assert whole is not None
    assert whole.value == "a b"
    assert parse_literal('"a" b') is None
