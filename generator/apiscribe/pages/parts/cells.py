"""Rows of tables → cells."""

from __future__ import annotations

import re


def tabbed_cells(text: str) -> list[str]:
    """The cells of a row that was pasted from a browser."""
    return [cell.strip() for cell in text.split("\t")]


def split_cells(text: str) -> list[str]:
    """The cells of a row; a bar in code or behind a backslash is no border."""
    text = text.strip()
    cells, start, at = [], 0, 0
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        if text[at] == "`":
            run = re.match(r"`+", text[at:])
            mark = run[0] if run is not None else "`"
            close = text.find(mark, at + len(mark))
            if close > 0 and "|" in text[at:close] and text.count("|", at, close) > 2:
                close = -1
            at = close + len(mark) if close > 0 else at + len(mark)
            continue
        if text[at] == "|":
            cells.append(text[start:at])
            start = at + 1
        at += 1
    cells.append(text[start:])
    cells = [cell.strip().replace("\\|", "|") for cell in cells]
    if text.startswith("|"):
        cells = cells[1:]
    if text.endswith("|") and not text.endswith("\\|"):
        cells = cells[:-1]
    return cells
