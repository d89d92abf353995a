"""The navigation that a paste has above the page itself (GitBook)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.page import Ledger, Line

_END = re.compile(r"^(?:Powered by \w+|On this page)$")
_CRUMB = re.compile(
    r"^\d{1,2}\. \S.*$|^Previous.*Next.*$|^Last updated\b.*$"
    r"|^[•*-]\s*(?:GET|POST|PUT|PATCH|DELETE)(?:[A-Z].*)?$"
)
_ITEM = re.compile(r"^[•*-] \S")
MAX_NAVIGATION = 500
"""Navigation of more lines is none."""


def without_navigation(lines: Sequence[Line], ledger: Ledger) -> list[Line]:
    """The lines of the page itself; others are dropped in `ledger`.

    All of them where no list of the site's pages, closed by its platform's words, stands above.
    """
    start, crumbs = _navigation(lines)
    ledger.drop([line.number for line in lines[:start]] + crumbs, "navigation")
    return [line for line in lines[start:] if line.number not in crumbs]


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
