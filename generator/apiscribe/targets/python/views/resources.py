"""Resource → a module with its synchronous and asynchronous class."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from apiscribe.ir import Api, Operation, Resource
from apiscribe.targets.prose import describe
from apiscribe.targets.python.imports import Import, import_lines
from apiscribe.targets.python.names import (
    PythonNames,
    resource_class,
    resource_key,
    resource_module,
)
from apiscribe.targets.python.reserved import ANNOTATION_BUILTINS
from apiscribe.targets.python.text import docstring
from apiscribe.targets.python.types import Annotations
from apiscribe.targets.python.views.calls import CallView, CallWriter, security_text
from apiscribe.targets.python.views.methods import Methods, MethodView, MethodWriter


@dataclass(frozen=True, slots=True)
class ChildView:
    """A resource below another (or below the client), imported when it is first touched.

    `module` is relative to the module of the parent; `client` is what the class is made with.
    """

    attribute: str
    module: str
    name: str
    client: str


@dataclass(frozen=True, slots=True)
class RawView:
    """The class behind `with_raw_response`."""

    name: str
    of: str
    argument: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClassView:
    """A resource class in one of its two forms."""

    name: str
    base: str
    docstring: str
    children: tuple[ChildView, ...]
    methods: tuple[MethodView, ...]
    raw: RawView | None


@dataclass(frozen=True, slots=True)
class ResourceView:
    """View of `resource.py.j2`; `deprecated`: the module has methods that its users shall leave."""

    deprecated: bool
    imports: tuple[str, ...]
    deferred: tuple[str, ...]
    constants: tuple[str, ...]
    calls: tuple[CallView, ...]
    classes: tuple[ClassView, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Operations written into one module: their methods, constants and imports."""

    methods: tuple[Methods, ...]
    constants: tuple[str, ...]
    imports: frozenset[Import]

    @property
    def deprecated(self) -> bool:
        """Whether one of the methods is."""
        return any(method.sync.decorators for method in self.methods)


def group(
    operations: Iterable[Operation],
    children: int,
    api: Api,
    names: PythonNames,
    client: str = "self._client",
) -> Group:
    """Write the operations of one class; its `children` need lazy properties."""
    found = list(operations)
    shadowed = frozenset(names.methods[operation.id] for operation in found) & ANNOTATION_BUILTINS
    types = Annotations(api, names, shadowed=shadowed)
    calls = CallWriter(api, names, types, {})
    writer = MethodWriter(api, names, types, calls, client)
    methods = tuple(writer.methods(operation) for operation in found)
    imports: set[Import] = set()
    for method in methods:
        imports |= method.imports
    if methods:
        imports |= {Import("._runtime", "raw"), Import("._runtime", "async_raw")}
    if methods or children:
        imports.add(Import("functools", "cached_property"))
    return Group(
        methods,
        tuple(security_text(name, value) for value, name in calls.security.items()),
        frozenset(imports),
    )


def raw_view(name: str, argument: str, methods: Iterable[MethodView], wrapper: str) -> RawView:
    """The class behind `name.with_raw_response`."""
    argument += "_" if argument in ("self", "raw", "async_raw") else ""
    lines = tuple(f"self.{method.name} = {wrapper}({argument}.{method.name})" for method in methods)
    return RawView(f"{name}WithRawResponse", name, argument, lines)


def resource_path(resource: Resource, names: PythonNames) -> PurePosixPath:
    """The module of a resource below `resources`; a folder when it has children."""
    steps = [
        resource_module(names.resources[resource_key(resource.path[: depth + 1])])
        for depth in range(len(resource.path))
    ]
    folder = PurePosixPath("resources", *steps)
    return folder / "__init__.py" if resource.children else folder.with_suffix(".py")


def resource_package(resource: Resource, names: PythonNames) -> str:
    """The package (`.resources.chat`) that the module of a resource is in."""
    return "." + ".".join(resource_path(resource, names).parent.parts)


def resource_view(resource: Resource, api: Api, names: PythonNames) -> ResourceView:
    """The module of one resource."""
    made = group(
        (api.operations[id] for id in resource.operations), len(resource.children), api, names
    )
    name = resource_class(resource.path, names)
    argument = names.resources[resource_key(resource.path)]
    here = resource_package(resource, names)
    imports = set(made.imports)
    deferred: set[Import] = set()
    classes: list[ClassView] = []
    for prefix in ("", "Async"):
        base = "AsyncResource" if prefix else "SyncResource"
        imports.add(Import("._runtime", base))
        methods = tuple(m.asynchronous if prefix else m.sync for m in made.methods)
        children = tuple(child_view(child, prefix, names) for child in resource.children)
        deferred |= {Import(f"{here}{child.module}", child.name) for child in children}
        wrapper = "async_raw" if prefix else "raw"
        classes.append(
            ClassView(
                name=f"{prefix}{name}",
                base=base,
                docstring=docstring(_about(resource, names), 4),
                children=children,
                methods=methods,
                raw=raw_view(f"{prefix}{name}", argument, methods, wrapper) if methods else None,
            )
        )
    if deferred:
        imports.add(Import("typing", "TYPE_CHECKING"))
    return ResourceView(
        deprecated=made.deprecated,
        imports=tuple(import_lines(imports, here)),
        deferred=tuple(import_lines(deferred, here, indent=4)),
        constants=made.constants,
        calls=tuple(method.call for method in made.methods),
        classes=tuple(classes),
    )


def child_view(child: Resource, prefix: str, names: PythonNames) -> ChildView:
    """A resource as its parent sees it."""
    attribute = names.resources[resource_key(child.path)]
    name = resource_class(child.path, names)
    return ChildView(attribute, f".{resource_module(attribute)}", f"{prefix}{name}", "self._client")


def _about(resource: Resource, names: PythonNames) -> str:
    written = describe(resource.docs)
    if written:
        return written
    steps = [
        names.resources[resource_key(resource.path[: depth + 1])]
        for depth in range(len(resource.path))
    ]
    return f"`client.{'.'.join(steps)}`."
