"""Calls that stand in the section of one operation and show another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apiscribe.pages.facts import Conflict
from apiscribe.pages.hand_draft import Draft
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.endpoints import before_template


def settle_strays(drafts: Sequence[Draft], page: PageSource) -> Iterator[Conflict]:
    """Give every such call to the operation that it shows; where there is none, report it."""
    for draft in drafts:
        for call in draft.strays:
            home = next((one for one in drafts if one.is_called(call)), None)
            if home is not None:
                home.calls.append(call)
                continue
            own, shown = draft.endpoint, call.endpoint
            same = before_template(shown.path, own.path) is not None  # but for the method
            path = own.path if same else shown.path
            message = (
                f"A call shows {shown.method} {path} where {own.method} {own.path} is described."
            )
            spans = (draft.source.span, page.span(call.line, call.end_line))
            yield Conflict(message, spans, f"{own.method} {own.path}")
