"""What a JSON Pointer into an OpenAPI document is about, in words that a person can look up."""

from __future__ import annotations

from typing import Any

from apiscribe.openapi.pointers import look_up, pointer, tokens

_SCHEMA_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SCHEMA_NAMES = ("properties", "patternProperties", "$defs")


def address(document: Any, at: str) -> str:
    """`Forecast.days[].high: maximum`, `GET /v1/forecasts: query limit`, `info: title`.

    Indices of parameters become their names, looked up in `document`.
    """
    steps = tokens(at)
    if steps[:2] == ("components", "schemas") and len(steps) > 2:
        return _with_schema(steps[2], steps[3:])
    if steps[:1] in (("paths",), ("webhooks",)) and len(steps) > 1:
        return _operation(document, steps)
    return ": ".join(steps) or "the document"


def _operation(document: Any, steps: tuple[str, ...]) -> str:
    owner = steps[1] if len(steps) == 2 else f"{steps[2].upper()} {steps[1]}"
    rest = steps[3:]
    if not rest:
        return owner
    if rest[0] == "parameters" and len(rest) > 1:
        found = _value(document, steps[:5])
        named = isinstance(found, dict) and "name" in found and "in" in found
        what = f"{found['in']} {found['name']}" if named else f"parameter {rest[1]}"
        return _with_schema(f"{owner}: {what}", rest[2:])
    if rest[0] == "requestBody":
        return _with_media(f"{owner}: body", rest[1:])
    if rest[0] == "responses" and len(rest) > 1:
        return _with_media(f"{owner}: {rest[1]}", rest[2:])
    return f"{owner}: {': '.join(rest)}"


def _with_media(owner: str, rest: tuple[str, ...]) -> str:
    if rest[:1] == ("content",) and len(rest) > 1:
        shown = "" if rest[1] == "application/json" and len(rest) > 2 else f" {rest[1]}"
        return _with_schema(owner + shown, rest[2:])
    return f"{owner}: {': '.join(rest)}" if rest else owner


def _with_schema(owner: str, rest: tuple[str, ...]) -> str:
    """`owner`, the way through members and items, then what is said of the place."""
    way, at = "", 0
    if rest[:1] in (("schema",), ("itemSchema",)):
        at = 1
    while at < len(rest):
        step, following = rest[at], rest[at + 1] if at + 1 < len(rest) else None
        if step in _SCHEMA_NAMES and following is not None:
            way, at = f"{way}.{following}", at + 2
        elif step in _SCHEMA_LISTS and following is not None:
            way, at = f"{way}<{following}>", at + 2
        elif step == "items":
            way, at = f"{way}[]", at + 1
        elif step == "additionalProperties":
            way, at = f"{way}{{}}", at + 1
        else:
            break
    said = ": ".join(rest[at:])
    spaced = " " if way and " " in owner else ""
    return f"{owner}{spaced}{way}" + (f": {said}" if said else "")


def _value(document: Any, steps: tuple[str, ...]) -> Any:
    try:
        return look_up(document, pointer(*steps))
    except LookupError:
        return None
