"""Loading a document: read, overlay, bundle, check node types, upgrade."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from apiscribe.access import OWN_FOLDER, Access
from apiscribe.collector import no_garbage_collection
from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.openapi.bundle import Bundler, Layout
from apiscribe.openapi.component_names import legalise_component_names
from apiscribe.openapi.document import Document
from apiscribe.openapi.files import File, Files
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.overlay import apply_overlay
from apiscribe.openapi.references import report_cycles
from apiscribe.openapi.repair import Repair
from apiscribe.openapi.shape_check import ShapeChecker
from apiscribe.openapi.shapes_v2 import SHAPES_V2
from apiscribe.openapi.shapes_v3 import SECTIONS, SHAPES
from apiscribe.openapi.source import Source, load_yaml
from apiscribe.openapi.upgrade_v2 import upgrade_v2
from apiscribe.openapi.upgrade_v3 import upgrade_v3

_SUPPORTED = "Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2"

_V3 = Layout(
    SHAPES["OpenAPI"],
    SHAPES["Schema"],
    {shape: f"/components/{section}" for shape, section in SECTIONS.items()},
)
_V2 = Layout(
    SHAPES_V2["Swagger"],
    SHAPES_V2["Schema"],
    {"Schema": "/definitions", "Parameter": "/parameters", "Response": "/responses"},
)


def load_document(
    path: Path,
    diagnostics: Diagnostics,
    *,
    overlays: Sequence[Path] = (),
    access: Access = OWN_FOLDER,
) -> Document:
    """Read an OpenAPI document and everything it refers to.

    `access` lets references leave the document's folder, for other folders or for http(s); without
    it nothing is ever fetched. Overlays are applied to the document as it was written,
    before references are resolved.

    Raises ApiscribeError when there is nothing to go on with: a file that cannot be read, a
    document that is no OpenAPI of a known version. All else is collected, errors too: afterwards
    `data` has the right node types, but is only fit for use when there are no errors.
    """
    with no_garbage_collection():
        source = load_yaml(path, diagnostics)
        return _load(source, path, diagnostics, overlays, access)


def load_found(source: Source, path: Path, diagnostics: Diagnostics) -> Document:
    """The document that `source` holds, which was found inside of another file (`path`).

    References to files are looked up beside `path`; nothing is fetched. Errors as `load_document`.
    """
    with no_garbage_collection():
        return _load(source, path, diagnostics, (), OWN_FOLDER)


def _load(
    source: Source,
    path: Path,
    diagnostics: Diagnostics,
    overlays: Sequence[Path],
    access: Access,
) -> Document:
    data = _mapping(source, diagnostics)
    origins = Origins(source.file)
    layers = [load_yaml(overlay, diagnostics) for overlay in overlays]
    for layer in layers:
        apply_overlay(data, layer, origins, diagnostics)
    version, text = _version(source, data, origins, diagnostics)

    root = File(os.path.realpath(path), source, data, path)
    files = Files(root, diagnostics, access)
    layout = _V2 if version == (2, 0) else _V3
    origins.begin_stage()
    Bundler(files, layout, origins, diagnostics).bundle()

    origins.begin_stage()
    sources = {file.source.file: file.source for file in files.opened.values() if file is not None}
    sources.update({layer.file: layer for layer in layers})
    ShapeChecker(diagnostics, origins, _source_text(sources)).check(data, layout.root)
    report_cycles(data, layout.root, layout.schema, origins, diagnostics)

    origins.begin_stage()
    if version == (2, 0):
        data = upgrade_v2(data, origins, diagnostics)
        origins.begin_stage()
    upgrade_v3(data, version, origins, diagnostics)
    origins.begin_stage()
    Repair(data, origins, diagnostics).repair()
    legalise_component_names(data, origins, diagnostics)
    used = (*files.paths(), *overlays)
    return Document(source.file, data, text, origins, tuple(layers), used)


def _mapping(source: Source, diagnostics: Diagnostics) -> dict[str, Any]:
    if isinstance(source.data, dict):
        return source.data
    empty = source.data is None
    diagnostics.error(
        "openapi/not-a-mapping",
        "the document is empty." if empty else "the document is not a mapping.",
        source.place(),
        "an OpenAPI document begins with `openapi: 3.2.0`",
    )
    diagnostics.stop_on_errors()
    raise AssertionError


def _version(
    source: Source, data: dict[str, Any], origins: Origins, diagnostics: Diagnostics
) -> tuple[tuple[int, int], str]:
    """Family of versions and the version as written; an unknown one stops the run."""
    name = "swagger" if "swagger" in data and "openapi" not in data else "openapi"
    if name not in data:
        _refuse_version(
            diagnostics, origins.place(""), "the document says no OpenAPI version.", data
        )
    value = data[name]
    text = value if isinstance(value, str) else (source.text_of(f"/{name}") or str(value))
    match = re.fullmatch(r"(2\.0|3\.[0-2])(?:\.\d+)?(?:-[\w.]+)?", text.strip())
    if match is None or (match[1] == "2.0") != (name == "swagger"):
        _refuse_version(
            diagnostics, origins.place(f"/{name}"), f"version `{text}` is not supported.", data
        )
        raise AssertionError
    data[name] = text
    major, minor = match[1].split(".")
    return (int(major), int(minor)), text.strip()


def _refuse_version(
    diagnostics: Diagnostics, where: Place, message: str, data: dict[str, Any]
) -> None:
    help = f"supported: {_SUPPORTED}"
    if "overlay" in data:
        help = "this is an overlay; give the document it is for"
    elif "asyncapi" in data:
        help = f"this is an AsyncAPI document; {help}"
    diagnostics.error("openapi/version", message, where, help)
    diagnostics.stop_on_errors()


def _source_text(sources: dict[str, Source]) -> Callable[[Place], str | None]:
    def text_of(place: Place) -> str | None:
        source = sources.get(place.file)
        return source.text_of(place.pointer) if source is not None else None

    return text_of
