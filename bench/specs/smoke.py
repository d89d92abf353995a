"""The packages' own tests against the mock server: which operations were called, which tests failed."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from bench.specs.checks import Check
from bench.timing import Cost, measure_output


@dataclass(frozen=True, slots=True)
class Smoke:
    """Accessors with a passed test, tests that passed, and those that failed with their reasons."""

    called: frozenset[str]
    passed: int
    failed: tuple[str, ...]
    cost: Cost
    said: str


def smoke_python(package: Path, url: str, report: Path) -> Smoke:
    """pytest on the package's tests; an accessor counts when a passed test calls it."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-q"]
    cost, said = measure_output(
        [*command, "--tb=line", f"--junitxml={report}"],
        folder=package,
        environment={"TEST_BASE_URL": url},
    )
    calls = dict(_python_calls(package))
    return _smoke(report, cost, said, lambda name: calls.get(name, ""))


def _python_calls(package: Path) -> Iterator[tuple[str, str]]:
    """`tests.resources.test_x.test_y` → the accessor it calls."""
    for module in sorted((package / "tests" / "resources").glob("test_*.py")):
        for test in ast.parse(module.read_text()).body:
            if isinstance(test, ast.FunctionDef):
                found = re.search(r"\bclient\.[\w.]+(?=\()", ast.unparse(test))
                accessor = found[0].replace(".with_raw_response", "") if found else ""
                yield f"tests.resources.{module.stem}.{test.name}", accessor


def smoke_typescript(package: Path, url: str, report: Path, checked: Check) -> Smoke:
    """`node --test` on what `tsc` wrote; a test's name begins with the accessor it calls."""
    files = sorted(str(path) for path in (package / "build" / "tests").glob("*.test.js"))
    if not files:
        return Smoke(frozenset(), 0, ("tsc wrote nothing",), checked.cost, checked.said)
    command = ["node", "--test", "--test-reporter=junit", f"--test-reporter-destination={report}"]
    cost, said = measure_output(
        [*command, *files], folder=package, environment={"TEST_BASE_URL": url}
    )
    return _smoke(report, cost, said, lambda name: name.rpartition("test.")[2].partition(",")[0])


def _smoke(report: Path, cost: Cost, said: str, accessor: object) -> Smoke:
    assert callable(accessor)
    called: set[str] = set()
    failed: list[str] = []
    passed = 0
    if not report.exists():
        return Smoke(frozenset(), 0, (cost.failure or "no report",), cost, said)
    # Names in reports may hold characters that XML does not have.
    text = re.sub(r"&#(x[0-9a-fA-F]+|\d+);", _reference, report.read_text(errors="replace"))
    for case in ElementTree.fromstring(text).iter("testcase"):
        name = f"{case.get('classname')}.{case.get('name')}"
        bad = next((c for c in case if c.tag in ("failure", "error", "skipped")), None)
        if bad is not None:
            failed.append(f"{name}: {(bad.get('message') or bad.text or '')[:2000]}")
            continue
        passed += 1
        if found := accessor(name):
            called.add(str(found))
    return Smoke(frozenset(called), passed, tuple(failed), cost, said)


def _reference(match: re.Match[str]) -> str:
    text = match[1]
    code = int(text[1:], 16) if text[0] == "x" else int(text)
    return match[0] if code in (9, 10, 13) or code >= 32 else "?"
