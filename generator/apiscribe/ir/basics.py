"""Names, documentation and JSON values, shared by every record of the IR."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

JsonValue: TypeAlias = (
    None | bool | int | float | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"]
)
"""A JSON value (RFC 8259), read-only by convention. Integers are of any size."""


class Missing(Enum):
    """The type of `missing`, for values where `None` means JSON null."""

    token = "missing"

    def __bool__(self) -> bool:
        return False


missing: Final = Missing.token
"""No value was given; distinct from a JSON null."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name as words. Each target spells it in its own casing.

    `wire` is what goes over the network, untouched ("" for made-up names). `words` are
    lower-case, split by `apiscribe.naming`. `pinned`: the document chose the words (`x-sdk`
    `name`), so collision rules may not change them.
    """

    wire: str
    words: tuple[str, ...]
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A hyperlink with its text."""

    url: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Docs:
    """Prose about something, CommonMark. `deprecation` says what to use instead ("" if unsaid)."""

    summary: str = ""
    description: str = ""
    link: Link | None = None
    deprecated: bool = False
    deprecation: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A JSON value that fits the type it stands at; `name` is "" when the document gave none."""

    name: str
    value: JsonValue
    summary: str = ""
