"""Headers that an SDK sends by itself, with an option of the call for those who want to choose."""

from __future__ import annotations

from dataclasses import replace

from apiscribe.ir import Api, Location, Operation, Parameter


def without_option_headers(api: Api) -> Api:
    """The API as a method's arguments see it: the idempotency key, made up unless given, is none.

    Two ways to give one header would have to be told which of them wins.
    """
    operations = {id: _without(operation) for id, operation in api.operations.items()}
    if all(one is api.operations[id] for id, one in operations.items()):
        return api
    return replace(api, operations=operations)


def _without(operation: Operation) -> Operation:
    if operation.idempotency is None:
        return operation
    header = operation.idempotency.header.lower()
    kept = tuple(one for one in operation.parameters if not _is_header(one, header))
    if len(kept) == len(operation.parameters):
        return operation
    return replace(operation, parameters=kept)


def _is_header(parameter: Parameter, name: str) -> bool:
    return parameter.location is Location.HEADER and parameter.name.wire.lower() == name
