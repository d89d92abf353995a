"""What stands between a declaration and its children: descriptions and constraints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Form, Keyword, ListOf, Shape, Source, Text
from apiscribe.pages.page import Ledger
from apiscribe.pages.stainless_rows import DEPRECATED

_PAIRS = {"]": "[", "}": "{"}
_INERT = re.compile(r"(`+).+?\1|\\.|\"[^\"]*\"|[\[\](][^\[\](){},]+,[^\[\](){},]+[)\[\]]")
"""Where brackets mean nothing: code, escapes, quotations, intervals such as `[0, 1)`."""


@dataclass(slots=True)
class Notes:
    """What stands between a declaration and its children."""

    paragraphs: list[Text] = field(default_factory=list)
    keywords: list[Keyword] = field(default_factory=list)

    @property
    def description(self) -> Text | None:
        """All paragraphs as one text."""
        if not self.paragraphs:
            return None
        first, last = self.paragraphs[0].source.span, self.paragraphs[-1].source.span
        span = Span(first.file, first.line, 0, last.end_line)
        return Text("\n\n".join(p.text for p in self.paragraphs), Source(span))

    @property
    def deprecation(self) -> Text | None:
        """The paragraph that begins with the word."""
        return next(
            (p for p in self.paragraphs if p.text.split()[0].rstrip(".,:") == DEPRECATED), None
        )


def with_keywords(form: Form, source: Source, notes: Notes) -> Shape:
    """The shape with its constraints; those that are about items go to the items of an array."""
    own = [k for k in notes.keywords if not isinstance(form, ListOf) or "Items" in k.name]
    items = [k for k in notes.keywords if k not in own]
    if isinstance(form, ListOf) and items:
        item = form.item
        form = ListOf(Shape(item.form, item.source, (*item.keywords, *items), item.description))
    return Shape(form, source, tuple(own))


def refuse_remnants(ledger: Ledger, paragraphs: Sequence[Text]) -> None:
    """Report lines of prose whose brackets do not match: the rest of a damaged declaration.

    They are kept all the same: what they are is not known, and nothing is lost.
    """
    opened: list[tuple[str, int]] = []
    odd: list[int] = []
    for paragraph in paragraphs:
        line = paragraph.source.span.line
        for sign in re.findall(r"[\[\]{}]", _INERT.sub("", paragraph.text)):
            if sign not in _PAIRS:
                opened.append((sign, line))
            elif opened and opened[-1][0] == _PAIRS[sign]:
                opened.pop()
            else:
                odd.append(line)
    for line in [*odd, *(line for _, line in opened)]:
        ledger.refuse(line, "its brackets do not match; it is kept as a sentence")
