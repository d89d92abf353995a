"""`apiscribe mock`."""

from __future__ import annotations

from apiscribe.access import Access
from apiscribe.cli import console
from apiscribe.cli.listening import listen_or_report
from apiscribe.cli.session import session


def run_mock(api: str, host: str, port: int, access: Access, *, strict: bool) -> None:
    """Serve until interrupted; the URL is said once requests are accepted."""
    with session() as run:
        from apiscribe.pipeline.documents import load_document_of
        from apiscribe.serve.runner import run_server

        loaded = load_document_of(api, run.diagnostics, access)
        if strict:
            run.diagnostics.refuse_warnings()
        socket, url = listen_or_report(host, port, run.diagnostics)
        console.say(f"Serving {loaded.files.name} at {url} (Ctrl-C stops)")
        run_server(loaded.document.data, socket)
