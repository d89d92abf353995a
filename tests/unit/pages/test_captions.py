"""Sentences above a sample, and what they say that it is."""

from __future__ import annotations

import pytest
from apiscribe.pages.parts.sections import Label, Role, caption_of


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The above command returns JSON structured like this:", Label(Role.RESPONSE_EXAMPLE)),
        ("If it exists, the server responds with:", Label(Role.RESPONSE_EXAMPLE)),
        ("The response will be:", Label(Role.RESPONSE_EXAMPLE)),
        ("It responds with a 201 and the berth:", Label(Role.RESPONSE_EXAMPLE, "201")),
        ("If the key is invalid, it returns:", Label(Role.ERRORS)),
    ],
)
def test_a_sentence_says_what_is_returned(text: str, label: Label) -> None:
    assert caption_of(text) == label


@pytest.mark.parametrize(
    "text",
    [
        "To have the berth returned, send this:",
        "The request body looks like this:",
        "For example:",
        "We post the result to your webhook, which receives:",
    ],
)
def test_a_sentence_of_what_is_sent_says_nothing_of_an_answer(text: str) -> None:
    assert caption_of(text) is None
