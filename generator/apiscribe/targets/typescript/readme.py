"""View of the package's `README.md`."""

from __future__ import annotations

from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import Api, ApiKeyScheme, Location, Operation
from apiscribe.targets.credentials import has_address
from apiscribe.targets.markup import atom, code, plain_line
from apiscribe.targets.readme import VariableView, shown_operations, variable_rows
from apiscribe.targets.resources import walk_resources
from apiscribe.targets.samples import SampleKind
from apiscribe.targets.typescript.client import credentials
from apiscribe.targets.typescript.names import TypeScriptNames, resource_key
from apiscribe.targets.typescript.resources import resource_module
from apiscribe.targets.typescript.samples import Samples


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
    cookies: bool
    api: str


def readme_view(
    api: Api, settings: Settings, names: TypeScriptNames, samples: Samples
) -> ReadmeView:
    """The README of the package, with calls of the API itself as examples."""
    shown = shown_operations(api)
    found = credentials(api, settings)

    def write(operation: Operation | None, kind: SampleKind) -> str:
        return samples.sample(operation, kind).rstrip() if operation is not None else ""

    servers = ", ".join(code(atom(server.name)) for server in api.servers if server.name)
    return ReadmeView(
        title=plain_line(api.title),
        package=names.package,
        client=names.client,
        about=plain_line(api.docs.summary or api.docs.description),
        call=write(shown.call, SampleKind.CALL),
        stream=write(shown.stream, SampleKind.STREAM),
        pages=write(shown.pages, SampleKind.PAGES),
        errors=write(shown.call, SampleKind.ERRORS),
        raw=write(shown.call, SampleKind.RAW),
        method=names.accessor(shown.call) if shown.call is not None else "client.request",
        single=_single(api, names),
        variables=tuple(variable_rows(api, settings, found, "baseURL")),
        needs=any(c.required for c in found) or not has_address(api),
        servers=servers,
        base_url_reason=plain_line(settings.client.base_url_reason) if not api.servers else "",
        log=settings.environment.log,
        timeout=f"{settings.client.timeout:g}",
        max_retries=str(settings.client.max_retries),
        webhooks=bool(api.webhooks),
        cookies=_sends_cookies(api),
        api=settings.api,
    )


def _sends_cookies(api: Api) -> bool:
    """Whether a call writes the header `Cookie`, which web pages may not."""
    parameters = (one for operation in api.operations.values() for one in operation.parameters)
    keys = (one for one in api.schemes.values() if isinstance(one, ApiKeyScheme))
    return any(one.location is Location.COOKIE for one in parameters) or any(
        key.location == "cookie" for key in keys
    )


def _single(api: Api, names: TypeScriptNames) -> SingleView | None:
    for resource in walk_resources(api.resources):
        if resource.operations:
            module = f"{names.package}/{resource_module(resource, names)}"
            return SingleView(names.classes[resource_key(resource.path)], module)
    return None
