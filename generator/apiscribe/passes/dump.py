"""The IR as text: sorted JSON, for goldens and for `apiscribe explain`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from apiscribe.diagnostics import Place
from apiscribe.ir import Api, Missing, Name
from apiscribe.ir.types import Type as IrType


def dump_api(api: Api, places: bool = False) -> str:
    """The API as JSON with sorted keys, two spaces, a newline at the end.

    Values equal to a record's own default are left out, so that a dump says what is special.
    Records of a union carry their class as `kind`; a name is its words, with the wire form
    behind when it is not the same. Places are left out unless asked for.
    """
    data = {
        **_record(api, places, kind=False),
        "declarations": {i: _value(d, places) for i, d in api.declarations.items()},
        "declaration_order": list(api.declarations),
        "operation_order": list(api.operations),
    }
    return json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


_CLOSED = frozenset(type_.__name__ for type_ in IrType.__args__) | {
    "Record",
    "Enum",
    "Union",
    "Alias",
    "KindIs",
    "FieldIn",
    "HasField",
    "FieldIs",
    "ValueIn",
    "ItemsAre",
    "ApiKeyScheme",
    "HttpScheme",
    "OAuth2Scheme",
    "OpenIdScheme",
    "MutualTlsScheme",
}
"""Classes of closed unions, whose dumps need their class."""


@lru_cache(maxsize=128)
def _shape(record_type: Any) -> tuple[tuple[str, Any], ...]:
    found = []
    for each in fields(record_type):
        default = each.default
        if default is MISSING and each.default_factory is not MISSING:
            default = each.default_factory()
        found.append((each.name, default))
    return tuple(found)


def _record(record: Any, places: bool, kind: bool = True) -> dict[str, Any]:
    name = type(record).__name__
    found: dict[str, Any] = {"kind": name} if kind and name in _CLOSED else {}
    for key, default in _shape(record.__class__):
        value = getattr(record, key)
        if (isinstance(value, Place) and not places) or _same(value, default):
            continue
        found["scalar" if key == "kind" and "kind" in found else key] = _value(value, places)
    return found


def _same(value: Any, default: Any) -> bool:
    return default is not MISSING and type(value) is type(default) and bool(value == default)


def _value(value: Any, places: bool) -> Any:
    if isinstance(value, Name):
        return _name(value)
    if isinstance(value, Missing):
        return {"missing": True}
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return _record(value, places)
    if isinstance(value, Mapping):
        return {str(key): _value(inner, places) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_value(inner, places) for inner in value]
    return value


def _name(name: Name) -> Any:
    words = " ".join(name.words)
    pin = " (pinned)" if name.pinned else ""
    return f"{words}{pin}" if name.wire in ("", words) else f"{words}{pin} = {name.wire}"
