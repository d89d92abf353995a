"""Alternatives that say the same more simply: one scalar, an open enum, an enum of constants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apiscribe.ir import Const, Docs, Enum, Name, Ref, Scalar, ScalarKind, Type
from apiscribe.ir.types import ScalarValue
from apiscribe.lower.context import Context
from apiscribe.lower.docs import type_docs, type_examples
from apiscribe.lower.enums import is_open, kind_of, scoped_values, value_words, words_of
from apiscribe.lower.labels import LONGEST_TITLE
from apiscribe.lower.nodes import Node, Site
from apiscribe.lower.shapes import Shape, shape_of
from apiscribe.naming import Words, split_words


@dataclass(slots=True)
class Option:
    """One alternative: the schemas whose intersection it is, its words, its docs."""

    nodes: tuple[Node, ...]
    words: Words
    pinned: bool
    docs: Docs
    component: str = ""


def merge_scalars(ctx: Context, entries: list[tuple[Option, Type]]) -> list[tuple[Option, Type]]:
    """Scalars of one kind cannot be told apart by a decoder: they become one."""
    for kind in ScalarKind:
        own = [i for i, (_, k) in enumerate(entries) if isinstance(k, Scalar) and k.kind is kind]
        if len(own) < 2:
            continue
        formats = {k.format for i in own if isinstance(k := entries[i][1], Scalar)}
        if len(formats) > 1:
            named = ", ".join(sorted(f for f in formats if f))
            ctx.note(
                "scalars-merged",
                f"Values of type {kind} and formats {named} cannot be told apart; they are read"
                f" as a plain {kind}.",
                entries[own[0]][0].nodes[-1].pointer,
            )
        option = replace(entries[own[0]][0], words=(kind.value,), pinned=False)
        merged = Scalar(kind, formats.pop() if len(formats) == 1 else "")
        entries[own[0]] = (option, merged)
        entries = [entry for i, entry in enumerate(entries) if i not in own[1:]]
    return entries


def merge_texts(ctx: Context, entries: list[tuple[Option, Type]]) -> list[tuple[Option, Type]]:
    """A string beside a string enum only says that the enum is open."""
    plain = next((k for _, k in entries if _is_text(k)), None)
    if len(entries) < 2 or not isinstance(plain, Scalar) or plain.format:
        return entries
    if not all(_is_text(kind) or _is_open_text_enum(ctx, kind) for _, kind in entries):
        return entries
    enums = [entry for entry in entries if not _is_text(entry[1])]
    if len(enums) == 1 and isinstance(enum := enums[0][1], Ref):
        ctx.unlisted.add(enum.id)
        return enums
    return [(entries[0][0], Scalar(ScalarKind.STRING))]


def _is_text(kind: Type) -> bool:
    return isinstance(kind, Scalar) and kind.kind is ScalarKind.STRING


def _is_open_text_enum(ctx: Context, kind: Type) -> bool:
    """Whether the type is a string enum that keeps unknown values."""
    if isinstance(kind, Const):
        return isinstance(kind.value, str) and kind.open
    if not isinstance(kind, Ref):
        return False
    if kind.id in ctx.schemas:
        shape = shape_of(ctx, (ctx.component(kind.id),))
        values = [value for value in shape.values or () if value is not None]
        return is_open(shape) and bool(values) and all(isinstance(v, str) for v in values)
    declared = ctx.declarations.get(kind.id)
    if not isinstance(declared, Enum):
        return False
    return declared.open and declared.kinds == (ScalarKind.STRING,)


def enum_of_constants(ctx: Context, options: list[Option], site: Site, shape: Shape) -> Type | None:
    """`oneOf` of inline constants is an enum whose values have docs of their own.

    A plain string beside them only says that there may be other values, as an open enum does.
    """
    if len(options) < 2 or any(option.component for option in options):
        return None
    entries: list[tuple[ScalarValue, Words, bool, Docs]] = []
    grows = False
    for option in options:
        inner = shape_of(ctx, option.nodes)
        if inner.types == {"string"} and inner.values is None and not inner.groups:
            if "format" in inner.keywords:
                return None
            grows = True
            continue
        found = _constants(option, inner.values)
        if inner.groups or not found:
            return None
        known = {(type(value), value) for value, *_ in entries}
        entries.extend(entry for entry in found if (type(entry[0]), entry[0]) not in known)
    kinds = sorted({kind_of(value) for value, *_ in entries}, key=list(ScalarKind).index)
    if not entries or (grows and kinds != [ScalarKind.STRING]):
        return None
    if kinds == [ScalarKind.BOOLEAN]:
        return Scalar(ScalarKind.BOOLEAN)
    identity = ctx.reserve(site)
    ctx.declarations[identity] = Enum(
        identity,
        Name(site.component, site.words, site.pinned),
        tuple(kinds),
        scoped_values(entries),
        grows or words_of(shape.outer).open is not False,
        type_docs(shape.own),
        type_examples(shape.own),
        place=ctx.place(shape.outer.pointer),
        unlisted=grows,
    )
    return Ref(identity)


def _constants(
    option: Option, values: Sequence[object] | None
) -> list[tuple[ScalarValue, Words, bool, Docs]]:
    """The values of one alternative with their words; none when some are no scalars."""
    found: list[tuple[ScalarValue, Words, bool, Docs]] = []
    single = len(values or ()) == 1
    title = option.nodes[-1].get("title")
    for value in values or ():
        if value is None:
            continue
        if not isinstance(value, str | int | float):
            return []
        words = value_words(value)
        if single and option.pinned:
            words = option.words
        elif single and isinstance(title, str) and len(split_words(title)) <= LONGEST_TITLE:
            words = split_words(title)
        found.append((value, words, single and option.pinned, option.docs if single else Docs()))
    return found
