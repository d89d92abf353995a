"""`include` and `exclude`: what stays of a document, and that mistakes are said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pipeline.apis import find_api
from apiscribe.pipeline.documents import read_document, read_findings
from apiscribe.pipeline.loading import read_api

DOCUMENT = """
openapi: 3.1.0
info: {title: Harbour, version: "1"}
servers: [{url: https://harbour.example}]
tags: [{name: ships}, {name: cranes}, {name: office}]
paths:
  /ships:
    get:
      operationId: listShips
      tags: [ships]
      security: [{key: []}]
      responses: {"200": {$ref: "#/components/responses/Ships"}}
    post:
      operationId: addShip
      tags: [ships]
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Ship"}}}}
      responses: {"201": {description: done, links: {next: {operationId: getCrane}}}}
  /ships/{id}/crew: {$ref: "#/components/pathItems/Crew"}
  /cranes/{id}:
    get:
      operationId: getCrane
      tags: [cranes, office]
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        "200":
          description: a crane
          content: {application/json: {schema: {$ref: "#/components/schemas/Crane"}}}
webhooks:
  arrived:
    post:
      operationId: arrived
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Arrival"}}}}
      responses: {"200": {description: thanks}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: key}
  pathItems:
    Crew:
      get:
        operationId: listCrew
        parameters: [{name: id, in: path, required: true, schema: {type: string}}]
        responses: {"200": {description: people}}
  responses:
    Ships:
      description: ships
      content:
        application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Ship"}}}
  schemas:
    Ship:
      type: object
      required: [kind]
      properties: {kind: {type: string}, port: {$ref: "#/components/schemas/Port"}}
      discriminator: {propertyName: kind}
    Tanker: {allOf: [{$ref: "#/components/schemas/Ship"}, {properties: {oil: {type: number}}}]}
    Port: {type: object, properties: {name: {type: string}}}
    Crane: {type: object, properties: {ship: {$ref: "#/components/schemas/Port"}}}
    Arrival: {type: object, properties: {at: {type: string}}}
"""


def load(folder: Path, settings: str) -> dict[str, Any]:
    """What stays of the document."""
    (folder / "openapi.yaml").write_text(DOCUMENT)
    (folder / "sdk.yaml").write_text(settings)
    diagnostics = Diagnostics()
    files = find_api(str(folder), diagnostics)
    assert files is not None
    read_api(files, diagnostics)
    return read_document(files, diagnostics).document.data


def calls(data: dict[str, Any]) -> set[str]:
    return {
        operation["operationId"]
        for section in ("paths", "webhooks")
        for item in data.get(section, {}).values()
        for operation in (
            data["components"]["pathItems"]["Crew"] if "$ref" in item else item
        ).values()
        if isinstance(operation, dict)
    }


ALL = {"listShips", "addShip", "listCrew", "getCrane", "arrived"}


@pytest.mark.parametrize(
    ("settings", "left"),
    [
        ("", ALL),
        ("include: {paths: [/ships]}", {"listShips", "addShip"}),
        ("include: {paths: [/ships**]}", {"listShips", "addShip", "listCrew"}),
        ('include: {paths: ["GET /ships"]}', {"listShips"}),
        ("include: {paths: [/*]}", {"listShips", "addShip"}),
        ('include: {paths: ["/cranes/{id}"]}', {"getCrane"}),
        ("include: {tags: [office], operations: [arrived]}", {"getCrane", "arrived"}),
        ("exclude: {tags: [ships]}", {"listCrew", "getCrane", "arrived"}),
        ("include: {tags: [ships]}\nexclude: {operations: [addShip]}", {"listShips"}),
        ("exclude: {paths: ['**']}", {"arrived"}),
    ],
)
def test_operations(tmp_path: Path, settings: str, left: set[str]) -> None:
    assert calls(load(tmp_path, settings)) == left


def test_what_the_rest_leads_to_stays(tmp_path: Path) -> None:
    data = load(tmp_path, "include: {operations: [listShips]}")
    components = data["components"]
    # Tanker is told from Ship by the discriminator, so an answer may be one.
    assert set(components["schemas"]) == {"Ship", "Tanker", "Port"}
    assert set(components["responses"]) == {"Ships"}
    assert set(components["securitySchemes"]) == {"key"}
    assert not components.get("pathItems")
    assert [tag["name"] for tag in data["tags"]] == ["ships"]
    assert not data.get("webhooks")


def test_what_nothing_leads_to_goes(tmp_path: Path) -> None:
    data = load(tmp_path, "include: {operations: [addShip, listCrew]}")
    assert set(data["components"]["schemas"]) == {"Ship", "Tanker", "Port"}
    assert not data["components"]["securitySchemes"]
    assert not data["components"]["responses"]
    assert data["paths"]["/ships"]["post"]["responses"]["201"]["links"] == {}


def test_what_is_left_out_is_not_checked(tmp_path: Path) -> None:
    twice = DOCUMENT.replace("operationId: getCrane\n", "operationId: addShip\n")
    assert not said(tmp_path, twice, "exclude: {tags: [cranes]}") & {
        "openapi/duplicate-operation-id"
    }
    assert said(tmp_path, twice, "") & {"openapi/duplicate-operation-id"}


def said(folder: Path, document: str, settings: str) -> set[str]:
    """The rules of all findings."""
    (folder / "openapi.yaml").write_text(document)
    (folder / "sdk.yaml").write_text(settings)
    diagnostics = Diagnostics()
    files = find_api(str(folder), diagnostics)
    assert files is not None
    read_findings(files, diagnostics)
    return {found.rule for found in diagnostics}


@pytest.mark.parametrize(
    ("settings", "message", "help"),
    [
        ("include: {tags: [ship]}", "operation with the tag `ship`", "did you mean `ships`?"),
        ("exclude: {operations: [listship]}", "operation `listship`", "did you mean `listShips`?"),
        ("include: {paths: [/crane/*]}", "path that fits `/crane/*`", ""),
    ],
)
def test_entries_that_choose_nothing(
    tmp_path: Path, settings: str, message: str, help: str
) -> None:
    with pytest.raises(ApiscribeError) as stopped:
        load(tmp_path, settings)
    (found,) = stopped.value.diagnostics
    assert found.rule == "config/unknown-name"
    assert message in found.message
    assert help in found.help
