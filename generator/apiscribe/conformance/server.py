"""The server of the vectors: plays the answers, records the requests, judges the outcome.

`/v/<suite>/<key>/<run>` is the base URL of one run of a vector. When the test has made its call
it posts the outcome to `/outcome/<suite>/<key>/<run>`; the answer is 200 when all is as expected, else
409 with one difference a line. HTTP/1.1 is written by hand here, because answers must be cut,
split and delayed at exact bytes; requests are parsed with h11. `{elsewhere}` in an answer's header
is the vector's base URL under another host name, for redirects.
"""

from __future__ import annotations

import asyncio
import base64
import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import h11

from apiscribe.conformance.compare import (
    Difference,
    SentRequest,
    compare_outcome,
    compare_request,
)
from apiscribe.conformance.vectors import Answer, Suite, Vector

_CLOSE_SECONDS = 3.0
_MISSING = Answer.model_validate({"status": 500, "text": "the vector has no more answers"})


@dataclass(slots=True)
class Run:
    """One run of a vector."""

    vector: Vector
    elsewhere: str
    requests: list[SentRequest] = field(default_factory=list)
    closed: asyncio.Event = field(default_factory=asyncio.Event)
    played: asyncio.Event = field(default_factory=asyncio.Event)


class VectorServer:
    """Serves vectors of any number of suites."""

    def __init__(self, suites: Sequence[Suite]) -> None:
        self.vectors = {(s.name, v.key): v for s in suites for v in s.vectors}
        self.runs: dict[tuple[str, str, str], Run] = {}
        self.connections = 0

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Requests of one connection, one after the other."""
        self.connections += 1
        number = self.connections
        protocol = h11.Connection(h11.SERVER)
        try:
            while await self._one(protocol, reader, writer, number):
                protocol.start_next_cycle()
        except (ConnectionError, h11.RemoteProtocolError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def _one(
        self,
        protocol: h11.Connection,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        number: int,
    ) -> bool:
        """One request; false when the connection is over."""
        request = await _read_request(protocol, reader, number)
        if request is None:
            return False
        kind, _, rest = request.path.lstrip("/").partition("/")
        suite, _, rest = rest.partition("/")
        key, _, rest = rest.partition("/")
        run_name, slash, path = rest.partition("/")
        vector = self.vectors.get((suite, key))
        if vector is None or kind not in ("v", "outcome"):
            await _write(writer, 404, b"no such vector", {})
            return _next(protocol, 404)
        port = writer.get_extra_info("sockname")[1]
        elsewhere = f"http://localhost:{port}/v/{suite}/{key}/{run_name}"
        run = self.runs.setdefault((suite, key, run_name), Run(vector, elsewhere))
        if kind == "outcome":
            status, text = await self._judge(run, request.body)
            await _write(writer, status, text.encode(), {})
            return _next(protocol, status)
        run.requests.append(_moved(request, slash + path))
        index = len(run.requests) - 1
        answer = vector.answers[index] if index < len(vector.answers) else _MISSING
        return await self._play(answer, run, protocol, reader, writer)

    async def _play(
        self,
        answer: Answer,
        run: Run,
        protocol: h11.Connection,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> bool:
        gone = _Watch(reader, writer)
        try:
            await gone.pause(answer.delay)
            if not answer.drop and await _send(answer, writer, gone, run.elsewhere):
                run.played.set()
                return _next(protocol, answer.status)
        except ConnectionError:
            run.closed.set()
        if gone:
            run.closed.set()
        return False

    async def _judge(self, run: Run, body: bytes) -> tuple[int, str]:
        difference = Difference()
        vector = run.vector
        outcome: dict[str, Any] = json.loads(body)
        difference.equal("number of requests", len(run.requests), len(vector.requests))
        for index, (sent, wanted) in enumerate(zip(run.requests, vector.requests, strict=False)):
            compare_request(sent, wanted, run.requests[:index], difference)
        compare_outcome(outcome, vector.expect, difference)
        if vector.closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(run.closed.wait(), _CLOSE_SECONDS)
            if not run.closed.is_set():
                difference.found.append("the connection was not closed")
        if vector.kept:
            with suppress(TimeoutError):
                await asyncio.wait_for(run.played.wait(), _CLOSE_SECONDS)
            if run.closed.is_set() or not run.played.is_set():
                difference.found.append("the connection was closed before the end of the answer")
        return (409, "\n".join(difference.found)) if difference.found else (200, "ok")


class _Watch:
    """Whether the client has gone; reads nothing, so that no byte of a next request is lost."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def __bool__(self) -> bool:
        return self.reader.at_eof() or self.writer.is_closing()

    async def pause(self, seconds: float) -> None:
        """Wait, but no longer than the client stays."""
        deadline = time.monotonic() + seconds
        while not self and (left := deadline - time.monotonic()) > 0:
            await asyncio.sleep(min(left, 0.01))


def _moved(request: SentRequest, path: str) -> SentRequest:
    return SentRequest(
        request.method,
        path,
        request.query,
        request.headers,
        request.body,
        request.at,
        request.connection,
    )


async def _read_request(
    protocol: h11.Connection, reader: asyncio.StreamReader, number: int
) -> SentRequest | None:
    head: h11.Request | None = None
    body = b""
    while True:
        event = protocol.next_event()
        if event is h11.NEED_DATA:
            protocol.receive_data(await reader.read(65536))
        elif isinstance(event, h11.Request):
            head = event
        elif isinstance(event, h11.Data):
            body += bytes(event.data)
        elif isinstance(event, h11.EndOfMessage) and head is not None:
            path, _, query = head.target.decode("latin-1").partition("?")
            headers: dict[str, str] = {}
            for name, value in head.headers:
                key = name.decode("latin-1").lower()
                text = value.decode("latin-1")
                headers[key] = f"{headers[key]}, {text}" if key in headers else text
            method = head.method.decode()
            return SentRequest(method, path, query, headers, body, time.monotonic(), number)
        else:
            return None


def _next(protocol: h11.Connection, status: int) -> bool:
    """Tell h11 that an answer was written, so that the connection can serve again."""
    protocol.send(h11.Response(status_code=status, headers=[("content-length", "0")]))
    protocol.send(h11.EndOfMessage())
    return protocol.our_state is h11.DONE and protocol.their_state is h11.DONE


def _body(answer: Answer) -> tuple[bytes, str | None]:
    if answer.base64 is not None:
        return base64.b64decode(answer.base64), None
    if answer.text is not None:
        return answer.text.encode(), None
    if "json_" in answer.model_fields_set or "json" in answer.model_fields_set:
        return json.dumps(answer.json_, ensure_ascii=False).encode(), "application/json"
    return b"", None


async def _write(
    writer: asyncio.StreamWriter, status: int, body: bytes, headers: dict[str, str]
) -> None:
    bodiless = status in (204, 304) or status < 200
    lines = [f"HTTP/1.1 {status} Vector"] + [f"{k}: {v}" for k, v in headers.items()]
    if not bodiless:
        lines.append(f"content-length: {len(body)}")
    writer.write("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + (b"" if bodiless else body))
    await writer.drain()


async def _send(answer: Answer, writer: asyncio.StreamWriter, gone: _Watch, elsewhere: str) -> bool:
    """Write an answer; true when the connection may be used again."""
    if gone:
        return False
    body, content_type = _body(answer)
    headers = {k.lower(): v.replace("{elsewhere}", elsewhere) for k, v in answer.headers.items()}
    if content_type and "content-type" not in headers:
        headers["content-type"] = content_type
    if answer.chunks is None and answer.split is None:
        await _write(writer, answer.status, body, headers)
        return True
    lines = [f"HTTP/1.1 {answer.status} Vector"] + [f"{k}: {v}" for k, v in headers.items()]
    lines.append("transfer-encoding: chunked")
    writer.write("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n")
    for piece, delay, cut in _pieces(answer, body):
        if cut:
            return False
        await gone.pause(delay)
        if gone:
            return False
        if piece:
            writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            await writer.drain()
            await asyncio.sleep(0)
    writer.write(b"0\r\n\r\n")
    await writer.drain()
    return True


def _pieces(answer: Answer, body: bytes) -> Iterator[tuple[bytes, float, bool]]:
    """Bytes, seconds to wait before them, and whether the connection ends here."""
    if answer.chunks is None:
        size = answer.split or len(body) or 1
        for start in range(0, len(body), size):
            yield body[start : start + size], 0.0, False
        return
    for chunk in answer.chunks:
        content = chunk.content
        size = answer.split or len(content) or 1
        pieces = [content[start : start + size] for start in range(0, len(content), size)] or [b""]
        for index, piece in enumerate(pieces):
            yield piece, (chunk.delay or 0.0) if index == 0 else 0.0, False
        if chunk.cut:
            yield b"", 0.0, True


@contextmanager
def vectors_in_thread(suites: Sequence[Suite]) -> Iterator[str]:
    """Serve on a free loopback port while the block runs; gives the base URL."""
    loop = asyncio.new_event_loop()
    server = VectorServer(suites)
    started = threading.Event()
    address: list[str] = []

    async def main() -> None:
        listening = await asyncio.start_server(server.connection, "127.0.0.1", 0)
        address.append(f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}")
        started.set()
        with suppress(asyncio.CancelledError):
            await listening.serve_forever()

    task = loop.create_task(main())

    def run() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    if not started.wait(10):
        raise RuntimeError("the vector server did not start")
    try:
        yield address[0]
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(5)
