"""`apiscribe serve`."""

from __future__ import annotations

from pathlib import Path

from apiscribe.cli import console
from apiscribe.cli.listening import listen_or_report
from apiscribe.cli.session import session
from apiscribe.diagnostics import Diagnostics


def run_serve(api: str, host: str, port: int, templates: Path | None) -> None:
    """Show the site until interrupted; a spec that cannot be used ends the command at its start."""
    with session() as run:
        from apiscribe.pipeline.cache import Cache, cache_folder
        from apiscribe.preview import Builder, run_preview

        builder = Builder(api, templates, Cache(cache_folder()))
        said = builder.build()
        for one in said:
            run.diagnostics.add(one)
        run.diagnostics.locators += said.locators
        run.diagnostics.stop_on_errors()
        socket, url = listen_or_report(host, port, run.diagnostics)
        console.say(f"The site is at {url}/ (Ctrl-C stops)")
        run_preview(builder, socket, _report)


def _report(diagnostics: Diagnostics) -> None:
    """What a build after a change said."""
    console.show_diagnostics(diagnostics)
    if not diagnostics.errors:
        console.say("The site was made anew.")
