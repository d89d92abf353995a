"""Prose as plain lines."""

from __future__ import annotations

from apiscribe.targets.text import api_title, one_line, wrap


def test_wrap_fills_prose_and_leaves_code_alone() -> None:
    text = (
        "A paragraph that is\nbroken oddly and goes on.\n\n"
        "- an item that is far too long for one line of this narrow column\n- two\n\n"
        "```\ncode   that is   far too long for one line of this narrow column\n```"
    )
    assert wrap(text, 40) == [
        "A paragraph that is broken oddly and",
        "goes on.",
        "",
        "- an item that is far too long for one",
        "  line of this narrow column",
        "- two",
        "",
        "```",
        "code   that is   far too long for one line of this narrow column",
        "```",
    ]


def test_one_line_and_title() -> None:
    assert one_line("First\nparagraph.\n\nSecond.") == "First paragraph."
    assert api_title("Pet Shop") == "Pet Shop API"
    assert api_title("Scale SGP API v5") == "Scale SGP API v5"
