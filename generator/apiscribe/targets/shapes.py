"""The tables by which strict mode tells whether an answer fits the document, in any language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, assert_never

from apiscribe.ir import (
    Alias,
    Answer,
    Anything,
    Api,
    Const,
    Content,
    Declaration,
    Enum,
    List,
    Map,
    MediaKind,
    Nothing,
    Nullable,
    Operation,
    Presence,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    Tuple,
    Type,
    Union,
)
from apiscribe.targets.inner_types import declaration_refs, type_refs

_ANY: Final = "any value"
_NONE: Final = "no value"


def schema_table(api: Api, types: Mapping[str, str]) -> dict[str, object]:
    """What is received, by the names in `types`, in their order."""
    given = (t for o in api.operations.values() for t in _received(o))
    found = {types[id]: _declared(api.declarations[id], types) for id in _reached(given, api)}
    return dict(sorted(found.items()))


def answers_table(api: Api, types: Mapping[str, str]) -> dict[str, object]:
    """What each operation's answers are, by status (`item`: of its stream's items).

    Where the media types of one status differ, each has an entry of its own: `200 text/json`.
    """
    found = {id: dict(_answers(operation, types)) for id, operation in api.operations.items()}
    return {id: one for id, one in found.items() if one}


def _typed(answers: Iterable[Answer]) -> Iterator[tuple[str, Content]]:
    """Status and media type of each answer that is JSON."""
    for answer in answers:
        for content in answer.contents:
            if content.kind is MediaKind.JSON:
                yield answer.status.wire, content


def _received(operation: Operation) -> Iterator[Type]:
    yield from (content.type for _, content in _typed(operation.answers))
    if operation.stream is not None:
        yield operation.stream.item


def _answers(operation: Operation, types: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    by_status: dict[str, dict[str, object]] = {}
    for status, content in _typed(operation.answers):
        by_status.setdefault(status, {})[content.media_type] = shape(content.type, types)
    for status, shapes in by_status.items():
        first, *others = shapes.values()
        if all(other == first for other in others):
            yield status, first
        else:
            yield from ((f"{status} {media_type}", one) for media_type, one in shapes.items())
    if operation.stream is not None:
        yield "item", shape(operation.stream.item, types)


def _reached(types: Iterable[Type], api: Api) -> set[str]:
    """Ids of declarations that the types name, and what those name."""
    waiting = [id for type_ in types for id in type_refs(type_)]
    found = set(waiting)
    while waiting:
        for other in declaration_refs(api.declarations[waiting.pop()]):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def shape(type_: Type, types: Mapping[str, str]) -> object:
    """A type: a name of the table, a kind, or an array whose head says what it is."""
    match type_:
        case Scalar(kind, _):
            return kind.value
        case Const(value):
            return ["enum", [value]]
        case List(item):
            return ["list", shape(item, types)]
        case Map(value):
            return ["map", shape(value, types)]
        case Tuple(items, rest, required):
            return ["tuple", [shape(i, types) for i in items], required, shape(rest, types)]
        case Nullable(inner):
            return ["null", shape(inner, types)]
        case Ref(id):
            return types[id]
        case Anything():
            return _ANY
        case Nothing():
            return _NONE
        case _:
            assert_never(type_)


def _declared(declaration: Declaration, types: Mapping[str, str]) -> object:
    match declaration:
        case Record():
            required = [f.name.wire for f in declaration.fields if f.presence is Presence.REQUIRED]
            members = {f.name.wire: shape(f.type, types) for f in declaration.fields}
            return ["object", members, required, shape(declaration.extra, types)]
        case Enum(unlisted=True):
            return ScalarKind.STRING.value
        case Enum():
            return ["enum", [value.value for value in declaration.values]]
        case Union():
            return _union(declaration, types)
        case Alias():
            return shape(declaration.type, types)
        case _:
            assert_never(declaration)


def _union(union: Union, types: Mapping[str, str]) -> object:
    shapes = [shape(variant.type, types) for variant in union.variants]
    tag = union.choose.tag
    if tag is None:
        return ["any of", shapes]
    tagged = {v.variant for v in tag.values}
    others = [one for index, one in enumerate(shapes) if index not in tagged]
    other = [["any of", others] if len(others) > 1 else others[0]] if others else []
    return ["by", tag.field, {str(v.value): shapes[v.variant] for v in tag.values}, *other]
