"""One run of a command: collects diagnostics, and turns every ending into an exit code."""

from __future__ import annotations

import errno
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer

from apiscribe.cli import console
from apiscribe.diagnostics import ApiscribeError, Diagnostics

_PACKAGE = Path(__file__).parents[1]

DONE, FINDINGS, UNUSABLE, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 130


@dataclass(slots=True)
class Session:
    """`json` = machine output; `data` is what a command adds to it; `code` is the exit code."""

    json: bool = False
    everything: bool = False
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    data: dict[str, Any] = field(default_factory=dict)
    code: int = DONE


@contextmanager
def session(*, json: bool = False, everything: bool = False) -> Iterator[Session]:
    """Run a command's body; always leaves by `typer.Exit`.

    `ApiscribeError` ends with its code; a file that cannot be read or written with 2; Ctrl-C
    with 130; anything else is our fault: 3, with a traceback only under `APISCRIBE_DEBUG`.
    """
    run = Session(json, everything)
    try:
        yield run
    except typer.Exit:
        raise
    except ApiscribeError as error:
        run.code = error.exit_code
        for diagnostic in error.diagnostics:
            run.diagnostics.add(diagnostic)
    except KeyboardInterrupt:
        console.say("Interrupted.")
        raise typer.Exit(INTERRUPTED) from None
    except OSError as error:
        if error.errno == errno.EPIPE:  # the reader of a pipe has left; typer ends quietly
            raise
        run.code = UNUSABLE
        _report_system(run.diagnostics, error)
    except Exception as error:
        run.code = OUR_FAULT
        _report_fault(run.diagnostics, error)
    _finish(run)
    raise typer.Exit(run.code)


def _report_system(diagnostics: Diagnostics, error: OSError) -> None:
    name = f"{os.fsdecode(error.filename)}: " if error.filename is not None else ""
    diagnostics.error(
        "input/system",
        f"{name}{error.strerror or error}.",
        help="check that the file exists and that you may use it.",
    )


def _report_fault(diagnostics: Diagnostics, error: Exception) -> None:
    if os.environ.get("APISCRIBE_DEBUG"):
        traceback.print_exception(error)
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames[1:] if Path(frame.filename).is_relative_to(_PACKAGE)]
    last = (ours or frames)[-1]
    diagnostics.error(
        "internal/fault",
        f"a fault of ours in {Path(last.filename).name}, line {last.lineno}: "
        f"{type(error).__name__}: {error}".rstrip(".") + ".",
        help="please report it with the spec; APISCRIBE_DEBUG=1 shows the details.",
    )


def _finish(run: Session) -> None:
    if run.json:
        items = console.diagnostics_json(run.diagnostics.items, run.diagnostics)
        console.machine({"exit_code": run.code, **run.data, "diagnostics": items})
    else:
        console.show_diagnostics(run.diagnostics, everything=run.everything)


def write_file(path: Path, content: str) -> None:
    """Put a whole file in place by a rename, so that no failure leaves half of it.

    A link is followed; what is not a plain file (a pipe, a device) is written to as it is.
    """
    path = path.resolve()
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(content.encode("utf-8", "surrogatepass"))
        return
    part = path.with_name(f"{path.name}.part")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        part.write_bytes(content.encode("utf-8", "surrogatepass"))
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
