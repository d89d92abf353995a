"""Running the preview: a server, and a watch on the files."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn
from watchfiles import awatch

from apiscribe.diagnostics import Diagnostics
from apiscribe.preview.app import create_app
from apiscribe.preview.builder import Builder

Report = Callable[[Diagnostics], None]


def run_preview(builder: Builder, sock: socket.socket, report: Report) -> None:
    """Serve until interrupted; `report` is called with what every later build said."""
    config = uvicorn.Config(
        create_app(builder),
        log_level="critical",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    asyncio.run(_run(builder, uvicorn.Server(config), sock, report))


async def _run(
    builder: Builder, server: uvicorn.Server, sock: socket.socket, report: Report
) -> None:
    stop = asyncio.Event()
    watch = asyncio.create_task(watch_files(builder, report, stop))
    try:
        await server.serve(sockets=[sock])
    finally:
        stop.set()
        await watch


async def watch_files(builder: Builder, report: Report, stop: asyncio.Event) -> None:
    """Build anew after every change, until `stop` is set; one build at a time."""
    while not stop.is_set():
        folders = list(dict.fromkeys(builder.watched()))
        async for _ in awatch(*folders, stop_event=stop, debounce=300, step=50):
            report(await asyncio.to_thread(builder.build))
            if list(dict.fromkeys(builder.watched())) != folders:
                break  # a folder of guides has come or gone
