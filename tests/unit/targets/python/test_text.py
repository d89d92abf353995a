"""Literals, docstrings and comments hold any text without it becoming code."""

from __future__ import annotations

import ast

import black
import pytest
from apiscribe.targets.python.text import comment, docstring, quote

HOSTILE = [
    "",
    "plain",
    'say "hi"',
    "it's",
    'it\'s "both"',
    'ends with "',
    '"begins',
    'ends """',
    "back\\slash",
    "ends with \\",
    "\\N{BULLET}",
    "line\nfeed",
    "carriage\r\nreturn\rtoo",
    "tab\tbed",
    "null\x00byte and \x1b[31m",
    "right \u202e left",
    "zero\u200bwidth \ufeff",
    "line\u2028separator\x85\x0c\x0b",
    "é 日本 \U0001f600",
    "{{ 7 * 7 }} {% raw %}",
    '"""\nimport os\nos.abort()\n"""',
    "# type: ignore",
    "lone \ud800 surrogate",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_quote_gives_the_text_back(text: str) -> None:
    literal = quote(text)
    assert ast.literal_eval(literal) == text
    assert literal.isprintable()


@pytest.mark.parametrize("text", [t for t in HOSTILE if "\ud800" not in t])
def test_quote_writes_as_black_does(text: str) -> None:
    source = f"x = {quote(text)}\n"
    assert black.format_str(source, mode=black.Mode()) == source


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("indent", [0, 4, 8])
def test_docstring_is_nothing_but_a_docstring(text: str, indent: int) -> None:
    body = docstring(text, 4)
    source = f"class A:\n    {body or 'pass'}\n"
    statement = ast.parse(source).body[0]
    assert isinstance(statement, ast.ClassDef)
    assert len(statement.body) == 1
    assert (ast.get_docstring(statement) or "").strip() == "" or body
    assert all(line.isprintable() for line in docstring(text, indent).split("\n"))


def test_docstring_says_the_text() -> None:
    text = 'Says """hi""", \\d and ends "so"'
    assert ast.literal_eval(docstring(text)) == text


@pytest.mark.parametrize("text", HOSTILE)
def test_comment_is_nothing_but_comments(text: str) -> None:
    for line in comment(text).split("\n"):
        assert not line or line.startswith("#")
    assert ast.parse(comment(text)).body == []
