"""Text of a document in TypeScript source."""

from __future__ import annotations

import pytest
from apiscribe.targets.typescript.text import comment, literal_key, member_name, quote, scalar_text


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("plain", '"plain"'),
        ('say "hi"', "'say \"hi\"'"),
        ("it's", '"it\'s"'),
        ("a\nb\\", '"a\\nb\\\\"'),
        ("\u2028\u202e", '"\\u2028\\u202e"'),
        ("`${x}`", '"`${x}`"'),
        ("ü€", '"ü€"'),
    ],
)
def test_quote(text: str, literal: str) -> None:
    assert quote(text) == literal


def test_member_names() -> None:
    assert member_name("class") == "class"
    assert member_name("x-key") == '"x-key"'
    assert member_name("1") == '"1"'
    assert literal_key("__proto__") == '["__proto__"]'


@pytest.mark.parametrize(
    ("value", "literal"),
    [
        (True, "true"),
        (1, "1"),
        (1.0, "1"),
        (1.5, "1.5"),
        (1e-7, "1e-7"),
        (2**63, "9223372036854775808n"),
        ("a", '"a"'),
    ],
)
def test_scalars(value: str | int | float | bool, literal: str) -> None:
    assert scalar_text(value) == literal


def test_comments_cannot_be_left() -> None:
    assert comment("a */ b") == ["/** a *\\/ b */"]
    assert comment("@param x") == ["/** \\@param x */"]
    assert comment("") == []
    assert comment("Old.", deprecated="Use it.") == [
        "/**",
        " * Old.",
        " *",
        " * @deprecated Use it.",
        " */",
    ]
