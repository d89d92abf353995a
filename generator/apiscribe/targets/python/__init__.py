"""The Python target: an installable, typed SDK with a synchronous and an asynchronous client."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Final

from apiscribe.assets import templates_folder
from apiscribe.config import Settings
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
from apiscribe.targets.python.formatting import format_all, format_python
from apiscribe.targets.python.names import PythonNames, python_names
from apiscribe.targets.python.options import PythonOptions
from apiscribe.targets.python.samples import Samples
from apiscribe.targets.python.spellings import spellings
from apiscribe.targets.python.typefiles import type_files
from apiscribe.targets.python.views.client import client_view
from apiscribe.targets.python.views.package import (
    index_view,
    package_view,
    project_view,
    resource_packages,
    types_view,
)
from apiscribe.targets.python.views.readme import readme_view
from apiscribe.targets.python.views.resources import resource_path, resource_view
from apiscribe.targets.python.views.tests import client_test_view, conftest_view, test_files
from apiscribe.targets.python.views.webhooks import webhooks_attribute, webhooks_view
from apiscribe.targets.resources import walk_resources

RUNTIME: Final = "runtime"
"""Folder of hand-written modules below the target's templates, copied as they are."""


class PythonTarget:
    """See `apiscribe.targets.base.Target`."""

    id = "python"
    options: type[TargetOptions] = PythonOptions
    tools = ("datamodel-code-generator", "ruff")

    def artifacts(
        self, api: Api, settings: TargetSettings, diagnostics: Diagnostics
    ) -> Iterator[Artifact]:
        """All files of the package."""
        options = settings.options
        assert isinstance(options, PythonOptions)
        api = without_option_headers(api)
        names = python_names(api, settings.settings)
        samples = Samples(api, settings.settings, names)
        project = project_view(api, settings.settings, options, names)
        yield _page("pyproject.toml", project)
        yield _page(
            "README.md", Later(partial(readme_view, api, settings.settings, names, samples))
        )
        yield _page("api.md", Later(partial(index_view, api, names)))
        yield Copy(PurePosixPath(".gitignore"), "project/gitignore")
        yield from self._package(api, settings, options, names)
        yield from _tests(api, settings, names, samples)

    def _package(
        self, api: Api, settings: TargetSettings, options: PythonOptions, names: PythonNames
    ) -> Iterator[Artifact]:
        """The import package."""
        root = PurePosixPath("src", names.module)
        yield Copy(root / "py.typed", "project/py.typed")
        yield Page(
            root / "_version.py",
            "version.py.j2",
            project_view(api, settings.settings, options, names),
        )
        yield Page(root / "__init__.py", "lazy_package.py.j2", package_view(api, names))
        yield Page(root / "_client.py", "client.py.j2", client_view(api, settings.settings, names))
        if webhooks_attribute(api, names):
            yield Page(root / "_webhooks.py", "webhooks.py.j2", webhooks_view(api, names))
        yield from _runtime(root)
        files = type_files(api, names, options.models)
        yield Page(root / "types" / "__init__.py", "lazy_package.py.j2", types_view(files))
        for file in files:
            path = root / "types" / f"{file.module}.py"
            yield Page(path, "types_module.py.j2", Later(file.make))
        for resource in walk_resources(api.resources):
            path = root / resource_path(resource, names)
            view = Later(partial(resource_view, resource, api, names))
            yield Page(path, "resource.py.j2", view)
        for folder in resource_packages(api, names):
            yield Page(root / folder / "__init__.py", "empty_package.py.j2", None)

    def spellings(self, api: Api, settings: Settings) -> Mapping[str, str]:
        """IR id → name in the package, for `apiscribe explain`."""
        return spellings(without_option_headers(api), settings)

    def format(self, path: PurePosixPath, text: str) -> str:
        """Python as black has it; everything else as its template has it."""
        return format_python(text) if path.suffix == ".py" else text

    def format_all(self, texts: Mapping[PurePosixPath, str]) -> Mapping[PurePosixPath, str]:
        """`format` of many files at once."""
        paths = [path for path in texts if path.suffix == ".py"]
        done = format_all([texts[path] for path in paths])
        return {**texts, **dict(zip(paths, done, strict=True))}


def _page(name: str, view: object) -> Page:
    return Page(PurePosixPath(name), f"{name.lower()}.j2", view)


def _tests(
    api: Api, settings: TargetSettings, names: PythonNames, samples: Samples
) -> Iterator[Artifact]:
    """Tests of the package, which run against the mock server."""
    folder = PurePosixPath("tests")
    shared = conftest_view(api, settings.settings, names)
    yield Page(folder / "__init__.py", "empty_package.py.j2", None)
    yield Page(folder / "conftest.py", "tests/conftest.py.j2", shared)
    yield Page(folder / "support.py", "tests/support.py.j2", shared)
    client = client_test_view(api, settings.settings, names, samples)
    if client is not None:
        yield Page(folder / "test_client.py", "tests/test_client.py.j2", client)
    if api.operations:
        yield Page(folder / "resources" / "__init__.py", "empty_package.py.j2", None)
    for path, make in test_files(api, names, samples):
        yield Page(path, "tests/test_resource.py.j2", Later(make))


def _runtime(root: PurePosixPath) -> Iterator[Copy]:
    """The runtime's modules, in a fixed order."""
    folder: Path = templates_folder() / "python" / RUNTIME
    for path in sorted(folder.glob("*.py")):
        yield Copy(root / "_runtime" / path.name, f"{RUNTIME}/{path.name}")


TARGET: Target = PythonTarget()
