"""Which request bodies become arguments of a method, and which declarations only serve that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from apiscribe.ir import (
    Alias,
    Api,
    BodyMedia,
    Declaration,
    Enum,
    List,
    Map,
    MediaKind,
    Nullable,
    Operation,
    Record,
    Ref,
    Scalar,
    Tuple,
    Type,
    Union,
)

_FLAT_KINDS = frozenset({MediaKind.JSON, MediaKind.FORM, MediaKind.MULTIPART})


def strip_aliases(type_: Type, declarations: Mapping[str, Declaration]) -> Type:
    """`type_` with named aliases replaced by what they stand for."""
    seen: set[str] = set()
    while isinstance(type_, Ref) and type_.id not in seen:
        seen.add(type_.id)
        declaration = declarations[type_.id]
        if not isinstance(declaration, Alias):
            return type_
        type_ = declaration.type
    return type_


def flat_body(operation: Operation, api: Api) -> Record | None:
    """The record whose members are arguments of the method; `None` when the body is one argument.

    A body is spread over arguments when its first media type is JSON, a form or multipart, and it
    is an object with known members.
    """
    if operation.body is None or not operation.body.media:
        return None
    media = operation.body.media[0]
    if media.kind not in _FLAT_KINDS:
        return None
    found = strip_aliases(media.type, api.declarations)
    if not isinstance(found, Ref):
        return None
    declaration = api.declarations[found.id]
    return declaration if isinstance(declaration, Record) and declaration.fields else None


def is_file_type(type_: Type, declarations: Mapping[str, Declaration]) -> bool:
    """Whether a member of a multipart body is a file, or a list of files."""
    match strip_aliases(type_, declarations):
        case Nullable(inner) | List(inner):
            return is_file_type(inner, declarations)
        case Scalar(_, format):
            return format == "binary"
        case _:
            return False


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


def _operation_types(operation: Operation) -> Iterator[Type]:
    for parameter in operation.parameters:
        yield parameter.type
    if operation.body is not None:
        for media in operation.body.media:
            yield media.type
    for answer in (*operation.answers, *operation.errors):
        for content in answer.contents:
            yield content.type
        for header in answer.headers:
            yield header.type
    if operation.result is not None:
        yield operation.result
    if operation.stream is not None:
        yield operation.stream.item
    if operation.pages is not None:
        yield operation.pages.item


def _flat_media(api: Api) -> Iterable[BodyMedia]:
    for operation in api.operations.values():
        if operation.body is not None and flat_body(operation, api) is not None:
            yield operation.body.media[0]


def spread_only(api: Api) -> frozenset[str]:
    """Ids of declarations that stand for nothing but a body which is spread over arguments."""
    uses: Counter[str] = Counter()
    for declaration in api.declarations.values():
        uses.update(declaration_refs(declaration))
    for operation in api.operations.values():
        for type_ in _operation_types(operation):
            uses.update(type_refs(type_))
    for webhook in api.webhooks:
        if webhook.payload is not None:
            uses.update(type_refs(webhook.payload))
    spread: Counter[str] = Counter()
    for media in _flat_media(api):
        spread.update(type_refs(media.type))
    return frozenset(id for id, count in spread.items() if uses[id] == count)


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
