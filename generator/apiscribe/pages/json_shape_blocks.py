"""A page cut into blocks: headings, prose, bullets, pseudo-JSON, `data:` chunks, endpoint lines."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from apiscribe.pages.json_shape_brackets import BULLET, DATA, bracketed, end_of_block
from apiscribe.pages.json_shape_declared import GENERIC, Declaration, declaration_at
from apiscribe.pages.json_shape_google import (
    Entry,
    Said,
    box_of,
    entry_at,
    enum_at,
    is_label,
    is_set_phrase,
    said_of_body,
)
from apiscribe.pages.json_shape_localized import in_english
from apiscribe.pages.json_shape_parser import Choice, Literal, Node, parse_shape
from apiscribe.pages.json_shape_tokens import (
    ShapeSyntaxError,
    tokens_of_line,
)
from apiscribe.pages.page import Line, PageSource


@dataclass(frozen=True, slots=True)
class Heading:
    """A line on its own that names what follows. `fence`: the title of the fence that opens here."""

    text: str
    line: int
    fence: bool = False


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph."""

    text: str
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Bullet:
    """A bulleted line. `column` is that of its last bullet sign: deeper means nested."""

    text: str
    column: int
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Json:
    """A bracketed block. `streamed`: it follows `data:`; `event` is the name on an `event:` line.

    `name`: that of a declaration (`interface Thing { … }`), `bases` what it extends.
    """

    node: Node
    line: int
    end_line: int
    streamed: bool = False
    event: str = ""
    name: str = ""
    bases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """`data: [DONE]`."""

    line: int


@dataclass(frozen=True, slots=True)
class EndpointLine:
    """`POST https://host/path`, in any of the usual dresses; `host` is "" when not given.

    `heading`: it is a heading itself, so that the one above it is not about it alone.
    """

    method: str
    host: str
    path: str
    line: int
    heading: bool = False


@dataclass(frozen=True, slots=True)
class BaseUrl:
    """`Base URL: https://…`."""

    url: str
    line: int


@dataclass(frozen=True, slots=True)
class Noise:
    """Lines that say nothing of the shapes: sample code, rules, fence lines."""

    line: int
    end_line: int
    why: str


@dataclass(frozen=True, slots=True)
class ShownText:
    """An answer in a fence that names text and a status: `text 200`."""

    status: str
    text: str
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Broken:
    """A block that starts like pseudo-JSON and cannot be read: `reason` belongs to line `at`."""

    line: int
    end_line: int
    at: int
    reason: str


Block: TypeAlias = (
    Heading
    | Prose
    | Bullet
    | Json
    | StreamEnd
    | EndpointLine
    | BaseUrl
    | Noise
    | ShownText
    | Broken
    | Entry
    | Said
)

_EVENT = re.compile(r"event:\s*(\S+)$")
_FENCE = re.compile(r"(```+|~~~+)\s*([\w.+-]*)(?:[ \t]+(?P<title>[A-Za-z][\w -]*))?")
_TEXT_FENCE = re.compile(r"(?:```+|~~~+)\s*(?:text|txt|plain|plaintext)[ \t]+([1-5]\d\d)\b", re.I)
_TAG = re.compile(r"</?[A-Za-z][\w.]*(?:\s+[\w-]+(?:=(?:\"[^\"]*\"|'[^']*'|\{[^{}]*\}))?)*\s*/?>")
"""A line that is one tag of a component page: it holds no text of its own."""
_JSON_FENCES = ("", "json", "json5", "jsonc", "javascript", "js", "typescript", "ts", "text", "sse")
_ENDPOINT = re.compile(
    r"(?:#+\s*)?[*`]*(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|QUERY)[*`]*[:\s]*[*`]*"
    r"(https?://[^\s/`]+)?(/(?:\{[^\s`{}]*\}|[^\s`*?])*)[*`]*$"
)
_BASE_URL = re.compile(r"(?:[*#\s]*)base\s*url[*]*\s*[:=-]\s*[*`]*(https?://[^\s`*]+)[*`]*$", re.I)
_SENTENCE_ENDS = (".", ":", ";", ",", "!", "?", "。", "：", "；", "，", "！", "？")
_QUOTED = r"""(?:"[^"]*"|'[^']*')"""
_ALTERNATIVES = re.compile(rf"{_QUOTED}(?:\s*\|\s*{_QUOTED})+;?")
MAX_FRONT = 100
"""Front matter of more lines is none."""

_INDEX = re.compile(r"#+\s*Methods$")


def read_blocks(page: PageSource) -> tuple[Block, ...]:
    """Cut the page into blocks, in order; every line with text is in exactly one."""
    cutter = _Cutter(in_english(page.lines))
    cutter.front_matter()
    while cutter.at < len(page.lines):
        cutter.step()
    return tuple(cutter.blocks)


def front_matter(lines: Sequence[Line]) -> int:
    """The lines of front matter at the top of a page, both rules counted; 0 without it."""
    texts = [line.text for line in lines[:MAX_FRONT]]
    if texts[:1] != ["---"] or "---" not in texts[1:]:
        return 0
    end = texts.index("---", 1)
    return end + 1 if all(re.match(r"[\w-]+:|-\s|$", text) for text in texts[1:end]) else 0


class _Cutter:
    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = [box_of(line) for line in lines]
        self.at = 0
        self.blocks: list[Block] = []
        self.fence = ""
        self.event: tuple[str, int] | None = None

    def front_matter(self) -> None:
        """`key: value` lines between two `---` at the top."""
        self.at = front_matter(self.lines)
        if self.at:
            self.blocks.append(Noise(1, self.at, "front matter"))

    def step(self) -> None:
        """Take the next block."""
        line = self.lines[self.at]
        if not line.text:
            self.at += 1
        elif _FENCE.match(line.text):
            self._fence(line)
        elif (found := _EVENT.match(line.text)) is not None:
            self.event = (found[1], line.number)
            self._one(Noise(line.number, line.number, "event name"))
        elif DATA.match(line.text):
            self._data(line)
        elif line.text[0] in "{[" and not line.text.startswith("[!"):
            self._json(line)
        elif (declared := declaration_at(self.lines, self.at)) is not None:
            self._declaration(declared, line)
        elif GENERIC.match(line.text):
            end, why = end_of_block(self.lines, self.at, 0), "a type with parameters is not read"
            last = self.lines[end].number
            self.blocks.append(Broken(line.number, last, line.number, why))
            self.at = end + 1
        elif is_label(line.text):
            self._label(line)
        elif _ALTERNATIVES.fullmatch(line.text):
            self._alternatives([line], line)
        else:
            self._text(line)

    def _one(self, block: Block) -> None:
        self.blocks.append(block)
        self.at += 1

    def _fence(self, line: Line) -> None:
        match = _FENCE.match(line.text)
        assert match is not None
        if self.fence:
            self.fence = ""
            self._one(Noise(line.number, line.number, "fence"))
            return
        if match[2].lower() in _JSON_FENCES and not self._is_plain(match[2].lower()):
            self.fence = match[1]
            self._one(Noise(line.number, line.number, "fence"))
            if match["title"]:
                self.blocks[-1] = Heading(match["title"].strip(), line.number, fence=True)
            return
        end = self.at + 1
        while end < len(self.lines) and not self.lines[end].text.startswith(match[1]):
            end += 1
        last = self.lines[min(end, len(self.lines) - 1)].number
        shown = "\n".join(each.text for each in self.lines[self.at + 1 : end])
        status = _TEXT_FENCE.match(line.text)
        if status is not None and shown:
            self.blocks.append(ShownText(status[1], shown, line.number, last))
        else:
            self.blocks.append(Noise(line.number, last, "sample code"))
        self.at = end + 1

    def _is_plain(self, language: str) -> bool:
        """Whether the fence opened here says that it holds text, and there are no brackets in it."""
        if language != "text":
            return False
        inside = itertools.takewhile(
            lambda line: _FENCE.match(line.text) is None, self.lines[self.at + 1 :]
        )
        return not any(re.search(r"[{\[]", line.text) for line in inside)

    def _data(self, line: Line) -> None:
        body = DATA.sub("", line.text, count=1)
        if body == "[DONE]":
            self._one(StreamEnd(line.number))
        elif body[:1] in ("{", "["):
            self._json(line, streamed=True)
        else:
            self._one(
                Broken(line.number, line.number, line.number, "the data is neither JSON nor [DONE]")
            )

    def _json(self, line: Line, *, streamed: bool = False) -> None:
        tokens, end, problem = bracketed(self.lines, self.at, streamed)
        last = self.lines[end].number
        self.at = end + 1
        if problem is None:
            try:
                node = parse_shape(tokens)
            except ShapeSyntaxError as found:
                problem = found
            else:
                event = self.event[0] if self.event and streamed else ""
                self.event = None
                self.blocks.append(Json(node, line.number, last, streamed, event))
                return
        self.blocks.append(Broken(line.number, last, problem.line, problem.message))

    def _declaration(self, found: Declaration, line: Line) -> None:
        if not found.bracketed:
            self._alternatives(found.lines, line, found.name)
            return
        self.lines[self.at] = found.lines[0]
        self._json(line)
        if isinstance(block := self.blocks[-1], Json):
            self.blocks[-1] = replace(block, name=found.name, bases=found.bases)

    def _alternatives(self, lines: Sequence[Line], first: Line, name: str = "") -> None:
        """A type on a line or some lines, without brackets around it."""
        last = lines[-1].number
        try:
            tokens = [token for each in lines for token in tokens_of_line(each)]
            while tokens and tokens[-1].value == ";":
                tokens.pop()
            self.blocks.append(Json(parse_shape(tokens), first.number, last, name=name))
        except ShapeSyntaxError as found:
            self.blocks.append(Broken(first.number, last, found.line, found.message))
        self.at += last - first.number + 1

    def _label(self, line: Line) -> None:
        """`JSON representation`, `Fields`: a label of Google's; below `Enums` stand values."""
        values = enum_at(self.lines, self.at)
        self._one(Noise(line.number, line.number, "label"))
        if values:
            literals = tuple(Literal(each.value, each.line, each.text) for each in values)
            first, last = values[0].line, values[-1].end_line
            self.blocks.append(Json(Choice(literals, first), first, last))
            self.at = last

    def _index(self, line: Line) -> None:
        """Names of methods with a sentence each: other pages show them."""
        end = self.at + 1
        while end < len(self.lines) and not self.lines[end].text.startswith("#"):
            end += 1
        self.blocks.append(Noise(line.number, self.lines[end - 1].number, "index of methods"))
        self.at = end

    def _text(self, line: Line) -> None:
        text = line.text
        entry = entry_at(self.lines, self.at)
        if entry is not None:
            self.blocks.append(entry)
            self.at = entry.end_line
        elif (said := said_of_body(line)) is not None:
            self._one(said)
        elif is_set_phrase(text):
            self._one(Noise(line.number, line.number, "phrase of every page"))
        elif _INDEX.match(text):
            self._index(line)
        else:
            self._other_text(line)

    def _other_text(self, line: Line) -> None:
        text = line.text
        if re.fullmatch(r"[-=_*]{3,}", text):
            self._one(Noise(line.number, line.number, "rule"))
        elif _TAG.fullmatch(text):
            self._one(Noise(line.number, line.number, "tag"))
        elif re.fullmatch(r"[\]}),;]+", text):
            reason = "a bracket that nothing opens"
            self._one(Broken(line.number, line.number, line.number, reason))
        elif (found := _ENDPOINT.match(text)) is not None:
            self._one(self._endpoint(found, line))
        elif (found := _BASE_URL.match(text)) is not None:
            self._one(BaseUrl(found[1].rstrip("/"), line.number))
        elif (sign := BULLET.match(text)) is not None and not text.startswith("**"):
            self._bullet(line, sign)
        elif text.startswith("#") or self._stands_alone(line):
            self._one(Heading(text.lstrip("#").strip(" *"), line.number))
        else:
            self._prose(line)

    def _endpoint(self, found: re.Match[str], line: Line) -> EndpointLine:
        heading = line.text.startswith("#")
        return EndpointLine(found[1], found[2] or "", found[3], line.number, heading)

    def _bullet(self, line: Line, sign: re.Match[str]) -> None:
        signs = sign.group().rstrip()
        texts, end = [line.text[sign.end() :]], self.at + 1
        while end < len(self.lines) and self._continues(self.lines[end], line):
            texts.append(self.lines[end].text)
            end += 1
        last = self.lines[end - 1].number
        column = line.indent + len(signs) - 1
        self.blocks.append(Bullet(" ".join(texts), column, line.number, last))
        self.at = end

    def _continues(self, line: Line, bullet: Line) -> bool:
        """Whether `line`, right below, goes on with the bullet's text."""
        return (
            bool(line.text)
            and line.indent > bullet.indent
            and not BULLET.match(line.text)
            and line.text[0] not in "{[`"
        )

    def _stands_alone(self, line: Line) -> bool:
        """A short line without a sentence's end, with nothing right above and below it."""
        index = line.number - 1
        above = self.lines[index - 1].text if index else ""
        below = self.lines[index + 1].text if index + 1 < len(self.lines) else ""
        short = len(line.text) <= 60 and len(line.text.split()) <= 8
        lone = not above and (not below or below[0] in "{[" or below.startswith("data:"))
        return short and lone and not line.text.endswith(_SENTENCE_ENDS)

    def _prose(self, line: Line) -> None:
        end = self.at + 1
        while end < len(self.lines) and _is_prose(self.lines[end].text):
            end += 1
        lines = self.lines[self.at : end]
        text = " ".join(each.text for each in lines)
        self.blocks.append(Prose(text, line.number, lines[-1].number))
        self.at = end


def _is_prose(text: str) -> bool:
    return bool(text) and not (
        text[0] in "{[#"
        or BULLET.match(text)
        or _FENCE.match(text)
        or DATA.match(text)
        or _ENDPOINT.match(text)
        or _BASE_URL.match(text)
    )
