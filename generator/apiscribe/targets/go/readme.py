"""View of the module's `README.md`."""

from __future__ import annotations

from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import Api, Operation
from apiscribe.targets.credentials import has_address
from apiscribe.targets.go.client import credentials
from apiscribe.targets.go.names import GoNames
from apiscribe.targets.go.samples import Samples
from apiscribe.targets.markup import atom, code, plain_line
from apiscribe.targets.readme import VariableView, shown_operations, variable_rows
from apiscribe.targets.samples import SampleKind


@dataclass(frozen=True, slots=True)
class ReadmeView:
    """View of `readme.md.j2`; samples are source, "" where the API has no such call."""

    title: str
    module: str
    package: str
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
    api: str


def readme_view(api: Api, settings: Settings, names: GoNames, samples: Samples) -> ReadmeView:
    """The README of the module, with calls of the API itself as examples."""
    shown = shown_operations(api)
    found = credentials(api, settings, names)

    def write(operation: Operation | None, kind: SampleKind) -> str:
        return samples.sample(operation, kind).rstrip() if operation is not None else ""

    return ReadmeView(
        title=plain_line(api.title),
        module=names.module,
        package=names.package,
        about=plain_line(api.docs.summary or api.docs.description),
        call=write(shown.call, SampleKind.CALL),
        stream=write(shown.stream, SampleKind.STREAM),
        pages=write(shown.pages, SampleKind.PAGES),
        errors=write(shown.call, SampleKind.ERRORS),
        raw=write(shown.call, SampleKind.RAW),
        variables=tuple(variable_rows(api, settings, found, "WithBaseURL")),
        needs=any(c.required for c in found) or not has_address(api),
        servers=", ".join(code(atom(server.name)) for server in api.servers if server.name),
        base_url_reason=plain_line(settings.client.base_url_reason) if not api.servers else "",
        log=settings.environment.log,
        timeout=f"{settings.client.timeout:g}",
        max_retries=str(settings.client.max_retries),
        webhooks=bool(api.webhooks),
        api=settings.api,
    )
