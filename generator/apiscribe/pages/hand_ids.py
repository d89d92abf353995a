"""operationIds as Widdershins shows them: in an anchor below the heading, or as the heading itself."""

from __future__ import annotations

import re

from apiscribe.pages.facts import Certainty, Keyword, Source, Text
from apiscribe.pages.page import PageSource

_ANCHOR = re.compile(r"<a\b[^<>]*\b(?:id|name)=[\"']opId(?P<id>[^\"'<>]+)[\"']")
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_HUMPED = re.compile(r"[a-z]+[A-Z_]\w*")
_HASH = re.compile(r"(?=.*\d)[0-9a-f-]{8,}", re.I)
_MADE = re.compile(r"(?:get|put|post|delete|options|head|patch|trace)_.*", re.I)
"""What the generator puts where there is no operationId: the method and the path."""


def anchored_id(page: PageSource, heading: int, end: int) -> Text | None:
    """The id in an anchor between the line of a heading and line `end`."""
    for line in page.lines[heading:end]:
        if (match := _ANCHOR.search(line.text)) is not None:
            return Text(match["id"], Source(page.span(line.number)))
    return None


def id_of_heading(heading: Text) -> Text | None:
    """The id that a heading is where a line below it sums the operation up; other words are none."""
    if _HUMPED.fullmatch(heading.text) is None:
        return None
    why = "The heading is a name as code has it, and the line below sums the operation up."
    return Text(heading.text, Source(heading.source.span, Certainty.INFERRED, why))


def id_keywords(told: Text | None) -> tuple[Keyword, ...]:
    """The operationId where it is a name; hashes and what a generator makes up are none."""
    if told is None or _NAME.fullmatch(told.text) is None:
        return ()
    if _HASH.fullmatch(told.text) or _MADE.fullmatch(told.text):
        return ()
    return (Keyword("operationId", told.text, told.source),)
