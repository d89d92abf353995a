"""The files of one document: read once, found by reference, never fetched unasked."""

from __future__ import annotations

import os
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import unquote, urljoin, urlsplit

from apiscribe.access import OWN_FOLDER, Access
from apiscribe.diagnostics import ApiscribeError, Diagnostics, Place
from apiscribe.openapi.pointers import pointer
from apiscribe.openapi.source import Source, load_text, load_yaml

_TIMEOUT = 30.0
_LARGEST = 64 * 1024 * 1024
_DATA_MEMBERS = frozenset({"example", "examples", "enum", "const", "default"})


@dataclass(slots=True)
class File:
    """One file: `key` tells it from others (absolute path or URL), `data` is what references see."""

    key: str
    source: Source
    data: Any
    path: Path | None = None
    _anchors: dict[str, str] | None = None
    _ids: dict[str, str] | None = None

    def anchors(self) -> dict[str, str]:
        """Pointers by `$anchor` and `$dynamicAnchor` (JSON Schema 2020-12, section 8.2.2)."""
        if self._anchors is None:
            self._index()
        assert self._anchors is not None
        return self._anchors

    def ids(self) -> dict[str, str]:
        """Pointers by `$id`, as written and made absolute."""
        if self._ids is None:
            self._index()
        assert self._ids is not None
        return self._ids

    def _index(self) -> None:
        self._anchors, self._ids = {}, {}
        if not any(
            word in self.source.text for word in ("$id", "$anchor", "$dynamicAnchor", "$self")
        ):
            return
        base = self.data.get("$self", "") if isinstance(self.data, dict) else ""
        base = base if isinstance(base, str) else ""
        if base:
            self._ids[base] = ""
        for value, at, scope in _objects(self.data, base):
            for name in ("$anchor", "$dynamicAnchor"):
                if isinstance(value.get(name), str):
                    self._anchors.setdefault(value[name], at)
            if isinstance(value.get("$id"), str):
                self._ids.setdefault(value["$id"], at)
                self._ids.setdefault(scope, at)


def _join(base: str, reference: str) -> str:
    try:
        return urljoin(base, reference)
    except ValueError:
        return reference


def _objects(root: Any, base: str) -> Iterator[tuple[dict[str, Any], str, str]]:
    """Objects that may be schemas, with pointer and base URI; data such as examples is skipped."""
    stack: list[tuple[Any, str, str]] = [(root, "", base)]
    while stack:
        value, at, scope = stack.pop()
        if isinstance(value, dict):
            if isinstance(value.get("$id"), str):
                scope = _join(scope, value["$id"])
            yield value, at, scope
            stack.extend(
                (item, at + pointer(name), scope)
                for name, item in value.items()
                if isinstance(item, (dict, list)) and name not in _DATA_MEMBERS
            )
        elif isinstance(value, list):
            stack.extend((item, f"{at}/{index}", scope) for index, item in enumerate(value))


@dataclass(slots=True)
class Files:
    """Opens the files that references name.

    References may leave the folder of the root document, or the machine, only with `access`.
    """

    root: File
    diagnostics: Diagnostics
    access: Access = OWN_FOLDER
    opened: dict[str, File | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.opened[self.root.key] = self.root

    def open(self, base: File, uri: str, where: Place) -> File | None:
        """The file that `uri`, written in `base` at `where`, names; problems are reported once."""
        if not uri:
            return base
        key = self._key(base, uri, where)
        if key is None:
            return None
        if key not in self.opened:
            self.opened[key] = self._read(key, base, uri, where)
        return self.opened[key]

    def paths(self) -> tuple[Path, ...]:
        """The local files that were read, the root first."""
        return tuple(file.path for file in self.opened.values() if file and file.path)

    def _key(self, base: File, uri: str, where: Place) -> str | None:
        try:
            parts = urlsplit(uri)
        except ValueError:
            self._refuse("unresolved", f"`{uri}` is not a URI reference.", where, "correct it")
            return None
        if parts.scheme in ("http", "https") or (base.path is None and not parts.scheme):
            url = _join(base.key, uri) if base.path is None else uri
            if self.access.remote:
                return url
            self._refuse(
                "remote",
                f"`{uri}` is on another machine; it is not fetched.",
                where,
                "save the file beside the document and refer to that, or give --allow-remote",
            )
            return None
        if parts.scheme or parts.netloc or base.path is None:
            self._refuse(
                "remote", f"`{uri}` is not a file in this folder.", where, "use a relative path"
            )
            return None
        return self._local(base.path, unquote(parts.path), uri, where)

    def _local(self, base: Path, path: str, uri: str, where: Place) -> str | None:
        assert self.root.path is not None
        if "\0" in path:
            self._refuse("unresolved", f"`{uri!r}` is not a path.", where, "correct it")
            return None
        target = Path(os.path.realpath(base.parent / path))
        if not self.access.outside and not target.is_relative_to(
            os.path.realpath(self.root.path.parent)
        ):
            self._refuse(
                "outside",
                f"`{uri}` is outside the folder of the document.",
                where,
                "keep the files of a document in its folder, or give --allow-outside",
            )
            return None
        return str(target)

    def _read(self, key: str, base: File, uri: str, where: Place) -> File | None:
        if urlsplit(key).scheme in ("http", "https"):
            return self._fetch(key, where)
        path = Path(key)
        if not path.is_file():
            self._refuse("unresolved", f"there is no file `{uri}`.", where, "check the path")
            return None
        name = Path(os.path.relpath(path, os.path.realpath(self._folder()))).as_posix()
        shown = (Path(self.root.source.file).parent / name).as_posix()
        try:
            source = load_yaml(path, self.diagnostics, shown)
        except ApiscribeError:
            return None
        return File(key, source, source.data, path)

    def _folder(self) -> Path:
        assert self.root.path is not None
        return self.root.path.parent

    def _fetch(self, url: str, where: Place) -> File | None:
        try:
            with urllib.request.urlopen(url, timeout=_TIMEOUT) as answer:
                content = answer.read(_LARGEST)
            source = load_text(content, url, self.diagnostics)
        except (URLError, OSError, ValueError) as error:
            self._refuse(
                "remote", f"`{url}` could not be fetched: {error}.", where, "check the address"
            )
            return None
        except ApiscribeError:
            return None
        return File(url, source, source.data)

    def _refuse(self, rule: str, message: str, where: Place, help: str) -> None:
        self.diagnostics.error(f"ref/{rule}", message, where, help)
