"""`apiscribe mock`."""

from __future__ import annotations

import errno
import socket as sockets

from apiscribe.access import Access
from apiscribe.cli import console
from apiscribe.cli.session import session
from apiscribe.diagnostics import ApiscribeError, Diagnostics


def run_mock(api: str, host: str, port: int, access: Access, *, strict: bool) -> None:
    """Serve until interrupted; the URL is said once requests are accepted."""
    with session() as run:
        from apiscribe.pipeline.documents import load_document_of
        from apiscribe.serve.runner import listen, run_server

        loaded = load_document_of(api, run.diagnostics, access)
        if strict:
            run.diagnostics.refuse_warnings()
        try:
            socket = listen(host, port)
        except OSError as error:
            report_address(run.diagnostics, host, port, error)
            raise ApiscribeError(run.diagnostics) from error
        console.show_diagnostics(run.diagnostics)
        run.diagnostics.items.clear()
        bound_host, bound_port = socket.getsockname()[:2]
        shown = f"[{bound_host}]" if ":" in bound_host else bound_host
        console.say(f"Serving {loaded.files.name} at http://{shown}:{bound_port} (Ctrl-C stops)")
        run_server(loaded.document.data, socket)


def report_address(diagnostics: Diagnostics, host: str, port: int, error: OSError) -> None:
    """Say why nothing can listen there, and what to change."""
    shown = f"[{host}]" if ":" in host else host
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
