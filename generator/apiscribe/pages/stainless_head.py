"""The head of a Stainless text page: breadcrumb, buttons, title, and the first endpoint's summary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apiscribe.pages.facts import Certainty, Source, Text
from apiscribe.pages.page import Ledger, PageSource
from apiscribe.pages.stainless_layout import Layout, Part, is_label
from apiscribe.pages.stainless_rows import DEPRECATED, Cursor, Row

_BUTTON = re.compile(r"Copy|Open in|View as|Ask AI")
_SITE = re.compile(r"[^|]+ \| ([^|]+)")
_FRAME = re.compile(r"(?:Source|URL): *\S+$|<!--.*-->$|https?://\S+$")


@dataclass(frozen=True, slots=True)
class PageHead:
    """`breadcrumb` ends with the page's resource. `pending`: rows that belong to the first endpoint.

    `title` is the API's, where a browser's title such as `Berths | Harbour API` gives it.
    """

    title: Text | None
    breadcrumb: tuple[Text, ...]
    description: Text | None
    pending: tuple[Row, ...]


def read_head(page: PageSource, ledger: Ledger, layout: Layout, cursor: Cursor) -> PageHead:
    """Read the rows before the first part of the page.

    Above the buttons stands the breadcrumb. Below them a resource page has its own title, then the
    first endpoint's summary; a method page has the summary alone.
    """
    first = min(layout.parts, default=len(layout.rows))
    rows: list[Row] = []
    title: Text | None = None
    while cursor.at < first:
        row = cursor.take()
        if not rows and (site := _SITE.fullmatch(row.code)) is not None:
            ledger.fact(row.line)
            why = "The title of the page ends with this name."
            title = Text(site[1], Source(page.span(row.line), Certainty.INFERRED, why))
        elif _FRAME.match(row.code) or is_label(row.code):
            ledger.drop([row.line], "navigation or mark-up")
        else:
            rows.append(row)
    pending: list[Row] = []
    if layout.parts.get(first) is Part.ENDPOINT:
        if rows and rows[-1].code == DEPRECATED:
            pending.insert(0, rows.pop())
        if rows:
            pending.insert(0, rows.pop())
    summary = pending[0].code if pending else ""
    ledger.drop((row.line for row in rows if row.code == summary), "the title again")
    rows = [row for row in rows if row.code != summary]
    limit = rows[-1].line if rows else 0
    buttons = [n for n in ledger.furniture if n < limit and _BUTTON.search(page.lines[n - 1].text)]
    below = [row for row in rows if row.line > max(buttons, default=0)]
    crumbs = rows[: len(rows) - len(below)]
    if not buttons:
        crumbs, below = rows, []
    elif below:
        crumbs = [*crumbs, below.pop(0)]
    ledger.fact(*(row.line for row in rows))
    found = tuple(_crumbs(page, crumbs))
    again = {row.line for row in crumbs} - {text.source.span.line for text in found}
    ledger.drop(sorted(again), "the title again")
    return PageHead(title, found, text_of(page, below), tuple(pending))


def text_of(page: PageSource, rows: list[Row]) -> Text | None:
    """Rows as one text; `None` without rows."""
    if not rows:
        return None
    span = page.span(rows[0].line, rows[-1].line)
    return Text("\n\n".join(row.prose for row in rows), Source(span))


def _crumbs(page: PageSource, rows: list[Row]) -> Iterator[Text]:
    """The headings in rows: one each, or several in brackets."""
    seen: set[str] = set()
    for row in rows:
        for piece in re.findall(r"\[([^\[\]]+)\]", row.code) or [row.code]:
            if (name := piece.strip()) not in seen and name != "API Reference":
                seen.add(name)
                yield Text(name, Source(page.span(row.line)))
