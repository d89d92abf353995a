"""Bundling: what other files hold becomes components of the one document, under stable names.

A component of the root that is nothing but a reference to another file lends that file's value its
name. Anything else is named by the last part of its reference, or by its file when there is none;
a taken name gets the file's name in front.
"""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.openapi.files import File, Files
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.pointers import escape, fragment, look_up, pointer, tokens
from apiscribe.openapi.references import Reference, Resolver, Target, references
from apiscribe.openapi.shapes import Shape


@dataclass(frozen=True, slots=True)
class Layout:
    """How a family lays its documents out: shapes, and the pointer of the container of each."""

    root: Shape
    schema: Shape
    containers: dict[str, str]


@dataclass(slots=True)
class _Import:
    """A value of another file on its way in; `at` is where it ends up."""

    target: Target
    file: File
    value: Any
    shape: Shape
    at: str = ""


@dataclass(slots=True)
class _Found:
    """A reference and its target; `owner` is the import it stands in (None: the root)."""

    reference: Reference
    target: Target


@dataclass(slots=True)
class Bundler:
    """Makes every reference of one document local."""

    files: Files
    layout: Layout
    origins: Origins
    diagnostics: Diagnostics
    imports: dict[Target, _Import] = field(default_factory=dict)
    found: list[_Found] = field(default_factory=list)

    def bundle(self) -> None:
        """Rewrite the root's data in place. Problems are collected."""
        root = self.files.root
        self._scan(root, "", root.data, self.layout.root)
        pending = list(self.imports.values())
        while pending:
            known = len(self.imports)
            for item in pending:
                self._scan(item.file, item.target.pointer, item.value, item.shape)
            pending = list(self.imports.values())[known:]
        if self.imports:
            self._place_imports(root.data)
        for found in self.found:
            reference = found.reference
            reference.holder[reference.key] = fragment(self._location(found.target))
        self._static_dynamic_references()

    def _scan(self, file: File, inside: str, value: Any, shape: Shape) -> None:
        resolver = Resolver(self.files, self.layout.containers["Schema"])
        is_root = file is self.files.root
        known: dict[str, Target] = {}  # of references that mean the same wherever they stand
        for reference in references(value, shape, self.layout.schema):
            text, plain = reference.text, not (reference.mapping or file.ids())
            if plain and text in known:
                self.found.append(_Found(reference, known[text]))
                continue
            at = inside + reference.pointer
            where = self.origins.place(at) if is_root else Place(file.source.file, at)
            target = resolver.find(reference, file, inside, where)
            if target is None:
                continue
            self.found.append(_Found(reference, target))
            if plain:
                known[text] = target
            if target.file != self.files.root.key and target not in self.imports:
                opened = self.files.opened[target.file]
                assert opened is not None
                copied = deepcopy(look_up(opened.data, target.pointer))
                self.imports[target] = _Import(target, opened, copied, reference.shape)

    def _location(self, target: Target) -> str:
        item = self.imports.get(target)
        return item.at if item is not None else target.pointer

    def _place_imports(self, data: dict[str, Any]) -> None:
        claimed = self._claims(data)
        for item in sorted(self.imports.values(), key=lambda item: len(item.target.pointer)):
            if item.target in claimed:
                item.at = claimed[item.target]
        for item in self.imports.values():
            if not item.at and self._container_of(item) is None:
                item.at = self._new_name(data, item)
        for item in self.imports.values():
            owner = self._container_of(item)
            if not item.at and owner is not None:
                item.at = owner.at + item.target.pointer[len(owner.target.pointer) :]
            else:
                self._put(data, item)
        self._forward_nested()

    def _forward_nested(self) -> None:
        """References inside a nested import stand in its container's copy, not in its own."""
        nested = [item for item in self.imports.values() if self._container_of(item) is not None]
        if nested:
            copies = {id(value) for item in nested for value in _objects_of(item.value)}
            self.found = [found for found in self.found if id(found.reference.holder) not in copies]

    def _container_of(self, item: _Import) -> _Import | None:
        """The outermost imported schema of the same file that holds this one inside."""
        start = item.target.pointer
        best: _Import | None = None
        for other in self.imports.values():
            inside = start.startswith(other.target.pointer + "/")
            same_file = other.target.file == item.target.file
            if not inside or not same_file or other.shape is not self.layout.schema:
                continue
            if best is None or len(other.target.pointer) < len(best.target.pointer):
                best = other
        return best

    def _claims(self, data: dict[str, Any]) -> dict[Target, str]:
        """Names that the root gives to values of other files."""
        held = {id(found.reference.holder): found for found in self.found}
        claims: dict[Target, str] = {}
        for shape_name, at in self.layout.containers.items():
            for name, value in self._members(data, at).items():
                found = held.get(id(value))
                if found is None or len(value) != 1 or found.target not in self.imports:
                    continue
                item = self.imports[found.target]
                if item.shape.name == shape_name:
                    claims.setdefault(found.target, at + pointer(name))
        return claims

    @staticmethod
    def _members(data: dict[str, Any], at: str) -> dict[str, Any]:
        try:
            members = look_up(data, at)
        except LookupError:
            return {}
        return members if isinstance(members, dict) else {}

    def _new_name(self, data: dict[str, Any], item: _Import) -> str:
        container = self.layout.containers.get(item.shape.name, "/x-bundled")
        taken = set(self._members(data, container)) | {
            tokens(other.at)[-1]
            for other in self.imports.values()
            if other.at.startswith(container + "/")
        }
        for name in _names(item, self.files.root.source.file):
            if name not in taken:
                return container + pointer(name)
        raise AssertionError

    def _put(self, data: dict[str, Any], item: _Import) -> None:
        container: Any = data
        names = tokens(item.at)
        for name in names[:-1]:
            inner = container.setdefault(name, {})
            if not isinstance(inner, dict):
                return
            container = inner
        claimed = container.get(names[-1])
        if isinstance(claimed, dict):
            self.found = [found for found in self.found if found.reference.holder is not claimed]
        container[names[-1]] = item.value
        place = Place(item.file.source.file, item.target.pointer)
        self.origins.came_from("".join("/" + escape(name) for name in names), place)

    def _static_dynamic_references(self) -> None:
        """`$dynamicRef` is read as a plain reference to its anchor in the document itself."""
        for found in self.found:
            reference = found.reference
            if reference.key == "$dynamicRef":
                reference.holder.setdefault("$ref", reference.holder["$dynamicRef"])
                del reference.holder["$dynamicRef"]


def _objects_of(value: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    stack = [value]
    while stack:
        current = stack.pop()
        if isinstance(current, dict):
            found.append(current)
            stack.extend(current.values())
        elif isinstance(current, list):
            stack.extend(current)
    return found


def _names(item: _Import, root: str) -> list[str]:
    """Names for an import, the best first; the last ones are numbered and never run out in practice."""
    file = PurePosixPath(item.file.source.file)
    stem = _clean(file.name.split(".")[0]) or "file"
    last = tokens(item.target.pointer)[-1:] if item.target.pointer else ()
    base = _clean(last[0]) if last else stem
    names = [base or stem]
    if last:
        names.append(f"{stem}_{base}")
    parent = PurePosixPath(root).parent
    folders = [part for part in file.parent.parts if part not in parent.parts]
    for count in range(1, len(folders) + 1):
        names.append("_".join([*map(_clean, folders[-count:]), *names[-1:]]))
    return names + [f"{names[0]}_{number}" for number in range(2, 10_000)]


def _clean(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "_", text).strip("_")
