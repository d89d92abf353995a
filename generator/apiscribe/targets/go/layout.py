"""Text in gofmt's form: columns of struct fields and of keyed literals (go/printer's rules)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

WIDTH: Final = 100
_SMALL: Final = 40
_RATIO: Final = 2.5


@dataclass(frozen=True, slots=True)
class Entry:
    """An item of a literal or an argument of a call; `key` is "" for one without."""

    value: Layout
    key: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """`open`, entries and `close`, on one line where there is room unless `broken`."""

    open: str
    entries: tuple[Entry, ...]
    close: str
    broken: bool = False


Layout: TypeAlias = str | Group


def keyed(type_: str, members: Iterable[tuple[str, Layout]], *, broken: bool = False) -> Group:
    """`T{Key: value, …}`."""
    item = type_.partition("]")[2] if type_.startswith("map[") else ""
    entries = tuple(Entry(_untyped(value, item), key) for key, value in members)
    return Group(f"{type_}{{", entries, "}", broken)


def listed(type_: str, items: Iterable[Layout], *, broken: bool = False) -> Group:
    """`[]T{value, …}`."""
    item = type_.removeprefix("[]")
    return Group(f"{type_}{{", tuple(Entry(_untyped(one, item)) for one in items), "}", broken)


def _untyped(layout: Layout, type_: str) -> Layout:
    """A literal inside of one that says its type already (`gofmt -s`)."""
    if isinstance(layout, Group) and layout.open == f"{type_}{{":
        return Group("{", layout.entries, layout.close, layout.broken)
    return layout


def call(function: str, *arguments: Layout) -> Group:
    """`f(a, b)`."""
    return Group(f"{function}(", tuple(map(Entry, arguments)), ")")


def flat(layout: Layout) -> str | None:
    """On one line; `None` where it cannot be."""
    if isinstance(layout, str):
        return None if "\n" in layout else layout
    if layout.broken and layout.entries:
        return None
    parts: list[str] = []
    for entry in layout.entries:
        text = flat(entry.value)
        if text is None:
            return None
        parts.append(f"{entry.key}: {text}" if entry.key else text)
    return f"{layout.open}{', '.join(parts)}{layout.close}"


def print_layout(layout: Layout, *, level: int = 0, used: int = 0) -> str:
    """Source that begins at column `used` of a line indented by `level` tabs."""
    text = flat(layout)
    if isinstance(layout, str):
        return layout
    if text is not None and (not layout.entries or level * 4 + used + len(text) <= WIDTH):
        return text
    # A lone argument that is itself a group hugs the brackets of its call.
    if (
        len(layout.entries) == 1
        and layout.close == ")"
        and isinstance(layout.entries[0].value, Group)
    ):
        inner = print_layout(layout.entries[0].value, level=level, used=used + len(layout.open))
        return f"{layout.open}{inner}{layout.close}"
    inside = level + 1
    pairs = [
        (entry.key, print_layout(entry.value, level=inside, used=len(entry.key) + 2))
        for entry in layout.entries
    ]
    lines = ["\t" * inside + f"{line}," for line in align_pairs(pairs)]
    return "\n".join([layout.open, *lines, "\t" * level + layout.close])


def align_pairs(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """`key: value` with values in columns, as go/printer's exprList breaks them."""
    lines: list[str] = []
    run: list[tuple[str, str]] = []
    sizes: list[int] = []
    before = 0

    def flush() -> None:
        widest = max((len(key) for key, _ in run), default=0)
        lines.extend(f"{key}:{' ' * (widest - len(key) + 1)}{value}" for key, value in run)
        run.clear()
        sizes.clear()

    for key, value in pairs:
        if not key:
            flush()
            lines.append(value)
            before = 0
            continue
        size = 0 if "\n" in value else len(key)
        if not (before > 0 and size > 0 and _alike(before, size, sizes)):
            flush()
        run.append((key, value))
        if size:
            sizes.append(size)
        before = size
    flush()
    return lines


def _alike(before: int, size: int, sizes: Sequence[int]) -> bool:
    if not sizes or (before <= _SMALL and size <= _SMALL):
        return True
    ratio = size / math.exp(sum(map(math.log, sizes)) / len(sizes))
    return _RATIO * ratio > 1 and ratio < _RATIO


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a block of declarations with its comment above it; `cells` go into columns."""

    comment: tuple[str, ...]
    cells: tuple[str, ...]


def align_rows(rows: Iterable[Row], level: int = 1) -> list[str]:
    """The lines of a block; a comment ends the columns of what stands above it."""
    lines: list[str] = []
    run: list[Row] = []

    def flush() -> None:
        count = max((len(row.cells) for row in run), default=0)
        widths = [
            max((len(row.cells[at]) for row in run if len(row.cells) > at), default=0)
            for at in range(count)
        ]
        for row in run:
            cells = [cell.ljust(widths[at]) for at, cell in enumerate(row.cells[:-1])]
            lines.append("\t" * level + " ".join([*cells, row.cells[-1]]))
        run.clear()

    for row in rows:
        if row.comment:
            flush()
            lines.extend("\t" * level + line for line in row.comment)
        run.append(row)
    flush()
    return lines
