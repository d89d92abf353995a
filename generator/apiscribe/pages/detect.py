"""Which family a page belongs to. Readers are imported only when they are asked."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from apiscribe.diagnostics import Diagnostics, Span
from apiscribe.pages.facts import Facts
from apiscribe.pages.page import PageSource

FAMILIES = {
    "embedded-spec": "apiscribe.pages.embedded",
    "stainless-text": "apiscribe.pages.stainless_text",
    "stainless-md": "apiscribe.pages.stainless_markdown",
    "json-shape": "apiscribe.pages.json_shape",
    "component-mdx": "apiscribe.pages.component_pages",
    "field-list": "apiscribe.pages.vertical",
    "hand-written": "apiscribe.pages.hand_written",
    "examples": "apiscribe.pages.example_only",
}
"""Family → reader module. A new family is one module and one line here."""

THRESHOLD = 0.3
"""A page that no reader scores this high is of no known family."""


class Reader(Protocol):
    """What a reader module offers."""

    FAMILY: str

    def score(self, page: PageSource) -> float:
        """How much the page looks like this family: 0 (not at all) to 1 (certainly). Cheap."""

    def read(self, page: PageSource, diagnostics: Diagnostics) -> Facts:
        """Everything the page says. Never raises on a strange page: lines go to `unread`."""


@dataclass(frozen=True, slots=True)
class Detection:
    """The reader chosen, and every family's score."""

    family: str
    scores: dict[str, float]


def family_ids() -> tuple[str, ...]:
    """The families that `--family` takes."""
    return tuple(FAMILIES)


def reader(family: str) -> Reader:
    """The reader module of a family of `FAMILIES`."""
    return cast("Reader", import_module(FAMILIES[family]))


def detect(page: PageSource) -> Detection | None:
    """The family with the highest score, the earlier registered on a tie; `None` below the threshold."""
    scores = {family: reader(family).score(page) for family in FAMILIES}
    best = max(scores, key=lambda family: scores[family])
    return Detection(best, scores) if scores[best] >= THRESHOLD else None


def choose_reader(
    page: PageSource, diagnostics: Diagnostics, family: str | None = None
) -> Reader | None:
    """The reader for `page`: the one named, else the one detected. `None` after an error.

    Errors: `pages/unknown-family-name`, `pages/empty`, `pages/no-content`, `pages/unknown-family`.
    """
    known = ", ".join(FAMILIES)
    if family is not None and family not in FAMILIES:
        near = difflib.get_close_matches(family, FAMILIES, 1)
        hint = f"Did you mean {near[0]}? " if near else ""
        diagnostics.error(
            "pages/unknown-family-name",
            f"There is no page family called {family!r}.",
            None,
            f"{hint}The families are {known}.",
        )
        return None
    if page.original and len(page.text.split()) < 4:
        diagnostics.error(
            "pages/no-content",
            "The HTML file has no text: a script fills the page in.",
            Span(page.name, 1),
            "Open the page in a browser, select all, copy, and save that; or fetch its Markdown "
            "form (many sites give it for the address with .md behind it).",
        )
        return None
    if not any(line.text for line in page.lines):
        diagnostics.error(
            "pages/empty",
            "The page has no text.",
            Span(page.name, 1),
            "Save the page's text (select all, copy) into the file and run again.",
        )
        return None
    if family is not None:
        return reader(family)
    if (found := detect(page)) is not None:
        return reader(found.family)
    first = next((line.number for line in page.lines if line.text), 1)
    diagnostics.error(
        "pages/unknown-family",
        "The page is of no family that apiscribe reads.",
        Span(page.name, first),
        f"The families are {known}; if it is one of them, name it with --family.",
    )
    return None
