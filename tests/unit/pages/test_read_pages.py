"""Pages of our own against what a person reads in them: every fact, its certainty, every lost line."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.detect import family_ids
from apiscribe.pages.transcribe import transcribe
from openapi_spec_validator import validate
from page_facts import PAGES, cases, differences, expectation, fact_lines, figures, pages_of

CASES = [(family, case) for family in family_ids() for case in cases(family)]
WHOLE = [
    (family, case)
    for family, case in CASES
    if all((PAGES / family / f"{case}{end}").exists() for end in (".facts", ".yaml", ".json"))
]


def test_each_page_has_its_document_and_report() -> None:
    """Pages that are read have them, by whatever means their facts are given."""
    missing = [
        f"{family}/{case}{end}"
        for family, case in CASES
        for end in (".yaml", ".json")
        if not (PAGES / family / f"{case}{end}").exists()
    ]
    assert missing == []


@pytest.mark.parametrize(("family", "case"), CASES)
def test_page_is_read_as_a_person_reads_it(family: str, case: str) -> None:
    """Line by line: what a page states, what is inferred or assumed, and what is not understood."""
    result = transcribe(pages_of(family, case), Diagnostics())
    assert {page.family for page in result.report.pages} == {family}, "detected without --family"
    assert "\n".join(differences(fact_lines(result), expectation(family, case))) == ""


def in_order(data: Any) -> str:
    """Data as text that keeps the order of members, which is part of what is expected."""
    return json.dumps(data, indent=1, ensure_ascii=False)


def as_far_as(expected: Any, told: Any) -> Any:
    """Those members of `told` that `expected` has: a person writes what matters of a report."""
    if isinstance(expected, dict) and isinstance(told, dict):
        return {key: as_far_as(expected[key], told[key]) for key in expected if key in told}
    if isinstance(expected, list) and isinstance(told, list) and len(expected) == len(told):
        return [as_far_as(*pair) for pair in zip(expected, told, strict=True)]
    return told


@pytest.mark.parametrize(("family", "case"), WHOLE)
def test_page_gives_the_spec_and_report_that_a_person_wrote(family: str, case: str) -> None:
    """Beside the facts: the whole document, and of the report counts, questions, conflicts, gaps."""
    result = transcribe(pages_of(family, case), Diagnostics())
    document = yaml.safe_load((PAGES / family / f"{case}.yaml").read_text(encoding="utf-8"))
    assert in_order(result.document) == in_order(document)
    report = json.loads((PAGES / family / f"{case}.json").read_text(encoding="utf-8"))
    assert {"counts", "questions", "conflicts", "not_understood"} <= report.keys()
    assert in_order(as_far_as(report, result.report.to_json())) == in_order(report)
    validate(result.document)


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
