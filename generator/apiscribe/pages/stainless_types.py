"""Type expressions of Stainless reference pages, as both the plain text and the Markdown write them.

    type    = term (" or " term)* [" or " N " more"]
    term    = "array of " term | scalar | literal | Name | Name " " members | "object" [" " members]
            | "map[" type "]"
    members = "{ " name ("," name)* ["," N " more"] " }"

Only the text is taken apart here. Whether `array of A or B` is an array of unions or a union with
an array is not decidable from it (see `stainless_shapes`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

SCALARS = ("string", "number", "integer", "boolean", "unknown", "null", "any", "file")
"""Words that stand for a type without children."""

_LONG = 400
"""Lines up to this many characters are remembered: a page shows the same ones again and again."""

MAX_NESTING = 30
"""How many `array of` and `map[` a type may begin with."""


class TermKind(Enum):
    """What a term is, `array of` aside."""

    SCALAR = auto()
    LITERAL = auto()
    OBJECT = auto()
    NAME = auto()
    MAP = auto()


@dataclass(frozen=True, slots=True)
class Members:
    """A brace list: the names it shows, and how many more there are."""

    shown: tuple[str, ...]
    more: int = 0

    @property
    def count(self) -> int:
        """How many members the object has."""
        return len(self.shown) + self.more


@dataclass(frozen=True, slots=True)
class Term:
    """One alternative. `arrays` counts the `array of` before it.

    `word` is the scalar's word or the name; `value` the literal; `members` the brace list, `None`
    when there is none; `inner` the type of a map's values.
    """

    kind: TermKind
    arrays: int = 0
    word: str = ""
    value: str | int | float | bool | None = None
    members: Members | None = None
    inner: TypeText | None = None


@dataclass(frozen=True, slots=True)
class TypeText:
    """A type as written: the alternatives shown, and how many more there are."""

    terms: tuple[Term, ...]
    more: int = 0

    @property
    def count(self) -> int:
        """How many alternatives the type has."""
        return len(self.terms) + self.more

    @property
    def is_values(self) -> bool:
        """Whether all alternatives shown are literals: a constant or an enum (or an array of it)."""
        return all(term.kind is TermKind.LITERAL for term in self.terms)


@dataclass(frozen=True, slots=True)
class Declaration:
    """`name: [optional] type`. `rest` is what follows on the line ("" nearly always)."""

    name: str
    optional: bool
    type: TypeText
    deprecated: bool = False
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Head:
    """The first line of a model or of a variant: `Name object {…}`, `Name = type`, or a bare type.

    `name` is "" for a bare type. `alias`: written with `=`.
    """

    name: str
    type: TypeText
    alias: bool = False
    rest: str = ""


_SCALAR = re.compile(rf"({'|'.join(SCALARS)})(?!:)")
_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
_BOOLEAN = re.compile(r"(true|false)(?:(?![\w-])|(?=or ))")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?![\w.])")
_NAME = re.compile(r"[A-Z]\w*(?:[.$]\w+)*")
_OBJECT = re.compile(r"object\b(?!:)")
_ARRAY = re.compile(r"array of +")
_OR = re.compile(r" *\bor +| *or +| *\| *")
_MORE = re.compile(r"(\d+) more\b")
_MAP_END = re.compile(r" *\]")
_BRACE = re.compile(r" *\{")
_BRACES = re.compile(r" *\{([^{}]*)\}")
_MEMBER_NAME = re.compile(r'(?:"([^"]+)"|([^\s:"{}]+?))\??: +')
_MODEL_NAME = re.compile(r"[A-Z]\w*(?:[.$]\w+)*")


def parse_type(text: str, start: int = 0) -> tuple[TypeText, int] | None:
    """The longest type at `start`, and where it ends; `None` when there is none."""
    terms: list[Term] = []
    more = 0
    at = start
    while True:
        if terms and (found := _MORE.match(text, at)):
            more, end = int(found[1]), found.end()
            break
        parsed = _term(text, at)
        if parsed is None:
            if not terms:
                return None
            break
        term, end = parsed
        if (glued := _glued_or(text, term, end)) is not None:
            term, end = glued
        terms.append(term)
        following = _OR.match(text, end)
        if following is None:
            break
        at = following.end()
    return TypeText(tuple(terms), more), end


def parse_whole_type(text: str) -> TypeText | None:
    """`text` as a type when all of it is one."""
    parsed = parse_type(text)
    return parsed[0] if parsed is not None and parsed[1] == len(text) else None


def parse_literal(text: str) -> Term | None:
    """`text` as one literal when all of it is one."""
    parsed = _literal(text, 0)
    return parsed[0] if parsed is not None and parsed[1] == len(text) else None


def literal_prefix(text: str) -> tuple[Term, str] | None:
    """A literal at the start of `text`, and what follows it."""
    parsed = _literal(text, 0)
    return (parsed[0], text[parsed[1] :]) if parsed is not None else None


def parse_declaration(text: str) -> Declaration | None:
    """`name: [optional] type` at the start of `text`; what follows is left in `rest`."""
    return _declaration(text) if len(text) > _LONG else _cached_declaration(text)


def _declaration(text: str) -> Declaration | None:
    deprecated = re.match(r"Deprecated *(?=[^\s:]+: )", text) is not None
    body = re.sub(r"^Deprecated *", "", text) if deprecated else text
    if (name := _MEMBER_NAME.match(body)) is None:
        return None
    at = name.end()
    optional = body.startswith("optional ", at)
    parsed = parse_type(body, at + len("optional ") if optional else at)
    if parsed is None:
        return None
    return Declaration(name[1] or name[2], optional, parsed[0], deprecated, body[parsed[1] :])


_cached_declaration = lru_cache(maxsize=4096)(_declaration)


def parse_head(text: str) -> Head | None:
    """The head of a model or variant at the start of `text`; what follows is left in `rest`."""
    return _head(text) if len(text) > _LONG else _cached_head(text)


def _head(text: str) -> Head | None:
    name = _MODEL_NAME.match(text)
    if name is not None:
        after = text[name.end() :]
        if (equals := re.match(r" *= *", after)) is not None:
            parsed = parse_type(after, equals.end())
            if parsed is not None:
                return Head(name[0], parsed[0], True, after[parsed[1] :])
        elif (word := re.match(r" +object\b", after)) is not None:
            parsed = parse_type(after, word.end() - len("object"))
            if parsed is not None and parsed[0].terms[0].members is not None:
                return Head(name[0], parsed[0], False, after[parsed[1] :])
    parsed = parse_type(text)
    if parsed is None:
        return None
    only = parsed[0].terms[0]
    rest = text[parsed[1] :]
    if parsed[0].count == 1 and only.kind is TermKind.NAME and only.members and not only.arrays:
        return Head(
            only.word, TypeText((Term(TermKind.OBJECT, members=only.members),)), False, rest
        )
    return Head("", parsed[0], False, rest)


_cached_head = lru_cache(maxsize=4096)(_head)


def _term(text: str, at: int) -> tuple[Term, int] | None:
    """The alternative at `at`."""
    arrays = 0
    if text.count("map[", 0, at + 4) > MAX_NESTING:
        return None
    while (found := _ARRAY.match(text, at)) is not None:
        arrays, at = arrays + 1, found.end()
    parsed = (
        _literal(text, at)
        or _map(text, at)
        or _object(text, at)
        or _scalar(text, at)
        or _named(text, at)
    )
    if parsed is None:
        return None
    term, end = parsed
    if not arrays:
        return parsed
    if arrays > MAX_NESTING:
        return None
    return (
        Term(term.kind, arrays, term.word, term.value, term.members, term.inner),
        end,
    )


def _literal(text: str, at: int) -> tuple[Term, int] | None:
    if (found := _LITERAL.match(text, at)) is not None:
        return Term(TermKind.LITERAL, value=_unquote(found[1])), found.end()
    if (found := _BOOLEAN.match(text, at)) is not None:
        return Term(TermKind.LITERAL, value=found[1] == "true"), found.end()
    if (found := _NUMBER.match(text, at)) is not None:
        number = float(found[0]) if "." in found[0] else int(found[0])
        return Term(TermKind.LITERAL, value=number), found.end()
    return None


def _unquote(text: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", text)


def _map(text: str, at: int) -> tuple[Term, int] | None:
    if not text.startswith("map[", at):
        return None
    parsed = parse_type(text, at + len("map["))
    if parsed is None or (close := _MAP_END.match(text, parsed[1])) is None:
        return None
    return Term(TermKind.MAP, inner=parsed[0]), close.end()


def _object(text: str, at: int) -> tuple[Term, int] | None:
    """`object`, `object {…}`, or a brace list whose word the crawler lost."""
    end = at
    if (found := _OBJECT.match(text, at)) is not None:
        end = found.end()
    elif _BRACE.match(text, at) is None:
        return None
    members = _members(text, end)
    if members is None:
        return (Term(TermKind.OBJECT), end) if end > at else None
    return Term(TermKind.OBJECT, members=members[0]), members[1]


def _scalar(text: str, at: int) -> tuple[Term, int] | None:
    found = _SCALAR.match(text, at)
    if found is None:
        return None
    following = text[found.end() : found.end() + 1]
    if following == "_" or (following.islower() and not _may_follow(text, found.end())):
        return None
    return Term(TermKind.SCALAR, word=found[1]), found.end()


def _may_follow(text: str, at: int) -> bool:
    """Whether what is glued to a type word is one of the things that get glued to it."""
    return _GLUED.match(text, at) is not None


GLUED_KEYWORD = (
    r"(?:format|minLength|maxLength|minimum|maximum|minItems|maxItems|multipleOf|exclusive)"
)
"""Start of a constraint that a crawl glues to the type before it."""

MEMBER_START = re.compile(
    r"(?:\"[^\"]+\"|[A-Za-z_$@][\w.$@-]*(?:\[\])?)\??: +(?:optional +)?"
    rf"(?:(?:{'|'.join(SCALARS)}|object|array of|true|false)|map\[|[\"{{A-Z]|-?\d)"
)
"""How a member declaration begins, for text that may go on with anything."""

HEAD_START = re.compile(r"[A-Z]\w*(?:[.$]\w+)* (?:(?:object )?\{|= )")
"""How a model or a named variant begins, for text that may go on with anything."""

_GLUED = re.compile(rf"or |{GLUED_KEYWORD}|{MEMBER_START.pattern}")


def _named(text: str, at: int) -> tuple[Term, int] | None:
    found = _NAME.match(text, at)
    if found is None:
        return None
    members = _members(text, found.end())
    if members is None:
        return Term(TermKind.NAME, word=found[0]), found.end()
    return Term(TermKind.NAME, word=found[0], members=members[0]), members[1]


def _members(text: str, at: int) -> tuple[Members, int] | None:
    """`{ a, b, 2 more }` at `at`."""
    found = _BRACES.match(text, at)
    if found is None:
        return None
    shown: list[str] = []
    more = 0
    for part in (piece.strip() for piece in found[1].split(",")):
        if (count := re.fullmatch(r"(\d+) more", part)) is not None:
            more = int(count[1])
        elif part:
            shown.append(part.strip('"'))
    return Members(tuple(shown), more), found.end()


def _glued_or(text: str, term: Term, end: int) -> tuple[Term, int] | None:
    """`Fooor Bar`: a name that swallowed the `or` after it. `None` when it did not."""
    if term.kind is not TermKind.NAME or term.members or not term.word.endswith("or"):
        return None
    shorter = term.word.removesuffix("or")
    if not shorter or not text.startswith(" ", end) or _OR.match(text, end) is not None:
        return None
    if _term(text, end + 1) is None and _MORE.match(text, end + 1) is None:
        return None
    return Term(TermKind.NAME, term.arrays, shorter), end - len("or")
