"""The files around the code: what makes the package installable, importable and findable."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from apiscribe.config import Settings
from apiscribe.ir import Api, Operation, Resource
from apiscribe.targets.markup import plain_line
from apiscribe.targets.method_index import IndexGroup, IndexMethod, index_groups, index_method
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.python.imports import Import, import_lines
from apiscribe.targets.python.names import PythonNames, resource_class
from apiscribe.targets.python.options import ModelFlavour, PythonOptions
from apiscribe.targets.python.text import DOCSTRING_WIDTH, docstring, quote
from apiscribe.targets.python.typefiles import TypeModule
from apiscribe.targets.python.views.resources import resource_path
from apiscribe.targets.resources import walk_resources
from apiscribe.targets.text import api_title, wrap

RUNTIME_EXPORTS: Final = (
    "APIConnectionError",
    "APIError",
    "APIResponseValidationError",
    "APIStatusError",
    "APITimeoutError",
    "AsyncBinaryResponse",
    "AsyncPage",
    "AsyncStream",
    "AuthenticationError",
    "BadRequestError",
    "BinaryResponse",
    "ConfigurationError",
    "ConflictError",
    "InternalServerError",
    "NotFoundError",
    "Omit",
    "Page",
    "PermissionDeniedError",
    "RateLimitError",
    "RawResponse",
    "ServerSentEvent",
    "Stream",
    "UnprocessableEntityError",
    "WebhookVerificationError",
    "omit",
)


@dataclass(frozen=True, slots=True)
class ExportView:
    """A module and the names that its package hands on."""

    module: str
    names: str


@dataclass(frozen=True, slots=True)
class LazyView:
    """View of a package that imports its parts when they are asked for."""

    docstring: str
    imports: tuple[str, ...]
    exports: tuple[ExportView, ...]
    all: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProjectView:
    """View of `pyproject.toml.j2`; texts are TOML values, quoted."""

    distribution: str
    module: str
    version: str
    description: str
    authors: tuple[str, ...]
    license: str
    repository: str
    dependencies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IndexView:
    """View of `api.md.j2`."""

    title: str
    types: str
    groups: tuple[IndexGroup, ...]


def _quoted(text: str) -> str:
    """A TOML basic string (TOML 1.0), which JSON's strings are."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def project_view(
    api: Api, settings: Settings, options: PythonOptions, names: PythonNames
) -> ProjectView:
    """What the package is and needs."""
    dependencies = ["httpx2>=2.16,<3", "pydantic>=2.12,<3", "typing-extensions>=4.14"]
    if options.models is ModelFlavour.MSGSPEC:
        dependencies.append("msgspec>=0.20")
    return ProjectView(
        distribution=_quoted(names.distribution),
        module=names.module,
        version=_quoted(settings.client.version),
        description=_quoted(f"Python client of the {api_title(api.title)}."),
        authors=tuple(_author(author) for author in options.authors),
        license=_quoted(options.license) if options.license else "",
        repository=_quoted(options.repository) if options.repository else "",
        dependencies=tuple(_quoted(d) for d in sorted(dependencies)),
    )


def _author(author: str) -> str:
    name, _, mail = author.partition("<")
    parts = [f"name = {_quoted(name.strip())}"] if name.strip() else []
    if mail:
        parts.append(f"email = {_quoted(mail.strip(' >'))}")
    return f"{{ {', '.join(parts)} }}"


def package_view(api: Api, names: PythonNames) -> LazyView:
    """`__init__.py`: the clients, and what users of the runtime name."""
    clients = (names.async_client, names.client)
    imports = {Import("._client", name) for name in clients}
    imports |= {Import("._runtime", name) for name in RUNTIME_EXPORTS}
    imports.add(Import(".", "types"))
    lines = wrap(f"Python client of the {api_title(api.title)}.", DOCSTRING_WIDTH)
    exports = [
        ExportView("._client", quote(" ".join(sorted(clients)))),
        ExportView("._runtime", quote(" ".join(RUNTIME_EXPORTS))),
    ]
    every = sorted([*clients, *RUNTIME_EXPORTS, "__version__", "types"])
    return LazyView(
        docstring(lines),
        tuple(import_lines(imports, ".", reexport=True, indent=4)),
        tuple(exports),
        tuple(quote(name) for name in every),
    )


def types_view(files: Iterable[TypeModule]) -> LazyView:
    """`types/__init__.py`: every model, its module imported when the model is asked for."""
    found = sorted(files, key=lambda file: file.module)
    imports = {Import(f".types.{f.module}", name) for f in found for name in f.exports}
    return LazyView(
        docstring("The types of the API: models, and dictionaries to send."),
        tuple(import_lines(imports, ".types", reexport=True, indent=4)),
        tuple(ExportView(f".{f.module}", quote(" ".join(f.exports))) for f in found),
        (),
    )


def index_view(api: Api, names: PythonNames) -> IndexView:
    """All methods, by resource."""
    source = f"src/{names.module}"

    def place(resource: Resource) -> tuple[str, str]:
        title = names.accessor(api.operations[resource.operations[0]]).rsplit(".", 1)[0]
        return title, f"{source}/{resource_path(resource, names)}"

    def lines(operation: Operation) -> Iterator[IndexMethod]:
        returned = _returned_text(operation, api, names)
        yield index_method(operation, f"{names.accessor(operation)}(…) -> {returned}")

    groups = index_groups(api, f"{source}/_client.py", place, lines)
    return IndexView(plain_line(api.title), f"{source}/types", groups)


def _returned_text(operation: Operation, api: Api, names: PythonNames) -> str:
    """What a method gives."""
    from apiscribe.targets.python.types import Annotations

    types = Annotations(api, names, prefix="")
    result = "None" if operation.result is None else types.answer(operation.result).text
    item = ""
    if operation.stream is not None:
        item = types.answer(operation.stream.item).text
    elif operation.pages is not None:
        item = types.answer(operation.pages.item).text
    return {
        MethodKind.CALL: result,
        MethodKind.CALL_OR_STREAM: f"{result} | Stream[{item}]",
        MethodKind.STREAM: f"Stream[{item}]",
        MethodKind.PAGE: f"Page[{item}, {result}]",
        MethodKind.DOWNLOAD: "BinaryResponse",
    }[method_kind(operation)]


def resource_packages(api: Api, names: PythonNames) -> tuple[str, ...]:
    """Folders below `resources` that need an `__init__.py` of their own."""
    found = {
        str(resource_path(resource, names).parent) for resource in walk_resources(api.resources)
    }
    owned = {
        str(resource_path(resource, names).parent)
        for resource in walk_resources(api.resources)
        if resource.children
    }
    return tuple(sorted(found - owned))


def class_names(api: Api, names: PythonNames) -> Iterator[str]:
    """Classes of all resources."""
    for resource in walk_resources(api.resources):
        yield resource_class(resource.path, names)
