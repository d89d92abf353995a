"""From drafts to finished declarations: names that differ, unions that decide, tags that are fixed."""

from __future__ import annotations

from dataclasses import replace

from apiscribe.ir import (
    Alias,
    Const,
    Declaration,
    Enum,
    Field,
    Name,
    Presence,
    Record,
    Ref,
    Union,
)
from apiscribe.ir.types import ScalarValue
from apiscribe.lower.bases import base_id
from apiscribe.lower.choose import choose, finished, tag_of_variant
from apiscribe.lower.context import Context
from apiscribe.lower.facts import Facts
from apiscribe.naming import Scope, Words, pascal, split_words


def finish_declarations(ctx: Context) -> dict[str, Declaration]:
    """All declarations in document order, ready for the `Api`."""
    drafts = {identity: found for identity, found in ctx.declarations.items() if found is not None}
    named = _name(ctx, drafts)
    bases = {name: base_id(name) for name in named if base_id(name) in named}
    declared = {identity: _with_record_bases(d, named, bases) for identity, d in named.items()}
    for identity in ctx.unlisted & declared.keys():
        if isinstance(enum := declared[identity], Enum):
            declared[identity] = replace(enum, unlisted=True)
    _report_alias_cycles(ctx, declared)
    return _decide(ctx, declared)


def _report_alias_cycles(ctx: Context, declared: dict[str, Declaration]) -> None:
    """Components that are only references to each other."""
    reported: set[str] = set()
    for identity in declared:
        chain = [identity]
        while isinstance(alias := declared[chain[-1]], Alias) and isinstance(alias.type, Ref):
            if alias.type.id in chain:
                start = chain.index(alias.type.id)
                if not reported & set(chain):
                    ctx.diagnostics.error(
                        "lower/reference-cycle",
                        "These references lead to each other and never to a schema:"
                        f" {' → '.join((*chain[start:], chain[start]))}.",
                        alias.place,
                        "Write a schema at one of them.",
                    )
                reported.update(chain)
                break
            chain.append(alias.type.id)


_KIND_WORDS: dict[type, str] = {Record: "object", Enum: "enum", Union: "union", Alias: "type"}


def _name(ctx: Context, drafts: dict[str, Declaration]) -> dict[str, Declaration]:
    """Words that differ in every casing; components keep theirs before inline types."""
    scope = Scope(pascal, fold=True)
    for identity, declared in drafts.items():
        site = ctx.sites[identity]
        spare = () if site.pinned else ((*site.words, _KIND_WORDS[type(declared)]),)
        rank = 0 if site.component else 1
        wire = site.component or identity
        scope.add(identity, wire, site.words, site.pinned, rank, spare if rank else ())
    settled = scope.words()
    for one, other in scope.clashes:
        ctx.error(
            "names-clash",
            f"x-sdk gives {one!r} and {other!r} the same name.",
            drafts[str(other)].place.pointer,
            "Choose another `name` for one of them.",
        )
    return {
        identity: replace(declared, name=_renamed(declared.name, settled[identity]))
        for identity, declared in drafts.items()
    }


def _renamed(name: Name, words: Words) -> Name:
    return name if name.words == words else replace(name, words=words)


def _with_record_bases(
    declared: Declaration, named: dict[str, Declaration], bases: dict[str, str]
) -> Declaration:
    """Bases must be records: a discriminated base is meant by its own members."""
    if not isinstance(declared, Record) or not declared.bases:
        return declared
    ids = tuple(bases.get(base, base) for base in declared.bases)
    ids = tuple(base for base in ids if isinstance(named.get(base), Record) and base != declared.id)
    return replace(declared, bases=ids)


def _decide(ctx: Context, declared: dict[str, Declaration]) -> dict[str, Declaration]:
    """Work out every union's choice and fix the tags of the variants it selects."""
    facts = Facts(declared)
    tags: dict[str, dict[str, list[ScalarValue]]] = {}
    for identity, union in list(declared.items()):
        if not isinstance(union, Union):
            continue
        hint = ctx.hints.get(identity)
        if hint is None:
            continue
        decision = choose(facts, union, hint)
        for one, other in () if hint.by_status else dict.fromkeys(decision.undecided):
            _report_undecided(ctx, union, one, other)
        declared[identity] = replace(union, choose=finished(decision))
        for index, variant in enumerate(union.variants):
            tag = tag_of_variant(decision, index)
            if tag and isinstance(variant.type, Ref) and index != hint.fallback:
                fields = tags.setdefault(variant.type.id, {})
                fields.setdefault(tag[0], []).append(tag[1])
    for identity, fields in tags.items():
        record = declared.get(identity)
        if isinstance(record, Record):
            declared[identity] = _with_tags(ctx, record, fields)
    return declared


def _report_undecided(ctx: Context, union: Union, one: int, other: int) -> None:
    names = [" ".join(union.variants[index].name.words) for index in (one, other)]
    ctx.diagnostics.warning(
        "lower/union-undecided",
        f"Nothing tells {names[0]!r} from {names[1]!r} in {union.id}; values are read as"
        f" {names[0]!r}.",
        union.place,
        "Add a discriminator, a `const` member, or a required member that only one of them has.",
    )


def _with_tags(ctx: Context, record: Record, tags: dict[str, list[ScalarValue]]) -> Record:
    """The record with each tag member fixed to its value, added if the document forgot it."""
    fields = list(record.fields)
    for wire, values in tags.items():
        if any(value != values[0] or type(value) is not type(values[0]) for value in values):
            continue
        tag = Const(values[0])
        position = next((i for i, f in enumerate(fields) if f.name.wire == wire), None)
        if position is None:
            ctx.diagnostics.note(
                "lower/tag-added",
                f"{record.id} has no member {wire!r} although a discriminator names it; added.",
                record.place,
            )
            name = Name(wire, split_words(wire))
            fields.insert(0, Field(name, tag, Presence.REQUIRED, place=record.place))
        elif not isinstance(fields[position].type, Const):
            fields[position] = replace(fields[position], type=tag)
    return replace(record, fields=tuple(fields))
