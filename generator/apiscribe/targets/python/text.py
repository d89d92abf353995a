"""The two roads by which text of a document reaches Python code: literals and docstrings.

Everything a spec says is data. `quote` makes string literals, `docstring` and `comment` make
prose; nothing else in this target writes document text.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata

DOCSTRING_WIDTH = 96
"""Columns that prose in the generated code is filled to."""

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_FENCE = re.compile(r"^\s*(```|~~~)")
_ITEM = re.compile(r"^(\s*)([-*+]|\d+[.)])\s+")
_VERBATIM = re.compile(r"^(\s{4,}|\s*[|>#]|\s*</?\w)")


def _is_plain(character: str) -> bool:
    """Whether a character may stand in source as it is: printable, and no bidi or format control."""
    return character.isprintable() and unicodedata.category(character) != "Cf"


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def quote(text: str) -> str:
    """`text` as a Python string literal, spelled as black would (double quotes, fewest escapes)."""
    mark = "'" if text.count('"') > text.count("'") else '"'
    body = "".join(
        f"\\{c}" if c == mark else c if c != "\\" and _is_plain(c) else _escape(c) for c in text
    )
    return f"{mark}{body}{mark}"


def prose(text: str) -> str:
    """`text` without carriage returns, trailing blanks and characters that do not print."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4).split("\n")
    cleaned = ["".join(c if _is_plain(c) else _escape(c) for c in line).rstrip() for line in lines]
    return "\n".join(cleaned).strip("\n")


def wrap(text: str, width: int) -> list[str]:
    """Lines of Markdown `text`, paragraphs and list items filled to `width`, code left alone."""
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
    lines.extend(
        textwrap.wrap(
            body,
            max(width, 40),
            initial_indent=first,
            subsequent_indent=hanging,
            break_long_words=False,
            break_on_hyphens=False,
        )
    )
    paragraph.clear()


def _guard(line: str) -> str:
    return line.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def _closed(line: str) -> str:
    """`line` fit to stand before the closing quotes: no bare quote at its end."""
    body = line.removesuffix('"')
    escaped = (len(body) - len(body.rstrip("\\"))) % 2
    return f'{body}\\"' if body != line and not escaped else line


def docstring(lines: list[str] | str, indent: int = 0) -> str:
    """A docstring literal, its first line not indented; "" when there is nothing to say.

    `lines` is Markdown (wrapped here) or lines that are wrapped already. The result starts at
    the column it is printed at; following lines carry `indent` blanks.
    """
    width = DOCSTRING_WIDTH - indent
    found = wrap(lines, width) if isinstance(lines, str) else [prose(line) for line in lines]
    while found and not found[-1].strip():
        found.pop()
    if not found:
        return ""
    margin = " " * indent
    guarded = [_guard(line) for line in found]
    if len(guarded) == 1 and len(guarded[0]) <= width - 6:
        only = guarded[0].strip()
        return f'"""{_closed(only)}"""'
    if guarded[0].startswith('"'):
        guarded[0] = f"\\{guarded[0]}"
    body = "\n".join(f"{margin}{line}".rstrip() for line in guarded[1:])
    return f'"""{guarded[0]}\n{body}\n{margin}"""' if body else f'"""{guarded[0]}\n{margin}"""'


def comment(text: str, indent: int = 0) -> str:
    """`text` as `#` lines, "" for none; following lines carry `indent` blanks."""
    if not text.strip():
        return ""
    margin = " " * indent
    lines = wrap(text, DOCSTRING_WIDTH - indent - 2)
    return "\n".join(
        f"{margin if number else ''}# {line}".rstrip() for number, line in enumerate(lines)
    )


def api_title(title: str) -> str:
    """The title as "the … API", which many titles say themselves."""
    found = one_line(title)
    return found if re.search(r"\bAPI\b", found, re.IGNORECASE) else f"{found} API"


def one_line(text: str) -> str:
    """The first sentence or line of `text`, for places that hold one line."""
    first = prose(text).strip().split("\n\n")[0].replace("\n", " ")
    return re.sub(r"\s+", " ", first).strip()
