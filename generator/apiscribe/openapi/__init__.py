"""OpenAPI documents: load, overlay, bundle, upgrade to 3.2, validate, write."""

from apiscribe.openapi.dump import dump_yaml
from apiscribe.openapi.source import Source, load_text, load_yaml

__all__ = ["Source", "dump_yaml", "load_text", "load_yaml"]
