"""Schema components → declarations under their own names."""

from __future__ import annotations

from dataclasses import replace

from apiscribe.ir import Nullable
from apiscribe.lower.bases import declare_base
from apiscribe.lower.context import Context
from apiscribe.lower.docs import schema_docs
from apiscribe.lower.shapes import reduce, shape_of
from apiscribe.lower.types import build, declare_alias


def declare_component(ctx: Context, name: str) -> None:
    """Declare a schema component under its own name."""
    node = ctx.component(name)
    identity = ctx.reserve(node.site)
    if ctx.declarations[identity] is not None:
        return
    reduced = reduce(ctx, node, (node.pointer,))
    if reduced.component:
        declare_alias(ctx, node.site, ctx.reference(reduced.component, False), node)
        return
    key = (reduced.node.pointer,)
    if reduced.node.site != node.site and key in ctx.types:
        inner = ctx.types[key]
    else:
        shape = shape_of(ctx, (reduced.node,))
        if declare_base(ctx, node, shape):
            return
        ctx.running[key] = (node.site, False)
        inner = build(ctx, shape, node.site)
        ctx.running.pop(key, None)
    if isinstance(inner, Nullable):
        inner = inner.inner
    declared = ctx.declarations[identity]
    if declared is None:
        declare_alias(ctx, node.site, inner, node)
    elif node is not reduced.node and not declared.docs.description:
        ctx.declarations[identity] = replace(declared, docs=schema_docs(node))
