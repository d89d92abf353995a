"""Files of `examples/` become examples of the document, with their own places."""

import json
from pathlib import Path
from typing import Any

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import Document, load_document
from apiscribe.pipeline.examples import inject_examples

SPEC = """\
openapi: 3.2.0
info: {title: Pets, version: "1"}
paths:
  /pets/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post:
      operationId: POST-/pets/{id}
      requestBody: {$ref: "#/components/requestBodies/Pet"}
      responses:
        "200":
          description: Done.
          content:
            text/event-stream:
              itemSchema: {type: object}
            application/json:
              schema: {type: object}
              examples: {own: {value: 1}}
        "422": {$ref: "#/components/responses/Bad"}
    put:
      requestBody: {$ref: "#/components/requestBodies/Pet"}
      responses: {"204": {description: Done.}}
components:
  requestBodies:
    Pet: {content: {application/json: {schema: {type: object}}}}
  responses:
    Bad: {description: Bad., content: {application/problem+json: {schema: {type: object}}}}
"""


def inject(folder: Path, **contents: Any) -> tuple[Document, Diagnostics]:
    """A document with the examples `contents`: file name without suffix → value."""
    (folder / "openapi.yaml").write_text(SPEC)
    (folder / "examples").mkdir()
    for name, value in contents.items():
        (folder / "examples" / f"{name}.json").write_text(json.dumps(value, indent=1))
    diagnostics = Diagnostics()
    document = load_document(folder / "openapi.yaml", diagnostics)
    inject_examples(document, folder / "examples", diagnostics)
    return document, diagnostics


def operation(document: Document, verb: str = "post") -> Any:
    return document.data["paths"]["/pets/{id}"][verb]


def test_every_part(tmp_path: Path) -> None:
    document, diagnostics = inject(
        tmp_path,
        **{
            "POST-pets-id.request": {"name": "Rex"},
            "POST-pets-id.response": {"a": 1},
            "POST-pets-id.response.second": {"a": 2},
            "POST-pets-id.stream": [{"a": 3}],
            "POST-pets-id.422.too-young": {"b": 4},
        },
    )
    assert not diagnostics.items
    made = operation(document)
    body = made["requestBody"]["content"]["application/json"]
    assert body["examples"] == {"example": {"value": {"name": "Rex"}}}
    contents = made["responses"]["200"]["content"]
    assert list(contents["application/json"]["examples"]) == ["example", "second", "own"]
    assert contents["application/json"]["examples"]["second"] == {"value": {"a": 2}}
    assert contents["text/event-stream"]["examples"] == {"example": {"value": [{"a": 3}]}}
    bad = made["responses"]["422"]["content"]["application/problem+json"]
    assert bad["examples"] == {"too-young": {"value": {"b": 4}}}


def test_a_shared_component_stays_as_it_is(tmp_path: Path) -> None:
    document, _ = inject(tmp_path, **{"POST-pets-id.request": {}})
    shared = document.data["components"]["requestBodies"]["Pet"]
    assert "examples" not in shared["content"]["application/json"]
    assert operation(document, "put")["requestBody"] == {"$ref": "#/components/requestBodies/Pet"}


def test_an_operation_without_an_id_is_named_by_verb_and_path(tmp_path: Path) -> None:
    document, diagnostics = inject(tmp_path, **{"put-pets-id.request": {"name": "Rex"}})
    assert not diagnostics.items
    body = operation(document, "put")["requestBody"]["content"]["application/json"]
    assert body["examples"]["example"] == {"value": {"name": "Rex"}}


def test_places_lead_to_the_file(tmp_path: Path) -> None:
    document, diagnostics = inject(tmp_path, **{"POST-pets-id.response": {"a": {"b": 1}}})
    at = "/paths/~1pets~1{id}/post/responses/200/content/application~1json/examples/example/value"
    place = document.place(f"{at}/a/b")
    assert place.file.endswith("examples/POST-pets-id.response.json")
    assert place.pointer == "/a/b"
    span = diagnostics.locate(place)
    assert span is not None
    assert (span.line, span.column) == (3, 3)
    assert document.place(at.replace("/example/value", "/own/value")).file.endswith("openapi.yaml")


@pytest.mark.parametrize(
    ("name", "rule", "help"),
    [
        ("POST-pet-id.response", "examples/operation", "did you mean `POST-pets-id`?"),
        ("POST-pets-id", "examples/part", "request, response, stream or a status"),
        ("POST-pets-id.answer", "examples/part", "request, response, stream or a status"),
        ("POST-pets-id.404", "examples/part", "correct the file's name"),
        ("put-pets-id.response", "examples/part", "correct the file's name"),
    ],
)
def test_a_file_that_belongs_nowhere(tmp_path: Path, name: str, rule: str, help: str) -> None:
    _, diagnostics = inject(tmp_path, **{name: {}})
    (diagnostic,) = diagnostics
    assert diagnostic.rule == rule
    assert help in diagnostic.help
