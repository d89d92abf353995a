"""Which request bodies become arguments of a method, and which declarations only serve that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from apiscribe.ir import (
    Api,
    BodyMedia,
    Declaration,
    List,
    MediaKind,
    Nullable,
    Operation,
    Record,
    Ref,
    Scalar,
    Type,
)
from apiscribe.passes.walk import strip_aliases
from apiscribe.targets.inner_types import declaration_refs, type_refs

_FLAT_KINDS = frozenset({MediaKind.JSON, MediaKind.FORM, MediaKind.MULTIPART})


def body_media(operation: Operation) -> BodyMedia | None:
    """The media type that arguments are written for."""
    if operation.body is None or not operation.body.media:
        return None
    return operation.body.media[0]


def flat_body(operation: Operation, api: Api) -> Record | None:
    """The record whose members are arguments of the method; `None` when the body is one argument.

    A body is spread over arguments when its first media type is JSON, a form or multipart, and it
    is an object with known members.
    """
    media = body_media(operation)
    if media is None or media.kind not in _FLAT_KINDS:
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
