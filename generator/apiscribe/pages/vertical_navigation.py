"""What a paste has beside the page itself: navigation (GitBook), panels to try a call (Docusaurus)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from apiscribe.pages.page import Ledger, Line

_END = re.compile(r"^(?:Powered by \w+|On this page)$")
_CRUMB = re.compile(
    r"^\d{1,2}\. \S.*$|^Previous.*Next.*$|^Last updated\b.*$"
    r"|^[•*-]\s*(?:GET|POST|PUT|PATCH|DELETE)(?:[A-Z].*)?$"
)
_ITEM = re.compile(r"^[•*-] \S")
_PANEL = re.compile(r"^Request ?(?:Collapse|Expand) all$")
_PANEL_END = re.compile(r"^Send API Request$")
_FOOT = re.compile(r"^(?:Last )?Updated .+ ago$")
_FOOT_END = re.compile(r"^(?:Did|Was) this page help(?:ful| you)\?$")
MAX_FOOT = 16
"""Between the two stand links to the pages around, a few lines."""
_PANEL_BASE = re.compile(r"^https?://\S+$")
MAX_NAVIGATION = 500
"""Navigation of more lines is none."""


def without_navigation(lines: Sequence[Line], ledger: Ledger) -> list[Line]:
    """The lines of the page itself; others are dropped in `ledger`.

    All of them where no list of the site's pages, closed by its platform's words, stands above.
    """
    start, crumbs = _navigation(lines)
    ledger.drop([line.number for line in lines[:start]] + crumbs, "navigation")
    rest = [line for line in lines[start:] if line.number not in crumbs]
    return _without_panels(rest, ledger)


def _without_panels(lines: Sequence[Line], ledger: Ledger) -> list[Line]:
    """The lines outside of panels in which one fills in a call; their base URL is kept."""
    kept: list[Line] = []
    at = 0
    while at < len(lines):
        if (foot := _foot(lines, at)) > at:
            ledger.drop([line.number for line in lines[at:foot] if line.text], "navigation")
            at = foot
            continue
        ahead = range(at + 1, min(at + MAX_NAVIGATION, len(lines)))
        opened = _PANEL.match(lines[at].text) is not None
        end = next((i for i in ahead if _PANEL_END.match(lines[i].text)), -1) if opened else -1
        if end < 0:
            kept.append(lines[at])
            at += 1
            continue
        shown = [line for line in lines[at : end + 1] if line.text]
        bases = [
            Line(second.number, f"Base URL: {second.text}", second.indent)
            for first, second in pairwise(shown)
            if first.text == "Base URL" and _PANEL_BASE.match(second.text)
        ]
        kept += bases
        numbers = {line.number for line in bases}
        ledger.drop([line.number for line in shown if line.number not in numbers], "a panel")
        at = end + 1
    return kept


def _foot(lines: Sequence[Line], at: int) -> int:
    """The index after the foot of a page that begins at `at`; `at` where none does."""
    if not _FOOT.match(lines[at].text):
        return at
    ahead = range(at + 1, min(at + MAX_FOOT, len(lines)))
    return next((i + 1 for i in ahead if _FOOT_END.match(lines[i].text)), at)


def _navigation(lines: Sequence[Line]) -> tuple[int, list[int]]:
    """Where the page itself starts (an index), and the numbers of its lines of furniture."""
    head = list(lines[:MAX_NAVIGATION])
    ends = [at for at, line in enumerate(head) if _END.match(line.text)]
    if not ends or sum(_ITEM.match(line.text) is not None for line in head[: ends[0]]) < 3:
        return 0, []
    start = ends[0]
    while start < len(head) and (not head[start].text or _END.match(head[start].text)):
        start += 1
    crumbs = [line.number for line in head[start:] if _CRUMB.match(line.text)]
    return start, crumbs
