"""The intersection of schemas: `allOf`, `$ref` with siblings, and a schema's own keywords as one.

`Shape` is what a value must be, all in all; `reduce` first takes off wrappers that add nothing,
so that a reference stays a reference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from apiscribe.lower.context import Context
from apiscribe.lower.nodes import Node, restricting

NOT_EXPRESSED = (
    "not",
    "if",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
    "contains",
    "unevaluatedItems",
)
"""Keywords that restrict values in ways a type cannot say; they are noted."""


def restricts(node: Node) -> bool:
    """Whether the schema says anything about values."""
    schema = node.schema
    if isinstance(schema, bool):
        return not schema
    return bool(restricting(schema))


def is_null(node: Node) -> bool:
    """Whether the schema allows null and nothing else."""
    schema = node.schema
    if isinstance(schema, bool):
        return False
    if schema.get("type") in ("null", ["null"]) or schema.get("enum") == [None]:
        return True
    return "const" in schema and schema["const"] is None


@dataclass(slots=True)
class Reduced:
    """A schema without its wrappers: a component, or a `node` that says something itself."""

    node: Node
    component: str = ""
    nullable: bool = False


def reduce(ctx: Context, node: Node, trail: tuple[str, ...] = ()) -> Reduced:
    """Follow references and wrappers that add nothing; the first component met stops it."""
    nullable = False
    while True:
        inner, null = _unwrap(ctx, node)
        nullable = nullable or null
        if inner is None:
            return Reduced(node, nullable=nullable)
        name = ctx.component_of(inner)
        if name:
            return Reduced(inner, name, nullable or component_nullable(ctx, name))
        if inner.pointer in trail:
            _report_cycle(ctx, (*trail, inner.pointer))
            return Reduced(Node(True, inner.pointer, inner.site), nullable=nullable)
        trail = (*trail, inner.pointer)
        node = inner


def _unwrap(ctx: Context, node: Node) -> tuple[Node | None, bool]:
    """The schema that `node` merely wraps (`None` when it is more), and whether it adds null."""
    schema = node.schema
    if isinstance(schema, bool):
        return None, False
    keys = restricting(schema)
    if keys == ["$ref"]:
        return ctx.target(schema["$ref"]), False
    if len(keys) == 1 and keys[0] in ("oneOf", "anyOf"):
        return _only_alternative(ctx, node, keys[0])
    if "allOf" in keys and set(keys) <= {"allOf", "type"}:
        members = [m for m in node.members("allOf") if restricts(m)]
        if len(members) == 1 and _type_is_redundant(ctx, schema.get("type"), members[0]):
            return members[0], False
        redundant = [m for m in members if _only_type(m)]
        others = [m for m in members if not _only_type(m)]
        if len(others) == 1 and all(
            _type_is_redundant(ctx, t, others[0])
            for t in (schema.get("type"), *(m.get("type") for m in redundant))
        ):
            return others[0], False
    return None, False


def _only_alternative(ctx: Context, node: Node, keyword: str) -> tuple[Node | None, bool]:
    members = list(enumerate(node.get(keyword)))
    kept = [i for i, schema in members if not is_null(Node(schema, "", node.site))]
    if len(kept) != 1:
        return None, False
    return node.child(node.site, keyword, str(kept[0])), len(kept) < len(members)


def _only_type(node: Node) -> bool:
    schema = node.schema
    return not isinstance(schema, bool) and restricting(schema) == ["type"]


def _type_is_redundant(ctx: Context, declared: Any, member: Node) -> bool:
    """Whether `type` beside the one member says no more than the member does."""
    if declared is None:
        return True
    own = {declared} if isinstance(declared, str) else set(declared)
    types = shape_of(ctx, (member,)).types
    return types is not None and types | {"null"} == own | {"null"} and "null" not in own


def component_nullable(ctx: Context, name: str) -> bool:
    """Whether the component admits null; it is then declared without, and its uses say so."""
    known = ctx.nullable.get(name)
    if known is None:
        ctx.nullable[name] = False
        reduced = reduce(ctx, ctx.component(name), (ctx.component(name).pointer,))
        known = reduced.nullable or (
            not reduced.component and shape_of(ctx, (reduced.node,)).nullable
        )
        ctx.nullable[name] = known
    return known


def _report_cycle(ctx: Context, trail: tuple[str, ...]) -> None:
    start = trail.index(trail[-1])
    chain = " → ".join("#" + pointer for pointer in trail[start:])
    ctx.error(
        "reference-cycle",
        f"These references lead to each other and never to a schema: {chain}.",
        trail[-1],
        "Write a schema at one of them.",
    )


@dataclass(slots=True)
class Shape:
    """What a value must be. `types` is `None` when any JSON kind goes (null is in `nullable`).

    `outer` is the schema as the document has it; `nodes` are those it comes to.
    """

    outer: Node
    nodes: tuple[Node, ...] = ()
    types: set[str] | None = None
    nullable: bool = False
    never: bool = False
    values: list[Any] | None = None
    values_at: Node | None = None
    properties: dict[str, list[Node]] = field(default_factory=dict)
    required: dict[str, None] = field(default_factory=dict)
    conditional: set[str] = field(default_factory=set)
    exclusive: dict[tuple[str, ...], None] = field(default_factory=dict)
    extra: list[Node] = field(default_factory=list)
    patterns: dict[str, list[Node]] = field(default_factory=dict)
    key_names: list[Node] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    prefix: list[list[Node]] = field(default_factory=list)
    groups: list[tuple[Node, str]] = field(default_factory=list)
    keywords: dict[str, Any] = field(default_factory=dict)

    @property
    def own(self) -> tuple[Node, ...]:
        """The schemas that describe this very type, outermost first; inherited ones left aside."""
        inner = (node for node in reversed(self.nodes) if node.site == self.outer.site)
        return (self.outer, *inner)

    @property
    def describes_object(self) -> bool:
        """Whether it says anything about members of an object."""
        return bool(self.properties or self.required or self.extra or self.patterns)


def atoms(ctx: Context, node: Node, trail: tuple[str, ...] = ()) -> Iterator[Node]:
    """The schemas, free of `$ref` and `allOf`, that must all hold; those inherited come first."""
    schema = node.schema
    if isinstance(schema, bool):
        yield node
        return
    if "$ref" in schema:
        target = ctx.target(schema["$ref"])
        if target.pointer in trail or target.pointer == node.pointer:
            _report_self_inclusion(ctx, node, target)
        else:
            yield from atoms(ctx, target, (*trail, node.pointer, target.pointer))
    for member in node.members("allOf"):
        if restricts(member):
            yield from atoms(ctx, member, (*trail, node.pointer))
    if ("$ref" not in schema and "allOf" not in schema) or restricts(
        Node({k: v for k, v in schema.items() if k not in _JOINS}, "", node.site)
    ):
        yield node


_JOINS = ("$ref", "allOf")


def _report_self_inclusion(ctx: Context, node: Node, target: Node) -> None:
    ctx.warning(
        "includes-itself",
        f"#{target.pointer} includes itself through allOf or $ref; the inclusion says nothing"
        " and is ignored.",
        node.pointer,
        "Remove the reference.",
    )


def shape_of(ctx: Context, nodes: tuple[Node, ...]) -> Shape:
    """The intersection of `nodes`."""
    shape = Shape(nodes[-1])
    seen: dict[str, Node] = {}
    for node in nodes:
        for atom in atoms(ctx, node):
            seen.setdefault(atom.pointer, atom)
    shape.nodes = tuple(seen.values())
    admits: list[bool] = []
    for atom in shape.nodes:
        _add(ctx, shape, atom)
        if (null := _admits_null(ctx, atom)) is not None:
            admits.append(null)
    shape.nullable = bool(admits) and all(admits)
    return shape


def _admits_null(ctx: Context, node: Node) -> bool | None:
    """Whether the schema names null among its values; `None` when it does not restrict kinds."""
    schema = node.schema
    if isinstance(schema, bool):
        return None
    kinds = schema.get("type")
    if kinds == "null" or (isinstance(kinds, list) and "null" in kinds):
        return True
    if "enum" in schema and None in schema["enum"]:
        return True
    if "const" in schema:
        return schema["const"] is None
    for keyword in ("oneOf", "anyOf"):
        for index in range(len(schema.get(keyword) or ())):
            member = node.child(node.site, keyword, str(index))
            if is_null(member) or _member_nullable(ctx, member):
                return True
    if kinds is not None or "enum" in schema or schema.get("oneOf") or schema.get("anyOf"):
        return False
    return None


def _member_nullable(ctx: Context, member: Node) -> bool:
    """Whether an alternative, itself or through references, admits null."""
    reduced = reduce(ctx, member)
    if reduced.component or reduced.nullable:
        return reduced.nullable
    return _admits_null(ctx, reduced.node) is True


def _add(ctx: Context, shape: Shape, node: Node) -> None:
    """Narrow `shape` by one schema."""
    schema = node.schema
    if isinstance(schema, bool):
        shape.never = shape.never or not schema
        return
    if not schema:
        return
    # `not: {}` is `false` that has room for a description
    shape.never = shape.never or schema.get("not") in ({}, True)
    _add_kinds(ctx, shape, node, schema)
    _add_members(shape, node, schema)
    _add_items(shape, node, schema)
    for keyword in ("oneOf", "anyOf"):
        if schema.get(keyword):
            shape.groups.append((node, keyword))
    for key in _SCALAR_KEYWORDS & schema.keys():
        _tighten(shape.keywords, key, schema[key])
    for key in NOT_EXPRESSED:
        if key in schema:
            ctx.note(
                "keyword-not-expressed",
                f"`{key}` restricts values in a way types cannot say; the SDK does not check it.",
                node.at(key),
            )


def _add_kinds(ctx: Context, shape: Shape, node: Node, schema: Mapping[str, Any]) -> None:
    kinds = schema.get("type")
    if kinds is not None:
        own = {kinds} if isinstance(kinds, str) else set(kinds)
        own.discard("null")
        shape.types = own if shape.types is None else _common_kinds(shape.types, own)
        if not shape.types and (own or kinds not in ("null", ["null"])):
            ctx.warning("no-value-fits", "The types given here exclude each other.", node.pointer)
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if isinstance(values, list):
        if shape.values is None:
            shape.values, shape.values_at = values, node
        else:
            shape.values = [v for v in shape.values if _among(v, values)]
            shape.values_at = node


def _among(value: Any, values: list[Any]) -> bool:
    return any(type(value) is type(v) and value == v for v in values)


def _common_kinds(left: set[str], right: set[str]) -> set[str]:
    common = left & right
    for one, other in ((left, right), (right, left)):
        if "integer" in one and "number" in other and "number" not in one:
            common.add("integer")
    return common


def _add_members(shape: Shape, node: Node, schema: Mapping[str, Any]) -> None:
    for name, child in node.properties().items():
        shape.properties.setdefault(name, []).append(child)
    for name in schema.get("required") or ():
        shape.required[name] = None
    shape.conditional.update(_required_by_conditions(schema))
    shape.exclusive.update(dict.fromkeys(_exclusive(schema)))
    for keyword in ("additionalProperties", "unevaluatedProperties"):
        if keyword in schema:
            shape.extra.append(node.child(node.site.value(), keyword))
    for pattern in schema.get("patternProperties") or ():
        child = node.child(node.site.value(), "patternProperties", pattern)
        shape.patterns.setdefault(pattern, []).append(child)
    if "propertyNames" in schema:
        shape.key_names.append(node.child(node.site.part("propertyNames"), "propertyNames"))


def _required_by_conditions(schema: Mapping[str, Any]) -> Iterator[str]:
    """Members that the keywords of JSON Schema for conditions may require.

    Of alternatives that only require members, those of the first one.
    """
    required = set(schema.get("required") or ())
    for names in (schema.get("dependentRequired") or {}).values():
        yield from names
    branches = [schema.get("then"), schema.get("else")] if "if" in schema else []
    branches += (schema.get("dependentSchemas") or {}).values()
    for branch in branches:
        if isinstance(branch, Mapping):
            yield from branch.get("required") or ()
    for keyword in ("oneOf", "anyOf"):
        listed = [_only_required(one) for one in schema.get(keyword) or ()]
        if listed and all(listed) and not any(set(one) <= required for one in listed):
            yield from listed[0]


def _exclusive(schema: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Members that exclude each other: `not` all of them, or `oneOf` that asks for one."""
    forbidden = _only_required(schema.get("not"))
    if len(forbidden) > 1:
        yield tuple(forbidden)
    listed = [_only_required(one) for one in schema.get("oneOf") or ()]
    if all(listed):
        yield from (tuple(dict.fromkeys((*one, *other))) for one, other in combinations(listed, 2))


def _only_required(schema: Any) -> list[str]:
    """What a schema requires that says nothing else; nothing for any other."""
    keys = set(restricting(schema)) - {"type"} if isinstance(schema, Mapping) else ()
    return list(schema["required"]) if keys == {"required"} else []


def _add_items(shape: Shape, node: Node, schema: Mapping[str, Any]) -> None:
    if "items" in schema and not isinstance(schema["items"], list):
        shape.items.append(node.child(node.site.item(), "items"))
    for index in range(len(schema.get("prefixItems") or ())):
        child = node.child(node.site.position(index), "prefixItems", str(index))
        if index < len(shape.prefix):
            shape.prefix[index].append(child)
        else:
            shape.prefix.append([child])


_LOWER_BOUNDS = frozenset(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"))
_UPPER_BOUNDS = frozenset(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"))
_SCALAR_KEYWORDS = (
    frozenset(
        (
            "format",
            "pattern",
            "multipleOf",
            "uniqueItems",
            "contentEncoding",
            "contentMediaType",
            "contentSchema",
        )
    )
    | _LOWER_BOUNDS
    | _UPPER_BOUNDS
)


def _tighten(keywords: dict[str, Any], key: str, value: Any) -> None:
    if key in keywords and key in _LOWER_BOUNDS:
        keywords[key] = max(keywords[key], value)
    elif key in keywords and key in _UPPER_BOUNDS:
        keywords[key] = min(keywords[key], value)
    elif key == "uniqueItems":
        keywords[key] = keywords.get(key, False) or value
    else:
        keywords[key] = value
