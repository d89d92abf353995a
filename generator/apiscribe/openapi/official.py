"""The official JSON Schema of OpenAPI 3.2.

It comes with openapi-spec-validator; nothing is fetched. Imported only when asked for: it takes
half a second to load.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jsonschema.exceptions import ValidationError
from openapi_spec_validator.schemas import openapi_v32_schema_validator

from apiscribe.diagnostics import Diagnostics, Severity
from apiscribe.openapi.document import Document
from apiscribe.openapi.pointers import pointer

_MOST_WORDS = 160


def check_official(document: Document, diagnostics: Diagnostics) -> None:
    """Report every violation once, at the innermost place, unless that place has an error already."""
    known = {found.where for found in diagnostics if found.severity is Severity.ERROR}
    for at, message in _quiet(openapi_v32_schema_validator.iter_errors(document.data)):
        where = document.place(at)
        if where not in known:
            diagnostics.error(
                "openapi/structure", message, where, "see the OpenAPI Specification, version 3.2.0"
            )


def _quiet(errors: Iterable[ValidationError]) -> Iterator[tuple[str, str]]:
    """The innermost causes; complaints about a container whose member was complained about go."""
    found: dict[str, str] = {}
    vague: dict[str, str] = {}
    for error in errors:
        for leaf in _leaves(error):
            at = pointer(*leaf.absolute_path)
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
