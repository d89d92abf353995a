"""A small pretty printer, so that text leaves us in the form prettier would give it.

Documents are made of text, groups that go on one line when they fit, and lines that break when
their group does (P. Wadler, "A prettier printer"). Width 80 and two blanks, prettier's defaults.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

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
    if all(type(part) is str for part in layout):
        return "".join(cast("tuple[str, ...]", layout))
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
        self.flat: dict[int, str | None] = {}

    def run(self, work: list[_Work]) -> None:
        """Print what is waiting, the last part first once it is reversed."""
        work.reverse()
        while work:
            level, flat, layout = work.pop()
            kind = type(layout)
            if kind is str:
                self._text(cast(str, layout))
            elif kind is Line:
                self._line(cast(Line, layout), level, flat)
            elif kind is Group:
                self._group(cast(Group, layout), level, flat, work)
            elif kind is Indent:
                parts = cast(Indent, layout).parts
                work.extend([(level + INDENT, flat, part) for part in reversed(parts)])
            elif kind is IfBroken:
                parts = cast(IfBroken, layout).flat if flat else cast(IfBroken, layout).broken
                work.extend([(level, flat, part) for part in reversed(parts)])
            else:
                self._fill(cast(Fill, layout).items, level, flat)

    def _text(self, text: str) -> None:
        self.out.append(text)
        self.column += len(text)

    def _line(self, line: Line, level: int, flat: bool) -> None:
        if flat and not line.hard:
            self._text("" if line.soft else " ")
            return
        self.out.append("\n" + " " * level)
        self.column = level

    def _group(self, group: Group, level: int, flat: bool, work: list[_Work]) -> None:
        """On one line when it fits with what follows up to the next possible break."""
        text = None if flat else self._flat_text(group)
        if text is not None:
            left = WIDTH - self.column - len(text)
            if left >= 0 and _follows_within(left, work):
                self._text(text)
                return
        work.extend([(level, flat, part) for part in reversed(group.parts)])

    def _flat_text(self, layout: Group | Indent) -> str | None:
        """All of it on one line; `None` when a line of it is hard."""
        key = id(layout)
        if key not in self.flat:
            texts = [self._flat_part(part) for part in layout.parts]
            self.flat[key] = (
                None if None in texts else "".join(text for text in texts if text is not None)
            )
        return self.flat[key]

    def _flat_part(self, part: Layout) -> str | None:
        kind = type(part)
        if kind is str:
            return cast(str, part)
        if kind is Line:
            line = cast(Line, part)
            return None if line.hard else "" if line.soft else " "
        if kind is IfBroken:
            texts = [self._flat_part(inner) for inner in cast(IfBroken, part).flat]
            return None if None in texts else "".join(cast("list[str]", texts))
        if kind is Fill:
            return ", ".join(cast(Fill, part).items)
        return self._flat_text(cast("Group | Indent", part))

    def _fill(self, items: Sequence[str], level: int, flat: bool) -> None:
        for index, item in enumerate(items):
            text = item if index == len(items) - 1 else f"{item},"
            if index:
                narrow = not flat and self.column + 1 + len(text) > WIDTH
                self._line(LINE, level, not narrow)
            self._text(text)


def _follows_within(left: int, rest: list[_Work]) -> bool:
    """Whether what follows up to the next possible break takes at most `left` columns."""
    for flat, layout in _flattened(rest):
        if type(layout) is str:
            left -= len(layout)
        else:
            line = cast(Line, layout)
            if line.hard or not flat:
                return True
            left -= 0 if line.soft else 1
        if left < 0:
            return False
    return True


def _flattened(rest: list[_Work]) -> Iterator[tuple[bool, str | Line]]:
    """Text and lines of what follows, the last of `rest` first, each in its own mode."""
    for _, mode, following in reversed(rest):
        work: list[tuple[bool, Layout]] = [(mode, following)]
        while work:
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
