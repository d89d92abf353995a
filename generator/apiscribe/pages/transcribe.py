"""Pages → one OpenAPI document, its provenance and a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.assemble import assemble
from apiscribe.pages.detect import choose_reader
from apiscribe.pages.facts import Facts
from apiscribe.pages.page import PageSource
from apiscribe.pages.provenance import provenance
from apiscribe.pages.report import Report, make_report


@dataclass(frozen=True, slots=True)
class Transcription:
    """`document`: OpenAPI 3.2.0, in the page's order. `provenance`: contents of `provenance.json`."""

    document: dict[str, Any]
    provenance: dict[str, Any]
    report: Report


def transcribe(
    pages: Sequence[PageSource],
    diagnostics: Diagnostics,
    *,
    family: str | None = None,
    descriptions: Literal["keep", "omit"] = "keep",
) -> Transcription:
    """Read `pages` into one document.

    `family` names the family of all pages; without it each page's is detected. With
    `descriptions="omit"` no sentence of a page gets into the document.

    Raises `ApiscribeError` when there is no page, a page is empty, of no known family, or `family`
    is unknown. What is not understood is in the report, and is no error here.
    """
    if not pages and not diagnostics.errors:
        diagnostics.error(
            "pages/none",
            "There is no page to read.",
            None,
            "Name one or more pages, or - for stdin.",
        )
    facts = [read for page in pages if (read := _read(page, diagnostics, family)) is not None]
    diagnostics.stop_on_errors()
    assembly = assemble(facts, descriptions == "keep")
    return Transcription(
        assembly.document,
        provenance([f.page for f in facts], [f.family for f in facts], assembly.trace),
        make_report(facts, assembly),
    )


def _read(page: PageSource, diagnostics: Diagnostics, family: str | None) -> Facts | None:
    reader = choose_reader(page, diagnostics, family)
    return reader.read(page, diagnostics) if reader is not None else None
