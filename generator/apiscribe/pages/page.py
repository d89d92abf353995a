"""A reference page as it came: its name, its text, its lines with numbers."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from pathlib import Path, PurePath
from typing import IO

from apiscribe.diagnostics import Diagnostics, Span

STDIN_NAME = "-"
"""What the user writes for standard input; such a page is called `<stdin>`."""

SUFFIXES = frozenset(
    [".md", ".mdx", ".markdown", ".txt", ".html", ".htm", ".yaml", ".yml", ".json"]
)
"""What a page in a folder is called."""

MAX_BYTES = 64 * 1024 * 1024
"""A page larger than this is refused: it is no reference page."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page: 1-based number, text without its end and without outer white space.

    `indent` is the width of the white space that stood before the text, in columns.
    """

    number: int
    text: str
    indent: int = 0


@dataclass(frozen=True)
class PageSource:
    """A page: name as the user gave it, text decoded. Windows line ends and a BOM are harmless."""

    name: str
    text: str
    inside: str = ""
    """Of a page found in a folder: its path from the place where that folder is."""
    original: str = ""
    numbers: tuple[int, ...] = ()
    """Where `text` was made of another (`original`): the number there of each of its lines."""

    @property
    def found(self) -> bool:
        """Whether it was found in a folder: then it may be another kind of page."""
        return self.inside != ""

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every line, blank ones included, so that `lines[n - 1].number == n`.

        Only LF, CRLF and CR end a line (not the other separators of `str.splitlines`): numbers
        are those an editor shows.
        """
        return tuple(_line(number, row) for number, row in enumerate(self.rows, 1))

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """Every line as it came, without its end."""
        text = self.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        rows = text.split("\n")
        if rows and not rows[-1]:
            rows.pop()
        return tuple(rows)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the text in UTF-8, lower-case hexadecimal."""
        text = self.original or self.text
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def length(self) -> int:
        """Number of lines of the file."""
        return self.original.count("\n") + 1 if self.original else len(self.lines)

    @property
    def label(self) -> str:
        """What provenance records, the same in whatever folder one works: the file's own name, with
        the folder that was named and those below it where one was."""
        return self.inside or PurePath(self.name.replace("\\", "/")).name or self.name

    def span(self, line: int, end_line: int = 0) -> Span:
        """Lines `line` to `end_line` (the same line when 0), 1-based and inclusive, as in the file."""
        last = max(line, end_line)
        if self.numbers:
            line, last = self._number(line), self._number(last)
        return Span(self.name, line, 0, max(line, last))

    def _number(self, line: int) -> int:
        return self.numbers[min(line, len(self.numbers)) - 1] if line else 0


def _line(number: int, row: str) -> Line:
    body = row.strip().replace("\u200b", "").replace("\ufeff", "")
    lead = row[: len(row) - len(row.lstrip())]
    return Line(number, body, len(lead.expandtabs(4)))


def read_pages(
    names: Sequence[str], diagnostics: Diagnostics, stdin: IO[bytes] | None = None
) -> tuple[PageSource, ...]:
    """Read files by name, `-` being standard input. What cannot be read is an error diagnostic.

    Bytes are UTF-8 (with or without BOM) or UTF-16 with BOM; anything else is
    `pages/not-text`. A missing or unreadable file is `pages/unreadable`.
    """
    pages = []
    for name, inside in _expanded(names):
        shown = "<stdin>" if name == STDIN_NAME else name
        try:
            raw = _read(name, stdin)
        except OSError as problem:
            diagnostics.error(
                "pages/unreadable",
                f"The page cannot be read: {problem.strerror or problem}.",
                Span(shown, 0),
                "Give the path of a saved page, or - to read it from standard input.",
            )
            continue
        if (text := _decode(raw, shown, diagnostics)) is not None:
            pages.append(PageSource(shown, text, inside))
    return tuple(pages)


def _expanded(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The pages named, and for a folder all pages below it in the order of their names.

    With those of a folder goes the path that begins with the folder's own name, else "". Hidden
    files and folders are left out, though not a hidden folder that was named.
    """
    for name in names:
        if name == STDIN_NAME or not Path(name).is_dir():
            yield name, ""
            continue
        folder = Path(name).name if Path(name).name != ".." else ""
        below = ((path, path.relative_to(name)) for path in sorted(Path(name).rglob("*")))
        pages = [
            (path.as_posix(), PurePath(folder, inside).as_posix())
            for path, inside in below
            if path.suffix.lower() in SUFFIXES
            and not any(part.startswith(".") for part in inside.parts)
            and path.is_file()
        ]
        yield from pages or [(name, "")]


def _read(name: str, stdin: IO[bytes] | None) -> bytes:
    if name == STDIN_NAME:
        return (stdin or sys.stdin.buffer).read(MAX_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _decode(raw: bytes, shown: str, diagnostics: Diagnostics) -> str | None:
    if len(raw) > MAX_BYTES:
        diagnostics.error(
            "pages/too-large",
            f"The page is larger than {MAX_BYTES // 1024 // 1024} MiB.",
            Span(shown, 0),
            "Save the one reference page as text, not the whole site.",
        )
        return None
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as problem:
        line = raw[: problem.start].count(b"\n") + 1
        diagnostics.error(
            "pages/not-text",
            f"Byte {problem.start} is not valid {encoding.removesuffix('-sig').upper()}.",
            Span(shown, line),
            "Save the page as UTF-8 text.",
        )
        return None
    return text


def as_recorded(pages: Sequence[PageSource], recorded: Sequence[str]) -> list[int | None]:
    """For each page the number of the recorded one that it is a later state of; `None`: a new page.

    Pages go by file name, among equal ones by the folders above it that are the same, then by
    order; a single one is the single one recorded whatever it is called.
    """
    if len(pages) == len(recorded) == 1:
        return [0]
    names = {n: re.sub(r" \(\d+\)$", "", name) for n, name in enumerate(recorded)}
    found: list[int | None] = []
    for page in pages:
        alike = {number: _alike(page.name, name) for number, name in names.items()}
        best = max(alike, key=lambda number: alike[number], default=None)
        chosen = best if best is not None and alike[best] else None
        found.append(chosen)
        if chosen is not None:
            del names[chosen]
    return found


def _alike(path: str, other: str) -> int:
    """How many parts two paths have in common, from their end."""
    pairs = zip(reversed(PurePath(path).parts), reversed(PurePath(other).parts), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


@dataclass(slots=True)
class Ledger:
    """What became of each line of a page, so that none is dropped in silence.

    A reader marks every line it uses, as fact or as furniture (navigation, button labels,
    headings it has understood). What is left is not understood; `unread` lists it.
    """

    page: PageSource
    facts: set[int] = field(default_factory=set)
    furniture: dict[int, str] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)

    def fact(self, *lines: int) -> None:
        """These lines (numbers) are in the facts."""
        self.facts.update(lines)

    def drop(self, lines: Iterable[int], why: str) -> None:
        """These lines say nothing about the API; `why` is one or two words for the report."""
        with_text = [number for number in lines if self.page.lines[number - 1].text]
        self.furniture.update(dict.fromkeys(with_text, why))

    def refuse(self, line: int, why: str) -> None:
        """This line was looked at and not understood; `why` goes to the report."""
        self.refused[line] = why

    def unread(self) -> Mapping[int, str]:
        """Number → reason, for every line with text that is in no fact and no furniture."""
        return {
            line.number: self.refused.get(line.number, "")
            for line in self.page.lines
            if line.text
            and (
                line.number in self.refused
                or (line.number not in self.facts and line.number not in self.furniture)
            )
        }
