"""How long `apiscribe generate` takes, from nothing and with nothing to do."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from bench.timing import Cost, measure_often

COMMAND = (sys.executable, "-m", "apiscribe")


def generate_cold(root: Path, scratch: Path, runs: int) -> Cost:
    """Everything for both bundled APIs into an empty folder with an empty cache, each time."""
    out, cache = scratch / "cold", scratch / "cold-cache"
    inner = (
        "import shutil, subprocess, sys\n"
        f"shutil.rmtree({str(out)!r}, ignore_errors=True)\n"
        f"shutil.rmtree({str(cache)!r}, ignore_errors=True)\n"
        f"sys.exit(subprocess.call({[*COMMAND, 'generate', '-o', str(out)]!r}))\n"
    )
    environment = {"XDG_CACHE_HOME": str(cache)}
    return measure_often((sys.executable, "-c", inner), runs, folder=root, environment=environment)


def generate_unchanged(root: Path, scratch: Path, runs: int) -> Cost:
    """The same run again over its own output."""
    out, cache = scratch / "cold", scratch / "cold-cache"
    environment = {"XDG_CACHE_HOME": str(cache)}
    command = (*COMMAND, "generate", "-o", out)
    return measure_often(command, runs, folder=root, environment=environment)


def count_lines(folder: Path, suffix: str) -> tuple[int, int]:
    """Files and lines with `suffix` below `folder`, tests left out."""
    files = [
        path
        for path in folder.rglob(f"*{suffix}")
        if "tests" not in path.relative_to(folder).parts
        and "test" not in path.relative_to(folder).parts
    ]
    return len(files), sum(path.read_bytes().count(b"\n") for path in files)


def fresh(folder: Path) -> Path:
    """`folder`, empty."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    return folder
