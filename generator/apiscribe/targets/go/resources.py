"""Resource → the file with its service, the params of its methods and the calls they make."""

from __future__ import annotations

from collections.abc import Iterable

from apiscribe.ir import Api, Resource
from apiscribe.targets.go.files import GoFile, go_file
from apiscribe.targets.go.layout import Row
from apiscribe.targets.go.methods import MethodWriter
from apiscribe.targets.go.names import GoNames, resource_key
from apiscribe.targets.go.text import comment, with_name
from apiscribe.targets.go.typefiles import docs_text, struct_text


def resource_file(resource: Resource, api: Api, names: GoNames) -> GoFile:
    """The file of one resource."""
    key = resource_key(resource.path)
    name = names.services[key]
    steps = [names.resources[key[: depth + 1]] for depth in range(len(key))]
    head = comment(with_name(name, docs_text(resource.docs), f"is client.{'.'.join(steps)}."))
    rows = [*child_rows(resource.children, names)]
    if resource.operations:
        rows.append(Row((), ("client", "*core.Client")))
    made = [f"func new{name}(client *core.Client) *{name} {{", *_made(resource, names), "}"]
    definitions = [struct_text(name, head, rows), "\n".join(made)]
    for id in resource.operations:
        definitions += MethodWriter(api.operations[id], api, names, name).definitions()
    return go_file(names.package, definitions, {"core": f"{names.module}/core"})


def _made(resource: Resource, names: GoNames) -> list[str]:
    name = names.services[resource_key(resource.path)]
    members = child_members(resource.children, names, "client")
    if resource.operations:
        members.append("client: client")
    if len(members) < 2:
        return [f"\treturn &{name}{{{', '.join(members)}}}"]
    lines = ["\tresult := &" + name + "{}"]
    for child in resource.children:
        lines.append(f"\tresult.{_field(child, names)} = {_new(child, names, 'client')}")
    if resource.operations:
        lines.append("\tresult.client = client")
    return [*lines, "\treturn result"]


def child_rows(children: Iterable[Resource], names: GoNames) -> list[Row]:
    """The fields of the resources below one, or below the client."""
    return [
        Row((), (_field(child, names), f"*{names.services[resource_key(child.path)]}"))
        for child in children
    ]


def child_members(children: Iterable[Resource], names: GoNames, client: str) -> list[str]:
    """`Chat: newChatService(client)`."""
    return [f"{_field(child, names)}: {_new(child, names, client)}" for child in children]


def child_lines(children: Iterable[Resource], names: GoNames, owner: str, client: str) -> list[str]:
    """Statements that set the fields of the resources below the client."""
    return [
        f"\t{owner}.{_field(child, names)} = {_new(child, names, client)}" for child in children
    ]


def _field(child: Resource, names: GoNames) -> str:
    return names.resources[resource_key(child.path)]


def _new(child: Resource, names: GoNames, client: str) -> str:
    return f"new{names.services[resource_key(child.path)]}({client})"
