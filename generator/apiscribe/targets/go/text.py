"""The two roads by which text of a document reaches Go: literals and comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import dedent
from typing import Final

from apiscribe.targets.text import is_clean, is_plain, wrap

COMMENT_WIDTH: Final = 80
TAB: Final = 4
_ESCAPES: Final = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"'}
_ITEM: Final = re.compile(r"^[-*+] +(?=\S)")
_LINK: Final = re.compile(r"^(\[[^\]]*\]):")
_NO_HEADING: Final = re.compile(r"[;:!?+*/=\[\]{}_^°&§~%#@<\">\\]|'(?!s(?: |$))|\.(?: |$)")
_QUOTES: Final = re.compile(r"([`'])\1+")
_FENCE: Final = re.compile(r"^\s*(```|~~~)")


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if is_plain(character):
        return character
    code = ord(character)
    if 0xD800 <= code < 0xE000:
        return "\\uFFFD"  # Go has no lone surrogates
    return f"\\U{code:08x}" if code > 0xFFFF else f"\\u{code:04x}"


def quote(text: str) -> str:
    """`text` as an interpreted string literal (Go specification, String literals)."""
    return f'"{"".join(map(_escape, text))}"'


def raw(text: str) -> str:
    """`text` as a raw string literal, where it has what Go lets stand in one."""
    if "`" in text or not is_clean(text):
        return quote(text)
    return f"`{text}`"


def scalar_text(value: str | int | float | bool) -> str:
    """A scalar as an untyped constant."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)


def comment(text: str, indent: int = 0) -> list[str]:
    """A doc comment as lines in gofmt's form, without their indentation."""
    if not text.strip():
        return []
    lines = list(_plain(wrap(text, COMMENT_WIDTH - indent * TAB - 3)))
    lines = [f"{line}." if _is_heading(lines, at) else line for at, line in enumerate(lines)]
    return [f"//{line}" if line.startswith("\t") or not line else f"// {line}" for line in lines]


def _is_heading(lines: list[str], at: int) -> bool:
    """Whether gofmt takes a paragraph for a heading, as those were written once (go/doc/comment)."""
    line = lines[at]
    if not line or at == 0 or lines[at - 1] or at + 2 >= len(lines) or lines[at + 1]:
        return False
    return (
        not lines[at + 2].startswith((" ", "\t"))
        and line[0].isupper()
        and line[-1].isalnum()
        and not _NO_HEADING.search(line)
    )


def _plain(lines: list[str]) -> Iterator[str]:
    """Lines in which gofmt finds paragraphs, lists and code, and nothing to change."""
    kinds = list(_kinds(lines))
    if any(kind == "code" for kind, _ in kinds):
        # Code below an item would be part of it, and be moved: there, items are text.
        kinds = [
            ("text", line.lstrip()) if kind == "item" else (kind, line) for kind, line in kinds
        ]
    before, blank = "", False
    for kind, line in _unindented(kinds):
        if kind == "blank":
            blank = bool(before)
            continue
        changed = before not in ("", kind)
        # Items with blank lines between them would want one before the list too.
        apart = blank and not before == kind == "item"
        if apart or (changed and ("code" in (kind, before) or before == "item")):
            yield ""
        yield line
        before, blank = kind, False


def _unindented(kinds: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Lines of code without what all of a block are indented by; blocks with blanks between are one."""
    for code, run in groupby(kinds, key=lambda each: each[0] in ("code", "blank")):
        block = list(run)
        if not code:
            yield from block
            continue
        lines = dedent("\n".join(line for _, line in block)).split("\n")
        for (kind, _), line in zip(block, lines, strict=True):
            yield kind, f"\t{line}" if kind == "code" else line


def _kinds(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Each line with what it is: blank, code, item (of a list) or text."""
    fence, item = "", False
    for line in lines:
        mark = _FENCE.match(line)
        if mark and (not fence or fence == mark[1]):
            fence, item = ("" if fence else mark[1]), False
            continue
        if fence:
            yield ("code", f"\t{line}") if line.strip() else ("blank", "")
            continue
        text = _cleaned(line)
        if not text:
            item = item and False
            yield "blank", ""
        elif _ITEM.match(text):
            item = True
            yield "item", f"  - {_ITEM.sub('', text)}"
        elif item and line.startswith(" "):
            yield "item", f"    {text}"
        else:
            item = False
            yield "text", text


def _cleaned(line: str) -> str:
    text = _QUOTES.sub(r"\1", line.strip()).lstrip("#").lstrip()
    return _LINK.sub(r"\1 :", text)


def with_name(name: str, text: str, otherwise: str) -> str:
    """A doc comment's text that begins with the name it stands at."""
    stripped = text.strip()
    if not stripped:
        return f"{name} {otherwise}"
    if stripped.startswith("Deprecated: "):  # tools find it only at a paragraph's begin
        return f"{name} {otherwise}\n\n{stripped}"
    found = re.match(r"(A|An|The|Any|One|All)\s", stripped)
    if found:
        return f"{name} is {stripped[0].lower()}{stripped[1:]}"
    return f"{name}: {stripped}"
