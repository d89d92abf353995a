"""What stands between a declaration and its children: descriptions and constraints."""

from __future__ import annotations

from dataclasses import dataclass, field

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Form, Keyword, ListOf, Shape, Source, Text
from apiscribe.pages.stainless_rows import DEPRECATED


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
