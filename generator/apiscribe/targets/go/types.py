"""Types of the IR as Go types, and the members of objects as the runtime has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, assert_never

from apiscribe.ir import (
    Alias,
    Anything,
    Api,
    Const,
    Enum,
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
from apiscribe.targets.go.names import GoNames
from apiscribe.targets.go.text import scalar_text
from apiscribe.targets.inner_types import type_refs

SCALARS: Final = {
    ScalarKind.STRING: "string",
    ScalarKind.INTEGER: "int64",
    ScalarKind.NUMBER: "float64",
    ScalarKind.BOOLEAN: "bool",
}
_FORMATS: Final = {"date": "core.Date", "date-time": "core.DateTime", "byte": "[]byte"}
BYTES: Final = "[]byte"
FILE: Final = "core.File"


@dataclass(frozen=True, slots=True)
class Slot:
    """A field that holds a member: its type, and the runtime's function for it."""

    type: str
    function: str
    constant: str = ""

    def member(self, wire: str, place: str) -> str:
        """`core.Optional("name", &r.Name)`."""
        more = f", {self.constant}" if self.constant else ""
        return f"core.{self.function}({wire}, &{place}{more})"


@dataclass(frozen=True, slots=True)
class TypeWriter:
    """Writes types of one API. `prefix` is `pets.` outside of the package; with `files`, binary
    text is a file to upload.
    """

    api: Api
    names: GoNames
    prefix: str = ""
    files: bool = False

    def text(self, type_: Type) -> str:
        """A type that always has a value."""
        match type_:
            case Scalar(kind, format):
                if kind is not ScalarKind.STRING:
                    return SCALARS[kind]
                if self.files and format == "binary":
                    return FILE
                return _FORMATS.get(format, "string")
            case Const(value):
                return const_type(value)
            case List(item):
                return f"[]{self.text(item)}"
            case Map(value):
                return f"map[string]{self.text(value)}"
            case Tuple():
                return "[]any"
            case Nullable(inner):
                return f"core.Opt[{self.text(inner)}]"
            case Ref(id):
                return f"{self.prefix}{self.names.types[id]}"
            case Anything() | Nothing():
                return "any"
            case _:
                assert_never(type_)

    def slot(self, type_: Type, required: bool) -> Slot:
        """The field of a member."""
        if isinstance(type_, Nullable):
            return Slot(self.text(type_), "Nullable" if required else "Optional")
        text = self.text(type_)
        found = strip_aliases(type_, self.api.declarations)
        start = "" if required else "Optional"
        match found:
            case List() | Tuple():
                return Slot(text, f"{start}Items")
            case Map():
                return Slot(text, f"{start}Entries")
            case Scalar() if self.text(found) == BYTES:
                return Slot(text, f"{start}Bytes")
            case Const(value) if required:
                return Slot(text, "Constant", scalar_text(value))
            case _ if required:
                return Slot(text, "Required")
            case _:
                return Slot(f"core.Opt[{text}]", "Optional")

    def field_slot(self, record: Record, type_: Type, required: bool) -> Slot:
        """As `slot`; a pointer where the record would hold itself."""
        slot = self.slot(type_, required)
        if slot.function == "Required" and record.id in self._inside(type_):
            return Slot(f"*{slot.type}", "Required")
        return slot

    def _inside(self, type_: Type) -> frozenset[str]:
        """Records that a value of a type holds in itself, without a pointer between."""
        found: set[str] = set()
        waiting = [type_]
        while waiting:
            one = strip_aliases(waiting.pop(), self.api.declarations)
            if isinstance(one, Ref) and one.id not in found:
                declaration = self.api.declarations[one.id]
                if isinstance(declaration, Record):
                    found.add(one.id)
                    waiting += [
                        f.type for f in declaration.fields if f.presence is Presence.REQUIRED
                    ]
        return frozenset(found)

    def is_recursive_alias(self, alias: Alias) -> bool:
        """Whether an alias comes back to itself, so that it has to be a type of its own."""
        seen: set[str] = set()
        waiting = list(type_refs(alias.type))
        while waiting:
            id = waiting.pop()
            if id == alias.id:
                return True
            declaration = self.api.declarations[id]
            if id not in seen and isinstance(declaration, Alias):
                seen.add(id)
                waiting += type_refs(declaration.type)
        return False

    def enum_kind(self, enum: Enum) -> str:
        """What an enum's values are; `any` where they are of several kinds."""
        kinds = {SCALARS[kind] for kind in enum.kinds}
        if kinds == {"int64", "float64"}:
            return "float64"
        return kinds.pop() if len(kinds) == 1 else "any"

    def is_object(self, type_: Type) -> bool:
        """Whether values are structs, which are given out by pointer."""
        found = strip_aliases(type_, self.api.declarations)
        return isinstance(found, Ref) and isinstance(
            self.api.declarations[found.id], Record | Union
        )


def const_type(value: str | int | float | bool) -> str:
    """The Go type of a constant."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, str):
        return "string"
    return "int64" if isinstance(value, int) else "float64"
