"""Names with brackets back to nested values: `a[b]=1`, `a[]=1`, `a[0][b]=1` (style `deepObject`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import unquote_plus

from apiscribe.serve.decoding import Fits, alternatives, array, kinds_of, scalar
from apiscribe.serve.nodes import Node, composed, members_named

Tree: TypeAlias = "dict[str, Tree | list[str]]"
"""Members by what stands in the brackets; a leaf is every text that was sent under its name."""

_NAME = re.compile(r"([^\[\]]+)((?:\[[^\[\]]*\])+)")


def split_name(name: str) -> tuple[str, ...]:
    """`a[b][]` → `a`, `b`, ``; a name without brackets is one part."""
    found = _NAME.fullmatch(name)
    return (found[1], *re.findall(r"\[([^\[\]]*)\]", found[2])) if found else (name,)


def tree_of(pairs: Iterable[tuple[tuple[str, ...], str]]) -> Tree:
    """What was sent, by the parts of its names; a name that is a value and an owner is the latter."""
    root: Tree = {}
    for path, text in pairs:
        owner = root
        for part in path[:-1]:
            inner = owner.get(part)
            if not isinstance(inner, dict):
                inner = owner[part] = {}
            owner = inner
        leaf = owner.setdefault(path[-1], [])
        if isinstance(leaf, list):
            leaf.append(text)
    return root


def decode_deep(pairs: Sequence[tuple[str, str]], parameter: Node, fits: Fits) -> Any | None:
    """The value of a query parameter in style `deepObject`; `None` when it was not sent.

    A scalar, for which the style has no words, stands under the bare name.
    """
    name = str(parameter.get("name", ""))
    found = [(split_name(key), unquote_plus(raw)) for key, raw in pairs]
    sent = [(path[1:] or ("",), text) for path, text in found if path[0] == name]
    if not sent:
        return None
    bare = [text for path, text in found if path == (name,)]
    return value_of(bare or tree_of(sent), parameter.child("schema"), fits)


def value_of(tree: Tree | list[str], schema: Node | None, fits: Fits) -> Any:
    """The value as the first alternative of the schema that takes it, else as the first one."""
    readings = [_reading(tree, one, fits) for one in alternatives(schema)] if schema else []
    for one in readings:
        if schema is not None and fits(schema, one):
            return one
    return readings[0] if readings else _reading(tree, None, fits)


def _reading(tree: Tree | list[str], schema: Node | None, fits: Fits) -> Any:
    listed = "array" in kinds_of(schema)
    if isinstance(tree, list):
        return array(tree, schema, fits) if listed else scalar(tree[-1], schema, fits)
    if listed or (schema is None and all(key == "" or key.isdigit() for key in tree)):
        return list(_items(tree, schema.child("items") if schema else None, fits))
    return {key: value_of(inner, _member(schema, key), fits) for key, inner in tree.items()}


def _items(tree: Tree, item: Node | None, fits: Fits) -> Iterable[Any]:
    for inner in tree.values():
        if isinstance(inner, list):
            yield from (value_of([text], item, fits) for text in inner)
        else:
            yield value_of(inner, item, fits)


def _member(schema: Node | None, name: str) -> Node | None:
    """The schema of a member, through what the owner is composed of."""
    if schema is None:
        return None
    for found in members_named(schema, name, "allOf"):
        return found
    for part in composed(schema, "allOf"):
        extra = part.child("additionalProperties")
        if extra is not None and isinstance(extra.value, Mapping):
            return extra
    return None
