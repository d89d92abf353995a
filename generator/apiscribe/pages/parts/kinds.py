"""Kinds of shapes and of type words, and what one member's values tell of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from apiscribe.pages.facts import (
    Certainty,
    Form,
    Keyword,
    Kind,
    ListOf,
    MapOf,
    Object,
    Scalar,
    Shape,
    Source,
    Value,
    Values,
)
from apiscribe.pages.json_shape_parser import ArrayNode, Literal, Member, Node, ObjectNode
from apiscribe.pages.parts.types import TypeTree, parse_type

_MOMENTS = ("date", "date-time", "time")
_TEXT_KINDS = ("string", "integer", "number", "boolean", "array", "object")
_TAGS = ("type", "kind", "object", "event")
"""Members that tell one object from another."""
_EITHER = re.compile(
    r"\b(?:can|may) be (?:an? )?(?P<one>[a-z]+) or (?:an? )?(?P<other>[a-z]+)\b", re.I
)


def unlike(shape: Shape, value: object) -> bool:
    """Whether a word, as in `Default: creation`, is none of the moments that the format asks for."""
    moment = any(k.name == "format" and k.value in _MOMENTS for k in shape.keywords)
    return moment and isinstance(value, str) and re.search(r"\d", value) is None


def by_default(shape: Shape, value: object, source: Source) -> Shape:
    """A type that only the default shows."""
    kinds = {bool: Kind.BOOLEAN, int: Kind.NUMBER, float: Kind.NUMBER, str: Kind.STRING}
    kind = kinds.get(type(value))
    if kind is None:
        return shape
    why = Source(source.span, Certainty.INFERRED, "The default value shows the type.")
    return replace(shape, form=Scalar(kind), source=why)


def keywords_of(tree: TypeTree, source: Source) -> Iterator[Keyword]:
    if tree.format == "byte":
        yield Keyword("contentEncoding", "base64", source)
    elif tree.format:
        yield Keyword("format", tree.format, source)
    for name, value in tree.keywords:
        yield Keyword(name, value, source)


def vague_word(tree: TypeTree | None) -> str:
    """The word of a type, or of one of its parts, that leaves the kind open; "": there is none."""
    if tree is None:
        return ""
    return (
        tree.vague
        or vague_word(tree.item)
        or next(filter(None, map(vague_word, tree.variants)), "")
    )


def kind_of_tree(tree: TypeTree) -> str:
    if tree.kind == "map":
        return "object"
    if tree.kind == "values" and all(isinstance(value, str) for value in tree.values):
        return "string"
    return tree.kind if tree.kind in _TEXT_KINDS else ""


def kind_of_form(form: Form) -> str:
    match form:
        case Scalar(kind):
            return kind.value
        case ListOf():
            return "array"
        case Object() | MapOf():
            return "object"
        case _:
            return ""


def inner_shape(shape: Shape) -> Shape:
    return shape.form.item if isinstance(shape.form, ListOf) else shape


def item_kind(shape: Shape) -> str:
    return kind_of_form(inner_shape(shape).form) or "string"


def by_key(nodes: Sequence[ObjectNode]) -> dict[str, list[Member]]:
    """The members of all objects, by name."""
    found: dict[str, list[Member]] = {}
    for node in nodes:
        for member in node.members:
            found.setdefault(member.key, []).append(member)
    return found


def flat(nodes: Sequence[Node]) -> Iterator[Node]:
    """Nodes, and the items of those that are lists."""
    for node in nodes:
        if isinstance(node, ArrayNode):
            yield from flat(node.items)
        else:
            yield node


def either_of(text: str) -> TypeTree | None:
    """The two types of `can be a string or an array`."""
    told = _EITHER.search(text)
    tree = parse_type(f"{told['one']} | {told['other']}") if told is not None else None
    whole = tree is not None and tree.kind == "union" and not tree.vague
    return tree if whole else None


def constants(shapes: Sequence[Shape], nodes: Sequence[Sequence[Node]]) -> list[Shape]:
    """Objects that differ by the value of one member: where one states it, the others show theirs."""
    told = {
        name
        for shape in shapes
        for name, form in _forms(shape).items()
        if name in _TAGS and _is_constant(form)
    }
    return [_with_constants(shape, told, own) for shape, own in zip(shapes, nodes, strict=True)]


def _forms(shape: Shape) -> dict[str, Form]:
    fields = shape.form.fields if isinstance(shape.form, Object) else ()
    return {one.name: one.shape.form for one in fields}


def _is_constant(form: Form) -> bool:
    return isinstance(form, Values) and len(form.values) == 1


def _with_constants(shape: Shape, names: set[str], nodes: Sequence[Node]) -> Shape:
    if not isinstance(shape.form, Object):
        return shape
    shown = by_key([node for node in nodes if isinstance(node, ObjectNode)])
    fields = []
    for one in shape.form.fields:
        values = {m.value.value for m in shown.get(one.name, ()) if isinstance(m.value, Literal)}
        if one.name in names and one.shape.form == Scalar(Kind.STRING) and len(values) == 1:
            why = "Others of the objects have a constant here, and a sample shows this one."
            source = replace(one.shape.source, certainty=Certainty.INFERRED, reason=why)
            one = replace(one, shape=Shape(Values((Value(values.pop(), source),)), source))
        fields.append(one)
    return replace(shape, form=replace(shape.form, fields=tuple(fields)))
