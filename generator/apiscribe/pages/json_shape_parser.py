"""Pseudo-JSON to a tree: objects, arrays, literals and type expressions, each with its lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from apiscribe.pages.json_shape_tokens import ShapeSyntaxError, Token, TokenKind

MAX_DEPTH = 100
"""Brackets nested deeper than this are refused: no page shows them, and recursion is bounded."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment's text and line."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Literal:
    """A JSON string, number, boolean or null, as written."""

    value: str | int | float | bool | None
    line: int
    text: str = ""
    """What the page says of the value."""


@dataclass(frozen=True, slots=True)
class Word:
    """A type word (`string`, `integer`, `Message`) with its arguments (`map<string, number>`).

    `format`: of `string (int64 format)`. `named`: `object (Thing)`, so it is a name of a shape, of
    this page or another.
    """

    word: str
    line: int
    arguments: tuple[Node, ...] = ()
    format: str = ""
    named: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """`a | b`: two or more alternatives."""

    alternatives: tuple[Node, ...]
    line: int


@dataclass(frozen=True, slots=True)
class ArrayNode:
    """`[ … ]` or `T[]`; an elision in it means more of the same."""

    items: tuple[Node, ...]
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Member:
    """`key: value`. `bare`: the key has no quotes. `optional`: a `?` follows the key or the value.

    `notes` are the words in round brackets after the value; `comments` those of its line, of the
    line its bracket opens on, and the comment lines above it.
    """

    key: str
    value: Node
    line: int
    end_line: int
    bare: bool = False
    optional: bool = False
    notes: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectNode:
    """`{ … }`; `elided` is the line of an elision among the members (there are more), else 0."""

    members: tuple[Member, ...]
    line: int
    end_line: int
    elided: int = 0


def is_any_key(member: Member) -> bool:
    """`[key: string]`, `<id>`, a bare type word: a place for any name."""
    return (
        member.key == "*"
        or (member.bare and member.key in ("string", "integer", "number"))
        or re.fullmatch(r"<[^<>]+>|\{[^{}]+\}", member.key) is not None
    )


Node: TypeAlias = Literal | Word | Choice | ArrayNode | ObjectNode

_LITERAL_WORDS = {"true": True, "false": False, "null": None, "None": None}
_LITERAL_WORDS |= {"True": True, "False": False}


def parse_shape(tokens: Sequence[Token]) -> Node:
    """Read one value. Raises `ShapeSyntaxError` when the tokens are not exactly one."""
    parser = _Parser(tokens)
    parser.take_comments()
    node = parser.value(0)[0]
    parser.take_comments()
    if (rest := parser.peek()) is not None:
        raise ShapeSyntaxError(f"{rest.value!r} follows the end of the value", rest.line)
    return node


@dataclass(slots=True)
class _Parser:
    tokens: Sequence[Token]
    at: int = 0
    pending: list[Comment] = field(default_factory=list)

    def peek(self, ahead: int = 0) -> Token | None:
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    def next(self) -> Token:
        token = self.peek()
        if token is None:
            line = self.tokens[-1].line if self.tokens else 0
            raise ShapeSyntaxError("the text ends inside a value", line)
        self.at += 1
        return token

    def is_mark(self, marks: str, ahead: int = 0) -> bool:
        token = self.peek(ahead)
        return token is not None and token.kind is TokenKind.MARK and str(token.value) in marks

    def is_word(self, word: str) -> bool:
        token = self.peek()
        return token is not None and token.kind is TokenKind.WORD and token.value == word

    def take_comments(self, line: int = 0) -> list[Comment]:
        """Take the comments that come next; with `line`, only those on that line."""
        found = []
        while (token := self.peek()) is not None and token.kind is TokenKind.COMMENT:
            if line and token.line != line:
                break
            found.append(Comment(str(token.value), token.line))
            self.at += 1
        return found

    def expect(self, mark: str, opened: int) -> Token:
        token = self.next()
        if token.kind is not TokenKind.MARK or token.value != mark:
            reason = f"{token.value!r} stands where {mark!r} was due (opened at line {opened})"
            raise ShapeSyntaxError(reason, token.line)
        return token

    def value(self, depth: int) -> tuple[Node, bool, list[str]]:
        """A type expression or JSON value, whether `?` follows it, and the notes in brackets."""
        optional, alternatives = False, []
        line = self.tokens[min(self.at, len(self.tokens) - 1)].line if self.tokens else 0
        while True:
            node, mark = self.postfix(depth)
            alternatives.append(node)
            optional = optional or mark
            if self.is_mark("|/") or self.is_word("or"):
                self.at += 1
                continue
            break
        notes = self.notes()
        node = alternatives[0] if len(alternatives) == 1 else Choice(tuple(alternatives), line)
        return node, optional, notes

    def notes(self) -> list[str]:
        """`(required, at most 64)` after a value, split at the commas."""
        found: list[str] = []
        while self.is_mark("("):
            opened, words = self.next().line, [""]
            while not self.is_mark(")"):
                token = self.next()
                if token.line != opened:
                    raise ShapeSyntaxError("a round bracket is not closed", opened)
                if token.kind is TokenKind.MARK and token.value == ",":
                    words.append("")
                else:
                    words[-1] = f"{words[-1]} {token.value}".strip()
            self.at += 1
            found.extend(word for word in words if word)
        return found

    def postfix(self, depth: int) -> tuple[Node, bool]:
        """A primary with `[]` and `?` behind it."""
        node, optional = self.primary(depth), False
        while True:
            if self.is_mark("[") and self.is_mark("]", 1):
                node = ArrayNode((node,), node.line, node.line)
                self.at += 2
            elif self.is_mark("?"):
                optional = True
                self.at += 1
            else:
                return node, optional

    def primary(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise ShapeSyntaxError("brackets are nested too deeply", self.next().line)
        token = self.next()
        if token.kind in (TokenKind.STRING, TokenKind.NUMBER):
            return Literal(token.value, token.line)
        if token.kind is TokenKind.WORD:
            return self.word(token, depth)
        if token.kind is TokenKind.MARK:
            if token.value == "{":
                return self.object(token, depth)
            if token.value == "[":
                return self.array(token, depth)
            if str(token.value) in "(<":
                inner = self.value(depth + 1)[0]
                self.expect(")" if token.value == "(" else ">", token.line)
                return inner
        raise ShapeSyntaxError(f"{token.value!r} is no value", token.line)

    def word(self, token: Token, depth: int) -> Node:
        text = str(token.value)
        if text in _LITERAL_WORDS:
            return Literal(_LITERAL_WORDS[text], token.line)
        if text.lower() in ("array", "list") and self.is_word("of"):
            self.at += 1
            item = self.postfix(depth + 1)[0]
            return ArrayNode((item,), token.line, token.line)
        if (found := self.in_brackets(token, depth)) is not None:
            return found
        arguments = []
        if self.is_mark("<"):
            self.at += 1
            arguments.append(self.value(depth + 1)[0])
            while self.is_mark(","):
                self.at += 1
                arguments.append(self.value(depth + 1)[0])
            self.expect(">", token.line)
        return Word(text, token.line, tuple(arguments))

    def in_brackets(self, token: Token, depth: int) -> Word | None:
        """`object (Thing)`, `map (key: string, value: T)`, `string (int64 format)`: Google's types."""
        text, inner = str(token.value), self.peek(1)
        if not self.is_mark("(") or inner is None or inner.kind is not TokenKind.WORD:
            return None
        if text in ("object", "enum") and self.is_mark(")", 2):
            self.at += 3
            return Word(str(inner.value), token.line, named=True)
        after = self.peek(2)
        if after is not None and after.value == "format" and self.is_mark(")", 3):
            self.at += 4
            return Word(text, token.line, format=str(inner.value))
        if text != "map" or inner.value != "key" or not self.is_mark(":", 2):
            return None
        opened = self.next().line
        self.at += 2
        key = self.value(depth + 1)[0]
        self.expect(",", opened)
        if not self.is_word("value"):
            raise ShapeSyntaxError("the map does not say of what", opened)
        self.at += 1
        self.expect(":", opened)
        value = self.value(depth + 1)[0]
        self.expect(")", opened)
        return Word(text, token.line, (key, value))

    def whole_object(self, depth: int) -> Node | None:
        """`{ object (Thing) }` is a Thing, `{ object }` any object."""
        if not self.is_word("object") or not (self.is_mark("(", 1) or self.is_mark("}", 1)):
            return None
        node = self.word(self.next(), depth)
        self.take_comments()
        if not self.is_mark("}"):
            raise ShapeSyntaxError("a shape's name stands among members", node.line)
        self.at += 1
        return node

    def array(self, opening: Token, depth: int) -> ArrayNode:
        items: list[Node] = []
        self.pending.extend(self.take_comments(opening.line))
        while True:
            self.take_comments()
            if self.is_mark("]"):
                end = self.next().line
                return ArrayNode(tuple(items), opening.line, end)
            if self.is_mark(",;"):
                self.at += 1
            elif not self.at_elision():
                items.append(self.value(depth + 1)[0])
                self.separator(opening, "]")

    def at_elision(self) -> int:
        """Take an elision; its line, 0 when there is none."""
        token = self.peek()
        if token is None or token.kind is not TokenKind.ELISION:
            return 0
        self.at += 1
        return token.line

    def elided_member(self) -> int:
        """Take `field1: ...`, which stands for members that are not named; its line, else 0."""
        after = self.peek(2)
        if not self.is_mark(":", 1) or after is None or after.kind is not TokenKind.ELISION:
            return 0
        self.at += 3
        return after.line

    def separator(self, opening: Token, closer: str) -> None:
        """After an item: a comma, the closer, a comment, an elision, or a new line."""
        token, last = self.peek(), self.tokens[self.at - 1]
        if token is None or token.kind in (TokenKind.COMMENT, TokenKind.ELISION):
            return
        if self.is_mark(",;"):
            self.at += 1
        elif not self.is_mark(closer) and token.line == last.line:
            reason = f"{token.value!r} follows a value without a comma"
            raise ShapeSyntaxError(reason, token.line)

    def object(self, opening: Token, depth: int) -> Node:
        members: list[Member] = []
        elided = 0
        self.pending.extend(self.take_comments(opening.line))
        if (whole := self.whole_object(depth)) is not None:
            return whole
        while True:
            above = self.take_comments()
            if self.is_mark("}"):
                end = self.next().line
                return ObjectNode(tuple(members), opening.line, end, elided)
            if self.is_mark(",;"):
                self.at += 1
            elif line := self.at_elision() or self.elided_member():
                elided = line
            else:
                members.append(self.member(opening, above, depth))

    def member(self, opening: Token, above: list[Comment], depth: int) -> Member:
        token = self.next()
        after = self.peek()
        if token.value == "readonly" and after is not None and after.kind is TokenKind.WORD:
            token = self.next()
        key, bare, line = self.key(token)
        optional = self.is_mark("?")
        if optional:
            self.at += 1
        self.expect(":", opening.line)
        above = above + self.take_comments(line)
        outer, self.pending = self.pending, []
        value, mark, notes = self.value(depth + 1)
        comments = above + self.pending
        self.pending = outer
        end = self.tokens[self.at - 1].line
        comments += self.take_comments(end)
        self.separator(opening, "}")
        comments += self.take_comments(end)
        return Member(key, value, line, end, bare, optional or mark, tuple(notes), tuple(comments))

    def key(self, token: Token) -> tuple[str, bool, int]:
        """A key: quoted, bare, or the index form `[key: string]`, which reads as `*`."""
        if token.kind is TokenKind.STRING:
            return str(token.value), False, token.line
        if token.kind in (TokenKind.WORD, TokenKind.NUMBER):
            return str(token.value), True, token.line
        if token.kind is TokenKind.MARK and str(token.value) in "[<":
            closer = "]" if token.value == "[" else ">"
            while not self.is_mark(closer):
                if self.next().line != token.line:
                    raise ShapeSyntaxError("the key is not closed", token.line)
            self.at += 1
            return "*", True, token.line
        raise ShapeSyntaxError(f"{token.value!r} is no member name", token.line)
