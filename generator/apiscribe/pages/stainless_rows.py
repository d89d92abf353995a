"""Rows of a Stainless text page: tidied lines, furniture taken out, and a cursor over them.

A crawl may put several things on one line. The cursor takes pushed-back pieces, so the reader
sees one thing at a time, whatever the line breaks were.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apiscribe.pages.page import Ledger, PageSource

MARKER = re.compile(r"(?:One|Accepts one) of the following:(?=$|[^\s])")
"""The line before enum values and union variants; prose that begins so goes on after a blank."""

DEPRECATED = "Deprecated"
"""A row of its own that deprecates the endpoint or member after it; first word of such prose."""

METHODS = "GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|QUERY"
ENDPOINT = re.compile(rf"(Deprecated *)?({METHODS}|{METHODS.lower()}) *(https?://[^/\s]+)?(/\S*)$")
"""Verb and path, glued (`GET/v1/things`) or not, in capitals or small letters."""

_FURNITURE = re.compile(
    r"(?:Copy (?:Markdown|page|link)|View as Markdown|Skip to (?:main )?content|(?:Primary|Main) navigation|Start here|Open in \w+|Ask AI"
    r"|API Reference|Expand|Collapse|Expand Collapse|Loading\.{3}|Export to \w+)"
)
_BUTTONS = re.compile(rf"(?:{_FURNITURE.pattern} *)+")
_ANY_BUTTON = re.compile(
    r"Copy Markdown|Copy page|View as Markdown|Open in (?:Claude|ChatGPT|Cursor)|API Reference"
)
_GLUED_BUTTON = re.compile(rf"(?:{_ANY_BUTTON.pattern})(?=\w)|(?<=\w)(?:{_ANY_BUTTON.pattern})")
_RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,}|\* \* \*)")
_ANCHOR = re.compile(r"\[?Link to this (?:property|variant|value|model|parameter)\b.*")
_EMPTY_LINK = re.compile(r"\[\]\((?:<[^>]*>|[^()\s]*(?:\([^()]*\)[^()]*)*)\)")
_LINK = re.compile(r"\[([^\[\]]+)\]\((?:<[^>]*>|[^()]*(?:\([^()]*\)[^()]*)*)\)")
_ANCHOR_TAG = re.compile(r"<a\b(?:[^>]*?\bhref=[\"']([^\"']*)[\"'])?[^>]*>(.*?)</a>", re.IGNORECASE)
_CODE_TAG = re.compile(r"<code>(.*?)</code>", re.IGNORECASE)
_TAG = re.compile(r"</?(?:details|summary|p|div|span|br|b|strong|em|i)\b[^>]*>", re.IGNORECASE)
_HEADING = re.compile(r"#{1,6} +")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~\"])")
_CLOSING = re.compile(r"\[\](?=$|\[\]|[A-Za-z_\"@$`])")
_UNTIDY = re.compile(r"[&<>\[\]\\*#]|  |[^\x00-\x7f]|Link to")
"""What there is to tidy: mark-up, escapes, blanks, typographic characters. Most lines have none."""

_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "″": '"', "‘": "'", "’": "'"})
_BLANKS = str.maketrans(dict.fromkeys("\u00a0\u2007\u202f\u2009\u2002\u2003", " "))


@dataclass(frozen=True, slots=True)
class Row:
    """One thing on a line. `code` is the text to parse; `prose` the text to keep as a description.

    `heading`: how many `#` stood before it, 0 when none.
    """

    line: int
    code: str
    prose: str
    heading: int = 0


def plain_blanks(text: str) -> str:
    """`text` with the blanks of typesetters as plain ones."""
    return text.translate(_BLANKS)


def prose(text: str) -> str:
    """Text for people as CommonMark: HTML links and code become Markdown, other tags go."""
    if _UNTIDY.search(text) is None:
        return text.strip()
    plain = html.unescape(text.translate(_BLANKS))
    plain = _ANCHOR_TAG.sub(lambda m: f"[{m[2]}]({m[1]})" if m[1] else m[2], plain)
    plain = _TAG.sub("", _CODE_TAG.sub(r"`\1`", plain))
    plain = _EMPTY_LINK.sub("", plain).replace("\\_", "_")
    return re.sub(r"(?<=\S) {2,}", " ", plain).strip()


def code(text: str) -> str:
    """Text for the parser: no links, emphasis, escapes or typographic quotes; single blanks."""
    if _UNTIDY.search(text) is None:
        return text.strip()
    plain = _LINK.sub(r"\1", prose(text))
    plain = _ANCHOR.sub("", plain) if "Link to this" in plain else plain
    plain = _ESCAPE.sub(r"\1", plain).translate(_QUOTES).replace("**", "")
    return re.sub(r" {2,}", " ", _HEADING.sub("", plain)).strip()


def page_rows(page: PageSource, ledger: Ledger) -> list[Row]:
    """The rows of `page` that may say something; the others are dropped into `ledger`."""
    start = _front_matter(page, ledger)
    closings = re.search(r"\w\[\]\w|\[\]\[\]", page.text) is not None
    rows: list[Row] = []
    for line in page.lines[start:]:
        if not line.text:
            continue
        pieces = _CLOSING.split(line.text) if closings else [line.text]
        if _GLUED_BUTTON.search(line.text):
            pieces = [part for piece in pieces for part in _ANY_BUTTON.split(piece)]
        made = [row for piece in pieces if (row := _row(line.number, piece)) is not None]
        if not made:
            ledger.drop([line.number], "navigation or mark-up")
        rows.extend(made)
    return rows


def _row(line: int, text: str) -> Row | None:
    """The row of one piece of a line; `None` for furniture."""
    parsed = code(text)
    if not parsed or _BUTTONS.fullmatch(parsed) or _RULE.fullmatch(parsed):
        return None
    marks = _HEADING.match(text.lstrip())
    return Row(line, parsed, prose(_HEADING.sub("", text)), len(marks[0].strip()) if marks else 0)


def _front_matter(page: PageSource, ledger: Ledger) -> int:
    """How many lines a YAML front matter takes (0 without one)."""
    lines = page.lines
    if not lines or lines[0].text != "---":
        return 0
    for index, line in enumerate(lines[1:], 1):
        if line.text == "---":
            ledger.drop((n.number for n in lines[: index + 1]), "front matter")
            return index + 1
        if not re.match(r"[\w-]+: ?|$", line.text):
            return 0
    return 0


@dataclass(slots=True)
class Cursor:
    """A position in the rows. `boundaries` are rows (by index) that end whatever is being read."""

    rows: Sequence[Row]
    boundaries: frozenset[int] = frozenset()
    at: int = 0
    pushed: list[Row] = field(default_factory=list)

    def peek(self, ahead: int = 0) -> Row | None:
        """The row `ahead` of the next one, or `None` at the end."""
        if ahead < len(self.pushed):
            return self.pushed[-1 - ahead]
        index = self.at + ahead - len(self.pushed)
        return self.rows[index] if index < len(self.rows) else None

    def take(self) -> Row:
        """The next row; the cursor moves on."""
        if self.pushed:
            return self.pushed.pop()
        self.at += 1
        return self.rows[self.at - 1]

    def push(self, row: Row, pieces: Sequence[str]) -> None:
        """Put the rest of `row`, in pieces, before the next row."""
        for piece in reversed(pieces):
            self.pushed.append(replace(row, code=piece, prose=piece, heading=0))

    def at_boundary(self, ahead: int = 0) -> bool:
        """Whether the next row (or one `ahead` of it) cannot belong to what is being read."""
        if ahead < len(self.pushed):
            return False
        index = self.at + ahead - len(self.pushed)
        return index >= len(self.rows) or index in self.boundaries
