"""Nested lists: members, values and variants of a type, flattened into items with an indent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from apiscribe.ir import (
    Alias,
    Anything,
    Api,
    Const,
    Declaration,
    Docs,
    Encoding,
    Enum,
    Field,
    Header,
    List,
    Location,
    Map,
    Nothing,
    Nullable,
    Parameter,
    Presence,
    Record,
    Ref,
    Scalar,
    Style,
    Tuple,
    Type,
    Union,
)
from apiscribe.ir.types import NO_CONSTRAINTS
from apiscribe.targets.docs.facts import (
    Fact,
    TypeFacts,
    access_facts,
    docs_facts,
    facts_text,
    parameter_facts,
    value_facts,
)
from apiscribe.targets.docs.names import PageNames
from apiscribe.targets.docs.passages import ENDS, STARTS, marked
from apiscribe.targets.docs.variants import VariantTitles
from apiscribe.targets.docs.words import WHOLE, Words, member_name, members_text, model_name
from apiscribe.targets.markup import atom, code, documentation, indented, literal

_VALUES_SHOWN = 24
"""Values of an enum that are repeated under a member that refers to it."""

_NO_DOCS = Docs()


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a nested list. `words` is a code span; `link` is "" or the model's page.

    `facts` is the keyword paragraph and `prose` the description, both "" or indented already.
    `starts` and `ends` are marks before and after it (see `passages`).
    """

    indent: str
    words: str
    link: str = ""
    facts: str = ""
    prose: str = ""
    starts: str = ""
    ends: str = ""


def repeated(items: Iterable[Item]) -> Iterator[Item]:
    """The items, the first and the last of them marked (see `passages`)."""
    before = None
    for one in items:
        if before is not None:
            yield before
        before = one if before is not None else replace(one, starts=STARTS)
    if before is not None:
        yield replace(before, ends=ENDS)


class Members:
    """Makes the items of one page, whose path is `page`; links are marked (see `passages`).

    Bodies and answers repeat the members of their model, once a page; not in files that hold the
    page of the model too, so the items are marked (see `passages`).
    """

    def __init__(self, api: Api, names: PageNames, page: str) -> None:
        self._api = api
        self._names = names
        self._page = page
        self._words = Words(api, names)
        self._facts = TypeFacts(api, names)
        self._titles = VariantTitles(api, names)
        self._shown: set[str] = set()

    def parameters(self, parameters: Iterable[Parameter]) -> tuple[Item, ...]:
        """One item a parameter, with what is below it."""
        items: list[Item] = []
        for one in parameters:
            facts = [
                *parameter_facts(one),
                *value_facts(one.default, one.examples),
            ]
            name = member_name(one.name.wire, quoted=one.location is Location.HEADER)
            items += self._member(name, one.type, one.presence, one.docs, facts, 0)
        return tuple(items)

    def headers(self, headers: Iterable[Header]) -> tuple[Item, ...]:
        """One item a response header."""
        items: list[Item] = []
        for one in headers:
            name = member_name(one.name.wire, quoted=True)
            items += self._member(name, one.type, one.presence, one.docs, [], 0)
        return tuple(items)

    def body(self, type: Type, encodings: Iterable[Encoding] = ()) -> tuple[Item, ...]:
        """The members of a plain inline object, else one item for the type with what is in it."""
        by_field = {one.field: one for one in encodings}
        plain = self._plain_record(type)
        if plain is not None:
            return tuple(self._fields(plain, 0, by_field))
        if isinstance(type, Ref) and self._names.has_page(type.id):
            return tuple(self._named(type.id, 0, by_field))
        return tuple(self._typed(type, 0, by_field))

    def stream(self, type: Type) -> tuple[Item, ...]:
        """The one item of a streamed answer, with what is in it."""
        words = f"stream of {self._words.spell(type)}"
        if isinstance(type, Ref) and self._names.has_page(type.id):
            return (self._item(0, words, type, ()), *self._repeated(type.id, 1))
        docs = self._inline_docs(type)
        return (
            self._item(0, words, type, self._facts.of(type), docs),
            *self._below(type, 1),
        )

    def model(self, id: str) -> tuple[Item, ...]:
        """A model's own definition."""
        declaration = self._api.declarations[id]
        name = model_name(self._names.model(id))
        spelled = self._words.spell_declaration(declaration)
        words = f"{name} {spelled}" if isinstance(declaration, Record) else f"{name} = {spelled}"
        facts = [*docs_facts(declaration.docs), *self._facts.declared(id)]
        head = self._item(0, words, None, facts, declaration.docs)
        return (head, *self._declared(declaration, 1))

    def _plain_record(self, type: Type) -> Record | None:
        """An inline object with nothing to say beside its members."""
        if not isinstance(type, Ref) or self._names.has_page(type.id):
            return None
        declaration = self._api.declarations[type.id]
        if not isinstance(declaration, Record) or not declaration.fields:
            return None
        said = declaration.docs.description or list(self._facts.declared(type.id))
        return None if said else declaration

    def _named(self, id: str, level: int, encodings: dict[str, Encoding]) -> Iterator[Item]:
        """A reference at the root of a body: the members are repeated, one level."""
        declaration = self._api.declarations[id]
        words = model_name(self._names.model(id))
        if isinstance(declaration, Record):
            words += f" {members_text(one.name.wire for one in declaration.fields)}"
        yield self._item(level, words, Ref(id), ())
        yield from self._repeated(id, level + 1, encodings)

    def _repeated(
        self, id: str, level: int, encodings: dict[str, Encoding] | None = None
    ) -> Iterator[Item]:
        """The members or values of a model that has a page of its own."""
        declaration = self._api.declarations[id]
        if not encodings and id in self._shown:
            return
        self._shown.add(id)
        if isinstance(declaration, Record | Enum):
            items = self._declared(declaration, level, encodings)
            yield from items if encodings else repeated(items)

    def _typed(
        self, type: Type, level: int, encodings: dict[str, Encoding] | None = None
    ) -> Iterator[Item]:
        """A type without a name in front (body, variant)."""
        docs = self._inline_docs(type)
        facts = [*docs_facts(docs), *self._facts.of(type)]
        yield self._item(level, self._words.spell(type), type, facts, docs)
        yield from self._below(type, level + 1, encodings)

    def _fields(
        self, record: Record, level: int, encodings: dict[str, Encoding] | None = None
    ) -> Iterator[Item]:
        for field in record.fields:
            yield from self._field(field, level, (encodings or {}).get(field.name.wire))
        if not isinstance(record.extra, Anything | Nothing):
            yield from self._member(
                "[string]", record.extra, Presence.REQUIRED, _NO_DOCS, [], level
            )

    def _field(self, field: Field, level: int, encoding: Encoding | None) -> Iterator[Item]:
        facts = [
            *access_facts(field),
            *value_facts(field.default, field.examples),
            *encoding_facts(encoding),
        ]
        name = member_name(field.name.wire)
        yield from self._member(name, field.type, field.presence, field.docs, facts, level)

    def _member(
        self,
        name: str,
        type: Type,
        presence: Presence,
        docs: Docs,
        facts: Iterable[Fact],
        level: int,
    ) -> Iterator[Item]:
        optional = "optional " if presence is Presence.OPTIONAL else ""
        shown = docs if docs.description or docs.summary else self._inline_docs(type, docs)
        every = [*docs_facts(shown), *self._facts.of(type), *facts]
        words = f"{name}: {optional}{self._words.spell(type)}"
        yield self._item(level, words, type, every, shown)
        yield from self._below(type, level + 1)

    def _item(
        self,
        level: int,
        words: str,
        type: Type | None,
        facts: Iterable[Fact],
        docs: Docs = _NO_DOCS,
    ) -> Item:
        indent = "  " * level
        inner = indent + "  "
        told = facts_text(facts)
        return Item(
            indent=indent,
            words=code(words),
            link=self._link_of(type),
            facts=inner + told if told else "",
            prose=indented(documentation(docs), inner),
        )

    def _link_of(self, type: Type | None) -> str:
        """The page of the one model the line refers to."""
        match type:
            case Ref(id=id) if self._names.has_page(id):
                path = self._names.model_path(id)
                return "" if path == self._page else marked(path)
            case Ref(id=id):
                declaration = self._api.declarations[id]
                return self._link_of(declaration.type) if isinstance(declaration, Alias) else ""
            case List(item=inner) | Map(value=inner) | Nullable(inner=inner):
                return self._link_of(inner)
            case _:
                return ""

    def _inline_docs(self, type: Type, known: Docs = _NO_DOCS) -> Docs:
        """What an inline schema says of itself, for the line that shows it."""
        inner = type.inner if isinstance(type, Nullable) else type
        if isinstance(inner, Ref) and not self._names.has_page(inner.id):
            return self._api.declarations[inner.id].docs
        return known

    def _below(
        self, type: Type, level: int, encodings: dict[str, Encoding] | None = None
    ) -> Iterator[Item]:
        """What stands under a line of this type."""
        match type:
            case Nullable(inner=inner):
                yield from self._below(inner, level, encodings)
            case List(item=item):
                yield from self._inner("[item]", item, level)
            case Map(value=value) if type.key_pattern is not None:
                key = f"[{literal(type.key_pattern)}]"
                yield from self._member(key, value, Presence.REQUIRED, _NO_DOCS, [], level)
            case Map(value=value):
                yield from self._inner("[value]", value, level)
            case Tuple(items=items):
                yield from self._positions(items, level)
            case Ref(id=id):
                declaration = self._api.declarations[id]
                if not self._names.has_page(id):
                    yield from self._declared(declaration, level, encodings)
                elif isinstance(declaration, Enum) and _is_short(declaration):
                    yield from self._values(declaration, level)
            case _:
                return

    def _inner(self, name: str, type: Type, level: int) -> Iterator[Item]:
        if self._facts.own_line(type):
            yield from self._member(name, type, Presence.REQUIRED, _NO_DOCS, [], level)
        else:
            yield from self._below(type, level)

    def _positions(self, types: tuple[Type, ...], level: int) -> Iterator[Item]:
        """Lines for the positions of a tuple, when one of them needs more than its words."""
        told = any(list(self._facts.of(one)) or list(self._below(one, level)) for one in types)
        for place, one in enumerate(types if told else ()):
            yield from self._member(f"[{place}]", one, Presence.REQUIRED, _NO_DOCS, [], level)

    def _declared(
        self, declaration: Declaration, level: int, encodings: dict[str, Encoding] | None = None
    ) -> Iterator[Item]:
        match declaration:
            case Record():
                yield from self._fields(declaration, level, encodings)
            case Enum(values=values):
                if len(values) > 1 or any(one.docs.description for one in values):
                    yield from self._values(declaration, level)
            case Union():
                yield from self._variants(declaration, level)
            case Alias(type=type):
                yield from self._below(type, level)
            case _:
                assert_never(declaration)

    def _values(self, enum: Enum, level: int) -> Iterator[Item]:
        for value in enum.values:
            facts = docs_facts(value.docs)
            yield self._item(level, literal(value.value), None, facts, value.docs)

    def _variants(self, union: Union, level: int) -> Iterator[Item]:
        told = any(
            not _simple(one.type) or one.docs.description or self._titles.of(one)
            for one in union.variants
        )
        if not told and len(union.variants) <= WHOLE:
            return
        for index, variant in enumerate(union.variants):
            docs = variant.docs
            if not docs.description:
                docs = self._inline_docs(variant.type)
            tags = union.choose.tag.values if union.choose.tag is not None else ()
            facts = [
                *self._titles.of(variant),
                *docs_facts(docs),
                *self._facts.of(variant.type),
                *(("discriminatorValue", _tag(tag.value)) for tag in tags if tag.variant == index),
            ]
            yield self._item(level, self._variant_words(variant.type), variant.type, facts, docs)
            yield from self._below(variant.type, level + 1)

    def _variant_words(self, type: Type) -> str:
        words = self._words.spell(type)
        if isinstance(type, Ref) and self._names.has_page(type.id):
            declaration = self._api.declarations[type.id]
            if isinstance(declaration, Record):
                return f"{words} {members_text(one.name.wire for one in declaration.fields)}"
        return words


def _is_short(enum: Enum) -> bool:
    """Whether all that it says can stand again where it is used: few values and no others."""
    return len(enum.values) <= _VALUES_SHOWN and not enum.unlisted


def _simple(type: Type) -> bool:
    """Whether the words in the union's own line say everything."""
    match type:
        case Scalar(format="", constraints=constraints):
            return constraints == NO_CONSTRAINTS
        case Const(open=open):
            return open
        case List(item=inner, constraints=constraints):
            return _simple(inner) and constraints == NO_CONSTRAINTS
        case Map(value=inner, key_pattern=None, constraints=constraints):
            return _simple(inner) and constraints == NO_CONSTRAINTS
        case Anything():
            return True
        case _:
            return False


def _tag(value: str | int | float | bool) -> str:
    return atom(value) if isinstance(value, str) else literal(value)


def encoding_facts(encoding: Encoding | None) -> Iterator[Fact]:
    if encoding is None:
        return
    if encoding.content_type:
        yield "contentType", atom(encoding.content_type)
    if encoding.style is not Style.FORM:
        yield "style", encoding.style.value
    if encoding.explode is not (encoding.style is Style.FORM):
        yield "explode", str(encoding.explode).lower()
    if encoding.allow_reserved:
        yield "allowReserved", "true"
    if encoding == Encoding(encoding.field):  # said, and not what goes for objects without a word
        yield "style", encoding.style.value
