"""View of the module's `README.md`."""

from __future__ import annotations

from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import Api
from apiscribe.targets.go.client import credentials
from apiscribe.targets.go.names import GoNames
from apiscribe.targets.go.samples import Samples
from apiscribe.targets.readme import PackageReadme, package_readme


@dataclass(frozen=True, slots=True)
class ReadmeView:
    """View of `readme.md.j2`. `other_form` is a method for another form of an answer, "" = none."""

    shared: PackageReadme
    module: str
    package: str
    other_form: str


def readme_view(api: Api, settings: Settings, names: GoNames, samples: Samples) -> ReadmeView:
    """The README of the module, with calls of the API itself as examples."""
    found = credentials(api, settings, names)
    shared = package_readme(api, settings, found, "WithBaseURL", samples.sample)
    other_form = next(
        (
            names.accessor(api.operations[id], media_type=media_type)
            for id, media_type in names.alternatives
        ),
        "",
    )
    return ReadmeView(shared, names.module, names.package, other_form)
