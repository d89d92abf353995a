"""Tokens of pseudo-JSON: JSON with type words, comments, elisions and loose punctuation.

What pages show as the shape of a body is JSON in outline only. The tokens are those of RFC 8259
plus bare words, `...`, `//`, `#` and `/* */` comments, `;` as a separator, `?`, `|`, angle and
round brackets, and single or typographic quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite

from apiscribe.pages.page import Line


class TokenKind(StrEnum):
    """What a token is; `MARK` is one character of punctuation."""

    MARK = "mark"
    STRING = "string"
    NUMBER = "number"
    WORD = "word"
    ELISION = "elision"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class Token:
    """A token with its 1-based line; `value` is decoded (a comment's is its text)."""

    kind: TokenKind
    value: str | int | float
    line: int


class ShapeSyntaxError(Exception):
    """Pseudo-JSON that cannot be read: `message` (one sentence, no full stop) and the line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


_PIECES = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<comment>//[ ]Union[ ]field[ ].{1,80}?can[ ]be[ ]only[ ]one[ ]of[ ]the[ ]following:
        |//[ ]End[ ]of[ ]list[ ]of[ ]possible[ ]types[ ]for[ ]union[ ]field[ ][\w.]+?\.(?=[ ]|$)|//.*|/\*.*?\*/|\#(?:\s.*|$)|<!--.*?-->)
    | (?P<elision>\.{3,}|…)
    | (?P<string>"(?:[^"\\]|\\.)*"|“[^”]*”|'(?:[^'\\]|\\.)*')
    | (?P<number>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.]))
    | (?P<word>[A-Za-z_$@][\w$]*(?:[.-][\w$]+)*)
    | (?P<mark>[{}\[\]()<>,;:|?=*/])
    """,
    re.VERBOSE,
)

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "'": "'", '"': '"', "/": "/"}


def tokens_of_line(line: Line) -> Iterator[Token]:
    """The tokens of one line. Raises `ShapeSyntaxError` at a character that fits nothing."""
    text, at = line.text, 0
    while at < len(text):
        match = _PIECES.match(text, at)
        if match is None:
            quote = text[at] in "\"'“"
            what = "a string is not closed" if quote else f"{text[at]!r} has no meaning here"
            raise ShapeSyntaxError(what, line.number)
        at = match.end()
        kind, piece = match.lastgroup or "", match.group()
        if kind != "space":
            yield _token(kind, piece, line.number)


def _token(kind: str, piece: str, line: int) -> Token:
    if kind == "string":
        return Token(TokenKind.STRING, _unquote(piece, line), line)
    if kind == "number":
        return Token(TokenKind.NUMBER, _number(piece, line), line)
    if kind == "comment":
        body = re.sub(r"^(//+|/\*+|#+|<!--)|(\*+/|-->)$", "", piece)
        return Token(TokenKind.COMMENT, body.strip(), line)
    return Token(TokenKind(kind), piece, line)


def _number(piece: str, line: int) -> int | float:
    """A number that a double holds: a greater one is infinite to whoever reads it (RFC 8259, section 6)."""
    if not isfinite(float(piece)):
        raise ShapeSyntaxError(f"the number {piece[:12]}… is too large", line)
    number: int | float = json.loads(piece)
    return number


def _unquote(piece: str, line: int) -> str:
    if piece[0] == '"':
        try:
            return str(json.loads(piece, strict=False))
        except ValueError as problem:
            raise ShapeSyntaxError(f"the string {piece} is not JSON", line) from problem
    body = piece[1:-1]
    if piece[0] == "“":
        return body
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), body)
