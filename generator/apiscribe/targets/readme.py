"""What the README of a package shows, in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import Api, Operation
from apiscribe.targets.arguments import can_be_called
from apiscribe.targets.credentials import CredentialView, docs_without_variable, has_address
from apiscribe.targets.markup import atom, code, opening, plain_line, prose
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.samples import SampleKind


@dataclass(frozen=True, slots=True)
class VariableView:
    """A row of the table of client arguments and environment variables."""

    argument: str
    environment: str
    text: str


@dataclass(frozen=True, slots=True)
class PackageReadme:
    """What the README of a package says in any language.

    Samples are source, "" where the API has no such call. `base_url_reason` is there when the API
    has no server.
    """

    title: str
    about: str
    call: str
    stream: str
    pages: str
    errors: str
    raw: str
    variables: tuple[VariableView, ...]
    needs: bool
    servers: str
    base_url_reason: str
    log: str
    timeout: str
    max_retries: str
    webhooks: bool


@dataclass(frozen=True, slots=True)
class ShownOperations:
    """The operations that examples are made of; `None` where the API has no such call."""

    call: Operation | None
    stream: Operation | None
    pages: Operation | None


def package_readme(
    api: Api,
    settings: Settings,
    credentials: Sequence[CredentialView],
    base_url: str,
    sample: Callable[[Operation, SampleKind], str],
) -> PackageReadme:
    """`base_url` is the language's name for the argument; `sample` writes its source."""
    shown = shown_operations(api)

    def write(operation: Operation | None, kind: SampleKind) -> str:
        return sample(operation, kind).rstrip() if operation is not None else ""

    return PackageReadme(
        title=plain_line(api.title),
        about=prose(opening(api.docs)),
        call=write(shown.call, SampleKind.CALL),
        stream=write(shown.stream, SampleKind.STREAM),
        pages=write(shown.pages, SampleKind.PAGES),
        errors=write(shown.call, SampleKind.ERRORS),
        raw=write(shown.call, SampleKind.RAW),
        variables=tuple(variable_rows(api, settings, credentials, base_url)),
        needs=any(c.required for c in credentials) or not has_address(api),
        servers=", ".join(code(atom(server.name)) for server in api.servers if server.name),
        base_url_reason=plain_line(settings.client.base_url_reason) if not api.servers else "",
        log=settings.environment.log,
        timeout=f"{settings.client.timeout:g}",
        max_retries=str(settings.client.max_retries),
        webhooks=bool(api.webhooks),
    )


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
