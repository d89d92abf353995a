"""`probe`: answers that differ from the spec are found, and the overlay it suggests settles them."""

from __future__ import annotations

import base64
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import load_document
from apiscribe.probe.answers import Examiner
from apiscribe.probe.calls import plan, send
from apiscribe.probe.compare import Kind, compare
from apiscribe.probe.exchanges import Exchange
from apiscribe.probe.infer import schema_of
from apiscribe.probe.suggest import json_path
from apiscribe.serve import serve_in_thread
from apiscribe.serve.nodes import at_pointer, follow
from command import apiscribe, files

PET = {
    "type": "object",
    "required": ["id", "name", "born"],
    "properties": {
        "id": {"type": "string"},
        "name": {"type": "string"},
        "born": {"type": "string"},
        "seen": {"type": "string", "format": "date"},
        "age": {"type": "number", "exclusiveMinimum": 0},
        "kind": {"type": "string", "enum": ["cat", "dog"]},
        "owner": {"$ref": "#/components/schemas/Owner"},
        "notes": {"type": "string"},
    },
}
SPEC: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "servers": [{"url": "https://pets.example.com/v1"}],
    "security": [{"key": []}],
    "paths": {
        "/pets": {
            "get": {
                "operationId": "listPets",
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer"}},
                    {
                        "name": "kind",
                        "in": "query",
                        "required": True,
                        "schema": {"type": "string", "default": "cat"},
                    },
                ],
                "responses": {
                    "200": {
                        "description": "All.",
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "array",
                                    "items": {"$ref": "#/components/schemas/Pet"},
                                }
                            }
                        },
                    }
                },
            },
            "post": {
                "operationId": "addPet",
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {}, "example": {"name": "Rex"}}},
                },
                "responses": {"201": {"description": "Added."}},
            },
        },
        "/pets/{id}": {
            "get": {
                "operationId": "getPet",
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
                ],
                "responses": {
                    "200": {
                        "description": "One.",
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}
                        },
                    }
                },
            }
        },
    },
    "components": {
        "schemas": {
            "Pet": PET,
            "Owner": {"type": "object", "properties": {"name": {"type": "string"}}},
        },
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
    },
}
REAL = [
    {"id": 7, "name": "Rex", "kind": "ferret", "owner": None, "chip": {"code": "x", "at": 1.5}},
    {
        "id": "8",
        "name": None,
        "born": "2020",
        "seen": "2020",
        "age": 0,
        "owner": {"name": "Ann"},
        "chip": None,
    },
]


def real_spec() -> dict[str, Any]:
    """The same API as it really is: what the mock server answers is `REAL`."""
    data = deepcopy(SPEC)
    media = data["paths"]["/pets"]["get"]["responses"]["200"]["content"]["application/json"]
    media["schema"], media["example"] = {}, REAL
    data["paths"]["/pets"]["post"]["responses"] = {
        "202": {"description": "", "content": {"application/json": {"example": {"queued": True}}}}
    }
    del data["paths"]["/pets/{id}"]
    return data


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "spec" / "pets"
    folder.mkdir(parents=True)
    (folder / "openapi.yaml").write_text(yaml.safe_dump(SPEC, sort_keys=False))
    return tmp_path


def run(project: Path, *arguments: str, secret: str = "s3cret") -> Any:
    environment = {"PETS_KEY": secret} if secret else {"PETS_KEY": ""}
    return apiscribe("probe", "pets", *arguments, folder=project, environment=environment)


def test_calls_what_is_safe_and_reports_what_differs(project: Path) -> None:
    before = files(project)
    with serve_in_thread(real_spec()) as url:
        done = run(project, "--base-url", url)
    assert done.returncode == 1, done.stderr
    *found, not_post, not_get, summary = done.stderr.splitlines()
    assert [line.partition(": ")[2] for line in found] == [
        "missing member: GET /pets 200 at /0/born (1 of 1 answers)",
        "wrong type integer: GET /pets 200 at /0/id (1 of 1 answers)",
        "unknown value 'ferret': GET /pets 200 at /0/kind (1 of 1 answers)",
        "null: GET /pets 200 at /0/owner (1 of 1 answers)",
        "unknown member: GET /pets 200 at /0/chip (1 of 1 answers)",
        "null: GET /pets 200 at /1/name (1 of 1 answers)",
        "value of another format date: GET /pets 200 at /1/seen (1 of 1 answers)",
        "value beyond a limit exclusiveMinimum: GET /pets 200 at /1/age (1 of 1 answers)",
    ]
    assert all(line.startswith("spec/pets/openapi.yaml:") for line in found)
    assert "--operation" in not_post
    assert "--parameter id=VALUE" in not_get
    assert summary == "1 answer to 1 operation: 8 differences."
    assert files(project) == before, "nothing is changed in silence"
    for text in (done.stdout, done.stderr):
        assert "s3cret" not in text
        assert "Rex" not in text


def test_the_suggested_overlay_settles_all_of_it(project: Path) -> None:
    overlay = project / "spec" / "pets" / "overlay.yaml"
    with serve_in_thread(real_spec()) as url:
        first = run(project, "--base-url", url, "-o", "found.yaml")
        assert (first.returncode, first.stdout) == (1, "")
        again = run(project, "--base-url", url, "-o", "found.yaml")
        assert again.returncode == 2, "an overlay that is there already is never written over"
        overlay.write_text((project / "found.yaml").read_text())
        done = run(project, "--base-url", url)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "1 answer to 1 operation: as the spec says."
    actions = yaml.safe_load(overlay.read_text())["actions"]
    assert all(
        action["x-source"].startswith("probe: 1 of 1 answers to GET /pets") for action in actions
    )
    pet = load_document(
        project / "spec/pets/openapi.yaml", Diagnostics(), overlays=[overlay]
    ).data["components"]["schemas"]["Pet"]  # fmt: skip
    assert pet["required"] == ["id", "name"]
    assert pet["properties"]["id"]["type"] == ["string", "integer"]
    assert pet["properties"]["kind"]["enum"] == ["cat", "dog", "ferret"]
    assert pet["properties"]["owner"] == {
        "anyOf": [{"$ref": "#/components/schemas/Owner"}, {"type": "null"}]
    }
    assert pet["properties"]["chip"]["properties"]["at"] == {"type": "number"}


@pytest.mark.parametrize("version", ["3.0.3", "2.0"])
def test_overlays_for_older_versions(version: str, tmp_path: Path) -> None:
    data = deepcopy(SPEC)
    data["components"]["schemas"]["Pet"]["properties"]["age"] |= {
        "minimum": 0,
        "exclusiveMinimum": True,
    }
    if version == "2.0":
        media = data["paths"]["/pets"]["get"]["responses"]["200"].pop("content")
        schema = media["application/json"]["schema"]
        schema["items"]["$ref"] = "#/definitions/Pet"
        data["paths"] = {"/pets": {"get": data["paths"]["/pets"]["get"]}}
        data["paths"]["/pets"]["get"]["responses"]["200"]["schema"] = schema
        data["paths"]["/pets"]["get"]["produces"] = ["application/json"]
        data["paths"]["/pets"]["get"]["parameters"] = []
        schemas = data.pop("components")["schemas"]
        schemas["Pet"]["properties"]["owner"] = {"type": "object"}
        data["definitions"] = schemas
        del data["servers"], data["openapi"], data["security"]
        data["swagger"] = "2.0"
    else:
        data["openapi"] = version
    (tmp_path / "api.json").write_text(json.dumps(data))
    (tmp_path / "calls.har").write_text(json.dumps(har(("GET", "/pets", 200, REAL))))
    arguments = ("probe", "api.json", "--har", "calls.har")
    assert apiscribe(*arguments, "-o", "api.overlay.yaml", folder=tmp_path).returncode == 1
    done = apiscribe(*arguments, folder=tmp_path)
    left = [line for line in done.stderr.splitlines() if "wrong type" not in line]
    if version == "2.0":  # which has no way to say "one of two types"
        assert left[-1].endswith("1 difference."), done.stderr
    else:
        assert done.returncode == 0, done.stderr


def test_what_changes_something_is_called_only_by_name(project: Path) -> None:
    with serve_in_thread(real_spec()) as url:
        done = run(project, "--base-url", url, "--operation", "addPet")
    assert "undocumented status 202: POST /pets (1 of 1 answers)" in done.stderr
    (action,) = yaml.safe_load(done.stdout)["actions"]
    schema = action["update"]["202"]["content"]["application/json"]["schema"]
    assert action["target"] == "$.paths['/pets'].post.responses"
    assert schema == {"type": "object", "properties": {"queued": {"type": "boolean"}}}


def test_values_of_parameters_can_be_given(project: Path) -> None:
    with serve_in_thread(real_spec()) as url:
        done = run(project, "--base-url", url, "--parameter", "id=7", "--json")
    data = json.loads(done.stdout)
    assert data["answers"] == {"GET /pets": 1, "GET /pets/{id}": 1}
    assert "undocumented status" in {one["kind"] for one in data["differences"]}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "usage/no-answers"),
        (("--base-url", "pets.example.com"), "usage/base-url"),
        (("--base-url", "http://127.0.0.1:9", "--parameter", "id"), "usage/parameter"),
        (("--base-url", "http://127.0.0.1:9", "--operation", "listPet"), "did you mean `listPets`"),
        (("--har", "none.har"), "none.har"),
        (("--har", "spec/pets/openapi.yaml"), "probe/no-har"),
    ],
)
def test_what_cannot_be_meant(project: Path, arguments: tuple[str, ...], said: str) -> None:
    done = run(project, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_without_credentials_nothing_is_sent(project: Path) -> None:
    with serve_in_thread(real_spec()) as url:
        done = run(project, "--base-url", url, secret="")
    assert done.returncode == 2
    assert "credentials are not in the environment (PETS_KEY)" in done.stderr


@contextmanager
def raw_server(answer: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """Answers every request with the same bytes, and then says no more."""
    requests: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(10)

        def work() -> None:
            try:
                while True:
                    connection, _ = listener.accept()
                    connection.settimeout(10)
                    requests.append(connection.recv(65536))
                    connection.sendall(answer)
                    held.append(connection)
            except OSError:
                return

        held: list[socket.socket] = []
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", requests
        finally:
            for connection in held:
                connection.close()
    thread.join(timeout=10)


def one_call() -> Any:
    (call,), _, _ = plan(SPEC, ["listPets"], {})
    return call


def test_credentials_do_not_follow_a_redirect() -> None:
    with raw_server(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") as (other, elsewhere):
        head = f"HTTP/1.1 302 Found\r\nLocation: {other}/x\r\nContent-Length: 0\r\n\r\n"
        with raw_server(head.encode()) as (url, requests):
            answer = send(one_call(), url, {"key": "s3cret"}, 5)
    assert isinstance(answer, Exchange)
    assert answer.status == 302
    assert b"s3cret" in requests[0]
    assert elsewhere == []


def test_a_body_without_end_is_cut() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n["
    with raw_server(head) as (url, _):
        answer = send(one_call(), url, {"key": "k"}, 0.3)
    assert isinstance(answer, Exchange)
    assert (answer.cut, answer.body) == (True, b"[")


@pytest.mark.parametrize(
    ("answer", "said"), [(b"", "no answer within"), (b"nonsense\r\n\r\n", "the connection failed")]
)
def test_servers_that_do_not_answer(answer: bytes, said: str) -> None:
    with raw_server(answer) as (url, _):
        found = send(one_call(), url, {"key": "k"}, 0.3)
    assert isinstance(found, str)
    assert said in found


def test_secrets_that_cannot_be_sent_are_not_shown() -> None:
    found = send(one_call(), "http://127.0.0.1:9", {"key": "s3cret\nX: y"}, 1)
    assert isinstance(found, str)
    assert "s3cret" not in found


# -- recordings ---------------------------------------------------------------------------------


def har(*entries: tuple[str, str, int, Any], base: str = "https://pets.example.com/v1") -> Any:
    return {
        "log": {
            "version": "1.2",
            "entries": [
                {
                    "request": {"method": method, "url": base + path, "headers": []},
                    "response": {
                        "status": status,
                        "headers": [],
                        "content": {"mimeType": "application/json", "text": json.dumps(body)},
                    },
                }
                for method, path, status, body in entries
            ],
        }
    }


def har_run(project: Path, recording: Any, *arguments: str) -> Any:
    (project / "calls.har").write_text(json.dumps(recording))
    done = run(project, "--har", "calls.har", "--json", *arguments)
    return done, json.loads(done.stdout)


def test_recorded_calls(project: Path) -> None:
    good = {"id": "1", "name": "Rex", "born": "2020"}
    recording = har(
        ("GET", "/pets/1?token=s3cret", 200, good),
        ("GET", "/pets/2", 200, {**good, "kind": "fish"}),
        ("GET", "/pets/3", 404, {"error": "none"}),
        ("GET", "/shops", 200, {}),
    )
    recording["log"]["entries"] += har(("GET", "/pets/9", 500, {}), base="https://ads.example")[
        "log"
    ]["entries"]
    done, data = har_run(project, recording)
    assert done.returncode == 1
    assert data["answers"] == {"GET /pets/{id}": 3}
    assert [(one["kind"], one["answers"]) for one in data["differences"]] == [
        ("unknown value", 1),
        ("undocumented status", 1),
    ]
    assert data["undocumented_paths"] == ["GET /v1/shops"]
    assert "s3cret" not in done.stdout + done.stderr


def test_recorded_calls_through_a_proxy(project: Path) -> None:
    good = {"id": "1", "name": "Rex", "born": "2020"}
    recording = har(("GET", "/pets/1", 200, good), base="http://localhost:8080/api")
    done, data = har_run(project, recording)
    assert done.returncode == 2
    assert data["diagnostics"][0]["rule"] == "probe/no-answer"
    done, data = har_run(project, recording, "--base-url", "http://localhost:8080/api")
    assert done.returncode == 0, done.stdout
    assert data["answers"] == {"GET /pets/{id}": 1}


def test_entries_that_are_none(project: Path) -> None:
    recording = har(("GET", "/pets/1", 200, {"id": "1", "name": "R", "born": "x"}))
    recording["log"]["entries"] += [None, {}, {"request": {}, "response": {}}]
    body = recording["log"]["entries"][0]["response"]["content"]
    body["text"], body["encoding"] = base64.b64encode(body["text"].encode()).decode(), "base64"
    done, data = har_run(project, recording)
    assert done.returncode == 0
    assert [one["pointer"] for one in data["diagnostics"]] == [
        f"/log/entries/{n}" for n in (1, 2, 3)
    ]


# -- one answer ---------------------------------------------------------------------------------


def answered(
    schema: Any,
    body: bytes,
    media_type: str = "application/json",
    key: str = "schema",
    status: int = 201,
) -> list[tuple[Kind, str]]:
    response = {"content": {"application/json": {key: schema}}}
    if media_type == "text/event-stream":
        response = {"content": {media_type: {key: schema}}}
    examiner = Examiner({"paths": {"/a": {"get": {"responses": {"2XX": response}}}}})
    examiner.examine(Exchange("get", "/a", "", status, media_type, body, ""))
    return [(one.difference.kind, one.difference.where) for one in examiner.outcome.differences]


def test_media_types_and_bodies() -> None:
    assert answered({}, b"{}", "text/html") == [(Kind.MEDIA_TYPE, "")]
    assert answered({}, b"{") == [(Kind.UNREADABLE, "")]
    assert answered({}, b"") == [(Kind.EMPTY, "")]
    assert answered({}, b"", status=204) == []
    assert answered({}, b"", "text/event-stream") == []
    assert answered({"type": "object"}, b"{}", "application/json; charset=utf-8") == []


def test_items_of_a_stream() -> None:
    body = b'data: {"n": 1}\n\ndata: {"n": "x"}\r\n\r\ndata: [DONE]\n\n'
    schema = {"properties": {"n": {"type": "integer"}}}
    assert answered(schema, body, "text/event-stream", "itemSchema") == [(Kind.TYPE, "/n")]


SCHEMAS = {
    "Cat": {"type": "object", "required": ["k"], "properties": {"k": {"const": "cat"}, "m": {"type": "string"}}},
    "Dog": {"type": "object", "required": ["k"], "properties": {"k": {"const": "dog"}, "b": {"type": "string"}}},
    "Tree": {"type": "object", "properties": {"left": {"$ref": "#/components/schemas/Tree"}}},
    "Base": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
}  # fmt: skip
REFS = {name: {"$ref": f"#/components/schemas/{name}"} for name in SCHEMAS}


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        ({"type": "number"}, 1, []),
        ({"type": "integer"}, 1.0, []),
        ({"type": "integer"}, True, [("wrong type", "")]),
        ({"type": ["string", "null"]}, None, []),
        ({"enum": ["a", None]}, None, []),
        ({"type": "string", "enum": ["a"]}, None, [("null", "")]),
        ({}, None, []),
        (False, 1, [("wrong type", "")]),
        ({"oneOf": [REFS["Cat"], REFS["Dog"]]}, {"k": "dog", "m": "x"}, [("unknown member", "/m")]),
        ({"oneOf": [REFS["Cat"], REFS["Dog"]]}, {"k": "dog", "b": 1}, [("wrong type", "/b")]),
        ({"anyOf": [REFS["Cat"], {"type": "null"}]}, None, []),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "x", []),
        ({"anyOf": [{"enum": ["a"]}, {"type": "string"}]}, "b", []),
        (REFS["Tree"], {"left": {"left": {"left": 3}}}, [("wrong type", "/left/left/left")]),
        ({"allOf": [REFS["Base"], {"properties": {"n": {}}}]}, {"id": "1", "n": 2}, []),
        ({"allOf": [REFS["Base"], {"properties": {"n": {}}}]}, {"n": 2}, [("missing member", "")]),
        ({"type": "object"}, {"any": 1}, []),
        ({"properties": {"a": {}}, "additionalProperties": True}, {"b": 1}, []),
        ({"properties": {"a": {}}, "additionalProperties": {"type": "string"}}, {"b": 1}, [("wrong type", "/*")]),
        ({"properties": {"a": {}}, "patternProperties": {"^x-": {}}}, {"x-a": 1, "y": 2}, [("unknown member", "/y")]),
        ({"required": ["p"], "properties": {"p": {"writeOnly": True}}}, {}, []),
        ({"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}, ["a", "b"], [("wrong type", "/1")]),
        ({"type": "string", "maxLength": 2}, "abc", [("value beyond a limit", "")]),
        ({"type": "string", "maxLength": 2}, "😀😀", []),
        ({"type": "string", "pattern": "^[a-z]+$"}, "A", [("value beyond a limit", "")]),
        ({"type": "string", "pattern": "("}, "A", []),
        ({"type": "array", "minItems": 1, "uniqueItems": True}, [], [("value beyond a limit", "")]),
        ({"type": "array", "uniqueItems": True}, [1, 1], [("value beyond a limit", "")]),
        ({"minProperties": 1}, {}, [("value beyond a limit", "")]),
        ({"type": "number", "multipleOf": 0}, 1, []),
        ({"type": "number", "multipleOf": 0.01}, 0.29, []),
        ({"type": "string", "maximum": 1}, "abc", []),
        ({"type": "string", "format": "date-time"}, "2024-05-01 10:00", [("value of another format", "")]),
        ({"type": "string", "format": "date-time"}, "2024-05-01T10:00:00.5+02:00", []),
        ({"type": "string", "format": "date-time"}, "2016-12-31T23:59:60Z", []),
        ({"type": "string", "format": "date-time"}, "2024-02-30T10:00:00Z", [("value of another format", "")]),
        ({"type": "string", "format": "date"}, "20240501", [("value of another format", "")]),
        ({"type": "string", "format": "uuid"}, "7", [("value of another format", "")]),
        ({"type": "string", "format": "ipv6"}, "::1", []),
        ({"type": "string", "format": "colour"}, "red", []),
        ({"oneOf": [{"type": "string", "format": "date"}, {"type": "string", "format": "uuid"}]}, "2024-05-01", []),
        ({"oneOf": [{"type": "integer", "maximum": 5}, {"type": "integer", "minimum": 6}]}, 7, []),
    ],
)  # fmt: skip
def test_values_against_schemas(schema: Any, value: Any, expected: list[tuple[str, str]]) -> None:
    data = {"s": schema, "components": {"schemas": SCHEMAS}}
    found = compare(follow(data, "/s", at_pointer(data, "/s")), value, "/s")
    shown = [
        (one.kind.value, f"{one.where}/{one.name}" if one.kind is Kind.UNKNOWN else one.where)
        for one in found
    ]
    assert shown == expected


def test_schemas_of_values() -> None:
    assert schema_of([1, 2.5]) == {"type": "number"}
    assert schema_of([None]) == {}
    assert schema_of(["a", None, 1]) == {"type": ["integer", "string", "null"]}
    assert schema_of([[{"a": 1}, {"b": "x"}], []]) == {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "string"}},
        },
    }


def test_pointers_as_paths() -> None:
    assert (
        json_path("/paths/~1a~1{b}/get/responses/200") == "$.paths['/a/{b}'].get.responses['200']"
    )
    assert json_path("/x/anyOf/1/properties/it's") == "$.x.anyOf[1].properties['it\\'s']"
