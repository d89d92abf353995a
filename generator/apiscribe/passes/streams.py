"""The body member that says "stream", where an operation has no other answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from apiscribe.diagnostics import Diagnostics
from apiscribe.ir import Api, Const, Field, Operation, Presence, Record, Ref
from apiscribe.passes.walk import strip_aliases

_MEMBER = "stream"


def require_stream_member(api: Api, diagnostics: Diagnostics) -> Api:
    """Require `stream` where it can only be `true` and every use of the body streams.

    Documents write two operations for one path, of which only this member tells a server which is
    meant, and call it optional.
    """
    streaming = [op for op in api.operations.values() if op.stream and not op.stream.switch]
    others = [op for op in api.operations.values() if not op.stream or op.stream.switch]
    shared = {record.id for op in others for record in _bodies(api, op)}
    declarations = dict(api.declarations)
    for operation in streaming:
        for record in _bodies(api, operation):
            if record.id in shared or not any(_is_switch(field) for field in record.fields):
                continue
            shared.add(record.id)
            fields = (_required(f) if _is_switch(f) else f for f in record.fields)
            declarations[record.id] = replace(record, fields=tuple(fields))
            diagnostics.note(
                "passes/stream-member-required",
                f"The operation only streams, and `{_MEMBER}` can only be true: it is always sent.",
                record.place,
                f"Say so: list `{_MEMBER}` under `required`.",
            )
    return replace(api, declarations=declarations)


def _bodies(api: Api, operation: Operation) -> Iterator[Record]:
    """The records that are bodies of an operation."""
    for media in operation.body.media if operation.body else ():
        found = strip_aliases(media.type, api.declarations)
        declared = api.declarations[found.id] if isinstance(found, Ref) else None
        if isinstance(declared, Record):
            yield declared


def _is_switch(field: Field) -> bool:
    optional = field.presence is not Presence.REQUIRED
    constant = isinstance(field.type, Const) and field.type.value is True
    return field.name.wire == _MEMBER and optional and constant


def _required(field: Field) -> Field:
    return replace(field, presence=Presence.REQUIRED)
