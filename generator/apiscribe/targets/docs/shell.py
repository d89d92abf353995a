"""Arguments of a shell command (POSIX), of text and `$VARIABLES`."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import TypeAlias

from apiscribe.targets.markup import hidden


@dataclass(frozen=True, slots=True)
class Variable:
    """A shell variable, by name."""

    name: str


Part: TypeAlias = str | Variable


def argument(*parts: Part) -> str:
    """One argument, quoted as it must be; control characters other than line feeds are left out."""
    clean = [_clean(part) if isinstance(part, str) else part for part in parts]
    if not any(isinstance(part, Variable) for part in clean):
        return _quoted("".join(part for part in clean if isinstance(part, str)))
    shown = (
        "${" + part.name + "}" if isinstance(part, Variable) else _inside_quotes(part)
        for part in clean
    )
    text = re.sub(r"\$\{(\w+)\}(?!\w)", r"$\1", "".join(shown))
    return f'"{text}"'


def command(lines: list[str]) -> str:
    """The lines of one command, continued with a backslash."""
    return " \\\n  ".join(lines) + "\n"


def variable_name(words: tuple[str, ...]) -> str:
    """A name for a variable: `api key` → `API_KEY`."""
    name = re.sub(r"[^A-Z0-9_]+", "_", "_".join(words).upper()).strip("_")
    return name if name and not name[0].isdigit() else f"V_{name}"


def _clean(text: str) -> str:
    return "".join(c for c in text if c == "\n" or not hidden(c))


def _quoted(text: str) -> str:
    return shlex.quote(text) if "'" not in text else "'" + text.replace("'", "'\\''") + "'"


def _inside_quotes(text: str) -> str:
    return re.sub(r'([\\"$`])', r"\\\1", text)
