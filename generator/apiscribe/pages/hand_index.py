"""Operations that an index names: a table or list of endpoints."""

from __future__ import annotations

from collections.abc import Sequence

from apiscribe.pages.facts import Endpoint, Source, Text
from apiscribe.pages.hand_generator import indexed_name
from apiscribe.pages.hand_hosts import Hosts
from apiscribe.pages.hand_ids import id_keywords
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.endpoints import EndpointMatch


def with_listed(
    endpoints: Sequence[Endpoint],
    listed: Sequence[tuple[EndpointMatch, str, int]],
    hosts: Hosts,
    page: PageSource,
) -> list[Endpoint]:
    """`endpoints` with those that only an index names (endpoint, text, line).

    All in the order in which the page names them first.
    """
    found = {(e.method, e.path): e for e in reversed(endpoints)}
    first = {key: endpoint.source.span.line for key, endpoint in found.items()}
    more = []
    for endpoint, text, line in listed:
        match = hosts.split(endpoint)
        source = Source(page.span(line))
        key = (match.method, match.path)
        if key not in first:
            summary = Text(text, source) if text else None
            name = indexed_name(page.lines[line - 1].text)
            own = id_keywords(Text(name, source) if name else None)
            more.append(Endpoint(match.method, match.path, source, summary, keywords=own))
        first[key] = min(source.span.line, first.get(key, source.span.line))
    return sorted([*endpoints, *more], key=lambda one: first[one.method, one.path])
