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


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object: whether it must be there, its values when they are listed, its kinds.

    `kinds` is `None` when the member may be anything.
    """

    required: bool
    values: tuple[ScalarValue, ...] | None = None
    kinds: frozenset[JsonKind] | None = None


@dataclass(frozen=True, slots=True)
class Leaf:
    """One kind of value that a variant (an index) takes. `kind` is `None` for any value."""

    variant: int
    kind: JsonKind | None
    record: str = ""
    members: Mapping[str, Member] = field(default_factory=dict)
    values: tuple[ScalarValue, ...] | None = None
    item: Type | None = None


@dataclass(slots=True)
class Facts:
    """What is known about the declarations; members of a record are looked at once."""

    declarations: Mapping[str, Declaration]
    _members: dict[str, Mapping[str, Member]] = field(default_factory=dict)

    def leaves(
        self, kind: Type, variant: int, seen: frozenset[str] = frozenset()
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
                first = kind.items[0] if kind.items else kind.rest
                yield Leaf(variant, JsonKind.ARRAY, item=first)
            case Map():
                yield Leaf(variant, JsonKind.OBJECT)
            case Nullable():
                yield Leaf(variant, JsonKind.NULL)
                yield from self.leaves(kind.inner, variant, seen)
            case Ref():
                if kind.id not in seen and kind.id in self.declarations:
                    found = self.declarations[kind.id]
                    yield from self._declared(found, variant, seen | {kind.id})
            case Anything():
                yield Leaf(variant, None)
            case Nothing():
                return

    def _declared(
        self, declared: Declaration, variant: int, seen: frozenset[str]
    ) -> Iterator[Leaf]:
        match declared:
            case Alias():
                yield from self.leaves(declared.type, variant, seen)
            case Union():
                for inner in declared.variants:
                    yield from self.leaves(inner.type, variant, seen)
            case Enum():
                for scalar in declared.kinds:
                    yield Leaf(variant, JSON_KINDS[scalar], values=_of_kind(declared, scalar))
            case Record():
                yield Leaf(variant, JsonKind.OBJECT, declared.id, self.members(declared))

    def members(self, record: Record) -> Mapping[str, Member]:
        """The members of a record, by wire name."""
        found = self._members.get(record.id)
        if found is None:
            found = {
                f.name.wire: Member(
                    f.presence is Presence.REQUIRED,
                    self.listed_values(f.type),
                    self.kinds(f.type),
                )
                for f in record.fields
            }
            self._members[record.id] = found
        return found

    def listed_values(self, kind: Type) -> tuple[ScalarValue, ...] | None:
        """The values of a const or enum, through references; `None` when they are not listed."""
        match self._core(kind):
            case Const(value):
                return (value,)
            case Enum() as found:
                return tuple(value.value for value in found.values)
            case _:
                return None

    def kinds(self, kind: Type, seen: frozenset[str] = frozenset()) -> frozenset[JsonKind] | None:
        """The JSON kinds of a type, `None` for any."""
        match kind:
            case Anything():
                return None
            case Nothing():
                return frozenset()
            case Scalar():
                return frozenset((JSON_KINDS[kind.kind],))
            case Const():
                return frozenset((JSON_KINDS[kind_of(kind.value)],))
            case List() | Tuple():
                return frozenset((JsonKind.ARRAY,))
            case Map():
                return frozenset((JsonKind.OBJECT,))
            case Nullable():
                inner = self.kinds(kind.inner, seen)
                return None if inner is None else inner | {JsonKind.NULL}
            case Ref():
                declared = self.declarations.get(kind.id)
                if declared is None or kind.id in seen:
                    return frozenset()
                return self._declared_kinds(declared, seen | {kind.id})

    def _declared_kinds(
        self, declared: Declaration, seen: frozenset[str]
    ) -> frozenset[JsonKind] | None:
        match declared:
            case Record():
                return frozenset((JsonKind.OBJECT,))
            case Enum():
                return frozenset(JSON_KINDS[scalar] for scalar in declared.kinds)
            case Alias():
                return self.kinds(declared.type, seen)
            case Union():
                found: set[JsonKind] = set()
                for variant in declared.variants:
                    inner = self.kinds(variant.type, seen)
                    if inner is None:
                        return None
                    found |= inner
                return frozenset(found)

    def _core(self, kind: Type) -> Type | Declaration:
        """What is behind null, references and aliases; of a scalar only the kind."""
        seen: set[str] = set()
        while True:
            match kind:
                case Nullable():
                    kind = kind.inner
                case Scalar():
                    return Scalar(kind.kind)
                case Ref() if kind.id not in seen and kind.id in self.declarations:
                    seen.add(kind.id)
                    found = self.declarations[kind.id]
                    if not isinstance(found, Alias):
                        return found
                    kind = found.type
                case _:
                    return kind


def _of_kind(declared: Enum, scalar: ScalarKind) -> tuple[ScalarValue, ...]:
    """The values of one JSON kind; integers count as numbers."""
    return tuple(
        v.value
        for v in declared.values
        if kind_of(v.value) is scalar
        or (scalar is ScalarKind.NUMBER and kind_of(v.value) is ScalarKind.INTEGER)
    )
