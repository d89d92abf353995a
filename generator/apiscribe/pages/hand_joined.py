"""Tables of which a paste has lost the borders: cells joined by blanks, or glued to each other.

The row of headings tells which columns there are: without it nothing is a table. A row that does
not fit the columns ends it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from apiscribe.pages.hand_records import Table
from apiscribe.pages.page import Line
from apiscribe.pages.parts.inline import fold
from apiscribe.pages.parts.types import parse_type
from apiscribe.pages.parts.words import Column, column_of, presence_of
from apiscribe.pages.vertical_split import Platform, is_name, start_of

_GLUED_HEADS = ("FieldTypeDescription", "ParameterTypeDescription", "NameTypeDescription",
                "PropertyTypeDescription", "AttributeTypeDescription")  # fmt: skip
_HEADS = ["name", "type", "description"]
MAX_HEAD = 200
"""A longer line is no row of headings."""
MAX_WORDS = 8
"""A row of headings has no more words."""


def joined_table(lines: Sequence[Line], at: int, end: int) -> tuple[Table, int] | None:
    """The table whose row of headings is the line at `at`, and how many lines it takes.

    It ends before `end`.
    """
    text = lines[at].text
    if text.replace(" ", "") in _GLUED_HEADS and " " not in text:
        header, read = _HEADS, _glued
    elif (found := _headings(text)) is not None:
        header, read = found, lambda row: _joined(row, columns)
    else:
        return None
    columns = [column_of(cell) for cell in header]
    rows: list[tuple[int, list[str]]] = []
    for index in range(at + 1, end):
        line = lines[index]
        cells = read(line.text) if line.text else None
        if cells is None:
            break
        rows.append((line.number, cells))
    if not rows:
        return None
    return Table(list(header), rows, lines[at].number, rows[-1][0]), len(rows) + 1


def _headings(text: str) -> list[str] | None:
    """`Parameter Type Required Description` as the headings of its columns."""
    if len(text) > MAX_HEAD:
        return None
    words = text.split()
    if not 2 < len(words) <= MAX_WORDS or not all(word[0].isupper() for word in words):
        return None
    columns = [column_of(word) for word in words]
    if None in columns or columns[:2] != [Column.NAME, Column.TYPE]:
        return None
    last = columns[-1] is Column.TEXT and len(set(columns)) == len(columns)
    known: Collection[Column | None] = (Column.REQUIRED, Column.DEFAULT)
    return words if last and all(column in known for column in columns[2:-1]) else None


def _joined(text: str, columns: Sequence[Column | None]) -> list[str] | None:
    """`model string yes -` by the columns: a name, a type, a word for each, then text."""
    words = text.split()
    if len(words) < 2 or not is_name(words[0]):
        return None
    middle = len(columns) - 3
    for count in range(min(4, len(words) - 1 - middle), 0, -1):
        kind = " ".join(words[1 : 1 + count])
        told = words[1 + count : 1 + count + middle]
        if parse_type(kind) is None or len(told) < middle:
            continue
        pairs = zip(columns[2:], told, strict=False)
        if all(column is not Column.REQUIRED or presence_of(word) for column, word in pairs):
            text = " ".join(words[1 + count + middle :])
            return [words[0], kind, *told, "" if fold(text) == "" else text]
    return None


def _glued(row: str) -> list[str] | None:
    """`idstringThe boat` as name, type and text."""
    start = start_of(row, "", Platform.GLUED)
    return [start.name, start.type, start.rest] if start is not None else None
