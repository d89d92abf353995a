"""Mock server: any document becomes an HTTP server that examines requests and answers in kind.

It reads the document, not the IR, so that it is an independent witness: a fault in lowering shows
as a request the server rejects.
"""

from apiscribe.serve.app import create_app
from apiscribe.serve.runner import run_server, serve_in_thread

__all__ = ["create_app", "run_server", "serve_in_thread"]
