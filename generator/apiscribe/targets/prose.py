"""Prose of the IR as it stands in comments: what it is, since when not, what it may hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from apiscribe.ir import (
    Constraints,
    Docs,
    Field,
    JsonValue,
    List,
    Map,
    Missing,
    Nullable,
    Parameter,
    Scalar,
    Type,
)

_SHORT: Final = 60
"""Characters above which a default is not quoted in prose."""


def describe(docs: Docs) -> str:
    """Summary, description, deprecation and link as one Markdown text; "" when there is none."""
    parts = [_sentence(docs.summary)]
    if docs.description.strip() != docs.summary.strip():
        parts.append(docs.description.strip())
    if docs.deprecated and docs.deprecation.strip():
        parts.append(f"Deprecated: {docs.deprecation.strip()}")
    elif docs.deprecated:
        first = next((n for n, part in enumerate(parts) if part), 0)
        parts[first] = f"Deprecated. {parts[first]}".strip()
    if docs.link is not None:
        parts.append(
            f"See {docs.link.text or docs.link.url}: {docs.link.url}".replace(
                f"See {docs.link.url}: ", "See "
            )
        )
    return "\n\n".join(part for part in parts if part)


def _sentence(text: str) -> str:
    """`text` with a full stop where it ends in a word."""
    stripped = text.strip()
    return f"{stripped}." if stripped[-1:].isalnum() else stripped


def describe_member(member: Field | Parameter) -> str:
    """What a member or parameter is, with its limits and the value the server takes by default."""
    facts = list(_limits(member.type))
    if not isinstance(member.default, Missing) and (text := _short(member.default)):
        facts.append(f"default `{text}`")
    written = describe(member.docs)
    if not facts:
        return written
    line = f"{'; '.join(facts)}."
    line = line[0].upper() + line[1:]
    return f"{written}\n\n{line}" if "\n\n" in written else f"{written} {line}".strip()


def _short(value: JsonValue) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHORT else ""


def _limits(type_: Type) -> Iterator[str]:
    match type_:
        case Nullable(inner):
            yield from _limits(inner)
        case Scalar(_, format, limits):
            if format in ("time", "duration", "uuid", "uri", "byte"):
                yield f"format `{format}`"
            yield from _numbers(limits)
            yield from _range("character", limits.min_length, limits.max_length)
        case List(_, limits):
            yield from _range("item", limits.min_items, limits.max_items)
        case Map(_, _, limits):
            yield from _range("member", limits.min_properties, limits.max_properties)
        case _:
            pass


def _numbers(limits: Constraints) -> Iterator[str]:
    least, most = limits.minimum, limits.maximum
    if least is not None and most is not None:
        yield f"from {least} to {most}"
        least = most = None
    pairs = (
        ("at least", least),
        ("more than", limits.exclusive_minimum),
        ("at most", most),
        ("less than", limits.exclusive_maximum),
        ("a multiple of", limits.multiple_of),
    )
    yield from (f"{word} {value}" for word, value in pairs if value is not None)


def _range(what: str, least: int | None, most: int | None) -> Iterator[str]:
    if least is not None and most is not None:
        yield f"{least} to {most} {what}s" if least != most else f"exactly {_counted(most, what)}"
    elif least:
        yield f"at least {_counted(least, what)}"
    elif most is not None:
        yield f"at most {_counted(most, what)}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
