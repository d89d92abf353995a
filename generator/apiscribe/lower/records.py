"""Objects with known members → `Record` declarations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apiscribe.diagnostics import Place
from apiscribe.ir import (
    Access,
    Anything,
    Docs,
    Example,
    Field,
    JsonValue,
    Missing,
    Name,
    Nothing,
    Presence,
    Record,
    Ref,
    Type,
    missing,
)
from apiscribe.ir.types import NO_CONSTRAINTS, Constraints
from apiscribe.lower.context import Context
from apiscribe.lower.docs import schema_docs, schema_examples, type_docs, type_examples
from apiscribe.lower.enums import words_of
from apiscribe.lower.nodes import Node, Site
from apiscribe.lower.shapes import Shape, reduce, restricts
from apiscribe.naming import Scope, Words, pascal, snake, split_words


def record_type(ctx: Context, shape: Shape, extra: Type, site: Site) -> Type:
    """Declare the record of a shape at `site`."""
    identity = ctx.reserve(site)
    outer = shape.outer
    count = (shape.keywords.get("minProperties"), shape.keywords.get("maxProperties"))
    ctx.declarations[identity] = Record(
        identity,
        Name(site.component, site.words, site.pinned),
        _fields(ctx, shape, extra, site),
        extra,
        _bases(ctx, outer),
        (
            NO_CONSTRAINTS
            if count == (None, None)
            else Constraints(min_properties=count[0], max_properties=count[1])
        ),
        type_docs(shape.own),
        type_examples(shape.own),
        place=ctx.place(outer.pointer),
        exclusive=tuple(shape.exclusive),
    )
    return Ref(identity)


def _bases(ctx: Context, node: Node) -> tuple[str, ...]:
    """Components that the schema names in its `allOf`, or beside which it stands."""
    found: dict[str, None] = {}
    own = [node] if node.get("$ref") else []
    for member in (*own, *node.members("allOf")):
        reference = member.get("$ref")
        if isinstance(reference, str) and (name := ctx.component_of(ctx.target(reference))):
            found[name] = None
    return tuple(found)


def _fields(ctx: Context, shape: Shape, extra: Type, site: Site) -> tuple[Field, ...]:
    settled = _field_words(shape)
    fields = []
    for wire, nodes in shape.properties.items():
        words, is_pinned = settled[wire]
        fields.append(_field(ctx, shape, wire, nodes, Name(wire, words, is_pinned), site))
    for wire in shape.required:
        if wire not in shape.properties:
            words, is_pinned = settled[wire]
            kind = Anything() if extra == Nothing() else extra
            fields.append(
                Field(
                    Name(wire, words, is_pinned),
                    kind,
                    Presence.REQUIRED,
                    place=ctx.place(shape.outer.pointer),
                )
            )
    return tuple(fields)


def _field_words(shape: Shape) -> dict[str, tuple[Words, bool]]:
    """Words of the members, all different in every casing."""
    scope = Scope(pascal, usual=snake)
    pins: dict[str, bool] = {}
    for wire, nodes in shape.properties.items():
        chosen = next((name for node in nodes if (name := words_of(node).name)), None)
        pins[wire] = chosen is not None
        scope.add(wire, wire, split_words(chosen or wire), pins[wire])
    for wire in shape.required:
        if wire not in shape.properties:
            pins[wire] = False
            scope.add(wire, wire, split_words(wire))
    return {str(wire): (words, pins[str(wire)]) for wire, words in scope.words().items()}


def _field(
    ctx: Context, shape: Shape, wire: str, nodes: list[Node], name: Name, site: Site
) -> Field:
    kept = tuple(node for node in nodes if restricts(node)) or (nodes[-1],)
    kind = ctx.declare_type(ctx, kept, kept[0].site if len(kept) == 1 else site.member(wire))
    layers = [layer for node in reversed(nodes) for layer in layers_of(ctx, node)]
    return Field(
        name,
        kind,
        Presence.REQUIRED if wire in shape.required else Presence.OPTIONAL,
        first(layers, "default", missing),
        _access(layers),
        _docs(ctx, nodes, layers),
        _examples(nodes),
        ctx.place(nodes[-1].pointer),
        conditional=wire in shape.conditional and wire not in shape.required,
        default_place=default_place(ctx, layers),
    )


def layers_of(ctx: Context, node: Node) -> Iterator[Node]:
    """The schema and those it wraps, outermost first: where its annotations may stand."""
    seen: set[str] = set()
    while node.pointer not in seen:
        seen.add(node.pointer)
        yield node
        schema = node.schema
        if isinstance(schema, bool):
            return
        if "$ref" in schema:
            node = ctx.target(schema["$ref"])
        elif len(schema.get("allOf") or ()) >= 1:
            yield from (m for m in node.members("allOf") if not m.get("$ref"))
            first_reference = next((m for m in node.members("allOf") if m.get("$ref")), None)
            if first_reference is None or len(node.members("allOf")) > 2:
                return
            node = ctx.target(first_reference.get("$ref"))
        elif (inner := reduce(ctx, node).node) is not node:
            node = inner


def first(layers: list[Node], key: str, otherwise: JsonValue | Missing) -> Any:
    """The outermost value of an annotation."""
    for layer in layers:
        if isinstance(layer.schema, dict) and key in layer.schema:
            return layer.schema[key]
    return otherwise


def default_place(ctx: Context, layers: list[Node]) -> Place:
    """Where the outermost default stands."""
    for layer in layers:
        if isinstance(layer.schema, dict) and "default" in layer.schema:
            return ctx.place(f"{layer.pointer}/default")
    return Place("")


def _access(layers: list[Node]) -> Access:
    reads = first(layers, "readOnly", False) is True
    writes = first(layers, "writeOnly", False) is True
    if reads and not writes:
        return Access.READ
    return Access.WRITE if writes and not reads else Access.BOTH


def _docs(ctx: Context, nodes: list[Node], layers: list[Node]) -> Docs:
    """The member's own docs; prose of a referenced component stays with the component."""
    own = [layer for layer in layers if not layer.site.component]
    for layer in own:
        docs = schema_docs(layer)
        if docs.description or docs.summary:
            deprecated = any(node.get("deprecated") is True for node in nodes)
            return Docs(docs.summary, docs.description, docs.link, deprecated)
    return schema_docs(nodes[-1])


def _examples(nodes: list[Node]) -> tuple[Example, ...]:
    return next((found for node in reversed(nodes) if (found := schema_examples(node))), ())
