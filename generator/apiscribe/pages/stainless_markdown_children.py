"""Items of Stainless Markdown taken apart: declaration, prose, keyword lines, items below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from apiscribe.pages.facts import Source, Text
from apiscribe.pages.page import Ledger, PageSource
from apiscribe.pages.stainless_markdown_prose import (
    MEMBER,
    SERIALISATION,
    KeywordLine,
    prose_of,
    read_keywords,
    see_also,
)
from apiscribe.pages.stainless_markdown_tree import Element, Item, Paragraph, lines_of
from apiscribe.pages.stainless_markdown_types import (
    Head,
    TypeTextError,
    can_be_default,
    parse_head,
)


@dataclass(slots=True)
class Child:
    """An item with its text taken apart, its prose, keyword lines and the items below it."""

    item: Item
    head: Head
    text: Text | None
    keywords: list[KeywordLine]
    children: list[Child]


@dataclass(frozen=True, slots=True)
class ChildReader:
    """Takes items apart, and marks their lines in the ledger."""

    page: PageSource
    ledger: Ledger

    def children(self, elements: Sequence[Element]) -> list[Child]:
        """Take the items of `elements` apart; those that are no declaration are refused."""
        found = []
        for item in elements:
            if isinstance(item, Item) and (child := self._child(item)) is not None:
                found.append(child)
        return found

    def _child(self, item: Item) -> Child | None:
        try:
            head = parse_head(item.text)
        except TypeTextError as problem:
            self.refuse(item, str(problem))
            return None
        takes_word = partial(can_be_default, head)
        text, keywords = self.prose(item.children, item.indent + 2, is_default=takes_word)
        self.ledger.fact(item.line)
        return Child(item, head, text, keywords, self.children(item.children))

    def refuse(self, item: Item, reason: str) -> None:
        """Report an item and all below it as not understood."""
        for line in lines_of(item):
            if self.page.lines[line - 1].text:
                self.ledger.refuse(line, reason if line == item.line else f"see line {item.line}")

    def refuse_lines(self, element: Element, reason: str) -> None:
        """Report every line of a paragraph or fence as not understood."""
        for line in lines_of(element):
            if self.page.lines[line - 1].text:
                self.ledger.refuse(line, reason)

    def prose(
        self,
        elements: Sequence[Element],
        indent: int,
        allowed: frozenset[str] = MEMBER | SERIALISATION,
        is_default: Callable[[str], bool] = lambda word: False,
    ) -> tuple[Text | None, list[KeywordLine]]:
        """The description and the keyword lines among `elements`."""
        keywords: list[KeywordLine] = []
        rest: list[Element] = []
        for element in elements:
            found = None
            if isinstance(element, Paragraph):
                found = read_keywords(element, allowed, is_default=is_default)
                if found is not None:
                    self.ledger.fact(*range(element.line, element.end_line + 1))
                    keywords.extend(found)
            if found is None:
                rest.append(element)
        link, rest = see_also(rest)
        if link is not None:
            keywords.append(link)
            self.ledger.fact(link.line)
        text, lines = prose_of(self.page, rest, indent)
        self.ledger.fact(*lines)
        return text, keywords

    def source(self, child: Child) -> Source:
        """The line of an item's declaration."""
        return Source(self.page.span(child.item.line))

    def deprecation(self, keywords: Sequence[KeywordLine]) -> Text | None:
        """The mark `deprecated: true`."""
        for each in keywords:
            if each.name == "deprecated" and each.value is True:
                return Text("deprecated: true", Source(self.page.span(each.line)))
        return None
