"""Examples of a document against the schemas they stand at. A misfit is a conflict, never a change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apiscribe.pages.facts import Conflict
from apiscribe.pages.provenance import Trace, pointer


def misfits(document: dict[str, Any], trace: Trace) -> list[Conflict]:
    """One conflict for each example that its schema refuses, with the lines of the example."""
    found = list(_examples(document))
    if not found:
        return []
    from jsonschema import Draft202012Validator  # slow to import, and rarely needed

    components = {"components": document.get("components", {})}
    result = []
    for at, schema, value in found:
        whole = {"allOf": [schema], **components}
        problems = sorted(Draft202012Validator(whole).iter_errors(value), key=str)
        if problems:
            spans = tuple(s.span for s in trace.entries.get(at, []))
            where = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in problems[0].path)
            message = f"An example does not fit its schema at ${where}: {problems[0].message}."
            result.append(Conflict(message, spans, "both the schema and the example"))
    return result


def _examples(document: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Pointer, schema and value of each example in schemas of components and in media types."""
    for name, schema in document.get("components", {}).get("schemas", {}).items():
        if isinstance(schema, dict):
            at = pointer("components", "schemas", name, "examples")
            plain = {k: v for k, v in schema.items() if k != "examples"}
            yield from ((at, plain, value) for value in schema.get("examples", ()))
    for key in ("paths", "webhooks"):
        for path, item in document.get(key, {}).items():
            for method, operation in item.items():
                yield from _media_examples(operation, pointer(key, path, method))


def _media_examples(operation: Any, at: str) -> Iterator[tuple[str, Any, Any]]:
    if not isinstance(operation, dict):
        return
    holders = [(at + "/requestBody", operation.get("requestBody", {}))]
    for status, response in operation.get("responses", {}).items():
        holders.append((at + pointer("responses", status), response))
    for here, holder in holders:
        for media_type, media in holder.get("content", {}).items():
            schema = media.get("schema", media.get("itemSchema"))
            for name, example in media.get("examples", {}).items() if schema is not None else ():
                place = here + pointer("content", media_type, "examples", name)
                yield place, schema, example.get("value")
