"""Members one below the other in a section of a hand-written page: name, type, flags, text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from apiscribe.pages.hand_helpers import can_hold
from apiscribe.pages.page import Line
from apiscribe.pages.parts.inline import tidy
from apiscribe.pages.parts.rows import MAX_DEPTH, Row, read_name
from apiscribe.pages.vertical_marks import read_described, read_marks
from apiscribe.pages.vertical_split import Platform, is_stray, start_of, type_at, type_of


@dataclass(slots=True)
class VerticalMembers:
    """Reads the paragraphs of one section. `row`: the member that text goes to, where there is one.

    `strays`: numbers of lines that look like a part of a member, and are none that was read.
    """

    row: Row | None = None
    strays: set[int] = field(default_factory=set)
    _holders: list[tuple[int, Row]] = field(default_factory=list)

    def rows(self, lines: Sequence[Line]) -> list[Row]:
        """The members that begin in a paragraph; empty when its first line begins none.

        `depth` of each is by the white space before its name, over all paragraphs of the section.
        """
        texts = [line.text for line in lines] + ["", ""]
        found: list[Row] = []
        at = 0
        while at < len(lines):
            start = start_of(texts[at], texts[at + 1], Platform.PLAIN, (), texts[at + 2])
            row = read_name(start.name, lines[at].number) if start and start.partial else None
            if row is not None:
                self._begin(row, lines[at], lines[at + 1])
                found.append(row)
                at += 2
                continue
            if not found:
                return []
            self._tell(found[-1], lines[at])
            at += 1
        return found

    def _begin(self, row: Row, name: Line, kind: Line) -> None:
        row.type = type_at(kind.text)
        row.end_line = kind.number
        if not type_of(kind.text):
            rest = kind.text[len(row.type) :].strip(" ,;")
            row.text = read_described(row, rest, kind.number)
        while self._holders and (
            self._holders[-1][0] >= name.indent or not can_hold(self._holders[-1][1])
        ):
            self._holders.pop()
        row.depth = min(len(self._holders), MAX_DEPTH)
        self._holders.append((name.indent, row))
        self.row = row

    def _tell(self, row: Row, line: Line) -> None:
        if is_stray(line.text):
            self.strays.add(line.number)
            return
        row.end_line = max(row.end_line, line.number)
        if not read_marks(row, line.text, line.number):
            row.text = f"{row.text}\n{tidy(line.text)}".strip()
