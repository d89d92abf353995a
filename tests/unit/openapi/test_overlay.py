"""OpenAPI Overlay: merging, removing, copying, and whose word a value is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.openapi import Document, dump_yaml, load_document

BASE: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Piers", "version": "1"},
    "tags": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
    "paths": {
        "/one": {"get": {"operationId": "one", "tags": ["a"]}},
        "/two": {"get": {"operationId": "two"}, "post": {"operationId": "post"}},
    },
}


def load(folder: Path, *actions: dict[str, Any]) -> Document:
    """BASE with an overlay of these actions; nothing may be said about it."""
    overlay = {"overlay": "1.1.0", "info": {"title": "o", "version": "1"}, "actions": list(actions)}
    (folder / "openapi.yaml").write_text(dump_yaml(BASE))
    (folder / "overlay.yaml").write_text(dump_yaml(overlay))
    diagnostics = Diagnostics()
    document = load_document(
        folder / "openapi.yaml", diagnostics, overlays=[folder / "overlay.yaml"]
    )
    assert not list(diagnostics)
    return document


def act(target: str, **fields: Any) -> dict[str, Any]:
    return {"target": target, "x-source": "a test", **fields}


def test_objects_merge_lists_grow_scalars_change(tmp_path: Path) -> None:
    document = load(
        tmp_path,
        act("$.info", update={"title": "Quays", "contact": {"name": "n"}}),
        act("$.info", update={"contact": {"email": "a@b.example"}}),
        act("$.paths['/one'].get", update={"tags": ["b"], "summary": "s"}),
        act("$.tags", update={"name": "d"}),
        act("$.tags", update=[{"name": "e"}]),
        act("$.paths['/two'].post.operationId", update="create"),
    )
    assert document.data["info"] == {
        "title": "Quays", "version": "1", "contact": {"name": "n", "email": "a@b.example"},
    }  # fmt: skip
    assert document.data["paths"]["/one"]["get"]["tags"] == ["a", "b"]
    assert [tag["name"] for tag in document.data["tags"]] == ["a", "b", "c", "d", "e"]
    assert document.data["paths"]["/two"]["post"]["operationId"] == "create"


def test_a_target_may_match_many_and_each_gets_its_own_copy(tmp_path: Path) -> None:
    document = load(tmp_path, act("$.paths.*.*", update={"externalDocs": {"url": "u"}}))
    document.data["paths"]["/one"]["get"]["externalDocs"]["url"] = "changed"
    assert document.data["paths"]["/two"]["post"]["externalDocs"] == {"url": "u"}


def test_removing_and_filters(tmp_path: Path) -> None:
    document = load(
        tmp_path,
        act("$.paths['/two']", remove=True),
        act("$.tags[?@.name == 'a' || @.name == 'b']", remove=True),
        act("$.paths..tags", remove=True),
    )
    assert list(document.data["paths"]) == ["/one"]
    assert document.data["tags"] == [{"name": "c"}]
    assert "tags" not in document.data["paths"]["/one"]["get"]
    assert document.place("/tags/0/name").pointer == "/tags/2/name"


def test_copying(tmp_path: Path) -> None:
    document = load(
        tmp_path,
        act("$.paths", update={"/three": {}}),
        act("$.paths['/three']", copy="$.paths['/one']"),
        act("$.paths['/three'].get", update={"operationId": "three"}),
    )
    assert document.data["paths"]["/three"] == {"get": {"operationId": "three", "tags": ["a"]}}
    assert document.data["paths"]["/one"]["get"]["operationId"] == "one"


def test_whose_word_a_value_is(tmp_path: Path) -> None:
    document = load(
        tmp_path,
        act("$.info", description="why", update={"contact": {"name": "n"}}),
        {"target": "$.paths['/one'].get", "x-assumption": "guess", "update": {"tags": ["z"]}},
    )
    overlay = (tmp_path / "overlay.yaml").as_posix()
    named = document.origin("/info/contact/name")
    assert named is not None
    assert named.place == Place(overlay, "/actions/0/update/contact/name")
    assert (named.source, named.assumption, named.description) == ("a test", "", "why")
    added = document.origin("/paths/~1one/get/tags/1")
    assert added is not None
    assert (added.source, added.assumption) == ("", "guess")
    assert document.origin("/paths/~1one/get/tags/0") is None
    assert document.origin("/info/title") is None


def test_what_is_replaced_forgets_where_it_came_from(tmp_path: Path) -> None:
    document = load(
        tmp_path,
        act("$.info", update={"contact": {"name": "n"}}),
        act("$.info.contact", remove=True),
        act("$.info", update={"contact": {"name": "m"}}),
    )
    assert document.place("/info/contact/name").pointer == "/actions/2/update/contact/name"


def test_overlaid_values_are_upgraded_and_keep_their_place(tmp_path: Path) -> None:
    schema = {"type": "array", "items": [{"type": "string"}]}
    overlay = {
        "overlay": "1.0.0",
        "actions": [act("$", update={"components": {"schemas": {"A": schema}}})],
    }
    (tmp_path / "openapi.yaml").write_text(dump_yaml(BASE))
    (tmp_path / "overlay.yaml").write_text(dump_yaml(overlay))
    diagnostics = Diagnostics()
    document = load_document(
        tmp_path / "openapi.yaml", diagnostics, overlays=[tmp_path / "overlay.yaml"]
    )
    place = document.place("/components/schemas/A/prefixItems/0/type")
    assert place.pointer == "/actions/0/update/components/schemas/A/items/0/type"
    (found,) = list(diagnostics)
    span = diagnostics.locate(found.where)
    assert span is not None
    assert span.file.endswith("overlay.yaml")


def test_grafting(tmp_path: Path) -> None:
    document = load(tmp_path, act("$.info", update={"summary": "s"}))
    document.graft("/paths/~1one/get/summary", "grafted", Place("elsewhere.json", "/a"))
    assert document.resolve("#/paths/~1one/get/summary") == "grafted"
    assert document.place("/paths/~1one/get/summary") == Place("elsewhere.json", "/a")
    with pytest.raises(LookupError):
        document.graft("/nothing/here", 1, Place("elsewhere.json"))
    with pytest.raises(LookupError):
        document.resolve("#/nothing")
