"""View of the package's `README.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import Api, Operation
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.samples import SampleKind, Samples
from apiscribe.targets.python.views.configuration import CredentialView, credentials
from apiscribe.targets.python.views.package import markdown_line


@dataclass(frozen=True, slots=True)
class VariableView:
    """A row of the table of client arguments and environment variables."""

    argument: str
    environment: str
    text: str


@dataclass(frozen=True, slots=True)
class ReadmeView:
    """View of `readme.md.j2`; samples are Python source, "" where the API has no such call."""

    title: str
    distribution: str
    module: str
    client: str
    async_client: str
    about: str
    call: str
    asynchronous: str
    stream: str
    pages: str
    errors: str
    raw: str
    method: str
    variables: tuple[VariableView, ...]
    needs: bool
    servers: tuple[str, ...]
    base_url_reason: str
    log: str
    timeout: str
    max_retries: str
    dict_note: bool


def readme_view(api: Api, settings: Settings, names: PythonNames, samples: Samples) -> ReadmeView:
    """The README of the package, with calls of the API itself as examples."""
    main = _best(api, samples, lambda kind: kind in (MethodKind.CALL_OR_STREAM, MethodKind.CALL))
    streamed = _best(
        api, samples, lambda kind: kind in (MethodKind.CALL_OR_STREAM, MethodKind.STREAM)
    )
    paged = _best(api, samples, lambda kind: kind is MethodKind.PAGE)
    shown = main or streamed or paged or next(iter(api.operations.values()), None)

    found = credentials(api, settings)

    def write(operation: Operation | None, kind: SampleKind) -> str:
        return samples.sample(operation, kind).rstrip() if operation is not None else ""

    return ReadmeView(
        title=markdown_line(api.title),
        distribution=names.distribution,
        module=names.module,
        client=names.client,
        async_client=names.async_client,
        about=markdown_line(api.docs.summary or api.docs.description),
        call=write(shown, SampleKind.CALL),
        asynchronous=write(shown, SampleKind.ASYNC),
        stream=write(streamed, SampleKind.STREAM),
        pages=write(paged, SampleKind.PAGES),
        errors=write(shown, SampleKind.ERRORS),
        raw=write(shown, SampleKind.RAW),
        method=names.accessor(shown) if shown is not None else "client.get",
        variables=tuple(_variables(api, settings, found)),
        needs=any(c.required for c in found) or not any("://" in s.url for s in api.servers),
        servers=tuple(server.name for server in api.servers if server.name),
        base_url_reason=markdown_line(settings.client.base_url_reason) if not api.servers else "",
        log=settings.environment.log,
        timeout=f"{settings.client.timeout:g}",
        max_retries=str(settings.client.max_retries),
        dict_note=bool(names.inputs),
    )


def _best(api: Api, samples: Samples, fits: Callable[[MethodKind], bool]) -> Operation | None:
    """The first operation that fits, those with a body before those without."""
    found = [
        operation
        for operation in api.operations.values()
        if fits(method_kind(operation)) and samples.can_be_called(operation)
    ]
    return min(found, key=lambda operation: operation.body is None, default=None)


def _variables(
    api: Api, settings: Settings, found: Iterable[CredentialView]
) -> Iterable[VariableView]:
    for credential in found:
        text = credential.docs.split(" Read from the environment variable")[0]
        if not credential.required:
            text += " Optional; a call that needs it says so."
        yield VariableView(credential.argument, credential.environment, markdown_line(text))
    text = "Where the API is." if api.servers else "Where the API is; required."
    yield VariableView("base_url", settings.environment.base_url, text)
