"""Walking types and declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import assert_never

from apiscribe.ir import (
    Alias,
    Anything,
    Api,
    Const,
    Declaration,
    Enum,
    List,
    Map,
    Nothing,
    Nullable,
    Operation,
    Record,
    Ref,
    Scalar,
    Tuple,
    Type,
    Union,
)


def parts(kind: Type) -> tuple[Type, ...]:
    """The types directly inside a type."""
    match kind:
        case List():
            return (kind.item,)
        case Map():
            return (kind.value,)
        case Tuple():
            return (*kind.items, kind.rest)
        case Nullable():
            return (kind.inner,)
        case Scalar() | Const() | Ref() | Anything() | Nothing():
            return ()
        case _:
            assert_never(kind)


def walk_type(kind: Type) -> Iterator[Type]:
    """A type and all types inside it, references not followed."""
    yield kind
    for part in parts(kind):
        yield from walk_type(part)


def refs(kind: Type) -> Iterator[str]:
    """The ids a type refers to."""
    for inner in walk_type(kind):
        if isinstance(inner, Ref):
            yield inner.id


def types_of(declared: Declaration) -> tuple[Type, ...]:
    """The types a declaration is made of."""
    match declared:
        case Record():
            return (*(field.type for field in declared.fields), declared.extra)
        case Union():
            return tuple(variant.type for variant in declared.variants)
        case Alias():
            return (declared.type,)
        case Enum():
            return ()
        case _:
            assert_never(declared)


def referenced_ids(declared: Declaration) -> tuple[str, ...]:
    """The ids a declaration refers to, each once, in order."""
    return tuple(dict.fromkeys(i for kind in types_of(declared) for i in refs(kind)))


def strip_aliases(type_: Type, declarations: Mapping[str, Declaration]) -> Type:
    """`type_` with named aliases replaced by what they stand for."""
    seen: set[str] = set()
    while isinstance(type_, Ref) and type_.id not in seen:
        seen.add(type_.id)
        declaration = declarations[type_.id]
        if not isinstance(declaration, Alias):
            return type_
        type_ = declaration.type
    return type_


def bare_type(type_: Type, api: Api) -> Type:
    """`type_` without aliases and null."""
    found = strip_aliases(type_, api.declarations)
    return strip_aliases(found.inner, api.declarations) if isinstance(found, Nullable) else found


def map_refs(kind: Type, rename: Callable[[str], str]) -> Type:
    """A type with every reference renamed."""
    match kind:
        case Ref():
            new = rename(kind.id)
            return kind if new == kind.id else Ref(new)
        case List():
            return replace(kind, item=map_refs(kind.item, rename))
        case Map():
            return replace(kind, value=map_refs(kind.value, rename))
        case Tuple():
            items = tuple(map_refs(item, rename) for item in kind.items)
            return replace(kind, items=items, rest=map_refs(kind.rest, rename))
        case Nullable():
            return Nullable(map_refs(kind.inner, rename))
        case Scalar() | Const() | Anything() | Nothing():
            return kind
        case _:
            assert_never(kind)


def sent_types(operation: Operation) -> Iterator[Type]:
    """The types of what an operation sends."""
    for parameter in operation.parameters:
        yield parameter.type
    if operation.body is not None:
        for media in operation.body.media:
            yield media.type


def received_types(operation: Operation) -> Iterator[Type]:
    """The types of what an operation receives."""
    if operation.result is not None:
        yield operation.result
    for answer in (*operation.answers, *operation.errors):
        for content in answer.contents:
            yield content.type
        for header in answer.headers:
            yield header.type
    if operation.stream is not None:
        yield operation.stream.item
    if operation.pages is not None:
        yield operation.pages.item


def reachable(declarations: Mapping[str, Declaration], start: Iterator[Type]) -> set[str]:
    """The ids that can be reached from some types."""
    found: set[str] = set()
    pending = [identity for kind in start for identity in refs(kind)]
    while pending:
        identity = pending.pop()
        if identity not in found and identity in declarations:
            found.add(identity)
            pending.extend(referenced_ids(declarations[identity]))
    return found


def components(api: Api) -> tuple[tuple[str, ...], ...]:
    """Declarations that refer to each other, grouped; every group after those it refers to.

    Strongly connected components (Tarjan), ids inside a group in document order.
    """
    order = {identity: position for position, identity in enumerate(api.declarations)}
    edges = {i: referenced_ids(declared) for i, declared in api.declarations.items()}
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[tuple[str, ...]] = []
    for root in api.declarations:
        if root in index:
            continue
        work: list[tuple[str, Iterator[str]]] = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, targets = work[-1]
            target = next((t for t in targets if t in edges), None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    cut = stack.index(node)
                    group = stack[cut:]
                    del stack[cut:]
                    on_stack.difference_update(group)
                    found.append(tuple(sorted(group, key=order.__getitem__)))
            elif target not in index:
                index[target] = low[target] = len(index)
                stack.append(target)
                on_stack.add(target)
                work.append((target, iter(edges[target])))
            elif target in on_stack:
                low[node] = min(low[node], index[target])
    return tuple(found)


def recursive_ids(api: Api) -> frozenset[str]:
    """Declarations that lead back to themselves."""
    return frozenset(
        identity
        for group in components(api)
        for identity in group
        if len(group) > 1 or identity in referenced_ids(api.declarations[identity])
    )
