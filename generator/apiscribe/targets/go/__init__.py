"""The Go target: a module that needs nothing but the standard library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

from apiscribe.assets import templates_folder
from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostics
from apiscribe.ir import Api
from apiscribe.targets.base import Artifact, Copy, Page, Target, TargetOptions, TargetSettings
from apiscribe.targets.go.client import client_file
from apiscribe.targets.go.names import GoNames, go_names, resource_key
from apiscribe.targets.go.options import GoOptions
from apiscribe.targets.go.package import methods_view, project_view, strict_file, webhooks_file
from apiscribe.targets.go.readme import readme_view
from apiscribe.targets.go.resources import resource_file
from apiscribe.targets.go.samples import Samples
from apiscribe.targets.go.tests import example_file, support_view, test_files
from apiscribe.targets.go.typefiles import type_files
from apiscribe.targets.go.types import TypeWriter
from apiscribe.targets.option_headers import without_option_headers
from apiscribe.targets.resources import walk_resources

RUNTIME: Final = "runtime"
"""Folder of hand-written files below the target's templates, copied as they are to `core`."""


class GoTarget:
    """See `apiscribe.targets.base.Target`. All text is made in gofmt's form already."""

    id = "go"
    options: type[TargetOptions] = GoOptions
    tools = ()

    def artifacts(
        self, api: Api, settings: TargetSettings, diagnostics: Diagnostics
    ) -> Iterator[Artifact]:
        """All files of the module."""
        api = without_option_headers(api)
        names = go_names(api, settings.settings)
        samples = Samples(api, settings.settings, names)
        yield _page("go.mod", project_view(names))
        yield _page("api.md", methods_view(api, names))
        yield Copy(PurePosixPath(".gitignore"), "project/gitignore")
        yield _page("README.md", readme_view(api, settings.settings, names, samples))
        yield from _source(api, settings.settings, names)
        yield from _tests(api, settings.settings, names, samples)

    def format(self, path: PurePosixPath, text: str) -> str:
        """Templates and views write canonical text."""
        return text

    def spellings(self, api: Api, settings: Settings) -> Mapping[str, str]:
        """The Go names of declarations and operations."""
        names = go_names(api, settings)
        calls = {id: names.accessor(operation) for id, operation in api.operations.items()}
        return {**names.types, **calls}


def _page(name: str, view: object) -> Page:
    return Page(PurePosixPath(name), f"{name.lower()}.j2", view)


def _go(stem: str, view: object) -> Page:
    return Page(PurePosixPath(f"{stem}.go"), "file.go.j2", view)


def _source(api: Api, settings: Settings, names: GoNames) -> Iterator[Artifact]:
    yield _go("client", client_file(api, settings, names))
    yield _page("core.go", project_view(names))
    yield _go("strict", strict_file(api, names))
    for resource in walk_resources(api.resources):
        stem = names.files[resource_key(resource.path)]
        yield _go(stem, resource_file(resource, api, names))
    if api.webhooks:
        yield _go("webhooks", webhooks_file(api, names))
    for stem, file in type_files(TypeWriter(api, names)):
        yield _go(stem, file)
    folder: Path = templates_folder() / "go" / RUNTIME
    for module in sorted(folder.glob("*.go")):
        yield Copy(PurePosixPath("core") / module.name, f"{RUNTIME}/{module.name}")


def _tests(api: Api, settings: Settings, names: GoNames, samples: Samples) -> Iterator[Artifact]:
    """Tests of the module, which run against a mock server."""
    shared = support_view(api, settings, names, samples)
    yield Page(PurePosixPath("support_test.go"), "tests/support_test.go.j2", shared)
    if shared.call:
        yield Page(PurePosixPath("client_test.go"), "tests/client_test.go.j2", shared)
    examples = example_file(api, names, samples)
    if examples is not None:
        yield Page(PurePosixPath("example_test.go"), "file.go.j2", examples)
    for path, view in test_files(api, names, samples):
        yield Page(path, "file.go.j2", view)


TARGET: Target = GoTarget()
