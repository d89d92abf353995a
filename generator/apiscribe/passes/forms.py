"""How objects stand in forms where the document does not say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from apiscribe.ir import (
    Api,
    BodyMedia,
    Declaration,
    Encoding,
    Map,
    MediaKind,
    Operation,
    Record,
    Ref,
    Type,
)
from apiscribe.passes.walk import bare_type


def encode_objects(api: Api) -> Api:
    """Say that an object in a form is JSON unless it has an encoding (OpenAPI 3.2, section 4.15)."""
    changed = {
        operation.id: _with_encodings(api, operation)
        for operation in api.operations.values()
        if operation.body and any(m.kind is MediaKind.FORM for m in operation.body.media)
    }
    return replace(api, operations={**api.operations, **changed}) if changed else api


def _with_encodings(api: Api, operation: Operation) -> Operation:
    assert operation.body is not None
    media = tuple(_encoded(api, one) for one in operation.body.media)
    return replace(operation, body=replace(operation.body, media=media))


def _encoded(api: Api, media: BodyMedia) -> BodyMedia:
    if media.kind is not MediaKind.FORM:
        return media
    known = {encoding.field for encoding in media.encodings}
    found = tuple(
        Encoding(name, "application/json")
        for name in _objects(api, media.type)
        if name not in known
    )
    return replace(media, encodings=(*media.encodings, *found)) if found else media


def _objects(api: Api, body: Type) -> Iterator[str]:
    """Members of a body that are objects."""
    record = _declared(api, body)
    for field in record.fields if isinstance(record, Record) else ():
        if isinstance(_declared(api, field.type), Record | Map):
            yield field.name.wire


def _declared(api: Api, type_: Type) -> Type | Declaration:
    """The declaration behind aliases and null; the type itself where it is no reference."""
    found = bare_type(type_, api)
    return api.declarations[found.id] if isinstance(found, Ref) else found
