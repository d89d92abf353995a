"""Which module of `types` holds which declarations.

A component and the inline types inside it share a module. Components that refer to each other in
a circle share one too, so that no module imports another in a circle.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass

from apiscribe.ir import Api
from apiscribe.targets.inner_types import declaration_refs
from apiscribe.targets.python.names import PythonNames, module_name


@dataclass(frozen=True, slots=True)
class TypeModules:
    """`of`: declaration id → module name; `members`: module name → ids in the API's order."""

    of: Mapping[str, str]
    members: Mapping[str, tuple[str, ...]]


def owner(id: str, ids: Container[str]) -> str:
    """The declaration that `id` is written inside of (`Chat` for `Chat.choices[].message`)."""
    for position, character in enumerate(id):
        if character in ".[" and position and id[:position] in ids:
            return id[:position]
    return id


def type_modules(api: Api, names: PythonNames) -> TypeModules:
    """Group the declarations that have a class or alias into modules."""
    ids = dict.fromkeys(names.classes)
    owners = {id: owner(id, ids) for id in ids}
    graph: dict[str, set[str]] = {root: set() for root in owners.values()}
    for id, root in owners.items():
        for other in declaration_refs(api.declarations[id]):
            if other in owners and owners[other] != root:
                graph[root].add(owners[other])
    of: dict[str, str] = {}
    for group in components(graph):
        module = module_name(min(names.classes[root] for root in group))
        of.update(dict.fromkeys(group, module))
    members: dict[str, list[str]] = {}
    for id, root in owners.items():
        members.setdefault(of[root], []).append(id)
    return TypeModules(
        of={id: of[root] for id, root in owners.items()},
        members={module: tuple(found) for module, found in members.items()},
    )


def components(graph: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, ...]]:
    """Strongly connected components of a graph, dependencies first (Tarjan 1972, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    open_: set[str] = set()
    for start in graph:
        if start in index:
            continue
        work: list[tuple[str, Iterator[str]]] = []

        def enter(node: str, work: list[tuple[str, Iterator[str]]] = work) -> None:
            index[node] = low[node] = len(index)
            stack.append(node)
            open_.add(node)
            work.append((node, iter(sorted(graph[node]))))

        enter(start)
        while work:
            node, rest = work[-1]
            following = next(rest, None)
            if following is not None:
                if following not in index:
                    enter(following)
                elif following in open_:
                    low[node] = min(low[node], index[following])
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[node])
            if low[node] == index[node]:
                cut = stack.index(node)
                group = tuple(stack[cut:])
                del stack[cut:]
                open_.difference_update(group)
                yield group
