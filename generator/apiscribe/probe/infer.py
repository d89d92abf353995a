"""Schemas of values that were seen: types and members, never the values themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from apiscribe.openapi.shapes import json_type

_DEEPEST: Final = 12
_KINDS: Final = ("boolean", "integer", "number", "string", "array", "object")


def kind_of(value: Any) -> str:
    """The JSON Schema type of a value; a number without fraction is an integer, as `1.0` is."""
    return "integer" if isinstance(value, float) and value.is_integer() else json_type(value)


def schema_of(values: Iterable[Any], depth: int = 0) -> dict[str, Any]:
    """The narrowest schema by type and members that fits all `values` (OpenAPI 3.1 form)."""
    seen = list(values)
    kinds = {json_type(value) for value in seen}
    if "number" in kinds:
        kinds.discard("integer")
    named: list[str] = [kind for kind in _KINDS if kind in kinds]
    if named and "null" in kinds:
        named.append("null")
    schema: dict[str, Any] = {}
    if named:
        schema["type"] = named[0] if len(named) == 1 else named
    if depth >= _DEEPEST:
        return schema
    if "array" in kinds:
        items = [item for value in seen if isinstance(value, list) for item in value]
        schema["items"] = schema_of(items, depth + 1)
    if "object" in kinds:
        objects = [value for value in seen if isinstance(value, dict)]
        names = dict.fromkeys(name for one in objects for name in one)
        schema["properties"] = {
            name: schema_of((one[name] for one in objects if name in one), depth + 1)
            for name in names
        }
    return schema
