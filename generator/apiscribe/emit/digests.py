"""SHA-256 over bytes and over folders."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path


def digest(content: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def folder_files(folder: Path) -> Iterator[Path]:
    """The files below `folder`, sorted, without what tools leave behind.

    Left out: caches (`__pycache__`, and hidden folders such as a type checker's) and compiled files.
    """
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).parts):
        parents = path.relative_to(folder).parts[:-1]
        left_behind = any(name.startswith(".") or name == "__pycache__" for name in parents)
        if (
            path.is_file()
            and not left_behind
            and path.suffix != ".pyc"
            and path.name != ".DS_Store"
        ):
            yield path


def folder_digest(*folders: Path) -> str:
    """SHA-256 over names and contents of the files of all `folders`."""
    total = hashlib.sha256()
    for folder in folders:
        for path in folder_files(folder):
            name = path.relative_to(folder).as_posix()
            total.update(name.encode("utf-8", "surrogateescape") + b"\0")
            total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
