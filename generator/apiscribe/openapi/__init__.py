"""OpenAPI documents: load, overlay, bundle, upgrade to 3.2, validate, write."""

from apiscribe.openapi.document import Document, bundle_document
from apiscribe.openapi.dump import dump_yaml
from apiscribe.openapi.load import load_document, load_found
from apiscribe.openapi.overlay import OverlayOrigin
from apiscribe.openapi.source import Source, load_text, load_yaml
from apiscribe.openapi.validate import validate_document

__all__ = [
    "Document",
    "OverlayOrigin",
    "Source",
    "bundle_document",
    "dump_yaml",
    "load_document",
    "load_found",
    "load_text",
    "load_yaml",
    "validate_document",
]
