"""Data to YAML: one stable form that people can read and every YAML reader agrees on.

Order is the data's own. Short strings are plain, strings of several lines are literal blocks, long
ones are folded. A string is quoted when a reader of YAML 1.1 *or* 1.2 would take it for anything
else (`no`, `on`, `1e3`, `012`, dates, `1:30`). There are no anchors. libyaml does the writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml
from yaml.events import (
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)

WIDTH = 100
"""Columns at which folded text is broken."""

_LONG = 80
_CORE = re.compile(
    r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|~|null|Null|NULL|true|True|TRUE|false|False|FALSE"
)
_SINGLE_LETTER = re.compile(r"[yYnN]")
_NOT_BLOCK = re.compile(
    "[\\x00-\\x09\\x0b-\\x1f\\x7f-\\xa0\\u2028\\u2029\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]"
    "|^[ \\n]| \\n| $|\\n\\n$"
)
_RESOLVERS: dict[str | None, list[tuple[str, re.Pattern[str]]]] = (
    yaml.SafeLoader.yaml_implicit_resolvers
)


def is_plain_string(text: str) -> bool:
    """Whether readers of YAML 1.1 and 1.2 both take this plain scalar for a string."""
    if not text or _CORE.fullmatch(text) or _SINGLE_LETTER.fullmatch(text):
        return False
    resolvers = _RESOLVERS.get(text[0], []) + _RESOLVERS.get(None, [])
    return not any(pattern.match(text) for _, pattern in resolvers)


def _string(text: str, is_key: bool) -> ScalarEvent:
    style = None
    if not is_key and not _NOT_BLOCK.search(text):
        if "\n" in text:
            style = "|"
        elif len(text) > _LONG and " " in text:
            style = ">"
    return ScalarEvent(None, None, (is_plain_string(text), True), text, style=style)


def _number(value: float) -> str:
    """A float that YAML 1.1 and 1.2 both read as a float (1.1 wants a dot before the exponent)."""
    text = repr(value)
    mantissa, exponent, power = text.partition("e")
    return text if "." in mantissa or not exponent else f"{mantissa}.0e{power}"


def _scalar(value: Any) -> ScalarEvent:
    if isinstance(value, str):
        return _string(value, False)
    if value is None:
        text = "null"
    elif isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, int):
        text = str(value)
    elif isinstance(value, float):
        text = _number(value)
    else:
        raise TypeError(f"not plain data: {type(value).__name__}")
    return ScalarEvent(None, None, (True, False), text)


def _events(value: Any) -> Iterator[Event]:
    if isinstance(value, dict):
        yield MappingStartEvent(None, None, True, flow_style=not value)
        for name, item in value.items():
            yield _string(str(name), True)
            yield from _events(item)
        yield MappingEndEvent()
    elif isinstance(value, (list, tuple)):
        yield SequenceStartEvent(None, None, True, flow_style=not value)
        for item in value:
            yield from _events(item)
        yield SequenceEndEvent()
    else:
        yield _scalar(value)


def _document(data: Any) -> Iterator[Event]:
    yield StreamStartEvent()
    yield DocumentStartEvent(explicit=False)
    yield from _events(data)
    yield DocumentEndEvent(explicit=False)
    yield StreamEndEvent()


def dump_yaml(data: Any) -> str:
    """`data` (dicts, lists, strings, numbers, booleans, None) as YAML with a final newline.

    Raises TypeError for anything else. `load_text(dump_yaml(data)).data == data`.
    """
    text = yaml.emit(
        _document(data), Dumper=yaml.CSafeDumper, width=WIDTH, allow_unicode=True, indent=2
    )
    assert isinstance(text, str)
    return text.removesuffix("...\n")
