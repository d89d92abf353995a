"""What a document has, read from its raw text: operations and named schemas."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import yaml

VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")

Calls: TypeAlias = Counter[str]
"""How often each `VERB /path` is there."""


def read_raw(path: Path) -> dict[str, Any]:
    """The document as plain values."""
    text = path.read_text()
    if path.suffix == ".json":
        return dict(json.loads(text))
    return dict(yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


def call(verb: str, path: str) -> str:
    """One operation as every count here writes it; a fragment is never sent."""
    return f"{verb.upper()} {path.partition('#')[0]}"


def operations_of(raw: Mapping[str, Any]) -> Calls:
    """Every verb under every path, path items behind references included."""
    return Counter(_operations(raw))


def _operations(raw: Mapping[str, Any]) -> Iterator[str]:
    for path, item in (raw.get("paths") or {}).items():
        if path.startswith("x-"):
            continue
        while isinstance(item.get("$ref"), str) and item["$ref"].startswith("#/"):
            item = _at(raw, item["$ref"])
        yield from (call(verb, path) for verb in VERBS if verb in item)
        yield from (call(verb, path) for verb in item.get("additionalOperations") or ())


def _at(raw: Any, reference: str) -> Any:
    for token in reference.removeprefix("#/").split("/"):
        raw = raw[token.replace("~1", "/").replace("~0", "~")]
    return raw


def schemas_of(raw: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the schemas that the document names."""
    if "swagger" in raw:
        return tuple(raw.get("definitions") or ())
    return tuple((raw.get("components") or {}).get("schemas") or ())
