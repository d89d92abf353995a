"""How long `apiscribe generate` takes: from nothing, after one edit, and with nothing to do."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from bench.timing import Cost, measure_often

COMMAND = (sys.executable, "-m", "apiscribe")


def generate_cold(root: Path, scratch: Path, runs: int) -> Cost:
    """Everything for both bundled APIs into an empty folder with an empty cache, each time."""

    def before() -> None:
        fresh(scratch / "cold")
        fresh(scratch / "cold-cache")

    _generate(root, scratch, root / "spec", 1, before)  # byte code, which an install has
    return _generate(root, scratch, root / "spec", runs, before)


def generate_edited(root: Path, scratch: Path, runs: int) -> Cost:
    """The same after one description was changed, each time another text."""
    specs = scratch / "edited"
    shutil.copytree(root / "spec", specs, dirs_exist_ok=True)
    overlay = specs / "scale" / "overlay.yaml"
    text, count = overlay.read_text(), 0
    generate = _generate(root, scratch, specs, 1)

    def before() -> None:
        nonlocal count
        count += 1
        update = f"\n- target: $.info\n  x-source: bench\n  update: {{summary: Edit {count}}}\n"
        overlay.write_text(text.rstrip("\n") + update)

    return generate if generate.failure else _generate(root, scratch, specs, runs, before)


def generate_unchanged(root: Path, scratch: Path, runs: int) -> Cost:
    """The same run again over its own output."""
    _generate(root, scratch, root / "spec", 1)
    return _generate(root, scratch, root / "spec", runs)


def _generate(
    root: Path,
    scratch: Path,
    specs: Path,
    runs: int,
    before: Callable[[], object] = lambda: None,
) -> Cost:
    apis = [specs / api for api in ("reverix", "scale")]
    return measure_often(
        (*COMMAND, "generate", *apis, "-o", scratch / "cold"),
        runs,
        folder=root,
        environment={"APISCRIBE_CACHE_DIR": str(scratch / "cold-cache")},
        before=before,
    )


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
