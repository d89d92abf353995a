from __future__ import annotations

import asyncio
import gc
import json
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
import sdk_runtime.streams
from sdk_loopback import PATIENCE, Loopback, Peer, Received, loopback
from sdk_runtime import (
    APIConnectionError,
    APIError,
    APIResponseValidationError,
    APITimeoutError,
    Operation,
    RateLimitError,
    Stream,
    Streaming,
    async_raw,
    raw,
)
from sdk_shop import CREATE_THING, AsyncShop, Shop, Thing, shop

SSE = "Content-Type: text/event-stream"


def frame(number: int, **more: Any) -> bytes:
    return (
        f"data: {json.dumps({'id': number, 'name': 'ž', **more}, ensure_ascii=False)}\n\n".encode()
    )


BODY = b": hi\n\n" + frame(1) + frame(2) + b"data: [DONE]\n\n"


def read_sync(server: Loopback, operation: Any = CREATE_THING, **options: Any) -> list[Any]:
    client_options = options.pop("client", {})
    with (
        Shop("k", base_url=server.url, **client_options) as client,
        client.stream(operation, {"name": "n"}, options) as stream,  # type: ignore[arg-type]
    ):
        return list(stream)


def read_async(server: Loopback, operation: Any = CREATE_THING, **options: Any) -> list[Any]:
    client_options = options.pop("client", {})

    async def main() -> list[Any]:
        async with (
            AsyncShop("k", base_url=server.url, **client_options) as client,
            await client.stream(operation, {"name": "n"}, options) as stream,  # type: ignore[arg-type]
        ):
            return [item async for item in stream]

    return asyncio.run(main())


both = pytest.mark.parametrize("read", [read_sync, read_async], ids=["sync", "async"])
Reader = Callable[..., list[Any]]


def chunked(*chunks: bytes, end: bool = True) -> Callable[[Received, Peer], None]:
    def script(request: Received, peer: Peer) -> None:
        peer.start_chunked(SSE, "X-Request-Id: r-1")
        for chunk in chunks:
            peer.chunk(chunk)
        if end:
            peer.end_chunked()
        else:
            peer.hang_up()

    return script


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may need longer to send the end of a body than a user wants to wait."""
    monkeypatch.setattr(sdk_runtime.streams, "DRAIN_SECONDS", PATIENCE)


@both
def test_items(read: Reader) -> None:
    with loopback(chunked(BODY)) as server:
        items = read(server)
    assert [type(item) for item in items] == [Thing, Thing]
    assert [(item.id, item.name) for item in items] == [(1, "ž"), (2, "ž")]
    (request,) = server.requests
    assert json.loads(request.body) == {"name": "n", "stream": True}
    assert request.headers["accept"] == "text/event-stream"


@both
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
def test_byte_by_byte(read: Reader, line_end: bytes) -> None:
    body = BODY.replace(b"\n", line_end)
    with loopback(chunked(*(bytes([byte]) for byte in body))) as server:
        assert [item.id for item in read(server)] == [1, 2]


@both
def test_the_end_of_the_body_ends_the_stream_too(read: Reader) -> None:
    with loopback(chunked(frame(1), frame(2))) as server:
        assert [item.id for item in read(server)] == [1, 2]


@both
def test_nothing_after_the_terminator_is_an_item(read: Reader) -> None:
    with loopback(chunked(frame(1) + b"data: [DONE]\n\n" + frame(2), frame(3))) as server:
        assert [item.id for item in read(server)] == [1]


def test_the_connection_is_used_again_after_the_end(patient: None) -> None:
    with loopback(chunked(BODY)) as server, Shop("k", base_url=server.url) as client:
        for _ in range(3):
            assert len(list(client.stream(CREATE_THING, {"name": "n"}, {}))) == 2
        assert server.connections == 1


def test_the_connection_is_used_again_after_the_end_async(patient: None) -> None:
    async def main(url: str) -> None:
        async with AsyncShop("k", base_url=url) as client:
            for _ in range(3):
                stream = await client.stream(CREATE_THING, {"name": "n"}, {})
                assert len([item async for item in stream]) == 2

    with loopback(chunked(BODY)) as server:
        asyncio.run(main(server.url))
        assert server.connections == 1


@both
def test_a_body_left_open_after_the_terminator_is_not_waited_for(read: Reader) -> None:
    released, waited_for = threading.Event(), threading.Event()

    def script(request: Received, peer: Peer) -> None:
        peer.start_chunked(SSE)
        peer.chunk(BODY)
        if not released.wait(PATIENCE):
            waited_for.set()
        peer.hang_up()

    with loopback(script) as server:
        # The idle timeout is endless: only giving up on the rest of the body can end this.
        assert len(read(server, client={"idle_timeout": None})) == 2
        assert not waited_for.is_set()
        released.set()


def _endless(closed: threading.Event) -> Callable[[Received, Peer], None]:
    def script(request: Received, peer: Peer) -> None:
        peer.start_chunked(SSE)
        peer.chunk(frame(1) + frame(2))
        if peer.wait_closed():
            closed.set()
        peer.keep = False

    return script


def _leave_by_with(client: Shop) -> None:
    with client.stream(CREATE_THING, {"name": "n"}, {}) as stream:
        for _ in stream:
            break


def _leave_by_close(client: Shop) -> None:
    stream = client.stream(CREATE_THING, {"name": "n"}, {})
    assert next(stream).id == 1  # type: ignore[call-overload]
    stream.close()
    stream.close()
    assert list(stream) == []


def _leave_by_dropping(client: Shop) -> None:
    for _ in client.stream(CREATE_THING, {"name": "n"}, {}):
        break
    gc.collect()


def _leave_unread(client: Shop) -> None:
    stream = client.stream(CREATE_THING, {"name": "n"}, {})
    client.kept = stream  # type: ignore[attr-defined]  # so that it is closed, not collected
    stream.close()


def _leave_by_error(client: Shop) -> None:
    with pytest.raises(KeyError), client.stream(CREATE_THING, {"name": "n"}, {}) as stream:
        for _ in stream:
            raise KeyError


@pytest.mark.parametrize(
    "leave", [_leave_by_with, _leave_by_close, _leave_by_dropping, _leave_unread, _leave_by_error]
)
def test_leaving_early_closes_the_connection(leave: Callable[[Shop], None]) -> None:
    closed = threading.Event()
    with loopback(_endless(closed)) as server, Shop("k", base_url=server.url) as client:
        leave(client)
        assert closed.wait(PATIENCE)


def _broken_item(closed: threading.Event) -> Callable[[Received, Peer], None]:
    def script(request: Received, peer: Peer) -> None:
        peer.start_chunked(SSE)
        peer.chunk(ERRORS["error event"])
        if peer.wait_closed():
            closed.set()
        peer.keep = False

    return script


def test_an_error_closes_the_connection() -> None:
    closed = threading.Event()
    with loopback(_broken_item(closed)) as server, Shop("k", base_url=server.url) as client:
        stream = client.stream(CREATE_THING, {"name": "n"}, {})
        with pytest.raises(APIError, match="overloaded"):
            list(stream)
        assert closed.wait(PATIENCE)


def test_an_error_closes_the_connection_async() -> None:
    closed = threading.Event()

    async def main(url: str) -> bool:
        async with AsyncShop("k", base_url=url) as client:
            stream = await client.stream(CREATE_THING, {"name": "n"}, {})
            with pytest.raises(APIError, match="overloaded"):
                [item async for item in stream]
            return await asyncio.to_thread(closed.wait, PATIENCE)

    with loopback(_broken_item(closed)) as server:
        assert asyncio.run(main(server.url))


async def _async_leave_by_with(client: AsyncShop) -> None:
    async with await client.stream(CREATE_THING, {"name": "n"}, {}) as stream:
        async for _ in stream:
            break


async def _async_leave_by_close(client: AsyncShop) -> None:
    stream = await client.stream(CREATE_THING, {"name": "n"}, {})
    assert (await anext(stream)).id == 1  # type: ignore[call-overload]
    await stream.close()
    await stream.close()
    assert [item async for item in stream] == []


async def _async_leave_unread(client: AsyncShop) -> None:
    stream = await client.stream(CREATE_THING, {"name": "n"}, {})
    client.kept = stream  # type: ignore[attr-defined]  # so that it is closed, not collected
    await stream.close()


async def _async_leave_by_dropping(client: AsyncShop) -> None:
    async for _ in await client.stream(CREATE_THING, {"name": "n"}, {}):
        break
    gc.collect()
    await asyncio.sleep(0.01)


async def _async_leave_by_cancelling(client: AsyncShop) -> None:
    started = asyncio.Event()

    async def read() -> None:
        async for item in await client.stream(CREATE_THING, {"name": "n"}, {}):
            if item.id == 2:
                started.set()

    task = asyncio.create_task(read())
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize(
    "leave",
    [
        _async_leave_by_with,
        _async_leave_by_close,
        _async_leave_unread,
        _async_leave_by_dropping,
        _async_leave_by_cancelling,
    ],
)
def test_leaving_early_closes_the_connection_async(leave: Any) -> None:
    closed = threading.Event()

    async def main(url: str) -> bool:
        async with AsyncShop("k", base_url=url) as client:
            await leave(client)
            return await asyncio.to_thread(closed.wait, PATIENCE)

    with loopback(_endless(closed)) as server:
        assert asyncio.run(main(server.url))


@both
def test_items_come_before_the_stream_is_over(read: Reader) -> None:
    seen = threading.Event()

    def script(request: Received, peer: Peer) -> None:
        peer.start_chunked(SSE)
        peer.chunk(frame(1))
        if seen.wait(PATIENCE):
            peer.chunk(frame(2))
            peer.end_chunked()
        peer.keep = False

    class Seen(Thing):
        def model_post_init(self, context: Any) -> None:
            seen.set()

    streaming = CREATE_THING.streaming._replace(type=lambda: Seen)  # type: ignore[union-attr]
    with loopback(script) as server:
        assert len(read(server, CREATE_THING._replace(streaming=streaming))) == 2


@both
def test_a_stream_that_breaks_off(read: Reader) -> None:
    with (
        loopback(chunked(frame(1), b"data: {", end=False)) as server,
        pytest.raises(APIConnectionError, match="The stream failed") as caught,
    ):
        read(server)
    assert not isinstance(caught.value, APITimeoutError)


@both
def test_a_silent_stream(read: Reader) -> None:
    released = threading.Event()

    def script(request: Received, peer: Peer) -> None:
        peer.start_chunked(SSE)
        peer.chunk(frame(1))
        released.wait(PATIENCE)
        peer.hang_up()

    with loopback(script) as server:
        with pytest.raises(APITimeoutError, match="The stream took too long"):
            read(server, client={"idle_timeout": 0.05})
        released.set()


@both
def test_the_idle_timeout_does_not_bound_the_first_answer(read: Reader) -> None:
    def script(request: Received, peer: Peer) -> None:
        threading.Event().wait(0.2)
        peer.answer("200 OK", BODY, SSE)

    with loopback(script) as server:
        assert len(read(server, client={"idle_timeout": 0.05})) == 2


@both
def test_a_stream_beyond_the_deadline(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    late = SimpleNamespace(monotonic=lambda: time.monotonic() + 1000)
    monkeypatch.setattr(sdk_runtime.streams, "time", late)

    def script(request: Received, peer: Peer) -> None:
        peer.start_chunked(SSE)
        while not over.wait(0.01):
            try:
                peer.chunk(frame(1))
            except OSError:
                break
        peer.keep = False

    with loopback(script) as server:
        with pytest.raises(APITimeoutError, match="deadline"):
            read(server, deadline=500)
        over.set()


ERRORS = {
    "error event": b'event: error\ndata: {"message": "overloaded"}\n\n',
    "error payload": b'data: {"error": {"message": "overloaded", "code": 9}}\n\n',
    "error text": b"event: error\ndata: overloaded\n\n",
}


@both
@pytest.mark.parametrize("name", ERRORS)
def test_errors_in_the_stream(read: Reader, name: str) -> None:
    with (
        loopback(chunked(frame(1) + ERRORS[name] + frame(2))) as server,
        pytest.raises(APIError, match=r"^overloaded$") as caught,
    ):
        read(server)
    assert type(caught.value) is APIError
    assert caught.value.request_id == "r-1"
    assert caught.value.body in (
        {"message": "overloaded"},
        {"error": {"message": "overloaded", "code": 9}},
        "overloaded",
    )


@both
def test_error_is_null_is_no_error(read: Reader) -> None:
    with loopback(chunked(frame(1, error=None))) as server:
        (item,) = read(server)
    assert item.to_dict() == {"id": 1, "name": "ž", "error": None}


@both
def test_an_event_that_is_not_json(read: Reader) -> None:
    with (
        loopback(chunked(b"data: oops\n\n")) as server,
        pytest.raises(APIResponseValidationError, match="not JSON") as caught,
    ):
        read(server)
    assert caught.value.body == "oops"


@both
def test_items_that_do_not_fit(read: Reader) -> None:
    with loopback(chunked(b'data: {"id": "x", "odd": 1}\n\n')) as server:
        (item,) = read(server)
        assert item.to_dict() == {"id": "x", "odd": 1}
        with pytest.raises(APIResponseValidationError, match="id: expected integer"):
            read(server, client={"strict": True})


@both
def test_an_error_instead_of_a_stream(read: Reader) -> None:
    def script(request: Received, peer: Peer) -> None:
        peer.answer(
            "429 Too Many", b'{"error": {"message": "slow down"}}', "Content-Type: application/json"
        )

    with loopback(script) as server, pytest.raises(RateLimitError, match="slow down"):
        read(server, max_retries=0)


@both
@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        (b'{"error": "no"}', APIError, "no"),
        (b'{"id": 1, "name": "n"}', APIResponseValidationError, "Expected a stream of events"),
    ],
)
def test_json_instead_of_a_stream(read: Reader, body: bytes, kind: Any, text: str) -> None:
    def script(request: Received, peer: Peer) -> None:
        peer.answer("200 OK", body, "Content-Type: application/json")

    with loopback(script) as server, pytest.raises(APIError, match=text) as caught:
        read(server)
    assert type(caught.value) is kind
    assert caught.value.body == json.loads(body)


@both
def test_json_lines(read: Reader) -> None:
    lines: Operation[Any, Thing] = Operation(
        "lines",
        "GET",
        "/lines",
        streaming=Streaming("json-lines", lambda: Thing, "application/x-ndjson"),
    )
    with loopback(chunked(b'{"id": 1, "name"', b': "a"}\r\n\n{"id": 2, "name": "b"}')) as server:
        assert [item.id for item in read(server, lines)] == [1, 2]
    assert server.requests[0].headers["accept"] == "application/x-ndjson"


def test_tries_before_the_stream_starts() -> None:
    answers = [chunked(BODY)]

    def script(request: Received, peer: Peer) -> None:
        if len(server.requests) == 1:
            peer.answer("503 Busy", b"", "Retry-After: 0")
        else:
            answers[0](request, peer)

    with loopback(script) as server:
        assert len(read_sync(server)) == 2
        assert len(server.requests) == 2
        assert server.connections == 1


def test_events_and_what_is_known_of_the_answer() -> None:
    body = b"id: 7\nretry: 5\nevent: thing\n" + frame(1) + b"data: [DONE]\n\n"
    with loopback(chunked(body)) as server, Shop("k", base_url=server.url) as client:
        stream = client.stream(CREATE_THING, {"name": "n"}, {})
        assert (stream.status_code, stream.request_id) == (200, "r-1")
        assert stream.headers["content-type"] == "text/event-stream"
        (event,) = stream.events()
        assert (event.event, event.id, event.retry) == ("thing", "7", 5)
        assert json.loads(event.data)["id"] == 1


def test_call_or_stream() -> None:
    def script(request: Received, peer: Peer) -> None:
        if b'"stream":true' in request.body:
            chunked(BODY)(request, peer)
        else:
            peer.answer("200 OK", b'{"id": 3, "name": "n"}', "Content-Type: application/json")

    with loopback(script) as server, Shop("k", base_url=server.url) as client:
        for value in (True, False, None):
            result = client.call_or_stream(CREATE_THING, {"name": "n", "stream": value}, {})
            if value:
                assert isinstance(result, Stream)
                assert len(list(result)) == 2
            else:
                assert result.id == 3  # type: ignore[union-attr]


def test_raw_streams() -> None:
    with loopback(chunked(BODY)) as server, Shop("k", base_url=server.url) as client:
        response = raw(lambda **options: client.stream(CREATE_THING, {"name": "n"}, options))()
        assert response.headers["x-request-id"] == "r-1"
        assert [item.id for item in response.parse()] == [1, 2]

    async def main(url: str) -> list[int]:
        async with AsyncShop("k", base_url=url) as client:

            async def create(**options: Any) -> Any:
                return await client.stream(CREATE_THING, {"name": "n"}, options)  # type: ignore[arg-type]

            response = await async_raw(create)()
            return [item.id async for item in response.parse()]

    with loopback(chunked(BODY)) as server:
        assert asyncio.run(main(server.url)) == [1, 2]


def test_undocumented_streams() -> None:
    with loopback(chunked(BODY)) as server, Shop("k", base_url=server.url) as client:
        with client.stream_request("POST", "/new", body={"a": 1}, cast_to=Thing) as stream:
            assert [item.id for item in stream] == [1, 2]
        assert server.requests[0].body == b'{"a":1}'
        assert server.requests[0].headers["x-shop-code"] == "k"


def test_compressed_streams() -> None:
    import gzip

    answer = httpx2.Response(
        200,
        content=gzip.compress(BODY),
        headers={"content-type": "text/event-stream", "content-encoding": "gzip"},
    )
    assert len(list(shop(lambda request: answer).stream(CREATE_THING, {"name": "n"}, {}))) == 2
