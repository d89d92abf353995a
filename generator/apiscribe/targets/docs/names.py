"""Pages and their file names: stable, safe on every file system, unique without regard to case."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, assert_never

from apiscribe.ir import (
    Alias,
    Api,
    Declaration,
    Enum,
    List,
    Map,
    Nullable,
    Operation,
    Record,
    Ref,
    Resource,
    Tuple,
    Type,
    Union,
)
from apiscribe.naming import pascal

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._-]+")
_RESERVED: Final = frozenset(
    ["con", "prn", "aux", "nul", "index", *(f"{d}{n}" for d in ("com", "lpt") for n in range(10))]
)
_LONGEST: Final = 100
_DEEPEST: Final = 6
"""Levels of inline objects shown in place; what lies deeper gets a page."""


class PageNames:
    """Which declarations have a page, what they are called on it, and every page's path.

    Components have pages. An inline schema is shown where it stands unless it is used at
    several places, contains itself, or lies too deep. `home` is the path of the overview.
    """

    def __init__(self, api: Api, home: str = "README.md") -> None:
        self.home = home
        self._names = _model_names(api, _with_pages(api))
        self._models = _files("models", self._names)
        self._operations = _files("operations", {o.id: dotted(o) for o in api.operations.values()})
        self._resources = _files(
            "resources", {resource_key(one): resource_key(one) for one in resources(api)}
        )
        self._owners = {id: one for one in resources(api) for id in one.operations}
        self._webhooks = _files("webhooks", {one.id: one.name.wire for one in api.webhooks})

    def has_page(self, id: str) -> bool:
        """Whether the declaration has a page of its own."""
        return id in self._names

    def model(self, id: str) -> str:
        """The name of a declaration with a page."""
        return self._names[id]

    def models(self) -> tuple[str, ...]:
        """Ids of the declarations with a page, in document order."""
        return tuple(self._names)

    def model_path(self, id: str) -> str:
        return self._models[id]

    def operation_path(self, id: str) -> str:
        return self._operations[id]

    def resource_path(self, resource: Resource) -> str:
        return self._resources[resource_key(resource)]

    def owner(self, operation: str) -> Resource | None:
        """The resource that an operation is in."""
        return self._owners.get(operation)

    def webhook_path(self, id: str) -> str:
        return self._webhooks[id]


def relative(path: str, page: str) -> str:
    """The way from `page` to `path`, both from the root of the docs."""
    up = "../" * page.count("/")
    if up and path.rpartition("/")[0] == page.rpartition("/")[0]:
        return path.rpartition("/")[2]
    return up + path


def dotted(operation: Operation) -> str:
    """`chat.completions.create`, in words joined by `_`."""
    return ".".join(["_".join(name.words) for name in (*operation.resource, operation.name)])


def resource_key(resource: Resource) -> str:
    """`chat.completions`."""
    names = resource.path if resource.path else (resource.name,)
    return ".".join("_".join(name.words) for name in names)


def resources(api: Api) -> Iterator[Resource]:
    """All resources, parents before children."""
    waiting = list(reversed(api.resources))
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(one.children))


def _files(folder: str, wanted: Mapping[str, str]) -> dict[str, str]:
    """Key → path. What has to be changed to be a file name carries a hash of what it was."""
    taken: set[str] = set()
    paths: dict[str, str] = {}
    for key, text in wanted.items():
        stem = _UNSAFE.sub("-", text).strip("-.")[:_LONGEST]
        if stem != text:
            stem = f"{stem or 'page'}-{_digest(text)}"
        if stem.split(".")[0].lower() in _RESERVED:
            stem = f"page-{stem}"
        if stem.casefold() in taken:
            stem = f"{stem}-{_digest(key)}"
        taken.add(stem.casefold())
        paths[key] = f"{folder}/{stem}.md"
    return paths


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def is_component(declaration: Declaration) -> bool:
    """Whether the document names the declaration, or it stands inside another."""
    return declaration.name.wire != ""


def _with_pages(api: Api) -> set[str]:
    chosen = {id for id, one in api.declarations.items() if is_component(one)}
    uses: dict[str, int] = {}
    for id in _roots(api):
        uses[id] = uses.get(id, 0) + 1
    waiting, seen = [*uses, *chosen], set[str]()
    while waiting:
        if (owner := waiting.pop()) in seen:
            continue
        seen.add(owner)
        for id in set(declaration_refs(api.declarations[owner])):
            uses[id] = uses.get(id, 0) + 1
            waiting.append(id)
    chosen.update(id for id, count in uses.items() if count > 1)
    start = [id for id in api.declarations if id in chosen]
    start += [id for id in _roots(api) if id not in chosen]
    for id in start:
        _hoist(api, id, chosen)
    return chosen


def _hoist(api: Api, start: str, chosen: set[str]) -> None:
    """Give pages to inline schemas that lie too deep below `start`."""
    waiting = [(start, 0)]
    while waiting:
        id, depth = waiting.pop()
        for inner in declaration_refs(api.declarations[id]):
            if inner in chosen:
                continue
            if depth + 1 > _DEEPEST:
                chosen.add(inner)
                waiting.append((inner, 0))
            else:
                waiting.append((inner, depth + 1))


def _model_names(api: Api, chosen: set[str]) -> dict[str, str]:
    """Components keep the document's names; others are made from words, dodging those."""
    names = {
        id: one.name.wire
        for id, one in api.declarations.items()
        if id in chosen and is_component(one)
    }
    taken = set(names.values())
    for id, declaration in api.declarations.items():
        if id not in chosen or id in names:
            continue
        name = pascal(declaration.name.words)
        names[id] = name if name not in taken else f"{name}_{_digest(id)}"
        taken.add(names[id])
    return {id: names[id] for id in api.declarations if id in names}


def _roots(api: Api) -> Iterator[str]:
    """Ids referred to from outside the declarations, once for each place."""
    for operation in api.operations.values():
        yield from operation_refs(operation)
    for webhook in api.webhooks:
        if webhook.payload is not None:
            yield from _type_refs(webhook.payload)


def operation_refs(operation: Operation) -> Iterator[str]:
    """Ids an operation refers to, once for each place."""
    for parameter in operation.parameters:
        yield from _type_refs(parameter.type)
    if operation.body is not None:
        for media in operation.body.media:
            yield from _type_refs(media.type)
    for answer in (*operation.answers, *operation.errors):
        for content in answer.contents:
            yield from _type_refs(content.type)
        for header in answer.headers:
            yield from _type_refs(header.type)


def declaration_refs(declaration: Declaration) -> Iterator[str]:
    """Ids a declaration refers to itself."""
    types: Iterable[Type]
    match declaration:
        case Record(fields=fields, extra=extra):
            types = [*(field.type for field in fields), extra]
        case Union(variants=variants):
            types = [variant.type for variant in variants]
        case Alias(type=type):
            types = [type]
        case Enum():
            types = []
        case _:
            assert_never(declaration)
    for one in types:
        yield from _type_refs(one)


def _type_refs(type: Type) -> Iterator[str]:
    match type:
        case Ref(id=id):
            yield id
        case List(item=inner) | Map(value=inner) | Nullable(inner=inner):
            yield from _type_refs(inner)
        case Tuple(items=items, rest=rest):
            for item in (*items, rest):
                yield from _type_refs(item)
        case _:
            return
