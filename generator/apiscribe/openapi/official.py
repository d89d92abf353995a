"""The official JSON Schemas: of OpenAPI 3.2, and of JSON Schema 2020-12 with the OpenAPI words.

Both come with openapi-spec-validator and its dependencies. Imported only when asked for: they
take half a second to load.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from jsonschema.exceptions import ValidationError
from openapi_schema_validator import OAS32Validator
from openapi_spec_validator.schemas import openapi_v32_schema_validator

from apiscribe.diagnostics import Diagnostics, Severity
from apiscribe.openapi.document import Document
from apiscribe.openapi.pointers import path_pointer, pointer, tokens
from apiscribe.openapi.shapes import walk
from apiscribe.openapi.shapes_v3 import SHAPES

_MOST_WORDS = 160


def check_official(document: Document, diagnostics: Diagnostics) -> None:
    """Report every violation once, at the innermost place, unless that place has an error already."""
    known = {found.where for found in diagnostics if found.severity is Severity.ERROR}
    for at, message in _findings(document.data):
        where = document.place(at)
        if where not in known:
            diagnostics.error(
                "openapi/structure", message, where, "see the OpenAPI Specification, version 3.2.0"
            )


def _findings(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield from _quiet(openapi_v32_schema_validator.iter_errors(data), "")
    metaschema = OAS32Validator(OAS32Validator.META_SCHEMA)
    for visit in walk(data, SHAPES["OpenAPI"]):
        at = path_pointer(visit.path)
        if visit.shape.name == "Schema" and not _inside_schema(at):
            yield from _quiet(metaschema.iter_errors(visit.value), at)


def _inside_schema(at: str) -> bool:
    """Whether a schema is part of another, which is checked with it."""
    names = tokens(at)
    if names[:2] == ("components", "schemas"):
        return len(names) > 3
    holders = [index for index, name in enumerate(names) if name in ("schema", "itemSchema")]
    return bool(holders) and holders[0] < len(names) - 1


def _quiet(errors: Iterable[ValidationError], base: str) -> Iterator[tuple[str, str]]:
    """The innermost causes; complaints about a container whose member was complained about go."""
    found: dict[str, str] = {}
    vague: dict[str, str] = {}
    for error in errors:
        for leaf in _leaves(error):
            at = base + pointer(*leaf.absolute_path)
            is_vague = leaf.validator in ("unevaluatedProperties", "unevaluatedItems", "not")
            (vague if is_vague else found).setdefault(at, _words(leaf))
    for at, message in vague.items():
        if not any(other == at or other.startswith(at + "/") for other in found):
            found[at] = message
    yield from found.items()


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    """The alternatives that came furthest, when alternatives failed."""
    if not error.context:
        yield error
        return
    deepest = max(len(inner.absolute_path) for inner in error.context)
    if deepest == len(error.absolute_path):
        yield error
        return
    for inner in error.context:
        if len(inner.absolute_path) == deepest:
            yield from _leaves(inner)


def _words(error: ValidationError) -> str:
    message = error.message
    if len(message) > _MOST_WORDS:
        expected = error.validator_value
        name = str(error.absolute_path[-1]) if error.absolute_path else "the document"
        message = f"`{name}` does not fit the rule `{error.validator}`"
        if isinstance(expected, (str, int, float, bool)):
            message += f": {expected}"
    return message.rstrip(".") + "."
