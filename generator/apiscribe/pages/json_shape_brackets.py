"""Where a bracketed block ends: brackets that close, lines that can stand inside, faults."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.json_shape_tokens import (
    ShapeSyntaxError,
    Token,
    TokenKind,
    tokens_of_line,
)
from apiscribe.pages.json_shape_words import is_type_word
from apiscribe.pages.page import Line

_BULLETS = "•‣◦⁃∙·▪▫●○■□–—*+-"
BULLET = re.compile(rf"(?:[{re.escape(_BULLETS)}]\s+)+(?=\S)|[•‣◦∙▪▫●○■□](?=\w)")
"""The signs that begin a bulleted line."""

DATA = re.compile(r"data:\s*")
"""What begins a frame of a stream."""

_IN_BLOCK = re.compile(r"""["'“{}\[\]<(/#.…,;*]|-?\d|(?:readonly\s+)?[\w$.@-]+\s*\??\s*:""")


def bracketed(
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
        text = DATA.sub("", line.text, count=1) if streamed else line.text
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
            return tokens, end_of_block(lines, index, depth), problem
        for token in found:
            if token.kind is TokenKind.MARK:
                depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(str(token.value), 0)
        tokens.extend(found)
        if depth <= 0:
            while len(tokens) > 1 and tokens[-1].value == ";":  # a statement's end
                tokens.pop()
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
    if BULLET.match(text) and not re.match(r"-\s*\d|[*+-]\s+[\"'{\[]", text):
        return False
    if _IN_BLOCK.match(text):
        return not re.match(r"(data|event):|#{1,6} ", text)
    word = re.match(r"[\w$]+", text)
    if word is None:
        return False
    return is_type_word(word[0]) or not (blank_above or " " in text.rstrip(",;"))


def end_of_block(lines: Sequence[Line], index: int, depth: int) -> int:
    """Where a faulty block ends: where its brackets close, counted without strings; or at a blank."""
    for at in range(index, len(lines)):
        text = re.sub(r'"(?:[^"\\]|\\.)*"', "", lines[at].text)
        if at > index and (not text or not _fits_block(text, blank_above=False)):
            return at - 1
        depth += text.count("{") + text.count("[") - text.count("}") - text.count("]")
        if depth <= 0:
            return at
    return len(lines) - 1
