"""A hand-written page cut into blocks: headings, paragraphs, tables, lists, fences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apiscribe.pages.hand_components import MAX_LINES as MAX_COMPONENT
from apiscribe.pages.hand_components import read_component, starts_component
from apiscribe.pages.hand_definitions import definitions_at
from apiscribe.pages.hand_dialects import (
    MAX_TAG,
    Swagger,
    labelled_heading,
    snippets_in_fence,
    swagger_tag,
)
from apiscribe.pages.hand_exports import Export, export_at, labelled_item, operation_table
from apiscribe.pages.hand_front import front_matter
from apiscribe.pages.hand_joined import joined_table
from apiscribe.pages.hand_noise import MAX_EXPORT, furniture, is_frame, is_rule, without_callouts
from apiscribe.pages.hand_records import (
    LABEL,
    Block,
    Fence,
    Heading,
    Item,
    Items,
    Member,
    Para,
    Table,
)
from apiscribe.pages.hand_titles import titled
from apiscribe.pages.page import Ledger, Line, PageSource
from apiscribe.pages.parts.cells import split_cells, tabbed_cells
from apiscribe.pages.parts.endpoints import read_endpoint
from apiscribe.pages.parts.inline import plain, unadorned
from apiscribe.pages.parts.samples import is_object, looks_like_json
from apiscribe.pages.parts.sections import label_of
from apiscribe.pages.parts.words import column_of
from apiscribe.pages.vertical_samples import sample_at

MAX_DEPTH = 24
"""Lists nested deeper than this are not understood."""

MAX_LINE = 20_000
"""A longer line is no line of a reference page."""

MAX_UNCLOSED = 100
"""Brackets and components that nothing closes; after so many, none is looked for."""

_FENCE = re.compile(r"^(`{3,}|~{3,})\s*(.*)$")
_SHOWN = frozenset(["md", "mdx", "markdown", "text", "txt"])
"""Info words of a longer fence that shows Markdown; under others it holds blocks together."""

_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_HTML_HEADING = re.compile(r"^<h([1-6])\b[^>]*>(.*?)</h[1-6]>$", re.I)
_BULLET = re.compile(r"^(?:[-*+•◦▪‣·●○▸]\s+|\d{1,3}[.)]\s+)(?=\S)|^[•◦▪‣●○▸](?=\w)")
_DELIMITER = re.compile(
    r"^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?$|^\|\s*:?-+:?\s*\|$|^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$"
)
_BOLD_LINE = re.compile(
    r"^(?:\*\*|__)(?P<text>(?:(?!\*\*|__).)+?)(?:\*\*|__)\s*:?$|^<(?:strong|b)>(?P<html>[^<]+)</(?:strong|b)>:?$"
)
_BASE_URL = re.compile(r"\bbaseUrl=\"([^\"]*)\"")
_VALUE = re.compile(r"^(?:\{|\[|\[\s*\{)$")
_TAB = re.compile(
    r"^(?:===\s+[\"'](?P<a>[^\"']+)[\"']|\{%\s*tab\s+title=[\"'](?P<b>[^\"']+)[\"']\s*%\}|<(?:TabItem|Tab)\b[^>]*?(?:label|title|value)=[\"'](?P<c>[^\"']+)[\"'][^>]*>|<summary>(?P<d>[^<]+)</summary>)$"
)


def read_blocks(page: PageSource, ledger: Ledger) -> list[Block]:
    """Cut the page. Marks that only hold things together are dropped in `ledger`."""
    lines = list(without_callouts(page.lines))
    start, stated = front_matter(lines, ledger)
    return titled([*stated, *_Cutter(lines, ledger).blocks(start, len(lines))])


@dataclass(slots=True)
class _Cutter:
    lines: Sequence[Line]
    ledger: Ledger
    depth: int = 0
    based: bool = False
    bases: set[str] | None = None
    unclosed: int = 0

    def blocks(self, at: int, end: int, depth: int = 0) -> list[Block]:
        """The blocks of a range of lines (indexes); what is nested too deep is not understood."""
        found: list[Block] = []
        while at < end:
            line = self.lines[at]
            if not line.text:
                at += 1
                continue
            if depth > MAX_DEPTH or len(line.text) > MAX_LINE:
                why = "nested too deep" if depth > MAX_DEPTH else "a line without end"
                self.ledger.refuse(line.number, why)
                at += 1
                continue
            self.depth = depth
            if (special := self._special(at, end)) is not None:
                found += special[0]
                at = special[1]
                continue
            if (fence := _FENCE.match(line.text)) is not None and "`" not in fence[2]:
                inside, at = self._fence(at, end, fence)
                found += inside
                continue
            block, at = self._block(at, end)
            if block is not None:
                found.append(block)
        return found

    def _special(self, at: int, end: int) -> tuple[list[Block], int] | None:
        """What single platforms, exports and pastes have in place of headings, tables and lists."""
        line = self.lines[at]
        if (tag := swagger_tag(self.lines[at : min(end, at + MAX_TAG)])) is not None:
            return self._swagger(tag, at), at + tag.count
        if (export := export_at(self.lines, at)) is not None:
            return self._export(export, at), at + export.count
        if (table := operation_table(self.lines, at)) is not None:
            end_line = line.number + table[1] - 1
            return [Member(row, line.number, end_line) for row in table[0]], at + table[1]
        if (terms := definitions_at(self.lines, at, end)) is not None:
            last = self.lines[at + terms[1] - 1].number
            shown = {n for item in terms[0] for n in range(item.line, item.end_line + 1)}
            self.ledger.drop(set(range(line.number, last + 1)) - shown, "frame")
            return [Items(terms[0], terms[0][0].line, terms[0][-1].end_line)], at + terms[1]
        if (joined := joined_table(self.lines, at, end)) is not None:
            return [joined[0]], at + joined[1]
        if (value := self._bare_value(at, end)) is not None:
            return [value[0]], value[1]
        if (labelled := labelled_item(self.lines, at)) is not None:
            self.ledger.drop([line.number], "label")
            return [Para([labelled[0]])], at + labelled[1]
        return None

    def _block(self, at: int, end: int) -> tuple[Block | None, int]:
        line = self.lines[at]
        text = line.text
        if starts_component(text) and self.unclosed <= MAX_UNCLOSED:
            row, count = read_component(self.lines[at : min(end, at + MAX_COMPONENT)])
            if row is not None:
                last = self.lines[at + count - 1].number
                return Member(row, line.number, last), at + count
            self.unclosed += 1
        count, why = furniture(self.lines[at : min(end, at + MAX_EXPORT)])
        if count:
            self.ledger.drop(range(line.number, line.number + count), why)
            return None, at + count
        if (heading := _HEADING.match(text)) is not None:
            return (
                Heading(len(heading[1]), labelled_heading(unadorned(heading[2])), line.number),
                at + 1,
            )
        if (html := _HTML_HEADING.match(text)) is not None:
            return Heading(int(html[1]), html[2], line.number), at + 1
        if (tab := _TAB.match(text)) is not None:
            title = next(group for group in tab.groups() if group is not None)
            if label_of(title) is not None:
                return Heading(LABEL, title, line.number), at + 1
            self.ledger.drop([line.number], "tab")
            return None, at + 1
        if self._is_table(at, end):
            return self._table(at, end)
        if _BULLET.match(text) and not is_rule(text):
            return self._items(at, end)
        return self._para(at, end)

    def _swagger(self, tag: Swagger, at: int) -> list[Block]:
        """A tag of GitBook: an operation with its host, or a status with its text."""
        line = self.lines[at].number
        self.ledger.fact(*range(line, line + tag.count))
        level, text = (2, tag.text) if tag.kind == "endpoint" else (LABEL, f"Response {tag.text}")
        heading = Heading(level, text, line)
        if tag.base and self._all_bases() == {tag.base}:
            heading.text = text.replace(f" {tag.base}", " ", 1)
            stated, self.based = self.based, True
            return [heading] if stated else [Para([Line(line, f"Base URL: {tag.base}")]), heading]
        return [heading, Para([Line(line, tag.more)])] if tag.more else [heading]

    def _all_bases(self) -> set[str]:
        """The base URLs of all tags of the page."""
        if self.bases is None:
            found = (_BASE_URL.search(line.text) for line in self.lines)
            self.bases = {match[1].rstrip("/") for match in found if match is not None}
        return self.bases

    def _export(self, export: Export, at: int) -> list[Block]:
        """A block of ReadMe's old exports as what it shows."""
        line = self.lines[at].number
        end = line + export.count - 1
        if export.kind == "api-header":
            self.ledger.drop(range(line, end + 1), "heading")
            return [Heading(1 if label_of(export.title) is None else 2, export.title, line)]
        if export.header:
            return [Table(export.header, export.rows, line, end)]
        if export.codes:
            self.ledger.drop(range(line, end + 1), "sample")
            return [
                Fence(word, [Line(at, row.strip()) for row in code.split("\n")], line, end)
                for word, code, at in export.codes
            ]
        self.ledger.drop(range(line, end + 1), "block of the export")
        return [Para(export.text)] if export.text else []

    def _fence(self, at: int, end: int, fence: re.Match[str]) -> tuple[list[Block], int]:
        last = at + 1
        while last < end:
            text = self.lines[last].text
            if text.startswith(fence[1]) and not text.strip(fence[1][0]):
                break
            last += 1
        inner = list(self.lines[at + 1 : last])
        stop = min(last, end - 1)
        first = self.lines[at].number
        holds = len(fence[1]) > 3 and any(_FENCE.match(line.text) for line in inner)
        if holds and fence[2].strip().lower() not in _SHOWN:
            self.ledger.drop([first, self.lines[stop].number], "frame")
            return self.blocks(at + 1, last, self.depth + 1), last + 1
        if (snippets := snippets_in_fence(inner)) is not None:
            self.ledger.drop(range(first, self.lines[stop].number + 1), "sample")
            return list(snippets), last + 1
        return [Fence(fence[2].strip(), inner, first, self.lines[stop].number)], last + 1

    def _bare_value(self, at: int, end: int) -> tuple[Fence, int] | None:
        """A JSON value on lines of its own, without a fence around it."""
        whole = is_object(self.lines[at].text)
        if not (whole or _VALUE.match(self.lines[at].text)) or self.unclosed > MAX_UNCLOSED:
            return None
        sample = sample_at(self.lines, at)
        least = at + (1 if whole else 3)
        if sample is None or sample[2] or not least <= sample[1] <= end:
            self.unclosed += 1
            return None
        return (sample[0], sample[1]) if looks_like_json(sample[0].text) else None

    # -- tables -----------------------------------------------------------------------------

    def _is_table(self, at: int, end: int) -> bool:
        text = self.lines[at].text
        following = self.lines[at + 1].text if at + 1 < end else ""
        if "|" in text and _DELIMITER.match(following):
            return True
        if "\t" in text and "\t" in following:
            known = [column_of(cell) for cell in text.split("\t")]
            return len(known) > 1 and sum(c is not None for c in known) >= len(known) - 1
        return text.startswith("|") and text.count("|") > 2 and following.startswith("|")

    def _table(self, at: int, end: int) -> tuple[Block, int]:
        tabbed = "|" not in self.lines[at].text
        cells = tabbed_cells if tabbed else split_cells
        header = cells(self.lines[at].text)
        rows: list[tuple[int, list[str]]] = []
        last = at + 1
        while last < end:
            text = self.lines[last].text
            if not tabbed and _DELIMITER.match(text):
                last += 1
                continue
            if (
                not text
                or ("\t" if tabbed else "|") not in text
                or _HEADING.match(text)
                or _FENCE.match(text)
            ):
                break
            rows.append((self.lines[last].number, cells(text)))
            last += 1
        return Table(header, rows, self.lines[at].number, self.lines[last - 1].number), last

    def _items(self, at: int, end: int) -> tuple[Block, int]:
        base, depth = self.lines[at].indent, self.depth
        last = at + 1
        while last < end and self._in_list(last, base):
            last += 1
        while last > at + 1 and not self.lines[last - 1].text:
            last -= 1
        items: list[Item] = []
        start = at
        while start < last:
            stop = start + 1
            while stop < last and not self._is_item(stop, self.lines[start].indent):
                stop = self._past_fence(stop, last)
            items.append(self._item(start, stop))
            self.depth = depth
            start = stop
            while start < last and not self.lines[start].text:
                start += 1
        return Items(items, self.lines[at].number, self.lines[last - 1].number), last

    def _past_fence(self, at: int, end: int) -> int:
        fence = _FENCE.match(self.lines[at].text)
        if fence is None:
            return at + 1
        at += 1
        while at < end and not (
            self.lines[at].text.startswith(fence[1]) and not self.lines[at].text.strip(fence[1][0])
        ):
            at += 1
        return at + 1

    def _is_item(self, at: int, indent: int) -> bool:
        line = self.lines[at]
        return line.indent <= indent and _BULLET.match(line.text) is not None

    def _in_list(self, at: int, base: int) -> bool:
        line = self.lines[at]
        if not line.text:
            following = next((x for x in self.lines[at + 1 : at + 4] if x.text), None)
            if following is None:
                return False
            deeper = following.indent > base
            return deeper or (
                following.indent == base
                and _BULLET.match(following.text) is not None
                and not is_rule(following.text)
            )
        if _BULLET.match(line.text) and line.indent >= base:
            return True
        if line.indent > base:
            return True
        return bool(self.lines[at - 1].text) and not self._starts_block(line.text)

    def _starts_block(self, text: str) -> bool:
        return bool(
            _HEADING.match(text)
            or _FENCE.match(text)
            or text.startswith(("|", "<", "{%", ":::"))
            or _BOLD_LINE.match(text)
            or read_endpoint(text)
            or is_rule(text)
        )

    def _item(self, start: int, stop: int) -> Item:
        depth = self.depth
        first = self.lines[start]
        sign = _BULLET.match(first.text)
        text = first.text[sign.end() :] if sign is not None else first.text
        at = start + 1
        while at < stop:
            row = self.lines[at].text
            if not row or _BULLET.match(row) or _FENCE.match(row) or row.startswith("|"):
                break
            text += "\n" + row
            at += 1
        item = Item(text, first.number, self.lines[at - 1].number, first.indent)
        item.blocks = self.blocks(at, stop, depth + 1)
        return item

    def _para(self, at: int, end: int) -> tuple[Block | None, int]:
        first = self.lines[at]
        if (found := self._labelled(at, end)) is not None:
            return found, at + 1
        following = self.lines[at + 1].text if at + 1 < end else ""
        if following and re.fullmatch(r"={3,}|-{3,}", following) and "|" not in first.text:
            self.ledger.drop([self.lines[at + 1].number], "rule")
            return Heading(1 if following[0] == "=" else 2, first.text, first.number), at + 2
        last = at + 1
        while last < end:
            text = self.lines[last].text
            if (
                not text
                or self._starts_block(text)
                or _BULLET.match(text)
                or self._is_table(last, end)
            ):
                break
            if is_frame(text) or _TAB.match(text):
                break
            last += 1
        if read_endpoint(first.text) is not None:
            last = at + 1
        lines = [_unquoted(line) for line in self.lines[at:last]]
        return Para(lines), last

    def _labelled(self, at: int, end: int) -> Block | None:
        """A bold line, or a short line that labels what follows."""
        line = _unquoted(self.lines[at])
        bold = _BOLD_LINE.match(line.text)
        if bold is not None:
            text = bold["text"] or bold["html"]
            label = label_of(text)
            if label is None and re.fullmatch(r"`[^`]+`|[a-z]\w*_\w+", text):
                return None
            return Heading(LABEL if label is not None else 7, text, line.number)
        alone = (
            at + 1 >= end or not self.lines[at + 1].text or not self.lines[at + 1].text[0].islower()
        )
        above = at == 0 or not self.lines[at - 1].text or _BULLET.match(self.lines[at - 1].text)
        words = len(plain(line.text).split())
        if (
            alone
            and words <= 9
            and not line.text.endswith((".", "!", ";"))
            and (above or line.text.endswith((":", "：")))
            and label_of(line.text) is not None
        ):
            return Heading(LABEL, line.text, line.number)
        return None


def _unquoted(line: Line) -> Line:
    """A line of a block quote without its mark."""
    if not line.text.startswith(">"):
        return line
    return Line(line.number, line.text.lstrip("> ").strip(), line.indent)
