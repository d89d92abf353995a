"""What a paste has beside the page itself: navigation (GitBook), panels to try a call (Docusaurus)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from apiscribe.pages.page import Ledger, Line
from apiscribe.pages.vertical_lines import opener_of
from apiscribe.pages.vertical_marks import pending
from apiscribe.pages.vertical_samples import opens_value, sample_at
from apiscribe.pages.vertical_split import FLAG_WORDS, Platform, type_of

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
_KEYS = re.compile(r"^(?:⌘|Ctrl) ?\+? ?I$")
_KEYS_END = re.compile(r"^Powered by(?: ?Mintlify)?$")
_PAGE_TITLE = re.compile(r"^[A-Z][\w'’()-]*(?: [\w'’()/&-]+){0,7}$")
_TESTED = re.compile(r"^(?:Recent Requests|Log in to see full request history)$")
_TESTED_END = re.compile(
    r"^(?:Log in to see full request history|Make a request to see history\.?"
    r"|Retrieving recent requests(?:\.{3}|…)?|[\d,]+ Requests? This Month)$"
)
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
            if _KEYS.match(lines[at].text) and (foot > at + 1 or foot == len(lines)):
                _take_links(kept, ledger)
            ledger.drop([line.number for line in lines[at:foot] if line.text], "navigation")
            at = foot
            continue
        if (code := _code_numbers(lines, at)) > at:
            ledger.drop([line.number for line in lines[at:code] if line.text], "numbers of lines")
            at = code
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
    """The index after the foot of a page, or the like, that begins at `at`; `at` where none does."""
    text = lines[at].text
    ahead = range(at + 1, min(at + MAX_FOOT, len(lines)))
    if _KEYS.match(text):  # of the assistant (Mintlify)
        return next((i + 1 for i in ahead if _KEYS_END.match(lines[i].text)), at + 1)
    if _TESTED.match(text):  # the calls that the reader has made (ReadMe)
        return max((i + 1 for i in ahead if _TESTED_END.match(lines[i].text)), default=at)
    if not _FOOT.match(text):
        return at
    return next((i + 1 for i in ahead if _FOOT_END.match(lines[i].text)), at)


def _code_numbers(lines: Sequence[Line], at: int) -> int:
    """The index after numbers of lines (`1`, `2`…) above the code that they count; `at`: none."""
    if lines[at].text != "1":
        return at
    stop = at
    while stop < len(lines) and lines[stop].text == str(stop - at + 1):
        stop += 1
    code = stop
    while code < len(lines) and not lines[code].text:
        code += 1
    near = lines[code : code + stop - at + 1]
    sample = sample_at(near, 0) if near else None
    above = next((line.text for line in reversed(lines[max(0, at - 3) : at]) if line.text), "")
    counted = sample is not None and sample[1] == stop - at
    unclosed = stop == at + 1 and bool(near) and opens_value(near[0].text)
    return stop if counted and not unclosed and not pending(above) else at


def _take_links(kept: list[Line], ledger: Ledger) -> None:
    """Drop the titles of the pages before and after, the last lines of `kept`.

    A line right below a type, a flag or an announcement is of a member, whatever it looks like.
    """
    shown = [at for at in range(max(0, len(kept) - MAX_FOOT), len(kept)) if kept[at].text][-3:]
    links: list[int] = []
    for above, at in reversed(list(pairwise(shown))):
        over, text = kept[above].text, kept[at].text
        told = over.endswith((",", ":")) or type_of(over) or over in FLAG_WORDS
        if told or not _PAGE_TITLE.match(text) or opener_of(text, Platform.MINTLIFY):
            break
        links.append(at)
    ledger.drop([kept[at].number for at in links], "navigation")
    for at in links:
        del kept[at]


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
