"""The web application: files of the site, and a stream of events that says when they changed."""

from __future__ import annotations

import asyncio
import mimetypes
from collections.abc import AsyncIterator
from html import escape
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from apiscribe.preview.builder import Builder

_EVENTS: Final = "/-/changes"
_RELOAD: Final = (
    "<script>(() => { const changes = new EventSource('/-/changes');"
    " let first; changes.onmessage = (event) => {"
    " if (first === undefined) first = event.data;"
    " else if (first !== event.data) location.reload(); }; })();</script>"
)
_TICK: Final = 0.25
"""Seconds between two looks at the version."""
_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".md": "text/markdown",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".xml": "application/xml",
}


def create_app(builder: Builder) -> Starlette:
    """Serve what `builder` has made last; pages reload themselves when there is a later one."""

    async def changes(request: Request) -> Response:
        return StreamingResponse(_versions(builder, request), media_type="text/event-stream")

    async def file(request: Request) -> Response:
        path = request.path_params["path"]
        if path == "":
            return RedirectResponse("/index.html")
        if path.endswith(".html") and builder.failed is not None:
            return _page(500, _failure(builder))
        content = builder.content(path)
        if content is None:
            return _page(404, "<p>There is no such page. <a href='/index.html'>Overview</a></p>")
        suffix = "." + path.rpartition(".")[2]
        kind = _TYPES.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        if suffix == ".html":
            content = content.replace(b"</body>", _RELOAD.encode() + b"</body>")
        return Response(content, media_type=kind, headers={"Cache-Control": "no-store"})

    return Starlette(routes=[Route(_EVENTS, changes), Route("/{path:path}", file)])


async def _versions(builder: Builder, request: Request) -> AsyncIterator[str]:
    """The version now, and every later one (WHATWG event stream)."""
    said = -1
    while not await request.is_disconnected():
        if said != builder.version:
            said = builder.version
            yield f"data: {said}\n\n"
        await asyncio.sleep(_TICK)


def _page(status: int, body: str) -> Response:
    text = f"<!doctype html><meta charset=utf-8><title>apiscribe</title>{body}{_RELOAD}"
    return Response(text, status, media_type="text/html", headers={"Cache-Control": "no-store"})


def _failure(builder: Builder) -> str:
    assert builder.failed is not None
    rows = "".join(
        f"<li><code>{escape(one.rule)}</code> {escape(one.message)} <em>{escape(one.help)}</em></li>"
        for one in builder.failed.errors
    )
    return (
        f"<h1>The site cannot be made</h1><ul>{rows}</ul><p>This page reloads after a change.</p>"
    )
