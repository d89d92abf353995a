"""The mock server, driven over loopback HTTP."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from apiscribe.serve import serve_in_thread
from apiscribe.serve.answers import wants_stream
from apiscribe.serve.nodes import root_node

THING = {
    "type": "object",
    "required": ["id", "name"],
    "properties": {
        "id": {"type": "string", "readOnly": True},
        "name": {"type": "string", "minLength": 2},
        "size": {"type": ["integer", "null"], "minimum": 3},
    },
}
JSON_THING = {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.2.0",
    "info": {"title": "things", "version": "1"},
    "servers": [{"url": "https://example.com/base"}],
    "security": [{"key": []}],
    "paths": {
        "/things": {
            "get": {
                "operationId": "list",
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 9}},
                    {
                        "name": "tags",
                        "in": "query",
                        "style": "pipeDelimited",
                        "schema": {"type": "array", "items": {"type": "integer"}},
                    },
                    {
                        "name": "filter",
                        "in": "query",
                        "style": "deepObject",
                        "schema": {"type": "object", "properties": {"n": {"type": "integer"}}},
                    },
                    {"name": "X-Trace", "in": "header", "schema": {"enum": ["on", "off"]}},
                ],
                "responses": {
                    "200": {
                        "description": "ok",
                        "headers": {"X-Total": {"schema": {"type": "integer"}}},
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "array",
                                    "items": {"$ref": "#/components/schemas/Thing"},
                                }
                            }
                        },
                    },
                    "404": {"description": "no", "content": JSON_THING},
                },
            },
            "post": {
                "operationId": "create",
                "x-sdk": {"stream": {"switch": {"stream": True}, "terminator": "[DONE]"}},
                "requestBody": {
                    "required": True,
                    "content": {
                        **JSON_THING,
                        "application/x-www-form-urlencoded": JSON_THING["application/json"],
                        "multipart/form-data": JSON_THING["application/json"],
                    },
                },
                "responses": {
                    "201": {
                        "description": "made",
                        "content": {
                            "application/json": {
                                "schema": {"$ref": "#/components/schemas/Thing"},
                                "examples": {
                                    "plain": {"value": {"id": "a", "name": "from example"}},
                                    "other": {"value": {"id": "b", "name": "another"}},
                                },
                            },
                            "text/event-stream": {
                                "itemSchema": {"$ref": "#/components/schemas/Thing"},
                                "examples": {
                                    "s": {"value": [{"id": "1", "name": "ab"}, {"id": "é"}]},
                                },
                            },
                        },
                    },
                    "422": {"description": "bad"},
                },
            },
        },
        "/things/{id}.json": {
            "get": {
                "operationId": "read",
                "security": [],
                "parameters": [
                    {
                        "name": "id",
                        "in": "path",
                        "required": True,
                        "schema": {"type": "integer"},
                    }
                ],
                "responses": {"200": {"description": "ok", "content": JSON_THING}},
            }
        },
    },
    "components": {
        "schemas": {"Thing": THING},
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "x-key"}},
    },
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serve_in_thread(DOCUMENT) as url:
        yield urlsplit(url).netloc


class Reply:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = {k.lower(): v for k, v in response.getheaders()}
        self.body = response.read()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def call(address: str, verb: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
    connection = http.client.HTTPConnection(address, timeout=10)
    sent = {"x-key": "k"} | {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(verb, path, body, {k: v for k, v in sent.items() if v})
        return Reply(connection.getresponse())
    finally:
        connection.close()


def post(address: str, value: Any, **headers: str) -> Reply:
    return call(
        address,
        "POST",
        "/things",
        json.dumps(value).encode(),
        content_type="application/json",
        **headers,
    )


def test_answers_with_a_value_made_from_the_schema(address: str) -> None:
    reply = call(address, "GET", "/things")
    assert reply.status == 200
    assert reply.json == [{"id": "string", "name": "string", "size": 3}]
    assert reply.headers["x-total"] == "1"
    assert reply.headers["x-request-id"].startswith("mock-")


def test_prefers_the_examples_of_the_document(address: str) -> None:
    assert post(address, {"name": "ab"}).json == {"id": "a", "name": "from example"}
    assert post(address, {"name": "ab"}, x_mock_example="other").json["id"] == "b"


@pytest.mark.parametrize(
    ("words", "default", "body", "streams"),
    [
        ({"stream": {"switch": {"live": True}}}, True, {}, True),
        ({"stream": {"switch": {"live": True}}}, True, None, True),
        ({"stream": {"switch": {"live": True}}}, True, {"live": False}, False),
        ({"stream": {"switch": {"live": True}}}, False, {}, False),
        ({"stream": {"switch": {"live": True}}}, False, {"live": True}, True),
        ({}, True, {}, None),
    ],
)
def test_a_switch_left_out_has_its_default(
    words: dict[str, Any], default: bool, body: object, streams: bool | None
) -> None:
    schema = {"allOf": [{"properties": {"live": {"type": "boolean", "default": default}}}]}
    content = {"application/json": {"schema": schema}}
    operation = {"x-sdk": words, "requestBody": {"content": content}}
    assert wants_stream(root_node(operation), body) is streams


def test_a_boolean_member_stream_is_a_switch_unsaid() -> None:
    schema = {"properties": {"stream": {"type": "boolean", "default": True}}}
    content = {"application/json": {"schema": schema}}
    node = root_node({"requestBody": {"content": content}})
    assert wants_stream(node, {}) is True
    assert wants_stream(node, {"stream": False}) is False


def test_streams_when_the_switch_is_on(address: str) -> None:
    reply = post(address, {"name": "ab", "stream": True})
    assert reply.headers["content-type"].startswith("text/event-stream")
    text = 'data: {"id":"1","name":"ab"}\n\ndata: [DONE]\n\n'
    assert reply.body.decode() == text
    assert post(address, {"name": "ab", "stream": True}, x_mock_chunk="1").body.decode() == text


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/things?limit=12", ("query", "limit", "12 is greater than the maximum of 9")),
        ("/things?limit=many", ("query", "limit", "'many' is not of type 'integer'")),
        ("/things?tags=1%7Cx", ("query", "tags", "'x' is not of type 'integer'")),
        ("/things?filter[n]=x", ("query", "filter", "'x' is not of type 'integer'")),
    ],
)
def test_refuses_wrong_parameters(address: str, path: str, problem: tuple[str, str, str]) -> None:
    reply = call(address, "GET", path)
    assert reply.status == 400
    error = reply.json["errors"][0]
    assert (error["in"], error["name"], error["detail"]) == problem


@pytest.mark.parametrize(
    "path", ["/things?limit=9&tags=1|2", "/things?filter%5Bn%5D=4", "/base/things?tags=1%7C2"]
)
def test_accepts_right_parameters(address: str, path: str) -> None:
    assert call(address, "GET", path, X_Trace="on").status == 200


def test_refuses_a_wrong_header(address: str) -> None:
    assert call(address, "GET", "/things", X_Trace="maybe").json["errors"][0]["in"] == "header"


def test_partial_path_segments_and_typed_path_parameters(address: str) -> None:
    assert call(address, "GET", "/things/7.json", x_key="").status == 200
    assert call(address, "GET", "/things/x.json").status == 400
    assert call(address, "GET", "/things/7").status == 404


def test_a_read_only_member_is_not_required_of_requests(address: str) -> None:
    assert post(address, {"name": "ab"}).status == 201
    reply = post(address, {"size": 1})
    assert reply.status == 422
    assert [e["detail"] for e in reply.json["errors"]] == [
        "'name' is a required property",
        "1 is less than the minimum of 3",
    ]


def test_null_is_kept_apart_from_absent(address: str) -> None:
    assert post(address, {"name": "ab", "size": None}).status == 201
    assert post(address, {"name": None}).status == 422


def test_form_and_multipart_bodies(address: str) -> None:
    form = "application/x-www-form-urlencoded"
    assert call(address, "POST", "/things", b"name=ab&size=4", content_type=form).status == 201
    assert call(address, "POST", "/things", b"name=a&size=1", content_type=form).status == 422
    boundary = "multipart/form-data; boundary=zz"
    body = b'--zz\r\nContent-Disposition: form-data; name="name"\r\n\r\nab\r\n--zz--\r\n'
    assert call(address, "POST", "/things", body, content_type=boundary).status == 201


def test_refusals_by_kind(address: str) -> None:
    assert call(address, "GET", "/things", x_key="").status == 401
    assert call(address, "GET", "/nowhere").status == 404
    refused = call(address, "DELETE", "/things")
    assert (refused.status, set(refused.headers["allow"].split(", "))) == (405, {"GET", "POST"})
    assert call(address, "POST", "/things", b"{", content_type="application/json").status == 422
    reply = call(address, "POST", "/things", b"x", content_type="text/plain")
    assert "accepted: application/json" in reply.json["errors"][0]["detail"]
    assert call(address, "GET", "/things", x_mock_delay="soon").status == 400
    assert call(address, "GET", "/things", x_mock_wish="1").status == 400


def test_fails_on_demand_and_then_behaves(address: str) -> None:
    asked = {"x_mock_fail_times": "2", "x_mock_key": "k1", "x_mock_status": "429"}
    first = call(address, "GET", "/things", x_mock_retry_after="7", **asked)
    assert (first.status, first.headers["retry-after"]) == (429, "7")
    assert call(address, "GET", "/things", **asked).status == 429
    assert call(address, "GET", "/things", **asked).status == 200


def test_an_error_on_demand_has_the_body_the_document_declares(address: str) -> None:
    assert call(address, "GET", "/things", x_mock_status="404").json["name"] == "string"
    literal = call(address, "GET", "/things", x_mock_status="500", x_mock_body="oops")
    assert (literal.status, literal.body) == (500, b"oops")


def test_cuts_the_connection(address: str) -> None:
    with pytest.raises(http.client.IncompleteRead) as caught:
        post(address, {"name": "ab", "stream": True}, x_mock_cut="5")
    assert caught.value.partial == b"data:"


def test_notes_a_client_that_left_early(address: str) -> None:
    call(address, "DELETE", "/_mock/requests")
    host, port = address.split(":")
    body = b'{"name":"ab","stream":true}'
    head = (
        f"POST /things HTTP/1.1\r\nhost: {host}\r\nx-key: k\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\nx-mock-chunk: 1\r\nx-mock-chunk-delay: 0.05\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(head.encode() + body)
        assert connection.recv(20).startswith(b"HTTP/1.1 201")
    for _ in range(100):
        records = call(address, "GET", "/_mock/requests").json
        if records[0]["closed_early"]:
            break
        time.sleep(0.05)
    assert records[0]["closed_early"]
    assert (records[0]["operation"], records[0]["body"]) == ("create", body.decode())


def test_pages_of_any_origin_may_call(address: str) -> None:
    origin = "http://elsewhere.example"
    asked = call(
        address,
        "OPTIONS",
        "/things",
        origin=origin,
        access_control_request_method="POST",
        access_control_request_headers="x-key,content-type",
    )
    assert asked.status == 200
    assert "x-key" in asked.headers["access-control-allow-headers"]
    for reply in (asked, call(address, "GET", "/things", origin=origin)):
        assert reply.headers["access-control-allow-origin"] in ("*", origin)


def test_a_caller_says_which_of_several_operations_with_one_path_is_meant() -> None:
    def answering(text: str) -> dict[str, Any]:
        content = {"application/json": {"schema": {"type": "string", "const": text}}}
        return {"get": {"responses": {"200": {"description": "ok", "content": content}}}}

    paths = {"/shared": answering("file"), "/shared#folders": answering("folder")}
    info = {"title": "shared", "version": "1"}
    with serve_in_thread({"openapi": "3.2.0", "info": info, "paths": paths}) as url:
        found = urlsplit(url).netloc
        assert call(found, "GET", "/shared").json == "file"
        assert call(found, "GET", "/shared", x_mock_path="/shared%23folders").json == "folder"
        assert call(found, "GET", "/shared", x_mock_path="/shared#folders").json == "folder"
        assert call(found, "GET", "/shared", x_mock_path="/else").json == "file"
