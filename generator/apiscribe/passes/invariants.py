"""What every `Api` promises to targets. Run by tests on every specification there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apiscribe.ir import (
    Alias,
    Anything,
    Api,
    ChooseMethod,
    Enum,
    MediaKind,
    Missing,
    Name,
    Nullable,
    Record,
    Ref,
    Resource,
    Type,
    Union,
)
from apiscribe.naming import Words, pascal
from apiscribe.passes.fits import misfit
from apiscribe.passes.walk import received_types, sent_types, types_of, walk_type


def problems(api: Api) -> list[str]:
    """Every broken promise, in words; empty for a sound API."""
    return [*_types(api), *_names(api), *_unions(api), *_tree(api), *_values(api), *_bodies(api)]


def _all_types(api: Api) -> Iterator[tuple[str, Type]]:
    for identity, declared in api.declarations.items():
        for kind in types_of(declared):
            yield identity, kind
    for operation in api.operations.values():
        for kind in (*sent_types(operation), *received_types(operation)):
            yield operation.id, kind
    for hook in api.webhooks:
        if hook.payload is not None:
            yield hook.id, hook.payload


def _types(api: Api) -> Iterator[str]:
    for owner, outer in _all_types(api):
        for kind in walk_type(outer):
            if isinstance(kind, Ref) and kind.id not in api.declarations:
                yield f"{owner}: reference to {kind.id!r}, which is not declared"
            if isinstance(kind, Nullable) and isinstance(kind.inner, Nullable | Anything):
                yield f"{owner}: null said twice"
    for identity, declared in api.declarations.items():
        if identity != declared.id:
            yield f"{identity}: declared under another id, {declared.id!r}"
        if isinstance(declared, Alias) and isinstance(declared.type, Nullable):
            yield f"{identity}: an alias that is nullable"
        if isinstance(declared, Alias) and declared.type == Ref(identity):
            yield f"{identity}: an alias of itself"
        if isinstance(declared, Record):
            for base in declared.bases:
                if not isinstance(api.declarations.get(base), Record):
                    yield f"{identity}: the base {base!r} is no record"


def _differ(owner: str, what: str, names: Iterable[Words], fold: bool = False) -> Iterator[str]:
    seen: dict[str, Words] = {}
    for words in names:
        if not words or not all(words):
            yield f"{owner}: a {what} without words"
        spelled = pascal(words).casefold() if fold else pascal(words)
        if spelled in seen:
            yield f"{owner}: two {what}s are called {' '.join(words)!r}"
        seen[spelled] = words


def _names(api: Api) -> Iterator[str]:
    declared = [d.name.words for d in api.declarations.values()]
    yield from _differ("api", "declaration", declared, fold=True)
    for identity, found in api.declarations.items():
        if isinstance(found, Record):
            yield from _differ(identity, "member", (f.name.words for f in found.fields))
            wires = [f.name.wire for f in found.fields]
            if len(set(wires)) != len(wires):
                yield f"{identity}: a member is listed twice"
        elif isinstance(found, Enum):
            yield from _differ(identity, "value", (v.name.words for v in found.values))
        elif isinstance(found, Union):
            yield from _differ(identity, "variant", (v.name.words for v in found.variants))
    for operation in api.operations.values():
        words = (p.name.words for p in operation.parameters)
        yield from _differ(operation.id, "parameter", words)
        keys = [(p.name.wire, p.location) for p in operation.parameters]
        if len(set(keys)) != len(keys):
            yield f"{operation.id}: a parameter is listed twice"


def _unions(api: Api) -> Iterator[str]:
    for identity, union in api.declarations.items():
        if not isinstance(union, Union):
            continue
        if len(union.variants) < 2:
            yield f"{identity}: a union of fewer than two"
        if not union.choose.rules:
            yield f"{identity}: no rule chooses"
        reached = {rule.variant for rule in union.choose.rules}
        hidden = set(range(len(union.variants))) - reached
        if hidden and union.choose.method is not ChooseMethod.UNDECIDED:
            yield f"{identity}: variants {sorted(hidden)} are never chosen, without a warning"
        if any(isinstance(variant.type, Nullable) for variant in union.variants):
            yield f"{identity}: a variant is nullable"
        if (union.choose.method is ChooseMethod.TAG) != (union.choose.tag is not None):
            yield f"{identity}: tag and method disagree"


def _tree(api: Api) -> Iterator[str]:
    placed: list[str] = list(api.root_operations)

    def visit(resource: Resource, parent: tuple[Name, ...]) -> Iterator[str]:
        where = ".".join("_".join(name.words) for name in resource.path)
        if resource.path != (*parent, resource.name):
            yield f"{where}: the path does not lead to the resource"
        placed.extend(resource.operations)
        methods = [api.operations[i].name.words for i in resource.operations]
        children = [child.name.words for child in resource.children]
        yield from _differ(where, "method or sub-resource", [*methods, *children])
        for identity in resource.operations:
            words = tuple(name.words for name in api.operations[identity].resource)
            if words != tuple(name.words for name in resource.path):
                yield f"{identity}: stands in another resource than it says"
        for child in resource.children:
            yield from visit(child, resource.path)

    for resource in api.resources:
        yield from visit(resource, ())
    roots = [api.operations[i].name.words for i in api.root_operations]
    yield from _differ("client", "method", [*roots, *(r.name.words for r in api.resources)])
    if sorted(placed) != sorted(api.operations):
        yield "the resource tree does not hold every operation once"


def _values(api: Api) -> Iterator[str]:
    for identity, declared in api.declarations.items():
        if isinstance(declared, Record):
            for field in declared.fields:
                if not isinstance(field.default, Missing):
                    wrong = misfit(api.declarations, field.type, field.default)
                    if wrong is not None:
                        yield f"{identity}.{field.name.wire}: default does not fit: {wrong}"


def _bodies(api: Api) -> Iterator[str]:
    for operation in api.operations.values():
        if operation.body is not None and not operation.body.media:
            yield f"{operation.id}: a body without media types"
        for parameter in operation.parameters:
            if isinstance(parameter.type, Nullable) and isinstance(parameter.type.inner, Anything):
                yield f"{operation.id}: parameter {parameter.name.wire} says null twice"
        if operation.stream is not None:
            kinds = {c.kind for answer in operation.answers for c in answer.contents}
            if not kinds & {MediaKind.EVENT_STREAM, MediaKind.JSON_LINES}:
                yield f"{operation.id}: a stream that no answer declares"
