"""Tabs of statuses in one row, with a body for each below: `200 401 404`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.hand_records import LABEL, Block, Fence, Heading, Para
from apiscribe.pages.page import Ledger
from apiscribe.pages.parts.inline import plain

_TAB = r"[1-5]\d\d(?:\s[A-Z][A-Za-z]*(?:\s[A-Z][A-Za-z]*)*)?"
_TABS = re.compile(rf"^{_TAB}(?:\s*[|/·]?\s+{_TAB})+$")
_STATUS = re.compile(r"(?<!\d)[1-5]\d\d(?!\d)")
MAX_ROW = 400
"""A row of more characters is no row of tabs."""


def tabbed(blocks: Sequence[Block], ledger: Ledger) -> list[Block]:
    """`blocks` with a label in front of every body that stands below a tab of its status.

    One body below several tabs is that of the first, which pages open. Where there are fewer
    bodies than tabs otherwise, or more, nothing tells which is whose, and none is read.
    """
    found: list[Block] = []
    at = 0
    while at < len(blocks):
        block = blocks[at]
        tabs = _tabs(block)
        bodies = _bodies(blocks, at + 1) if tabs else []
        if not (tabs and bodies and isinstance(block, Para)):
            found.append(block)
            at += 1
            continue
        at += 1 + len(bodies)
        if len(bodies) not in (1, len(tabs)):
            why = "there are not as many bodies below as tabs of statuses"
            last = bodies[-1].end_line
            lines = range(block.line, last + 1)
            for line in lines:
                if ledger.page.lines[line - 1].text:
                    ledger.refuse(line, why)
            continue
        labels = [Heading(LABEL, tab, block.line) for tab in tabs]
        if len(bodies) == 1:
            found += [*labels[1:], labels[0], bodies[0]]
        else:
            found += [one for pair in zip(labels, bodies, strict=True) for one in pair]
    return found


def _tabs(block: Block) -> list[str]:
    if not isinstance(block, Para) or len(block.text) > MAX_ROW:
        return []
    words = plain(block.text)
    statuses = _STATUS.findall(words) if _TABS.match(words) else []
    return statuses if len(set(statuses)) == len(statuses) else []


def _bodies(blocks: Sequence[Block], at: int) -> list[Fence]:
    found: list[Fence] = []
    while at < len(blocks) and isinstance(body := blocks[at], Fence):
        found.append(body)
        at += 1
    return found
