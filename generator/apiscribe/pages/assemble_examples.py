"""Examples of a document against the schemas they stand at. A misfit is a conflict, never a change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Conflict
from apiscribe.pages.provenance import Trace, pointer

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


def misfits(document: dict[str, Any], trace: Trace) -> list[Conflict]:
    """One conflict for each example that its schema refuses, with the lines of the example."""
    found = list(_examples(document))
    if not found:
        return []
    from jsonschema import Draft202012Validator  # slow to import, and rarely needed

    components = {"components": document.get("components", {})}
    result = []
    for at, place, schema, value in found:
        whole = {"allOf": [schema], **components}
        problems = sorted(Draft202012Validator(whole).iter_errors(value), key=str)
        if problems:
            spans = tuple(s.span for s in trace.entries.get(at, []))
            spans += _stated_at(place, schema, problems[0], document, trace)
            where = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in problems[0].path)
            message = f"An example does not fit its schema at ${where}: {problems[0].message}."
            result.append(Conflict(message, spans, "both the schema and the example"))
    return result


def _stated_at(
    place: str, schema: Any, problem: ValidationError, document: dict[str, Any], trace: Trace
) -> tuple[Span, ...]:
    """The lines of the part of the schema (at pointer `place`) that refused the example."""
    node, at, found = schema, place, trace.entries.get(place, [])
    steps = list(problem.absolute_schema_path)[2:]
    for number, step in enumerate(steps, 1):
        while isinstance(node, dict) and "$ref" in node and step not in node:
            at = str(node["$ref"]).removeprefix("#")  # the validator's path leaves references out
            node = document["components"]["schemas"][at.rsplit("/", 1)[1]]
            found = trace.entries.get(at) or found
        if number < len(steps):  # the last step is the keyword itself
            at, node = at + pointer(step), node[step]
            found = trace.entries.get(at) or found
    return tuple(source.span for source in found[:1])


def _examples(document: dict[str, Any]) -> Iterator[tuple[str, str, Any, Any]]:
    """Pointer, its schema's pointer, schema and value of each example in components and media types."""
    for name, schema in document.get("components", {}).get("schemas", {}).items():
        if isinstance(schema, dict):
            place = pointer("components", "schemas", name)
            at = place + "/examples"
            plain = {k: v for k, v in schema.items() if k != "examples"}
            yield from ((at, place, plain, value) for value in schema.get("examples", ()))
    for key in ("paths", "webhooks"):
        for path, item in document.get(key, {}).items():
            for method, operation in item.items():
                yield from _media_examples(operation, pointer(key, path, method))


def _media_examples(operation: Any, at: str) -> Iterator[tuple[str, str, Any, Any]]:
    if not isinstance(operation, dict):
        return
    holders = [(at + "/requestBody", operation.get("requestBody", {}))]
    for status, response in operation.get("responses", {}).items():
        holders.append((at + pointer("responses", status), response))
    for here, holder in holders:
        for media_type, media in holder.get("content", {}).items():
            key = "schema" if "schema" in media else "itemSchema"
            schema = media.get(key)
            for name, example in media.get("examples", {}).items() if schema is not None else ():
                media_at = here + pointer("content", media_type)
                at_example = media_at + pointer("examples", name)
                value = example.get("value")
                items = value if key == "itemSchema" and isinstance(value, list) else [value]
                for item in items:  # of a stream, the example is the list of its items
                    yield at_example, media_at + pointer(key), schema, item
