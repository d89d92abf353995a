"""A page cut into blocks: headings, prose, bullets, pseudo-JSON, `data:` chunks, endpoint lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from apiscribe.pages.json_shape_declared import Declaration, declaration_at
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
    Token,
    TokenKind,
    tokens_of_line,
)
from apiscribe.pages.json_shape_words import is_type_word
from apiscribe.pages.page import Line, PageSource


@dataclass(frozen=True, slots=True)
class Heading:
    """A line on its own that names what follows."""

    text: str
    line: int


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
    """`POST https://host/path`, in any of the usual dresses; `host` is "" when not given."""

    method: str
    host: str
    path: str
    line: int


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
    | Broken
    | Entry
    | Said
)

_BULLETS = "•‣◦⁃∙·▪▫●○■□–—*+-"
_BULLET = re.compile(rf"(?:[{re.escape(_BULLETS)}]\s+)+(?=\S)|[•‣◦∙▪▫●○■□](?=\w)")
_DATA = re.compile(r"data:\s*")
_EVENT = re.compile(r"event:\s*(\S+)$")
_FENCE = re.compile(r"(```+|~~~+)\s*([\w.+-]*)")
_JSON_FENCES = ("", "json", "json5", "jsonc", "javascript", "js", "typescript", "ts", "text", "sse")
_ENDPOINT = re.compile(
    r"(?:#+\s*)?[*`]*(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|QUERY)[*`]*[:\s]*[*`]*"
    r"(https?://[^\s/`]+)?(/(?:\{[^\s`{}]*\}|[^\s`*?])*)[*`]*$"
)
_BASE_URL = re.compile(r"(?:[*#\s]*)base\s*url[*]*\s*[:=-]\s*[*`]*(https?://[^\s`*]+)[*`]*$", re.I)
_SENTENCE_ENDS = (".", ":", ";", ",", "!", "?", "。", "：", "；", "，", "！", "？")
_IN_BLOCK = re.compile(r"""["'“{}\[\]<(/#.…,;*]|-?\d|(?:readonly\s+)?[\w$.@-]+\s*\??\s*:""")
_QUOTED = r"""(?:"[^"]*"|'[^']*')"""
_ALTERNATIVES = re.compile(rf"{_QUOTED}(?:\s*\|\s*{_QUOTED})+;?")
_INDEX = re.compile(r"#+\s*Methods$")


def read_blocks(page: PageSource) -> tuple[Block, ...]:
    """Cut the page into blocks, in order; every line with text is in exactly one."""
    cutter = _Cutter(in_english(page.lines))
    while cutter.at < len(page.lines):
        cutter.step()
    return tuple(cutter.blocks)


class _Cutter:
    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = [box_of(line) for line in lines]
        self.at = 0
        self.blocks: list[Block] = []
        self.fence = ""
        self.event: tuple[str, int] | None = None

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
        elif _DATA.match(line.text):
            self._data(line)
        elif line.text[0] in "{[" and not line.text.startswith("[!"):
            self._json(line)
        elif (declared := declaration_at(self.lines, self.at)) is not None:
            self._declaration(declared, line)
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
        if match[2].lower() in _JSON_FENCES:
            self.fence = match[1]
            self._one(Noise(line.number, line.number, "fence"))
            return
        end = self.at + 1
        while end < len(self.lines) and not self.lines[end].text.startswith(match[1]):
            end += 1
        last = self.lines[min(end, len(self.lines) - 1)].number
        self.blocks.append(Noise(line.number, last, "sample code"))
        self.at = end + 1

    def _data(self, line: Line) -> None:
        body = _DATA.sub("", line.text, count=1)
        if body == "[DONE]":
            self._one(StreamEnd(line.number))
        elif body[:1] in ("{", "["):
            self._json(line, streamed=True)
        else:
            self._one(
                Broken(line.number, line.number, line.number, "the data is neither JSON nor [DONE]")
            )

    def _json(self, line: Line, *, streamed: bool = False) -> None:
        tokens, end, problem = _bracketed(self.lines, self.at, streamed)
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
        elif re.fullmatch(r"[\]}),;]+", text):
            reason = "a bracket that nothing opens"
            self._one(Broken(line.number, line.number, line.number, reason))
        elif (found := _ENDPOINT.match(text)) is not None:
            self._one(EndpointLine(found[1], found[2] or "", found[3], line.number))
        elif (found := _BASE_URL.match(text)) is not None:
            self._one(BaseUrl(found[1].rstrip("/"), line.number))
        elif (sign := _BULLET.match(text)) is not None and not text.startswith("**"):
            self._bullet(line, sign)
        elif text.startswith("#") or self._stands_alone(line):
            self._one(Heading(text.lstrip("#").strip(" *"), line.number))
        else:
            self._prose(line)

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
            and not _BULLET.match(line.text)
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
        or _BULLET.match(text)
        or _FENCE.match(text)
        or _DATA.match(text)
        or _ENDPOINT.match(text)
        or _BASE_URL.match(text)
    )


def _bracketed(
    lines: Sequence[Line], start: int, streamed: bool
) -> tuple[list[Token], int, ShapeSyntaxError | None]:
    """Tokens from `lines[start]` to the line that closes its bracket, that line's index, the fault."""
    tokens: list[Token] = []
    depth, last = 0, start
    remark: list[str] = []
    for index in range(start, len(lines)):
        line = lines[index]
        if remark or (line.text.startswith("/*") and "*/" not in line.text):
            remark.append(line.text.strip("/* "))
            if "*/" in line.text:
                words = " ".join(filter(None, remark))
                tokens.append(Token(TokenKind.COMMENT, words, line.number))
                remark = []
            continue
        text = _DATA.sub("", line.text, count=1) if streamed else line.text
        if not text:
            continue
        if index > start and not _fits_block(text, blank_above=not lines[index - 1].text):
            break
        if index > start and _is_new_frame(line.text, text) and not _awaits_value(tokens):
            break
        last = index
        try:
            found = list(tokens_of_line(Line(line.number, text, line.indent)))
        except ShapeSyntaxError as problem:
            return tokens, _end_of_block(lines, index, depth), problem
        for token in found:
            if token.kind is TokenKind.MARK:
                depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(str(token.value), 0)
        tokens.extend(found)
        if depth <= 0:
            return tokens, index, None
    number = lines[start].number
    return tokens, last, ShapeSyntaxError("the bracket opened here is never closed", number)


def _is_new_frame(line: str, body: str) -> bool:
    """`data: {` inside brackets: the value before it was never closed, unless it awaits one."""
    return line.startswith("data:") and body[0] in "{["


def _awaits_value(tokens: Sequence[Token]) -> bool:
    return bool(tokens) and tokens[-1].value in (":", ",", "[")


def _fits_block(text: str, *, blank_above: bool) -> bool:
    """Whether a line can stand inside brackets; what cannot ends a block that was never closed."""
    if _BULLET.match(text) and not re.match(r"-\s*\d|[*+-]\s+[\"'{\[]", text):
        return False
    if _IN_BLOCK.match(text):
        return not re.match(r"(data|event):|#{1,6} ", text)
    word = re.match(r"[\w$]+", text)
    if word is None:
        return False
    return is_type_word(word[0]) or not (blank_above or " " in text.rstrip(",;"))


def _end_of_block(lines: Sequence[Line], index: int, depth: int) -> int:
    """Where a faulty block ends: where its brackets close, counted without strings; or at a blank."""
    for at in range(index, len(lines)):
        text = re.sub(r'"(?:[^"\\]|\\.)*"', "", lines[at].text)
        if at > index and (not text or not _fits_block(text, blank_above=False)):
            return at - 1
        depth += text.count("{") + text.count("[") - text.count("}") - text.count("]")
        if depth <= 0:
            return at
    return len(lines) - 1
