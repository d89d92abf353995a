"""The two roads by which text of a document reaches Go: literals and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from apiscribe.targets.text import is_plain, wrap

COMMENT_WIDTH: Final = 80
TAB: Final = 4
_ESCAPES: Final = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"'}
_ITEM: Final = re.compile(r"^[-*+] +(?=\S)")
_LINK: Final = re.compile(r"^(\[[^\]]*\]):")
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
    lines = wrap(text, COMMENT_WIDTH - indent * TAB - 3)
    return [
        f"//{line}" if line.startswith("\t") or not line else f"// {line}" for line in _plain(lines)
    ]


def _plain(lines: list[str]) -> Iterator[str]:
    """Lines in which gofmt finds paragraphs, lists and code, and nothing to change."""
    kinds = list(_kinds(lines))
    before = ""
    for kind, line in kinds:
        if kind == "blank":
            before = before if before in ("", "blank") else "blank after " + before
            continue
        blank = before.startswith("blank after")
        inside = before.removeprefix("blank after ")
        if (
            blank
            or (before and kind != before and "code" in (kind, inside))
            or (before == "item" and kind == "text")
        ):
            yield ""
        yield line
        before = kind


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
    text = line.strip().replace("``", "`").replace("''", "'").lstrip("#").lstrip()
    return _LINK.sub(r"\1 :", text)


def with_name(name: str, text: str, otherwise: str) -> str:
    """A doc comment's text that begins with the name it stands at."""
    stripped = text.strip()
    if not stripped:
        return f"{name} {otherwise}"
    found = re.match(r"(A|An|The|Any|One|All)\s", stripped)
    if found:
        return f"{name} is {stripped[0].lower()}{stripped[1:]}"
    return f"{name}: {stripped}"
