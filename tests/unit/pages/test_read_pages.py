"""Pages of our own against what a person reads in them: every fact, its certainty, every lost line."""

from __future__ import annotations

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.detect import family_ids
from apiscribe.pages.transcribe import transcribe
from page_facts import PAGES, cases, differences, expectation, fact_lines, figures, pages_of

CASES = [(family, case) for family in family_ids() for case in cases(family)]


@pytest.mark.parametrize(("family", "case"), CASES)
def test_page_is_read_as_a_person_reads_it(family: str, case: str) -> None:
    """Line by line: what a page states, what is inferred or assumed, and what is not understood."""
    result = transcribe(pages_of(family, case), Diagnostics())
    assert {page.family for page in result.report.pages} == {family}, "detected without --family"
    assert "\n".join(differences(fact_lines(result), expectation(family, case))) == ""


@pytest.mark.parametrize("family", sorted({family for family, _ in CASES}))
def test_no_wrong_fact_is_stated(family: str) -> None:
    counts = figures(family)
    assert counts["pages"] >= 6
    assert counts["wrong stated"] == 0


def test_the_figures_kept_are_those_of_the_pages() -> None:
    """`tests/pages/README.md` shows what the command prints."""
    shown = (PAGES / "README.md").read_text(encoding="utf-8")
    for family in {family for family, _ in CASES}:
        (row,) = [line.split() for line in shown.splitlines() if line.startswith(f"{family} ")]
        assert [int(cell) for cell in row[1:]] == list(figures(family).values())
