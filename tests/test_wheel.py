"""A wheel carries all it needs; an editable install sees template edits."""

import os
import shutil
import site
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from command import apiscribe, files

pytestmark = pytest.mark.xdist_group("wheel")

ROOT = Path(__file__).parents[1]
CLEAN = {"PYTHONPATH": ""}
PROJECT = ("pyproject.toml", "README.md", "LICENSE", "generator", "templates", "spec")


def environment(folder: Path) -> Path:
    """A fresh virtual environment that borrows our dependencies but not our apiscribe; its python.

    A plain path line does not process the `.pth` files of the folder it names, so an editable
    apiscribe of the running environment stays invisible.
    """
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    (own,) = (folder / "lib").glob("python*/site-packages")
    (own / "borrowed.pth").write_text("\n".join(site.getsitepackages()) + "\n")
    return python


def pip(python: Path, *arguments: str) -> None:
    """Install from local files only."""
    offline = ("--no-deps", "--no-index", "--no-build-isolation", "--quiet")
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", *offline, *arguments],
        check=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, so that nothing is built or edited in the real one."""
    folder = tmp_path_factory.mktemp("project")
    for name in PROJECT:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def from_checkout(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("checkout")
    run = apiscribe("generate", "-o", str(out), folder=ROOT)
    assert run.returncode == 0, run.stderr
    return files(out)


def test_wheel(project: Path, from_checkout: dict[str, bytes], tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(dist)],
        cwd=project,
        check=True,
        capture_output=True,
        timeout=300,
    )
    (wheel,) = dist.glob("*.whl")
    python = environment(tmp_path / "venv")
    pip(python, str(wheel))
    empty = tmp_path / "empty"
    empty.mkdir()
    where = subprocess.run(
        [python, "-c", "import apiscribe; print(apiscribe.__file__)"],
        env={**os.environ, **CLEAN},
        cwd=empty,
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(where.stdout).is_relative_to(tmp_path / "venv")
    run = apiscribe("generate", folder=empty, python=str(python), environment=CLEAN)
    assert run.returncode == 0, run.stderr
    assert files(empty / "generated") == from_checkout


def test_editable_install_sees_template_edits(project: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "venv")
    pip(python, "--editable", str(project))
    template = sorted((project / "templates" / "docs").rglob("*.j2"))[0]
    before = template.read_text()

    def generated() -> bytes:
        asked = ("generate", "scale", "-t", "docs")
        run = apiscribe(*asked, folder=tmp_path, python=str(python), environment=CLEAN)
        assert run.returncode == 0, run.stderr
        return b"".join(files(tmp_path / "generated").values())

    assert b"edited by hand in a template" not in generated()
    template.write_text(f"edited by hand in a template\n{before}")
    try:
        assert b"edited by hand in a template" in generated()
    finally:
        template.write_text(before)
