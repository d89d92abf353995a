"""The type that a part of a JSON value has, for writers of literals in any language."""

from __future__ import annotations

from apiscribe.ir import Api, List, Map, Nullable, Record, Ref, Type
from apiscribe.targets.python.bodies import strip_aliases


def bare_type(type_: Type, api: Api) -> Type:
    """`type_` without aliases and null."""
    found = strip_aliases(type_, api.declarations)
    return strip_aliases(found.inner, api.declarations) if isinstance(found, Nullable) else found


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
