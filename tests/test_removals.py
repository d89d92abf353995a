"""The vectors see what a runtime lacks: each behaviour is taken out once, and its vector fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

import pytest
from apiscribe.conformance import vectors_in_thread
from apiscribe.targets.go.conformance import vector_test
from go_tools import CACHE, MODULE, VECTOR_FILES, go, read_events
from go_tools import run as run_go
from node_tools import node_modules, transpile
from removals import REMOVALS, Change, Removal
from test_conformance import SUITES, generated, lay_out, read_report

RUNTIME = {"python": "_runtime", "typescript": "runtime"}
GO_REMOVALS = [removal for removal in REMOVALS if removal.go]


@pytest.fixture(scope="module")
def vector_url() -> Iterator[str]:
    with vectors_in_thread(SUITES) as url:
        yield url


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("removals")


def without(text: str, name: str, changes: tuple[Change, ...]) -> str:
    """A file of a runtime after the changes to it."""
    for file, old, new in changes:
        if file == name:
            assert old in text, f"{name} has no {old!r}: say in removals.py how it is taken out now"
            text = text.replace(old, new)
    return text


def changed_package(removal: Removal, language: str, packages: Path, folder: Path) -> None:
    """The package of the removal's suite, made once, without the behaviour."""
    whole = packages / f"{language}-{removal.suite}"
    if not whole.exists():
        lay_out(next(s for s in SUITES if s.name == removal.suite), language, whole)
    shutil.copytree(whole, folder, dirs_exist_ok=True)
    (runtime,) = (path for path in (folder / "src").rglob(RUNTIME[language]) if path.is_dir())
    changes: tuple[Change, ...] = getattr(removal, language)
    for name in {file for file, _, _ in changes}:
        (runtime / name).write_text(without((runtime / name).read_text(), name, changes))


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


@pytest.fixture(scope="module")
def go_results(vector_url: str) -> Mapping[tuple[str, str], str]:
    """Runs the vectors of all removals in a package for each; output of failures by test."""
    go()
    folder = CACHE / "removals"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "go.mod").write_text(f"module {MODULE}\n\ngo 1.23\n")
    for index, removal in enumerate(GO_REMOVALS):
        suite = next(suite for suite in SUITES if suite.name == removal.suite)
        files = generated(suite, "go", {"module": f"{MODULE}/removal{index}", "package": "sdk"})
        for path, content in files.items():
            inner = PurePosixPath(path)
            if path == "go.mod" or (path.endswith("_test.go") and path not in VECTOR_FILES):
                continue
            place = folder / f"removal{index}" / inner
            place.parent.mkdir(parents=True, exist_ok=True)
            text = content.decode()
            if inner.parts[0] == "core":
                text = without(text, inner.name, removal.go)
            place.write_text(text)
    tests = "|".join(sorted({vector_test(removal.key) for removal in GO_REMOVALS}))
    command = ("test", "-json", "-count=1", "-vet=off", "-run", f"^({tests})$", "./...")
    run = run_go(*command, folder=folder, CONFORMANCE_URL=vector_url)
    assert run.stdout, run.stderr
    return read_events(run.stdout)


@pytest.mark.xdist_group("go")
@pytest.mark.parametrize(
    ("index", "removal"),
    list(enumerate(GO_REMOVALS)),
    ids=[removal.behaviour for removal in GO_REMOVALS],
)
def test_go(index: int, removal: Removal, go_results: Mapping[tuple[str, str], str]) -> None:
    key = (f"removal{index}", vector_test(removal.key))
    assert key in go_results, f"the vector did not run: {go_results.get((key[0], ''), '')}"
    assert go_results[key]
