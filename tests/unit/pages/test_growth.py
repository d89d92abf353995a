"""Work grows with the page, not with its square: counted in lines of our code that are run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.report import Report
from apiscribe.pages.transcribe import transcribe

HEAD = "# Lamps\n\n## Switch\n\n`POST https://lamp.test/switch`\n\n### Body\n\n"
TABLE = HEAD + "| Name | Type | Description |\n| --- | --- | --- |\n"
FIRST = TABLE + "| a | string | One. |\n\n"
ANSWER = HEAD.replace("### Body", "### Response")
ROWS = "| Name | Type |\n| --- | --- |\n| a | string |\n\n"
LIST = "Switch\n\nPOST https://lamp.test/switch\n\nBody\n\na\nstring\nrequired\n\nb\nobject\nrequired\n\n"


def each(row: Callable[[int], str]) -> Callable[[int], str]:
    return lambda count: "".join(map(row, range(count)))


PAGES: dict[str, tuple[str, Callable[[int], str]]] = {
    "rows": (TABLE, each(lambda i: f"| f{i} | string | Number {i}. |\n")),
    "rows of one name": (TABLE, each(lambda i: f"| on | string | Number {i}. |\n")),
    "members of a sample": (
        ANSWER + ROWS,
        lambda n: "```json\n{\n" + ",\n".join(f'"f{i}": null' for i in range(n)) + "\n}\n```\n",
    ),
    "values of a sample": (
        ANSWER,
        lambda n: "```json\n[\n" + ",\n".join(f'{{"a": {i}}}' for i in range(n)) + "\n]\n```\n",
    ),
    "parameters": (HEAD, each(lambda i: f"**Parameters**\n\n- `a{i}` (string): text\n\n")),
    "schemas": (
        "# Lamps\n\n`GET https://lamp.test/x`\n\n",
        each(lambda i: f"## Thing{i} object\n\n{ROWS}Returns a Thing{i}.\n\n"),
    ),
    "operations": (
        "# Lamps\n\n",
        each(lambda i: f"## Do {i}\n\n`GET https://lamp.test/x{i}`\n\n{ROWS}"),
    ),
    "operations of a list": (
        LIST,
        each(lambda i: f"Do {i}\n\nGET https://lamp.test/x{i}\n\nQuery\n\na\nstring\n\n"),
    ),
    "components": (
        HEAD,
        each(lambda i: f'<ParamField body="f{i}" type="string">\ntext\n</ParamField>\n\n'),
    ),
}


def work(text: str) -> int:
    """How many lines of the package are run to transcribe a page."""
    count = 0

    def local(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        return local

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        return local if "apiscribe" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        transcribe([PageSource("page.md", text)], Diagnostics())
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("kind", PAGES)
def test_four_times_the_page_is_about_four_times_the_work(kind: str) -> None:
    head, body = PAGES[kind]
    transcribe([PageSource("page.md", head + body(2))], Diagnostics())  # imports, caches
    assert work(head + body(160)) < 5 * work(head + body(40))


def report_of(text: str) -> Report:
    return transcribe([PageSource("page.md", text)], Diagnostics()).report


def test_a_conflict_that_stands_everywhere_is_told_once_with_its_number() -> None:
    report = report_of(TABLE + "".join(f"| on | string | Number {i}. |\n" for i in range(400)))
    (conflict,) = report.conflicts
    assert "400 places" in conflict.message
    assert len(conflict.spans) == 8


def test_few_conflicts_are_told_one_by_one() -> None:
    report = report_of(TABLE + "".join(f"| on | string | Number {i}. |\n" for i in range(3)))
    assert [len(conflict.spans) for conflict in report.conflicts] == [2, 2]


@pytest.mark.parametrize(
    ("head", "line"),
    [
        (FIRST, '<ParamField body="a" type="object">\n'),
        (FIRST, "{\n"),
        (LIST + "Available options:\nx,\ny\n\n", "{\n"),
    ],
    ids=["components", "brackets", "brackets in a list"],
)
def test_what_nothing_closes_is_not_looked_for_again_and_again(head: str, line: str) -> None:
    assert work(head + line * 1200) < 5 * work(head + line * 300)


@pytest.mark.parametrize(
    "text",
    [
        LIST + "".join(f"f{i}\nobject\nHide child attributes\n\n" for i in range(1500)),
        TABLE + "| " + ".".join(["a"] * 1500) + " | string | Deep. |\n",
        FIRST + '<ParamField body="a" type="object">\n' * 900 + "</ParamField>\n" * 900,
    ],
    ids=["frames", "a dotted name", "components"],
)
def test_depth_is_bounded(text: str) -> None:
    assert report_of(text).counts["operations"] == 1
