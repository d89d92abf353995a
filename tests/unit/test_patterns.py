"""Texts against patterns of documents, in bounded time."""

from __future__ import annotations

import pytest
from apiscribe.patterns import contradicts


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("^a$", "b"),
        ("^[a-z]([a-z0-9_-]*[a-z0-9])?$", "1"),
        ("^ssh-(rsa|dss) |^ecdsa-(256|384) ", "AAAA"),
        (r"^\d{3}$", "12"),
        ("[]a]", "b"),
        ("^(ab){2,3}$", "ab"),
    ],
)
def test_what_surely_does_not_match(pattern: str, text: str) -> None:
    assert contradicts(pattern, text)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("^a$", "a"),
        (r"^\(+$", "((("),
        ("(unclosed", "x"),
        (r"\p{L}", "x"),
        ("^a$", "b" * 1000),
    ],
)
def test_what_matches_or_cannot_be_told(pattern: str, text: str) -> None:
    assert not contradicts(pattern, text)


@pytest.mark.parametrize(
    "pattern",
    ["^(a+)+$", "^(a|a)*$", "^((a?){9})+$", "^(a|aa)+$", "^(?:a*)*b", "^([a-z]+)*$", "a*a*a*a*a*b"],
)
def test_patterns_that_backtrack_without_end_are_not_tried(pattern: str) -> None:
    assert not contradicts(pattern, "a" * 200 + "!")
