"""View of the package's `README.md`."""

from __future__ import annotations

from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import Api, ApiKeyScheme, Location
from apiscribe.targets.readme import PackageReadme, package_readme
from apiscribe.targets.resources import walk_resources
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
    """View of `readme.md.j2`."""

    shared: PackageReadme
    package: str
    client: str
    single: SingleView | None
    cookies: bool


def readme_view(
    api: Api, settings: Settings, names: TypeScriptNames, samples: Samples
) -> ReadmeView:
    """The README of the package, with calls of the API itself as examples."""
    return ReadmeView(
        package_readme(api, settings, credentials(api, settings), "baseURL", samples.sample),
        package=names.package,
        client=names.client,
        single=_single(api, names),
        cookies=_sends_cookies(api),
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
