"""2.0, 3.0 and 3.1 as 3.2: schemas, examples, Swagger documents, repairs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import Document, bundle_document, dump_yaml, load_document, validate_document
from openapi_spec_validator import OpenAPIV32SpecValidator

DOCUMENTS = Path(__file__).parent / "documents"
NULL = {"type": "null"}


def load(folder: Path, data: dict[str, Any]) -> tuple[Document, Diagnostics]:
    """A document without errors, and valid by the official schema."""
    path = folder / "openapi.yaml"
    path.write_text(dump_yaml(data))
    diagnostics = Diagnostics()
    document = load_document(path, diagnostics)
    validate_document(document, diagnostics, thorough=True)
    assert not diagnostics.errors
    assert not list(OpenAPIV32SpecValidator(bundle_document(document)).iter_errors())
    return document, diagnostics


def schema_of(folder: Path, schema: dict[str, Any], version: str = "3.0.3") -> Any:
    """What a schema becomes."""
    data = {
        "openapi": version,
        "info": {"title": "x", "version": "1"},
        "paths": {},
        "components": {"schemas": {"X": schema, "Y": {"type": "object"}, "Z": {"type": "object"}}},
    }
    return load(folder, data)[0].data["components"]["schemas"]["X"]


Y = {"$ref": "#/components/schemas/Y"}
Z = {"$ref": "#/components/schemas/Z"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ({"type": "string", "nullable": False}, {"type": "string"}),
        ({"nullable": True}, {}),
        ({"type": "string", "enum": ["a"], "nullable": True}, {"type": ["string", "null"], "enum": ["a", None]}),
        ({"enum": ["a", None], "nullable": True}, {"enum": ["a", None]}),
        ({"allOf": [Y], "nullable": True, "description": "d"}, {"anyOf": [Y, NULL], "description": "d"}),
        ({"allOf": [Y, Z], "nullable": True, "default": None}, {"anyOf": [{"allOf": [Y, Z]}, NULL], "default": None}),
        ({"type": "object", "allOf": [Y], "nullable": True}, {"anyOf": [{"type": "object", "allOf": [Y]}, NULL]}),
        ({"oneOf": [Y, Z], "nullable": True}, {"oneOf": [Y, Z, NULL]}),
        ({"anyOf": [Y, {"type": "string", "nullable": True}], "nullable": True},
         {"anyOf": [Y, {"type": ["string", "null"]}]}),
        ({"properties": {"a": {}}, "nullable": True}, {"properties": {"a": {}}, "type": ["object", "null"]}),
        ({"type": "number", "minimum": 0, "exclusiveMinimum": True, "maximum": 9, "exclusiveMaximum": False},
         {"type": "number", "exclusiveMinimum": 0, "maximum": 9}),
        ({"type": "string", "example": "x"}, {"type": "string", "examples": ["x"]}),
        ({"type": "string", "example": "x", "description": "d"},
         {"type": "string", "description": "d", "examples": ["x"]}),
        ({"properties": {"example": {"type": "string"}}}, {"properties": {"example": {"type": "string"}}}),
    ],
)  # fmt: skip
def test_schemas_of_3_0(tmp_path: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    assert schema_of(tmp_path, old) == new


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"type": ["string", "null"]}, {"type": ["string", "null"]}),
        ({"type": ["string"]}, {"type": "string"}),
        ({**Y, "nullable": True}, {"anyOf": [Y, NULL]}),
        ({**Y, "description": "d"}, {**Y, "description": "d"}),
        ({"const": "a", "type": "string", "nullable": True}, {"type": ["string", "null"], "enum": ["a", None]}),
        ({"example": 1, "examples": [1, 2]}, {"examples": [1, 2]}),
        ({"example": True, "examples": [1]}, {"examples": [1, True]}),
        ({"examples": {"a": {"value": 1}}}, {"examples": [1]}),
        ({"items": [{"type": "string"}], "additionalItems": False}, {"prefixItems": [{"type": "string"}], "items": False}),
        ({"exclusiveMaximum": True, "maximum": 2}, {"exclusiveMaximum": 2}),
    ],
)  # fmt: skip
def test_schemas_of_3_1(tmp_path: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    assert schema_of(tmp_path, old, "3.1.0") == new


def test_beside_a_reference_only_texts_count_before_3_1(tmp_path: Path) -> None:
    old = {"properties": {"a": {**Y, "nullable": True, "description": "d", "x-own": 1}}}
    assert schema_of(tmp_path, old) == {"properties": {"a": {**Y, "description": "d", "x-own": 1}}}


def test_moved_values_keep_their_place(tmp_path: Path) -> None:
    schema = {
        "nullable": True,
        "allOf": [{"type": "object", "properties": {"a": {"type": "string", "example": "x"}}}],
    }
    data = {
        "openapi": "3.0.0", "info": {"title": "x", "version": "1"}, "paths": {},
        "components": {"schemas": {"X": schema}},
    }  # fmt: skip
    document, _ = load(tmp_path, data)
    at = "/components/schemas/X/anyOf/0/properties/a"
    assert document.place(at).pointer == "/components/schemas/X/allOf/0/properties/a"
    assert document.place(at + "/examples/0").pointer.endswith("/allOf/0/properties/a/example")


def test_examples_of_parameters_and_media_types(tmp_path: Path) -> None:
    media = {"schema": {}, "example": {"a": 1}}
    parameter = {"name": "q", "in": "query", "schema": {}, "example": 5}
    response = {"description": "", "content": {"application/json": media}}
    data = {
        "openapi": "3.0.0", "info": {"title": "x", "version": "1"},
        "paths": {"/a": {"get": {"parameters": [parameter], "responses": {"200": response}}}},
    }  # fmt: skip
    operation = load(tmp_path, data)[0].data["paths"]["/a"]["get"]
    assert operation["parameters"][0]["examples"] == {"example": {"value": 5}}
    content = operation["responses"]["200"]["content"]["application/json"]
    assert content == {"schema": {}, "examples": {"example": {"value": {"a": 1}}}}


@pytest.fixture
def ferries() -> Document:
    diagnostics = Diagnostics()
    document = load_document(DOCUMENTS / "swagger.yaml", diagnostics)
    validate_document(document, diagnostics, thorough=True)
    assert not list(diagnostics)
    assert not list(OpenAPIV32SpecValidator(bundle_document(document)).iter_errors())
    return document


def test_swagger_frame(ferries: Document) -> None:
    data = ferries.data
    assert ferries.source_version == "2.0"
    assert [server["url"] for server in data["servers"]] == [
        "https://ferry.example/v2",
        "http://ferry.example/v2",
    ]
    assert data["security"] == [{"key": []}]
    assert data["components"]["securitySchemes"] == {
        "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
        "basic": {"type": "http", "scheme": "basic", "description": "d"},
        "oauth": {
            "type": "oauth2",
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": "https://a", "tokenUrl": "https://t", "scopes": {"r": "read"},
                }
            },
        },
    }  # fmt: skip
    ship = data["components"]["schemas"]["Ship"]
    assert ship["discriminator"] == {"propertyName": "kind"}
    assert ship["properties"]["name"] == {"type": ["string", "null"], "examples": ["Kea"]}


def test_swagger_parameters(ferries: Document) -> None:
    operation = ferries.data["paths"]["/ships/{id}"]["get"]
    assert ferries.data["components"]["parameters"]["limit"] == {
        "name": "limit", "in": "query", "schema": {"type": "integer", "default": 5, "exclusiveMaximum": 9},
    }  # fmt: skip
    assert operation["parameters"][0] == {"$ref": "#/components/parameters/limit"}
    styles = [(p["name"], p["style"], p["explode"]) for p in operation["parameters"][1:]]
    assert styles == [
        ("tags", "form", True), ("ids", "pipeDelimited", False), ("X-List", "simple", False),
    ]  # fmt: skip
    assert operation["servers"] == [{"url": "https://ferry.example/v2"}]
    place = ferries.place("/paths/~1ships~1{id}/get/parameters/1/schema/items")
    assert place.pointer == "/paths/~1ships~1{id}/get/parameters/1/items"


def test_swagger_answers(ferries: Document) -> None:
    responses = ferries.data["paths"]["/ships/{id}"]["get"]["responses"]
    schema = {"type": "array", "items": {"$ref": "#/components/schemas/Ship"}}
    assert responses["200"]["content"] == {
        "application/json": {
            "schema": schema,
            "examples": {"example": {"value": [{"kind": "ferry"}]}},
        },
        "text/csv": {"schema": schema},
    }
    assert responses["200"]["headers"] == {
        "X-Rate": {"schema": {"type": "integer"}, "description": "left"}
    }
    assert responses["default"] == {"$ref": "#/components/responses/Oops"}
    oops = ferries.data["components"]["responses"]["Oops"]["content"]["application/json"]["schema"]
    assert oops == {"$ref": "#/components/schemas/Ship/properties/name"}
    where = "/components/responses/Oops/content/application~1json/schema"
    assert ferries.place(where).pointer == "/responses/Oops/schema"


def test_swagger_bodies(ferries: Document) -> None:
    paths = ferries.data["paths"]
    assert paths["/ships/{id}"]["put"]["requestBody"] == {"$ref": "#/components/requestBodies/ship"}
    assert ferries.data["components"]["requestBodies"]["ship"] == {
        "required": True, "description": "the ship", "x-name": "ship",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Ship"}}},
    }  # fmt: skip
    photo = paths["/photos"]["post"]
    assert photo["requestBody"] == {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "deck": {"type": "string"},
                        "photo": {
                            "type": "string",
                            "format": "binary",
                            "description": "the picture",
                        },
                        "tags": {"type": "array", "items": {"type": "string"}},
                    },
                    "required": ["photo"],
                },
                "encoding": {"tags": {"style": "form", "explode": False}},
            }
        },
    }
    assert photo["responses"]["200"]["content"] == {
        "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
    }
    assert list(paths["/forms"]["post"]["requestBody"]["content"]) == [
        "application/x-www-form-urlencoded"
    ]


def test_versions_are_strings_as_written(tmp_path: Path) -> None:
    path = tmp_path / "openapi.yaml"
    path.write_text("openapi: 3.1\ninfo: {title: x, version: 1.10}\npaths: {}\n")
    diagnostics = Diagnostics()
    document = load_document(path, diagnostics)
    assert document.source_version == "3.1"
    assert document.data["info"]["version"] == "1.10"
    assert [found.rule for found in diagnostics] == ["openapi/quotes"]
