"""The generated Go modules as gofmt, the compiler, linters and a server see them."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from apiscribe.diagnostics import ApiscribeError
from generated_files import APIS, generate, lay_out, mock_server
from go_tools import (
    CACHE,
    MODULE,
    check,
    go,
    has_race,
    read_events,
    run,
    staticcheck,
    unformatted,
    write_package,
)

pytestmark = pytest.mark.xdist_group("go")

ROOT = Path(__file__).parents[1]
RUNTIME = ROOT / "templates" / "go" / "runtime"
CASES = [
    *sorted(path.parent for path in (ROOT / "tests" / "cases").glob("*/openapi.yaml")),
    *sorted(path.parent for path in (ROOT / "tests" / "conformance").glob("*/openapi.yaml")),
]
# Quotes, comment ends, reserved words and overlong names where a document may have them.
HOSTILE = ROOT / "tests" / "unit" / "targets" / "typescript" / "hostile.yaml"


def lint(folder: Path) -> None:
    """`staticcheck`, which must be content."""
    found = subprocess.run(
        [str(staticcheck()), "./..."], cwd=folder, capture_output=True, text=True, timeout=900
    )
    assert not found.returncode, (found.stdout + found.stderr)[-6000:]


@pytest.fixture(scope="module", params=APIS)
def api(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def package(api: str) -> Path:
    """A bundled API's module, at a place that stays, so that Go finds what it has built."""
    go()
    folder = CACHE / "apis" / api
    shutil.rmtree(folder, ignore_errors=True)
    lay_out(generate("go", api), folder)
    return folder


@pytest.fixture(scope="module")
def mock_url(api: str) -> Iterator[str]:
    with mock_server(api) as url:
        yield url


@pytest.mark.shows("go", "formatted")
def test_format(package: Path) -> None:
    assert unformatted(package) == ""


@pytest.mark.shows("go", "compiles strictly")
def test_vet_and_lint(package: Path) -> None:
    check("vet", "./...", folder=package)
    lint(package)


@pytest.mark.shows("go", "package")
def test_module_needs_nothing(package: Path) -> None:
    found = run("list", "-m", "all", folder=package)
    assert len(found.stdout.split()) == 1, found.stdout
    check("mod", "verify", folder=package)


@pytest.mark.shows("go", "own tests")
def test_own_tests(package: Path, mock_url: str) -> None:
    race = ["-race"] if has_race() else []
    found = run("test", "-json", "-count=1", *race, "./...", folder=package, TEST_BASE_URL=mock_url)
    events = read_events(found.stdout)
    assert not found.returncode, found.stdout[-4000:] + found.stderr
    tests = [name for _, name in events if name]
    assert len(tests) > 5
    assert not [text for text in events.values() if text and "no test files" not in text]


@pytest.mark.shows("go", "own tests")
def test_runtime() -> None:
    """What vectors cannot say, in Go: see `tests/go`."""
    folder = CACHE / "runtime"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(RUNTIME, folder)
    for source in (ROOT / "tests" / "go").glob("*_test.go"):
        shutil.copy(source, folder)
    assert unformatted(folder) == ""
    race = ["-race"] if has_race() else []
    check("test", "-count=1", *race, ".", folder=folder)
    check("vet", ".", folder=folder)
    lint(folder)


@pytest.fixture(scope="module")
def small_cases() -> Path:
    """The packages of all small cases, side by side over one runtime."""
    go()
    folder = CACHE / "cases"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    specs = [case / "openapi.yaml" for case in CASES] + [HOSTILE]
    for spec in specs:
        # Before `core` in order, so that imports stay sorted when all share one.
        name = "case" + re.sub(r"[^a-z0-9]", "", f"{spec.parent.parent.name}{spec.parent.name}")
        try:
            files = generate("go", str(spec), {"module": f"{MODULE}/{name}", "package": name})
        except ApiscribeError:
            continue  # a case of an unusable spec
        write_package(files, folder, name)
    return folder


@pytest.mark.shows("go", "compiles strictly")
def test_small_cases_compile(small_cases: Path) -> None:
    check("vet", "./...", folder=small_cases)
    lint(small_cases)


@pytest.mark.shows("go", "formatted")
def test_small_cases_are_formatted(small_cases: Path) -> None:
    assert unformatted(small_cases) == ""


def test_the_checks_see_faults(small_cases: Path) -> None:
    """Guards the tests above: a type error and a badly laid out line do not pass."""
    folder = small_cases / "bad"
    folder.mkdir()
    try:
        (folder / "bad.go").write_text('package bad\nvar  N int = "text"\n')
        assert unformatted(folder)
        assert run("vet", "./bad", folder=small_cases).returncode
    finally:
        shutil.rmtree(folder)
