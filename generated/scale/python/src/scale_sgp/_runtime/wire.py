"""JSON: Python values as JSON values and as text, and JSON texts read."""

from __future__ import annotations

import base64
import enum
import json
import math
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from .sentinels import Omit

Json: TypeAlias = Any
"""A JSON value; `Any` because Python's type system has no use for the recursive truth here."""


def to_json_value(value: object, path: str = "body") -> Json:
    """The JSON value of a Python value. `omit` inside objects and lists is left out.

    Models are sent with the members that were set, under their wire names. Raises `TypeError`
    or `ValueError`, naming the place, for what JSON cannot hold.
    """
    if value is None or (isinstance(value, (str, bool)) and not isinstance(value, enum.Enum)):
        return value
    if isinstance(value, enum.Enum):
        return to_json_value(value.value, path)
    if isinstance(value, (int, float)):
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"{path} is {value}, which JSON cannot hold.")
        return value
    if isinstance(value, Mapping):
        return {
            str(_scalar_key(key, path)): to_json_value(item, f"{path}.{key}")
            for key, item in value.items()
            if not isinstance(item, Omit)
        }
    if isinstance(value, (list, tuple)):
        return _items(value, path)
    return _rich_value(value, path)


def _items(values: Iterable[object], path: str) -> Json:
    return [
        to_json_value(item, f"{path}[{index}]")
        for index, item in enumerate(values)
        if not isinstance(item, Omit)
    ]


def _scalar_key(key: object, path: str) -> object:
    if isinstance(key, enum.Enum):
        return key.value
    if not isinstance(key, (str, int)):
        raise TypeError(f"{path} has a key of type {type(key).__name__}; JSON keys are strings.")
    return key


def _rich_value(value: object, path: str) -> Json:
    text = scalar_text(value)
    if text is not None:
        return text
    if (dump := getattr(value, "model_dump", None)) is not None:
        return dump(mode="json", by_alias=True, exclude_unset=True, warnings=False)
    if hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        return _dataclass_value(value, path)
    if (names := getattr(value, "__struct_encode_fields__", None)) is not None:
        return _struct_value(value, names, path)
    if isinstance(value, Iterable) and not hasattr(value, "read"):
        return _items(value, path)
    raise TypeError(f"{path} is of type {type(value).__name__}, which cannot be sent as JSON.")


def _dataclass_value(value: Any, path: str) -> Json:
    """Fields under their wire names (`metadata["wire"]`); `omit` and its like are left out."""
    import dataclasses  # whoever made one has it already

    members = {
        field.metadata.get("wire", field.name): getattr(value, field.name)
        for field in dataclasses.fields(value)
    }
    members.update(getattr(value, "extra_members", None) or {})
    return to_json_value(members, path)


def _struct_value(value: Any, names: tuple[str, ...], path: str) -> Json:
    """A msgspec struct under its encoded names; msgspec's `UNSET` is left out."""
    pairs = zip(names, value.__struct_fields__, strict=True)
    members = {wire: getattr(value, name) for wire, name in pairs}
    kept = {k: v for k, v in members.items() if type(v).__name__ != "UnsetType"}
    return to_json_value(kept, path)


def scalar_text(value: object) -> str | None:
    """The text of a value that JSON writes as a string.

    Dates, times, durations, UUIDs, decimals, and bytes (base64).
    """
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(value).decode("ascii")
    module = type(value).__module__
    if (exact := getattr(value, "wire", None)) is not None and module.endswith("scalars"):
        return str(exact)
    return _standard_text(value)


def _standard_text(value: object) -> str | None:
    import datetime  # slow to import, as are the next two
    import decimal
    import uuid

    if isinstance(value, datetime.datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (uuid.UUID, decimal.Decimal)):
        return str(value)
    if isinstance(value, datetime.timedelta):
        return _duration(value.days, value.seconds, value.microseconds)
    return None


def _duration(days: int, seconds: int, microseconds: int) -> str:
    """ISO 8601, in days and seconds, from the normalised parts of a `timedelta`."""
    total = (days * 86400 + seconds) * 1_000_000 + microseconds
    sign, total = ("-", -total) if total < 0 else ("", total)
    days, rest = divmod(total, 86_400_000_000)
    text = f"{rest // 1_000_000}.{rest % 1_000_000:06}".rstrip("0").rstrip(".")
    return f"{sign}P" + (f"{days}D" if days else "") + (f"T{text}S" if rest or not days else "")


def plain_text(value: object, path: str) -> str:
    """A value as text for URLs, headers and forms: `true`, `1.5`, `2024-05-01`.

    A list or object where only a scalar can be written is JSON (OpenAPI 3.2, section 4.12.3, leaves
    it open).
    """
    value = to_json_value(value, path)
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if isinstance(value, float):
        return _number_text(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _number_text(value: float) -> str:
    """A number as the other languages write it: `2`, not `2.0` (ECMA-262, `Number::toString`)."""
    number, _, exponent = repr(value).partition("e")
    number = number.removesuffix(".0")
    if not exponent:
        return number
    if -7 < int(exponent) < 21:
        from decimal import Decimal  # slow to import

        return format(Decimal(repr(value)), "f")
    return f"{number}e{int(exponent):+d}"


def ascii_json(value: object, path: str) -> str:
    """Compact JSON in ASCII, for headers."""
    return json.dumps(to_json_value(value, path), separators=(",", ":"))


def json_bytes(value: object, path: str = "body") -> bytes:
    """Compact JSON in UTF-8."""
    data = to_json_value(value, path)
    try:
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:  # lone surrogates can only be sent escaped
        return json.dumps(data, separators=(",", ":")).encode()


class NotJsonError(ValueError):
    """A text is not JSON."""


def parse_json(content: bytes | str) -> Json:
    """The value of a JSON text, with integers of any size. Raises `NotJsonError`."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise NotJsonError(str(error)) from error
