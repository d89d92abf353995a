"""Type → words, in the type language of the pages (`array of (string or Pet)`, `map[integer]`).

The grammar is the one of Stainless Markdown pages, made unambiguous: `or` inside a list and a
list beside an `or` stand in parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from apiscribe.ir import (
    Alias,
    Anything,
    Api,
    Const,
    Declaration,
    Enum,
    List,
    Map,
    Nothing,
    Nullable,
    Record,
    Ref,
    Scalar,
    Tuple,
    Type,
    Union,
)
from apiscribe.targets.docs.names import PageNames
from apiscribe.targets.markup import literal

_BARE: Final = re.compile(r"[A-Za-z_$@][A-Za-z0-9_$@.\-]*")
_SHOWN: Final = 3
WHOLE: Final = 4
"""Parts of a list that are still shown in full."""
TYPE_WORDS: Final = frozenset(
    [
        "string",
        "integer",
        "number",
        "boolean",
        "null",
        "unknown",
        "any",
        "never",
        "file",
        "array",
        "map",
        "tuple",
        "object",
        "optional",
        "or",
        "of",
        "stream",
        "true",
        "false",
        "more",
    ]
)


def member_name(wire: str, quoted: bool = False) -> str:
    """A member's name as written before its colon: bare, or as a JSON string when it must be."""
    return wire if not quoted and _BARE.fullmatch(wire) else literal(wire)


def model_name(name: str) -> str:
    """A model's name as written in types; `#` in front of one that reads as something else."""
    return name if _BARE.fullmatch(name) and name not in TYPE_WORDS else f"#{name}"


def shortened(parts: Sequence[str], separator: str) -> str:
    """Up to four parts in full; of five and more the first three and `N more`."""
    if len(parts) <= WHOLE:
        return separator.join(parts)
    return separator.join([*parts[:_SHOWN], f"{len(parts) - _SHOWN} more"])


def members_text(names: Iterable[str]) -> str:
    """The brace list of an object."""
    parts = [member_name(name) for name in names]
    return f"{{ {shortened(parts, ', ')} }}" if parts else "{}"


class Words:
    """Spells types; models with a page by name, others in full."""

    def __init__(self, api: Api, names: PageNames) -> None:
        self._api = api
        self._names = names

    def spell(self, type: Type) -> str:
        """The words for `type`."""
        return " or ".join(self._choices(type))

    def spell_declaration(self, declaration: Declaration) -> str:
        """The words for what is declared, not its name."""
        return " or ".join(self._declared(declaration))

    def _inside(self, type: Type) -> str:
        choices = self._choices(type)
        return choices[0] if len(choices) == 1 else f"({' or '.join(choices)})"

    def _choices(self, type: Type) -> list[str]:
        """The parts that ` or ` joins; a single one binds tighter."""
        match type:
            case Scalar(kind=kind):
                return [kind.value]
            case Const(value=value):
                return [literal(value)]
            case List(item=item):
                return [f"array of {self._inside(item)}"]
            case Map(value=value):
                return [f"map[{self.spell(value)}]" if type.key_pattern is None else "object {}"]
            case Tuple():
                return [self._tuple(type)]
            case Nullable(inner=Nothing()):
                return ["null"]
            case Nullable(inner=inner):
                return [*self._beside(self._choices(inner)), "null"]
            case Ref(id=id):
                if self._names.has_page(id):
                    return [model_name(self._names.model(id))]
                return self._declared(self._api.declarations[id])
            case Anything():
                return ["unknown"]
            case Nothing():
                return ["never"]
            case _:
                assert_never(type)

    def _tuple(self, type: Tuple) -> str:
        parts = [self.spell(item) for item in type.items]
        if not isinstance(type.rest, Nothing):
            parts.append(f"...{self._inside(type.rest)}")
        return f"tuple[{', '.join(parts)}]"

    def _beside(self, choices: list[str]) -> list[str]:
        return [f"({one})" if one.startswith("array of ") else one for one in choices]

    def _declared(self, declaration: Declaration) -> list[str]:
        match declaration:
            case Record(fields=fields):
                return [f"object {members_text(one.name.wire for one in fields)}"]
            case Enum(values=values, unlisted=unlisted):
                parts = [*(["string"] if unlisted else []), *(literal(one.value) for one in values)]
                return shortened(parts, "\0").split("\0")
            case Union(variants=variants):
                parts = [self._variant(one.type) for one in variants]
                return shortened(parts, "\0").split("\0")
            case Alias(type=type):
                return self._choices(type)
            case _:
                assert_never(declaration)

    def _variant(self, type: Type) -> str:
        choices = self._choices(type)
        if len(choices) > 1:
            return f"({' or '.join(choices)})"
        return self._beside(choices)[0]
