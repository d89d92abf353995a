from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from sdk_loopback import PATIENCE, Peer, Received, loopback
from sdk_runtime import (
    Answer,
    APIConnectionError,
    AsyncBinaryResponse,
    BinaryResponse,
    NotFoundError,
    Operation,
    raw,
)
from sdk_shop import AsyncShop, Shop

DOWNLOAD: Operation[bytes, None] = Operation(
    "download", "GET", "/file", answers=(Answer(200, 200, "*/*", "binary", lambda: bytes),)
)
DATA = bytes(range(256)) * 500


def whole(request: Received, peer: Peer) -> None:
    peer.answer("200 OK", DATA, "Content-Type: image/png", "X-Request-Id: r")


def test_ways_to_read(tmp_path: Path) -> None:
    with loopback(whole) as server, Shop("k", base_url=server.url) as client:
        with client.download(DOWNLOAD, {}, {}) as response:
            assert isinstance(response, BinaryResponse)
            assert (response.status_code, response.request_id) == (200, "r")
            assert response.headers["content-type"] == "image/png"
            assert response.read() == DATA
        pieces = list(client.download(DOWNLOAD, {}, {}).iter_bytes(1000))
        assert b"".join(pieces) == DATA
        assert {len(piece) for piece in pieces} == {1000}
        client.download(DOWNLOAD, {}, {}).stream_to_file(tmp_path / "f")
        assert (tmp_path / "f").read_bytes() == DATA
        assert client.call(DOWNLOAD, {}, {}) == DATA
        assert client.get("/file", cast_to=BinaryResponse).read() == DATA
        assert (
            raw(lambda **options: client.download(DOWNLOAD, {}, options))().parse().read() == DATA
        )
        assert server.connections == 1


def test_ways_to_read_async(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        async with AsyncShop("k", base_url=url) as client:
            async with await client.download(DOWNLOAD, {}, {}) as response:
                assert isinstance(response, AsyncBinaryResponse)
                assert await response.read() == DATA
            response = await client.download(DOWNLOAD, {}, {})
            assert b"".join([piece async for piece in response.iter_bytes()]) == DATA
            await (await client.download(DOWNLOAD, {}, {})).stream_to_file(str(tmp_path / "f"))
            assert await client.call(DOWNLOAD, {}, {}) == DATA

    with loopback(whole) as server:
        asyncio.run(main(server.url))
    assert (tmp_path / "f").read_bytes() == DATA


def test_the_body_is_not_read_ahead_and_can_be_given_up() -> None:
    closed = threading.Event()

    def script(request: Received, peer: Peer) -> None:
        peer.start_chunked()
        peer.chunk(b"first")
        if peer.wait_closed():
            closed.set()
        peer.keep = False

    with loopback(script) as server, Shop("k", base_url=server.url) as client:
        with client.download(DOWNLOAD, {}, {}) as response:
            assert next(iter(response.iter_bytes())) == b"first"
        assert closed.wait(PATIENCE)


@pytest.mark.parametrize("read", ["read", "iter"])
def test_a_body_that_breaks_off(read: str) -> None:
    def script(request: Received, peer: Peer) -> None:
        peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        peer.hang_up()

    with loopback(script) as server, Shop("k", base_url=server.url) as client:
        response: Any = client.download(DOWNLOAD, {}, {})
        with pytest.raises(APIConnectionError, match="Reading the body failed"):
            response.read() if read == "read" else list(response.iter_bytes())
        with pytest.raises(APIConnectionError, match="Reading the answer failed"):
            client.call(DOWNLOAD, {}, {"max_retries": 0})


def test_errors_are_errors() -> None:
    def script(request: Received, peer: Peer) -> None:
        peer.answer("404 Not Found", b'{"message": "gone"}', "Content-Type: application/json")

    with (
        loopback(script) as server,
        Shop("k", base_url=server.url) as client,
        pytest.raises(NotFoundError, match="gone"),
    ):
        client.download(DOWNLOAD, {}, {})
