"""`apiscribe mock`."""

from __future__ import annotations

from apiscribe.cli import console
from apiscribe.cli.session import session


def run_mock(api: str, host: str, port: int) -> None:
    """Serve until interrupted; the URL is said once requests are accepted."""
    with session() as run:
        from apiscribe.pipeline.documents import load_document_of
        from apiscribe.serve.runner import listen, run_server

        loaded = load_document_of(api, run.diagnostics)
        socket = listen(host, port)
        console.show_diagnostics(run.diagnostics)
        run.diagnostics.items.clear()
        bound_host, bound_port = socket.getsockname()[:2]
        shown = f"[{bound_host}]" if ":" in bound_host else bound_host
        console.say(f"Serving {loaded.files.name} at http://{shown}:{bound_port} (Ctrl-C stops)")
        run_server(loaded.document.data, socket)
