"""The first half of the way: files → settings and a checked document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from apiscribe.access import OWN_FOLDER, Access
from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.openapi import Document, load_document, validate_document
from apiscribe.openapi.pointers import did_you_mean, pointer
from apiscribe.pipeline.apis import ApiFiles, find_api
from apiscribe.pipeline.examples import inject_examples
from apiscribe.pipeline.selection import select
from apiscribe.pipeline.settings import load_settings


@dataclass(frozen=True, slots=True)
class LoadedDocument:
    """An API's document with its examples in, checked; not lowered."""

    files: ApiFiles
    document: Document
    settings: Settings


def read_document(files: ApiFiles, diagnostics: Diagnostics) -> LoadedDocument:
    """Load, overlay, add examples and validate. Raises `ApiscribeError` for unusable input."""
    loaded = read_findings(files, diagnostics)
    diagnostics.stop_on_errors()
    return loaded


def read_findings(
    files: ApiFiles, diagnostics: Diagnostics, *, thorough: bool = False
) -> LoadedDocument:
    """`read_document` that does not stop at what is invalid; only at what cannot be read.

    `thorough` holds the document to the official schema too, which takes its time.
    """
    settings = load_settings(files.settings, files.name, diagnostics)
    document = load_document(files.spec, diagnostics, overlays=files.overlays, access=files.access)
    if files.examples is not None:
        inject_examples(document, files.examples, diagnostics)
    if files.settings is not None:
        _check_names(files.settings, settings, document, diagnostics)
        select(document, settings, files.settings, diagnostics)
    validate_document(document, diagnostics, thorough=thorough)
    return LoadedDocument(files, document, settings)


def load_document_of(
    name_or_path: str, diagnostics: Diagnostics, access: Access = OWN_FOLDER
) -> LoadedDocument:
    """`read_document` of one API by name, folder or spec file."""
    files = find_api(name_or_path, diagnostics)
    diagnostics.stop_on_errors()
    assert files is not None
    return read_document(replace(files, access=access), diagnostics)


def _check_names(
    file: Path, settings: Settings, document: Document, diagnostics: Diagnostics
) -> None:
    """Keys of the settings that name something in the document must name something there."""
    schemes = document.data.get("components", {}).get("securitySchemes", {})
    for section, what, names, known in (
        ("credentials", "security scheme", settings.credentials, tuple(schemes)),
        ("methods", "operation", settings.methods, tuple(_operation_ids(document))),
    ):
        for name in names:
            if name not in known:
                diagnostics.error(
                    "config/unknown-name",
                    f"the document has no {what} `{name}`.",
                    Place(file.as_posix(), pointer(section, name)),
                    did_you_mean(name, known),
                )


def _operation_ids(document: Document) -> Iterator[str]:
    for item in document.data.get("paths", {}).values():
        resolved = document.resolve(item["$ref"]) if "$ref" in item else item
        for operation in resolved.values():
            if isinstance(operation, dict) and "operationId" in operation:
                yield operation["operationId"]
