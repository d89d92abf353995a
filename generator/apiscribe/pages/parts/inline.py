"""Text inside of a line: Markdown and HTML marks taken off, entities and escapes undone."""

from __future__ import annotations

import html
import re
from functools import lru_cache

_TAGS = re.compile(
    r"</?(?:span|b|i|em|strong|sup|sub|small|p|font|kbd|u|td|tr|th|div|nobr|center|mark|a|abbr"
    r"|h[1-6]|aside|summary|details|section)\b[^<>]*>|<!--.*?-->",
    re.I,
)
_CODE_TAG = re.compile(r"</?(?:code|tt|samp|var)\b[^<>]*>", re.I)
_BREAK = re.compile(r"\s*<br\s*/?>\s*", re.I)
_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\)")
_ANCHOR = re.compile(r"\s*(?<!\!)\[[\u200b\s]*\]\(#[^()\s]*\)")
_REFERENCE = re.compile(r"\[([^\[\]]+)\]\[[^\[\]]*\]")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!|<>~$&-])")
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_ITALIC = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])(.+?)(?<=[^\s*_])\1(?![\w*])")
_WIDE = str.maketrans("：（），；、＝｜？！　【】", ":(),;,=|?! []")
_PICTURE = r"[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff][\u200d\ufe0f]*"
_PICTURES = re.compile(rf"^(?:{_PICTURE}\s*)+(?=\S)|(?<=\S)(?:\s*{_PICTURE})+$")
CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
"""A code span; group 2 is what is in it."""


@lru_cache(maxsize=20_000)
def tidy(text: str) -> str:
    """A line of prose as CommonMark: HTML marks and invisible characters gone, code and links kept."""
    if "[](" in text:
        text = _ANCHOR.sub("", text)
    if "<" in text:
        text = _CODE_TAG.sub("`", _TAGS.sub("", _BREAK.sub("\n", text)))
    if "&" in text:
        text = html.unescape(text)
    return re.sub(r"[\u200b\u200e\u2060\ufeff]", "", text).replace("\u00a0", " ").strip()


@lru_cache(maxsize=20_000)
def plain(text: str) -> str:
    """The words alone: no emphasis, no code marks, links by their text, escapes undone."""
    text = tidy(text)
    text = _REFERENCE.sub(r"\1", _LINK.sub(r"\1", text))
    text = _BOLD.sub(r"\2", text)
    text = _ITALIC.sub(r"\2", text)
    text = CODE.sub(lambda match: match[2].strip(), text)
    return " ".join(_ESCAPE.sub(r"\1", text).split())


def narrow(text: str) -> str:
    """Full-width punctuation as its ASCII twin, sign for sign; for patterns, not for the document."""
    return text.translate(_WIDE)


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """What labels are compared by: plain, lower case, without signs around it."""
    words = narrow(plain(text)).casefold()
    return words.strip(" :.-–—•#*?!()[]\t")


def unadorned(text: str) -> str:
    """A title without the pictures around it: `📥 Response` → `Response`."""
    return _PICTURES.sub("", text)


def only_code(text: str) -> str | None:
    """What is in the one code span that the whole text is (bold or not), else `None`."""
    text = re.sub(r"^[*_]{1,3}|[*_:]{1,3}$", "", tidy(text)).strip()
    match = CODE.fullmatch(text)
    return match[2].strip() if match is not None else None
