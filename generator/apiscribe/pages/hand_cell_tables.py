"""Tables inside of a table's cell: in HTML, as Markdown has no other way to write them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from apiscribe.pages.hand_records import Table

_TAG = re.compile(r"<(?P<end>/?)(?P<name>table|tr|t[hd])\b[^<>]*>", re.I)


@dataclass(slots=True)
class _Cut:
    """A table while its tags are read: where its open cell begins, `None` outside of one."""

    line: int
    rows: list[list[str]] = field(default_factory=list)
    cell: int | None = None

    def close(self, text: str, at: int) -> None:
        """The open cell ends at `at`."""
        if self.cell is not None and self.rows:
            self.rows[-1].append(text[self.cell : at].strip())
        self.cell = None


def inner_tables(cell: str, line: int) -> tuple[str, list[Table]]:
    """The text of a cell without the tables in it, and these; `line` is that of the cell's row.

    Tables in cells of theirs stay in the text of those cells.
    """
    if "<table" not in cell.lower():
        return cell, []
    text, tables, depth, start = "", [], 0, 0
    cut = _Cut(line)
    for tag in _TAG.finditer(cell):
        name, ends = tag["name"].lower(), bool(tag["end"])
        if name == "table":
            depth += -1 if ends else 1
            if not ends and depth == 1:
                text, cut = f"{text} {cell[start : tag.start()]}", _Cut(line)
            elif ends and depth == 0:
                cut.close(cell, tag.start())
                tables.append(_table(cut))
                start = tag.end()
            depth = max(depth, 0)
        elif depth == 1:
            _part(cut, name, tag, cell)
    if depth:  # it breaks off: all of it stays text
        return cell, []
    return f"{text} {cell[start:]}".strip(), [table for table in tables if table.rows]


def _part(cut: _Cut, name: str, tag: re.Match[str], cell: str) -> None:
    if name == "tr" and not tag["end"]:
        cut.close(cell, tag.start())
        cut.rows.append([])
        return
    cut.close(cell, tag.start())
    if name != "tr" and not tag["end"] and cut.rows:
        cut.cell = tag.end()


def _table(cut: _Cut) -> Table:
    """The first row heads the table."""
    rows = [cells for cells in cut.rows if cells]
    header = rows.pop(0) if rows else []
    return Table(header, [(cut.line, cells) for cells in rows], cut.line, cut.line)
