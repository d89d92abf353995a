"""Types of the IR as TypeScript types, laid out as prettier lays them out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from apiscribe.ir import (
    Alias,
    Anything,
    Api,
    Const,
    Enum,
    JsonValue,
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
from apiscribe.passes.walk import strip_aliases
from apiscribe.targets.typescript.layout import (
    LINE,
    SOFT,
    Fill,
    IfBroken,
    Layout,
    Line,
    bracketed,
    group,
    indent,
)
from apiscribe.targets.typescript.names import TypeScriptNames
from apiscribe.targets.typescript.text import member_name, scalar_text

_SCALARS: Final = {
    ScalarKind.STRING: "string",
    ScalarKind.INTEGER: "number",
    ScalarKind.NUMBER: "number",
    ScalarKind.BOOLEAN: "boolean",
}
# What keeps an editor offering the known values of a type that takes any.
_OPEN: Final = {"string": "(string & {})", "number": "(number & {})", "bigint": "(bigint & {})"}
_SAFE: Final = 2**53 - 1
_WIDE: Final = ("int64", "uint64")


def is_wide(type_: Scalar) -> bool:
    """Whether whole numbers of the type may lie beyond what `number` holds exactly."""
    if type_.kind is not ScalarKind.INTEGER:
        return False
    limits = type_.constraints
    bounds = (limits.minimum, limits.exclusive_minimum, limits.maximum, limits.exclusive_maximum)
    return type_.format in _WIDE or any(_beyond(bound) for bound in bounds)


def _beyond(value: JsonValue) -> bool:
    """Whether `number` rounds the value."""
    return isinstance(value, int) and abs(value) > _SAFE


@dataclass(frozen=True, slots=True)
class TypeWriter:
    """Writes types of one API. With `files`, binary text is a file to upload."""

    api: Api
    names: TypeScriptNames
    files: bool = False

    def layout(self, type_: Type) -> Layout:
        """A type after a colon or an equals sign."""
        return union_layout(self.alternatives(type_))

    def argument(self, type_: Type) -> Layout:
        """A type between angle brackets."""
        return either(self.alternatives(type_))

    def text(self, type_: Type) -> str:
        """A type on one line, however long."""
        return flat_text(self.layout(type_))

    def alternatives(self, type_: Type) -> list[Layout]:
        """The members of the union that a type is; itself when it is none."""
        match type_:
            case Scalar(kind, format):
                if self.files and format == "binary":
                    return ["FileInput"]
                return ["number", "bigint"] if is_wide(type_) else [_SCALARS[kind]]
            case Const(value):
                return [scalar_text(value)]
            case List(item):
                return [self._list(item)]
            case Map(value):
                return [self.map_layout([self.layout(value)])]
            case Tuple():
                return [self._tuple(type_)]
            case Nullable(inner):
                found = [] if isinstance(inner, Nothing) else self.alternatives(inner)
                return found if "unknown" in found else _once([*found, "null"])
            case Ref(id):
                return [self.names.types[id]]
            case Anything():
                return ["unknown"]
            case Nothing():
                return ["never"]
            case _:
                assert_never(type_)

    def enum(self, enum: Enum) -> list[Layout]:
        """The values of an enum, and any other value of their kinds when it is open."""
        found: list[Layout] = [scalar_text(value.value) for value in enum.values]
        if enum.open:
            kinds = dict.fromkeys(_SCALARS[kind] for kind in enum.kinds)
            if "boolean" in kinds:
                found = [value for value in found if value not in ("true", "false")]
            if any(_beyond(value.value) for value in enum.values):
                kinds["bigint"] = None
            found += [_OPEN.get(kind, kind) for kind in kinds]
        return _once(found) or ["never"]

    def union(self, union: Union) -> list[Layout]:
        """The variants; those whose tag does not tell them apart by itself say its value."""
        found: list[Layout] = []
        for index, variant in enumerate(union.variants):
            alternatives = self.alternatives(variant.type)
            tag = self._tag(union, index, variant.type)
            if tag and len(alternatives) == 1:
                found.append(f"({flat_text(alternatives[0])} & {{ {tag} }})")
            else:
                found += alternatives
        return ["unknown"] if "unknown" in found else _once(found) or ["never"]

    def _tag(self, union: Union, index: int, type_: Type) -> str:
        """`kind: "square"` where the variant's own member is wider than that."""
        tag = union.choose.tag
        if tag is None:
            return ""
        values = [scalar_text(value.value) for value in tag.values if value.variant == index]
        record = strip_aliases(type_, self.api.declarations)
        declaration = self.api.declarations[record.id] if isinstance(record, Ref) else None
        if not values or not isinstance(declaration, Record):
            return ""
        member = next((f for f in declaration.fields if f.name.wire == tag.field), None)
        exact = (
            member is not None
            and member.presence is Presence.REQUIRED
            and isinstance(strip_aliases(member.type, self.api.declarations), Const)
        )
        return "" if exact else f"{member_name(tag.field)}: {' | '.join(values)}"

    def map_layout(self, values: Sequence[Layout]) -> Layout:
        """`{ [key: string]: T }`: unlike `Record` it may hold itself."""
        value = union_layout(values)
        return group("{", indent(LINE, "[key: string]: ", value), IfBroken((";",)), LINE, "}")

    def _list(self, item: Type) -> Layout:
        found = self.alternatives(item)
        if len(found) > 1:
            start = IfBroken((LINE, "| "))
            return group("(", group(indent(start, *_joined(found)), SOFT), ")[]")
        return group(found[0], "[]")

    def _tuple(self, type_: Tuple) -> Layout:
        items: list[Layout] = []
        for index, item in enumerate(type_.items):
            found = self.alternatives(item)
            if index < type_.required:
                items.append(self.argument(item))
            elif len(found) == 1:
                items.append(group(found[0], "?"))
            else:
                items.append(f"({' | '.join(map(flat_text, found))})?")
        if not isinstance(type_.rest, Nothing):
            items.append(group("...", self._list(type_.rest)))
        trailing = isinstance(type_.rest, Nothing)
        return bracketed("[", items, "]", trailing=trailing)

    def extra(self, record: Record) -> list[Layout]:
        """What a member that is not listed may be, wide enough for those that are."""
        if isinstance(record.extra, Anything | Nothing):
            return []
        found = self.alternatives(record.extra)
        for field in record.fields:
            found += self.alternatives(field.type)
        if any(field.presence is Presence.OPTIONAL for field in record.fields):
            found.append("undefined")
        return ["unknown"] if "unknown" in found else _once(found)

    def alias(self, alias: Alias) -> list[Layout]:
        """What an alias stands for."""
        return self.alternatives(alias.type)


def union_layout(found: Sequence[Layout]) -> Layout:
    """`A | B`, or one a line, further in than the line it begins on."""
    if len(found) == 1:
        return found[0]
    return group(indent(IfBroken((LINE, "| ")), *_joined(found)))


def either(found: Sequence[Layout]) -> Layout:
    """`A | B`, or one a line, as far in as it begins."""
    return found[0] if len(found) == 1 else group(IfBroken(("| ",)), *_joined(found))


def _joined(found: Sequence[Layout]) -> tuple[Layout, ...]:
    parts: list[Layout] = []
    for index, one in enumerate(found):
        if index:
            parts += [LINE, "| "]
        parts.append(indent(one))
    return tuple(parts)


def _once(found: Iterable[Layout]) -> list[Layout]:
    return list(dict.fromkeys(found))


def flat_text(layout: Layout) -> str:
    """A layout on one line, however long."""
    if isinstance(layout, str):
        return layout
    if isinstance(layout, Line):
        return "" if layout.soft else " "
    if isinstance(layout, Fill):
        return ", ".join(layout.items)
    parts = layout.flat if isinstance(layout, IfBroken) else layout.parts
    return "".join(map(flat_text, parts))
