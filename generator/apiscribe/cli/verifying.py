"""`apiscribe verify`."""

from __future__ import annotations

from collections.abc import Sequence

from apiscribe.cli import console
from apiscribe.cli.session import FINDINGS, session
from apiscribe.cli.transcribing import check_family


def run_verify(
    api: str, names: Sequence[str], family: str | None, *, strict: bool, json: bool
) -> None:
    """Read the pages again and hold them against the spec; nothing is written."""
    with session(json=json) as run:
        check_family(run, family)
        from apiscribe.pipeline.apis import find_api
        from apiscribe.review.verification import verify

        files = find_api(api, run.diagnostics)
        run.diagnostics.stop_on_errors()
        assert files is not None
        found = verify(files, names, run.diagnostics, family=family)
        run.data.update(found.to_json())
        if found.drift or (strict and found.findings):
            run.code = FINDINGS
        if not json:
            for line in found.to_lines(console.shown_file):
                console.result(line)
            console.say(found.summary())
