"""A `discriminator` on a schema that others extend with `allOf`: the schema is then a union.

The component's name means "any of those that extend it"; its own members are a record beside
it, chosen for tags nobody knows.
"""

from __future__ import annotations

from dataclasses import replace

from apiscribe.ir import Ref
from apiscribe.lower.context import Context
from apiscribe.lower.docs import schema_docs
from apiscribe.lower.nodes import Node, Site
from apiscribe.lower.records import record_type
from apiscribe.lower.shapes import Shape
from apiscribe.lower.simplify import Option
from apiscribe.lower.types import extra_type
from apiscribe.lower.unions import declare_union, mapped_component


def find_children(ctx: Context) -> None:
    """Fill `ctx.children`: component → components that name it in their `allOf`."""
    for name in ctx.schemas:
        for member in ctx.component(name).members("allOf"):
            reference = member.get("$ref")
            if isinstance(reference, str):
                parent = ctx.component_of(ctx.target(reference))
                if parent and parent != name:
                    ctx.children.setdefault(parent, []).append(name)


def base_id(name: str) -> str:
    """The id of the record with the members of a discriminated base."""
    return f"{name}:base"


def declare_base(ctx: Context, node: Node, shape: Shape) -> bool:
    """Declare the union and the record of a discriminated base; `False` when it is none."""
    variants = _variants(ctx, node, shape)
    if not variants:
        return False
    name = node.site.component
    identity = ctx.reserve(node.site)
    site = Site(base_id(name), (*node.site.words, "base"))
    record_type(ctx, shape, extra_type(ctx, shape, site), site)
    tagged = [text for text, child in variants if child == name]
    entries = [
        (
            Option(
                (), ctx.component_site(child).words, False, schema_docs(ctx.component(child)), child
            ),
            Ref(child),
        )
        for child in dict.fromkeys(child for _, child in variants if child != name)
    ]
    entries.append((Option((), ("base",), False, schema_docs(node)), Ref(base_id(name))))
    mapping = {text: child for text, child in variants if child != name}
    discriminator = {**node.get("discriminator"), "mapping": mapping}
    hint = Node({"discriminator": discriminator}, node.pointer, node.site)
    declare_union(ctx, identity, node.site, entries, shape.own, hint)
    last = len(entries) - 1
    known = ctx.hints[identity]
    mapped = (*known.mapping, *((text, last) for text in tagged))
    ctx.hints[identity] = replace(known, mapping=mapped, fallback=last)
    return True


def _variants(ctx: Context, node: Node, shape: Shape) -> list[tuple[str, str]]:
    """Tag → component for everything that extends the base."""
    discriminator = node.get("discriminator")
    if not isinstance(discriminator, dict) or shape.groups or not shape.properties:
        return []
    name = node.site.component
    mapping = [
        (str(text), child)
        for text, target in (discriminator.get("mapping") or {}).items()
        if (child := mapped_component(ctx, target))
    ]
    if any(child != name for _, child in mapping):
        return mapping
    return [(child, child) for child in _descendants(ctx, name)]


def _descendants(ctx: Context, name: str) -> list[str]:
    found: dict[str, None] = {}
    pending = list(ctx.children.get(name, ()))
    while pending:
        child = pending.pop(0)
        if child not in found and child != name:
            found[child] = None
            pending.extend(ctx.children.get(child, ()))
    return list(found)
