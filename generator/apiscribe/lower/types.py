"""Schema → type. Objects, enums and unions become declarations; everything else stays inline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apiscribe.ir import (
    Alias,
    Anything,
    Constraints,
    List,
    Map,
    Name,
    Nothing,
    Nullable,
    Scalar,
    ScalarKind,
    Tuple,
    Type,
)
from apiscribe.ir.types import NO_CONSTRAINTS
from apiscribe.lower.context import Context
from apiscribe.lower.docs import schema_docs, schema_examples
from apiscribe.lower.enums import enum_type
from apiscribe.lower.nodes import ANNOTATIONS, Node, Schema, Site
from apiscribe.lower.records import record_type
from apiscribe.lower.shapes import Shape, reduce, restricts, shape_of
from apiscribe.lower.unions import kinds_union, union_type

_FORMATS = {
    "datetime": "date-time",
    "dateTime": "date-time",
    "date_time": "date-time",
    "url": "uri",
    "base64": "byte",
    "base64url": "byte",
    "bytes": "byte",
    "int_32": "int32",
    "int_64": "int64",
    "long": "int64",
    "integer": "",
    "string": "",
    "file": "binary",
}
"""Words people write for the formats that targets know."""

_KINDS = {
    "string": ScalarKind.STRING,
    "integer": ScalarKind.INTEGER,
    "number": ScalarKind.NUMBER,
    "boolean": ScalarKind.BOOLEAN,
}


def declare_type(ctx: Context, nodes: tuple[Node, ...], site: Site) -> Type:
    """The type of the intersection of `nodes`; one node alone is named from its own place."""
    nullable = False
    if len(nodes) == 1:
        plain = _plain_scalar(nodes[0].schema)
        if plain is not None:
            return plain
        reduced = reduce(ctx, nodes[0])
        if reduced.component and not _is_upload(ctx, reduced.node):
            return ctx.reference(reduced.component, reduced.nullable)
        if reduced.node is not nodes[0]:
            site = reduced.node.site
            nodes = (reduced.node,)
        nullable = reduced.nullable
    key = tuple(node.pointer for node in nodes)
    inner = ctx.types.get(key)
    if inner is None:
        if key in ctx.running:
            running, null = ctx.running[key]
            ctx.promoted.add(key)
            return ctx.reference(ctx.reserve(running), null or nullable)
        inner = _run(ctx, key, nodes, site)
    return with_null(inner) if nullable else inner


def _is_upload(ctx: Context, node: Node) -> bool:
    """Whether a schema is nothing but a file, or a list of files.

    Such a component is written out where it is used: in a form it is a file, in JSON a string,
    so that one declaration could not stand for both.
    """
    node = reduce(ctx, node).node
    schema = node.schema
    if isinstance(schema, dict) and schema.get("type") == "array" and "items" in schema:
        schema = reduce(ctx, node.child(node.site, "items")).node.schema
    plain = _plain_scalar(schema)
    return plain is not None and plain.format == "binary"


_SCALAR_KEYWORDS = frozenset(
    (
        *("type", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
        *("multipleOf", "minLength", "maxLength", "pattern", "contentEncoding"),
        *("contentMediaType", *ANNOTATIONS),
    )
)


_NOWHERE = Node(True, "", Site("", ("scalar",)))


def _plain_scalar(schema: Schema) -> Scalar | None:
    """The type of a schema that is nothing but a scalar: most are, and need no more work."""
    if not isinstance(schema, dict):
        return None
    kind = schema.get("type")
    if not isinstance(kind, str) or kind not in _KINDS:
        return None
    if any(key not in _SCALAR_KEYWORDS and not key.startswith("x-") for key in schema):
        return None
    shape = Shape(_NOWHERE, keywords=schema)
    return Scalar(_KINDS[kind], _format(shape, kind), constraints_of(shape, kind))


def with_null(inner: Type) -> Type:
    """`inner` or null, never nested."""
    return inner if isinstance(inner, Nullable | Anything) else Nullable(inner)


def _run(ctx: Context, key: tuple[str, ...], nodes: tuple[Node, ...], site: Site) -> Type:
    shape = shape_of(ctx, nodes)
    ctx.running[key] = (site, shape.nullable)
    inner = build(ctx, shape, site)
    del ctx.running[key]
    if key in ctx.promoted:
        inner = _promote(ctx, inner, shape, site)
    if shape.nullable:
        inner = with_null(inner)
    ctx.types[key] = inner
    return inner


def _promote(ctx: Context, inner: Type, shape: Shape, site: Site) -> Type:
    """Declare a type that refers to itself, so that the reference has something to lead to."""
    identity = ctx.reserve(site)
    if ctx.declarations[identity] is None:
        declare_alias(ctx, site, inner, shape.outer)
    return ctx.reference(identity, False)


def declare_alias(ctx: Context, site: Site, inner: Type, node: Node) -> None:
    """Another name for a type."""
    identity = ctx.reserve(site)
    ctx.declarations[identity] = Alias(
        identity,
        Name(site.component, site.words, site.pinned),
        inner,
        schema_docs(node),
        schema_examples(node),
        place=ctx.place(node.pointer),
    )


def build(ctx: Context, shape: Shape, site: Site) -> Type:
    """The type of a shape, null left aside."""
    if shape.never:
        return Nothing()
    if shape.values is not None:
        return enum_type(ctx, shape, site)
    if shape.groups and (union := union_type(ctx, shape, site)) is not None:
        return union
    kinds = shape.types if shape.types is not None else _implied_kinds(ctx, shape)
    if kinds is None:
        return Anything()
    if not kinds:
        return Nothing()
    if len(kinds - {"integer"} if "number" in kinds else kinds) > 1:
        return kinds_union(ctx, shape, kinds, site)
    return kind_type(ctx, shape, "number" if "number" in kinds else next(iter(kinds)), site)


def _implied_kinds(ctx: Context, shape: Shape) -> set[str] | None:
    """The kind that the keywords of a schema without `type` are about, `None` for any."""
    keywords = shape.keywords.keys()
    if shape.describes_object or shape.key_names:
        return {"object"}
    if shape.items or shape.prefix:
        return {"array"}
    if keywords & {"pattern", "minLength", "maxLength", "contentEncoding", "contentMediaType"}:
        return {"string"}
    if keywords & {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}:
        return {"number"}
    if keywords & {"minItems", "maxItems", "uniqueItems"}:
        return {"array"}
    if keywords & {"minProperties", "maxProperties"}:
        return {"object"}
    if "format" in keywords:
        named = str(shape.keywords["format"])
        guess = "integer" if named.startswith(("int", "uint")) else "string"
        guess = "number" if named in ("float", "double", "decimal") else guess
        ctx.note(
            "kind-from-format",
            f"There is no `type` beside format {named!r}; taken for {guess}.",
            shape.outer.pointer,
            f"Write `type: {guess}`.",
        )
        return {guess}
    return None


def kind_type(ctx: Context, shape: Shape, kind: str, site: Site) -> Type:
    """The type of a shape of one JSON kind."""
    if kind == "object":
        return _object_type(ctx, shape, site)
    if kind == "array":
        return _array_type(ctx, shape, site)
    return Scalar(_KINDS[kind], _format(shape, kind), constraints_of(shape, kind))


def _format(shape: Shape, kind: str) -> str:
    named = shape.keywords.get("format")
    if isinstance(named, str) and named:
        return _FORMATS.get(named, named)
    if kind != "string":
        return ""
    if shape.keywords.get("contentEncoding") in ("base64", "base64url"):
        return "byte"
    media = shape.keywords.get("contentMediaType")
    if isinstance(media, str) and "contentEncoding" not in shape.keywords:
        text = media.startswith("text/") or media.partition(";")[0].endswith(("json", "xml"))
        return "" if text else "binary"
    return ""


_CONSTRAINTS = {
    "integer": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "string": ("minLength", "maxLength", "pattern"),
    "array": ("minItems", "maxItems", "uniqueItems"),
    "object": ("minProperties", "maxProperties"),
    "boolean": (),
}

_SPELLED = {
    "exclusiveMinimum": "exclusive_minimum",
    "exclusiveMaximum": "exclusive_maximum",
    "multipleOf": "multiple_of",
    "minLength": "min_length",
    "maxLength": "max_length",
    "minItems": "min_items",
    "maxItems": "max_items",
    "uniqueItems": "unique_items",
    "minProperties": "min_properties",
    "maxProperties": "max_properties",
}


def constraints_of(shape: Shape, kind: str) -> Constraints:
    """The validation keywords that bear on `kind`."""
    found = {
        _SPELLED.get(key, key): _whole(shape.keywords[key])
        for key in _CONSTRAINTS[kind]
        if key in shape.keywords
    }
    return Constraints(**found) if found else NO_CONSTRAINTS


def _whole(value: Any) -> Any:
    """Counts written as `1.0` are integers (JSON Schema core, section 4.2.3)."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _array_type(ctx: Context, shape: Shape, site: Site) -> Type:
    constraints = constraints_of(shape, "array")
    items = _common(ctx, shape.items, site.item())
    if not shape.prefix:
        return List(items, constraints)
    return Tuple(
        tuple(
            _common(ctx, nodes, site.position(index)) for index, nodes in enumerate(shape.prefix)
        ),
        items,
        min(constraints.min_items or 0, len(shape.prefix)),
    )


def _common(ctx: Context, nodes: list[Node], site: Site) -> Type:
    """The intersection of sub-schemas that may be absent."""
    kept = [node for node in nodes if restricts(node)]
    if not kept:
        return Anything()
    return declare_type(ctx, tuple(kept), site)


def _object_type(ctx: Context, shape: Shape, site: Site) -> Type:
    closed = any(node.schema is False for node in shape.extra)
    if shape.properties or shape.required or (closed and not shape.patterns):
        return record_type(ctx, shape, extra_type(ctx, shape, site), site)
    constraints = constraints_of(shape, "object")
    pattern = _key_pattern(ctx, shape)
    value = extra_type(ctx, shape, site)
    if len(shape.patterns) == 1 and pattern is None and _closed_but_for_patterns(shape):
        pattern = next(iter(shape.patterns))
    return Map(Anything() if value == Nothing() else value, pattern, constraints)


def _closed_but_for_patterns(shape: Shape) -> bool:
    return not shape.extra or all(node.schema is False for node in shape.extra)


def _key_pattern(ctx: Context, shape: Shape) -> str | None:
    for node in shape.key_names:
        inner = reduce(ctx, node).node.schema
        if isinstance(inner, Mapping) and isinstance(inner.get("pattern"), str):
            return str(inner["pattern"])
        ctx.note(
            "key-names",
            "`propertyNames` restricts the keys in a way types cannot say.",
            node.pointer,
        )
    return None


def extra_type(ctx: Context, shape: Shape, site: Site) -> Type:
    """The type of members that have no property of their own."""
    declared = [node for node in shape.extra if node.schema is not False]
    closed = len(declared) < len(shape.extra)
    patterns = [node for nodes in shape.patterns.values() for node in nodes]
    if patterns:
        kinds = {_common(ctx, [node], node.site) for node in patterns}
        if not closed:
            kinds.add(_common(ctx, declared, site.value()) if declared else Anything())
            if not declared and len(shape.patterns) == 1 and not shape.properties:
                kinds.discard(Anything())
        if len(kinds) == 1:
            return kinds.pop()
        ctx.note(
            "several-patterns",
            "Members of different patterns have different types; they are read as any value.",
            shape.outer.pointer,
        )
        return Anything()
    return Nothing() if closed else _common(ctx, declared, site.value())
