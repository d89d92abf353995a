"""Scalar → a value that keeps its format and constraints where that can be done."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import islice
from typing import Final, assert_never

from apiscribe.ir import Constraints, Scalar, ScalarKind
from apiscribe.patterns import others_matching, text_matching

LARGEST: Final = 10_000
"""Characters of a text, items of a list and members of a map beyond which no value is made."""

_FORMATS: Final[Mapping[str, tuple[str, ...]]] = {
    "date": ("2026-01-31", "2026-02-28"),
    "date-time": ("2026-01-31T12:30:00Z", "2026-02-28T12:30:00Z"),
    "time": ("12:30:00Z", "13:30:00Z"),
    "duration": ("PT1H", "PT2H"),
    "uuid": ("123e4567-e89b-42d3-a456-426614174000", "123e4567-e89b-42d3-a456-426614174001"),
    "uri": ("https://example.com", "https://example.org"),
    "url": ("https://example.com", "https://example.org"),
    "uri-reference": ("/path", "/other"),
    "iri": ("https://example.com", "https://example.org"),
    "iri-reference": ("/path", "/other"),
    "uri-template": ("/things/{id}", "/others/{id}"),
    "email": ("user@example.com", "user@example.org"),
    "idn-email": ("user@example.com", "user@example.org"),
    "hostname": ("example.com", "example.org"),
    "idn-hostname": ("example.com", "example.org"),
    "ipv4": ("192.0.2.1", "192.0.2.2"),
    "ipv6": ("2001:db8::1", "2001:db8::2"),
    "byte": ("aGVsbG8=", "d29ybGQ="),
    "decimal": ("1.50", "2.50"),
    "regex": ("^[a-z]+$", "^[0-9]+$"),
    "json-pointer": ("/path/0", "/path/1"),
    "relative-json-pointer": ("0/path", "1/path"),
}


def scalar_value(type: Scalar, hint: str = "", index: int = 0) -> str | int | float | bool:
    """A value of a scalar type that keeps its format and constraints where that can be done."""
    match type.kind:
        case ScalarKind.STRING:
            return _text(type.format, type.constraints, hint, index)
        case ScalarKind.INTEGER:
            return _integer(type.constraints, index)
        case ScalarKind.NUMBER:
            return _number(type.constraints, index)
        case ScalarKind.BOOLEAN:
            return index % 2 == 0
        case _:
            assert_never(type.kind)


def _text(format: str, limits: Constraints, hint: str, index: int) -> str:
    if format in _FORMATS:
        choices = _FORMATS[format]
        return choices[index % len(choices)]
    least, most = min(limits.min_length or 0, LARGEST), limits.max_length
    if limits.pattern is not None:
        made = text_matching(limits.pattern, least, most)
        if made is not None:
            return _another(limits.pattern, made, index, most)
    text = hint or "string"
    if index:
        text += str(index + 1)
    while len(text) < least:
        text += text[: least - len(text)] or "x"
    return text if most is None else text[:most]


def _another(pattern: str, made: str, index: int, most: int | None) -> str:
    """The `index`th text that matches a pattern, as far as others are found."""
    if not index:
        return made
    others = (one for one in others_matching(pattern, made) if most is None or len(one) <= most)
    return next(islice(others, index - 1, None), made)


def _integer(limits: Constraints, index: int) -> int:
    low, high = _bounds(limits, step=1)
    low = None if low is None else math.ceil(low)
    high = None if high is None else math.floor(high)
    step = limits.multiple_of
    unit = int(step) if step is not None and step == int(step) and step >= 1 else 1
    start = 1 if unit == 1 else unit
    if low is not None and start < low:
        start = -(-low // unit) * unit
    if high is not None and start > high:
        start = high // unit * unit
    moved = start + index * unit
    return moved if high is None or moved <= high else start


def _number(limits: Constraints, index: int) -> int | float:
    low, high = _bounds(limits, step=0)
    step = limits.multiple_of
    if step is not None:
        count = 1 if low is None else max(1, math.ceil(low / step))
        if high is not None and count * step > high:
            count = math.floor(high / step)
        return count * step
    start: float = 0.5 + index
    if low is not None and high is not None:
        return start if low < start < high else (low + high) / 2
    if low is not None and start <= low:
        return low + 1 + index
    if high is not None and start >= high:
        return high - 1 - index
    return start


def _bounds(limits: Constraints, step: int) -> tuple[float | int | None, float | int | None]:
    """Inclusive bounds; an exclusive one is moved by `step` (exact for integers)."""
    lows = [limits.minimum] if limits.minimum is not None else []
    if limits.exclusive_minimum is not None:
        lows.append(math.floor(limits.exclusive_minimum) + 1 if step else limits.exclusive_minimum)
    highs = [limits.maximum] if limits.maximum is not None else []
    if limits.exclusive_maximum is not None:
        highs.append(math.ceil(limits.exclusive_maximum) - 1 if step else limits.exclusive_maximum)
    return (max(lows) if lows else None, min(highs) if highs else None)
