"""What stands beside a type in one cell or line: `nullable`, `max 200`, `1-100`, `read-only`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from apiscribe.pages.facts import Presence

_NUMBER = r"(-?\d[\d_]*(?:\.\d+)?|-?\d{1,3}(?:,\d{3})+)"
_NOUNS = {"string": "Length", "array": "Items"}
_UNITS = {
    "string": r"(?:\s*(?:characters?|chars?))?",
    "array": r"(?:\s*(?:items?|elements?|entries))?",
}
_OF = {
    "string": r"(?:imum)?(?:\s*-?\s*(?:length|len))?",
    "array": r"(?:imum)?(?:\s*-?\s*(?:items|size))?",
}
_KINDS = ("string", "array", "integer", "number")
_OPTIONAL = re.compile(r"^(optional|opt|可选|选填|необязательн\w*|opcional|facultatif|任意)$", re.I)
_REQUIRED = re.compile(
    r"^(required|mandatory|必填|必选|обязательн\w*|obligatorio|obligatoire|pflicht|必須)$", re.I
)
_NULLABLE = re.compile(r"^(nullable|null|can be null|may be null|可为空|nullable type)$", re.I)
_DEFAULT = re.compile(
    r"^default(?:s to| is|\s+value)?\s*[:=]?\s*(`[^`]+`|\"[^\"]*\"|'[^']*'|[^\s`\"']+)$", re.I
)
_ONLY = re.compile(r"^(?P<how>read|write)[\s-]?only$", re.I)


@dataclass(frozen=True, slots=True)
class Mark:
    """What one mark states. `keywords` are those of JSON Schema; `default` is raw, "" when not said."""

    presence: Presence | None = None
    nullable: bool = False
    deprecated: bool = False
    default: str = ""
    keywords: tuple[tuple[str, int | float | bool], ...] = ()


def read_mark(text: str, kind: str) -> Mark | None:
    """The mark that `text` is, beside a type of JSON kind `kind`; `None`: it is other words.

    A bare bound is of what a value of the kind has: the length of a text, the number of items of a
    list, the number itself. Other units (bytes, MB) bound nothing that JSON Schema knows.
    """
    word = text.strip()
    if _OPTIONAL.match(word):
        return Mark(presence=Presence.OPTIONAL)
    if _REQUIRED.match(word):
        return Mark(presence=Presence.REQUIRED)
    if _NULLABLE.match(word):
        return Mark(nullable=True)
    if word.lower() == "deprecated":
        return Mark(deprecated=True)
    if (only := access_of(word)) is not None:
        return Mark(keywords=((only, True),))
    if (default := _DEFAULT.match(word)) is not None:
        return Mark(default=default[1])
    bounds = _bounds(word, kind)
    return Mark(keywords=bounds) if bounds else None


def access_of(text: str) -> str | None:
    """`readOnly` or `writeOnly`, where that is all that a text says."""
    match = _ONLY.match(text.strip(" `*_()[].,;"))
    return f"{match['how'].lower()}Only" if match is not None else None


def _bounds(word: str, kind: str) -> tuple[tuple[str, int | float], ...]:
    if kind not in _KINDS:
        return ()
    noun, unit = _NOUNS.get(kind, ""), _UNITS.get(kind, "")
    of = _OF.get(kind, r"(?:imum)?(?:\s+value)?")
    low, high = (f"min{noun}", f"max{noun}") if noun else ("minimum", "maximum")
    read: Callable[[str], int | float] = _whole if noun else _number
    both = re.fullmatch(
        rf"(?:between\s+)?{_NUMBER}\s*(?:-|–|to|and|\.\.\.?)\s*{_NUMBER}{unit}", word
    )
    if both is not None and _number(both[1]) < _number(both[2]):
        return ((low, read(both[1])), (high, read(both[2])))
    for name, sign in ((low, rf"min{of}|at least|>=|≥"), (high, rf"max{of}|at most|up to|<=|≤")):
        one = re.fullmatch(rf"(?:{sign})\s*[:=]?\s*{_NUMBER}{unit}", word, re.I)
        if one is not None:
            return ((name, read(one[1])),)
    return ()


def _number(text: str) -> int | float:
    digits = text.replace("_", "").replace(",", "")
    return float(digits) if "." in digits else int(digits)


def _whole(text: str) -> int:
    return int(_number(text))
