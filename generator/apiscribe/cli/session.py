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


class OutputError(OSError):
    """A file of the output that cannot be put in place; `filename` is as the user knows it."""


@contextmanager
def writing(output: Path) -> Iterator[None]:
    """Errors inside are about writing `output`; `OutputError` names it, or the file inside it."""
    try:
        yield
    except OSError as error:
        from apiscribe.emit.manifest import WRITER_NAMES
        from apiscribe.emit.tree import PART_SUFFIX

        name, root = error.filename, output.resolve()
        path = Path(os.fsdecode(name).removesuffix(PART_SUFFIX)) if name is not None else root
        shown = output / path.relative_to(root) if path.is_relative_to(root) else path
        if name is None or shown.name in WRITER_NAMES:
            shown = output
        raise OutputError(error.errno, error.strerror or str(error), str(shown)) from error


def _report_system(diagnostics: Diagnostics, error: OSError) -> None:
    name = f"{os.fsdecode(error.filename)}: " if error.filename is not None else ""
    said = f"{name}{error.strerror or error}."
    if isinstance(error, OutputError):
        help = "check that you may write there, or choose another place with -o."
        diagnostics.error("output/system", f"cannot write {said}", help=help)
    else:
        help = "check that the file exists and that you may use it."
        diagnostics.error("input/system", said, help=help)


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


def write_file(given: Path, content: str, *, folders: bool = False) -> None:
    """Put a whole file in place by a rename, so that no failure leaves half of it.

    A link is followed; what is not a plain file (a pipe, a device) is written to as it is.
    `folders`: make those that are missing above it. Raises `OutputError`, which names `given`.
    """
    try:
        _write_file(given.resolve(), content, folders)
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        missing = not given.parent.is_dir() and error.errno == errno.ENOENT
        reason = "its folder does not exist" if missing else error.strerror or str(error)
        raise OutputError(error.errno, reason, str(given)) from error


def _write_file(path: Path, content: str, folders: bool) -> None:
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(content.encode("utf-8", "surrogatepass"))
        return
    part = path.with_name(f"{path.name}.part")
    if folders:
        path.parent.mkdir(parents=True, exist_ok=True)
    try:
        part.write_bytes(content.encode("utf-8", "surrogatepass"))
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
