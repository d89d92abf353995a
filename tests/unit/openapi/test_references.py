"""References within and across files; bundling; places."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from apiscribe.access import OWN_FOLDER, Access
from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.openapi import Document, dump_yaml, load_document

HEAD = {"openapi": "3.1.0", "info": {"title": "Crates", "version": "1"}}

Write = Callable[[dict[str, Any]], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write files by name; gives the path of openapi.yaml."""

    def write_all(files: dict[str, Any]) -> Path:
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content if isinstance(content, str) else dump_yaml(content))
        return tmp_path / "openapi.yaml"

    return write_all


def load(path: Path, access: Access = OWN_FOLDER) -> Document:
    """A document that loads without errors."""
    diagnostics = Diagnostics()
    document = load_document(path, diagnostics, access=access)
    assert not diagnostics.errors
    return document


def schemas(document: Document) -> dict[str, Any]:
    found = document.data["components"]["schemas"]
    assert isinstance(found, dict)
    return found


def test_pointer_escapes_and_percent_encoding(write: Write) -> None:
    names = ["a/b", "c~d", "~1", "50%", "with space", "ä"]
    refs = ["a~1b", "c~0d", "~01", "50%25", "with%20space", "%C3%A4"]
    odd = {"properties": {name: {"title": name} for name in names}}
    copies = {
        f"p{n}": {"$ref": f"#/components/schemas/Odd/properties/{ref}"}
        for n, ref in enumerate(refs)
    }
    path = write(
        {
            "openapi.yaml": {
                **HEAD,
                "components": {"schemas": {"Odd": odd, "Copy": {"properties": copies}}},
            }
        }
    )
    document = load(path)
    found = schemas(document)["Copy"]["properties"].values()
    assert [document.resolve(schema["$ref"])["title"] for schema in found] == names


def test_files_become_components_with_stable_names(write: Write) -> None:
    path = write(
        {
            "openapi.yaml": {
                **HEAD,
                "paths": {"/crates": {"$ref": "parts/paths/crates.yaml"}},
                "components": {
                    "schemas": {
                        "Crate": {"$ref": "parts/schemas/crate.yaml"},
                        "Alias": {"$ref": "parts/schemas/crate.yaml"},
                        "Note": {"type": "string"},
                        "Length": {"type": "string"},
                    }
                },
            },
            "parts/paths/crates.yaml": {
                "get": {
                    "operationId": "list",
                    "responses": {
                        "200": {
                            "description": "ok",
                            "content": {
                                "application/json": {"schema": {"$ref": "../schemas/crate.yaml"}}
                            },
                        },
                        "default": {"$ref": "../common.yaml#/responses/Oops"},
                    },
                }
            },
            "parts/schemas/crate.yaml": {
                "type": "object",
                "properties": {
                    "inner": {"$ref": "crate.yaml"},
                    "id": {"$ref": "#/properties/key"},
                    "key": {"type": "integer"},
                    "size": {"$ref": "../common.yaml#/schemas/Size"},
                    "note": {"$ref": "../../openapi.yaml#/components/schemas/Note"},
                },
            },
            "parts/common.yaml": {
                "schemas": {
                    "Size": {"properties": {"w": {"$ref": "#/schemas/Length"}}},
                    "Length": {"type": "number"},
                },
                "responses": {"Oops": {"description": "error"}},
            },
        }
    )
    document = load(path)
    assert list(schemas(document)) == ["Crate", "Alias", "Note", "Length", "Size", "common_Length"]
    crate = schemas(document)["Crate"]
    assert {name: schema.get("$ref") for name, schema in crate["properties"].items()} == {
        "inner": "#/components/schemas/Crate",
        "id": "#/components/schemas/Crate/properties/key",
        "key": None,
        "size": "#/components/schemas/Size",
        "note": "#/components/schemas/Note",
    }
    assert schemas(document)["Alias"] == {"$ref": "#/components/schemas/Crate"}
    assert schemas(document)["Size"]["properties"]["w"] == {
        "$ref": "#/components/schemas/common_Length"
    }
    assert document.data["paths"]["/crates"] == {"$ref": "#/components/pathItems/crates"}
    operation = document.data["components"]["pathItems"]["crates"]["get"]
    assert operation["responses"]["default"] == {"$ref": "#/components/responses/Oops"}
    folder = path.parent.as_posix()
    assert document.place("/components/schemas/Crate/properties/key") == Place(
        f"{folder}/parts/schemas/crate.yaml", "/properties/key"
    )
    assert document.place("/components/schemas/Note") == Place(
        path.as_posix(), "/components/schemas/Note"
    )
    assert [file.name for file in document.files] == [
        "openapi.yaml", "crates.yaml", "crate.yaml", "common.yaml",
    ]  # fmt: skip


def test_references_in_data_are_data(write: Write) -> None:
    reference = {"$ref": "nowhere.yaml"}
    schema = {
        "examples": [reference], "default": reference, "const": reference, "enum": [reference],
        "properties": {"$ref": {"type": "string"}, "example": {"$ref": "#/components/schemas/B"}},
    }  # fmt: skip
    media = {"schema": {}, "examples": {"x": {"value": reference}}}
    data = {
        **HEAD,
        "paths": {
            "/a": {"get": {"responses": {"200": {"description": "", "content": {"a/b": media}}}}}
        },
        "components": {"schemas": {"A": schema, "B": {}}},
        "x-own": reference,
    }
    document = load(write({"openapi.yaml": data}))
    assert schemas(document)["A"]["default"] == reference
    assert schemas(document)["A"]["properties"]["example"] == {"$ref": "#/components/schemas/B"}
    assert document.data["x-own"] == reference


def test_anchors_ids_and_dynamic_references(write: Write) -> None:
    data = {
        **HEAD,
        "components": {
            "schemas": {
                "Named": {"$anchor": "named", "type": "integer"},
                "Tree": {
                    "$id": "https://example.com/tree",
                    "$dynamicAnchor": "node",
                    "properties": {
                        "kids": {"items": {"$dynamicRef": "#node"}},
                        "own": {"$ref": "#/$defs/Leaf"},
                    },
                    "$defs": {"Leaf": {"type": "string"}},
                },
                "Uses": {
                    "properties": {
                        "a": {"$ref": "#named"},
                        "b": {"$ref": "https://example.com/tree"},
                    }
                },
            }
        },
    }
    found = schemas(load(write({"openapi.yaml": data})))
    assert found["Uses"]["properties"] == {
        "a": {"$ref": "#/components/schemas/Named"},
        "b": {"$ref": "#/components/schemas/Tree"},
    }
    assert found["Tree"]["properties"] == {
        "kids": {"items": {"$ref": "#/components/schemas/Tree"}},
        "own": {"$ref": "#/components/schemas/Tree/$defs/Leaf"},
    }
    assert "$id" not in found["Tree"]
    assert "$anchor" not in found["Named"]


def test_discriminator_mappings_are_references(write: Write) -> None:
    data = {
        **HEAD,
        "components": {
            "schemas": {
                "Pet": {
                    "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "dog.yaml"}],
                    "discriminator": {
                        "propertyName": "kind",
                        "mapping": {"c": "Cat", "d": "dog.yaml", "e": "#/components/schemas/Cat"},
                    },
                },
                "Cat": {"type": "object"},
            }
        },
    }
    found = schemas(load(write({"openapi.yaml": data, "dog.yaml": {"type": "object"}})))
    assert found["Pet"]["discriminator"]["mapping"] == {
        "c": "#/components/schemas/Cat",
        "d": "#/components/schemas/dog",
        "e": "#/components/schemas/Cat",
    }


def test_a_way_through_references_is_made_straight(write: Write) -> None:
    data = {
        **HEAD,
        "components": {
            "schemas": {
                "A": {"$ref": "#/components/schemas/B"},
                "B": {"properties": {"x": {"type": "string"}}},
                "C": {"$ref": "#/components/schemas/A/properties/x"},
            }
        },
    }
    assert schemas(load(write({"openapi.yaml": data})))["C"] == {
        "$ref": "#/components/schemas/B/properties/x"
    }


def test_names_from_files_do_not_clash(write: Write) -> None:
    data = {
        **HEAD,
        "components": {
            "schemas": {
                "Item": {"type": "string"},
                "A": {
                    "properties": {
                        "x": {"$ref": "one/item.yaml#/Item"},
                        "y": {"$ref": "two/item.yaml#/Item"},
                    }
                },
            }
        },
    }
    files = {
        "openapi.yaml": data,
        "one/item.yaml": {"Item": {"title": "1"}},
        "two/item.yaml": {"Item": {"title": "2"}},
    }
    document = load(write(files))
    refs = [schema["$ref"] for schema in schemas(document)["A"]["properties"].values()]
    assert refs == ["#/components/schemas/item_Item", "#/components/schemas/two_item_Item"]
    assert [document.resolve(ref)["title"] for ref in refs] == ["1", "2"]


def test_leaving_the_folder_needs_leave(write: Write) -> None:
    files = {
        "openapi.yaml": "",
        "api/openapi.yaml": {**HEAD, "components": {"schemas": {"A": {"$ref": "../shared.yaml"}}}},
        "shared.yaml": {"type": "integer"},
    }
    path = write(files).parent / "api" / "openapi.yaml"
    diagnostics = Diagnostics()
    load_document(path, diagnostics)
    assert [found.rule for found in diagnostics.errors] == ["ref/outside"]
    assert schemas(load(path, Access(outside=True)))["A"] == {"type": "integer"}
    diagnostics = Diagnostics()
    load_document(path, diagnostics, access=Access(remote=True))
    assert [found.rule for found in diagnostics.errors] == ["ref/outside"]


def test_illegal_component_names_are_made_legal(write: Write) -> None:
    data = {
        **HEAD,
        "components": {
            "schemas": {
                "Page«Pet»": {"type": "object"},
                "Page_Pet": {"type": "string"},
                "Uses": {"$ref": "#/components/schemas/Page%C2%ABPet%C2%BB"},
            }
        },
    }
    document = load(write({"openapi.yaml": data}))
    assert list(schemas(document)) == ["Page_Pet_2", "Page_Pet", "Uses"]
    assert schemas(document)["Uses"] == {"$ref": "#/components/schemas/Page_Pet_2"}
    assert (
        document.place("/components/schemas/Page_Pet_2/type").pointer
        == "/components/schemas/Page«Pet»/type"
    )


def test_security_requirements_follow_their_schemes(write: Write) -> None:
    """Renamed schemes, and (OpenAPI 3.2) schemes named by URI."""
    data = {
        **HEAD,
        "security": [{"my key": []}, {"#/components/securitySchemes/other": ["a"]}],
        "components": {
            "securitySchemes": {
                "my key": {"type": "apiKey", "in": "header", "name": "X-Key"},
                "other": {"type": "mutualTLS"},
            }
        },
    }
    document = load(write({"openapi.yaml": data}))
    assert document.data["security"] == [{"my_key": []}, {"other": ["a"]}]
    assert document.place("/security/0/my_key").pointer == "/security/0/my key"


class _Library(SimpleHTTPRequestHandler):
    """Serves one folder on loopback, and says nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


def test_other_machines_are_asked_only_with_leave(write: Write, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    (shelf / "crate.yaml").write_text("type: object\nproperties: {w: {$ref: 'parts/width.yaml'}}\n")
    (shelf / "parts").mkdir()
    (shelf / "parts" / "width.yaml").write_text("type: number\n")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Library, directory=str(shelf)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/crate.yaml"
        path = write({"openapi.yaml": {**HEAD, "components": {"schemas": {"A": {"$ref": url}}}}})
        diagnostics = Diagnostics()
        load_document(path, diagnostics)
        assert [found.rule for found in diagnostics.errors] == ["ref/remote"]
        diagnostics = Diagnostics()
        load_document(path, diagnostics, access=Access(outside=True))
        assert [found.rule for found in diagnostics.errors] == ["ref/remote"]
        document = load(path, Access(remote=True))
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)
    assert schemas(document)["A"]["properties"]["w"] == {"$ref": "#/components/schemas/width"}
    assert document.place("/components/schemas/A/type") == Place(url, "/type")
    assert [file.name for file in document.files] == ["openapi.yaml"]
