"""The ASGI application of the mock server."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route as StarletteRoute
from starlette.types import Receive, Scope, Send

from apiscribe.serve import bodies
from apiscribe.serve.answers import Answer, make_answer, wants_stream
from apiscribe.serve.faults import Attempts, Faults, UnusableHeaderError, read_faults
from apiscribe.serve.routing import Match, NoMatch, Router
from apiscribe.serve.security import missing_credentials
from apiscribe.serve.validation import Received, RequestValidator
from apiscribe.serve.values import Values

_KEPT = 1000
_PROBLEM = "application/problem+json"
_VERBS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"]


class CutShortError(Exception):
    """Ends a body before its end, so that the server drops the connection."""


@dataclass(slots=True)
class MockServer:
    """One document being served. `records` are the last requests, newest last."""

    data: Mapping[str, Any]
    router: Router
    validator: RequestValidator
    values: Values
    attempts: Attempts = field(default_factory=Attempts)
    records: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=_KEPT))

    async def requests(self, request: Request) -> Response:
        """`GET /_mock/requests` lists what came; `DELETE` forgets it and all counted tries."""
        if request.method == "DELETE":
            self.records.clear()
            self.attempts.seen.clear()
            return Response(status_code=204)
        return JSONResponse(list(self.records))

    async def document(self, request: Request) -> Response:
        """`GET /_mock/openapi.json`: the document being served."""
        return JSONResponse(self.data)

    async def answer(self, request: Request) -> Response:
        """Examine one request and answer it."""
        try:
            received = await _received(request)
        except ClientDisconnect:
            return Response(status_code=499)
        record = _record(received)
        self.records.append(record)
        try:
            faults = read_faults(received.headers)
        except UnusableHeaderError as error:
            return _problem(400, f"{error.header} {error.detail}", record)
        if faults.delay:
            await asyncio.sleep(faults.delay)
        found = self.router.find(received.verb, received.raw_path, received.query)
        if isinstance(found, NoMatch):
            return _no_match(found, received, record)
        found = self._fitting(found, received, faults.path)
        record["operation"] = found.route.operation.get("operationId")
        failing = self.attempts.failing(faults)
        if failing:
            status = faults.status or 503
            answer = self._answer(found, received, faults, status)
            return _response(answer, faults, record, add_retry_after=True)
        if not faults.unchecked and (refusal := self._refusal(found, received, record)):
            return refusal
        return _response(self._answer(found, received, faults, None), faults, record)

    def _fitting(self, match: Match, received: Received, meant: str | None) -> Match:
        """Of operations with one verb and path, the one meant, else the first that takes this."""
        among = (match, *match.others) if match.others else ()
        if named := [one for one in among if one.route.path == meant]:
            return named[0]
        return next((one for one in among if not self.validator.check(one, received)), match)

    def _refusal(self, match: Match, received: Received, record: dict[str, Any]) -> Response | None:
        lacking = missing_credentials(match.route.operation, received)
        if lacking:
            return _problem(401, f"credentials missing: {', '.join(lacking)}", record)
        problems = self.validator.check(match, received)
        if not problems:
            return None
        responses = match.route.operation.get("responses") or {}
        status = 422 if "422" in responses else 400
        errors = [{"in": p.place, "name": p.name, "detail": p.detail} for p in problems]
        first = problems[0]
        detail = " ".join(part for part in (first.place, first.name, first.detail) if part)
        return _problem(status, detail, record, errors)

    def _answer(
        self, match: Match, received: Received, faults: Faults, status: int | None
    ) -> Answer:
        operation = match.route.operation
        if faults.body is not None:
            media_type = faults.content_type or "application/json"
            body = faults.body.encode("latin-1", "replace")
            return Answer(status or 200, media_type, (body,))
        content_type = received.headers.get("content-type", "")
        value = bodies.decode_body(received.body, content_type, None, self.validator.fits)
        streaming = wants_stream(operation, value)
        accept = received.headers.get("accept", "*/*")
        answer = make_answer(operation, status, accept, streaming, faults.example, self.values)
        if status is not None and not answer.pieces and status >= 400:
            problem = b'{"title":"error on demand","status":%d}' % status
            return Answer(status, _PROBLEM, (problem,), answer.headers)
        return answer


def create_app(data: Mapping[str, Any]) -> Starlette:
    """A mock server of an OpenAPI 3.2 document with local references only.

    Requests are examined (401, 404, 405, 400 or 422 with RFC 9457 problem details); answers are
    the document's examples, else values made from its schemas. See `apiscribe.serve.faults` for
    the request headers that make it misbehave.
    """
    server = MockServer(data, Router(data), RequestValidator(data), Values(data))
    routes = [
        StarletteRoute("/_mock/requests", server.requests, methods=["GET", "DELETE"]),
        StarletteRoute("/_mock/openapi.json", server.document, methods=["GET"]),
        StarletteRoute("/{path:path}", server.answer, methods=_VERBS),
    ]
    # Pages of any origin may call it, so that clients can be tried in a browser.
    anyone = Middleware(
        CORSMiddleware,
        allow_origins=["*"],
        allow_methods=["*"],
        allow_headers=["*"],
        expose_headers=["*"],
    )
    app = Starlette(routes=routes, middleware=[anyone])
    app.state.mock = server
    return app


async def _received(request: Request) -> Received:
    raw_path = request.scope.get("raw_path") or request.url.path.encode()
    return Received(
        verb=request.method.lower(),
        raw_path=raw_path.decode("latin-1").partition("?")[0],
        query=request.scope["query_string"].decode("latin-1"),
        headers={k.lower(): v for k, v in request.headers.items()},
        body=await request.body(),
    )


def _record(received: Received) -> dict[str, Any]:
    content_type = received.headers.get("content-type", "")
    parts = (
        bodies.describe_parts(bodies.multipart_parts(received.body, content_type))
        if bodies.media_type_of(content_type).startswith("multipart/")
        else []
    )
    return {
        "method": received.verb.upper(),
        "path": received.raw_path,
        "query": received.query,
        "headers": dict(received.headers),
        "body": received.body.decode("latin-1"),
        "parts": parts,
        "operation": None,
        "status": None,
        "finished": False,
        "closed_early": False,
    }


def _no_match(found: NoMatch, received: Received, record: dict[str, Any]) -> Response:
    if found.allowed:
        response = _problem(405, f"{received.verb.upper()} is not allowed here", record)
        response.headers["allow"] = ", ".join(found.allowed)
        return response
    return _problem(404, f"the document has no path for {received.raw_path}", record)


def _problem(
    status: int, detail: str, record: dict[str, Any], errors: list[dict[str, Any]] | None = None
) -> Response:
    record["status"] = status
    record["finished"] = True
    content = {"type": "about:blank", "status": status, "detail": detail, "errors": errors or []}
    headers = {"x-request-id": f"mock-{id(record):x}"}
    return JSONResponse(content, status_code=status, media_type=_PROBLEM, headers=headers)


def _response(
    answer: Answer, faults: Faults, record: dict[str, Any], *, add_retry_after: bool = False
) -> Response:
    record["status"] = answer.status
    headers = {"x-request-id": f"mock-{id(record):x}"}
    headers.update((name.lower(), value) for name, value in answer.headers)
    headers.update((name.lower(), value) for name, value in faults.headers)
    if add_retry_after and faults.retry_after is not None:
        headers["retry-after"] = faults.retry_after
    if answer.media_type and "content-type" not in headers:
        headers["content-type"] = answer.media_type
    body = b"".join(answer.pieces)
    plain = faults.chunk is None and faults.cut is None and not answer.streamed
    if plain or answer.status in (204, 304):
        record["finished"] = True
        return Response(body, status_code=answer.status, headers=headers)
    if faults.cut is not None:
        headers["content-length"] = str(max(len(body), faults.cut + 1))
    pieces = _chunks(body, faults.chunk) if faults.chunk else list(answer.pieces)
    return _Watched(_paced(pieces, faults, record), answer.status, headers, record)


def _chunks(body: bytes, size: int) -> list[bytes]:
    return [body[start : start + size] for start in range(0, len(body), size)]


async def _paced(
    pieces: list[bytes], faults: Faults, record: dict[str, Any]
) -> AsyncIterator[bytes]:
    sent = 0
    for index, piece in enumerate(pieces):
        if index and faults.chunk_delay:
            await asyncio.sleep(faults.chunk_delay)
        if faults.cut is not None and sent + len(piece) > faults.cut:
            yield piece[: faults.cut - sent]
            raise CutShortError
        sent += len(piece)
        yield piece
    if faults.cut is not None:
        raise CutShortError
    record["finished"] = True


class _Watched(StreamingResponse):
    """A streamed answer that notes whether the client left before its end."""

    def __init__(
        self,
        content: AsyncIterator[bytes],
        status_code: int,
        headers: dict[str, str],
        record: dict[str, Any],
    ) -> None:
        super().__init__(content, status_code=status_code, headers=headers)
        self.record = record

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        except CutShortError:
            # Returning with less than Content-Length makes the server drop the connection.
            return
        finally:
            if not self.record["finished"]:
                self.record["closed_early"] = True
