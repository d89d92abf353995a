"""Declarations: the named things that types refer to. Four kinds, a closed union."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from apiscribe.diagnostics import Place
from apiscribe.ir.basics import Docs, Example, JsonValue, Missing, Name, missing
from apiscribe.ir.types import NO_CONSTRAINTS, Constraints, ScalarKind, ScalarValue, Type
from apiscribe.ir.unions import Choose


class Presence(StrEnum):
    """Whether a member must be there. Independent of `Nullable`: four states that never merge."""

    REQUIRED = "required"
    OPTIONAL = "optional"


class Access(StrEnum):
    """Which direction a member travels (`readOnly`, `writeOnly`)."""

    BOTH = "both"
    READ = "read"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class Usage:
    """Whether a declaration is reachable from what is sent, and from what is received."""

    sent: bool = False
    received: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A member of a record. `default` is what the server assumes; SDKs document it, never send it.

    `conditional`: optional, but a condition may ask for it (`if`, `dependentRequired`), so that
    samples have it. `default_place`: where the default stands, perhaps in a schema referred to.
    """

    name: Name
    type: Type
    presence: Presence
    default: JsonValue | Missing = missing
    access: Access = Access.BOTH
    docs: Docs = Docs()
    examples: tuple[Example, ...] = ()
    place: Place = Place("")
    conditional: bool = False
    default_place: Place = Place("")


@dataclass(frozen=True, slots=True)
class Record:
    """A JSON object with known members, in the document's order.

    `extra` is the type of members not listed; `Nothing` when the document closes the object.
    Decoders keep unlisted members either way. `bases` are ids of records this one was said to
    extend (`allOf`); their fields are merged into `fields` already, so targets may ignore it.
    `exclusive` are groups of members (wire names) that never stand all together.
    """

    id: str
    name: Name
    fields: tuple[Field, ...]
    extra: Type
    bases: tuple[str, ...] = ()
    constraints: Constraints = NO_CONSTRAINTS
    docs: Docs = Docs()
    examples: tuple[Example, ...] = ()
    usage: Usage = Usage()
    place: Place = Place("")
    exclusive: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class EnumValue:
    """One value of an enum, with words for languages that name it."""

    value: ScalarValue
    name: Name
    docs: Docs = Docs()


@dataclass(frozen=True, slots=True)
class Enum:
    """A closed list of scalars as the document has it. `kinds` are the JSON kinds of the values.

    `open`: a decoder must accept and keep other values (true unless the document says
    otherwise, since servers grow values before clients do). `unlisted`: the document itself allows
    any other string. Null among the values becomes `Nullable` around the reference.
    """

    id: str
    name: Name
    kinds: tuple[ScalarKind, ...]
    values: tuple[EnumValue, ...]
    open: bool = True
    docs: Docs = Docs()
    examples: tuple[Example, ...] = ()
    usage: Usage = Usage()
    place: Place = Place("")
    unlisted: bool = False


@dataclass(frozen=True, slots=True)
class Variant:
    """One alternative of a union. `name` is what the alternative is called in code and docs."""

    name: Name
    type: Type
    docs: Docs = Docs()


@dataclass(frozen=True, slots=True)
class Union:
    """One of several types (`oneOf`, `anyOf`, `type` lists); `choose` tells them apart."""

    id: str
    name: Name
    variants: tuple[Variant, ...]
    choose: Choose
    docs: Docs = Docs()
    examples: tuple[Example, ...] = ()
    usage: Usage = Usage()
    place: Place = Place("")


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name for a type (a component that is only a scalar, list, map or reference)."""

    id: str
    name: Name
    type: Type
    docs: Docs = Docs()
    examples: tuple[Example, ...] = ()
    usage: Usage = Usage()
    place: Place = Place("")


Declaration: TypeAlias = Record | Enum | Union | Alias
