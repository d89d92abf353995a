"""Prose and examples of the document → `Docs` and `Example`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from apiscribe.ir import Docs, Example, Link
from apiscribe.lower.nodes import Node

_NO_DOCS = Docs()
_PROSE = frozenset(("title", "description", "externalDocs", "deprecated"))


def link_of(value: Any) -> Link | None:
    """An External Documentation Object."""
    if isinstance(value, dict) and isinstance(value.get("url"), str):
        return Link(value["url"], _text(value.get("description")))
    return None


def docs_of(value: Any) -> Docs:
    """`summary`, `description`, `externalDocs` and `deprecated` of any object that has them."""
    if not isinstance(value, dict):
        return _NO_DOCS
    return Docs(
        _text(value.get("summary")),
        _text(value.get("description")),
        link_of(value.get("externalDocs")),
        value.get("deprecated") is True,
    )


def schema_docs(node: Node) -> Docs:
    """Docs of a schema; its title is the summary when it says more than a name would."""
    schema = node.schema
    if not isinstance(schema, dict) or not _PROSE & schema.keys():
        return _NO_DOCS
    title = _text(schema.get("title"))
    summary = title if " " in title.strip() and title.endswith((".", "!", "?")) else ""
    return Docs(
        summary,
        _text(schema.get("description")),
        link_of(schema.get("externalDocs")),
        schema.get("deprecated") is True,
    )


def type_docs(nodes: Sequence[Node]) -> Docs:
    """Docs of a type from the schemas that describe it, outermost first."""
    for node in nodes:
        docs = schema_docs(node)
        if docs.description or docs.summary:
            deprecated = docs.deprecated or nodes[0].get("deprecated") is True
            return docs if docs.deprecated == deprecated else replace(docs, deprecated=deprecated)
    return schema_docs(nodes[0])


def type_examples(nodes: Sequence[Node]) -> tuple[Example, ...]:
    """Examples of a type from the schemas that describe it, outermost first."""
    return next((found for node in nodes if (found := schema_examples(node))), ())


def schema_examples(node: Node) -> tuple[Example, ...]:
    """The `examples` list of a schema."""
    examples = node.get("examples")
    if not isinstance(examples, list):
        return ()
    return tuple(Example("", value) for value in examples)


def media_examples(value: Mapping[str, Any], resolve: Any) -> tuple[Example, ...]:
    """The `examples` of a media type, parameter or header (OpenAPI 3.2, section 4.19).

    `resolve` follows a reference. Examples that exist only as text or as a URL are left out.
    """
    found = []
    for name, example in (value.get("examples") or {}).items():
        example = resolve(example)
        if not isinstance(example, Mapping):
            continue
        data = example.get("dataValue", example.get("value", _ABSENT))
        if data is not _ABSENT:
            found.append(Example(str(name), data, _text(example.get("summary"))))
    return tuple(found)


_ABSENT: Any = object()


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
