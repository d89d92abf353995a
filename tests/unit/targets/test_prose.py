"""Prose in docstrings."""

from __future__ import annotations

from dataclasses import replace

from apiscribe.ir import Constraints, Docs, Link, List
from apiscribe.targets.prose import describe, describe_member
from shop import INTEGER, STRING, member


def test_summary_and_description() -> None:
    assert describe(Docs(summary="Do it", description="At once.")) == "Do it.\n\nAt once."
    assert describe(Docs(summary="Same.", description="Same.")) == "Same."
    assert describe(Docs()) == ""


def test_deprecation_comes_first_or_says_what_instead() -> None:
    assert describe(Docs(description="Old.", deprecated=True)) == "Deprecated. Old."
    told = Docs(description="Old.", deprecated=True, deprecation="use `new`.")
    assert describe(told) == "Old.\n\nDeprecated: use `new`."


def test_links() -> None:
    assert describe(Docs(link=Link("https://x.example"))) == "See https://x.example"
    link = Link("https://x.example", "The guide")
    assert describe(Docs(link=link)) == "See The guide: https://x.example"


def test_limits_and_defaults() -> None:
    limited = replace(INTEGER, constraints=Constraints(minimum=1, maximum=9))
    field = replace(member("n", limited, text="How many."), default=3)
    assert describe_member(field) == "How many. From 1 to 9; default `3`."
    items = List(STRING, Constraints(min_items=1))
    assert describe_member(member("n", items)) == "At least 1 item."
    text = replace(STRING, constraints=Constraints(min_length=2, max_length=2))
    assert describe_member(member("n", text)) == "Exactly 2 characters."
