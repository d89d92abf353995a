"""View of the package's `README.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import Api, Operation
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.typescript.client import CredentialView, credentials
from apiscribe.targets.typescript.names import TypeScriptNames, resource_key
from apiscribe.targets.typescript.package import markdown_line
from apiscribe.targets.typescript.resources import resource_module, walk
from apiscribe.targets.typescript.samples import SampleKind, Samples


@dataclass(frozen=True, slots=True)
class VariableView:
    """A client option, with the environment variable that stands in for it."""

    option: str
    environment: str
    text: str


@dataclass(frozen=True, slots=True)
class SingleView:
    """How a resource is imported by itself."""

    name: str
    module: str


@dataclass(frozen=True, slots=True)
class ReadmeView:
    """View of `readme.md.j2`; samples are source, "" where the API has no such call."""

    title: str
    package: str
    client: str
    about: str
    call: str
    stream: str
    pages: str
    errors: str
    raw: str
    method: str
    single: SingleView | None
    variables: tuple[VariableView, ...]
    needs: bool
    servers: str
    base_url_reason: str
    log: str
    timeout: str
    max_retries: str
    webhooks: bool
    api: str


def readme_view(
    api: Api, settings: Settings, names: TypeScriptNames, samples: Samples
) -> ReadmeView:
    """The README of the package, with calls of the API itself as examples."""
    main = _best(api, lambda kind: kind in (MethodKind.CALL_OR_STREAM, MethodKind.CALL))
    streamed = _best(api, lambda kind: kind in (MethodKind.CALL_OR_STREAM, MethodKind.STREAM))
    paged = _best(api, lambda kind: kind is MethodKind.PAGE)
    shown = main or streamed or paged or next(iter(api.operations.values()), None)

    found = credentials(api, settings)

    def write(operation: Operation | None, kind: SampleKind) -> str:
        return samples.sample(operation, kind).rstrip() if operation is not None else ""

    servers = ", ".join(f"`{server.name}`" for server in api.servers if server.name)
    return ReadmeView(
        title=markdown_line(api.title),
        package=names.package,
        client=names.client,
        about=markdown_line(api.docs.summary or api.docs.description),
        call=write(shown, SampleKind.CALL),
        stream=write(streamed, SampleKind.STREAM),
        pages=write(paged, SampleKind.PAGES),
        errors=write(shown, SampleKind.ERRORS),
        raw=write(shown, SampleKind.RAW),
        method=names.accessor(shown) if shown is not None else "client.request",
        single=_single(api, names),
        variables=tuple(_variables(api, settings, found)),
        needs=any(c.required for c in found) or not any("://" in s.url for s in api.servers),
        servers=servers,
        base_url_reason=markdown_line(settings.client.base_url_reason) if not api.servers else "",
        log=settings.environment.log,
        timeout=f"{settings.client.timeout:g}",
        max_retries=str(settings.client.max_retries),
        webhooks=bool(api.webhooks),
        api=settings.api,
    )


def _best(api: Api, fits: Callable[[MethodKind], bool]) -> Operation | None:
    """The first operation that fits, those with a body before those without."""
    found = [operation for operation in api.operations.values() if fits(method_kind(operation))]
    return min(found, key=lambda operation: operation.body is None, default=None)


def _single(api: Api, names: TypeScriptNames) -> SingleView | None:
    for resource in walk(api.resources):
        if resource.operations:
            module = f"{names.package}/{resource_module(resource, names)}"
            return SingleView(names.classes[resource_key(resource.path)], module)
    return None


def _variables(
    api: Api, settings: Settings, found: Iterable[CredentialView]
) -> Iterator[VariableView]:
    for credential in found:
        text = credential.docs.split(" Read from the environment variable")[0]
        if not credential.required:
            text += " Optional; a call that needs it says so."
        yield VariableView(credential.option, credential.environment, markdown_line(text))
    text = "Where the API is." if api.servers else "Where the API is; required."
    yield VariableView("baseURL", settings.environment.base_url, text)
