"""Lines that are told by their words: what introduces a sample, what looks like an operation."""

from __future__ import annotations

import pytest
from apiscribe.pages.hand_signs import UNKNOWN_OPERATION, not_read
from apiscribe.pages.parts.endpoints import EndpointMatch, read_endpoint
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


@pytest.mark.parametrize(
    "line", ["GET|POST /buoys", "`GET`, `HEAD` /buoys", "PUT or PATCH /buoys/{id}", "GET → /buoys"]
)
def test_a_line_that_looks_like_an_operation_is_not_passed_over(line: str) -> None:
    assert not_read(line) == UNKNOWN_OPERATION


@pytest.mark.parametrize("line", ["GET /buoys", "[GET] /buoys", "Use GET for /buoys.", "OPTIONS"])
def test_other_lines_are_no_such_lines(line: str) -> None:
    assert not_read(line) == ""


@pytest.mark.parametrize("line", ["[GET] /buoys", "### `[GET]` /buoys", "**[GET]** `/buoys`"])
def test_a_method_in_brackets_is_one(line: str) -> None:
    assert read_endpoint(line) == EndpointMatch("GET", "", "/buoys")
