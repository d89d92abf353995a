"""`explain`: every kind of name leads to its place, its reasons and its spellings."""

import json
from pathlib import Path

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.explain import Explanation, entities, explain
from apiscribe.pipeline import LoadedApi, load_api

SPEC = """\
openapi: 3.2.0
info: {title: Pets, version: "1"}
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: full, in: query, schema: {type: boolean}}
      responses:
        "200":
          description: The pet.
          content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: {type: [string, "null"]}
        kind: {enum: [cat, dog]}
"""
OVERLAY = """\
overlay: 1.0.0
info: {title: Ours, version: "1"}
actions:
  - target: $.components.schemas.Pet.properties.name
    update: {description: What it answers to.}
    x-source: the shelter
  - target: $.components.schemas.Pet.properties
    update: {age: {type: integer}}
    x-assumption: every pet has one
"""
PROVENANCE = {
    "pages": [{"name": "pets.txt", "family": "stainless-text", "sha256": "0", "lines": 9}],
    "facts": {
        "/components/schemas/Pet": {"lines": "3"},
        "/components/schemas/Pet/properties/kind": {
            "lines": "5-6",
            "certainty": "inferred",
            "reason": "Only two are shown.",
        },
    },
}


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LoadedApi, Diagnostics]:
    folder = tmp_path / "spec" / "pets"
    folder.mkdir(parents=True)
    (folder / "openapi.yaml").write_text(SPEC)
    (folder / "overlay.yaml").write_text(OVERLAY)
    (folder / "provenance.json").write_text(json.dumps(PROVENANCE))
    monkeypatch.chdir(tmp_path)
    diagnostics = Diagnostics()
    return load_api("pets", diagnostics), diagnostics


def found(loaded: tuple[LoadedApi, Diagnostics], query: str) -> tuple[Explanation, ...]:
    return explain(query, [loaded[0]], ("docs", "python"), loaded[1])


@pytest.mark.parametrize(
    ("query", "id", "kind"),
    [
        ("Pet", "Pet", "record"),
        ("pet", "Pet", "record"),
        ("Pet.name", "Pet.name", "field"),
        ("getPet", "getPet", "operation"),
        ("full", "getPet?query.full", "parameter"),
        ("/components/schemas/Pet", "Pet", "record"),
        ("#/components/schemas/Pet/properties/name", "Pet.name", "field"),
        ("/paths/~1pets~1{id}/get", "getPet", "operation"),
        ("#/paths/~1pets~1{id}", "getPet", "operation"),
        ("#/paths/~1pets~1%7Bid%7D/get", "getPet", "operation"),
        ("#/paths/~1pets~1{id}/get/parameters/1", "getPet?query.full", "parameter"),
        ("#/paths/~1pets~1{id}/get/parameters/1/schema", "getPet?query.full", "parameter"),
        ("#/paths/~1pets~1{id}/get/responses/200/description", "getPet", "operation"),
        ("#/components/schemas/Pet/required", "Pet", "record"),
        ("#/components/schemas", "Pet", "record"),
    ],
)
def test_every_kind_of_name(
    loaded: tuple[LoadedApi, Diagnostics], query: str, id: str, kind: str
) -> None:
    (one,) = found(loaded, query)
    assert (one.id, one.kind) == (id, kind)
    assert one.document


def test_the_page_line_and_its_certainty(loaded: tuple[LoadedApi, Diagnostics]) -> None:
    member, values = found(loaded, "Pet.kind")  # the member, and the enum that is its type
    assert (member.kind, values.kind) == ("field", "enum")
    assert member.page == ("pets.txt, lines 5-6 (inferred: Only two are shown.)",)
    assert values.page == member.page
    (name,) = found(loaded, "Pet.name")
    assert name.page == ()
    assert "not on a page we read" in name.to_text()


def test_the_overlay_and_its_reason(loaded: tuple[LoadedApi, Diagnostics]) -> None:
    (name,) = found(loaded, "Pet.name")
    (line,) = name.overlay
    assert line.startswith("description: spec/pets/overlay.yaml:5:")
    assert line.endswith("(source: the shelter)")
    (age,) = found(loaded, "Pet.age")
    assert age.overlay[0].startswith("all of it: spec/pets/overlay.yaml:8:")
    assert age.overlay[0].endswith("(assumption: every pet has one)")


def test_places_have_lines_and_types_have_words(loaded: tuple[LoadedApi, Diagnostics]) -> None:
    (name,) = found(loaded, "Pet.name")
    assert name.document == ("spec/pets/openapi.yaml:20:9 /components/schemas/Pet/properties/name",)
    assert name.model == "required string or null"
    (operation,) = found(loaded, "getPet")
    assert operation.model == "GET /pets/{id} → Pet"


def test_names_per_target_lead_back(loaded: tuple[LoadedApi, Diagnostics]) -> None:
    (pet,) = found(loaded, "Pet")
    assert set(pet.names) == {"docs", "python"}
    for spelled in pet.names.values():
        assert "Pet" in {one.id for one in found(loaded, spelled)}
    (operation,) = found(loaded, "getPet")
    assert found(loaded, operation.names["python"]) == (operation,)


def test_every_entity_can_be_explained(loaded: tuple[LoadedApi, Diagnostics]) -> None:
    everything = tuple(entities(loaded[0].api))
    assert len(everything) >= 8
    for entity in everything:
        assert entity.id in {one.id for one in found(loaded, entity.id)}


@pytest.mark.parametrize(
    "query",
    [
        "#/paths/~1dogs",
        "#/paths/~1pets~1{id}/get/nothing",
        "#/info/title",
        "#/components/schemas/No",
    ],
)
def test_pointers_to_nothing(loaded: tuple[LoadedApi, Diagnostics], query: str) -> None:
    assert found(loaded, query) == ()
    assert loaded[1].errors


def test_nothing_found_names_the_nearest(loaded: tuple[LoadedApi, Diagnostics]) -> None:
    assert found(loaded, "Pet.nmae") == ()
    (diagnostic,) = loaded[1].errors
    assert diagnostic.rule == "explain/unknown"
    assert "did you mean `Pet.name`?" in diagnostic.help
