"""The list of all methods by resource, which packages carry as `api.md`, in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from apiscribe.ir import Api, Operation, Resource
from apiscribe.targets.markup import atom, code, plain_line
from apiscribe.targets.resources import walk_resources


@dataclass(frozen=True, slots=True)
class IndexMethod:
    """A line: how the method is called, which request it makes, and what for (perhaps "")."""

    call: str
    route: str
    summary: str
    deprecated: bool


@dataclass(frozen=True, slots=True)
class IndexGroup:
    """A section: a resource, and the file that has its methods."""

    title: str
    source: str
    methods: tuple[IndexMethod, ...]


def index_method(operation: Operation, call: str) -> IndexMethod:
    """The line of an operation; `call` is source text."""
    return IndexMethod(
        call=code(call),
        route=code(atom(f"{operation.verb.upper()} {operation.path}")),
        summary=plain_line(operation.docs.summary or operation.docs.description),
        deprecated=operation.docs.deprecated,
    )


def index_groups(
    api: Api,
    client: str,
    place: Callable[[Resource], tuple[str, str]],
    lines: Callable[[Operation], Iterable[IndexMethod]],
) -> tuple[IndexGroup, ...]:
    """The groups of an API, the client's own methods first.

    `client` is the client's file; `place` gives title and file of a resource that has methods.
    """

    def methods(ids: Sequence[str]) -> tuple[IndexMethod, ...]:
        return tuple(line for id in ids for line in lines(api.operations[id]))

    found = [IndexGroup("client", client, methods(api.root_operations))]
    found += (
        IndexGroup(*place(resource), methods(resource.operations))
        for resource in walk_resources(api.resources)
        if resource.operations
    )
    return tuple(group for group in found if group.methods)
