"""Titles of chapters that are resources on other pages: nothing below them is lost in silence."""

from __future__ import annotations

from pathlib import Path

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.detect import detect
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import Transcription, transcribe

CHAPTERS = (
    "Notes", "Webhooks", "Errors", "Files", "Resources", "Operations", "Methods", "Models", "Usage",
    "Environment", "Libraries", "Changelog", "Related", "Contents", "Streaming", "Pagination",
    "Tags", "Servers", "Authentication", "Security", "Examples",
)  # fmt: skip
OPERATION = "## List them\n\n**get** `/v1/x`\n\n### Returns\n\n- `sky: string`\n"


def read(text: str) -> Transcription:
    return transcribe([PageSource("page.md", text)], Diagnostics(), family="stainless-md")


def unread(result: Transcription) -> list[str]:
    return [one["text"] for one in result.report.to_json()["not_understood"]]


@pytest.mark.parametrize("title", CHAPTERS)
def test_operations_below_any_title_are_read(title: str) -> None:
    result = read(f"# {title}\n\n{OPERATION}")
    other = read(f"# Clouds\n\n{OPERATION}")
    assert result.document["paths"].keys() == other.document["paths"].keys() == {"/v1/x"}
    operation = result.document["paths"]["/v1/x"]["get"]
    assert operation["responses"] == other.document["paths"]["/v1/x"]["get"]["responses"]
    assert operation["x-sdk"] == {"resource": title.lower(), "method": "list"}
    assert unread(result) == []


@pytest.mark.parametrize("title", CHAPTERS)
def test_models_below_any_title_are_read(title: str) -> None:
    model = "- `Cloud object { sky }`\n\n  - `sky: string`\n"
    for text in (f"# {title}\n\n{model}", f"# {title}\n\n## Cloud\n\n{model}"):
        result = read(text)
        assert list(result.document["components"]["schemas"]) == ["Cloud"]
        assert unread(result) == []


@pytest.mark.parametrize("title", [title for title in CHAPTERS if title != "Tags"])
@pytest.mark.parametrize(
    "bullet", ["- `sky: string`", "* `sky: string` its colour", "**link** `/v1/y`"]
)
def test_a_declaration_in_a_chapter_is_reported(title: str, bullet: str) -> None:
    result = read(f"{OPERATION}\n# {title}\n\nWords.\n\n{bullet}\n\nMore words.\n")
    assert bullet in unread(result)
    assert list(result.document["paths"]) == ["/v1/x"]


@pytest.mark.parametrize("title", ["Notes", "Streaming", "Pagination", "Example", "Usage"])
def test_items_in_prose_of_an_operation_are_reported(title: str) -> None:
    result = read(f"{OPERATION}\n### {title}\n\nWords.\n\n- `colour: string`\n")
    assert "- `colour: string`" in unread(result)


def test_chapters_of_prose_alone_are_skipped() -> None:
    chapters = (
        "# Notes\n\nWords.\n\n## More\n\nAbout `code`.\n\n"
        "# Webhooks\n\nCalls.\n\n- [`order.paid`](webhooks/order.paid.md)\n\n"
        "# Resources\n\n- [`chat`](chat.md)\n  - [`chat.completions`](completions.md)\n\n"
        "# Errors\n\n| Status | Meaning |\n| --- | --- |\n| 400 | Bad |\n"
    )
    result = read(f"{OPERATION}\n{chapters}")
    assert unread(result) == []
    assert list(result.document["paths"]) == ["/v1/x"]


def test_a_prose_chapter_ends_at_the_next_heading_of_its_level() -> None:
    text = f"# Clouds\n\n## Notes\n\nWords.\n\n### Deeper\n\nWords.\n\n{OPERATION}"
    result = read(text)
    assert list(result.document["paths"]) == ["/v1/x"]
    assert unread(result) == []


@pytest.mark.parametrize(
    "lines",
    [
        "**get** `/v1/x`\n\n**post** `/v1/x`",
        "**get** `/v1/x`\n**post** `/v1/x`",
        "**get** `/v1/x`\n\nWords, and then\n**post** `/v1/x`",
    ],
)
def test_a_second_operation_under_one_heading_is_reported(lines: str) -> None:
    result = read(f"# Get\n\n{lines}\n\n## Returns\n\n- `sky: string`\n")
    assert unread(result) == ["**post** `/v1/x`"]


def test_permissions_are_kept_out() -> None:
    title = "Accepted Permissions (at least one required)"
    result = read(f"{OPERATION}\n### {title}\n\n- `Clouds Read`\n- `Clouds Write`\n")
    assert unread(result) == []
    result = read(f"{OPERATION}\n### {title}\n\n- `sky: string`\n")
    assert unread(result) == ["- `sky: string`"]


def test_pages_of_our_docs_are_known_without_being_named() -> None:
    generated = Path(__file__).parents[3] / "generated"
    paths = [
        p for p in generated.glob("*/docs/*/*.md") if p.parent.name in ("models", "operations")
    ]
    assert paths
    for path in paths:
        found = detect(PageSource(path.name, path.read_text(encoding="utf-8")))
        assert found is not None, path.name
        assert found.family == "stainless-md", (path.name, found.scores)
