"""Tables → rows, values, statuses, endpoints: told apart by the headings of their columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from apiscribe.pages.hand_cell_tables import inner_tables
from apiscribe.pages.hand_lists import set_cell
from apiscribe.pages.hand_records import Table
from apiscribe.pages.parts.endpoints import (
    METHODS,
    EndpointMatch,
    read_endpoint,
    read_labelled,
    read_url,
)
from apiscribe.pages.parts.inline import fold, only_code, plain
from apiscribe.pages.parts.limits import presence_said
from apiscribe.pages.parts.rows import Row, read_name
from apiscribe.pages.parts.sections import Role, label_of
from apiscribe.pages.parts.types import parse_type
from apiscribe.pages.parts.words import Column, column_of, presence_of


class TableKind(StrEnum):
    """What a table lists."""

    MEMBERS = "members"
    VALUES = "values"
    NAMED_VALUES = "named values"
    STATUSES = "statuses"
    ENDPOINTS = "endpoints"
    LABELS = "labels"
    OTHER = "other"


@dataclass(slots=True)
class ReadTable:
    """What a table says, by its kind. `refused`: line → reason for rows that were not understood.

    `values`: (member, literal, quoted, text, line); `statuses`: (status, text, schema, line).
    """

    kind: TableKind
    rows: list[Row] = field(default_factory=list)
    values: list[tuple[str, str, bool, str, int]] = field(default_factory=list)
    statuses: list[tuple[str, str, str, int]] = field(default_factory=list)
    endpoints: list[tuple[EndpointMatch, str, int]] = field(default_factory=list)
    columns: tuple[Column | None, ...] = ()
    refused: dict[int, str] = field(default_factory=dict)


_DESCRIBES = {Column.TYPE, Column.REQUIRED, Column.OPTIONAL, Column.DEFAULT}
"""Columns of which one at least stands beside the names of members."""

_PLACES = (Role.HEADER, Role.PATH, Role.QUERY, Role.COOKIE, Role.BODY, Role.RESPONSE)
_STATUS = re.compile(r"^`?(?:http\s*)?([1-5]\d\d|[1-5]xx|default)\b`?", re.I)


def kind_of_table(table: Table) -> TableKind:
    """What a table lists, by its columns; its rows are not read."""
    return _kind(table, _columns(table))


def read_table(table: Table) -> ReadTable:
    """Sort a table by its columns and read its rows."""
    columns = _columns(table)
    kind = _kind(table, columns)
    result = ReadTable(kind, columns=columns)
    if kind is TableKind.MEMBERS:
        _members(table, columns, result)
    elif kind in (TableKind.VALUES, TableKind.NAMED_VALUES):
        _values(table, columns, result)
    elif kind is TableKind.STATUSES:
        _statuses(table, columns, result)
    elif kind is TableKind.ENDPOINTS:
        _endpoints(table, columns, result)
    elif kind is TableKind.LABELS:
        _labels(table, result)
    return result


def _columns(table: Table) -> tuple[Column | None, ...]:
    columns = [column_of(cell) for cell in table.header]
    if Column.NAME not in columns and table.rows:
        columns = _without_name(table, columns)
    if Column.TYPE not in columns and Column.FORMAT in columns:
        at = columns.index(Column.FORMAT)
        cells = [cells[at] for _, cells in table.rows if len(cells) > at and cells[at]]
        if cells and all(parse_type(cell) is not None for cell in cells):
            columns[at] = Column.TYPE
    seen: set[Column] = set()
    for index, column in enumerate(columns):  # a second column of one meaning is text
        if column is not None and column in seen:
            columns[index] = Column.TEXT if column is not Column.TEXT else None
        if column is not None:
            seen.add(column)
    return tuple(columns)


def _without_name(table: Table, columns: list[Column | None]) -> list[Column | None]:
    """No heading says "name": a blank first one does, a place, and blank headings above code."""
    first = [cells[0] for _, cells in table.rows if cells]
    named = [read_name(cell, 0) for cell in first]
    all_named = bool(first) and all(named)
    if not all_named or any(_STATUS.match(cell) for cell in first):
        return columns
    if columns and columns[0] is None and not fold(table.header[0]):
        if all(not fold(cell) for cell in table.header):
            return _by_content(table)
        return [Column.NAME, *columns[1:]]
    if place_of_heading(table.header[0]) is not None and _DESCRIBES & set(columns[1:]):
        return [Column.NAME, *columns[1:]]
    return columns


def place_of_heading(heading: str) -> Role | None:
    """The place that a column's heading names: `Query` above the names of what is sent there."""
    word = fold(heading)
    labels = [label_of(text) for text in (word, f"{word}s", f"{word} parameters")]
    roles = (label.role for label in labels if label is not None)
    return next((role for role in roles if role in _PLACES), None)


def _by_content(table: Table) -> list[Column | None]:
    """Columns of a table without headings, by what is in them."""
    found: list[Column | None] = [Column.NAME]
    for index in range(1, len(table.header)):
        cells = [cells[index] for _, cells in table.rows if len(cells) > index]
        if Column.TYPE not in found and cells and all(parse_type(cell) for cell in cells):
            found.append(Column.TYPE)
        elif Column.REQUIRED not in found and cells and all(presence_of(cell) for cell in cells):
            found.append(Column.REQUIRED)
        else:
            found.append(Column.TEXT if Column.TEXT not in found else None)
    return found


def _kind(table: Table, columns: Sequence[Column | None]) -> TableKind:
    present = {column for column in columns if column is not None}
    first = [cells[0] for _, cells in table.rows if cells]
    if _is_labels(table):
        return TableKind.LABELS
    if (
        all(
            any(read_endpoint(cell) for cell in cells) or _method_and_path(cells)
            for _, cells in table.rows
        )
        and table.rows
    ):
        return TableKind.ENDPOINTS
    if first and all(_STATUS.match(cell.strip("*` ")) for cell in first):
        return TableKind.STATUSES
    if Column.NAME in present:
        if present == {Column.NAME, Column.VALUES}:
            return TableKind.NAMED_VALUES
        beside = present & {
            Column.TYPE,
            Column.REQUIRED,
            Column.OPTIONAL,
            Column.TEXT,
            Column.DEFAULT,
            Column.PLACE,
            Column.EXAMPLE,
            Column.VALUES,
        }
        return TableKind.MEMBERS if beside else TableKind.OTHER
    if (
        columns
        and columns[0] in (Column.VALUES, Column.TYPE)
        and present <= {Column.VALUES, Column.TEXT, Column.TYPE}
    ):
        return TableKind.VALUES
    return TableKind.OTHER


def _is_labels(table: Table) -> bool:
    """`| Method | POST |` and `| URL | /x |` as the rows of a table."""
    everything = [table.header, *(cells for _, cells in table.rows)]
    found = [
        read_labelled(f"{cells[0]}: {plain(cells[1])}") for cells in everything if len(cells) == 2
    ]
    return sum(label is not None for label in found) == 2 and len(everything) <= 6


def _method_and_path(cells: Sequence[str]) -> EndpointMatch | None:
    for index, cell in enumerate(cells[:-1]):
        method = plain(cell).upper()
        if method in METHODS:
            path = read_url(only_code(cells[index + 1]) or plain(cells[index + 1]))
            if path is not None and path.path.startswith("/"):
                return EndpointMatch(method, path.host, path.path, path.query)
    return None


def _members(table: Table, columns: tuple[Column | None, ...], result: ReadTable) -> None:
    unknown = [
        cell
        for cell, column in zip(table.header, columns, strict=False)
        if column is None and fold(cell)
    ]
    if unknown:
        names = ", ".join(plain(cell) for cell in unknown)
        result.refused[table.line] = f"no known column: {names}"
    last: Row | None = None
    rows = [(line, own) for line, cells in table.rows for own in _unglued(cells, columns)]
    for line, written in rows:
        raw, inner = _without_tables(written, line)
        cells = _aligned(raw, columns)
        name = cells[columns.index(Column.NAME)] if len(cells) > columns.index(Column.NAME) else ""
        if not name.strip() and last is not None:
            last.text = (last.text + "\n" + " ".join(c for c in cells if c)).strip()
            last.end_line = line
            continue
        row = read_name(name, line)
        if row is None:
            result.refused[line] = f"{plain(name)!r} is no name of a member"
            continue
        for column, cell in zip(columns, cells, strict=False):
            if column in (None, Column.NAME, Column.TITLE):
                continue
            told = f"{plain(table.header[columns.index(column)])}: {cell}"
            if column is Column.DEFAULT:
                row.default_told = told
            if not set_cell(row, column, cell):
                row.text = (row.text + f"\n{told}").strip()
        if Column.TITLE in columns and not row.text:
            row.text = cells[columns.index(Column.TITLE)]
        head = presence_said(row.text)
        if head is not None and (Column.REQUIRED not in columns and Column.OPTIONAL not in columns):
            row.presence, row.text = head
        for one in inner:
            _inside(row, one, result)
        result.rows.append(row)
        last = row


def _unglued(cells: list[str], columns: Sequence[Column | None]) -> list[list[str]]:
    """Two rows of a line whose break is lost: `size | yes | How big.colour | no | Its colour.`"""
    size = len(columns)
    told = [at for at, one in enumerate(columns) if one in (Column.REQUIRED, Column.OPTIONAL)]
    if len(cells) != 2 * size - 1 or not told or columns[0] is not Column.NAME:
        return [cells]
    match = re.match(r"^(.*[.!?])([a-z_]\w*)$", cells[size - 1], re.S)
    if match is None or told[0] in (0, size - 1):
        return [cells]
    second = [match[2], *cells[size:]]
    sure = presence_of(second[told[0]]) is not None and presence_of(cells[told[0]]) is not None
    return [[*cells[: size - 1], match[1]], second] if sure else [cells]


def _without_tables(cells: list[str], line: int) -> tuple[list[str], list[Table]]:
    """The cells of a row, and the tables that stand in them."""
    cut = [inner_tables(cell, line) for cell in cells]
    return [text for text, _ in cut], [table for _, tables in cut for table in tables]


def _inside(row: Row, table: Table, result: ReadTable) -> None:
    """What a table in a member's cell lists: the members inside of it, or its values."""
    read = read_table(table)
    result.refused |= read.refused
    if read.kind is TableKind.MEMBERS:
        row.children += read.rows
    elif read.kind is TableKind.VALUES:
        row.values += [one[1:] for one in read.values]
    else:
        result.refused[row.line] = "a table in a cell that lists no members"


def _aligned(cells: list[str], columns: Sequence[Column | None]) -> list[str]:
    """A row with more cells than columns: bars in the type were meant, else bars in the text."""
    extra = len(cells) - len(columns)
    if extra <= 0:
        return cells
    if Column.TYPE in columns:
        at = columns.index(Column.TYPE)
        joined = [*cells[:at], " | ".join(cells[at : at + extra + 1]), *cells[at + extra + 1 :]]
        if parse_type(joined[at]) is not None:
            return joined
    last = len(columns) - 1
    return [*cells[:last], " | ".join(cells[last:])]


def _values(table: Table, columns: tuple[Column | None, ...], result: ReadTable) -> None:
    named = result.kind is TableKind.NAMED_VALUES
    value_at = columns.index(Column.VALUES) if Column.VALUES in columns else 0
    text_at = columns.index(Column.TEXT) if Column.TEXT in columns else -1
    last = ""
    for line, cells in table.rows:
        if len(cells) <= value_at:
            result.refused[line] = "a row without a value"
            continue
        raw = cells[value_at]
        literal = only_code(raw) or plain(raw)
        quoted = literal[:1] in "\"'" and len(literal) > 1
        text = cells[text_at] if 0 <= text_at < len(cells) else ""
        own = read_name(cells[columns.index(Column.NAME)], line) if named else None
        last = own.name if own is not None else last
        result.values.append((last, literal.strip("\"'"), quoted, text, line))


def _statuses(table: Table, columns: tuple[Column | None, ...], result: ReadTable) -> None:
    schema_at = columns.index(Column.SCHEMA) if Column.SCHEMA in columns else -1
    for line, cells in table.rows:
        match = _STATUS.match(cells[0].strip("*` "))
        if match is None:
            continue
        others = [plain(c) for i, c in enumerate(cells) if i not in (0, schema_at) and plain(c)]
        head = cells[0].strip("*` ")[match.end() :].strip(" -–—:`")
        if head:
            others.insert(0, plain(head))
        schema = plain(cells[schema_at]) if 0 <= schema_at < len(cells) else ""
        status = match[1].upper() if match[1].lower() != "default" else "default"
        result.statuses.append((status, others[-1] if others else "", schema, line))


def _endpoints(table: Table, columns: tuple[Column | None, ...], result: ReadTable) -> None:
    for line, cells in table.rows:
        found = _method_and_path(cells) or next(e for cell in cells if (e := read_endpoint(cell)))
        text_at = columns.index(Column.TEXT) if Column.TEXT in columns else -1
        text = plain(cells[text_at]) if 0 <= text_at < len(cells) else ""
        if not text or text.startswith("/"):  # the column was guessed, and holds the path
            rest = [
                plain(c)
                for c in cells
                if read_endpoint(c) is None
                and plain(c).upper() not in METHODS
                and not plain(c).startswith(("/", "http"))
            ]
            text = rest[0] if rest else ""
        result.endpoints.append((found, text, line))


def _labels(table: Table, result: ReadTable) -> None:
    method, url = "", None
    for cells in [table.header, *(cells for _, cells in table.rows)]:
        label = read_labelled(f"{cells[0]}: {plain(cells[1])}") if len(cells) == 2 else None
        if label is not None:
            method, url = label[0] or method, label[1] or url
    if method and url is not None:
        found = EndpointMatch(method, url.host, url.path, url.query)
        result.endpoints.append((found, "", table.line))
