"""View of the package's `README.md`."""

from __future__ import annotations

from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import Api
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.samples import Samples
from apiscribe.targets.python.views.configuration import credentials
from apiscribe.targets.readme import PackageReadme, package_readme, shown_operations
from apiscribe.targets.samples import SampleKind


@dataclass(frozen=True, slots=True)
class ReadmeView:
    """View of `readme.md.j2`; `asynchronous` is a sample, "" where the API has no call."""

    shared: PackageReadme
    distribution: str
    module: str
    client: str
    async_client: str
    asynchronous: str
    dict_note: bool


def readme_view(api: Api, settings: Settings, names: PythonNames, samples: Samples) -> ReadmeView:
    """The README of the package, with calls of the API itself as examples."""
    call = shown_operations(api).call
    return ReadmeView(
        package_readme(api, settings, credentials(api, settings), "base_url", samples.sample),
        distribution=names.distribution,
        module=names.module,
        client=names.client,
        async_client=names.async_client,
        asynchronous=samples.sample(call, SampleKind.ASYNC).rstrip() if call is not None else "",
        dict_note=bool(names.inputs),
    )
