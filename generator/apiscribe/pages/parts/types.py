"""Type words of hand-written pages → a tree. What is no known type is `None`: no type is emitted."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache

from apiscribe.pages.facts import Presence
from apiscribe.pages.parts.inline import CODE, narrow, plain
from apiscribe.pages.parts.links import LINKED_TYPE, linked_name
from apiscribe.pages.parts.type_marks import read_mark
from apiscribe.pages.parts.type_words import FORMATS, LIST_OF, OR_WORDS, SCALARS, VAGUE

MAX_DEPTH = 12
"""Types nested deeper are not understood: no page has them."""


@dataclass(frozen=True, slots=True)
class TypeTree:
    """A type as written. `kind`: a JSON kind, `any`, `map`, `values`, `union` or `ref` (`name`).

    `item` is that of an array or map, `values` are JSON scalars; `linked`: the name is a link to an
    object, maybe of another page; `vague`: the word leaves open which kind it is. What is said beside
    the type: `keywords` of JSON Schema, `default` (raw), and `marks`, words that are none of these.
    """

    kind: str
    format: str = ""
    item: TypeTree | None = None
    variants: tuple[TypeTree, ...] = ()
    values: tuple[str | int | float | bool | None, ...] = ()
    name: str = ""
    linked: bool = False
    vague: str = ""
    nullable: bool = False
    presence: Presence | None = None
    deprecated: bool = False
    default: str = ""
    keywords: tuple[tuple[str, int | float | bool], ...] = ()
    marks: tuple[str, ...] = ()

    @property
    def is_marked(self) -> bool:
        """Whether flags, a default or bounds stand beside the type."""
        flags = self.presence is not None or self.nullable or self.deprecated
        return flags or bool(self.default or self.keywords)


def parse_type(text: str, models: Collection[str] = ()) -> TypeTree | None:
    """The type that `text` names. `models` are the names that mean a schema of the page.

    Where there are many, let it be a frozen set: any other collection is gone through each time.
    """
    names: dict[str, str] = {}
    known = frozenset(models)

    def token(match: re.Match[str]) -> str:
        name = linked_name(match["text"] or match["schema"], match["target"] or "")
        own = _by_word(known).get(_word_of(name), name)
        return names.setdefault(own, own)

    if "](" in text:
        text = LINKED_TYPE.sub(token, text)
    return _parsed(text, known, frozenset(names))


@lru_cache(maxsize=20_000)
def _parsed(text: str, models: frozenset[str], linked: frozenset[str]) -> TypeTree | None:
    return _Parser(models, linked).parse(text, 0)


_QUOTED = re.compile(r"""^["'“‘](.*)["'”’]$""")
_COMPARED = re.compile(r"<=|<\s*-?\d")
_GENERIC = re.compile(r"^([\w ]+?)\s*[<\[](.+)[>\]]$")
_MAP_WORDS = frozenset(
    ["map", "dict", "record", "object", "hash", "dictionary", "hashmap", "mapping"]
)
_LIST_WORDS = frozenset(
    [
        "array",
        "list",
        "set",
        "sequence",
        "iterable",
        "vector",
        "arraylist",
        "массив",
        "数组",
        "列表",
        "配列",
    ]
)


@dataclass(frozen=True, slots=True)
class _Parser:
    models: frozenset[str]
    linked: frozenset[str] = frozenset()

    def parse(self, text: str, depth: int) -> TypeTree | None:
        text = narrow(text).strip().strip(".,;").strip()
        if not text or depth > MAX_DEPTH or len(text) > 400:
            return None
        if (depth == 0 or text.endswith(")")) and (found := self._marked(text)) is not None:
            return found
        parts = _split(text, OR_WORDS)
        if len(parts) > 1:
            return self._union(parts, depth)
        return self._single(text, depth)

    def _marked(self, text: str) -> TypeTree | None:
        """`string, optional` and `string (required, default 3)`: a type and what is said beside it."""
        parts = _split(text, r"\s*[,;]\s*")
        inner = re.match(r"^([^()<>\[\]{}]+?)\s*\((.*)\)$", text)
        if len(parts) == 1 and inner is not None and "(" not in inner[2]:
            if re.match(r"(key|string)\b.*:", inner[2]):
                return None
            parts = [inner[1], *_split(inner[2], r"\s*[,;]\s*")]
        if len(parts) < 2:
            return None
        first = self.parse(parts[0], 1)
        if first is None:
            return None
        for part in parts[1:]:
            first = self._with_mark(first, part.strip(), in_brackets=inner is not None)
        return first

    def _with_mark(self, tree: TypeTree, mark: str, *, in_brackets: bool) -> TypeTree:
        word = plain(mark)
        if word.isdigit() and in_brackets and tree.kind == "string":
            return replace(tree, keywords=(*tree.keywords, ("maxLength", int(word))))
        said = read_mark(mark, tree.kind) or read_mark(word, tree.kind)
        if said is not None:
            return replace(
                tree,
                presence=said.presence or tree.presence,
                nullable=said.nullable or tree.nullable,
                deprecated=said.deprecated or tree.deprecated,
                default=tree.default or said.default,
                keywords=(*tree.keywords, *said.keywords),
            )
        word = word.casefold()
        known = FORMATS.get(word)
        if known is not None and known[0] == tree.kind and not tree.format:
            return replace(tree, format=known[1])
        if tree.kind in ("object", "array") and mark in self.models:
            ref = TypeTree("ref", name=mark)
            return ref if tree.kind == "object" else replace(tree, item=ref)
        return replace(tree, marks=(*tree.marks, mark))

    def _union(self, parts: list[str], depth: int) -> TypeTree | None:
        trees = [self.parse(part, depth + 1) for part in parts]
        found = [tree for tree in trees if tree is not None]
        if len(found) != len(parts):
            return None
        nullable = any(tree.kind == "null" or tree.nullable for tree in found)
        rest = [replace(tree, nullable=False) for tree in found if tree.kind != "null"]
        literals = [tree for tree in rest if tree.kind == "values"]
        if rest and len(literals) == len(rest):
            values = tuple(dict.fromkeys(v for tree in literals for v in tree.values))
            return TypeTree("values", values=values, nullable=nullable)
        if not rest:
            return TypeTree("null")
        if len(rest) == 1:
            return replace(rest[0], nullable=nullable)
        return TypeTree("union", variants=tuple(rest), nullable=nullable)

    def _single(self, text: str, depth: int) -> TypeTree | None:
        code = CODE.fullmatch(text)
        if code is not None:
            return self.parse(code[2], depth + 1) or _literal(text, bare=True)
        if (quoted := _QUOTED.match(text)) is not None and '"' not in quoted[1]:
            return TypeTree("values", values=(quoted[1],))
        if text.startswith("?") and len(text) > 1:
            inner = self.parse(text[1:], depth + 1)
            return inner and replace(inner, nullable=True)
        if text.endswith("?"):
            inner = self.parse(text[:-1], depth + 1)
            return inner and replace(inner, presence=Presence.OPTIONAL)
        word = plain(text)
        low = word.casefold()
        for prefix in ("nullable ", "optional "):
            if low.startswith(prefix):
                inner = self.parse(word[len(prefix) :], depth + 1)
                how = {"nullable": True} if prefix == "nullable " else {}
                if inner is None:
                    return None
                return (
                    replace(inner, nullable=True)
                    if how
                    else replace(inner, presence=Presence.OPTIONAL)
                )
        return self._list(word, depth) or self._word(word) or self._named(word)

    def _list(self, word: str, depth: int) -> TypeTree | None:
        if word.endswith("[]"):
            return self._array(word[:-2], depth)
        if word.startswith("[") and word.endswith("]"):
            return self._array(word[1:-1], depth)
        if (generic := _GENERIC.match(word)) is not None:
            found = self._generic(generic[1].strip().casefold(), generic[2], depth)
            if found is not None:
                return found
        if (of := re.match(LIST_OF, word, re.I)) is not None and of.end() < len(word):
            return self._array(word[of.end() :], depth)
        if (
            suffix := re.match(r"^(.+?)\s*(?:array|list|数组|列表|の配列|のリスト)$", word, re.I)
        ) is not None:
            return self._array(suffix[1], depth)
        if (
            mapped := re.match(r"^map\s*\(key:\s*string,\s*value:\s*(.+)\)$", word, re.I)
        ) is not None:
            inner = self.parse(mapped[1], depth + 1)
            return TypeTree("map", item=inner) if inner is not None else None
        if (mapped := re.match(r"^maps? from \w+ to (.+)$", word, re.I)) is not None:
            inner = self.parse(mapped[1], depth + 1)
            return TypeTree("map", item=inner) if inner is not None else None
        return None

    def _array(self, text: str, depth: int) -> TypeTree | None:
        inner = self.parse(text.strip("() "), depth + 1)
        if inner is None and not re.fullmatch(r"[A-Z][A-Za-z0-9]*", text.strip("() ")):
            return None
        return TypeTree("array", item=inner)  # of what, a name that the page does not explain

    def _generic(self, outer: str, text: str, depth: int) -> TypeTree | None:
        parts = _split(text, r"\s*,\s*|\]\s*")
        if outer in ("enum", "literal"):
            values = [_literal(part, bare=outer == "literal") for part in parts]
            if len(parts) == 1 and plain(text).casefold() in SCALARS:
                return TypeTree(SCALARS[plain(text).casefold()])
            found = [v.values[0] for v in values if v is not None]
            return TypeTree("values", values=tuple(found)) if len(found) == len(parts) else None
        if len(parts) == 1 and (formatted := _formatted(outer, plain(text))) is not None:
            return formatted
        if outer in ("optional", "nullable"):
            inner = self.parse(text, depth + 1)
            return inner and replace(inner, nullable=True)
        if outer in ("union",):
            return self._union(parts, depth)
        if outer in _LIST_WORDS and len(parts) == 1:
            return self._array(text, depth)
        if outer in _MAP_WORDS and len(parts) == 2:
            inner = self.parse(parts[1], depth + 1)
            return TypeTree("map", item=inner) if inner is not None else None
        return None

    def _word(self, word: str) -> TypeTree | None:
        low = word.casefold().strip()
        low = re.sub(r"^(?:an?|the)\s+|\s+(?:value|values|type)$", "", low)
        if low in FORMATS:
            kind, form = FORMATS[low]
            return TypeTree(kind, form)
        if low in SCALARS:
            return TypeTree(SCALARS[low])
        if low in VAGUE:
            return TypeTree("any", vague=word)
        if low in (
            "enum",
            "enums",
            "enumeration",
            "枚举",
            "enum string",
            "string enum",
            "enumerated string",
        ):
            return TypeTree("string")
        if low in ("enum integer", "integer enum"):
            return TypeTree("integer")
        return None

    def _named(self, word: str) -> TypeTree | None:
        """`Thing`, `Thing object`, `partial Thing`: a schema of the page."""
        name = re.sub(r"^(?:an?|the|partial)\s+", "", word, flags=re.I)
        for candidate in (name, re.sub(r"\s+objects?$", "", name, flags=re.I)):
            if (model := _by_word(self.models).get(_word_of(candidate))) is not None:
                return TypeTree("ref", name=model)
        if word in self.linked:
            return TypeTree("ref", name=word, linked=True)
        return TypeTree("object") if re.fullmatch(r"[\w ]+ object", name, re.I) else None


def _formatted(outer: str, word: str) -> TypeTree | None:
    """`string<date-time>`, `integer <int64>`: a kind with its `format`."""
    kind = SCALARS.get(outer)
    if kind not in ("string", "integer", "number") or not re.fullmatch(r"[\w.-]+", word):
        return None
    return TypeTree(kind, "byte" if word == "byte" else word.casefold())


@lru_cache(maxsize=64)
def _by_word(models: frozenset[str]) -> dict[str, str]:
    """The models by what their names are compared by."""
    return {_word_of(model): model for model in sorted(models, reverse=True)}


def _word_of(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).casefold()


def _literal(text: str, *, bare: bool = False) -> TypeTree | None:
    """A JSON literal or quoted word; a bare word when `bare`."""
    text = plain(text)
    if (quoted := _QUOTED.match(text)) is not None:
        return TypeTree("values", values=(quoted[1],))
    try:
        value = json.loads(text)
    except ValueError:
        if bare and re.fullmatch(r"[\w.:/-]+", text):
            return TypeTree("values", values=(text,))
        return None
    return TypeTree("values", values=(value,)) if not isinstance(value, dict | list) else None


def _split(text: str, separator: str) -> list[str]:
    """`text` cut at `separator`, but not inside of brackets, quotes or code.

    The signs of `>= 0` and `< 5` are no brackets.
    """
    parts, start, quote = [], 0, ""
    opened: list[str] = []
    pattern = re.compile(separator, re.I)
    at = 0
    while at < len(text):
        sign = text[at]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in '"`':
            quote = sign
        elif sign in "([{" or (sign == "<" and not _COMPARED.match(text, at)):
            opened.append(sign)
        elif sign in ")]}" or (sign == ">" and opened[-1:] == ["<"]):
            opened = opened[:-1]
        elif not opened and (match := pattern.match(text, at)) is not None and match.end() > at:
            parts.append(text[start:at])
            start = at = match.end()
            continue
        at += 1
    parts.append(text[start:])
    return [part for part in parts if part.strip()]
