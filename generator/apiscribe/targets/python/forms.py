"""Which declarations have a form to receive and another one to send."""

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
    Scalar,
    Tuple,
    Type,
    Union,
)
from apiscribe.targets.inner_types import declaration_refs


def given_otherwise(api: Api) -> frozenset[str]:
    """Ids of declarations that a caller may give in another form than they are received in.

    Records may be dictionaries, lists any sequence, dates their text. What holds one of these is
    one of these.
    """
    found = {
        id
        for id, declaration in api.declarations.items()
        if isinstance(declaration, Record) or any(map(_is_wider, _inner_types(declaration)))
    }
    users: dict[str, list[str]] = {}
    for id, declaration in api.declarations.items():
        for other in declaration_refs(declaration):
            users.setdefault(other, []).append(id)
    waiting = list(found)
    while waiting:
        for user in users.get(waiting.pop(), []):
            if user not in found:
                found.add(user)
                waiting.append(user)
    return frozenset(found)


def _inner_types(declaration: Declaration) -> Iterator[Type]:
    match declaration:
        case Union():
            yield from (variant.type for variant in declaration.variants)
        case Alias():
            yield declaration.type
        case _:
            pass


def _is_wider(type_: Type) -> bool:
    match type_:
        case List() | Map() | Tuple():
            return True
        case Nullable(inner):
            return _is_wider(inner)
        case Scalar(_, format):
            return format in ("date", "date-time")
        case _:
            return False


def model_ids(api: Api, spread: frozenset[str]) -> frozenset[str]:
    """Ids of declarations that need the form of answers.

    That is what is received, every record that is sent inside of something, and what they hold.
    """
    waiting = [
        id
        for id, declaration in api.declarations.items()
        if id not in spread
        and (declaration.usage.received or isinstance(declaration, Record | Enum))
    ]
    found = set(waiting)
    while waiting:
        for other in declaration_refs(api.declarations[waiting.pop()]):
            if other not in found and other not in spread:
                found.add(other)
                waiting.append(other)
    return frozenset(found)
