"""A skeleton's tree to shapes: what the page states about each member."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from apiscribe.pages.facts import (
    Anything,
    Certainty,
    Conflict,
    Field,
    Keyword,
    Kind,
    ListOf,
    MapOf,
    Object,
    Presence,
    Reference,
    Scalar,
    Shape,
    Source,
    Text,
    Union,
    Value,
    Values,
)
from apiscribe.pages.json_shape_bullets import Path, Placed
from apiscribe.pages.json_shape_google import UNION_COMMENT
from apiscribe.pages.json_shape_parser import (
    ArrayNode,
    Choice,
    Literal,
    Member,
    Node,
    ObjectNode,
    Word,
    is_any_key,
)
from apiscribe.pages.json_shape_types import type_of
from apiscribe.pages.json_shape_words import (
    NAMED_FORMATS,
    form_of_word,
    is_list_word,
    is_map_word,
    is_type_word,
)
from apiscribe.pages.page import PageSource

_REQUIRED = {"required": Presence.REQUIRED, "optional": Presence.OPTIONAL}
_QUESTION = "A question mark is read as: may be left out."


@dataclass(slots=True)
class ShapeBuilder:
    """Turns one skeleton into a `Shape`.

    `meanings` are the bullets by member; `models` the names that a word may refer to; `declared`:
    it is a declaration of TypeScript, in which a member without `?` is always there. After
    `build`, `refused` holds line → reason for words without a meaning, `conflicts` statements
    that do not agree.
    """

    page: PageSource
    meanings: Mapping[Path, Placed]
    models: frozenset[str]
    declared: bool = False
    refused: dict[int, str] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)

    def build(self, node: Node, path: Path = ()) -> Shape:
        """The shape of `node`, which stands at `path`."""
        source = self._source(node)
        match node:
            case Literal(value=None):
                return Shape(Scalar(Kind.NULL), source)
            case Literal(value=value):
                text = Text(node.text, source) if node.text else None
                return Shape(Values((Value(value, source, text),)), source)
            case Word():
                return self._word(node, path, source)
            case ArrayNode():
                return Shape(ListOf(self._one_of(node.items, path, source)), source)
            case Choice():
                return self._one_of(node.alternatives, path, source)
            case ObjectNode():
                return self._object(node, path, source)

    def _source(self, node: Node | Member) -> Source:
        end = getattr(node, "end_line", node.line)
        return Source(self.page.span(node.line, end))

    def _word(self, word: Word, path: Path, source: Source) -> Shape:
        if word.named:
            return Shape(Reference(word.word), source)
        if self.declared and word.word == "Date":
            return Shape(Scalar(Kind.STRING), source, (Keyword("format", "date-time", source),))
        if word.arguments and is_list_word(word.word):
            return Shape(ListOf(self.build(word.arguments[0], path)), source)
        if word.arguments and is_map_word(word.word):
            return Shape(MapOf(self.build(word.arguments[-1], path)), source)
        if word.arguments and word.word.lower() == "enum":
            return self._one_of(word.arguments, path, source)
        if is_list_word(word.word):
            return Shape(ListOf(Shape(Anything(), source)), source)
        if (known := form_of_word(word.word, source)) is not None:
            form, kind = known
            keywords = (Keyword("format", kind, source),) if kind else ()
            if word.format:
                name, value = NAMED_FORMATS.get(word.format.lower(), ("format", word.format))
                keywords = (Keyword(name, value, source),)
            return Shape(form, source, keywords)
        if word.word in self.models:
            return Shape(Reference(word.word), source)
        self.refused[word.line] = f"{word.word} is neither a type word nor a shape of this page"
        return Shape(Anything(), source)

    def _one_of(self, nodes: tuple[Node, ...], path: Path, source: Source) -> Shape:
        """One shape for alternatives: constants together make an enum, equal ones are one."""
        shapes = [self.build(node, path) for node in nodes]
        values: list[Value] = []
        variants: list[Shape] = []
        for shape in shapes:
            if isinstance(shape.form, Values):
                values.extend(value for value in shape.form.values if value not in values)
            elif not any(same_form(shape, other) for other in variants):
                variants.append(shape)
        if values:
            at = next(i for i, shape in enumerate(shapes) if isinstance(shape.form, Values))
            first = sum(not isinstance(shape.form, Values) for shape in shapes[:at])
            variants.insert(first, Shape(Values(tuple(values)), source))
        if not variants:
            return Shape(Anything(), source)
        return variants[0] if len(variants) == 1 else Shape(Union(tuple(variants)), source)

    def _object(self, node: ObjectNode, path: Path, source: Source) -> Shape:
        fields: dict[str, Field] = {}
        extra: Shape | None = None
        for member in node.members:
            if is_any_key(member):
                extra = self.build(member.value, (*path, "*"))
            elif (earlier := fields.get(member.key)) is not None:
                spans = (earlier.source.span, self.page.span(member.line))
                message = f"The member {member.key} is shown twice in one object."
                self.conflicts.append(Conflict(message, spans, "the first"))
            else:
                fields[member.key] = self._field(member, (*path, member.key))
        if extra is not None and not fields:
            return Shape(MapOf(extra), source)
        return Shape(Object(tuple(fields.values()), extra), source)

    def _field(self, member: Member, path: Path) -> Field:
        source = self._source(member)
        shape = self.build(member.value, path)
        silent = Presence.REQUIRED if self.declared else Presence.UNSTATED
        presence = Presence.OPTIONAL if member.optional else silent
        if member.optional:
            source = replace(source, reason=_QUESTION)
        notes, texts = list(member.notes), []
        for comment in member.comments:
            if UNION_COMMENT.match(comment.text):
                continue
            word, rest = _leading_flag(comment.text)
            notes += [word] if word else []
            texts += [(rest, comment.line)] if rest else []
        placed = self.meanings.get(path)
        notes += placed.meaning.notes if placed else ()
        for note in notes:
            low = note.lower()
            if low in _REQUIRED:
                presence = _REQUIRED[low]
            elif low == "nullable":
                shape = with_null(shape, source)
            elif low == "output only":
                shape = replace(
                    shape, keywords=(*shape.keywords, Keyword("readOnly", True, source))
                )
            elif low == "input only":
                shape = replace(
                    shape, keywords=(*shape.keywords, Keyword("writeOnly", True, source))
                )
            elif (stated := self._noted_type(note, shape, placed)) is not None:
                shape = stated
            else:
                texts.append((note, member.line))
        if placed is not None and placed.meaning.type:
            shape = self._typed(shape, placed)
        description = self._description(placed, texts)
        return Field(member.key, shape, presence, source, description)

    def _noted_type(self, note: str, shape: Shape, placed: Placed | None) -> Shape | None:
        """A type word in a bullet's brackets: it fills `any`, agrees, or is a conflict."""
        if not is_type_word(note) or placed is None:
            return None
        meaning = placed.meaning
        source = Source(self.page.span(meaning.line, meaning.end_line))
        stated = self.build(Word(note, meaning.line))
        if isinstance(shape.form, Anything):
            return replace(stated, source=source)
        if not _agrees(stated, shape):
            message = f"The list gives {'.'.join(placed.path)} the type {note}, the shape another."
            self.conflicts.append(Conflict(message, (source.span, shape.source.span), "the shape"))
        return shape

    def _typed(self, shape: Shape, placed: Placed) -> Shape:
        """The type that stands below a member's name: it adds the format, or does not agree."""
        meaning = placed.meaning
        node = type_of(meaning.type, meaning.line)
        if node is None:
            self.refused[meaning.line] = f"the type {meaning.type!r} is not understood"
            return shape
        stated = self.build(node)
        if isinstance(shape.form, Anything):
            return stated
        inner = shape.form.item if isinstance(shape.form, ListOf) else shape
        if meaning.array and isinstance(shape.form, ListOf) and _agrees(stated, inner):
            return replace(shape, form=ListOf(_formatted(inner, stated)))
        if meaning.array or not _agrees(stated, shape):
            message = f"The list gives {'.'.join(placed.path)} another type than the shape."
            span = self.page.span(meaning.line, meaning.end_line)
            self.conflicts.append(Conflict(message, (span, shape.source.span), "the shape"))
            return shape
        return _formatted(shape, stated)

    def _description(self, placed: Placed | None, texts: list[tuple[str, int]]) -> Text | None:
        parts = [text for text, _ in texts]
        lines = [line for _, line in texts]
        certainty, reason = Certainty.STATED, ""
        if placed is not None and placed.meaning.text:
            meaning = placed.meaning
            parts.insert(0, meaning.text)
            lines += [meaning.line, meaning.end_line]
            if placed.reason:
                certainty, reason = Certainty.INFERRED, placed.reason
        if not parts:
            return None
        span = self.page.span(min(lines), max(lines))
        return Text("\n\n".join(parts), Source(span, certainty, reason))


def _formatted(shape: Shape, stated: Shape) -> Shape:
    """`shape` with what the other statement says more closely."""
    known = {each.name for each in shape.keywords}
    more = tuple(each for each in stated.keywords if each.name not in known)
    return replace(shape, keywords=(*more, *shape.keywords))


def _leading_flag(text: str) -> tuple[str, str]:
    """`required. The id` → `required`, `The id`."""
    match = re.match(r"(required|optional|nullable)\b\s*[.,;:–—-]*\s*(.*)$", text, re.I)
    return (match[1].lower(), match[2]) if match else ("", text)


def with_meanings(
    shape: Shape, meanings: Mapping[Path, Placed], page: PageSource, path: Path = ()
) -> Shape:
    """A shape that was read off examples, with the bulleted meanings of its members."""
    match shape.form:
        case Object(fields=fields, extra=extra):
            told = tuple(_told(each, meanings, page, (*path, each.name)) for each in fields)
            return replace(shape, form=Object(told, extra))
        case ListOf(item=item):
            return replace(shape, form=ListOf(with_meanings(item, meanings, page, path)))
        case Union(variants=variants):
            told_variants = (with_meanings(each, meanings, page, path) for each in variants)
            return replace(shape, form=Union(tuple(told_variants)))
    return shape


def _told(each: Field, meanings: Mapping[Path, Placed], page: PageSource, path: Path) -> Field:
    shape = with_meanings(each.shape, meanings, page, path)
    placed = meanings.get(path)
    if placed is None:
        return replace(each, shape=shape)
    notes = [note.lower() for note in placed.meaning.notes]
    presence = next((_REQUIRED[note] for note in notes if note in _REQUIRED), each.presence)
    span = page.span(placed.meaning.line, placed.meaning.end_line)
    certainty = Certainty.INFERRED if placed.reason else Certainty.STATED
    text = Text(placed.meaning.text, Source(span, certainty, placed.reason))
    return replace(each, shape=shape, presence=presence, description=text)


def with_null(shape: Shape, source: Source) -> Shape:
    """`shape` or null; as it is when it allows null already."""
    if isinstance(shape.form, Anything):
        return shape
    variants = shape.form.variants if isinstance(shape.form, Union) else (shape,)
    if any(variant.form == Scalar(Kind.NULL) for variant in variants):
        return shape
    return Shape(Union((*variants, Shape(Scalar(Kind.NULL), source))), shape.source)


def same_form(left: Shape, right: Shape) -> bool:
    """Whether two shapes say the same, whatever lines they come from."""
    match left.form, right.form:
        case Values(values=a), Values(values=b):
            return [x.value for x in a] == [x.value for x in b]
        case ListOf(item=a), ListOf(item=b):
            return same_form(a, b)
        case MapOf(value=a), MapOf(value=b):
            return same_form(a, b)
        case Union(variants=a), Union(variants=b):
            return len(a) == len(b) and all(map(same_form, a, b))
        case Object(fields=a), Object(fields=b):
            return len(a) == len(b) and all(
                x.name == y.name and same_form(x.shape, y.shape) for x, y in zip(a, b, strict=True)
            )
    return left.form == right.form


def _agrees(stated: Shape, shape: Shape) -> bool:
    """Whether a type word of a list can be true of the shape of the skeleton."""
    if isinstance(shape.form, Union):
        return any(_agrees(stated, variant) for variant in shape.form.variants)
    if isinstance(shape.form, Reference):
        return True
    if isinstance(stated.form, MapOf):
        return isinstance(shape.form, MapOf | Object)
    if isinstance(stated.form, ListOf):
        return isinstance(shape.form, ListOf)
    if isinstance(stated.form, Scalar) and isinstance(shape.form, Values):
        return {kind_of(value.value) for value in shape.form.values} <= {stated.form.kind}
    return isinstance(stated.form, Anything) or stated.form == shape.form


def kind_of(value: object) -> Kind:
    """The JSON kind of a scalar value; a whole number is an integer."""
    if value is None:
        return Kind.NULL
    if isinstance(value, bool):
        return Kind.BOOLEAN
    if isinstance(value, int):
        return Kind.INTEGER
    return Kind.NUMBER if isinstance(value, float) else Kind.STRING
