"""The output in memory: relative path → bytes, each path claimed once."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePosixPath

from apiscribe.diagnostics import Diagnostics

PART_SUFFIX = ".apiscribe.part"
"""Ends the names of files that are being written; no artefact may end so."""

_RESERVED_DEVICES = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE
)
_ILLEGAL_CHARACTERS = re.compile(r'[<>:"|?*\\\x00-\x1f\x7f]')
_LONGEST_NAME = 200
"""Bytes of one path component; file systems stop at 255, and a part suffix must fit."""


def path_problem(path: PurePosixPath) -> str:
    """Why `path` cannot be written on every platform, as the end of a sentence; "" when it can."""
    if path.is_absolute() or path.as_posix().startswith("~"):
        return "is not relative"
    if not path.parts:
        return "is empty"
    for part in path.parts:
        if problem := _component_problem(part):
            return problem
    return f"ends in the reserved {PART_SUFFIX}" if path.name.endswith(PART_SUFFIX) else ""


def is_device(name: str) -> bool:
    """Whether Windows keeps the name for a device, so that no file or folder may have it."""
    return _RESERVED_DEVICES.fullmatch(name) is not None


@lru_cache(maxsize=16384)
def _component_problem(part: str) -> str:
    if part == "..":
        return "leaves the output folder"
    if part.casefold() == ".git":
        return "lies in a version control folder"
    if _ILLEGAL_CHARACTERS.search(part):
        return f"has a character that Windows does not allow in {part!r}"
    if part.endswith((".", " ")):
        return f"has a component that ends in a dot or a space, {part!r}"
    if _RESERVED_DEVICES.fullmatch(part):
        return f"has the Windows device name {part!r}"
    if len(part.encode("utf-8", "surrogatepass")) > _LONGEST_NAME:
        return f"has a component longer than {_LONGEST_NAME} bytes"
    return ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file's bytes, and who asked for it (for messages)."""

    content: bytes
    owner: str


def _folded(path: PurePosixPath) -> str:
    """The name under which case-insensitive, normalising file systems look a path up."""
    return unicodedata.normalize("NFC", path.as_posix()).casefold()


@dataclass(slots=True)
class Tree:
    """Files to write. `reserved` are root names that belong to the writer."""

    reserved: frozenset[str] = frozenset()
    _entries: dict[PurePosixPath, Entry] = field(default_factory=dict)
    _claims: dict[str, tuple[PurePosixPath, str, bool]] = field(default_factory=dict)
    _folders: set[PurePosixPath] = field(default_factory=set)

    @property
    def files(self) -> dict[PurePosixPath, Entry]:
        """The claimed files, sorted by path."""
        return dict(sorted(self._entries.items(), key=lambda item: item[0].parts))

    def claim(
        self, path: PurePosixPath, content: bytes, owner: str, diagnostics: Diagnostics
    ) -> None:
        """Add a file; a path that is illegal or already taken becomes an error naming the owners.

        Taken means: the same path, one that differs only by case or Unicode normal form, or a
        file where another claim needs a folder.
        """
        problem = path_problem(path)
        if not problem and _folded(path) in self.reserved:
            problem = "is the writer's own"
        if problem:
            diagnostics.error(
                "emit/illegal-path",
                f"the output path {path.as_posix()!r} (from {owner}) {problem}.",
                help="choose another name in sdk.yaml, or with x-sdk name in the document.",
            )
            return
        if self._clashes(path, owner, diagnostics):
            return
        if path.parent not in self._folders:
            for parent in path.parents[:-1]:
                self._claims.setdefault(_folded(parent), (parent, owner, True))
                self._folders.add(parent)
        self._claims[_folded(path)] = (path, owner, False)
        self._entries[path] = Entry(content, owner)

    def _clashes(self, path: PurePosixPath, owner: str, diagnostics: Diagnostics) -> bool:
        # Claims stay, so what let one file into a folder lets all others in.
        folders = () if path.parent in self._folders else reversed(path.parents[:-1])
        for part in (*folders, path):
            taken = self._claims.get(_folded(part))
            if taken is None or (part != path and taken[2] and taken[0] == part):
                continue
            diagnostics.error(
                "emit/path-taken",
                f"the output path {path.as_posix()!r} (from {owner}) clashes with "
                f"{taken[0].as_posix()!r} (from {taken[1]}).",
                help="give one of the two another name in sdk.yaml, or with x-sdk name in the document.",
            )
            return True
        return False
