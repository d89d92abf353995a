"""Which media type a page by hand gives to the request, and which to its answers."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import transcribe
from page_facts import fact_lines

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data"

PAGE = """\
# Shop

## Make a thing

`POST /things`

{above}

{label}

| Name | Type | Description |
| --- | --- | --- |
| name | {kind} | Its name. |

{below}
"""


def made(
    label: str = "### Body", above: str = "", below: str = "", kind: str = "string"
) -> tuple[dict[str, Any], list[str]]:
    """The operation of the page, and the marks and texts of its facts."""
    text = PAGE.format(label=label, above=above, below=below, kind=kind)
    result = transcribe([PageSource("p.md", text)], Diagnostics(), family="hand-written")
    operation: dict[str, Any] = result.document["paths"]["/things"]["post"]
    return operation, [f"{fact.mark}{fact.text}" for fact in fact_lines(result)]


def sent(operation: dict[str, Any]) -> list[str]:
    return list(operation["requestBody"]["content"])


@pytest.mark.parametrize("media", ["text/csv", "application/vnd.thing+json"])
@pytest.mark.parametrize("heading", ["### Response\n\n", ""])
def test_the_type_of_an_answer_is_not_that_of_the_request(heading: str, media: str) -> None:
    operation, found = made(below=f"{heading}The response has `Content-Type: {media}`.")
    assert sent(operation) == [JSON]
    assert "~POST /things body json: object" in found
    assert list(operation["responses"]["200"]["content"]) == [media]


def test_a_bare_type_is_of_what_the_label_holds() -> None:
    operation, _ = made(below="### Response 201\n\nContent-Type: text/csv")
    assert sent(operation) == [JSON]
    assert {k: list(v["content"]) for k, v in operation["responses"].items()} == {
        "201": ["text/csv"]
    }


@pytest.mark.parametrize(
    "sentence",
    [
        "The response has `Content-Type: text/event-stream`.",
        "If the list is long, the response has `Content-Type: text/csv`.",
        "The request and the response have `Content-Type: text/csv`.",
    ],
)
def test_a_type_that_is_not_clearly_of_one_side_stays_text(sentence: str) -> None:
    operation, _ = made(below=sentence)
    assert sent(operation) == [JSON]
    assert "text/csv" not in str(operation.get("responses"))
    assert sentence in str(operation)


def test_the_type_of_failures_is_theirs() -> None:
    table = "| Status | Meaning |\n| --- | --- |\n| 404 | No such thing. |"
    sentence = "Errors have `Content-Type: application/problem+json`:"
    operation, _ = made(below=f"### Errors\n\n{sentence}\n\n{table}")
    assert sent(operation) == [JSON]
    assert list(operation["responses"]["404"]["content"]) == ["application/problem+json"]


@pytest.mark.parametrize(
    ("label", "above", "short"),
    [
        ("### Body (form-urlencoded)", "", "form"),
        ("### Body (x-www-form-urlencoded)", "", "form"),
        ("### Body (multipart)", "", "multipart"),
        ("### Form parameters", "", "form"),
        ("### Body", f"Parameters are sent as `{FORM}`.", "form"),
        ("### Body", "The body is form-encoded.", "form"),
        ("### Body", f"The request must have `Content-Type: {FORM}`.", "form"),
        ("### Body", f"Send the body as `{PARTS}`.", "multipart"),
    ],
)
def test_a_form_that_the_page_names_is_stated(label: str, above: str, short: str) -> None:
    operation, found = made(label, above)
    assert sent(operation) == [{"form": FORM, "multipart": PARTS}[short]]
    assert f"POST /things body {short}: object" in found


def test_a_form_that_holds_a_file_is_sent_in_parts() -> None:
    assert sent(made("### Form parameters", kind="file")[0]) == [PARTS]


@pytest.mark.parametrize(
    "above",
    [
        "The body is small.",
        f"Parameters are not sent as `{FORM}`.",
        f"The body may be `{FORM}` or JSON.",
    ],
)
def test_other_sentences_name_no_form(above: str) -> None:
    operation, found = made(above=above)
    assert sent(operation) == [JSON]
    assert "~POST /things body json: object" in found
