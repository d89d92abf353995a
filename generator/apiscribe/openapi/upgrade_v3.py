"""OpenAPI 3.0 and 3.1 as 3.2 (schemas: see `upgrade_schema`)."""

from __future__ import annotations

import re
from typing import Any

from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.pointers import path_pointer, pointer
from apiscribe.openapi.shapes import walk
from apiscribe.openapi.shapes_v3 import SHAPES
from apiscribe.openapi.upgrade_schema import SchemaUpgrade, same_json

TARGET_VERSION = "3.2.0"
_KNOWN_DIALECT = re.compile(
    r"https://spec\.openapis\.org/oas/3\.[12]/dialect/.*|https://json-schema\.org/draft/2020-12/schema#?"
)
_EXAMPLE_HOLDERS = frozenset({"Parameter", "Header", "MediaType"})


def upgrade_v3(
    data: dict[str, Any], version: tuple[int, int], origins: Origins, diagnostics: Diagnostics
) -> None:
    """Upgrade in place. Node types must be right (see `shape_check`)."""
    data["openapi"] = TARGET_VERSION
    _webhooks(data, origins)
    _dialect(data, origins, diagnostics)
    schemas = SchemaUpgrade(version, origins, diagnostics)
    for visit in walk(data, SHAPES["OpenAPI"]):
        name = visit.shape.name
        if name == "Schema":
            schemas.upgrade(visit.value, visit.path)
        elif name in _EXAMPLE_HOLDERS and "example" in visit.value:
            fold_example(visit.value, path_pointer(visit.path), origins)
        elif visit.shape.reference and "$ref" in visit.value and name != "PathItem":
            _reference(visit.value)


def _webhooks(data: dict[str, Any], origins: Origins) -> None:
    """`x-webhooks` was the way to write webhooks before 3.1."""
    if isinstance(data.get("x-webhooks"), dict) and "webhooks" not in data:
        data["webhooks"] = data.pop("x-webhooks")
        origins.move("/webhooks", "/x-webhooks")


def _dialect(data: dict[str, Any], origins: Origins, diagnostics: Diagnostics) -> None:
    dialect = data.pop("jsonSchemaDialect", None)
    if isinstance(dialect, str) and not _KNOWN_DIALECT.fullmatch(dialect):
        diagnostics.warning(
            "openapi/dialect",
            f"the dialect `{dialect}` is not known; schemas are read as JSON Schema 2020-12.",
            origins.place("/jsonSchemaDialect"),
            "remove `jsonSchemaDialect`",
        )


def _reference(value: dict[str, Any]) -> None:
    """A Reference Object has `summary` and `description` beside `$ref` and nothing else."""
    for name in list(value):
        if name not in ("$ref", "summary", "description"):
            del value[name]


def fold_example(value: dict[str, Any], at: str, origins: Origins) -> None:
    """`example` becomes the Example Object `example`, unless it is listed already."""
    example = value.pop("example")
    examples = value.setdefault("examples", {})
    listed = [item.get("value") for item in examples.values() if isinstance(item, dict)]
    if any(same_json(example, other) for other in listed):
        return
    name = "example"
    while name in examples:
        name += "_"
    examples[name] = {"value": example}
    origins.move(at + pointer("examples", name, "value"), f"{at}/example")
