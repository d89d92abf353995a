"""What can be seen of a JSON value that tells the variants of a union apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from apiscribe.ir import (
    Alias,
    Anything,
    Const,
    Declaration,
    Enum,
    JsonKind,
    List,
    Map,
    Nothing,
    Nullable,
    Presence,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    Tuple,
    Type,
    Union,
)
from apiscribe.ir.types import ScalarValue
from apiscribe.lower.enums import kind_of

JSON_KINDS = {
    ScalarKind.STRING: JsonKind.STRING,
    ScalarKind.INTEGER: JsonKind.INTEGER,
    ScalarKind.NUMBER: JsonKind.NUMBER,
    ScalarKind.BOOLEAN: JsonKind.BOOLEAN,
}

Declarations = Mapping[str, Declaration]


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object: whether it must be there, and its values when they are listed."""

    required: bool
    values: tuple[ScalarValue, ...] | None = None
    integer: bool = False


@dataclass(frozen=True, slots=True)
class Leaf:
    """One kind of value that a variant (an index) takes. `kind` is `None` for any value."""

    variant: int
    kind: JsonKind | None
    record: str = ""
    members: Mapping[str, Member] = field(default_factory=dict)
    values: tuple[ScalarValue, ...] | None = None
    item: Type | None = None


def leaves(
    declarations: Declarations, kind: Type, variant: int, seen: frozenset[str] = frozenset()
) -> Iterator[Leaf]:
    """The kinds of value a type takes, through references and nested unions."""
    match kind:
        case Scalar():
            yield Leaf(variant, JSON_KINDS[kind.kind])
        case Const():
            yield Leaf(variant, JSON_KINDS[kind_of(kind.value)], values=(kind.value,))
        case List():
            yield Leaf(variant, JsonKind.ARRAY, item=kind.item)
        case Tuple():
            yield Leaf(variant, JsonKind.ARRAY, item=kind.items[0] if kind.items else kind.rest)
        case Map():
            yield Leaf(variant, JsonKind.OBJECT)
        case Nullable():
            yield Leaf(variant, JsonKind.NULL)
            yield from leaves(declarations, kind.inner, variant, seen)
        case Ref():
            if kind.id not in seen and kind.id in declarations:
                found = declarations[kind.id]
                yield from _declared(declarations, found, variant, seen | {kind.id})
        case Anything():
            yield Leaf(variant, None)
        case Nothing():
            return


def _declared(
    declarations: Declarations, declared: Declaration, variant: int, seen: frozenset[str]
) -> Iterator[Leaf]:
    match declared:
        case Alias():
            yield from leaves(declarations, declared.type, variant, seen)
        case Union():
            for inner in declared.variants:
                yield from leaves(declarations, inner.type, variant, seen)
        case Enum():
            for scalar in declared.kinds:
                of_kind = tuple(
                    v.value
                    for v in declared.values
                    if kind_of(v.value) is scalar
                    or (scalar is ScalarKind.NUMBER and kind_of(v.value) is ScalarKind.INTEGER)
                )
                yield Leaf(variant, JSON_KINDS[scalar], values=of_kind)
        case Record():
            members = {
                f.name.wire: Member(
                    f.presence is Presence.REQUIRED,
                    listed_values(declarations, f.type),
                    _is_integer(declarations, f.type),
                )
                for f in declared.fields
            }
            yield Leaf(variant, JsonKind.OBJECT, declared.id, members)


def listed_values(declarations: Declarations, kind: Type) -> tuple[ScalarValue, ...] | None:
    """The values of a const or enum, through references; `None` when they are not listed."""
    seen: set[str] = set()
    while True:
        match kind:
            case Const():
                return (kind.value,)
            case Nullable():
                kind = kind.inner
            case Ref() if kind.id not in seen:
                seen.add(kind.id)
                match declarations.get(kind.id):
                    case Enum() as found:
                        return tuple(value.value for value in found.values)
                    case Alias() as found:
                        kind = found.type
                    case _:
                        return None
            case _:
                return None


def _is_integer(declarations: Declarations, kind: Type) -> bool:
    for leaf in leaves(declarations, kind, 0):
        return leaf.kind is JsonKind.INTEGER
    return False
