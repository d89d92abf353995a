"""A loopback HTTP server whose answers are written byte by byte by the test."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

PATIENCE = 10.0
"""Seconds after which anything that waits here gives up."""


@dataclass
class Received:
    """A request as it came in."""

    verb: str
    target: str
    headers: dict[str, str]
    body: bytes


class Peer:
    """The server's end of a connection."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.keep = True

    def send(self, data: bytes) -> None:
        self.sock.sendall(data)

    def answer(self, status: str, body: bytes = b"", *headers: str) -> None:
        lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers, "", ""]
        self.send("\r\n".join(lines).encode() + body)

    def start_chunked(self, *headers: str, status: str = "200 OK") -> None:
        self.send(
            "\r\n".join(
                [f"HTTP/1.1 {status}", "Transfer-Encoding: chunked", *headers, "", ""]
            ).encode()
        )

    def chunk(self, data: bytes) -> None:
        self.send(b"%x\r\n%s\r\n" % (len(data), data))

    def end_chunked(self) -> None:
        self.send(b"0\r\n\r\n")

    def hang_up(self) -> None:
        self.keep = False
        self.sock.close()

    def wait_closed(self) -> bool:
        """Whether the client closes the connection, in time."""
        self.sock.settimeout(PATIENCE)
        with suppress(ConnectionError):
            try:
                return self.sock.recv(1) == b""
            except TimeoutError:
                return False
        return True


Script = Callable[[Received, Peer], None]


@dataclass
class Loopback:
    """A running server."""

    url: str
    script: Script
    requests: list[Received] = field(default_factory=list)
    connections: int = 0
    closed_by_client: threading.Event = field(default_factory=threading.Event)


def _read_request(file: object) -> Received | None:
    line = file.readline()  # type: ignore[attr-defined]
    if not line.strip():
        return None
    verb, target, _ = line.decode().split(" ", 2)
    headers: dict[str, str] = {}
    while line := file.readline().strip():  # type: ignore[attr-defined]
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.lower()] = value.strip()
    body = b""
    if "content-length" in headers:
        body = file.read(int(headers["content-length"]))  # type: ignore[attr-defined]
    elif headers.get("transfer-encoding") == "chunked":
        while size := int(file.readline(), 16):  # type: ignore[attr-defined]
            body += file.read(size)  # type: ignore[attr-defined]
            file.readline()  # type: ignore[attr-defined]
        file.readline()  # type: ignore[attr-defined]
    return Received(verb, target, headers, body)


def _serve_connection(server: Loopback, sock: socket.socket) -> None:
    sock.settimeout(PATIENCE)
    peer = Peer(sock)
    with suppress(OSError), sock.makefile("rb") as file:
        while peer.keep and (request := _read_request(file)) is not None:
            server.requests.append(request)
            server.script(request, peer)
    with suppress(OSError):
        sock.close()


@contextmanager
def loopback(script: Script) -> Iterator[Loopback]:
    """Serve `script` on a free port while the block runs."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(PATIENCE * 6)
    server = Loopback(f"http://127.0.0.1:{listener.getsockname()[1]}", script)

    def accept() -> None:
        with suppress(OSError):
            while True:
                sock, _ = listener.accept()
                server.connections += 1
                threading.Thread(target=_serve_connection, args=(server, sock), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(PATIENCE)
