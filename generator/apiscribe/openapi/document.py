"""A loaded document: OpenAPI 3.2 whatever came in, with the way back to where it was written."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from apiscribe.diagnostics import Place
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.overlay import OverlayOrigin, overlay_origin
from apiscribe.openapi.pointers import from_fragment, look_up, pointer, tokens
from apiscribe.openapi.source import Source


@dataclass(slots=True)
class Document:
    """An API description in OpenAPI 3.2 form with JSON Schema 2020-12 schemas.

    `data` is plain dicts, lists and scalars; every reference in it is local and leads somewhere
    unless an error was reported. `file` is the root file's name, `source_version` the version it
    was written in ("2.0", "3.0.3", …), `files` the local files that were read, the root first.
    """

    file: str
    data: dict[str, Any]
    source_version: str
    origins: Origins
    overlays: tuple[Source, ...] = ()
    files: tuple[Path, ...] = ()
    _overlay_by_file: dict[str, Source] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._overlay_by_file = {overlay.file: overlay for overlay in self.overlays}

    def place(self, pointer: str) -> Place:
        """The original file and pointer of a value of `data` (also of one that is not there)."""
        return self.origins.place(pointer)

    def overlaid(self, pointer: str) -> Place:
        """The place of a value in the document as its overlays left it, before it was resolved and
        upgraded: what the targets of a further overlay are about."""
        return self.origins.place(pointer, self._overlay_by_file)

    def resolve(self, ref: str) -> Any:
        """The value a local reference (`#/components/…`) names. Raises LookupError."""
        if not ref.startswith("#"):
            raise LookupError(ref)
        return look_up(self.data, from_fragment(ref))

    def origin(self, pointer: str) -> OverlayOrigin | None:
        """The overlay action that a value comes from; None when it is the document's own."""
        place = self.origins.place(pointer)
        overlay = self._overlay_by_file.get(place.file)
        return overlay_origin(overlay, place) if overlay is not None else None

    def graft(self, at: str, value: Any, place: Place) -> None:
        """Put `value` at a pointer whose parent exists; it, and all below it, is from `place`.

        Raises LookupError when there is no parent.
        """
        *parents, last = tokens(at)
        container = look_up(self.data, pointer(*parents))
        if isinstance(container, list):
            container[int(last)] = value
        elif isinstance(container, dict):
            container[last] = value
        else:
            raise LookupError(last)
        self.origins.came_from(at, place)


def bundle_document(document: Document) -> dict[str, Any]:
    """The document as one self-contained OpenAPI 3.2 description; a copy, ready to be written."""
    return deepcopy(document.data)
