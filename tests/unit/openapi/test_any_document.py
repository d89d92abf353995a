"""Whatever a document holds: findings, never a fault; and what passes is valid OpenAPI 3.2."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.openapi import (
    bundle_document,
    dump_yaml,
    load_document,
    load_yaml,
    validate_document,
)
from openapi_spec_validator.schemas import openapi_v32_schema_validator

DOCUMENTS = Path(__file__).parent / "documents"
SHARED = Path(__file__).parents[4] / "shared"

JUNK: list[Any] = [
    None, 0, 1.5, -3, True, False, "", "x", "#/x", [], {}, [1], {"a": 1}, [[]], [{}], [None],
    {"$ref": 5}, {"$ref": "#/nope"}, {"$ref": "#"}, {"type": "string"}, "#/components/schemas/Dock",
    {"x": {"$ref": "other.yaml"}}, {"$ref": "%zz"}, {"$ref": "http://[bad"}, {"$ref": "a\x00b"},
]  # fmt: skip
NAMES = [
    "x", "$ref", "nullable", "example", "type", "items", "enum", "discriminator", "parameters",
    "allOf", "required", "properties", "schema", "content", "x-sdk", "$id", "$dynamicRef", "",
]  # fmt: skip


def paths_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every way into a value, the root left out."""
    members = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value) if isinstance(value, list) else ()
    )
    for name, item in members:
        yield (*path, name)
        yield from paths_in(item, (*path, name))


def spoil(data: Any, source: random.Random) -> Any:
    """A copy with one to three nodes replaced, removed or renamed."""
    data = copy.deepcopy(data)
    for _ in range(source.choice([1, 1, 1, 2, 3])):
        ways = list(paths_in(data))
        if not ways:
            break
        *way, last = source.choice(ways)
        holder = data
        for name in way:
            holder = holder[name]
        action = source.random()
        if action < 0.7:
            holder[last] = copy.deepcopy(source.choice(JUNK))
        elif action < 0.85 or not isinstance(holder, dict):
            del holder[last]
        else:
            holder[source.choice(NAMES)] = holder.pop(last)
    return data


@pytest.mark.parametrize("name", ["rich", "swagger"])
@pytest.mark.parametrize("seed", range(8))
def test_any_node_may_be_anything(name: str, seed: int, tmp_path: Path) -> None:
    good = load_yaml(DOCUMENTS / f"{name}.yaml", Diagnostics()).data
    source = random.Random(f"{name}{seed}")
    path = tmp_path / "openapi.json"
    for _ in range(40):
        data = spoil(good, source)
        path.write_text(json.dumps(data), encoding="utf-8")
        diagnostics = Diagnostics()
        try:
            document = load_document(path, diagnostics)
            validate_document(document, diagnostics)
        except ApiscribeError:
            assert diagnostics.errors
            continue
        for found in diagnostics:
            assert diagnostics.locate(found.where) is not None
        if not diagnostics.errors:
            errors = list(openapi_v32_schema_validator.iter_errors(bundle_document(document)))
            assert not errors, (data, errors[0].message)


@pytest.mark.parametrize("seed", range(4))
def test_any_overlay_may_be_anything(seed: int, tmp_path: Path) -> None:
    good = {
        "overlay": "1.1.0",
        "info": {"title": "o", "version": "1"},
        "actions": [
            {"target": "$.paths.*.get", "x-source": "s", "update": {"summary": "x", "tags": ["a"]}},
            {"target": "$..schema", "x-source": "s", "update": {"nullable": True}},
            {"target": "$.tags[0]", "x-assumption": "s", "remove": True},
            {"target": "$.info", "x-source": "s", "copy": "$.info.contact"},
        ],
    }
    overlay = tmp_path / "overlay.yaml"
    source = random.Random(seed)
    for _ in range(40):
        overlay.write_text(dump_yaml(spoil(good, source)))
        diagnostics = Diagnostics()
        try:
            document = load_document(DOCUMENTS / "rich.yaml", diagnostics, overlays=[overlay])
            validate_document(document, diagnostics)
        except ApiscribeError:
            assert diagnostics.errors


def shared_documents() -> list[Path]:
    return sorted((SHARED / "cases").glob("*.yaml")) if SHARED.is_dir() else []


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not here")
def test_hard_documents_of_others() -> None:
    invalid = {"044", "148", "151", "156", "160", "161", "164"}
    assert len(shared_documents()) > 60
    for path in shared_documents():
        diagnostics = Diagnostics()
        try:
            document = load_document(path, diagnostics)
            validate_document(document, diagnostics)
        except ApiscribeError:
            assert diagnostics.errors
        assert bool(diagnostics.errors) == (path.name[:3] in invalid), path.name
