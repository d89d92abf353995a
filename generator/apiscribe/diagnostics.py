"""Diagnostics: what is wrong, where, by which rule, and the way out.

Every stage takes a `Diagnostics` collector as an argument; there is no global one. A stage
reports all it can find, then stops the run with `Diagnostics.stop_on_errors`. Nothing below
the command line prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum


class Severity(StrEnum):
    """How much a diagnostic matters; `ERROR` stops the run, `--strict` makes warnings errors."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """A value in a file: file name as the user gave it, JSON Pointer (RFC 6901) inside it.

    Line and column are worked out only when a diagnostic needs them (see `Locator`).
    """

    file: str
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """Lines of a text file, 1-based and inclusive; `column` is 1-based, 0 when unknown."""

    file: str
    line: int
    column: int = 0
    end_line: int = 0


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `rule` is `stage/name-of-rule`; `message` is one sentence; `help` the way out."""

    severity: Severity
    rule: str
    message: str
    where: Place | Span | None = None
    help: str = ""


Locator = Callable[[Place], Span | None]
"""Turns a place into a line and column; `None` when the file has no positions."""


class ApiscribeError(Exception):
    """Raised to stop a run after its diagnostics were collected. `exit_code` per the design: 2."""

    def __init__(self, diagnostics: Iterable[Diagnostic], exit_code: int = 2) -> None:
        self.diagnostics = tuple(diagnostics)
        self.exit_code = exit_code
        super().__init__("; ".join(d.message for d in self.diagnostics))


@dataclass(slots=True)
class Diagnostics:
    """Collects diagnostics in the order they are found; the same finding is kept once."""

    items: list[Diagnostic] = field(default_factory=list)
    locators: list[Locator] = field(default_factory=list)
    _seen: set[Diagnostic] = field(default_factory=set)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep `diagnostic` unless an equal one is there already."""
        if diagnostic not in self._seen:
            self._seen.add(diagnostic)
            self.items.append(diagnostic)

    def error(
        self, rule: str, message: str, where: Place | Span | None = None, help: str = ""
    ) -> None:
        """Record something that makes the input unusable."""
        self.add(Diagnostic(Severity.ERROR, rule, message, where, help))

    def warning(
        self, rule: str, message: str, where: Place | Span | None = None, help: str = ""
    ) -> None:
        """Record something repaired, assumed or not expressible."""
        self.add(Diagnostic(Severity.WARNING, rule, message, where, help))

    def note(
        self, rule: str, message: str, where: Place | Span | None = None, help: str = ""
    ) -> None:
        """Record something worth knowing that needs no action."""
        self.add(Diagnostic(Severity.NOTE, rule, message, where, help))

    def refuse_warnings(self) -> None:
        """For strict runs: warnings become errors, and stop the run with exit code 1."""
        strict = [
            replace(d, severity=Severity.ERROR) if d.severity is Severity.WARNING else d
            for d in self.items
        ]
        if strict != self.items:
            self.items[:] = strict
            self._seen = set(strict)
            raise ApiscribeError(self.items, exit_code=1)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that stop a run."""
        return tuple(d for d in self.items if d.severity is Severity.ERROR)

    def stop_on_errors(self, exit_code: int = 2) -> None:
        """Raise `ApiscribeError` with all findings when at least one is an error."""
        if self.errors:
            raise ApiscribeError(self.items, exit_code)

    def locate(self, where: Place | Span | None) -> Span | None:
        """The lines of `where`, asking each locator in turn."""
        if where is None or isinstance(where, Span):
            return where
        for locator in self.locators:
            if (span := locator(where)) is not None:
                return span
        return None
