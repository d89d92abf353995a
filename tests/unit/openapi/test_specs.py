"""The committed specs: whole, valid, every action sourced, every example fitting."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from apiscribe.assets import specs_folder
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import (
    Document,
    bundle_document,
    dump_yaml,
    load_document,
    load_text,
    load_yaml,
    validate_document,
)
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

APIS = ("scale", "reverix")


def load(api: str) -> Document:
    """A bundled API with its overlay; nothing may be said about it."""
    diagnostics = Diagnostics()
    folder = specs_folder() / api
    document = load_document(
        folder / "openapi.yaml", diagnostics, overlays=[folder / "overlay.yaml"]
    )
    validate_document(document, diagnostics, thorough=True)
    assert not list(diagnostics)
    return document


@pytest.fixture(scope="module")
def scale() -> Document:
    return load("scale")


@pytest.fixture(scope="module")
def reverix() -> Document:
    return load("reverix")


@pytest.mark.parametrize("api", APIS)
def test_bundle_validates_and_round_trips(api: str) -> None:
    bundle = bundle_document(load(api))
    validate(bundle)  # type: ignore[arg-type]
    assert load_text(dump_yaml(bundle), "bundle.yaml", Diagnostics()).data == bundle


@pytest.mark.parametrize("api", APIS)
def test_every_action_names_its_source_or_says_it_is_assumed(api: str) -> None:
    overlay = load_yaml(specs_folder() / api / "overlay.yaml", Diagnostics()).data
    for action in overlay["actions"]:
        reasons = [action.get("x-source"), action.get("x-assumption")]
        assert sum(isinstance(reason, str) and bool(reason.strip()) for reason in reasons) == 1


def operation(document: Document, path: str, verb: str) -> Any:
    return document.data["paths"][path][verb]


def test_scale_has_what_the_page_lacks(scale: Document) -> None:
    data = scale.data
    assert {server["name"]: server["url"] for server in data["servers"]} == {
        "production": "https://api.egp.scale.com",
        "production-multitenant": "https://api.sgp.scale.com",
        "staging": "https://api.staging-sgp.scale.com",
        "development": "https://api.dev-sgp.scale.com",
    }
    schemes = data["components"]["securitySchemes"]
    assert {scheme["name"] for scheme in schemes.values()} == {"x-api-key", "x-selected-account-id"}
    assert data["security"] == [{"APIKeyHeader": [], "AccountHeader": []}]
    create = operation(scale, "/v5/chat/completions", "post")
    assert [(p["name"], p["in"]) for p in create["parameters"]] == [("x-openai-api-key", "header")]
    body = scale.resolve(create["requestBody"]["content"]["application/json"]["schema"]["$ref"])
    assert len(body["properties"]) == 29
    assert body["required"] == ["messages", "model"]
    assert create["x-sdk"]["stream"] == {"switch": {"stream": True}, "terminator": "[DONE]"}
    models = operation(scale, "/v5/chat/completions/models", "get")
    assert [p["name"] for p in models["parameters"]] == [
        "ending_before", "limit", "model_vendor", "sort_by", "sort_order", "starting_after",
    ]  # fmt: skip
    limit = models["parameters"][1]["schema"]
    assert (limit["minimum"], limit["maximum"]) == (1, 10000)
    for found in (create, models):
        content = found["responses"]["422"]["content"]["application/json"]
        assert content["schema"] == {"$ref": "#/components/schemas/HTTPValidationError"}


def numbers(schema: Any) -> list[str]:
    """The numeric types in a schema, references not followed."""
    if isinstance(schema, list):
        return [kind for item in schema for kind in numbers(item)]
    if not isinstance(schema, dict):
        return []
    kinds = schema.get("type", [])
    own = [
        kind
        for kind in ([kinds] if isinstance(kinds, str) else kinds)
        if kind in ("integer", "number")
    ]
    return own + [kind for value in schema.values() for kind in numbers(value)]


def test_scale_numbers_and_nulls(scale: Document) -> None:
    schemas = scale.data["components"]["schemas"]
    answers = [
        "ChatCompletion",
        "ChatCompletionChunk",
        "ChatCompletionTokenLogprob",
        "CompletionUsage",
    ]
    kinds = [kind for name in answers for kind in numbers(schemas[name])]
    assert (kinds.count("integer"), kinds.count("number")) == (19, 2)
    message = schemas["ChatCompletion"]["properties"]["choices"]["items"]["properties"]["message"]
    optional = {name for name in message["properties"] if name not in message["required"]}
    assert {name for name in optional if "null" in message["properties"][name]["type"]} == optional
    usage = schemas["ChatCompletion"]["properties"]["usage"]
    assert usage["anyOf"] == [{"$ref": "#/components/schemas/CompletionUsage"}, {"type": "null"}]
    assert "$ref" not in usage


def test_scale_objects_of_a_completion_are_open(scale: Document) -> None:
    closed: list[str] = []

    def look(name: str, schema: Any) -> None:
        if isinstance(schema, dict):
            if "properties" in schema and schema.get("additionalProperties") is not True:
                closed.append(name)
            for value in schema.values():
                look(name, value)
        elif isinstance(schema, list):
            for item in schema:
                look(name, item)

    for name, schema in scale.data["components"]["schemas"].items():
        look(name, schema)
    assert set(closed) == {
        "ModelDefinition", "CompletionModelsResponse", "HTTPValidationError", "ValidationError",
    }  # fmt: skip


@pytest.mark.parametrize("api", APIS)
def test_everything_is_described(api: str) -> None:
    document = load(api)
    missing: list[str] = []

    def look(name: str, schema: Any) -> None:
        for member, inner in schema.get("properties", {}).items():
            at = f"{name}.{member}"
            if "description" not in inner:
                missing.append(at)
            look(at, inner)
        if isinstance(schema.get("items"), dict):
            look(name + "[]", schema["items"])

    for name, schema in document.data["components"]["schemas"].items():
        if "description" not in schema:
            missing.append(name)
        look(name, schema)
    for path, item in document.data["paths"].items():
        for verb, found in item.items():
            missing += [
                f"{verb} {path} {what}" for what in ("summary", "description") if what not in found
            ]
            missing += [p["name"] for p in found.get("parameters", []) if "description" not in p]
    assert not missing


def test_reverix_assumes_openly(reverix: Document) -> None:
    assert "servers" not in reverix.data
    create = "/paths/~1v1~1chat~1completions/post"
    for at in (create, f"{create}/requestBody", "/security/0", "/components/schemas/ChatMessage"):
        origin = reverix.origin(at)
        assert origin is not None
        assert origin.assumption
        assert not origin.source
    assert reverix.origin("/components/schemas/ChatCompletion/properties/id/type") is None


def media_of(document: Document, name: str) -> Any:
    """The media type that an example file is for."""
    operation_id, part = name.split(".")[:2]
    found = next(
        found
        for item in document.data["paths"].values()
        for found in item.values()
        if found["operationId"] == operation_id
    )
    if part == "request":
        return found["requestBody"]["content"]["application/json"]
    status = "200" if part in ("response", "stream") else part
    kind = "text/event-stream" if part == "stream" else "application/json"
    return found["responses"][status]["content"][kind]


def examples() -> list[Path]:
    return sorted(
        path for api in APIS for path in (specs_folder() / api / "examples").glob("*.json")
    )


@pytest.mark.parametrize("path", examples(), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_examples_fit_their_schemas(path: Path) -> None:
    document = load(path.parts[-3])
    value = json.loads(path.read_text(encoding="utf-8"))
    media = media_of(document, path.name)
    schema = media.get("schema") or media["itemSchema"]
    whole = {**schema, "components": document.data["components"]}
    validator = Draft202012Validator(whole)
    for item in value if path.name.split(".")[1] == "stream" else [value]:
        problems = [problem.message for problem in validator.iter_errors(item)]
        assert not problems


def test_each_api_has_a_request_an_answer_and_a_stream() -> None:
    for api in APIS:
        parts = {path.name.split(".")[1] for path in examples() if path.parts[-3] == api}
        assert {"request", "response", "stream"} <= parts
