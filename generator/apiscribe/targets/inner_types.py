"""What a type is made of: without aliases, its parts, and the declarations that it names."""

from __future__ import annotations

from collections.abc import Iterator

from apiscribe.ir import (
    Alias,
    Api,
    Declaration,
    Enum,
    List,
    Map,
    Nullable,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    Tuple,
    Type,
    Union,
)
from apiscribe.passes.walk import bare_type


def is_written_alike(type_: Type, api: Api) -> bool:
    """Whether a value as plain text is its own JSON: a number or a boolean."""
    found = bare_type(type_, api)
    return isinstance(found, Scalar) and found.kind is not ScalarKind.STRING


def member_type(type_: Type, key: str, api: Api) -> Type:
    """The type of a member of an object; the object's own where it is not known."""
    found = bare_type(type_, api)
    if isinstance(found, Map):
        return found.value
    if isinstance(found, Ref):
        declaration = api.declarations[found.id]
        if isinstance(declaration, Record):
            return next(
                (f.type for f in declaration.fields if f.name.wire == key), declaration.extra
            )
    return found


def item_type(type_: Type, api: Api) -> Type:
    """The type of the items of a list; the type itself where it is none."""
    found = bare_type(type_, api)
    return found.item if isinstance(found, List) else found


def type_refs(type_: Type) -> Iterator[str]:
    """Ids of the declarations that `type_` names, without following them."""
    match type_:
        case Ref(id):
            yield id
        case Nullable(inner):
            yield from type_refs(inner)
        case List(item):
            yield from type_refs(item)
        case Map(value):
            yield from type_refs(value)
        case Tuple(items, rest):
            for item in (*items, rest):
                yield from type_refs(item)
        case _:
            pass


def declaration_refs(declaration: Declaration) -> Iterator[str]:
    """Ids of the declarations that a declaration names, without following them."""
    match declaration:
        case Record():
            for field in declaration.fields:
                yield from type_refs(field.type)
            yield from type_refs(declaration.extra)
        case Union():
            for variant in declaration.variants:
                yield from type_refs(variant.type)
        case Alias():
            yield from type_refs(declaration.type)
        case Enum():
            pass
