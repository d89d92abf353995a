"""Members of forms and queries as names and texts, for commands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from apiscribe.ir import Encoding, JsonValue, Parameter, Style

_SEPARATORS: Final = {Style.SPACE: " ", Style.PIPE: "|"}


class Pair(NamedTuple):
    """What is sent under one name: `parts` with `separator` between them."""

    name: str
    parts: tuple[str, ...]
    separator: str = ","

    @property
    def text(self) -> str:
        """The whole value, nothing encoded."""
        return self.separator.join(self.parts)


def text_of(value: JsonValue) -> str:
    """A scalar as it is, anything else as compact JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def deep_pairs(name: str, value: JsonValue) -> Iterator[Pair]:
    """Style `deepObject`: `a[b]`; a list of scalars is `a[]`, any other one counts: `a[0][b]`."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from deep_pairs(f"{name}[{key}]", inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        counted = any(not isinstance(one, str | int | float | None) for one in value)
        for index, inner in enumerate(value):
            yield from deep_pairs(f"{name}[{index if counted else ''}]", inner)
    else:
        yield Pair(name, (text_of(value),))


def parameter_pairs(parameter: Parameter, value: JsonValue) -> Iterator[Pair]:
    """A query parameter (OpenAPI 3.2, section 4.12.3)."""
    if parameter.media_type:
        yield Pair(parameter.name.wire, (text_of(value),))
    else:
        yield from _pairs(parameter.name.wire, value, parameter.style, parameter.explode)


def member_pairs(name: str, value: JsonValue, encoding: Encoding | None) -> Iterator[Pair]:
    """One member of a form (OpenAPI 3.2, section 4.15); nothing for null."""
    how = encoding or Encoding(name)
    if value is None:
        return
    if how.content_type:
        yield Pair(name, (text_of(value),))
    else:
        yield from _pairs(name, value, how.style, how.explode)


def _pairs(name: str, value: JsonValue, style: Style, explode: bool) -> Iterator[Pair]:
    separator = _SEPARATORS.get(style, ",")
    if isinstance(value, str) or not isinstance(value, Mapping | Sequence):
        yield Pair(name, (text_of(value),))
    elif style is Style.DEEP_OBJECT:
        yield from deep_pairs(name, value)
    elif isinstance(value, Mapping) and explode:
        yield from (Pair(key, (text_of(inner),)) for key, inner in value.items())
    elif isinstance(value, Mapping):
        flat = (part for key, inner in value.items() for part in (key, text_of(inner)))
        yield Pair(name, tuple(flat), separator)
    elif explode:
        yield from (Pair(name, (text_of(inner),)) for inner in value)
    else:
        yield Pair(name, tuple(text_of(inner) for inner in value), separator)
