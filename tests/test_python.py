"""The generated Python packages as type checkers, black, pytest and pip see them."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest
from generated_files import APIS, generate, lay_out, mock_server

pytestmark = pytest.mark.xdist_group("python")


@pytest.fixture(scope="module", params=APIS)
def api(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def package(api: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundled API's package, with its own settings of all tools."""
    folder = tmp_path_factory.mktemp(api)
    lay_out(generate("python", api), folder)
    return folder


@pytest.fixture(scope="module")
def mock_url(api: str) -> Iterator[str]:
    with mock_server(api) as url:
        yield url


def run(
    folder: Path, tool: str, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a tool of this environment as a module, in `folder`."""
    return subprocess.run(
        [sys.executable, "-m", tool, *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )


def check(folder: Path, tool: str, *arguments: str, **environment: str) -> str:
    """Run a tool, which must be content; what it printed."""
    found = run(folder, tool, *arguments, **environment)
    if found.returncode:
        text = (found.stdout + found.stderr)[-6000:]
        pytest.fail(f"{tool} {' '.join(arguments)}\n{text}", pytrace=False)
    return found.stdout


TYPE_CHECKERS: Sequence[Sequence[str]] = (
    ("mypy", "--strict"),
    ("pyright", "--pythonpath", sys.executable),
)


@pytest.mark.shows("python", "compiles strictly")
@pytest.mark.parametrize("checker", TYPE_CHECKERS, ids=lambda checker: str(checker[0]))
def test_types(package: Path, checker: Sequence[str]) -> None:
    """Sources and tests, by the package's own settings (strict in both)."""
    check(package, *checker)


@pytest.mark.shows("python", "formatted")
def test_format(package: Path) -> None:
    check(package, "black", "--check", "--quiet", ".")


@pytest.mark.shows("python", "own tests")
def test_own_tests(package: Path, mock_url: str) -> None:
    said = check(
        package, "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", TEST_BASE_URL=mock_url
    )
    assert " passed" in said
    assert "skipped" not in said


@pytest.mark.shows("python", "package")
def test_wheel(package: Path, api: str, tmp_path: Path) -> None:
    """It builds, carries its types and its licence of use, and imports with nothing else of ours."""
    check(package, "build", "--no-isolation", "--wheel", "--outdir", str(tmp_path), ".")
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    (module,) = {name.partition("/")[0] for name in names if ".dist-info/" not in name}
    assert f"{module}/py.typed" in names
    assert not [name for name in names if "tests/" in name or name.endswith(".json")]
    venv.create(tmp_path / "clean", with_pip=False, symlinks=True)
    python = tmp_path / "clean" / "bin" / "python"
    program = f"import sys; sys.path.insert(0, {str(wheel)!r}); import {module} as m; print(m.__version__)"
    found = subprocess.run(
        [str(python), "-c", program], capture_output=True, text=True, timeout=120
    )
    assert found.stdout.strip() == "0.1.0", found.stderr


@pytest.mark.parametrize("checker", TYPE_CHECKERS, ids=lambda checker: str(checker[0]))
def test_the_checks_see_faults(package: Path, checker: Sequence[str]) -> None:
    """Guards the tests above: a type error in a package's own tests does not pass."""
    bad = package / "tests" / "bad.py"
    bad.write_text("number: int = 'text'\n")
    try:
        assert run(package, *checker, "tests/bad.py").returncode == 1
    finally:
        bad.unlink()
