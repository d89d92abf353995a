"""Members of forms and queries as names and texts, for commands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from apiscribe.ir import Encoding, JsonValue, Style

SEPARATORS: Final = {Style.SPACE: " ", Style.PIPE: "|", Style.FORM: ","}


def text_of(value: JsonValue) -> str:
    """A scalar as it is, anything else as compact JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def deep_texts(name: str, value: JsonValue) -> Iterator[tuple[str, str]]:
    """Style `deepObject`: `a[b]`; a list of scalars is `a[]`, any other one counts: `a[0][b]`."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from deep_texts(f"{name}[{key}]", inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        counted = any(not isinstance(one, str | int | float | None) for one in value)
        for index, inner in enumerate(value):
            yield from deep_texts(f"{name}[{index if counted else ''}]", inner)
    else:
        yield name, text_of(value)


def member_texts(
    name: str, value: JsonValue, encoding: Encoding | None
) -> Iterator[tuple[str, str]]:
    """The pairs of one member of a form (OpenAPI 3.2, section 4.15); none for null."""
    how = encoding or Encoding(name)
    if value is None:
        return
    if how.content_type or isinstance(value, str) or not isinstance(value, Mapping | Sequence):
        yield name, text_of(value)
    elif how.style is Style.DEEP_OBJECT:
        yield from deep_texts(name, value)
    elif isinstance(value, Mapping):
        pairs = [(key, text_of(inner)) for key, inner in value.items()]
        joined = [part for pair in pairs for part in pair]
        yield from pairs if how.explode else [(name, SEPARATORS[Style.FORM].join(joined))]
    elif how.explode:
        yield from ((name, text_of(inner)) for inner in value)
    else:
        yield name, SEPARATORS.get(how.style, ",").join(text_of(inner) for inner in value)
