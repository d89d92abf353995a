"""Which declarations are sent and which are received."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from apiscribe.ir import Api, Type, Usage
from apiscribe.passes.walk import reachable, received_types, sent_types


def fill_usage(api: Api) -> Api:
    """Fill `usage` of every declaration; webhook payloads count as received."""
    sent = reachable(api.declarations, _sent(api))
    received = reachable(api.declarations, _received(api))
    declarations = {
        identity: replace(declared, usage=Usage(identity in sent, identity in received))
        for identity, declared in api.declarations.items()
    }
    return replace(api, declarations=declarations)


def _sent(api: Api) -> Iterator[Type]:
    for operation in api.operations.values():
        yield from sent_types(operation)


def _received(api: Api) -> Iterator[Type]:
    for operation in api.operations.values():
        yield from received_types(operation)
    for hook in api.webhooks:
        if hook.payload is not None:
            yield hook.payload
