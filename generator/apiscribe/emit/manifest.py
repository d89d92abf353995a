"""`.apiscribe-manifest.json`: what was generated, from what, by which versions.

It holds digests only: no time, no path of a machine. Its `files` let the writer tell its own
files from a user's, and a hand edit from an old output.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from typing import Any

from apiscribe import __version__
from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.emit.digests import digest
from apiscribe.emit.tree import Tree, path_problem

MANIFEST_NAME = ".apiscribe-manifest.json"
JOURNAL_NAME = ".apiscribe-manifest.json.part"
"""Present only while files are being replaced; says what an interrupted run may have written."""

WRITER_NAMES = frozenset({MANIFEST_NAME, JOURNAL_NAME})
_FORMAT = 1


def tool_versions(tools: tuple[str, ...]) -> dict[str, str]:
    """Our version and those of `tools`, cut to what we pin: the bytes do not depend on the rest.

    A calendar version counts by its year, any other by major and minor.
    """
    versions = {"apiscribe": __version__}
    for tool in sorted(tools):
        try:
            parts = version(tool).split(".")
        except PackageNotFoundError:
            continue
        versions[tool] = (
            parts[0] if parts[0].isdigit() and int(parts[0]) >= 20 else ".".join(parts[:2])
        )
    return versions


@dataclass(frozen=True, slots=True)
class Manifest:
    """`inputs`: what → SHA-256. `files`: path → SHA-256."""

    target: str
    versions: Mapping[str, str] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[PurePosixPath, str] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        """Sorted JSON, one fact a line, so that diffs and merges stay small."""
        return _dump(
            {
                "about": "Written by apiscribe; do not edit. Lists the files it owns in this folder.",
                "format": _FORMAT,
                "target": self.target,
                "versions": dict(self.versions),
                "inputs": dict(self.inputs),
                "files": {path.as_posix(): sha for path, sha in self.files.items()},
            }
        )


def manifest_of(
    tree: Tree, target: str, versions: Mapping[str, str], inputs: Mapping[str, str]
) -> Manifest:
    """The manifest of a tree about to be written."""
    return Manifest(
        target, versions, inputs, {path: digest(e.content) for path, e in tree.files.items()}
    )


@dataclass(frozen=True, slots=True)
class Owned:
    """What the folder says about itself: path → digests its bytes may have when they are ours."""

    manifest: bytes | None
    journal: bool
    files: Mapping[PurePosixPath, frozenset[str]]
    damaged: bool = False


def read_owned(folder: Path, diagnostics: Diagnostics, *, force: bool = False) -> Owned:
    """Read manifest and journal; a damaged one is an error, since ownership hangs on it.

    With `force` it is a warning, and `damaged` is set.
    """
    manifest = _read(folder / MANIFEST_NAME, diagnostics)
    journal = _read(folder / JOURNAL_NAME, diagnostics)
    files: dict[PurePosixPath, frozenset[str]] = {}
    damaged = False
    for content, name in ((manifest, MANIFEST_NAME), (journal, JOURNAL_NAME)):
        if content is None:
            continue
        try:
            for path, shas in _parse(content).items():
                files[path] = files.get(path, frozenset()) | shas
        except ValueError as error:
            damaged = True
            (diagnostics.warning if force else diagnostics.error)(
                "emit/manifest",
                f"{error}, so apiscribe cannot tell which files here are its own.",
                Place(str(folder / name)),
                (
                    ""
                    if force
                    else "restore this file from version control, or delete it (only it, not the "
                    "folder), or overwrite what is there with --force."
                ),
            )
    return Owned(manifest, journal is not None, files, damaged)


def journal_bytes(owned: Owned, new: Manifest) -> bytes:
    """A journal: everything that may be in the folder until the new manifest is in place."""
    files = {path: set(shas) for path, shas in owned.files.items()}
    for path, sha in new.files.items():
        files.setdefault(path, set()).add(sha)
    return _dump(
        {
            "about": "An interrupted apiscribe run left this; the next run completes it.",
            "format": _FORMAT,
            "files": {path.as_posix(): sorted(shas) for path, shas in files.items()},
        }
    )


def _dump(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _read(path: Path, diagnostics: Diagnostics) -> bytes | None:
    if path.is_symlink():
        diagnostics.error(
            "emit/not-a-file",
            "the manifest is a symbolic link.",
            Place(str(path)),
            "remove the link.",
        )
        return None
    return path.read_bytes() if path.exists() else None


def _parse(content: bytes) -> dict[PurePosixPath, frozenset[str]]:
    """The files of a manifest or a journal. Raises `ValueError` that says what is wrong."""
    if b"<<<<<<<" in content:
        raise ValueError("a merge left its conflict in the manifest")
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the manifest is no JSON ({error})") from error
    if not isinstance(data, dict):
        raise ValueError("the manifest is no JSON object")
    for key in ("format", "files"):
        if key not in data:
            raise ValueError(f"the manifest lacks its `{key}`")
    if data["format"] != _FORMAT:
        raise ValueError(f"the manifest has a format that is not known: {data['format']!r}")
    if not isinstance(data["files"], dict):
        raise ValueError("the `files` of the manifest are no JSON object")
    files = {PurePosixPath(name): _shas(value) for name, value in data["files"].items()}
    for name in files:
        if problem := path_problem(name):
            raise ValueError(f"the manifest lists {str(name)!r}, a path that {problem}")
    return files


def _shas(value: object) -> frozenset[str]:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(item, str) for item in values):
        raise ValueError("the digests in the manifest are not text")
    return frozenset(values)
