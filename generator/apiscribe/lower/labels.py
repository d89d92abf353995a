"""What the alternatives of a union are called: by component, title, tag, or JSON kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from apiscribe.lower.context import Context
from apiscribe.lower.nodes import Node
from apiscribe.naming import Words, split_words

_KIND_WORDS: Mapping[Any, str] = {"array": "list", "object": "object"}
LONGEST_TITLE = 5


def label_variants(ctx: Context, node: Node, keyword: str) -> list[Words]:
    """Words for each alternative under `keyword`, all different.

    They come from the alternatives themselves; a position is used only to tell equal ones apart.
    """
    members = node.get(keyword) or ()
    labels = [_label(ctx, schema) for schema in members]
    counts = Counter(labels)
    used: Counter[Words] = Counter()
    found: list[Words] = []
    for label in labels:
        used[label] += 1
        again = counts[label] > 1 and used[label] > 1
        found.append((*label, str(used[label])) if again else label)
    return found


def _label(ctx: Context, schema: Any) -> Words:
    if not isinstance(schema, Mapping):
        return ("any",)
    if isinstance(reference := schema.get("$ref"), str):
        target = ctx.target(reference)
        return target.site.words if target.site.component else _label(ctx, target.schema)
    title = schema.get("title")
    if isinstance(title, str) and title.strip():
        words = split_words(title)
        if len(words) <= LONGEST_TITLE and title.isascii():
            return words
    if (value := _constant(schema)) is not None:
        return split_words(str(value).lower() if isinstance(value, bool) else str(value))
    for member in (schema.get("properties") or {}).values():
        if isinstance(member, Mapping) and isinstance(tag := _constant(member), str) and tag:
            return split_words(tag)
    return _kind_label(ctx, schema)


def _kind_label(ctx: Context, schema: Mapping[str, Any]) -> Words:
    kinds = schema.get("type")
    if isinstance(kinds, list):
        kinds = next((kind for kind in kinds if kind != "null"), "any")
    if kinds == "array" or (kinds is None and "items" in schema):
        items = schema.get("items")
        if isinstance(items, Mapping) and items:
            return (*_label(ctx, items), "list")
        return ("list",)
    if kinds is None and "enum" in schema:
        return ("enum",)
    if kinds is None and len(schema.get("allOf") or ()) == 1:
        return _label(ctx, schema["allOf"][0])
    if kinds is None and ("properties" in schema or "allOf" in schema):
        kinds = "object"
    return (_KIND_WORDS.get(kinds, kinds or "value"),)


def _constant(schema: Mapping[str, Any]) -> Any:
    """The one value a schema allows, `None` when there are more."""
    if isinstance(schema.get("const"), str | int | float):
        return schema["const"]
    values = schema.get("enum")
    if isinstance(values, list) and len(values) == 1 and isinstance(values[0], str | int | float):
        return values[0]
    return None
