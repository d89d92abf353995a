"""`apiscribe serve`."""

from __future__ import annotations

from pathlib import Path

from apiscribe.cli import console
from apiscribe.cli.mocking import report_address
from apiscribe.cli.session import session
from apiscribe.diagnostics import ApiscribeError, Diagnostics


def run_serve(api: str, host: str, port: int, templates: Path | None) -> None:
    """Show the site until interrupted; a spec that cannot be used ends the command at its start."""
    with session() as run:
        from apiscribe.pipeline.cache import Cache, cache_folder
        from apiscribe.preview import Builder, run_preview
        from apiscribe.serve.runner import listen

        builder = Builder(api, templates, Cache(cache_folder()))
        said = builder.build()
        for one in said:
            run.diagnostics.add(one)
        run.diagnostics.locators += said.locators
        run.diagnostics.stop_on_errors()
        try:
            socket = listen(host, port)
        except OSError as error:
            report_address(run.diagnostics, host, port, error)
            raise ApiscribeError(run.diagnostics) from error
        console.show_diagnostics(run.diagnostics)
        run.diagnostics.items.clear()
        bound_host, bound_port = socket.getsockname()[:2]
        shown = f"[{bound_host}]" if ":" in bound_host else bound_host
        console.say(f"The site is at http://{shown}:{bound_port}/ (Ctrl-C stops)")
        run_preview(builder, socket, _report)


def _report(diagnostics: Diagnostics) -> None:
    """What a build after a change said."""
    console.show_diagnostics(diagnostics)
    if not diagnostics.errors:
        console.say("The site was made anew.")
