"""How the variant of a union is chosen: worked out once, at generation time, for every language.

`Choose.rules` is a decision list. A decoder takes the first rule whose tests all hold of the raw
JSON value; when none holds, the value is of an unknown variant and is kept raw. Because the list
is data, every target can emit straight-line code from it and all languages agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from apiscribe.ir.types import ScalarValue


class JsonKind(StrEnum):
    """The kinds of a JSON value. An integral number (also `1.0`) is both INTEGER and NUMBER."""

    NULL = "null"
    BOOLEAN = "boolean"
    INTEGER = "integer"
    NUMBER = "number"
    STRING = "string"
    ARRAY = "array"
    OBJECT = "object"


@dataclass(frozen=True, slots=True)
class KindIs:
    """The value is of one of these kinds."""

    kinds: tuple[JsonKind, ...]


@dataclass(frozen=True, slots=True)
class FieldIn:
    """The value is an object whose member `field` (wire name) equals one of `values`."""

    field: str
    values: tuple[ScalarValue, ...]


@dataclass(frozen=True, slots=True)
class HasField:
    """The value is an object that has the member `field` (wire name)."""

    field: str


@dataclass(frozen=True, slots=True)
class FieldIs:
    """The value is an object whose member `field` (wire name) is of one of these kinds."""

    field: str
    kinds: tuple[JsonKind, ...]


@dataclass(frozen=True, slots=True)
class ValueIn:
    """The value is one of these scalars (type and value: `1` is not `"1"` nor `true`)."""

    values: tuple[ScalarValue, ...]


@dataclass(frozen=True, slots=True)
class ItemsAre:
    """The value is an array whose first item passes all of `tests`, or is an empty array."""

    tests: tuple[Test, ...]


Test: TypeAlias = KindIs | FieldIn | HasField | FieldIs | ValueIn | ItemsAre


@dataclass(frozen=True, slots=True)
class Rule:
    """Choose `variant` (index into `Union.variants`) when every test holds."""

    variant: int
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class TagValue:
    """One value of a tag and the index of the variant it selects."""

    value: ScalarValue
    variant: int


@dataclass(frozen=True, slots=True)
class UnionTag:
    """The member that names the variant, for languages with native discriminated unions.

    `field` is a wire name. Values keep their JSON type: an integer tag stays an integer.
    """

    field: str
    values: tuple[TagValue, ...]


class ChooseMethod(StrEnum):
    """What the choice rests on, for documentation.

    `UNDECIDED` comes with a diagnostic, except for the union of an operation's successful
    answers (`Operation.result`), where the status decides.
    """

    TAG = "tag"
    KIND = "kind"
    FIELD = "field"
    VALUE = "value"
    MIXED = "mixed"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Choose:
    """The decision list of a union; `tag` is set when one member alone decides (`TAG`)."""

    method: ChooseMethod
    rules: tuple[Rule, ...]
    tag: UnionTag | None = None
