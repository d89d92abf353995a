"""Every case of a construct, in every target: all that its head expects, and that it is true."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from apiscribe.conformance import vectors_in_thread
from apiscribe.targets.registry import target_ids
from case_docs import docs_results
from case_files import Case, cases, unsaid
from case_go import go_results, try_go
from case_output import Results, input_results
from case_python import python_results, try_python
from case_site import site_results
from case_table import COLUMNS
from case_typescript import try_typescript, typescript_results

CASES = cases()
USABLE = tuple(case for case in CASES if not case.expectation.refused)


def parameters(column: str) -> list[Any]:
    """Cases as test parameters; those of a target run in one process."""
    return [
        pytest.param(case, id=case.name, marks=pytest.mark.xdist_group(f"cases-{column}"))
        for case in (CASES if column == "input" else USABLE)
    ]


@pytest.fixture
def hold(request: pytest.FixtureRequest) -> Callable[[Case, str, Results], None]:
    """Note a cell of the table, and fail with what did not hold."""

    def note(case: Case, column: str, results: Results) -> None:
        held = len(results.found) - len(results.failures)
        cell = str(held) if not results.failures else f"{held} of {len(results.found)}"
        request.node.user_properties.append(("cell", json.dumps([case.name, column, cell])))
        if results.failures:
            pytest.fail("\n".join(results.failures), pytrace=False)

    return note


@pytest.fixture(scope="session")
def case_url() -> Iterator[str]:
    with vectors_in_thread([case.suite for case in USABLE]) as url:
        yield url


@pytest.fixture(scope="session")
def batch(
    tmp_path_factory: pytest.TempPathFactory, case_url: str, request: pytest.FixtureRequest
) -> Callable[[Callable[..., Any]], Any]:
    """What a function makes of all the cases that are asked for, once."""
    asked = {
        case.name
        for item in request.session.items
        if hasattr(item, "callspec") and isinstance(case := item.callspec.params.get("case"), Case)
    }
    chosen = [case for case in USABLE if case.name in asked]

    @cache
    def tried(function: Callable[..., Any]) -> tuple[Any, str]:
        try:
            folder = tmp_path_factory.mktemp(function.__name__)
            return function(chosen, folder, case_url), ""
        except (Exception, pytest.fail.Exception):  # once for all, not once for each
            return None, traceback.format_exc()

    def run(function: Callable[..., Any]) -> Any:
        result, fault = tried(function)
        if fault:
            pytest.fail(fault, pytrace=False)
        return result

    return run


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_word_of_the_head_has_a_check(case: Case) -> None:
    assert list(unsaid(case)) == []


def test_what_waits_for_a_language_waits_for_it() -> None:
    """When the language comes, so do its checks."""
    late = [
        f"{case.name}: {clause.name}: {name}"
        for case in CASES
        for clause in case.expectation.clauses
        for name in clause.later
        if name in target_ids()
    ]
    assert late == []


def test_the_table_has_every_target() -> None:
    assert {*target_ids()} == {*COLUMNS} - {"input"}


@pytest.mark.parametrize("case", parameters("input"))
def test_input(case: Case, hold: Callable[[Case, str, Results], None], tmp_path: Path) -> None:
    hold(case, "input", input_results(case, tmp_path))


@pytest.mark.parametrize("case", parameters("python"))
def test_python(case: Case, hold: Callable[[Case, str, Results], None], batch: Any) -> None:
    hold(case, "python", python_results(case, batch(try_python)))


@pytest.mark.parametrize("case", parameters("typescript"))
def test_typescript(case: Case, hold: Callable[[Case, str, Results], None], batch: Any) -> None:
    hold(case, "typescript", typescript_results(case, batch(try_typescript)))


@pytest.mark.parametrize("case", parameters("go"))
def test_go(case: Case, hold: Callable[[Case, str, Results], None], batch: Any) -> None:
    hold(case, "go", go_results(case, batch(try_go)))


@pytest.mark.parametrize("case", parameters("docs"))
def test_docs(case: Case, hold: Callable[[Case, str, Results], None]) -> None:
    hold(case, "docs", docs_results(case))


@pytest.mark.parametrize("case", parameters("site"))
def test_site(case: Case, hold: Callable[[Case, str, Results], None]) -> None:
    hold(case, "site", site_results(case))
