"""Titles: short lines of pasted text, names of schemas in headings, labelled texts above endpoints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from apiscribe.naming import pascal, split_words
from apiscribe.pages.hand_records import LABEL, Block, Heading, Items, Para
from apiscribe.pages.parts.endpoints import read_endpoint
from apiscribe.pages.parts.inline import plain

_MODEL_WORDS = re.compile(
    r"\s+(?:object|model|schema|structure|type|fields|properties|definition|resource|objekt|objet|objeto|对象)s?(?:\s+(?:structure|fields|properties|definition))?$",
    re.I,
)
_OF_OPERATION = re.compile(
    r"(?:short )?description\b|summary\b|简要描述|接口描述|接口说明|功能说明|概要", re.I
)
"""Labels of a text about one operation; others ("Introduction") may be of the whole page."""
_TITLE = re.compile(r"[A-Z\u4e00-\u9fff][^.:!?|`{}]*")


def titled(blocks: list[Block]) -> list[Block]:
    """The blocks, with a heading where a short line above an endpoint's is the operation's title."""
    if any(isinstance(block, Heading) and block.level < 7 for block in blocks):
        return blocks
    for at, (first, second) in enumerate(pairwise(blocks)):
        if not (isinstance(first, Para) and isinstance(second, Para) and _is_title(first)):
            continue
        if read_endpoint(second.lines[0].text):
            blocks[at] = Heading(2, first.text, first.line)
    return _entitled(blocks)


def _entitled(blocks: list[Block]) -> list[Block]:
    """The first line of such a page is its title where it stands alone: several are crumbs."""
    if len(blocks) > 2 and any(isinstance(block, Heading) for block in blocks):
        first, second = blocks[:2]
        if isinstance(first, Para) and _is_title(first) and not _is_title(second):
            blocks[0] = Heading(1, first.text, first.line)
    return blocks


def _is_title(block: Block) -> bool:
    """A short line, and only this, that is no sentence."""
    if not isinstance(block, Para) or len(block.lines) > 1 or len(block.text.split()) > 8:
        return False
    return _TITLE.fullmatch(block.text) is not None


def model_name(text: str) -> str | None:
    """`The widget object` → `Widget`; `None` when a heading is no name."""
    words = plain(text)
    words = re.sub(r"^(?:the|an?|der|die|das|le|la|el)\s+", "", words, flags=re.I)
    words = _MODEL_WORDS.sub("", words).strip("`\"' ")
    if not re.fullmatch(r"[A-Za-z][\w.-]*(?:\s+[A-Za-z][\w.-]*){0,3}", words):
        return None
    return words if re.fullmatch(r"[A-Z]\w*", words) else pascal(split_words(words))


def described_above(blocks: Sequence[Block], at: int, floor: int) -> int:
    """Where a labelled text right above an endpoint without heading begins: it is the operation's."""
    for index in range(at - 1, floor - 1, -1):
        block = blocks[index]
        if isinstance(block, Heading):
            told = block.level == LABEL and _OF_OPERATION.match(plain(block.text)) is not None
            return index if told else at
        if not isinstance(block, Para | Items):
            return at
    return at
