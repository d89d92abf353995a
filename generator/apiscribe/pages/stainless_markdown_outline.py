"""What stands below the headings of a Stainless Markdown page, so that nothing is lost in silence.

A title such as `Notes` or `Errors` is that of a chapter for people on one page and that of a
resource on another. What stands below it decides: a heading is skipped only when nothing below
it states anything, and what was skipped all the same is found again by `report_skipped`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from apiscribe.pages.stainless_markdown_children import ChildReader
from apiscribe.pages.stainless_markdown_prose import AUTH, read_keywords
from apiscribe.pages.stainless_markdown_tree import Element, Item, Paragraph, Section
from apiscribe.pages.stainless_markdown_types import (
    MemberHead,
    ModelHead,
    TypeTextError,
    parse_head,
)

VERB = re.compile(
    r"\*\*(get|post|put|patch|delete|head|options|trace|query|webhook)\*\* (`+.+`+)$", re.I
)
"""A line such as **get** `/things`."""

PERMISSIONS = "permissions"
"""Why the names of permissions are kept out: they say nothing of what is sent."""

_ANY_VERB = re.compile(r"\*\*[A-Za-z]+\*\* `+ ?\"?/[^`]*`+$")
"""The same with a verb that is not known: nothing is made of it, and it is not dropped."""

_BULLET = re.compile(r"[-*+][ \t]+\[?(`+)(?!`)(.+?)(?<!`)\1(?!`)")


def prose_headings(sections: Sequence[Section]) -> frozenset[int]:
    """Lines of headings with nothing but prose below, up to the next of their level or above."""
    return frozenset(
        section.line
        for index, section in enumerate(sections)
        if not any(_states(each.elements) for each in _with_those_below(sections, index))
    )


def resource_headings(sections: Sequence[Section]) -> frozenset[int]:
    """Lines of headings that state nothing themselves and have operations below."""
    return frozenset(
        section.line
        for index, section in enumerate(sections)
        if not section.items
        and not any(_is_keywords(element) for element in section.elements)
        and any(
            VERB.match(row)
            for below in _with_those_below(sections, index)
            for _, row in _rows(below.elements)
        )
    )


def defines_model(section: Section) -> bool:
    """Whether an item at the margin defines a model, whatever the heading is."""
    return any(isinstance(_head(item.text), ModelHead) for item in section.items)


def states_something(section: Section) -> bool:
    """Whether the section itself has an operation's line or a declaration."""
    return _states(section.elements)


def report_skipped(
    reader: ChildReader, sections: Sequence[Section], operations: Collection[int]
) -> None:
    """Refuse operations' lines that are not in `operations`, and declarations that were skipped."""
    for section in sections:
        for number, row in _rows(section.elements):
            if VERB.match(row) and number not in operations:
                _take_back(reader, [number], "no operation begins here")
            elif number in reader.ledger.furniture and _is_stated(row):
                _take_back(reader, [number], "it states something among prose")
        for item in _items(section.elements):
            why = reader.ledger.furniture.get(item.line)
            if why is None or _is_navigation(item):
                continue
            if why != PERMISSIONS or _declares(item.text):
                _take_back(reader, [item.line], f"an item in a section taken for {why}")


def _take_back(reader: ChildReader, lines: Sequence[int], reason: str) -> None:
    for line in lines:
        reader.ledger.furniture.pop(line, None)
        reader.ledger.refuse(line, reason)


def _with_those_below(sections: Sequence[Section], index: int) -> Iterator[Section]:
    """A section, and those of deeper headings right after it."""
    yield sections[index]
    for section in sections[index + 1 :]:
        if section.level <= sections[index].level:
            return
        yield section


def _states(elements: Sequence[Element]) -> bool:
    return any(not _is_navigation(item) for item in _items(elements)) or any(
        VERB.match(row) or _is_stated(row) for _, row in _rows(elements)
    )


def _items(elements: Sequence[Element]) -> Iterator[Item]:
    for element in elements:
        if isinstance(element, Item):
            yield element
            yield from _items(element.children)


def _rows(elements: Sequence[Element]) -> Iterator[tuple[int, str]]:
    """Number and text of every line of every paragraph."""
    for element in elements:
        if isinstance(element, Paragraph):
            yield from ((n, row) for n, (_, row) in enumerate(element.rows, element.line))
        elif isinstance(element, Item):
            yield from _rows(element.children)


def _is_navigation(item: Item) -> bool:
    """Whether an item is a link to another page, and declares nothing."""
    return item.linked and not _declares(item.text)


def _is_stated(row: str) -> bool:
    """Whether a line of prose is an odd operation's, or a declaration in another bullet's form."""
    if _ANY_VERB.match(row):
        return True
    bullet = _BULLET.match(row)
    return bullet is not None and _declares(bullet[2].strip())


def _declares(text: str) -> bool:
    return isinstance(_head(text), MemberHead | ModelHead)


def _head(text: str) -> object:
    try:
        return parse_head(text)
    except TypeTextError:
        return None


def _is_keywords(element: Element) -> bool:
    return isinstance(element, Paragraph) and read_keywords(element, AUTH) is not None
