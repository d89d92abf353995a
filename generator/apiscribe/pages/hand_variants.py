"""Headings below a member's own that tell what it may be: an object each, shown or described.

`##### 1. By day` and `##### 2. By week` below `` #### `plan` ``, each with a sample or a list of
members, make `plan` one of two objects.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from apiscribe.pages.hand_helpers import can_hold
from apiscribe.pages.hand_lists import read_items
from apiscribe.pages.hand_records import Block, Fence, Heading, Items, Para
from apiscribe.pages.json_shape_parser import ArrayNode, ObjectNode
from apiscribe.pages.parts.inline import only_code, plain, tidy
from apiscribe.pages.parts.rows import Row, Variant
from apiscribe.pages.parts.samples import looks_like_json, read_sample
from apiscribe.pages.parts.sections import Role, label_of

_NUMBER = re.compile(r"^\d+(?:\.\d+)*[.)、]?\s+")
MAX_LEVEL = 6
"""Level of the deepest real heading; bold lines are no variants."""


@dataclass(slots=True)
class Variants:
    """`holder`: the member of the last heading, of `level`; `inside`: level of its variants' headings.

    `use` and `refuse` note lines as read, and as not read with a reason.
    """

    use: Callable[[Iterable[int]], None]
    refuse: Callable[[Iterable[int], str], None]
    holder: Row | None = None
    level: int = 0
    inside: int = 0
    found: list[Variant] = field(default_factory=list)
    waiting: list[tuple[int, int]] = field(default_factory=list)

    def open(self, row: Row, level: int) -> None:
        """A heading of `level` describes `row`."""
        self.close()
        if can_hold(row):
            self.holder, self.level = row, level

    def close(self) -> None:
        """The member ends: what was found is what it may be, if that is more than one thing."""
        known = [one for one in self.found if one.rows or one.nodes]
        if self.holder is not None and len(known) > 1:
            self.holder.variants = known
            for first, last in self.waiting:
                self.use(range(first, last + 1))
        else:
            for first, last in self.waiting:
                self.refuse(range(first, last + 1), "inside of a member")
        self.holder, self.inside = None, 0
        self.found, self.waiting = [], []

    def heading(self, block: Heading) -> bool:
        """Whether a heading begins a variant; one that is of the member's rank or above ends it."""
        if block.level > MAX_LEVEL:
            label = label_of(block.text)
            if label is None or label.role in (Role.EXAMPLE, Role.TEXT):
                return self.inside > 0
            self.close()
            return False
        deeper = self.holder is not None and block.level > self.level
        named = only_code(block.text) is not None or label_of(block.text) is not None
        if not deeper or named or "." in plain(_NUMBER.sub("", block.text)):
            self.close()
            return False
        if self.inside and block.level != self.inside:
            return block.level > self.inside
        self.inside = block.level
        self.found.append(Variant(_NUMBER.sub("", plain(block.text))))
        self.waiting.append((block.line, block.line))
        return True

    def takes(self, block: Block) -> bool:
        """Whether a block stands inside of a variant; it is read."""
        if not self.inside or isinstance(block, Heading):
            return False
        if isinstance(block, Fence) and looks_like_json(block.text):
            self._sample(block)
        elif isinstance(block, Items):
            self._items(block)
        elif isinstance(block, Para):
            self._text(block)
        else:
            return False
        return True

    def _sample(self, block: Fence) -> None:
        own, lines = self.found[-1], range(block.line, block.end_line + 1)
        node = read_sample(block.lines).node
        items = node.items if isinstance(node, ArrayNode) and own.rows else [node]
        shown = [item for item in items if isinstance(item, ObjectNode)]
        if shown and not own.nodes:
            own.nodes = shown
            self.waiting.append((block.line, block.end_line))
        else:
            self.refuse(lines, "inside of a member")

    def _items(self, block: Items) -> None:
        rows = read_items(block.items, bare=False)
        if rows is not None and not self.found[-1].rows:
            self.found[-1].rows = rows
            self.waiting.append((block.line, block.end_line))
            return
        self._said("\n".join(f"- {item.text}" for item in block.items), block.line, block.end_line)

    def _text(self, block: Para) -> None:
        if block.text.rstrip().endswith((":", "：")):
            self.use(range(block.line, block.end_line + 1))
            return
        self._said(tidy(block.text), block.line, block.end_line)

    def _said(self, text: str, first: int, last: int) -> None:
        if self.holder is not None:
            self.holder.text = f"{self.holder.text}\n\n{text}".strip()
        self.use(range(first, last + 1))
