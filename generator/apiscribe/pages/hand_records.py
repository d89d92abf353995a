"""What a hand-written page is cut into: headings, paragraphs, tables, lists, fences, members."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from apiscribe.pages.page import Line
from apiscribe.pages.parts.rows import Row

LABEL = 8
"""Level of a line that labels what follows and is no heading; 7: a bold line of other words."""


@dataclass(slots=True)
class Heading:
    """`level` 1 to 6; 7 and 8 are bold lines and labels. `operation`: the operationId that it has."""

    level: int
    text: str
    line: int
    operation: str = ""


@dataclass(slots=True)
class Para:
    """A paragraph: its lines, as they are. `made`: a sentence in place of the page's own words,
    which is no text of the page."""

    lines: list[Line]
    made: bool = False

    @property
    def text(self) -> str:
        """All of it, one line a line."""
        return "\n".join(line.text for line in self.lines)

    @property
    def line(self) -> int:
        """Number of its first line."""
        return self.lines[0].number

    @property
    def end_line(self) -> int:
        """Number of its last line."""
        return self.lines[-1].number


@dataclass(slots=True)
class Table:
    """Cells as written. `header` is empty when the page gives none."""

    header: list[str]
    rows: list[tuple[int, list[str]]]
    line: int
    end_line: int


@dataclass(slots=True)
class Fence:
    """A fenced block without its marks."""

    info: str
    lines: list[Line]
    line: int
    end_line: int

    @property
    def text(self) -> str:
        """Its rows."""
        return "\n".join(line.text for line in self.lines)


@dataclass(slots=True)
class Item:
    """A list item: its text, and what is inside of it."""

    text: str
    line: int
    end_line: int
    indent: int
    blocks: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Items:
    """A list."""

    items: list[Item]
    line: int
    end_line: int


@dataclass(slots=True)
class Member:
    """A member described by a component, with those inside of it."""

    row: Row
    line: int
    end_line: int


Block: TypeAlias = Heading | Para | Table | Fence | Items | Member
