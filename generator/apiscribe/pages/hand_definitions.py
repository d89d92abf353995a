"""Definition lists, in HTML (`<dl>`) or Markdown (`: text` below a name), as lists of members."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.hand_records import Item
from apiscribe.pages.page import Line
from apiscribe.pages.parts.rows import read_name

_TERM = re.compile(r"^<dt\b[^>]*>\s*(?P<name>.*?)\s*(?:</dt>)?$", re.I)
_TEXT = re.compile(r"^<dd\b[^>]*>\s*(?P<text>.*?)\s*(?:</dd>)?$", re.I)
_BOTH = re.compile(
    r"^<dt\b[^>]*>(?P<name>.*?)</dt>\s*<dd\b[^>]*>\s*(?P<text>.*?)\s*(?:</dd>)?$", re.I
)
_MEANING = re.compile(r"^:\s+(?P<text>\S.*)$")
_END = re.compile(r"^</d[dt]>$", re.I)
MAX_LINES = 2_000
"""A longer list is none."""


def definitions_at(lines: Sequence[Line], at: int, end: int) -> tuple[list[Item], int] | None:
    """The terms of the list that begins at `at`, each with its text, and how many lines it takes.

    It ends before `end`.
    """
    if re.match(r"^<dl\b[^>]*>$", lines[at].text, re.I):
        return _in_html(lines, at, end)
    return _in_markdown(lines, at, end)


def _in_html(lines: Sequence[Line], at: int, end: int) -> tuple[list[Item], int] | None:
    names: list[tuple[str, Line]] = []
    items: list[Item] = []
    for index in range(at + 1, min(end, at + MAX_LINES)):
        line = lines[index]
        if line.text.lower() == "</dl>":
            return (items, index - at + 1) if items and not names else None
        both, term, text = (p.match(line.text) for p in (_BOTH, _TERM, _TEXT))
        if both is not None:
            items.append(_item(both["name"], both["text"], line, line))
        elif term is not None:
            names.append((term["name"], line))
        elif text is not None and names:
            name, first = names.pop()
            items.append(_item(name, text["text"], first, line))
        elif line.text and items and not _END.match(line.text):
            items[-1].text += "\n" + line.text.removesuffix("</dd>")
            items[-1].end_line = line.number
    return None


def _in_markdown(lines: Sequence[Line], at: int, end: int) -> tuple[list[Item], int] | None:
    items: list[Item] = []
    index = at
    while index + 1 < end:
        name, told = lines[index], _MEANING.match(lines[index + 1].text)
        if told is None or read_name(name.text, name.number) is None:
            break
        items.append(_item(name.text, told["text"], name, lines[index + 1]))
        index += 2
        while index < end and lines[index].text and lines[index].indent:
            items[-1].text += "\n" + lines[index].text
            items[-1].end_line = lines[index].number
            index += 1
        following = index
        while following < end and not lines[following].text:
            following += 1
        again = following + 1 < end and _MEANING.match(lines[following + 1].text)
        index = following if again else index
    return (items, index - at) if items else None


def _item(name: str, text: str, first: Line, last: Line) -> Item:
    joint = " " if re.match(r"[*_(`]", text) else ": "
    return Item(f"`{name.strip('`*')}`{joint}{text}", first.number, last.number, first.indent)
