"""What operations that stand together share: calls in the section of another, text of one heading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Conflict
from apiscribe.pages.hand_draft import Draft
from apiscribe.pages.hand_outline import Candidate, calls_of
from apiscribe.pages.hand_records import Block, Heading, Para
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.endpoints import EndpointMatch, before_template


def settle_strays(drafts: Sequence[Draft], page: PageSource) -> Iterator[Conflict]:
    """Give every such call to the operation that it shows; where there is none, report it."""
    for draft in drafts:
        for call in draft.strays:
            home = next((one for one in drafts if one.is_called(call)), None)
            if home is not None:
                home.calls.append(call)
                continue
            near = [one for one in drafts if _is_near(call.endpoint, one.endpoint)]
            meant = near[0] if len(near) == 1 else draft
            if near == [meant]:
                meant.calls.append(call)
            own, shown = meant.endpoint, call.endpoint
            same = before_template(shown.path, own.path) is not None  # but for the method
            path = own.path if same else shown.path
            message = (
                f"A call shows {shown.method} {path} where {own.method} {own.path} is described."
            )
            spans = (meant.source.span, page.span(call.line, call.end_line))
            yield Conflict(message, spans, f"{own.method} {own.path}")


def disputed(candidate: Candidate, heading: Span, page: PageSource) -> Iterator[Conflict]:
    """A path line that gives another path than the heading and a call of its section."""
    if candidate.disputed:
        message = f"The line gives {candidate.disputed}; the heading and a call give another path."
        spans = (heading, page.span(candidate.lines[-1]))
        yield Conflict(message, spans, candidate.endpoint.path)


def _is_near(call: EndpointMatch, described: EndpointMatch) -> bool:
    """Whether a call is of an operation but for one segment too many: `/file/7/raw`, `/file/raw`."""
    last = described.path.rpartition("/")[2]
    if call.method != described.method or "{" in last or not call.path.endswith("/" + last):
        return False
    segments = call.path.split("/")
    fewer = ("/".join(segments[:at] + segments[at + 1 :]) for at in range(1, len(segments) - 1))
    return any(before_template(path, described.path) is not None for path in fewer)


def shared_text(blocks: Sequence[Block], candidate: Candidate) -> list[Para]:
    """The paragraphs right below a heading that several operations share: they are about each."""
    if candidate.beside < 0:
        return []
    below = takewhile(lambda block: not isinstance(block, Heading), blocks[candidate.beside + 1 :])
    return [block for block in below if isinstance(block, Para) and not calls_of(block)]
