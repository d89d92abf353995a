"""The tables by which strict mode tells whether an answer fits the document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, assert_never

from apiscribe.ir import (
    Alias,
    Answer,
    Anything,
    Api,
    Const,
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
    Tuple,
    Type,
    Union,
)
from apiscribe.targets.inner_types import declaration_refs, type_refs
from apiscribe.targets.typescript.layout import Layout, broken_object, print_layout
from apiscribe.targets.typescript.literals import member_layout
from apiscribe.targets.typescript.names import TypeScriptNames

_ANY: Final = "any value"
_NONE: Final = "no value"


@dataclass(frozen=True, slots=True)
class StrictView:
    """View of `strict.ts.j2`: two object literals."""

    schema: str
    answers: str


def strict_view(api: Api, names: TypeScriptNames) -> StrictView:
    """What is received, by name, and what each operation's answers are."""
    answers = {id: dict(_answers(operation, names)) for id, operation in api.operations.items()}
    types = (t for o in api.operations.values() for t in _received(o))
    schema = {
        names.types[id]: _declared(api.declarations[id], names) for id in _reached(types, api)
    }
    return StrictView(_object(schema), _object({id: one for id, one in answers.items() if one}))


def _object(members: dict[str, object]) -> str:
    layouts: list[Layout] = [member_layout(name, value) for name, value in members.items()]
    return print_layout(broken_object(layouts))


def _typed(answers: Iterable[Answer]) -> Iterator[tuple[str, Type]]:
    """Status and type of each answer that is JSON."""
    for answer in answers:
        for content in answer.contents:
            if content.kind is MediaKind.JSON:
                yield answer.status.wire, content.type


def _received(operation: Operation) -> Iterator[Type]:
    yield from (type_ for _, type_ in _typed(operation.answers))
    if operation.stream is not None:
        yield operation.stream.item


def _answers(operation: Operation, names: TypeScriptNames) -> Iterator[tuple[str, object]]:
    yield from ((status, shape(t, names)) for status, t in _typed(operation.answers))
    if operation.stream is not None:
        yield "item", shape(operation.stream.item, names)


def _reached(types: Iterable[Type], api: Api) -> list[str]:
    """Ids of declarations that the types name, and what those name, in the document's order."""
    waiting = [id for type_ in types for id in type_refs(type_)]
    found = set(waiting)
    while waiting:
        for other in declaration_refs(api.declarations[waiting.pop()]):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return [id for id in api.declarations if id in found]


def shape(type_: Type, names: TypeScriptNames) -> object:
    """A type as the checker has it (`runtime/checking.ts`)."""
    match type_:
        case Scalar(kind, _):
            return kind.value
        case Const(value):
            return ["enum", [value]]
        case List(item):
            return ["list", shape(item, names)]
        case Map(value):
            return ["map", shape(value, names)]
        case Tuple(items, rest, required):
            return ["tuple", [shape(i, names) for i in items], required, shape(rest, names)]
        case Nullable(inner):
            return ["null", shape(inner, names)]
        case Ref(id):
            return names.types[id]
        case Anything():
            return _ANY
        case Nothing():
            return _NONE
        case _:
            assert_never(type_)


def _declared(declaration: Declaration, names: TypeScriptNames) -> object:
    match declaration:
        case Record():
            required = [f.name.wire for f in declaration.fields if f.presence is Presence.REQUIRED]
            members = {f.name.wire: shape(f.type, names) for f in declaration.fields}
            return ["object", members, required, shape(declaration.extra, names)]
        case Enum():
            return ["enum", [value.value for value in declaration.values]]
        case Union():
            return _union(declaration, names)
        case Alias():
            return shape(declaration.type, names)
        case _:
            assert_never(declaration)


def _union(union: Union, names: TypeScriptNames) -> object:
    shapes = [shape(variant.type, names) for variant in union.variants]
    tag = union.choose.tag
    if tag is None:
        return ["any of", shapes]
    tagged = {v.variant for v in tag.values}
    others = [one for index, one in enumerate(shapes) if index not in tagged]
    other = [["any of", others] if len(others) > 1 else others[0]] if others else []
    return ["by", tag.field, {str(v.value): shapes[v.variant] for v in tag.values}, *other]
