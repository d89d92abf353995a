"""A small pretty printer, so that text leaves us in the form prettier would give it.

Documents are made of text, groups that go on one line when they fit, and lines that break when
their group does (P. Wadler, "A prettier printer"). Width 80 and two blanks, prettier's defaults.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

WIDTH: Final = 80
INDENT: Final = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A blank (or nothing, when `soft`) that is a line break in a broken group."""

    soft: bool = False
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Parts that stay on one line when all of them fit, else break at every line of theirs."""

    parts: tuple[Layout, ...]


@dataclass(frozen=True, slots=True)
class Indent:
    """Parts whose line breaks go `INDENT` columns further."""

    parts: tuple[Layout, ...]


@dataclass(frozen=True, slots=True)
class IfBroken:
    """One thing when the group around is broken, another when it is on one line."""

    broken: tuple[Layout, ...]
    flat: tuple[Layout, ...] = ()


@dataclass(frozen=True, slots=True)
class Fill:
    """Texts with commas, as many on a line as fit."""

    items: tuple[str, ...]


Layout: TypeAlias = str | Line | Group | Indent | IfBroken | Fill

LINE: Final = Line()
SOFT: Final = Line(soft=True)
HARD: Final = Line(hard=True)


def group(*parts: Layout) -> Group:
    """Parts on one line if they fit."""
    return Group(parts)


def indent(*parts: Layout) -> Indent:
    """Parts one level in."""
    return Indent(parts)


def separated(items: Sequence[Layout], separator: str = ",") -> tuple[Layout, ...]:
    """Items with a separator and a line between them."""
    found: list[Layout] = []
    for index, item in enumerate(items):
        if index:
            found += [separator, LINE]
        found.append(item)
    return tuple(found)


def bracketed(before: str, items: Sequence[Layout], after: str, *, trailing: bool = True) -> Layout:
    """`f(a, b)` or `[a, b]`: on one line, or one item a line with a trailing comma."""
    if not items:
        return before + after
    last: tuple[Layout, ...] = (IfBroken((",",)),) if trailing else ()
    return group(before, indent(SOFT, *separated(items), *last), SOFT, after)


def braced(members: Sequence[Layout]) -> Layout:
    """`{ a, b }`: on one line, or one member a line."""
    if not members:
        return "{}"
    return group("{", indent(LINE, *separated(members), IfBroken((",",))), LINE, "}")


def broken_object(members: Sequence[Layout]) -> Layout:
    """An object literal that is always broken, as prettier leaves those that are written so."""
    if not members:
        return "{}"
    lines: list[Layout] = []
    for member in members:
        lines += [HARD, member, ","]
    return Group(("{", Indent(tuple(lines)), HARD, "}"))


def broken_array(items: Sequence[Layout]) -> Layout:
    """An array with one item a line, as prettier has arrays of objects or of arrays."""
    lines: list[Layout] = []
    for item in items:
        lines += [HARD, item, ","]
    return Group(("[", Indent(tuple(lines)), HARD, "]"))


def print_layout(*layout: Layout, level: int = 0) -> str:
    """The text of a line that begins `level` columns in (which are not part of the text)."""
    printer = _Printer(level)
    printer.run([(level, False, part) for part in layout])
    return "".join(printer.out)


def print_assignment(start: str, *value: Layout, level: int = 0) -> str:
    """`start value`; the value goes to a line of its own when not even its beginning fits."""
    text = print_layout(f"{start} ", *value, level=level)
    if level + len(text.partition("\n")[0]) <= WIDTH:
        return text
    further = level + INDENT
    return f"{start}\n{' ' * further}{print_layout(*value, level=further)}"


_Work: TypeAlias = tuple[int, bool, Layout]


class _Printer:
    def __init__(self, column: int) -> None:
        self.out: list[str] = []
        self.column = column

    def run(self, work: list[_Work]) -> None:
        work.reverse()
        while work:
            level, flat, layout = work.pop()
            match layout:
                case str():
                    self._text(layout)
                case Line():
                    self._line(layout, level, flat)
                case IfBroken(broken, same):
                    work.extend((level, flat, part) for part in reversed(same if flat else broken))
                case Fill(items):
                    self._fill(items, level, flat)
                case Indent(parts):
                    work.extend((level + INDENT, flat, part) for part in reversed(parts))
                case Group(parts):
                    fits = flat or (not _has_hard(parts) and self._fits(parts, work))
                    work.extend((level, fits, part) for part in reversed(parts))

    def _text(self, text: str) -> None:
        self.out.append(text)
        self.column += len(text)

    def _line(self, line: Line, level: int, flat: bool) -> None:
        if flat and not line.hard:
            self._text("" if line.soft else " ")
            return
        self.out.append("\n" + " " * level)
        self.column = level

    def _fill(self, items: Sequence[str], level: int, flat: bool) -> None:
        for index, item in enumerate(items):
            text = item if index == len(items) - 1 else f"{item},"
            if index:
                narrow = not flat and self.column + 1 + len(text) > WIDTH
                self._line(LINE, level, not narrow)
            self._text(text)

    def _fits(self, parts: Sequence[Layout], rest: list[_Work]) -> bool:
        """Whether `parts` fit on this line, with what follows up to the next possible break."""
        left = WIDTH - self.column
        for flat, layout in _flattened(parts, rest):
            match layout:
                case str():
                    left -= len(layout)
                case Line(soft, hard):
                    if hard or not flat:
                        return left >= 0
                    left -= 0 if soft else 1
            if left < 0:
                return False
        return True


def _flattened(parts: Sequence[Layout], rest: list[_Work]) -> Iterator[tuple[bool, str | Line]]:
    """Text and lines of `parts`, flat, then of what follows, each in its own mode."""
    work: list[tuple[bool, Layout]] = [(True, part) for part in reversed(parts)]
    following = len(rest)
    while work or following:
        if not work:
            following -= 1
            _, flat, layout = rest[following]
            work.append((flat, layout))
        flat, layout = work.pop()
        match layout:
            case str() | Line():
                yield flat, layout
            case Fill(items):
                yield True, ", ".join(items)
            case IfBroken(broken, same):
                work.extend((flat, part) for part in reversed(same if flat else broken))
            case Indent(inner) | Group(inner):
                work.extend((flat, part) for part in reversed(inner))


def _has_hard(parts: Sequence[Layout]) -> bool:
    return any(
        (isinstance(part, Line) and part.hard)
        or (isinstance(part, Group | Indent) and _has_hard(part.parts))
        for part in parts
    )
