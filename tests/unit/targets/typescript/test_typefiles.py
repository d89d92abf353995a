"""Modules of types: they import what their text names, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.config import Settings
from apiscribe.targets.typescript.names import typescript_names
from apiscribe.targets.typescript.typefiles import type_files
from lowering import lower

OTHER = {"$ref": "#/components/schemas/Other"}


@pytest.mark.parametrize(
    ("schema", "imports"),
    [
        ({"anyOf": [OTHER, {"type": "string"}]}, True),
        ({"anyOf": [OTHER, {}]}, False),
        ({"type": "object", "additionalProperties": OTHER}, True),
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": OTHER}, False),
        ({"type": "object", "properties": {"a": OTHER, "b": {}}}, True),
    ],
)
def test_what_unknown_takes_in_is_not_imported(schema: Any, imports: bool) -> None:
    other = {"type": "object", "properties": {"name": {"type": "string"}}}
    api, _ = lower({"components": {"schemas": {"Other": other, "Whole": schema}}})
    files = dict(type_files(api, typescript_names(api, Settings())))
    assert any("Other" in line for line in files["whole"]().imports) is imports
