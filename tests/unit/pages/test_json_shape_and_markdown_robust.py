"""Readers of strange pages: no fault, and no line that vanishes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pages import json_shape, stainless_markdown
from apiscribe.pages.detect import Reader, detect
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import transcribe

FOLDER = Path(__file__).parents[2] / "pages"
READERS: dict[str, Reader] = {"json-shape": json_shape, "stainless-md": stainless_markdown}


def texts(family: str) -> list[tuple[str, str]]:
    paths = sorted(p for p in (FOLDER / family).rglob("*") if p.suffix in (".txt", ".md"))
    return [(path.name, path.read_text(encoding="utf-8")) for path in paths]


def check(family: str, page: PageSource) -> None:
    """Every line with text is a fact, furniture or unread; assembling works."""
    diagnostics = Diagnostics()
    facts = READERS[family].read(page, diagnostics)
    unread = {each.span.line for each in facts.unread}
    with_text = {line.number for line in page.lines if line.text}
    assert unread <= with_text
    if facts.endpoints or facts.models:
        assert not diagnostics.errors
        transcribe([page], Diagnostics(), family=family)
        return
    with pytest.raises(ApiscribeError) as stopped:
        transcribe([page], Diagnostics(), family=family)
    assert [d.rule for d in stopped.value.diagnostics] in (
        ["pages/nothing-read"],
        ["pages/language-flavour"],
        ["pages/empty"],
    )


@pytest.mark.parametrize("family", READERS)
def test_cut_pages(family: str) -> None:
    for name, text in texts(family):
        lines = text.split("\n")
        for end in range(1, len(lines), 7):
            check(family, PageSource(name, "\n".join(lines[:end])))
            check(family, PageSource(name, "\n".join(lines[end:]) or "x"))


@pytest.mark.parametrize("family", READERS)
def test_shuffled_pages(family: str) -> None:
    dice = random.Random(7)
    for name, text in texts(family):
        lines = text.split("\n")
        for _ in range(10):
            dice.shuffle(lines)
            check(family, PageSource(name, "\n".join(lines)))


@pytest.mark.parametrize("family", READERS)
def test_pages_with_lost_characters(family: str) -> None:
    dice = random.Random(11)
    for name, text in texts(family):
        for _ in range(10):
            kept = "".join(c for c in text if dice.random() > 0.02)
            check(family, PageSource(name, kept))


@pytest.mark.parametrize("family", READERS)
def test_each_page_is_read_by_the_other_reader_without_fault(family: str) -> None:
    for other in READERS:
        for name, text in texts(other):
            check(family, PageSource(name, text))


@pytest.mark.parametrize(
    "text",
    [
        "Only words.\n\nAnd more of them.",
        '{"openapi": "3.1.0", "info": {"title": string}}',
        '{\n  "a": 1,\n  "b": "two"\n}',
        "| Field | Type |\n| --- | --- |\n| id | string |",
        "- `code` is a word\n- `other` as well",
    ],
)
def test_pages_of_no_family(text: str) -> None:
    assert detect(PageSource("page.txt", text)) is None


def test_every_page_is_detected() -> None:
    for family in READERS:
        for name, text in texts(family):
            found = detect(PageSource(name, text))
            assert found is not None, name
            assert found.family == family, (name, found.scores)
