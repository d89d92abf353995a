"""Outputs of the last run per API, kept in the user's cache folder.

Everything up to the tree is a pure function of its inputs, so a run whose inputs are the same to
the byte may take the tree of the last one. An entry is used only when all of these are equal: every
file read, the templates, the code of this package, the versions of what it depends on, Python's
own version, and what was asked for. Each API and list of targets has one entry, so the folder does not grow.
A cache that cannot be read or written is as good as none.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path, PurePosixPath
from typing import Any

from platformdirs import user_cache_dir

from apiscribe.assets import templates_folder
from apiscribe.diagnostics import Diagnostic, Diagnostics, Place, Severity, Span
from apiscribe.emit.digests import digest, folder_digest, folder_files
from apiscribe.emit.manifest import Manifest
from apiscribe.emit.tree import Tree
from apiscribe.pipeline.apis import ApiFiles

_FORMAT = 2


def cache_folder() -> Path | None:
    """`APISCRIBE_CACHE_DIR` (empty: none), else where the platform keeps a user's caches."""
    named = os.environ.get("APISCRIBE_CACHE_DIR")
    if named is not None:
        return Path(named) if named else None
    return Path(user_cache_dir("apiscribe", appauthor=False))


@dataclass(frozen=True, slots=True)
class CachedOutput:
    """A target's tree with its manifest."""

    target: str
    tree: Tree
    manifest: Manifest


@dataclass(frozen=True, slots=True)
class Entry:
    """What a run for one API made, and the diagnostics it reported with their lines.

    `complete`: the outputs are all that the settings ask for, so that others are out of date.
    """

    outputs: tuple[CachedOutput, ...]
    complete: bool
    diagnostics: tuple[Diagnostic, ...]
    lines: Mapping[Place, Span]

    def report(self, diagnostics: Diagnostics) -> None:
        """Say again what the run said."""
        diagnostics.locators.append(self.lines.get)
        for diagnostic in self.diagnostics:
            diagnostics.add(diagnostic)


class Cache:
    """The entries in `folder`; `None` turns caching off."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._code = ""

    def get(self, files: ApiFiles, targets: Sequence[str], templates: Path | None) -> Entry | None:
        """The entry for these inputs, or `None`."""
        path = self._path(files, targets, templates)
        if path is None:
            return None
        try:
            with path.open("rb") as stream:
                header = json.loads(stream.readline())
                named = [(Path(name), sha) for name, sha in header["inputs"]]
                if header["format"] != _FORMAT or header["key"] != self._key(files, templates):
                    return None
                if any(_digest(name) != sha for name, sha in named):
                    return None
                return _unpack(header, stream.read())
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(
        self,
        files: ApiFiles,
        targets: Sequence[str],
        templates: Path | None,
        read: Iterable[Path],
        entry: Entry,
    ) -> None:
        """Keep an entry; `read` are the files beyond those of `files` that were read."""
        path = self._path(files, targets, templates)
        if path is None:
            return
        try:
            named = sorted({name.resolve() for name in (*read, *_named(files))})
            header, body = _pack(entry)
            header |= {
                "format": _FORMAT,
                "key": self._key(files, templates),
                "inputs": [(str(name), _digest(name)) for name in named],
            }
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(f".{os.getpid()}.part")
            part.write_bytes(json.dumps(header).encode() + b"\n" + body)
            os.replace(part, path)
        except OSError:
            return

    def memo(self, files: ApiFiles, target: str) -> Path | None:
        """The file for intermediate results of an API's target (see `apiscribe.memo`)."""
        path = self._path(files, (target,), None)
        return path.with_suffix(".memo") if path is not None else None

    def _path(self, files: ApiFiles, targets: Sequence[str], templates: Path | None) -> Path | None:
        # What another machine says may have changed since.
        if self._folder is None or files.access.remote:
            return None
        asked = [str(files.spec.resolve()), files.name, *targets]
        asked += ["templates", str(templates.resolve())] if templates else []
        name = hashlib.sha256("\0".join(asked).encode("utf-8", "surrogateescape")).hexdigest()
        return self._folder / f"{name[:32]}.cache"

    def _key(self, files: ApiFiles, templates: Path | None) -> str:
        """Everything that decides the outputs besides the contents of the files that are read."""
        self._code = self._code or _code_digest()
        # Diagnostics name files as the user did, so names count and not only contents.
        parts = [self._code, repr(files.access), *(str(path) for path in _named(files))]
        for folder in (templates_folder(), templates):
            parts.append(folder_digest(folder) if folder is not None else "")
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def _named(files: ApiFiles) -> Iterator[Path]:
    yield files.spec
    yield from files.overlays
    if files.settings is not None:
        yield files.settings
    if files.examples is not None:
        yield from sorted(files.examples.glob("*.json"))
    if files.guides is not None:
        yield from folder_files(files.guides)


def _digest(path: Path) -> str:
    return digest(path.read_bytes())


def _code_digest() -> str:
    """Our code as it is on disk, and the versions of Python and of our dependencies."""
    parts = [folder_digest(Path(__file__).parents[1]), sys.version]
    for requirement in requires("apiscribe") or ():
        name = requirement.partition(";")[0].rstrip("0123456789.,<>=!~ ")
        if "extra ==" not in requirement:
            with contextlib.suppress(PackageNotFoundError):
                parts.append(f"{name} {version(name)}")
    return "\0".join(parts)


def _pack(entry: Entry) -> tuple[dict[str, Any], bytes]:
    outputs, chunks = [], []
    for output in entry.outputs:
        listed = []
        for path, file in output.tree.files.items():
            listed.append((path.as_posix(), len(file.content)))
            chunks.append(file.content)
        manifest = output.manifest
        outputs.append(
            {
                "target": output.target,
                "files": listed,
                "versions": dict(manifest.versions),
                "inputs": dict(manifest.inputs),
                "shas": list(manifest.files.values()),
            }
        )
    diagnostics = [
        (item.severity, item.rule, item.message, item.help, _where(item.where, entry.lines))
        for item in entry.diagnostics
    ]
    header = {"outputs": outputs, "complete": entry.complete, "diagnostics": diagnostics}
    return header, b"".join(chunks)


def _where(where: Place | Span | None, lines: Mapping[Place, Span]) -> list[Any] | None:
    span = where if isinstance(where, Span) else lines.get(where) if where else None
    place = [where.file, where.pointer] if isinstance(where, Place) else None
    found = [span.file, span.line, span.column, span.end_line] if span else None
    return [place, found] if where is not None else None


def _unpack(header: Mapping[str, Any], body: bytes) -> Entry:
    outputs, offset = [], 0
    for output in header["outputs"]:
        tree, refused = Tree(), Diagnostics()
        for name, size in output["files"]:
            tree.claim(PurePosixPath(name), body[offset : offset + size], "cache", refused)
            offset += size
        shas = dict(zip(tree.files, output["shas"], strict=True))
        manifest = Manifest(output["target"], output["versions"], output["inputs"], shas)
        outputs.append(CachedOutput(output["target"], tree, manifest))
    if offset != len(body):
        raise ValueError("damaged")
    diagnostics, lines = [], {}
    for severity, rule, message, help, where in header["diagnostics"]:
        at: Place | Span | None = None
        if where is not None:
            place, span = where
            at = Place(*place) if place else Span(*span)
            if place and span:
                lines[Place(*place)] = Span(*span)
        diagnostics.append(Diagnostic(Severity(severity), rule, message, at, help))
    return Entry(tuple(outputs), bool(header["complete"]), tuple(diagnostics), lines)
