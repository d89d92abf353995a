"""Addresses to listen on, for the commands that serve."""

from __future__ import annotations

import errno
import socket as sockets

from apiscribe.cli import console
from apiscribe.diagnostics import ApiscribeError, Diagnostics


def listen_or_report(host: str, port: int, diagnostics: Diagnostics) -> tuple[sockets.socket, str]:
    """A listening socket and its URL; shows what `diagnostics` hold so far.

    Raises `ApiscribeError` when nothing can listen there.
    """
    from apiscribe.serve.runner import listen

    try:
        socket = listen(host, port)
    except OSError as error:
        _report(diagnostics, host, port, error)
        raise ApiscribeError(diagnostics) from error
    console.show_diagnostics(diagnostics)
    diagnostics.items.clear()
    bound_host, bound_port = socket.getsockname()[:2]
    return socket, f"http://{_bracketed(bound_host)}:{bound_port}"


def _bracketed(host: str) -> str:
    """A host as URLs have it (RFC 3986, section 3.2.2)."""
    return f"[{host}]" if ":" in host else host


def _report(diagnostics: Diagnostics, host: str, port: int, error: OSError) -> None:
    """Say why nothing can listen there, and what to change."""
    shown = _bracketed(host)
    if isinstance(error, sockets.gaierror):
        reason, help = f"no address is known for {host!r}", "give --host an address of this machine"
    elif error.errno == errno.EADDRINUSE:
        reason, help = "another program listens there", "--port 0 takes a free port"
    elif error.errno == errno.EADDRNOTAVAIL:
        reason, help = "this machine has no such address", "give --host one it has, as 127.0.0.1"
    elif error.errno in (errno.EACCES, errno.EPERM):
        reason, help = "the system does not allow it", "use a port above 1023, or --port 0"
    else:
        reason, help = error.strerror or str(error), "choose others with --host and --port"
    diagnostics.error(
        "mock/address", f"cannot listen on {shown}:{port}: {reason}.", help=f"{help}."
    )
