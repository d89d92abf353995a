"""Prose of a document as plain lines: cleaned, filled, shortened; no language's syntax."""

from __future__ import annotations

import re
import textwrap
import unicodedata

_FENCE = re.compile(r"^\s*(```|~~~)")
_ITEM = re.compile(r"^(\s*)([-*+]|\d+[.)])\s+")
_VERBATIM = re.compile(r"^(\s{4,}|\s*[|>#]|\s*</?\w)")


def is_plain(character: str) -> bool:
    """Whether a character may stand in source as it is: printable, and no bidi or format control."""
    return character.isprintable() and unicodedata.category(character) != "Cf"


def is_clean(text: str) -> bool:
    """Whether all characters of `text` are plain, for most texts without looking at each."""
    return text.isprintable() and (text.isascii() or all(is_plain(c) for c in text))


def visible(character: str) -> str:
    """A character that does not print, by its number."""
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def prose(text: str) -> str:
    """`text` without carriage returns, trailing blanks and characters that do not print."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4).split("\n")
    cleaned = [line if is_clean(line) else "".join(map(_shown, line)) for line in lines]
    return "\n".join(line.rstrip() for line in cleaned).strip("\n")


def _shown(character: str) -> str:
    return character if is_plain(character) else visible(character)


def wrap(text: str, width: int) -> list[str]:
    """Lines of Markdown `text`, paragraphs and list items filled to `width`, code left alone."""
    if len(text) <= max(width, 40) and is_clean(text):
        return [text.rstrip()]
    lines: list[str] = []
    paragraph: list[str] = []
    fence = ""
    for line in prose(text).split("\n"):
        mark = _FENCE.match(line)
        if fence or mark:
            _flush(paragraph, lines, width)
            lines.append(line)
            if mark:
                fence = "" if fence == mark[1] else fence or mark[1]
        elif not line.strip() or (not paragraph and _VERBATIM.match(line)):
            _flush(paragraph, lines, width)
            lines.append(line)
        else:
            if _ITEM.match(line):
                _flush(paragraph, lines, width)
            paragraph.append(line)
    _flush(paragraph, lines, width)
    return lines


def _flush(paragraph: list[str], lines: list[str], width: int) -> None:
    """Fill the collected paragraph into `lines` and empty it."""
    if not paragraph:
        return
    item = _ITEM.match(paragraph[0])
    hanging = " " * item.end() if item else ""
    first = item[0] if item else ""
    body = " ".join([paragraph[0][len(first) :], *(part.strip() for part in paragraph[1:])])
    lines.extend(_fill(body, max(width, 40), first, hanging))
    paragraph.clear()


def _fill(body: str, width: int, first: str, hanging: str) -> list[str]:
    """`body` in lines of at most `width` where words allow; `first` and `hanging` begin them."""
    if "  " in body or body[:1] in ("", " "):  # blanks that count
        return textwrap.wrap(
            body,
            width,
            initial_indent=first,
            subsequent_indent=hanging,
            break_long_words=False,
            break_on_hyphens=False,
        )
    lines: list[str] = []
    words = body.rstrip(" ").split(" ")
    line = first + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) <= width:
            line = f"{line} {word}"
        else:
            lines.append(line)
            line = hanging + word
    return [*lines, line]


def api_title(title: str) -> str:
    """The title as "the … API", which many titles say themselves."""
    found = one_line(title)
    return found if re.search(r"\bAPI\b", found, re.IGNORECASE) else f"{found} API"


def one_line(text: str) -> str:
    """The first sentence or line of `text`, for places that hold one line."""
    first = prose(text).strip().split("\n\n")[0].replace("\n", " ")
    return re.sub(r"\s+", " ", first).strip()
