"""Pseudo-JSON: tokens and tree."""

from __future__ import annotations

import pytest
from apiscribe.pages.json_shape_parser import (
    MAX_DEPTH,
    ArrayNode,
    Choice,
    Comment,
    Literal,
    Node,
    ObjectNode,
    Word,
    parse_shape,
)
from apiscribe.pages.json_shape_tokens import ShapeSyntaxError, tokens_of_line
from apiscribe.pages.page import PageSource


def parse(text: str) -> Node:
    lines = PageSource("page.txt", text).lines
    return parse_shape([token for line in lines for token in tokens_of_line(line)])


def value(text: str) -> Node:
    """The value of the only member of `{ a: <text> }`."""
    node = parse(f"{{ a: {text} }}")
    assert isinstance(node, ObjectNode)
    return node.members[0].value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("string", Word("string", 1)),
        ('"fixed"', Literal("fixed", 1)),
        ("'fixed'", Literal("fixed", 1)),
        ("“fixed”", Literal("fixed", 1)),
        ('"a\\n\\u00e9"', Literal("a\né", 1)),
        ("-1.5e3", Literal(-1500.0, 1)),
        ("12345678901234567890", Literal(12345678901234567890, 1)),
        ("true", Literal(True, 1)),
        ("None", Literal(None, 1)),
        ("null", Literal(None, 1)),
        ("<string>", Word("string", 1)),
        ("string | null", Choice((Word("string", 1), Literal(None, 1)), 1)),
        ("string or integer", Choice((Word("string", 1), Word("integer", 1)), 1)),
        ('"a" / "b"', Choice((Literal("a", 1), Literal("b", 1)), 1)),
        ("string[]", ArrayNode((Word("string", 1),), 1, 1)),
        ("string[][]", ArrayNode((ArrayNode((Word("string", 1),), 1, 1),), 1, 1)),
        ("(a | b)[]", ArrayNode((Choice((Word("a", 1), Word("b", 1)), 1),), 1, 1)),
        ("array of string", ArrayNode((Word("string", 1),), 1, 1)),
        ("[]", ArrayNode((), 1, 1)),
        ("[string, ...]", ArrayNode((Word("string", 1),), 1, 1)),
        ("[…]", ArrayNode((), 1, 1)),
        ("list<int>", Word("list", 1, (Word("int", 1),))),
        ("map<string, Thing>", Word("map", 1, (Word("string", 1), Word("Thing", 1)))),
    ],
)
def test_values(text: str, expected: Node) -> None:
    assert value(text) == expected


def test_question_marks_after_key_and_type() -> None:
    node = parse('{ a?: string, "b"?: string, c: string?, d: string }')
    assert isinstance(node, ObjectNode)
    assert [(m.key, m.optional) for m in node.members] == [
        ("a", True),
        ("b", True),
        ("c", True),
        ("d", False),
    ]
    assert [m.bare for m in node.members] == [True, False, True, True]


def test_comments_find_their_member() -> None:
    node = parse("""{ // the whole thing
          // above
          a: string, // beside
          b: { # at the bracket
            c: integer /* inside */
          }, // at the end
          d: [ <!-- in a list -->
            string
          ]
        }""")
    assert isinstance(node, ObjectNode)
    a, b, d = node.members
    assert a.comments == (Comment("above", 2), Comment("beside", 3))
    assert b.comments == (Comment("at the bracket", 4), Comment("at the end", 6))
    assert d.comments == (Comment("in a list", 7),)
    assert isinstance(b.value, ObjectNode)
    assert b.value.members[0].comments == (Comment("inside", 5),)


def test_notes_in_round_brackets() -> None:
    node = parse("{ a: string (required, at most 64), b: integer (nullable) }")
    assert isinstance(node, ObjectNode)
    assert [m.notes for m in node.members] == [("required", "at most 64"), ("nullable",)]


def test_loose_separators() -> None:
    """Trailing, doubled, missing commas and semicolons: a line's end separates as well."""
    for text in ("{ a: x, b: y, }", "{ a: x; b: y; }", "{\na: x\nb: y\n}", "{ a: x,, b: y }"):
        node = parse(text)
        assert isinstance(node, ObjectNode)
        assert [m.key for m in node.members] == ["a", "b"]


def test_elisions_are_remembered_in_objects() -> None:
    node = parse("{\n a: x,\n ...\n}")
    assert isinstance(node, ObjectNode)
    assert node.elided == 3
    assert parse("{ a: x }") == parse("{ a: x, }")


@pytest.mark.parametrize("key", ["[key: string]", "<name>"])
def test_keys_that_stand_for_any_name(key: str) -> None:
    node = parse(f"{{ {key}: number }}")
    assert isinstance(node, ObjectNode)
    assert node.members[0].key == "*"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("{ a: x", 1, "ends inside"),
        ("{\n a: ,\n}", 2, "no value"),
        ("{ a x }", 1, "stands where ':' was due"),
        ("{ a: x b: y }", 1, "without a comma"),
        ("{ a: x } }", 1, "follows the end"),
        ("{\n\n a: (x\n}", 3, "stands where ')' was due"),
        ('{ a: "open }', 1, "not closed"),
        ("{ a: %x }", 1, "no meaning"),
        ("{ a: 1e999 }", 1, "too large"),
        ("{ a: " + "9" * 5_000 + " }", 1, "too large"),
        ('{ a: "\\x" }', 1, "not JSON"),
        ("{ : x }", 1, "no member name"),
        ("{ [key\n: string]: x }", 1, "not closed"),
        ("{ a: x (note\nmore) }", 1, "not closed"),
    ],
)
def test_faults_name_line_and_reason(text: str, line: int, message: str) -> None:
    with pytest.raises(ShapeSyntaxError) as caught:
        parse(text)
    assert message in caught.value.message
    assert abs(caught.value.line - line) <= 1


def test_deep_nesting_is_refused_not_a_crash() -> None:
    deep = MAX_DEPTH * 20
    with pytest.raises(ShapeSyntaxError, match="nested too deeply"):
        parse("[" * deep + "]" * deep)
