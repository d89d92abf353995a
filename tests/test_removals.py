"""The vectors see what a runtime lacks: each behaviour is taken out once, and its vector fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from apiscribe.conformance import vectors_in_thread
from node_tools import node_modules, transpile
from removals import REMOVALS, Change, Removal
from test_conformance import SUITES, lay_out, read_report

RUNTIME = {"python": "_runtime", "typescript": "runtime"}


@pytest.fixture(scope="module")
def vector_url() -> Iterator[str]:
    with vectors_in_thread(SUITES) as url:
        yield url


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("removals")


def changed_package(removal: Removal, language: str, packages: Path, folder: Path) -> None:
    """The package of the removal's suite, made once, without the behaviour."""
    whole = packages / f"{language}-{removal.suite}"
    if not whole.exists():
        lay_out(next(s for s in SUITES if s.name == removal.suite), language, whole)
    shutil.copytree(whole, folder, dirs_exist_ok=True)
    (runtime,) = (path for path in (folder / "src").rglob(RUNTIME[language]) if path.is_dir())
    changes: tuple[Change, ...] = getattr(removal, language)
    for name, old, new in changes:
        text = (runtime / name).read_text()
        assert old in text, f"{name} has no {old!r}: say in removals.py how it is taken out now"
        (runtime / name).write_text(text.replace(old, new))


def failures(folder: Path, command: list[str], vector_url: str) -> list[str]:
    """What the one vector that `command` runs says; it must run."""
    report = folder / "report.xml"
    subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "CONFORMANCE_URL": vector_url, "PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    found = read_report(report)
    assert found, "the vector did not run"
    return [line for lines in found.values() for line in lines]


@pytest.mark.parametrize(
    "removal", [r for r in REMOVALS if r.python], ids=lambda removal: str(removal.behaviour)
)
def test_python(removal: Removal, packages: Path, tmp_path: Path, vector_url: str) -> None:
    changed_package(removal, "python", packages, tmp_path)
    module = f"conformance/test_{removal.suite}.py"
    test = f"{module}::test_{removal.key.replace('-', '_')}"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=."]
    assert failures(tmp_path, [*command, "--junit-xml=report.xml", test], vector_url)


@pytest.mark.parametrize(
    "removal", [r for r in REMOVALS if r.typescript], ids=lambda removal: str(removal.behaviour)
)
def test_typescript(removal: Removal, packages: Path, tmp_path: Path, vector_url: str) -> None:
    node_modules()
    changed_package(removal, "typescript", packages, tmp_path)
    transpile(tmp_path)
    command = ["node", "--test", f"--test-name-pattern=^{removal.suite}/{removal.key}$"]
    report = ["--test-reporter=junit", "--test-reporter-destination=report.xml"]
    test = f"conformance/{removal.suite}.test.mjs"
    assert failures(tmp_path, [*command, *report, test], vector_url)
