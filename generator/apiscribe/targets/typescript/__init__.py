"""The TypeScript target: a package without dependencies for Node, browsers and edge runtimes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Final

from apiscribe.assets import templates_folder
from apiscribe.diagnostics import Diagnostics
from apiscribe.ir import Api
from apiscribe.targets.base import (
    Artifact,
    Copy,
    Later,
    Page,
    Target,
    TargetOptions,
    TargetSettings,
)
from apiscribe.targets.option_headers import without_option_headers
from apiscribe.targets.resources import walk_resources
from apiscribe.targets.typescript.client import client_view, core_view
from apiscribe.targets.typescript.names import TypeScriptNames, typescript_names
from apiscribe.targets.typescript.options import TypeScriptOptions
from apiscribe.targets.typescript.package import index_view, methods_view, project_view
from apiscribe.targets.typescript.readme import readme_view
from apiscribe.targets.typescript.resources import resource_module, resource_view
from apiscribe.targets.typescript.samples import Samples
from apiscribe.targets.typescript.strict import strict_view
from apiscribe.targets.typescript.tests import support_view, test_files
from apiscribe.targets.typescript.typefiles import TypeIndex, type_files
from apiscribe.targets.typescript.webhooks import webhooks_view

RUNTIME: Final = "runtime"
"""Folder of hand-written modules below the target's templates, copied as they are."""

_PROJECT: Final = ("tsconfig.json", "tsconfig.esm.json", "tsconfig.cjs.json")


class TypeScriptTarget:
    """See `apiscribe.targets.base.Target`. All text is made in prettier's form already."""

    id = "typescript"
    options: type[TargetOptions] = TypeScriptOptions
    tools = ()

    def artifacts(
        self, api: Api, settings: TargetSettings, diagnostics: Diagnostics
    ) -> Iterator[Artifact]:
        """All files of the package."""
        options = settings.options
        assert isinstance(options, TypeScriptOptions)
        api = without_option_headers(api)
        names = typescript_names(api, settings.settings)
        yield _page("package.json", project_view(api, settings.settings, options, names))
        yield _page("api.md", Later(partial(methods_view, api, names)))
        yield Copy(PurePosixPath(".gitignore"), "project/gitignore")
        for name in _PROJECT:
            yield Copy(PurePosixPath(name), f"project/{name}")
        yield from _source(api, settings, names)
        samples = Samples(api, settings.settings, names)
        yield _page(
            "README.md", Later(partial(readme_view, api, settings.settings, names, samples))
        )
        yield from _tests(api, settings, names, samples)

    def format(self, path: PurePosixPath, text: str) -> str:
        """Templates and views write canonical text."""
        return text


def _page(name: str, view: object) -> Page:
    return Page(PurePosixPath(name), f"{name.lower()}.j2", view)


def _source(api: Api, settings: TargetSettings, names: TypeScriptNames) -> Iterator[Artifact]:
    root = PurePosixPath("src")
    yield Page(root / "index.ts", "index.ts.j2", index_view(api, names))
    yield Page(root / "core.ts", "core.ts.j2", core_view(api, settings.settings, names))
    yield Page(root / "client.ts", "client.ts.j2", client_view(api, settings.settings, names))
    for resource in walk_resources(api.resources):
        path = root / f"{resource_module(resource, names)}.ts"
        view = Later(partial(resource_view, resource, api, names))
        yield Page(path, "resource.ts.j2", view)
    if api.webhooks:
        yield Page(root / "webhooks.ts", "webhooks.ts.j2", webhooks_view(api, names))
    yield Page(root / "strict.ts", "strict.ts.j2", Later(partial(strict_view, api, names)))
    files = tuple(type_files(api, names))
    for name, make in files:
        yield Page(root / "types" / f"{name}.ts", "types_module.ts.j2", Later(make))
    index = TypeIndex(tuple(name for name, _ in files))
    yield Page(root / "types" / "index.ts", "types_index.ts.j2", index)
    folder: Path = templates_folder() / "typescript" / RUNTIME
    for module in sorted(folder.glob("*.ts")):
        yield Copy(root / RUNTIME / module.name, f"{RUNTIME}/{module.name}")


def _tests(
    api: Api, settings: TargetSettings, names: TypeScriptNames, samples: Samples
) -> Iterator[Artifact]:
    """Tests of the package, which run against a mock server."""
    folder = PurePosixPath("tests")
    shared = support_view(api, settings.settings, names, samples)
    yield Copy(folder / "tsconfig.json", "tests/tsconfig.json")
    yield Page(folder / "support.ts", "tests/support.ts.j2", shared)
    if shared.call:
        yield Page(folder / "_client.test.ts", "tests/client.test.ts.j2", shared)
    for path, make in test_files(api, names, samples):
        yield Page(path, "tests/resource.test.ts.j2", Later(make))


TARGET: Target = TypeScriptTarget()
