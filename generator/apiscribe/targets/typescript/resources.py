"""Resource → a module with its class, the params of its methods and the calls they make."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from apiscribe.ir import Api, Resource
from apiscribe.targets.typescript.calls import CallView
from apiscribe.targets.typescript.imports import Import, import_lines
from apiscribe.targets.typescript.layout import bracketed, print_assignment
from apiscribe.targets.typescript.methods import MethodView, MethodWriter
from apiscribe.targets.typescript.names import TypeScriptNames, resource_key
from apiscribe.targets.typescript.prose import comment_lines


@dataclass(frozen=True, slots=True)
class ChildView:
    """A resource below another, or below the client: its member, and what sets it."""

    declared: str
    assigned: str


@dataclass(frozen=True, slots=True)
class ResourceView:
    """View of `resource.ts.j2`; texts are source, ready to print."""

    imports: tuple[str, ...]
    params: tuple[str, ...]
    calls: tuple[CallView, ...]
    comment: tuple[str, ...]
    name: str
    children: tuple[ChildView, ...]
    methods: tuple[str, ...]


def resource_module(resource: Resource, names: TypeScriptNames) -> str:
    """The module of a resource below `src`: `resources/chat/completions`."""
    key = resource_key(resource.path)
    steps = [names.files[key[: depth + 1]] for depth in range(len(key))]
    return str(PurePosixPath("resources", *steps))


def resource_methods(resource: Resource, api: Api, names: TypeScriptNames) -> list[MethodView]:
    """What the operations of a resource put into its module."""
    return [
        MethodWriter(api.operations[id], api, names, "this.#client").view()
        for id in resource.operations
    ]


def child_import(child: Resource, names: TypeScriptNames) -> Import:
    """The import of a resource's class."""
    return Import(resource_module(child, names), names.classes[resource_key(child.path)])


def child_view(child: Resource, names: TypeScriptNames, argument: str) -> ChildView:
    """A resource as its parent sees it."""
    key = resource_key(child.path)
    attribute, name = names.resources[key], names.classes[key]
    made = bracketed(f"new {name}(", [argument], ");")
    if argument == "this":
        declared = print_assignment(f"readonly {attribute}: {name} =", made, level=2)
        return ChildView(declared, "")
    assigned = print_assignment(f"this.{attribute} =", made, level=4)
    return ChildView(f"readonly {attribute}: {name};", assigned)


def resource_view(resource: Resource, api: Api, names: TypeScriptNames) -> ResourceView:
    """The module of one resource."""
    key = resource_key(resource.path)
    methods = resource_methods(resource, api, names)
    imports = {Import("runtime/client", "APIClient", type_only=True)}
    imports |= {one for method in methods for one in method.imports}
    imports |= {child_import(child, names) for child in resource.children}
    steps = [names.resources[key[: depth + 1]] for depth in range(len(key))]
    return ResourceView(
        import_lines(imports, resource_module(resource, names)),
        tuple(method.params for method in methods if method.params),
        tuple(method.call for method in methods),
        tuple(comment_lines(resource.docs, otherwise=f"`client.{'.'.join(steps)}`.")),
        names.classes[key],
        tuple(child_view(child, names, "client") for child in resource.children),
        tuple(method.method for method in methods),
    )
