"""`python -m bench [--runs N] [--no-peers]`, from the project's root."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import tempfile
from importlib.metadata import version
from pathlib import Path

from bench.bundle import print_bundles
from bench.generation import (
    COMMAND,
    count_lines,
    generate_cold,
    generate_edited,
    generate_unchanged,
)
from bench.imports import measure_imports
from bench.peers import run_peers
from bench.timing import Cost, failed, ratio

ROOT = Path(__file__).parents[1]
GENERATED = ROOT / "generated"
# Operations of the two bundled APIs, for lines per operation.
OPERATIONS = {"scale": 2, "reverix": 1}


def main() -> None:
    """Print every figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="runs a figure is the median of")
    parser.add_argument("--no-peers", action="store_true", help="leave the other generators out")
    arguments = parser.parse_args()
    print(
        f"apiscribe {version('apiscribe')}, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, median of {arguments.runs}\n"
    )
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        print_generation(scratch, arguments.runs)
        print_imports(arguments.runs)
        print_lines()
        print_bundles(GENERATED, scratch)
        if not arguments.no_peers:
            print_peers(scratch, arguments.runs)


def print_generation(scratch: Path, runs: int) -> None:
    """Cold and unchanged runs for both APIs, all targets."""
    cold = generate_cold(ROOT, scratch, runs)
    edited = generate_edited(ROOT, scratch, runs)
    unchanged = generate_unchanged(ROOT, scratch, runs)
    print("generate, both APIs, all targets")
    print(f"  cold       {cold}   (aim: 3 s)")
    print(f"  one edit   {edited}")
    print(f"  unchanged  {unchanged}   (aim: 1 s)\n")


def print_imports(runs: int) -> None:
    """Import times less the bare interpreter's, as multiples of the dependencies alone."""
    rows = measure_imports(GENERATED, max(runs, 9))
    bare, alone = rows[0][1].wall, rows[1][1].wall
    print("import, milliseconds without the interpreter's own start")
    for label, cost in rows:
        own = (cost.wall - bare) * 1000
        share = (
            ""
            if cost is rows[0][1]
            else f"   {own / (alone - bare) / 1000:5.2f} of pydantic + httpx2"
        )
        print(f"  {label:45} {own:7.0f} ms  {cost.peak:4.0f} MB{share}{failed(cost)}")
    print()


def print_lines() -> None:
    """Size of the committed packages."""
    print("generated Python, tests left out")
    for api, operations in OPERATIONS.items():
        source = GENERATED / api / "python" / "src"
        files, lines = count_lines(source, ".py")
        runtime_files, runtime = count_lines(next(source.glob("*/_runtime")), ".py")
        own = lines - runtime
        print(
            f"  {api:8} {files - runtime_files} files, {own} lines, {own / operations:.0f} an operation; "
            f"runtime {runtime_files} files, {runtime} lines"
        )
    print()


def print_peers(scratch: Path, runs: int) -> None:
    """The same bundled document through the other generators, and through ours alone."""
    bundle = scratch / "scale.json"
    subprocess.run([*COMMAND, "bundle", "scale", "-o", str(bundle)], cwd=ROOT, check=True)
    print("Python client of scale's bundled document, nothing cached")
    ours: Cost | None = None
    for peer in run_peers(COMMAND, bundle, scratch, runs):
        ours = ours or peer.cost
        times = (
            f"{ratio(ours.wall, peer.cost.wall)} our wall, {ratio(ours.cpu, peer.cost.cpu)} our CPU"
        )
        print(f"  {peer.name:35} {peer.cost}")
        if not peer.cost.failure:
            print(
                f"  {'':35} {peer.files} files, {peer.lines} lines, {peer.imports}; "
                f"{times}{peer.note}"
            )


if __name__ == "__main__":
    main()
