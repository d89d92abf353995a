"""`python -m bench.specs [SPEC…] [--quick]`, from the project's root: the table of real specs.

A SPEC is a file, or the name of one beside the project (`../shared/specs`). Without any, all there.
Exit code 1 when a cell does not show what is wanted; what is behind it goes to FOLDER/SPEC.txt.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bench.specs.rows import TARGETS, Row, Wanted, make_row, timed

ROOT = Path(__file__).parents[2]
SPECS = ROOT.parent / "shared" / "specs"
SUFFIXES = (".yaml", ".json")


def main() -> int:
    """Make the rows, print each as it is done, and the table at the end."""
    arguments = _arguments()
    specs = [find_spec(name) for name in arguments.specs] or sorted(
        (path for path in SPECS.iterdir() if path.suffix in SUFFIXES),
        key=lambda path: path.stat().st_size,
    )
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.output or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        wanted = _wanted(arguments, folder)
        rows = []
        for spec in specs:
            row = make_row(spec, wanted, timed(partial(_progress, spec.stem)))
            rows.append(row)
            (folder / f"{spec.stem}.txt").write_text(_notes(row))
            print(
                " ", row.spec, row.cells, f"BAD: {sorted(row.bad)}" if row.bad else "", flush=True
            )
    print()
    for line in table(rows):
        print(line)
    return int(any(row.bad for row in rows))


def _wanted(arguments: argparse.Namespace, folder: Path) -> Wanted:
    targets = tuple(arguments.target or TARGETS)
    skip = frozenset(arguments.skip)
    checked = {t for t in targets if not arguments.quick}
    modules = _node_modules() if "typescript" in checked and "tsc" not in skip else None
    staticcheck = find_staticcheck() if "go" in checked and "staticcheck" not in skip else None
    return Wanted(folder, modules, staticcheck, arguments.quick, arguments.reuse, skip, targets)


def table(rows: Sequence[Row]) -> list[str]:
    """Markdown; a cell that does not show what is wanted is marked with `!`."""
    columns = list(dict.fromkeys(column for row in rows for column in row.cells))
    lines = ["| spec | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for row in rows:
        cells = [row.cells.get(c, "") + (" !" if c in row.bad else "") for c in columns]
        lines.append(f"| {row.spec} | " + " | ".join(cells) + " |")
    return lines


def _notes(row: Row) -> str:
    return "\n".join(
        f"== {column}: {row.cells[column]}\n" + "\n".join(notes) + "\n"
        for column, notes in row.notes.items()
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", metavar="SPEC")
    parser.add_argument("--quick", action="store_true", help="no type checkers, no calls")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="keep everything here")
    parser.add_argument(
        "--reuse", action="store_true", help="check what an earlier run left in FOLDER"
    )
    parser.add_argument(
        "-t",
        "--target",
        action="append",
        choices=TARGETS,
        help="only this; may be repeated",
    )
    parser.add_argument(
        "--skip",
        action="append",
        default=[],
        choices=["mypy", "pyright", "tsc", "staticcheck", "smoke"],
        help="leave a check out; may be repeated",
    )
    return parser.parse_args()


def find_spec(name: str) -> Path:
    """A file, or one of those beside the project by its name. Exits where there is none."""
    if Path(name).is_file():
        return Path(name)
    for suffix in SUFFIXES:
        if (path := SPECS / f"{name}{suffix}").is_file():
            return path
    sys.exit(f"there is no spec {name!r}")


def _node_modules() -> Path:
    """The tools that the tests install for themselves."""
    sys.path.insert(0, str(ROOT / "tests"))
    from node_tools import node_modules

    return Path(node_modules())


def find_staticcheck() -> Path:
    """The linter, which the tests build for themselves too."""
    sys.path.insert(0, str(ROOT / "tests"))
    from go_tools import staticcheck

    return Path(staticcheck())


def _progress(name: str, text: str) -> None:
    print(f"  {name}: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
