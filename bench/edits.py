"""`python -m bench.edits SPEC…`: what it costs to run again, and how much of the output an edit moves.

First all targets cold, unchanged, with one description changed and with one schema changed. Then a
schema is removed, renamed and put last, each in a fresh folder, and the output compared.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.documents import (
    changed_description,
    changed_schema,
    leaf,
    read,
    renamed,
    reordered,
    without,
    write,
)
from bench.generation import COMMAND, fresh
from bench.timing import Cost, measure

TARGETS = ("python", "typescript", "docs")
COMPARED = (*TARGETS, "go", "site")


def main() -> None:
    """Print times and sizes of differences for each document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="+", type=Path, metavar="SPEC")
    parser.add_argument("--no-times", action="store_true")
    parser.add_argument("--no-differences", action="store_true")
    arguments = parser.parse_args()
    for spec in arguments.specs:
        document = read(spec)
        with tempfile.TemporaryDirectory() as name:
            print(f"{spec.name}, {', '.join(TARGETS)} together")
            if not arguments.no_times:
                _print_times(document, Path(name))
            if not arguments.no_differences:
                _print_differences(document, Path(name))


def _print_times(document: dict[str, Any], scratch: Path) -> None:
    spec = scratch / "spec" / "api.json"
    cache = str(scratch / "cache")
    steps: tuple[tuple[str, Callable[[], dict[str, Any]]], ...] = (
        ("cold", lambda: document),
        ("unchanged", lambda: document),
        ("one description changed", lambda: changed_description(document, "Another sentence.")),
        ("one schema changed", lambda: changed_schema(document, "bench_member")),
    )
    for label, edited in steps:
        write(edited(), spec)
        cost = _generate(spec, scratch / "out", cache)
        print(f"  {label:26} {cost}", flush=True)


def _print_differences(document: dict[str, Any], scratch: Path) -> None:
    name = leaf(document)
    base = scratch / "base"
    _generate(write(document, scratch / "spec" / "api.json"), fresh(base), "", COMPARED)
    edits = {
        f"{name} removed": without(document, name),
        f"{name} renamed": renamed(document, name, "bench_renamed"),
        f"{name} put last": reordered(document, name),
    }
    for label, edited in edits.items():
        after = fresh(scratch / "after")
        _generate(write(edited, scratch / "spec" / "api.json"), after, "", COMPARED)
        for target in COMPARED:
            print(f"  {label:40} {target:11} {_difference(base, after, target)}", flush=True)


def _generate(spec: Path, out: Path, cache: str, targets: Sequence[str] = TARGETS) -> Cost:
    chosen = [part for target in targets for part in ("-t", target)]
    command = (*COMMAND, "generate", str(spec), *chosen, "-o", str(out))
    return measure(command, environment={"APISCRIBE_CACHE_DIR": cache})


def _difference(before: Path, after: Path, target: str) -> str:
    """Files and lines that differ, manifests left out."""
    folders = [f"{folder}/api/{target}" for folder in (before, after)]
    command = ["git", "diff", "--no-index", "--no-renames", "--numstat", *folders]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    rows = [line.split("\t") for line in said.splitlines() if "manifest" not in line]
    added = sum(int(row[0]) for row in rows if row[0].isdigit())
    removed = sum(int(row[1]) for row in rows if row[1].isdigit())
    return f"{len(rows)} files, +{added} −{removed} lines"


if __name__ == "__main__":
    main()
