"""readOnly and writeOnly: what is sent and what is received become two types where they differ.

The answer keeps the id and the name (`Account`); the request's is `Account:input`, named
`AccountInput`. Whatever refers to a split type in requests is split likewise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from apiscribe.ir import (
    Access,
    Alias,
    Api,
    Body,
    Declaration,
    Enum,
    Name,
    Operation,
    Parameter,
    Record,
    Type,
    Union,
    Usage,
)
from apiscribe.naming import Scope, pascal
from apiscribe.passes.walk import map_refs, referenced_ids

SUFFIX = ":input"


def split_by_direction(api: Api) -> Api:
    """Give every direction its own records where `access` makes them differ; needs `usage`."""
    declarations = dict(api.declarations)
    for identity, declared in declarations.items():
        if isinstance(declared, Record):
            declarations[identity] = _one_way(declared)
    twice = _to_split(declarations)
    if not twice:
        return replace(api, declarations=declarations)
    names = _names(declarations, twice)
    result: dict[str, Declaration] = {}
    for identity, declared in declarations.items():
        if identity not in twice:
            result[identity] = declared
            continue
        result[identity] = _answer(declared)
        result[identity + SUFFIX] = _request(declared, names[identity], twice)
    return _retarget(replace(api, declarations=result), twice)


def _one_way(record: Record) -> Record:
    """A record of one direction, without the members of the other."""
    if record.usage == Usage(sent=True, received=False):
        return _without(record, Access.READ)
    if record.usage == Usage(sent=False, received=True):
        return _without(record, Access.WRITE)
    return record


def _without(record: Record, access: Access) -> Record:
    kept = tuple(field for field in record.fields if field.access is not access)
    return record if len(kept) == len(record.fields) else replace(record, fields=kept)


def _to_split(declarations: dict[str, Declaration]) -> set[str]:
    """Records used both ways whose members differ, and all that leads to them both ways."""
    both = {i for i, d in declarations.items() if d.usage.sent and d.usage.received}
    twice = {
        identity
        for identity in both
        if isinstance(record := declarations[identity], Record)
        and any(field.access is not Access.BOTH for field in record.fields)
    }
    users: dict[str, list[str]] = {}
    for identity, declared in declarations.items():
        for target in referenced_ids(declared):
            users.setdefault(target, []).append(identity)
    pending = list(twice)
    while pending:
        for user in users.get(pending.pop(), ()):
            if user in both and user not in twice:
                twice.add(user)
                pending.append(user)
    return twice


def _names(declarations: dict[str, Declaration], twice: set[str]) -> dict[str, Name]:
    """Names of the request's types: the word `input` after the type's own words."""
    scope = Scope(pascal, fold=True)
    for identity, declared in declarations.items():
        scope.add(identity, declared.name.wire, declared.name.words, pinned=True)
        if identity in twice:
            words = declared.name.words
            spare = ((*words, "request", "input"),)
            scope.add(identity + SUFFIX, identity, (*words, "input"), rank=1, spare=spare)
    settled = scope.words()
    return {identity: Name("", settled[identity + SUFFIX]) for identity in twice}


def _answer(declared: Declaration) -> Declaration:
    usage = Usage(sent=False, received=True)
    if isinstance(declared, Record):
        return replace(_without(declared, Access.WRITE), usage=usage)
    return replace(declared, usage=usage)


def _request(declared: Declaration, name: Name, twice: set[str]) -> Declaration:
    if isinstance(declared, Record):
        declared = replace(_without(declared, Access.READ), examples=())
    renamed = with_renamed_refs(declared, _renamer(twice))
    usage = Usage(sent=True, received=False)
    return replace(renamed, id=declared.id + SUFFIX, name=name, usage=usage)


def with_renamed_refs(declared: Declaration, rename: Callable[[str], str]) -> Declaration:
    """A declaration with every reference in it renamed."""
    match declared:
        case Record():
            fields = tuple(replace(f, type=map_refs(f.type, rename)) for f in declared.fields)
            bases = tuple(rename(base) for base in declared.bases)
            extra = map_refs(declared.extra, rename)
            return replace(declared, fields=fields, extra=extra, bases=bases)
        case Union():
            variants = tuple(replace(v, type=map_refs(v.type, rename)) for v in declared.variants)
            return replace(declared, variants=variants)
        case Alias():
            return replace(declared, type=map_refs(declared.type, rename))
        case Enum():
            return declared


def _renamer(twice: set[str]) -> Callable[[str], str]:
    return lambda identity: identity + SUFFIX if identity in twice else identity


def _retarget(api: Api, twice: set[str]) -> Api:
    """Point everything that is sent at the request's types."""
    rename = _renamer(twice)
    declarations = {
        identity: _sent_only(declared, rename) for identity, declared in api.declarations.items()
    }
    operations = {
        identity: _operation(operation, rename) for identity, operation in api.operations.items()
    }
    return replace(api, declarations=declarations, operations=operations)


def _sent_only(declared: Declaration, rename: Callable[[str], str]) -> Declaration:
    """A declaration that is only ever sent refers to the request's types."""
    if not declared.usage.sent or declared.usage.received or declared.id.endswith(SUFFIX):
        return declared
    return with_renamed_refs(declared, rename)


def _operation(operation: Operation, rename: Callable[[str], str]) -> Operation:
    def sent(kind: Type) -> Type:
        return map_refs(kind, rename)

    parameters: tuple[Parameter, ...] = tuple(
        replace(parameter, type=sent(parameter.type)) for parameter in operation.parameters
    )
    body: Body | None = operation.body
    if body is not None:
        body = replace(body, media=tuple(replace(m, type=sent(m.type)) for m in body.media))
    return replace(operation, parameters=parameters, body=body)
