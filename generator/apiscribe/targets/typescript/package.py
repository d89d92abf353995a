"""The files around the code: what makes the package installable, importable and findable."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from apiscribe.config import Settings
from apiscribe.ir import Api, Operation, Resource
from apiscribe.targets.markup import plain_line
from apiscribe.targets.method_index import IndexGroup, IndexMethod, index_groups, index_method
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.resources import walk_resources
from apiscribe.targets.text import api_title
from apiscribe.targets.typescript.imports import export_line
from apiscribe.targets.typescript.layout import Layout
from apiscribe.targets.typescript.methods import item_layout, result_layout
from apiscribe.targets.typescript.names import TypeScriptNames, resource_key
from apiscribe.targets.typescript.options import TypeScriptOptions
from apiscribe.targets.typescript.resources import resource_module
from apiscribe.targets.typescript.types import TypeWriter, flat_text

_ERRORS: Final = (
    "APIConnectionError",
    "APIError",
    "APIResponseValidationError",
    "APIStatusError",
    "APITimeoutError",
    "APIUserAbortError",
    "AuthenticationError",
    "BadRequestError",
    "ConfigurationError",
    "ConflictError",
    "InternalServerError",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "UnprocessableEntityError",
)
_TYPES: Final = {
    "runtime/checking": ("Checker",),
    "runtime/configuration": ("ClientOptions",),
    "runtime/credentials": ("Secret",),
    "runtime/files": ("BinaryInput", "FileInput", "FileWithName"),
    "runtime/logging": ("Logger", "LogLevel"),
    "runtime/operations": ("RequestOptions",),
    "runtime/promise": ("APIPromise", "WithResponse"),
}


@dataclass(frozen=True, slots=True)
class IndexView:
    """View of `index.ts.j2`: export statements."""

    exports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProjectView:
    """View of `package.json.j2`; texts are JSON values."""

    name: str
    version: str
    description: str
    author: str
    license: str
    repository: str


@dataclass(frozen=True, slots=True)
class MethodsView:
    """View of `api.md.j2`."""

    title: str
    groups: tuple[IndexGroup, ...]


def index_view(api: Api, names: TypeScriptNames) -> IndexView:
    """`index.ts`: the client, the types, and what users of the runtime name."""
    here = "index"
    exports = [
        export_line([names.client], "client", here),
        export_line([f"{names.client}Core"], "core", here),
        export_line([f"{names.client}Options"], "core", here, type_only=True),
        export_line(_ERRORS, "runtime/errors", here),
        export_line(["toFile"], "runtime/files", here),
        export_line(["Page"], "runtime/pages", here),
        export_line(["Stream"], "runtime/streams", here),
        *(export_line(found, module, here, type_only=True) for module, found in _TYPES.items()),
    ]
    if api.webhooks:
        exports.append('export * from "./webhooks.js";')
    for resource in walk_resources(api.resources):
        exports += _params(resource.operations, resource_module(resource, names), names)
    exports += _params(api.root_operations, "client", names)
    exports.append('export type * from "./types/index.js";')
    return IndexView(tuple(exports))


def _params(ids: tuple[str, ...], module: str, names: TypeScriptNames) -> list[str]:
    found = [names.params[id] for id in ids if id in names.params]
    return [export_line(found, module, "index", type_only=True)] if found else []


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def project_view(
    api: Api, settings: Settings, options: TypeScriptOptions, names: TypeScriptNames
) -> ProjectView:
    """What the package is."""
    return ProjectView(
        name=_quoted(names.package),
        version=_quoted(settings.client.version),
        description=_quoted(f"TypeScript client of the {api_title(api.title)}."),
        author=_quoted(options.author) if options.author else "",
        license=_quoted(options.license) if options.license else "",
        repository=_quoted(options.repository) if options.repository else "",
    )


def methods_view(api: Api, names: TypeScriptNames) -> MethodsView:
    """All methods, by resource."""

    def place(resource: Resource) -> tuple[str, str]:
        key = resource_key(resource.path)
        steps = [names.resources[key[: depth + 1]] for depth in range(len(key))]
        return ".".join(["client", *steps]), f"src/{resource_module(resource, names)}.ts"

    def lines(operation: Operation) -> Iterator[IndexMethod]:
        returned = returned_text(operation, api, names)
        yield index_method(operation, f"{names.accessor(operation)}(…): {returned}")

    return MethodsView(plain_line(api.title), index_groups(api, "src/client.ts", place, lines))


def returned_text(operation: Operation, api: Api, names: TypeScriptNames) -> str:
    """What awaiting a method gives."""
    writer = TypeWriter(api, names)
    result = flat_text(result_layout(operation, writer))
    layout: Layout | None = item_layout(operation, writer)
    item = flat_text(layout) if layout is not None else ""
    return {
        MethodKind.CALL: result,
        MethodKind.DOWNLOAD: result,
        MethodKind.CALL_OR_STREAM: f"{result} | Stream<{item}>",
        MethodKind.STREAM: f"Stream<{item}>",
        MethodKind.PAGE: f"Page<{item}, {result}>",
    }[method_kind(operation)]
