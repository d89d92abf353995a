"""Running the mock server: in the foreground for people, in a thread for tests."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import uvicorn

from apiscribe.serve.app import create_app

_START_SECONDS = 10.0
# Longer than clients keep a connection, so that none is sent on just as the server closes it.
_IDLE_SECONDS = 75


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. Raises `OSError` when the port is taken."""
    sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen()  # from here on a client waits instead of being refused
    except OSError:
        sock.close()
        raise
    return sock


def _server(data: Mapping[str, Any], log_level: str) -> uvicorn.Server:
    config = uvicorn.Config(
        create_app(data),
        log_level=log_level,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
        timeout_keep_alive=_IDLE_SECONDS,
    )
    return uvicorn.Server(config)


def run_server(data: Mapping[str, Any], sock: socket.socket) -> None:
    """Serve until interrupted."""
    _server(data, "critical").run(sockets=[sock])


@contextmanager
def serve_in_thread(data: Mapping[str, Any]) -> Iterator[str]:
    """Serve on a free loopback port while the block runs; gives the base URL."""
    sock = listen("127.0.0.1", 0)
    server = _server(data, "critical")
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + _START_SECONDS
    while not server.started and thread.is_alive() and time.monotonic() < deadline:
        time.sleep(0.01)
    if not server.started:
        raise RuntimeError("the mock server did not start")
    try:
        yield f"http://127.0.0.1:{sock.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(timeout=_START_SECONDS)
        sock.close()
