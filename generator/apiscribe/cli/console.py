"""What a person or a machine sees. Results go to stdout; everything else to stderr.

Colour only on a terminal and never with `NO_COLOR`; no progress when piped.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import typer

from apiscribe.diagnostics import Diagnostic, Diagnostics, Place, Severity

SHOWN_OF_A_RULE = 2
"""How many warnings of a rule a command shows that is about something else."""

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def say(text: str = "") -> None:
    """A line for people, on stderr."""
    typer.echo(text, err=True, color=_coloured(sys.stderr))


def result(text: str) -> None:
    """A line of the result, on stdout."""
    typer.echo(text, color=_coloured(sys.stdout))


def raw(text: str) -> None:
    """Text of the result as it is, on stdout, in UTF-8 whatever the terminal's encoding."""
    typer.echo(text.encode("utf-8", "surrogatepass"), nl=False)


def machine(data: Any) -> None:
    """JSON on stdout."""
    raw(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def _coloured(stream: Any) -> bool:
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR")


def shown_file(name: str) -> str:
    """A file name relative to the working folder when it lies inside."""
    path = Path(name)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        return path.relative_to(Path.cwd()).as_posix()
    return name


def diagnostic_lines(diagnostic: Diagnostic, diagnostics: Diagnostics) -> Iterable[str]:
    """`file:line:column: error[rule]: sentence`, then where in the document, then the way out."""
    where, span = diagnostic.where, diagnostics.locate(diagnostic.where)
    place = ""
    if span is not None:
        numbers = [str(number) for number in (span.line, span.column) if number]
        place = ":".join([shown_file(span.file), *numbers]) + ": "
    elif isinstance(where, Place) and where.file:
        place = f"{shown_file(where.file)}: "
    severity = typer.style(diagnostic.severity.value, fg=_COLOURS[diagnostic.severity], bold=True)
    yield f"{place}{severity}[{diagnostic.rule}]: {diagnostic.message}"
    if isinstance(where, Place) and where.pointer:
        yield f"  at: {where.pointer}"
    if diagnostic.help:
        yield f"  help: {diagnostic.help}"


def show_diagnostics(diagnostics: Diagnostics, *, everything: bool = False) -> None:
    """Errors and warnings on stderr.

    Notes, and more than two warnings of a rule, only with `everything`.
    """
    warnings: Counter[str] = Counter()
    for diagnostic in diagnostics:
        if not everything and diagnostic.severity is Severity.NOTE:
            continue
        if not everything and diagnostic.severity is Severity.WARNING:
            warnings[diagnostic.rule] += 1
            if warnings[diagnostic.rule] > SHOWN_OF_A_RULE:
                continue
        for line in diagnostic_lines(diagnostic, diagnostics):
            say(line)
    for rule, count in warnings.items():
        if count > SHOWN_OF_A_RULE:
            said = f"and {count - SHOWN_OF_A_RULE} more of {rule}"
            say(f"{said} (`apiscribe lint` shows all, --json lists them).")


def diagnostics_json(items: Sequence[Diagnostic], diagnostics: Diagnostics) -> list[dict[str, Any]]:
    """The machine form; `line` and `column` are `null` when unknown."""
    found = []
    for item in items:
        span = diagnostics.locate(item.where)
        place = item.where if isinstance(item.where, Place) else None
        found.append(
            {
                "severity": item.severity.value,
                "rule": item.rule,
                "message": item.message,
                "help": item.help,
                "file": span.file if span else place.file if place else None,
                "line": span.line if span and span.line else None,
                "column": span.column if span and span.column else None,
                "pointer": place.pointer if place else None,
            }
        )
    return found
