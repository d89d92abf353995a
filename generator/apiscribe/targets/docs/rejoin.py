"""Requests and answers in one model again: readers know `Account`, not `Account` and `AccountInput`.

The passes split a record with read-only or write-only members into one for each direction
(`Account`, `Account:input`). Docs show one, with its members marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, assert_never

from apiscribe.ir import (
    Alias,
    Answer,
    Api,
    Body,
    Declaration,
    Enum,
    Field,
    List,
    Map,
    Nullable,
    Operation,
    Record,
    Ref,
    Tuple,
    Type,
    Union,
)

SUFFIX: Final = ":input"


def rejoin(api: Api) -> Api:
    """The API without request twins; the same object when there are none."""
    twins = {id: id.removesuffix(SUFFIX) for id in api.declarations if id.endswith(SUFFIX)}
    twins = {id: base for id, base in twins.items() if base in api.declarations}
    if not twins:
        return api
    declarations: dict[str, Declaration] = {}
    for id, declaration in api.declarations.items():
        if id in twins:
            continue
        twin = api.declarations.get(id + SUFFIX)
        if isinstance(declaration, Record) and isinstance(twin, Record):
            declaration = replace(declaration, fields=_merged(declaration.fields, twin.fields))
        declarations[id] = _declaration(declaration, twins)
    operations = {id: _operation(one, twins) for id, one in api.operations.items()}
    return replace(api, declarations=declarations, operations=operations)


def _merged(read: tuple[Field, ...], written: tuple[Field, ...]) -> tuple[Field, ...]:
    """Both lists of members, each in its order, common ones once."""
    common = {field.name.wire for field in read} & {field.name.wire for field in written}
    merged: list[Field] = []
    rest = list(written)
    for field in read:
        if field.name.wire in common:
            while rest and rest[0].name.wire not in common:
                merged.append(rest.pop(0))
            if rest:
                rest.pop(0)
        merged.append(field)
    return (*merged, *rest)


def _type(type: Type, twins: Mapping[str, str]) -> Type:
    match type:
        case Ref(id=id):
            return Ref(twins.get(id, id))
        case List(item=item):
            return replace(type, item=_type(item, twins))
        case Map(value=value):
            return replace(type, value=_type(value, twins))
        case Nullable(inner=inner):
            return Nullable(_type(inner, twins))
        case Tuple(items=items, rest=rest):
            return replace(
                type, items=tuple(_type(item, twins) for item in items), rest=_type(rest, twins)
            )
        case _:
            return type


def _declaration(declaration: Declaration, twins: Mapping[str, str]) -> Declaration:
    match declaration:
        case Record(fields=fields, extra=extra):
            return replace(
                declaration,
                fields=tuple(replace(one, type=_type(one.type, twins)) for one in fields),
                extra=_type(extra, twins),
            )
        case Union(variants=variants):
            return replace(
                declaration,
                variants=tuple(replace(one, type=_type(one.type, twins)) for one in variants),
            )
        case Alias(type=type):
            return replace(declaration, type=_type(type, twins))
        case Enum():
            return declaration
        case _:
            assert_never(declaration)


def _body(body: Body, twins: Mapping[str, str]) -> Body:
    return replace(
        body, media=tuple(replace(one, type=_type(one.type, twins)) for one in body.media)
    )


def _answer(answer: Answer, twins: Mapping[str, str]) -> Answer:
    return replace(
        answer,
        contents=tuple(replace(one, type=_type(one.type, twins)) for one in answer.contents),
    )


def _operation(operation: Operation, twins: Mapping[str, str]) -> Operation:
    return replace(
        operation,
        parameters=tuple(replace(one, type=_type(one.type, twins)) for one in operation.parameters),
        body=None if operation.body is None else _body(operation.body, twins),
        answers=tuple(_answer(one, twins) for one in operation.answers),
        errors=tuple(_answer(one, twins) for one in operation.errors),
    )
