"""What the README of a package shows, in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import Api, Operation
from apiscribe.targets.arguments import can_be_called
from apiscribe.targets.credentials import CredentialView, docs_without_variable
from apiscribe.targets.markup import plain_line
from apiscribe.targets.method_kinds import MethodKind, method_kind


@dataclass(frozen=True, slots=True)
class VariableView:
    """A row of the table of client arguments and environment variables."""

    argument: str
    environment: str
    text: str


@dataclass(frozen=True, slots=True)
class ShownOperations:
    """The operations that examples are made of; `None` where the API has no such call."""

    call: Operation | None
    stream: Operation | None
    pages: Operation | None


def shown_operations(api: Api) -> ShownOperations:
    """A plain call before a streamed or paged one, one with a body before one without."""
    main = _best(api, lambda kind: kind in (MethodKind.CALL_OR_STREAM, MethodKind.CALL))
    streamed = _best(api, lambda kind: kind in (MethodKind.CALL_OR_STREAM, MethodKind.STREAM))
    paged = _best(api, lambda kind: kind is MethodKind.PAGE)
    shown = main or streamed or paged or next(iter(api.operations.values()), None)
    return ShownOperations(shown, streamed, paged)


def _best(api: Api, fits: Callable[[MethodKind], bool]) -> Operation | None:
    found = [
        operation
        for operation in api.operations.values()
        if fits(method_kind(operation)) and can_be_called(operation, api)
    ]
    return min(found, key=lambda operation: operation.body is None, default=None)


def variable_rows(
    api: Api, settings: Settings, credentials: Iterable[CredentialView], base_url: str
) -> Iterator[VariableView]:
    """What a client may be given; `base_url` is the language's name for the argument."""
    for credential in credentials:
        text = docs_without_variable(credential)
        if not credential.required:
            text += " Optional; a call that needs it says so."
        yield VariableView(credential.argument, credential.environment, plain_line(text))
    text = "Where the API is." if api.servers else "Where the API is; required."
    yield VariableView(base_url, settings.environment.base_url, text)
