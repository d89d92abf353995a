"""Node and its tools for tests: found, or installed once into the tests' cache by their names."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from conftest import require_tool

ROOT = Path(__file__).parents[1]
# By major version, so that a release that asks for a later Node comes in by a commit.
PACKAGES = {
    "@arethetypeswrong/cli": "^0.18",
    "@types/node": "20",
    "axe-core": "4",
    "esbuild": "^0.28",
    "html-validate": "10",
    "openai": "7",
    "playwright-core": "1",
    "prettier": "3",
    "publint": "^0.3",
    "typescript": "7",
    "typescript-before": "npm:typescript@6",
}


@cache
def node_modules() -> Path:
    """The folder of the tools; skips (fails under CI=true) where Node 20 or npm is missing."""
    require_tool(shutil.which("node") and shutil.which("npm"), "Node with npm")
    given = os.environ.get("TEST_NODE_MODULES")
    if given:
        return Path(given)
    folder = ROOT / ".pytest_cache" / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    # Tests run in several processes; one installs, the others wait.
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _install(folder)
    return folder / "node_modules"


def _install(folder: Path) -> None:
    """Install the tools unless just these are there."""
    wanted = json.dumps({"private": True, "dependencies": PACKAGES}, indent=2)
    manifest = folder / "package.json"
    if manifest.exists() and manifest.read_text() == wanted:
        return
    manifest.write_text(wanted)
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    if run.returncode:
        manifest.unlink()
        require_tool(False, f"npm install ({run.stderr.strip()[-300:]})")


def tool(name: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a tool of `node_modules/.bin` in `folder`."""
    command = [str(node_modules() / ".bin" / name), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)


def check(name: str, *arguments: str, folder: Path) -> None:
    """Run a tool that must be content."""
    run = tool(name, *arguments, folder=folder)
    if run.returncode:
        pytest.fail(f"{name} {' '.join(arguments)}\n{run.stdout}{run.stderr}", pytrace=False)


def transpile(folder: Path, out: str = "build") -> None:
    """`src/**/*.ts` of a package to modules below `out`, by esbuild, which checks no types."""
    files = [str(path.relative_to(folder)) for path in (folder / "src").rglob("*.ts")]
    options = ("--outbase=src", "--format=esm", "--target=node20", "--log-level=warning")
    check("esbuild", *files, f"--outdir={out}", *options, folder=folder)
