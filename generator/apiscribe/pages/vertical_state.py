"""What has been read so far of a page of field lists, and under which labels a line stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from apiscribe.pages.hand_records import Fence, Heading, Para
from apiscribe.pages.page import Ledger, Line
from apiscribe.pages.parts.rows import Row
from apiscribe.pages.parts.sections import Label
from apiscribe.pages.vertical_depth import Depth
from apiscribe.pages.vertical_lines import Endpoint, Prose, Status
from apiscribe.pages.vertical_nesting import Found
from apiscribe.pages.vertical_split import Platform

Part = Heading | Para | Fence | Endpoint | Prose | Found
"""`Heading`: a label (level `LABEL` and deeper) or a heading of the page; `Para`: text of a status."""


@dataclass(slots=True)
class State:
    """`parts`: those of the page so far. `label`, `status`, `current`: what the next line belongs to.

    `wanted`: what the line before has announced (see `vertical_marks.pending`). `listed`: the member
    whose values stood one a line last. `lost`: why members
    from here to the next label have no place; "": they have. `endpoints`: method and path of each.
    `objects`: titles of schemas (`The Basket object`). `gap`: a blank line stands above.
    `several`: what is `wanted` are values, not one. `said`: sentences of the operation so far.
    """

    ledger: Ledger
    platform: Platform
    depth: Depth
    parts: list[Part] = field(default_factory=list)
    current: Found | None = None
    label: Label | None = None
    label_text: str = ""
    status: Status | None = None
    media: str = ""
    titles: set[str] = field(default_factory=set)
    wanted: str = ""
    listed: Row | None = None
    gap: bool = True
    code: bool = False
    owned: tuple[Row, Line] | None = None
    orphans: int = 0
    lost: str = ""
    endpoints: set[tuple[str, str]] = field(default_factory=set)
    objects: set[str] = field(default_factory=set)
    several: bool = False
    said: set[str] = field(default_factory=set)

    def push(self, level: int, text: str, line: int) -> None:
        """A label begins: what follows stands under it."""
        self.parts.append(Heading(level, text, line))
        self.current, self.wanted, self.lost, self.owned = None, "", "", None
        self.depth.reset()

    def say(self, line: Line) -> None:
        """A line of prose; a sentence that stands there already says nothing new."""
        if line.text in self.said and len(line.text.split()) > 3:
            self.ledger.drop([line.number], "said before")
            return
        self.said.add(line.text)
        self.parts.append(Prose(line, self.gap))

    def about(self, row: Row, line: Line) -> None:
        """A line tells something of a member."""
        row.end_line = max(row.end_line, line.number)
        self.ledger.fact(line.number)
