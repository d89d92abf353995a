"""`--update`, golden files, and the record of what the tests show about each target."""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from apiscribe.support import support_table, target_support, with_table
from case_table import FILE as CASES_PAGE
from case_table import known_cells, table

ROOT = Path(__file__).parents[1]
SUPPORT = ROOT / "generator" / "apiscribe" / "support.json"
# What tests look at is made anew; a cache would make a second run equal to the first by itself.
os.environ["APISCRIBE_CACHE_DIR"] = ""
_SHOWN = pytest.StashKey[dict[tuple[str, str], str]]()
_CELLS = pytest.StashKey[dict[tuple[str, str], str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite golden files from this run")


def pytest_configure(config: pytest.Config) -> None:
    # pytest-xdist writes the group of a test into this; without it, groups that share a folder
    # are spread over processes and overwrite each other's files.
    if getattr(config.option, "dist", "no") == "loadgroup" and not hasattr(pytest.Item, "_nodeid"):
        raise pytest.UsageError(f"pytest-xdist keeps no groups together under {pytest.__version__}")
    config.addinivalue_line(
        "markers", "shows(target, feature): the test shows that a target has a feature"
    )
    config.stash[_SHOWN] = {}
    config.stash[_CELLS] = {}


@pytest.fixture
def update(pytestconfig: pytest.Config) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(pytestconfig.getoption("--update"))


@pytest.fixture
def golden(update: bool, request: pytest.FixtureRequest) -> Callable[[Path, str | bytes], None]:
    """Compare with a golden file, or rewrite it; a failure prints the command that rewrites."""

    def compare(path: Path, content: str | bytes) -> None:
        new = content.encode() if isinstance(content, str) else content
        old = path.read_bytes() if path.exists() else None
        if old == new:
            return
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(new)
            return
        lines = difflib.unified_diff(
            (old or b"").decode("utf-8", "replace").splitlines(),
            new.decode("utf-8", "replace").splitlines(),
            f"{path.relative_to(ROOT)} (golden)",
            "this run",
            lineterm="",
        )
        diff = "\n".join(islice(lines, 80))
        command = f"pytest --update '{request.node.nodeid}'"
        pytest.fail(
            f"{path.relative_to(ROOT)} differs; to accept: {command}\n{diff}", pytrace=False
        )

    return compare


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference pages beside the project; tests that need it skip without it."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("../shared is not here")
    return folder


def require_tool(found: object, name: str) -> None:
    """Skip visibly without a toolchain; an error where `CI=true`, so that nothing hides."""
    if found:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"{name} is missing, and CI must have it", pytrace=False)
    pytest.skip(f"{name} is missing")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers("shows"):
        item.user_properties.append(("shows", json.dumps(marker.args)))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Gather outcomes; runs in the controlling process under xdist too."""
    if report.when != "call" and report.outcome == "passed":
        return
    for name, value in report.user_properties:
        if name == "cell":
            case, column, cell = json.loads(str(value))
            _config[0].stash[_CELLS][case, column] = cell
        if name == "shows":
            target, feature = json.loads(str(value))
            shown = _results().get((target, feature), "skipped")
            _results()[target, feature] = max(shown, report.outcome, key=_WEIGHT.index)


_WEIGHT = ("skipped", "passed", "failed")
"""A failure outweighs what passed; what one test could not try, another may have shown."""
_config: list[pytest.Config] = []


def _results() -> dict[tuple[str, str], str]:
    return _config[0].stash[_SHOWN]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    _config[:] = [session.config]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hold `support.json` and `docs/cases.md` to the outcomes, or rewrite what was run."""
    if hasattr(session.config, "workerinput"):
        return
    hold_cases(session)
    hold_support(session)


def disagree(session: pytest.Session, what: str) -> None:
    """Fail the run because of a record."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        reporter.write_line(f"{what} differs from these results; to accept: pytest --update")
    session.exitstatus = pytest.ExitCode.TESTS_FAILED


def hold_cases(session: pytest.Session) -> None:
    """The table case × target; a run of all its cells prints it."""
    cells = session.config.stash[_CELLS]
    if not cells:
        return
    known = known_cells()
    merged = {**known, **cells}
    if known.keys() <= cells.keys():
        merged = cells
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.write_line("")
            reporter.write_line(table(cells))
    text = table(merged)
    if session.config.getoption("--update"):
        CASES_PAGE.write_text(text, encoding="utf-8")
    elif not CASES_PAGE.exists() or CASES_PAGE.read_text("utf-8") != text:
        disagree(session, "docs/cases.md")


def hold_support(session: pytest.Session) -> None:
    """Hold `support.json` to the outcomes, or rewrite what was run with `--update`."""
    results = {key: value for key, value in _results().items() if value != "skipped"}
    if not results:
        return
    known = json.loads(SUPPORT.read_text()) if SUPPORT.exists() else {}
    merged = {target: dict(features) for target, features in known.items()}
    for (target, feature), outcome in results.items():
        merged.setdefault(target, {})[feature] = outcome == "passed"
    if merged == known:
        return
    if session.config.getoption("--update"):
        SUPPORT.write_text(json.dumps(merged, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
        readme = ROOT / "README.md"
        readme.write_text(with_table(readme.read_text(), support_table(target_support())))
        return
    disagree(session, "support.json")
