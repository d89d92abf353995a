"""Every vector of `tests/conformance`, run by every generated SDK in its own language."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from xml.etree import ElementTree

import pytest
from apiscribe.conformance import Suite, Vector, load_suite, vectors_in_thread
from apiscribe.diagnostics import Diagnostics
from apiscribe.emit.render import render_artifacts
from apiscribe.pipeline import load_api
from apiscribe.targets.base import TargetSettings
from apiscribe.targets.go.conformance import conformance_artifacts as go_artifacts
from apiscribe.targets.go.conformance import vector_test
from apiscribe.targets.python.conformance import conformance_artifacts as python_artifacts
from apiscribe.targets.registry import target
from apiscribe.targets.typescript.conformance import (
    conformance_artifacts as typescript_artifacts,
)
from go_tools import CACHE, MODULE, VECTOR_FILES, go, has_race, read_events, write_package
from go_tools import run as run_go
from node_tools import node_modules, transpile

FOLDER = Path(__file__).parent / "conformance"
SUITES = tuple(load_suite(f) for f in sorted(FOLDER.iterdir()) if (f / "vectors.yaml").exists())


def test_every_vector_counts_for_a_feature() -> None:
    assert [v.name for suite in SUITES for v in suite.vectors if not v.features] == []


def vectors(language: str) -> list[object]:
    """Suite and vector as test parameters, marked with the features they show."""
    return [
        pytest.param(
            suite,
            vector,
            id=f"{suite.name}-{vector.key}",
            marks=[
                pytest.mark.xdist_group("go" if language == "go" else f"{language}-{suite.name}"),
                *(pytest.mark.shows(language, feature) for feature in vector.features),
            ],
        )
        for suite in SUITES
        for vector in suite.vectors
    ]


@pytest.fixture(scope="session")
def vector_url() -> Iterator[str]:
    with vectors_in_thread(SUITES) as url:
        yield url


CONFORMANCE = {
    "go": go_artifacts,
    "python": python_artifacts,
    "typescript": typescript_artifacts,
}


def generated(suite: Suite, id: str, section: Mapping[str, str]) -> Mapping[str, bytes]:
    """The suite's SDK and its conformance tests; `section` are the target's settings."""
    diagnostics = Diagnostics()
    loaded = load_api(str(suite.folder), diagnostics)
    chosen = target(id)
    targets = {**loaded.settings.targets, id: section}
    given = loaded.settings.model_copy(update={"targets": targets})
    settings = TargetSettings(given, chosen.options.model_validate(section))
    artifacts = [*chosen.artifacts(loaded.api, settings, diagnostics)]
    tests = [*CONFORMANCE[id](suite, loaded.api, given)]
    own = {artifact.path for artifact in tests}
    artifacts = [*(one for one in artifacts if one.path not in own), *tests]
    files = render_artifacts(chosen, artifacts, diagnostics).files
    return {str(path): entry.content for path, entry in files.items()}


def lay_out(suite: Suite, id: str, folder: Path) -> None:
    """Generate the suite's SDK and its conformance tests into `folder`."""
    for path, content in generated(suite, id, {}).items():
        place = folder / PurePosixPath(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


@pytest.fixture(scope="session")
def python_results(
    tmp_path_factory: pytest.TempPathFactory, vector_url: str
) -> Callable[[Suite], Mapping[str, list[str]]]:
    """Runs a suite once; gives the failures of each test function (empty list: passed)."""

    @cache
    def run_named(name: str) -> Mapping[str, list[str]]:
        suite = next(suite for suite in SUITES if suite.name == name)
        folder = tmp_path_factory.mktemp(f"python-{suite.name}")
        lay_out(suite, "python", folder)
        report = folder / "report.xml"
        process = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
                *(f"--junit-xml={report}", "--rootdir=.", "conformance"),
            ],
            cwd=folder,
            env={**os.environ, "CONFORMANCE_URL": vector_url, "PYTHONPATH": str(folder / "src")},
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert report.exists(), process.stdout + process.stderr
        return read_report(report)

    return lambda suite: run_named(suite.name)


def read_report(report: Path) -> Mapping[str, list[str]]:
    """JUnit XML as failures by test function."""
    found: dict[str, list[str]] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        name, _, kind = case.attrib["name"].partition("[")
        failures = found.setdefault(name, [])
        for problem in (*case.iter("failure"), *case.iter("error")):
            failures.append(f"{kind.rstrip(']')}: {problem.text or problem.attrib.get('message')}")
    return found


@pytest.mark.parametrize(("suite", "vector"), vectors("python"))
def test_python(
    suite: Suite,
    vector: Vector,
    python_results: Callable[[Suite], Mapping[str, list[str]]],
) -> None:
    results = python_results(suite)
    name = "test_" + vector.key.replace("-", "_")
    assert name in results, f"{name} did not run; ran {len(results)} tests"
    assert not results[name], "\n".join(results[name])


@pytest.fixture(scope="session")
def typescript_results(
    tmp_path_factory: pytest.TempPathFactory, vector_url: str
) -> Callable[[Suite], Mapping[str, list[str]]]:
    """Runs a suite once; gives the failures of each test (empty list: passed)."""

    @cache
    def run_named(name: str) -> Mapping[str, list[str]]:
        suite = next(suite for suite in SUITES if suite.name == name)
        folder = tmp_path_factory.mktemp(f"typescript-{suite.name}")
        lay_out(suite, "typescript", folder)
        transpile(folder)
        report = folder / "report.xml"
        process = subprocess.run(
            [
                *("node", "--test", "--test-reporter=junit"),
                *(f"--test-reporter-destination={report}", f"conformance/{suite.name}.test.mjs"),
            ],
            cwd=folder,
            env={**os.environ, "CONFORMANCE_URL": vector_url},
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert report.exists(), process.stdout + process.stderr
        return read_report(report)

    node_modules()
    return lambda suite: run_named(suite.name)


@pytest.mark.parametrize(("suite", "vector"), vectors("typescript"))
def test_typescript(
    suite: Suite,
    vector: Vector,
    typescript_results: Callable[[Suite], Mapping[str, list[str]]],
) -> None:
    results = typescript_results(suite)
    name = f"{suite.name}/{vector.key}"
    assert name in results, f"{name} did not run; ran {len(results)} tests"
    assert not results[name], "\n".join(results[name])


@pytest.fixture(scope="session")
def go_results(vector_url: str) -> Mapping[tuple[str, str], str]:
    """Runs all suites at once, one package each over one runtime; output of failures by test."""
    go()
    # A place that stays: what Go has built is found again by path and content.
    folder = CACHE / "conformance"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for suite in SUITES:
        name = f"sdk{suite.name}"
        section = {"module": f"{MODULE}/{name}", "package": name}
        files = generated(suite, "go", section)
        own = [name for name in files if name.endswith("_test.go") and name not in VECTOR_FILES]
        write_package(files, folder, name, own)
    race = ["-race"] if has_race() else []
    run = run_go(
        "test", "-json", "-count=1", *race, "./...", folder=folder, CONFORMANCE_URL=vector_url
    )
    assert run.stdout, run.stderr
    return read_events(run.stdout)


@pytest.mark.parametrize(("suite", "vector"), vectors("go"))
def test_go(suite: Suite, vector: Vector, go_results: Mapping[tuple[str, str], str]) -> None:
    name = vector_test(vector.key)
    key = (f"sdk{suite.name}", name)
    assert key in go_results, f"{name} did not run: {go_results.get((key[0], ''), '')}"
    assert not go_results[key], go_results[key]
