"""The security section of a Stainless method page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from apiscribe.naming import camel, split_words
from apiscribe.pages.facts import Auth, Json, Source, Text
from apiscribe.pages.page import Ledger, PageSource
from apiscribe.pages.parts.auth import http_scheme
from apiscribe.pages.stainless_rows import Row

_EXAMPLE = re.compile(r"Example: *`?([A-Za-z][\w-]*): *(.*?)`?$")


@dataclass(slots=True)
class Security:
    """Schemes, and the alternatives: each the names of schemes that are sent together."""

    schemes: list[Auth] = field(default_factory=list)
    alternatives: list[tuple[str, ...]] = field(default_factory=list)


@dataclass(slots=True)
class _Group:
    """One alternative: its title, and (header, value, row, description) of each scheme."""

    title: str
    heading: Row | None
    headers: list[tuple[str, str, Row, Row | None]] = field(default_factory=list)


def read_security(page: PageSource, ledger: Ledger, rows: Sequence[Row]) -> Security:
    """Read the rows of a security section: a title, then a text and an example for each header.

    Two rows between two examples begin a new alternative, one is the text of the next header.
    """
    groups: list[_Group] = []
    waiting: list[Row] = []
    for row in rows:
        found = _EXAMPLE.match(row.code)
        if found is None:
            waiting.append(row)
            continue
        ledger.fact(row.line, *(w.line for w in waiting))
        if not groups or len(waiting) > 1:
            heading = waiting.pop(0) if waiting else None
            groups.append(_Group(heading.code if heading else found[1], heading))
        text = waiting[-1] if waiting else None
        groups[-1].headers.append((found[1], found[2], row, text))
        waiting = []
    for row in waiting:
        ledger.refuse(row.line, "a security scheme without an example of its header")
    result = Security()
    for group in groups:
        names = [_add(result, page, group, entry) for entry in group.headers]
        result.alternatives.append(tuple(names))
    return result


def _add(
    result: Security, page: PageSource, group: _Group, entry: tuple[str, str, Row, Row | None]
) -> str:
    header, value, row, text = entry
    alone = len(group.headers) == 1
    name = camel(split_words(group.title if alone else header))
    first = text.line if text is not None else row.line
    if group.heading is not None and entry is group.headers[0]:
        first = group.heading.line
    source = Source(page.span(first, row.line))
    described = Text(text.prose, source) if text is not None else None
    result.schemes.append(Auth(name, scheme(header, value), source, described))
    return name


def scheme(header: str, value: str) -> dict[str, Json]:
    """The OpenAPI Security Scheme of a header shown with a sample value."""
    word = value.split(" ")[0].lower()
    if header.lower() == "authorization" and word in ("bearer", "basic", "digest"):
        return {"type": "http", "scheme": word}
    if (own := http_scheme(header, value)) is not None:
        return dict(own.scheme)
    return {"type": "apiKey", "in": "header", "name": header}
