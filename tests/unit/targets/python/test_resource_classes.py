"""Classes of resources never meet the client's name or their parent's."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

from apiscribe.diagnostics import Diagnostics
from apiscribe.ir import Resource
from apiscribe.pipeline import load_api
from apiscribe.targets.python.names import python_names, resource_class

EMPTY = {"204": {"description": "done"}}


def test_a_client_a_resource_and_its_child_of_one_name(tmp_path: Path) -> None:
    paths = {
        f"/{depth}": {
            "get": {
                "operationId": f"list{depth}",
                "x-sdk": {"resource": ".".join(["pets"] * depth), "method": "list"},
                "responses": EMPTY,
            }
        }
        for depth in (1, 2, 3)
    }
    spec = {"openapi": "3.2.0", "info": {"title": "Pets", "version": "1"}, "paths": paths}
    (tmp_path / "pets.json").write_text(json.dumps(spec))
    loaded = load_api(str(tmp_path / "pets.json"), Diagnostics())
    names = python_names(loaded.api, loaded.settings)

    def chain(resources: tuple[Resource, ...]) -> list[str]:
        return [
            name for r in resources for name in (resource_class(r.path, names), *chain(r.children))
        ]

    found = [names.client, *chain(loaded.api.resources)]
    assert found == ["Pets", "PetsResource", "PetsResourceResource", "PetsResource"]
    assert all(upper != lower for upper, lower in pairwise(found))
