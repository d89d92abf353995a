"""The vector server plays its answers exactly, and its judgement can fail."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from apiscribe.conformance import Suite, Vector, load_suite, vectors_in_thread
from apiscribe.conformance.compare import normalised, same_json

VECTORS: list[dict[str, Any]] = [
    {
        "name": "plain",
        "features": ["x"],
        "call": {"operation": "o"},
        "answers": [{"json": {"a": 1}}, {"status": 204}],
        "requests": [
            {"method": "POST", "path": "/p%2f%7e", "query": "q=%21", "json": {"b": None}},
            {"same_connection": True, "headers": {"x-gone": None}, "no_body": True},
        ],
        "expect": {"json": {"a": 1}},
    },
    {
        "name": "cut",
        "features": ["x"],
        "call": {"operation": "o"},
        "answers": [{"chunks": [{"text": "ab"}, {"text": "cd", "cut": True}]}],
        "requests": [{}],
        "expect": {"error": {"kind": "connection"}},
    },
    {
        "name": "left",
        "features": ["x"],
        "call": {"operation": "o"},
        "answers": [{"chunks": [{"text": "ab"}, {"delay": 5, "text": "cd"}]}],
        "requests": [{}],
        "closed": True,
        "expect": {"nothing": True},
    },
    {
        "name": "drop",
        "features": ["x"],
        "call": {"operation": "o"},
        "answers": [{"drop": True}],
        "requests": [{}],
        "expect": {"error": {"kind": "connection"}},
    },
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    vectors = tuple(Vector.model_validate(v) for v in VECTORS)
    with vectors_in_thread([Suite(name="s", folder=Path("."), vectors=vectors)]) as url:
        yield urlsplit(url).netloc


def judge(address: str, key: str, run: str, outcome: dict[str, Any]) -> tuple[int, str]:
    connection = http.client.HTTPConnection(address, timeout=10)
    connection.request("POST", f"/outcome/s/{key}/{run}", json.dumps(outcome))
    response = connection.getresponse()
    try:
        return response.status, response.read().decode()
    finally:
        connection.close()


def test_a_right_run_passes(address: str) -> None:
    connection = http.client.HTTPConnection(address, timeout=10)
    headers = {"content-type": "application/json"}
    connection.request("POST", "/v/s/plain/1/p%2F~?q=!", b'{"b":null}', headers)
    assert json.loads(connection.getresponse().read()) == {"a": 1}
    connection.request("GET", "/v/s/plain/1/x")
    assert connection.getresponse().read() == b""
    connection.close()
    assert judge(address, "plain", "1", {"json": {"a": 1.0}}) == (200, "ok")


def test_every_difference_is_told(address: str) -> None:
    connection = http.client.HTTPConnection(address, timeout=10)
    connection.request("PUT", "/v/s/plain/2/p/~?q=%2B", b'{"b":0}', {"content-type": "text/plain"})
    connection.getresponse().read()
    connection.close()
    status, text = judge(address, "plain", "2", {"json": {"a": True}})
    assert status == 409
    assert text.splitlines() == [
        "number of requests: got 1, expected 2",
        'request 1 method: got "PUT", expected "POST"',
        'request 1 path: got "/p/~", expected "/p%2F~"',
        'request 1 query: got "q=%2B", expected "q=!"',
        "request 1 content-type 'text/plain' is not JSON",
        'request 1 body: got {"b": 0}, expected {"b": null}',
        'result json: got {"a": true}, expected {"a": 1}',
    ]


def test_cut_and_dropped_answers(address: str) -> None:
    connection = http.client.HTTPConnection(address, timeout=10)
    connection.request("GET", "/v/s/cut/1/")
    with pytest.raises(http.client.IncompleteRead) as caught:
        connection.getresponse().read()
    assert caught.value.partial == b"abcd"
    connection.close()
    assert judge(address, "cut", "1", {"error": {"kind": "connection"}})[0] == 200
    connection.request("GET", "/v/s/drop/1/")
    with pytest.raises(http.client.RemoteDisconnected):
        connection.getresponse()
    connection.close()


def test_leaving_early_is_seen_and_staying_is_not_leaving(address: str) -> None:
    host, port = address.split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(b"GET /v/s/left/1/ HTTP/1.1\r\nhost: x\r\n\r\n")
        assert connection.recv(16).startswith(b"HTTP/1.1 200")
    assert judge(address, "left", "1", {"nothing": True}) == (200, "ok")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(b"GET /v/s/left/2/ HTTP/1.1\r\nhost: x\r\n\r\n")
        assert connection.recv(16).startswith(b"HTTP/1.1 200")
        assert judge(address, "left", "2", {"nothing": True}) == (
            409,
            "the connection was not closed",
        )


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (1, 1.0, True),
        (1, True, False),
        (0, False, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ([1], [1, 2], False),
        (9223372036854775807, 9223372036854775808, False),
        (None, False, False),
    ],
)
def test_json_equality(left: Any, right: Any, equal: bool) -> None:
    assert same_json(left, right) is equal


def test_percent_encoding_has_one_form() -> None:
    assert normalised("a%2fb%7E%21%20+") == "a%2Fb~!%20+"


def test_the_suites_of_the_project_load() -> None:
    folder = Path(__file__).parents[2] / "conformance"
    suites = [load_suite(f) for f in sorted(folder.iterdir()) if (f / "vectors.yaml").exists()]
    assert sum(len(suite.vectors) for suite in suites) >= 150
