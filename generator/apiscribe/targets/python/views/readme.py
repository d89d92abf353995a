"""View of the package's `README.md`."""

from __future__ import annotations

from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import Api, Operation
from apiscribe.targets.credentials import has_address
from apiscribe.targets.markup import atom, code, plain_line
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.samples import Samples
from apiscribe.targets.python.views.configuration import credentials
from apiscribe.targets.readme import VariableView, shown_operations, variable_rows
from apiscribe.targets.samples import SampleKind


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
    servers: str
    base_url_reason: str
    log: str
    timeout: str
    max_retries: str
    dict_note: bool


def readme_view(api: Api, settings: Settings, names: PythonNames, samples: Samples) -> ReadmeView:
    """The README of the package, with calls of the API itself as examples."""
    shown = shown_operations(api)
    found = credentials(api, settings)

    def write(operation: Operation | None, kind: SampleKind) -> str:
        return samples.sample(operation, kind).rstrip() if operation is not None else ""

    return ReadmeView(
        title=plain_line(api.title),
        distribution=names.distribution,
        module=names.module,
        client=names.client,
        async_client=names.async_client,
        about=plain_line(api.docs.summary or api.docs.description),
        call=write(shown.call, SampleKind.CALL),
        asynchronous=write(shown.call, SampleKind.ASYNC),
        stream=write(shown.stream, SampleKind.STREAM),
        pages=write(shown.pages, SampleKind.PAGES),
        errors=write(shown.call, SampleKind.ERRORS),
        raw=write(shown.call, SampleKind.RAW),
        method=names.accessor(shown.call) if shown.call is not None else "client.get",
        variables=tuple(variable_rows(api, settings, found, "base_url")),
        needs=any(c.required for c in found) or not has_address(api),
        servers=", ".join(code(atom(s.name)) for s in api.servers if s.name),
        base_url_reason=plain_line(settings.client.base_url_reason) if not api.servers else "",
        log=settings.environment.log,
        timeout=f"{settings.client.timeout:g}",
        max_retries=str(settings.client.max_retries),
        dict_note=bool(names.inputs),
    )
