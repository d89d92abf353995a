"""One value against the limits and the format that a schema states for it.

Source: JSON Schema 2020-12 Validation, sections 6 (assertions) and 7.3 (formats).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from functools import cache
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Final
from uuid import UUID

from apiscribe.patterns import contradicts

LIMITS: Final = (
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
    "pattern", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
)  # fmt: skip

_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)")


def broken_limits(schema: Mapping[str, Any], value: Any) -> Iterator[str]:
    """The keywords of `schema` that `value` does not keep; a malformed one is kept by all."""
    for name in LIMITS:
        if name not in schema:
            continue
        limit = schema[name]
        if name == "pattern":
            if isinstance(value, str) and isinstance(limit, str) and contradicts(limit, value):
                yield name
        elif name == "multipleOf":
            if _is_limit(name, limit) and not _is_multiple(value, limit):
                yield name
        elif _is_limit(name, limit) and not _validator(name, limit).is_valid(value):
            yield name


def is_of_format(name: object, value: Any) -> bool:
    """Whether a text is of the format called `name`; true of a format that is not checked."""
    reader = _READERS.get(name) if isinstance(name, str) and isinstance(value, str) else None
    if reader is None:
        return True
    try:
        reader(value)
    except ValueError:
        return False
    return True


def _is_limit(name: str, limit: object) -> bool:
    if name == "uniqueItems":
        return limit is True
    number = isinstance(limit, int | float) and not isinstance(limit, bool)
    return number and (name != "multipleOf" or float(str(limit)) > 0)


def _is_multiple(value: Any, step: float) -> bool:
    """In decimals: 0.29 is a multiple of 0.01, and no fraction of two floats says so."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return True
    try:
        return Decimal(str(value)) % Decimal(str(step)) == 0
    except InvalidOperation:  # more digits than are counted
        return True


@cache
def _validator(name: str, limit: Any) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator({name: limit})


def _moment(text: str) -> None:
    """A date-time of RFC 3339, section 5.6: with seconds and an offset. A leap second is one."""
    if not _MOMENT.fullmatch(text):
        raise ValueError(text)
    datetime.fromisoformat(re.sub(r":60(?=\D)", ":59", text.upper()))


def _date(text: str) -> None:
    if len(text) != 10:
        raise ValueError(text)
    date.fromisoformat(text)


def _uuid(text: str) -> None:
    if len(text) != 36:
        raise ValueError(text)
    UUID(text)


_READERS: Final[Mapping[str, Callable[[str], object]]] = {
    "date": _date,
    "date-time": _moment,
    "uuid": _uuid,
    "ipv4": IPv4Address,
    "ipv6": IPv6Address,
}
"""Readers of the formats that are checked; they raise ValueError. SDKs have types for most of these."""
