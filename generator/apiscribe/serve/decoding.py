"""Raw parameter text back to JSON values, by style (OpenAPI 3.2, section 4.12; RFC 6570)."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote, unquote_plus

from apiscribe.serve.nodes import Node

Fits = Callable[[Node, Any], bool]
_INTEGER = re.compile(r"-?(0|[1-9]\d*)")
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")


def query_pairs(query: str) -> list[tuple[str, str]]:
    """Name (decoded) and raw value of each query member."""
    pairs = []
    for part in query.split("&"):
        if part:
            name, _, raw = part.partition("=")
            pairs.append((unquote_plus(name), raw))
    return pairs


def kinds_of(schema: Node | None, depth: int = 0) -> frozenset[str]:
    """The JSON kinds a schema names, through references and alternatives."""
    if schema is None or depth > 8:
        return frozenset()
    declared = schema.get("type")
    found = {declared} if isinstance(declared, str) else set(declared or ())
    if schema.get("properties"):
        found.add("object")
    for key in ("allOf", "oneOf", "anyOf"):
        parts = schema.child(key)
        for part in parts.items() if parts else ():
            found |= kinds_of(part, depth + 1)
    return frozenset(found)


def scalar(raw: str, schema: Node | None, fits: Fits) -> Any:
    """The JSON value that `raw` stands for: the first reading the schema accepts."""
    if schema is None:
        return raw
    for candidate in _readings(raw):
        if fits(schema, candidate):
            return candidate
    kinds = kinds_of(schema)
    if "integer" in kinds and _INTEGER.fullmatch(raw):
        return int(raw)
    return raw


def _readings(raw: str) -> Iterator[Any]:
    if raw[:1] in ("{", "["):  # what no style can write is sent as JSON
        with contextlib.suppress(ValueError):
            yield json.loads(raw)
    if _INTEGER.fullmatch(raw):
        yield int(raw)
    if _NUMBER.fullmatch(raw):
        yield float(raw)
    if raw in ("true", "false"):
        yield raw == "true"
    yield raw
    if raw in ("", "null"):
        yield None


def array(parts: Sequence[str], schema: Node | None, fits: Fits) -> list[Any]:
    """Each part read by the item schema."""
    item = schema.child("items") if schema else None
    return [scalar(part, item, fits) for part in parts]


def members(pairs: Sequence[tuple[str, str]], schema: Node | None, fits: Fits) -> dict[str, Any]:
    """Each member read by its property's schema; a name that repeats becomes a list."""
    properties = schema.child("properties") if schema else None
    extra = schema.child("additionalProperties") if schema else None
    grouped: dict[str, list[str]] = {}
    for name, raw in pairs:
        grouped.setdefault(name, []).append(raw)
    result: dict[str, Any] = {}
    for name, values in grouped.items():
        declared = (properties.child(name) if properties else None) or extra
        if declared is not None and "array" in kinds_of(declared):
            result[name] = array(values, declared, fits)
        else:
            result[name] = scalar(values[-1], declared, fits)
    return result


def _pairs_of(parts: Sequence[str], explode: bool) -> list[tuple[str, str]]:
    if explode:
        return [(p.partition("=")[0], p.partition("=")[2]) for p in parts]
    return list(zip(parts[::2], parts[1::2], strict=False))


def _composed(parts: Sequence[str], explode: bool, schema: Node | None, fits: Fits) -> Any:
    """Parts of a delimited text as an array, an object or one scalar, as the schema says."""
    kinds = kinds_of(schema)
    if schema is not None and "array" in kinds:
        return _array_or_scalar(parts, ",".join(parts), schema, fits)
    if "object" in kinds:
        return members(_pairs_of(parts, explode), schema, fits)
    return scalar(",".join(parts), schema, fits)


def _array_or_scalar(parts: Sequence[str], text: str, schema: Node, fits: Fits) -> Any:
    """The first alternative that takes what was sent, as an array of parts or as one text."""
    made = [
        array(parts, one, fits) if "array" in kinds_of(one) else scalar(text, one, fits)
        for one in alternatives(schema)
    ]
    return next((value for value in made if fits(schema, value)), array(parts, schema, fits))


def alternatives(schema: Node, depth: int = 0) -> Iterator[Node]:
    """The schemas of which one is to be met, those of unions in unions too."""
    keyword = next((key for key in ("oneOf", "anyOf") if schema.get(key)), "")
    parts = schema.child(keyword) if keyword and depth < 8 else None
    if parts is None:
        yield schema
        return
    for part in parts.items():
        yield from alternatives(part, depth + 1)


def decode_simple(raw: str, parameter: Node, fits: Fits, *, encoded: bool = True) -> Any:
    """Path (simple, label, matrix) and header values."""
    style, explode = parameter.get("style", "simple"), bool(parameter.get("explode", False))
    schema, name = parameter.child("schema"), str(parameter.get("name", ""))
    if style == "label":
        parts = raw.removeprefix(".").split("." if explode else ",")
    elif style == "matrix":
        parts = _matrix(raw, name, explode)
        if explode and "array" in kinds_of(schema):
            parts = [p.partition("=")[2] for p in parts]
    else:
        parts = raw.split(",")
    read = unquote if encoded else str.strip
    return _composed([read(p) for p in parts], explode, schema, fits)


def _matrix(raw: str, name: str, explode: bool) -> list[str]:
    pieces = raw.removeprefix(";").split(";")
    if explode and len(pieces) + pieces[0].count("=") > 1 and not pieces[0].startswith(f"{name}="):
        return pieces
    if explode and len(pieces) > 1:
        return pieces
    return pieces[0].removeprefix(f"{name}=").split(",")


def decode_query(pairs: Sequence[tuple[str, str]], parameter: Node, fits: Fits) -> Any | None:
    """The value of one query parameter of any style but `deepObject`; `None` when it was not sent."""
    name, style = str(parameter.get("name", "")), parameter.get("style", "form")
    schema = parameter.child("schema")
    explode = bool(parameter.get("explode", style == "form"))
    if style == "form" and explode and _is_object(schema):
        return _exploded_object(pairs, schema, fits)
    raw = [value for key, value in pairs if key == name]
    if not raw:
        return None
    if explode:
        parts = [unquote_plus(r) for r in raw]
        if schema is not None and "array" in kinds_of(schema):
            return _array_or_scalar(parts, parts[-1], schema, fits)
        return scalar(parts[-1], schema, fits)
    pattern = {"spaceDelimited": r"%20|\+", "pipeDelimited": r"\||%7C|%7c"}.get(style, ",")
    return _composed([unquote_plus(p) for p in re.split(pattern, raw[-1])], False, schema, fits)


def _is_object(schema: Node | None) -> bool:
    kinds = kinds_of(schema)
    return "object" in kinds and "array" not in kinds


def _exploded_object(
    pairs: Sequence[tuple[str, str]], schema: Node | None, fits: Fits
) -> Any | None:
    declared = schema.get("properties", {}) if schema else {}
    found = [(k, unquote_plus(v)) for k, v in pairs if not declared or k in declared]
    return members(found, schema, fits) if found else None


def decode_content(raw: str, *, encoded: bool = True) -> Any:
    """A `content: application/json` parameter; the raw text when it is no JSON."""
    text = unquote_plus(raw) if encoded else raw
    try:
        return json.loads(text)
    except ValueError:
        return text
