"""A Markdown page as sections of items, paragraphs and fences; indentation makes the tree.

Only what the grammar of these pages needs is Markdown here: headings, fences, and items whose
whole content is one code span. Everything else is prose and kept as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from apiscribe.pages.page import PageSource


@dataclass(slots=True)
class Paragraph:
    """Prose: its lines with their indentation in columns."""

    rows: tuple[tuple[int, str], ...]
    line: int
    end_line: int

    @property
    def indent(self) -> int:
        """Columns before the first line."""
        return self.rows[0][0]


@dataclass(slots=True)
class Fence:
    """A fenced block: the word after the fence, and the text inside, outer indentation removed."""

    info: str
    text: str
    marker: str
    indent: int
    line: int
    end_line: int


@dataclass(slots=True)
class Item:
    """An item: the text of its code span, whether that is a link, and what is indented below it."""

    text: str
    indent: int
    line: int
    children: list[Element] = field(default_factory=list)
    linked: bool = False

    @property
    def items(self) -> list[Item]:
        """The items one level below."""
        return [child for child in self.children if isinstance(child, Item)]

    @property
    def end_line(self) -> int:
        """The last line of the item and all below it."""
        return max((child.end_line for child in self.children), default=self.line)


Element: TypeAlias = Paragraph | Fence | Item


@dataclass(slots=True)
class Section:
    """A heading (level 0 and no title before the first one) and what follows up to the next."""

    level: int
    title: str
    line: int
    elements: list[Element] = field(default_factory=list)

    @property
    def items(self) -> list[Item]:
        """The items at the left margin."""
        return [element for element in self.elements if isinstance(element, Item)]


@dataclass(frozen=True, slots=True)
class MarkdownPage:
    """The sections of a page, and the lines of its front matter by key."""

    sections: tuple[Section, ...]
    front: dict[str, tuple[str, int]]
    front_lines: tuple[int, int]


MAX_HEADING = 4
"""Deeper headings are part of descriptions."""

MAX_NESTING = 100
"""Items nested deeper than this are taken as siblings: no page shows them."""

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_ITEM = re.compile(r"-[ \t]+(\[)?(`+)(?!`)(.+?)(?<!`)\2(?!`)(?(1)\]\([^()\s]*\))[ \t\\]*$")
_FENCE = re.compile(r"(`{3,}|~{3,})[ \t]*([^`]*)$")


def read_markdown(page: PageSource) -> MarkdownPage:
    """Cut a page into sections. Every line with text is in exactly one element, or front matter."""
    rows = _rows(page)
    front, start = _front_matter(rows)
    builder = _Builder(rows, start)
    while builder.at < len(rows):
        builder.step()
    sections = tuple(each for each in builder.sections if each.line or each.elements)
    return MarkdownPage(sections, front, (1, start) if start else (0, 0))


def _rows(page: PageSource) -> list[tuple[int, str]]:
    """(indentation, text without it) of every line."""
    text = page.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    rows = []
    for line in text.removesuffix("\n").split("\n"):
        body = line.lstrip(" \t")
        lead = line[: len(line) - len(body)].expandtabs(4)
        rows.append((len(lead), body.rstrip().replace("\u200b", "")))
    return rows


def _front_matter(rows: Sequence[tuple[int, str]]) -> tuple[dict[str, tuple[str, int]], int]:
    """`key: value` lines between two `---` at the top, and the number of lines they take."""
    if not rows or rows[0] != (0, "---"):
        return {}, 0
    found: dict[str, tuple[str, int]] = {}
    for index, (indent, text) in enumerate(rows[1:], 1):
        if text == "---":
            return found, index + 1
        if (match := re.match(r"([\w-]+):\s*(.*)$", text)) and not indent:
            found[match[1]] = (match[2].strip("\"'"), index + 1)
    return {}, 0


class _Builder:
    def __init__(self, rows: Sequence[tuple[int, str]], start: int) -> None:
        self.rows = rows
        self.at = start
        self.sections = [Section(0, "", 0)]
        self.stack: list[Item] = []

    def step(self) -> None:
        """Take the next element."""
        indent, text = self.rows[self.at]
        if not text:
            self.at += 1
        elif not indent and (heading := _heading(text)) is not None:
            self.stack.clear()
            level, title = len(heading[1]), heading[2].strip()
            self.sections.append(Section(level, title, self.at + 1))
            self.at += 1
        elif (fence := _FENCE.match(text)) is not None:
            self._fence(indent, fence)
        elif (item := _ITEM.match(text)) is not None:
            self._item(indent, item)
        else:
            self._paragraph(indent)

    def _add(self, element: Element, indent: int) -> None:
        """Put an element below the innermost item it is indented under."""
        while self.stack and self.stack[-1].indent >= indent:
            self.stack.pop()
        home = self.stack[-1].children if self.stack else self.sections[-1].elements
        home.append(element)

    def _item(self, indent: int, match: re.Match[str]) -> None:
        text = match[3].strip() if match[3].strip() else match[3]
        item = Item(text, indent, self.at + 1, linked=match[1] is not None)
        self._add(item, indent)
        if len(self.stack) < MAX_NESTING:
            self.stack.append(item)
        self.at += 1

    def _fence(self, indent: int, match: re.Match[str]) -> None:
        start, marker = self.at, match[1]
        closing = re.compile(rf"{re.escape(marker[0])}{{{len(marker)},}}$")
        self.at += 1
        while self.at < len(self.rows) and not closing.match(self.rows[self.at][1]):
            self.at += 1
        body = self.rows[start + 1 : self.at]
        lines = [" " * max(0, lead - indent) + text for lead, text in body]
        end = min(self.at + 1, len(self.rows))
        fence = Fence(match[2].strip(), "\n".join(lines), marker, indent, start + 1, end)
        self._add(fence, indent)
        self.at = end

    def _paragraph(self, indent: int) -> None:
        start = self.at
        while self.at < len(self.rows) and (self.at == start or self._goes_on(self.at)):
            self.at += 1
        rows = tuple(self.rows[start : self.at])
        self._add(Paragraph(rows, start + 1, self.at), indent)

    def _goes_on(self, index: int) -> bool:
        """Whether the line belongs to the paragraph above it."""
        indent, text = self.rows[index]
        return bool(text) and not (
            _FENCE.match(text) or _ITEM.match(text) or (not indent and _heading(text))
        )


def _heading(text: str) -> re.Match[str] | None:
    """A heading that makes a section; the two smallest sizes belong to the prose around them."""
    match = _HEADING.match(text)
    return match if match is not None and len(match[1]) <= MAX_HEADING else None


def lines_of(element: Element) -> Iterator[int]:
    """Every line of an element and of all below it."""
    if isinstance(element, Item):
        yield element.line
        for child in element.children:
            yield from lines_of(child)
    else:
        yield from range(element.line, element.end_line + 1)
