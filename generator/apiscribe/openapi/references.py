"""References: where they stand, what they name, whether they lead anywhere.

A `$ref` is a reference only where the specification says so (schemas, and wherever a Reference
Object may stand); inside examples, enums, constants and defaults it is data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.openapi.files import File, Files
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.pointers import (
    Path,
    did_you_mean,
    from_fragment,
    look_up,
    path_pointer,
    pointer,
    tokens,
)
from apiscribe.openapi.shapes import Shape, is_reference, walk

_COMPONENT_NAME = re.compile(r"[A-Za-z0-9._-]+")
_MOST_HOPS = 100


@dataclass(slots=True)
class Reference:
    """A reference: `holder[key]` is its text; `shape` is what it must lead to.

    `mapping`: a discriminator's, where a bare component name may stand as well.
    """

    holder: dict[str, Any]
    key: str
    shape: Shape
    path: Path
    mapping: bool = False

    @property
    def text(self) -> str:
        """What is written."""
        text = self.holder[self.key]
        assert isinstance(text, str)
        return text

    @property
    def pointer(self) -> str:
        """Where it is written, relative to what was walked."""
        return path_pointer((self.path, self.key))


def references(value: Any, shape: Shape, schema: Shape) -> Iterator[Reference]:
    """All references in a value of a known shape; `schema` is the shape of schemas there."""
    for visit in walk(value, shape):
        found = visit.value
        if is_reference(found, visit.shape):
            yield Reference(found, "$ref", visit.shape, visit.path)
        if visit.shape is schema and isinstance(found.get("$dynamicRef"), str):
            yield Reference(found, "$dynamicRef", schema, visit.path)
        if visit.shape.name == "Discriminator":
            mapping = found.get("mapping")
            if isinstance(mapping, dict):
                at: Path = (visit.path, "mapping")
                for name in [name for name in mapping if isinstance(mapping[name], str)]:
                    yield Reference(mapping, name, schema, at, mapping=True)
            if isinstance(found.get("defaultMapping"), str):
                yield Reference(found, "defaultMapping", schema, visit.path, mapping=True)


@dataclass(frozen=True, slots=True)
class Target:
    """What a reference names: a value in a file."""

    file: str
    pointer: str


@dataclass(slots=True)
class Resolver:
    """Finds the targets of references, opening files on the way."""

    files: Files
    schemas_at: str

    def find(self, reference: Reference, file: File, inside: str, where: Place) -> Target | None:
        """The target of a reference written in `file`, in a value found at `inside` there.

        A problem is reported at `where` (an unresolvable discriminator mapping is a warning) and
        gives None.
        """
        text = reference.text
        if reference.mapping and (named := self._named(text, file)) is not None:
            return named
        uri = text.partition("#")[0]
        resource = self._resource(uri, file, inside + reference.pointer)
        if resource is None:
            before = len(self.files.diagnostics.errors)
            opened = self.files.open(file, uri, where)
            if opened is None:
                if len(self.files.diagnostics.errors) == before:
                    self._unresolved(text, where, "", reference)
                return None
            resource = Target(opened.key, "")
        return self._follow(resource, text, where, reference)

    def _named(self, text: str, file: File) -> Target | None:
        """A mapping may hold the bare name of a schema component (OpenAPI 3.2, 4.25.3)."""
        if not _COMPONENT_NAME.fullmatch(text):
            return None
        at = self.schemas_at + pointer(text)
        try:
            look_up(file.data, at)
        except LookupError:
            return None
        return Target(file.key, at)

    def _resource(self, uri: str, file: File, at: str) -> Target | None:
        """The schema resource of an `$id` that the reference is relative to, if any."""
        if not file.ids():
            return None
        if uri:
            found = file.ids().get(uri)
            if found is None:
                found = next(
                    (place for name, place in file.ids().items() if name.endswith("/" + uri)), None
                )
            return None if found is None else Target(file.key, found)
        enclosing = [
            place for place in file.ids().values() if place and (at + "/").startswith(place + "/")
        ]
        return Target(file.key, max(enclosing, key=len)) if enclosing else None

    def _follow(
        self, resource: Target, text: str, where: Place, reference: Reference
    ) -> Target | None:
        file = self.files.opened[resource.file]
        assert file is not None
        name = from_fragment(text)
        if name and not name.startswith("/"):
            anchored = file.anchors().get(name)
            if anchored is None:
                help = did_you_mean(name, file.anchors())
                self._unresolved(text, where, help, reference)
                return None
            return Target(file.key, anchored)
        for start in dict.fromkeys((resource.pointer, "")):
            try:
                return Target(file.key, canonical(file.data, start + name))
            except LookupError as missing:
                help = _nearby(file.data, start + name, str(missing.args[0]))
        self._unresolved(text, where, help, reference)
        return None

    def _unresolved(self, text: str, where: Place, help: str, reference: Reference) -> None:
        if reference.mapping:
            self.files.diagnostics.warning(
                "ref/mapping",
                f"the mapping `{text}` leads to no schema.",
                where,
                help or "correct it",
            )
        else:
            self.files.diagnostics.error(
                "ref/unresolved",
                f"`{text}` leads nowhere.",
                where,
                help or "correct the reference, or add what it names",
            )


def canonical(data: Any, text: str) -> str:
    """The pointer of a value, also when the way there leads through local references.

    Raises LookupError naming what is missing.
    """
    current, value = "", data
    hops = 0
    for name in tokens(text):
        while isinstance(value, dict) and name not in value and isinstance(value.get("$ref"), str):
            hops += 1
            target = value["$ref"]
            if hops > _MOST_HOPS or not target.startswith("#/"):
                raise LookupError(name)
            current = from_fragment(target)
            value = look_up(data, current)
        value = look_up(value, pointer(name))
        current += pointer(name)
    return current


def _nearby(data: Any, text: str, missing: str) -> str:
    """Which name near the missing one exists in the same container."""
    value, names = data, tokens(text)
    for index, name in enumerate(names):
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif index < len(names) - 1:
            return f"there is no `{missing}` to look in"
        elif isinstance(value, dict):
            return did_you_mean(missing, [key for key in value if isinstance(key, str)])
    return ""


def report_cycles(
    data: dict[str, Any], shape: Shape, schema: Shape, origins: Origins, diagnostics: Diagnostics
) -> None:
    """Report references that lead only to themselves, each cycle once, with its chain."""
    settled: set[str] = set()
    followed: set[str] = set()
    for reference in list(references(data, shape, schema)):
        if reference.mapping or reference.key != "$ref" or reference.text in followed:
            continue
        followed.add(reference.text)
        chain: list[str] = []
        at = path_pointer(reference.path)
        while at not in settled:
            if at in chain:
                cycle = [*chain[chain.index(at) :], at]
                diagnostics.error(
                    "ref/cycle",
                    "references lead only to themselves: "
                    + " → ".join(f"#{part}" for part in cycle)
                    + ".",
                    origins.place(at + "/$ref"),
                    "give one of them a schema of its own",
                )
                break
            chain.append(at)
            following = _next(data, at)
            if following is None:
                break
            at = following
        settled.update(chain)


def _next(data: Any, at: str) -> str | None:
    try:
        value = look_up(data, at)
    except LookupError:
        return None
    text = value.get("$ref") if isinstance(value, dict) else None
    return from_fragment(text) if isinstance(text, str) and text.startswith("#") else None
