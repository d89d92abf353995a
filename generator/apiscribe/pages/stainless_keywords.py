"""Constraint lines of Stainless pages: `minLength1`, `formatdate-time`, `minimum: 0` → keywords."""

from __future__ import annotations

import re

from apiscribe.pages.stainless_types import MEMBER_START

_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")

FORMATS = (
    "date-time", "date", "time", "duration", "unixtime", "email", "idn-email", "hostname",
    "idn-hostname", "ipv4", "ipv6", "uri-reference", "uri-template", "uri", "iri-reference", "iri",
    "uuid", "json-pointer", "relative-json-pointer", "regex", "int8", "int16", "int32", "int64",
    "uint8", "uint16", "uint32", "uint64", "float", "double", "decimal", "byte", "binary",
    "base64", "password", "url",
)  # fmt: skip
"""Formats of JSON Schema, of the OpenAPI format registry, and those met on pages."""

_FORMAT = re.compile(r"format(?:: *)?(" + "|".join(sorted(FORMATS, key=len, reverse=True)) + r")")
_OTHER_FORMAT = re.compile(r"format(?:: *)?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$")
_NUMBER = re.compile(rf"({'|'.join(_NUMBERS)})(?:: *)?(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)")
_COUNT = re.compile(rf"({'|'.join(_COUNTS)})(?:: *)?(\d+)")
_UNIQUE = re.compile(r"uniqueItems(?:: *)?true")
_PATTERN = re.compile(r"pattern: *(\S.*)$|pattern(\^.*)$")
_PROSE = frozenset({"formats", "formatted", "formatting", "formatter", "formatters"})


def parse_keywords(text: str) -> tuple[dict[str, str | int | float | bool], str]:
    """The constraints at the start of `text`, glued or not, and what follows them.

    Nothing at the start that is one: an empty dict and all of `text`.
    """
    found: dict[str, str | int | float | bool] = {}
    rest = text
    while rest:
        step = _one(rest)
        if step is None:
            break
        name, value, length = step
        found[name] = value
        rest = rest[length:]
    if rest and rest[0].isalnum() and found and not MEMBER_START.match(rest):
        return {}, text  # "minimum 3x", "formaturis": prose after all
    return found, rest


def _one(text: str) -> tuple[str, str | int | float | bool, int] | None:
    if (found := _FORMAT.match(text)) is not None and not text[found.end() :][:1].isalpha():
        return "format", found[1], found.end()
    if (found := _FORMAT.match(text)) is not None and _may_follow(text[found.end() :]):
        return "format", found[1], found.end()
    if (found := _NUMBER.match(text)) is not None:
        return found[1], _number(found[2]), found.end()
    if (found := _COUNT.match(text)) is not None:
        return found[1], int(found[2]), found.end()
    if (found := _UNIQUE.match(text)) is not None:
        return "uniqueItems", True, found.end()
    if (found := _PATTERN.match(text)) is not None:
        return "pattern", found[1] or found[2], found.end()
    if (found := _OTHER_FORMAT.match(text)) is not None and found[0] not in _PROSE:
        return "format", found[1], found.end()
    return None


def _may_follow(text: str) -> bool:
    """Whether `text` is what a crawl glues to a format: another constraint, or the next member."""
    return any(pattern.match(text) for pattern in (_NUMBER, _COUNT, _UNIQUE, _FORMAT, MEMBER_START))


def _number(text: str) -> int | float:
    return float(text) if re.search(r"[.eE]", text) else int(text)
