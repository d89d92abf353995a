"""The table case × target of `docs/cases.md`: how many checks there are, and which fail."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

FILE = Path(__file__).parents[1] / "docs" / "cases.md"
COLUMNS = ("input", "python", "typescript", "go", "docs", "site")
HEAD = """\
# Cases

What a generator must get right, one construct a case, and the checks that show that this one does.
A cell is the number of checks that hold: of the document and its findings (`input`), and of each
target's output. The expectations are in the heads of `tests/cases/*/openapi.yaml`, the checks in
`expect.yaml` and `vectors.yaml` beside them. Held by `pytest tests/test_cases.py`.

"""

Cells = dict[tuple[str, str], str]


def table(cells: Mapping[tuple[str, str], str]) -> str:
    """The page."""
    names = sorted({case for case, _ in cells})
    rows = [("case", *COLUMNS), ("---", *("--:" for _ in COLUMNS))]
    rows += [(name, *(cells.get((name, column), "–") for column in COLUMNS)) for name in names]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return HEAD + "\n".join(lines) + "\n"


def known_cells() -> Cells:
    """The cells of the page as it stands."""
    found: Cells = {}
    columns: list[str] = []
    text = FILE.read_text("utf-8") if FILE.exists() else ""
    for line in text.splitlines():
        parts = [part.strip() for part in line.strip("|").split("|")]
        if parts[0] == "case":
            columns = parts[1:]
        elif line.startswith("| ") and parts[0] != "---":
            found |= {(parts[0], c): v for c, v in zip(columns, parts[1:], strict=True) if v != "–"}
    return found
