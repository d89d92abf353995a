"""Type expressions inside the code spans of Stainless Markdown: text to a small tree.

type   = term (" or " term)* [" or " N " more"]
term   = scalar | literal | "array of " term | "map[" type "]" | "tuple[" type, … ["..." type] "]"
       | "object" [braces] | Name ["object"] [braces] | "#"Name | "(" type ")" | "stream of " type
braces = "{" [name ("," name)*] ["," N " more"] "}"
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TypeAlias

SCALARS = ("string", "integer", "number", "boolean", "null", "unknown", "any", "never", "file")
RESERVED = frozenset(
    (*SCALARS, "object", "optional", "array", "map", "tuple", "stream", "of", "or")
)


@dataclass(frozen=True, slots=True)
class ScalarType:
    """A type word without children."""

    word: str


@dataclass(frozen=True, slots=True)
class LiteralType:
    """A JSON literal: a constant."""

    value: str | int | float | bool


@dataclass(frozen=True, slots=True)
class ArrayType:
    """`array of T`. `loose`: T stands without brackets, so an `or` after it may be part of it."""

    item: TypeNode
    loose: bool = True


@dataclass(frozen=True, slots=True)
class MapType:
    """`map[T]`."""

    value: TypeNode


@dataclass(frozen=True, slots=True)
class TupleType:
    """`tuple[A, B, ...C]`; `rest` is `None` when there is none."""

    items: tuple[TypeNode, ...]
    rest: TypeNode | None = None


@dataclass(frozen=True, slots=True)
class Braces:
    """The members a declaration names, and how many more there are."""

    shown: tuple[str, ...]
    more: int = 0

    def fits(self, names: list[str]) -> bool:
        """Whether `names` are what the braces announce."""
        return names[: len(self.shown)] == list(self.shown) and len(names) == (
            len(self.shown) + self.more
        )


@dataclass(frozen=True, slots=True)
class ObjectType:
    """`object { … }`; `braces` is `None` for a bare `object`."""

    braces: Braces | None = None


@dataclass(frozen=True, slots=True)
class NamedType:
    """A reference to a model, with its members when they are shown again."""

    name: str
    braces: Braces | None = None


@dataclass(frozen=True, slots=True)
class UnionType:
    """Alternatives, and how many more there are."""

    alternatives: tuple[TypeNode, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class StreamType:
    """`stream of T`."""

    item: TypeNode


TypeNode: TypeAlias = (
    ScalarType
    | LiteralType
    | ArrayType
    | MapType
    | TupleType
    | ObjectType
    | NamedType
    | UnionType
    | StreamType
)


@dataclass(frozen=True, slots=True)
class MemberHead:
    """`name: [optional] T`. `special`: the name stands in square brackets (`[string]`, `[item]`)."""

    name: str
    type: TypeNode
    optional: bool = False
    special: bool = False


@dataclass(frozen=True, slots=True)
class ModelHead:
    """`Name object { … }`, `Name object` or `Name = T`."""

    name: str
    type: TypeNode


Head: TypeAlias = MemberHead | ModelHead | TypeNode

_NAME = r"[A-Za-z_$@0-9][\w$@.\-]*"
_TOKEN = re.compile(
    rf'\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.]))'
    rf"|(?P<ref>\#{_NAME})|(?P<dots>\.\.\.)|(?P<word>{_NAME})|(?P<mark>[{{}}\[\](),=]))"
)
_MEMBER = re.compile(r'(?:(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<bare>[^\s":][^\s":]*)):[ ]+')
_SPECIAL = re.compile(r"\[(?P<inner>[^\]]*|\"(?:[^\"\\]|\\.)*\")\]:[ ]+")
_MODEL = re.compile(rf"(?P<name>\#?{_NAME})(?:[ ]+(?=object[ ]*(?:\{{|$))|[ ]*=[ ]+)")
_BRACE_NAME = re.compile(
    r'\s*(?:(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<bare>[^\s,{}"][^,{}"]*?))\s*(?=[,}])'
)
_MORE = re.compile(r"\s*(\d+)\s+more\b")
MAX_DEPTH = 50


class TypeTextError(Exception):
    """The text is no type; the message says where it stops being one."""


def parse_head(text: str) -> Head:
    """Read an item's text. Raises `TypeTextError` when it is neither a member, a model nor a type."""
    if (special := _SPECIAL.match(text)) is not None:
        inner = special["inner"]
        name = inner if not inner.startswith('"') else inner[1:-1]
        if inner.startswith('"'):
            name = f'"{_string(inner)}'
        return MemberHead(name, parse_type(text[special.end() :]), special=True)
    if (member := _MEMBER.match(text)) is not None:
        name = _string(member["quoted"]) if member["quoted"] else member["bare"]
        rest = text[member.end() :]
        optional = re.match(r"optional +", rest)
        body = rest[optional.end() :] if optional else rest
        return MemberHead(name, parse_type(body), optional is not None)
    if (model := _MODEL.match(text)) is not None and model["name"] not in RESERVED:
        return ModelHead(model["name"].removeprefix("#"), parse_type(text[model.end() :]))
    return parse_type(text)


def parse_type(text: str) -> TypeNode:
    """Read a type. Raises `TypeTextError` when `text` is not exactly one."""
    parser = _Parser(text)
    node = parser.type(0)
    if text[parser.at :].strip():
        raise TypeTextError(f"{text[parser.at :].strip()!r} is left over after the type")
    return node


def can_be_default(head: Head, word: str) -> bool:
    """Whether a word without quotes can be the default of a member: its type takes that text.

    `no limit` is no word, and a word of a number is prose; where values are listed, it is one.
    """
    if not isinstance(head, MemberHead) or re.search(r"\s", word):
        return False
    node = head.type
    kinds = node.alternatives if isinstance(node, UnionType) else (node,)
    values = [each.value for each in kinds if isinstance(each, LiteralType)]
    if word in values:
        return True
    is_cut = isinstance(node, UnionType) and node.more > 0
    return ScalarType("string") in kinds or (bool(values) and is_cut)


def depth_of(node: TypeNode) -> int:
    """How many lists and maps stand around the innermost type."""
    if isinstance(node, UnionType):
        some = [each for each in node.alternatives if each != ScalarType("null")]
        return depth_of(some[0]) if len(some) == 1 and not node.more else 0
    if isinstance(node, ArrayType):
        return 1 + depth_of(node.item)
    return 1 + depth_of(node.value) if isinstance(node, MapType) else 0


def _string(piece: str) -> str:
    try:
        return str(json.loads(piece, strict=False))
    except ValueError as problem:
        raise TypeTextError(f"{piece} is no JSON string") from problem


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def peek(self) -> tuple[str, str, int]:
        """Kind, text and end of the next token; kind "" at the end."""
        match = _TOKEN.match(self.text, self.at)
        if match is None:
            rest = self.text[self.at :].strip()
            if rest:
                raise TypeTextError(f"{rest!r} is no type")
            return "", "", self.at
        kind = match.lastgroup or ""
        return kind, match[kind], match.end()

    def take(self, text: str) -> bool:
        """Take the next token when it is `text`."""
        kind, found, end = self.peek()
        if kind in ("mark", "word", "dots") and found == text:
            self.at = end
            return True
        return False

    def need(self, text: str) -> None:
        if not self.take(text):
            raise TypeTextError(f"{text!r} is missing before {self.text[self.at :]!r}")

    def type(self, depth: int) -> TypeNode:
        if depth > MAX_DEPTH:
            raise TypeTextError("the type is nested too deeply")
        alternatives = [self.term(depth)]
        more = 0
        while self.take("or"):
            if (count := _MORE.match(self.text, self.at)) is not None:
                more, self.at = more + int(count[1]), count.end()
                continue
            alternatives.append(self.term(depth))
        if len(alternatives) == 1 and not more:
            return alternatives[0]
        return UnionType(tuple(alternatives), more)

    def term(self, depth: int) -> TypeNode:
        if depth > MAX_DEPTH:
            raise TypeTextError("the type is nested too deeply")
        kind, text, end = self.peek()
        if not kind:
            raise TypeTextError("a type is missing at the end")
        self.at = end
        if kind == "string":
            return LiteralType(_string(text))
        if kind == "number":
            return LiteralType(json.loads(text))
        if kind == "ref":
            return NamedType(text[1:], self._braces_of_name())
        if kind == "word":
            return self._word(text, depth)
        if text == "(":
            inner = self.type(depth + 1)
            self.need(")")
            return _tight(inner)
        raise TypeTextError(f"{text!r} is no type")

    def _word(self, word: str, depth: int) -> TypeNode:
        if word in ("true", "false"):
            return LiteralType(word == "true")
        if word == "stream" and self.take("of"):
            return StreamType(self.type(depth + 1))
        if word == "array" and self.take("of"):
            grouped = self.peek()[1] == "("
            item = self.term(depth + 1)
            loose = not grouped and (not isinstance(item, ArrayType) or item.loose)
            return ArrayType(item, loose)
        if word == "map" and self.take("["):
            value = self.type(depth + 1)
            self.need("]")
            return MapType(value)
        if word == "tuple" and self.take("["):
            return self._tuple(depth)
        if word == "object":
            return ObjectType(self._braces())
        if word in SCALARS:
            return ScalarType(word)
        if word in RESERVED:
            raise TypeTextError(f"{word!r} is no type")
        return NamedType(word, self._braces_of_name())

    def _tuple(self, depth: int) -> TupleType:
        items: list[TypeNode] = []
        rest: TypeNode | None = None
        while not self.take("]"):
            if items or rest is not None:
                self.need(",")
            if self.take("..."):
                rest = self.type(depth + 1)
            else:
                items.append(self.type(depth + 1))
        return TupleType(tuple(items), rest)

    def _braces_of_name(self) -> Braces | None:
        self.take("object")
        return self._braces()

    def _braces(self) -> Braces | None:
        if not self.take("{"):
            return None
        shown: list[str] = []
        more = 0
        while not self.take("}"):
            if (count := _MORE.match(self.text, self.at)) is not None:
                more, self.at = int(count[1]), count.end()
            elif (name := _BRACE_NAME.match(self.text, self.at)) is not None:
                shown.append(_string(name["quoted"]) if name["quoted"] else name["bare"])
                self.at = name.end()
            else:
                raise TypeTextError("a brace list is not closed")
            self.take(",")
        return Braces(tuple(shown), more)


def _tight(node: TypeNode) -> TypeNode:
    """A type in round brackets: an `or` after it is never part of it."""
    return ArrayType(node.item, False) if isinstance(node, ArrayType) else node
