"""Types: a closed union. A `Ref` is an id into `Api.declarations`, so recursion is no special case."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from apiscribe.ir.basics import JsonValue


class ScalarKind(StrEnum):
    """The JSON kinds that are not containers or null."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"


@dataclass(frozen=True, slots=True)
class Constraints:
    """JSON Schema validation keywords (2020-12, section 6) of a scalar, list or map; `None` = none.

    `pattern` is an ECMA 262 regular expression, unanchored.
    """

    minimum: int | float | None = None
    maximum: int | float | None = None
    exclusive_minimum: int | float | None = None
    exclusive_maximum: int | float | None = None
    multiple_of: int | float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    min_items: int | None = None
    max_items: int | None = None
    unique_items: bool = False
    min_properties: int | None = None
    max_properties: int | None = None


NO_CONSTRAINTS = Constraints()


@dataclass(frozen=True, slots=True)
class Scalar:
    """A string, integer, number or boolean. `format` is the document's word ("" if none).

    Formats that targets may give a type of their own: `date`, `date-time`, `time`, `duration`,
    `uuid`, `uri`, `byte` (base64 text), `binary` (raw bytes), `int32`, `int64`, `float`,
    `double`, `decimal`. Any other is documentation.
    """

    kind: ScalarKind
    format: str = ""
    constraints: Constraints = NO_CONSTRAINTS


@dataclass(frozen=True, slots=True)
class Const:
    """Exactly this scalar value; `open` as in `Enum.open`."""

    value: str | int | float | bool
    open: bool = True


@dataclass(frozen=True, slots=True)
class List:
    """A JSON array whose items are all of one type."""

    item: Type
    constraints: Constraints = NO_CONSTRAINTS


@dataclass(frozen=True, slots=True)
class Map:
    """A JSON object with free keys. `key_pattern` is an ECMA 262 pattern the keys match, or `None`."""

    value: Type
    key_pattern: str | None = None
    constraints: Constraints = NO_CONSTRAINTS


@dataclass(frozen=True, slots=True)
class Tuple:
    """A JSON array with a type per position (`prefixItems`); `rest` is `Nothing` when closed.

    `required` = how many leading positions must be there.
    """

    items: tuple[Type, ...]
    rest: Type
    required: int = 0


@dataclass(frozen=True, slots=True)
class Nullable:
    """The inner type or JSON null. Never nested in itself; never around `Anything`."""

    inner: Type


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference to `Api.declarations[id]`."""

    id: str


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON value, null included (schema `true` or `{}`)."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value fits (schema `false`)."""


Type: TypeAlias = Scalar | Const | List | Map | Tuple | Nullable | Ref | Anything | Nothing

ScalarValue: TypeAlias = str | int | float | bool
"""A value that an enum, a const or a union tag can hold."""

__all__ = [
    "NO_CONSTRAINTS",
    "Anything",
    "Const",
    "Constraints",
    "JsonValue",
    "List",
    "Map",
    "Nothing",
    "Nullable",
    "Ref",
    "Scalar",
    "ScalarKind",
    "ScalarValue",
    "Tuple",
    "Type",
]
