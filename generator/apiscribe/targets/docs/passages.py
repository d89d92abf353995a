"""Pages' texts in files that hold many pages (`llms-full.txt`), made once for both.

A page cannot know from where its links are read: they are marked, from the root of the docs, until
the file they stand in is known. Texts of the document hold no control characters once they are
Markdown (`targets.markup`), so nothing else is taken for a mark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import Final

from apiscribe.targets.base import Later, Noted, OfText, Page, Text
from apiscribe.targets.docs.layout import tidy
from apiscribe.targets.docs.names import relative
from apiscribe.targets.markup import link

WHOLE: Final = "llms-full.txt"
"""The file that holds every page."""

STARTS: Final = "\x03"
ENDS: Final = "\x04"
"""Around what a page repeats from another one, which files of many pages need not do."""

_MARK: Final = "\x02"
_MARKED: Final = re.compile(rf"\]\({_MARK}([A-Za-z0-9._/-]+)\)")
_REPEATED: Final = re.compile(f"{STARTS}[^{ENDS}]*{ENDS}")
_UNMARKED: Final = {ord(STARTS): None, ord(ENDS): None}


@dataclass(frozen=True, slots=True)
class Passage:
    """A page's text, its links marked, and the files that hold it."""

    files: tuple[str, ...]
    text: str


def marked(path: str) -> str:
    """The target of a link to a page, until it is known from where."""
    return _MARK + path


def link_to(text: str, path: str) -> str:
    """A link to a page, marked."""
    return f"{link(text, path).removesuffix(f'({path})')}({marked(path)})"


def settled(text: str, file: str) -> str:
    """The canonical form of `file`'s text, its links relative to it, without other marks."""
    text = text.translate(_UNMARKED)
    return _MARKED.sub(lambda found: f"]({relative(found[1], file)})", tidy(text))


def page(path: str, template: str, make: Callable[[], object], files: tuple[str, ...] = ()) -> Page:
    """A page that is made when it is rendered, and stands in `files` too."""
    view: Callable[[], object] = partial(_noted, make, files) if files else make
    return Page(PurePosixPath(path), template, Later(view))


def _noted(make: Callable[[], object], files: tuple[str, ...]) -> Noted:
    return Noted(make(), OfText(partial(_passage, files)))


def _passage(files: tuple[str, ...], text: str) -> Passage:
    return Passage(files, tidy(_REPEATED.sub("", text)))


def joined(notes: Iterable[object]) -> Iterator[Text]:
    """The files that the passages among `notes` stand in, each with its passages in their order."""
    files: dict[str, list[str]] = {}
    for one in notes:
        if isinstance(one, Passage):
            for file in one.files:
                files.setdefault(file, []).append(one.text)
    for file, texts in files.items():
        yield Text(PurePosixPath(file), settled("\n".join(texts), file))
