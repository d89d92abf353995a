"""What hand-written pages say beside types: answers that are text, defaults in words, the order."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import transcribe

HEAD = "# Mast API\n\n## Ask\n\n"


def asked(text: str, path: str = "/wind") -> dict[str, Any]:
    page = PageSource("mast.md", HEAD + text)
    result = transcribe([page], Diagnostics(), family="hand-written")
    operation: dict[str, Any] = result.document["paths"][path]["get"]
    return operation


@pytest.mark.parametrize(
    ("fence", "media", "value"),
    [
        ("```text 200\nnorth\n  by west\n```", "text/plain", "north\n  by west"),
        ("```\nHTTP/1.1 200 OK\n\nnorth\n```", "text/plain", "north"),
        ("```text 200\nwind: north\n```", "text/plain", "wind: north"),
        (
            "```http\nHTTP/1.1 200 OK\nContent-Type: text/csv; charset=utf-8\n\na,b\n1,2\n```",
            "text/csv",
            "a,b\n1,2",
        ),
    ],
)
def test_an_answer_that_is_text_is_kept(fence: str, media: str, value: str) -> None:
    content = asked(f"`GET /wind`\n\n{fence}\n")["responses"]["200"]["content"]
    example = {"example": {"value": value}}
    assert content == {media: {"schema": {"type": "string"}, "examples": example}}


def test_headers_that_an_answer_shows_are_its_headers() -> None:
    fence = "```\nHTTP/1.1 202 Accepted\nDate: today\nLocation: /jobs/1\nX-Left: 3\n```"
    (answer,) = asked(f"`GET /wind`\n\n{fence}\n")["responses"].items()
    header = {"schema": {"type": "string"}}
    assert answer == ("202", {"headers": {"Location": header, "X-Left": header}})


@pytest.mark.parametrize(
    "fence",
    [
        "```text 200\n(empty)\n```",
        "```text 200\nNo content\n```",
        "```text 200\n<html>\n```",
        "```\nHTTP/1.1 200 OK\n```",
        "```\nHTTP/1.1 200 OK\nContent-Type: image/png\n\nbytes\n```",
    ],
)
def test_what_is_no_text_gives_the_status_alone(fence: str) -> None:
    assert asked(f"`GET /wind`\n\n{fence}\n")["responses"] == {"200": {}}


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("no limit", {"description": "How many.\nDefault: no limit", "type": "integer"}),
        ("3", {"description": "How many.", "type": "integer", "default": 3}),
        ("-", {"description": "How many.", "type": "integer"}),
        ("None", {"description": "How many.", "type": "integer"}),
    ],
)
def test_a_default_in_words_is_told(cell: str, expected: dict[str, Any]) -> None:
    rows = f"| Field | Type | Default | Description |\n|---|---|---|---|\n| n | int | {cell} | How many. |\n"
    answer = asked(f"`GET /wind`\n\n**Response**\n\n{rows}")["responses"]["200"]
    assert answer["content"]["application/json"]["schema"]["properties"]["n"] == expected


def test_parameters_stand_in_the_order_of_the_page() -> None:
    tables = [
        f"**{place} parameters**\n\n| Name | Type |\n|---|---|\n| {name} | string |\n"
        for place, name in (("Query", "a"), ("Header", "B"), ("Path", "c"))
    ]
    parameters = asked("`GET /wind/{c}`\n\n" + "\n".join(tables), "/wind/{c}")["parameters"]
    assert [one["name"] for one in parameters] == ["a", "B", "c"]


@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("**Deprecated.**", None),
        ("This endpoint is deprecated.", None),
        ("Deprecated: use `GET /gusts`.", "Deprecated: use `GET /gusts`."),
        ("Deprecated. Gusts say more.", "Deprecated. Gusts say more."),
    ],
)
def test_what_else_is_said_of_a_deprecated_operation(text: str, description: str | None) -> None:
    operation = asked(f"`GET /wind`\n\n{text}\n")
    assert operation["deprecated"] is True
    assert operation.get("description") == description


@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("Returns `204`.", None),
        ("On success, it returns a 204 No Content response.", None),
        ("It returns 204 and never fails.", "It returns 204 and never fails."),
    ],
)
def test_a_status_alone_is_no_description(text: str, description: str | None) -> None:
    operation = asked(f"`GET /wind`\n\n{text}\n")
    assert operation["responses"] == {"204": {}}
    assert operation.get("description") == description


def test_what_only_repeats_the_heading_is_no_description() -> None:
    operation = asked("`GET /wind`\n\nAsk.\n\nIt blows.\n")
    assert (operation["summary"], operation["description"]) == ("Ask", "It blows.")


def test_operations_stand_in_the_order_in_which_the_page_names_them() -> None:
    index = "| Method | Path |\n|---|---|\n| GET | /b |\n| GET | /a |\n| GET | /c |\n"
    page = f"# Mast API\n\n{index}\n## A\n\n`GET /a`\n\n## Z\n\n`GET /z`\n\n## C\n\n`GET /c`\n"
    result = transcribe([PageSource("mast.md", page)], Diagnostics(), family="hand-written")
    assert list(result.document["paths"]) == ["/b", "/a", "/c", "/z"]
