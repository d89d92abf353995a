"""`oneOf`, `anyOf` and `type` lists → `Union` declarations, or what is simpler and says the same.

How a decoder chooses between the variants is worked out later, from the finished declarations
(`apiscribe.lower.choose`); here only the document's own words on it are kept (`UnionHint`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from apiscribe.ir import (
    Anything,
    Choose,
    ChooseMethod,
    Docs,
    Name,
    Nothing,
    Nullable,
    Ref,
    Type,
    Union,
    Variant,
)
from apiscribe.lower.context import Context, UnionHint
from apiscribe.lower.docs import schema_docs, type_docs, type_examples
from apiscribe.lower.enums import words_of
from apiscribe.lower.labels import label_variants
from apiscribe.lower.nodes import Node, Site, plain_union, restricting
from apiscribe.lower.shapes import Shape, is_null, reduce, restricts, shape_of
from apiscribe.lower.simplify import Option, enum_of_constants, merge_scalars, merge_texts
from apiscribe.naming import Scope, pascal, snake, split_words

UNDECIDED = Choose(ChooseMethod.UNDECIDED, ())
"""Stands in until the choice is worked out."""

_MOST_VARIANTS = 250


def union_type(ctx: Context, shape: Shape, site: Site) -> Type | None:
    """The union of a shape's `oneOf`/`anyOf`; `None` when they only validate."""
    groups = [group for group in shape.groups if not _only_validates(ctx, *group)]
    if not groups:
        return None
    (node, keyword), others = groups[0], groups[1:]
    rest = _without(shape.nodes, groups[0], shape.groups, others)
    options = _options(ctx, node, keyword)
    if rest:
        options = [_joined(ctx, option, rest, site) for option in options]
    if len(options) > _MOST_VARIANTS and others:
        ctx.warning(
            "union-too-wide",
            f"Combining these alternatives gives {len(options)} kinds of value; they are read as"
            " any value.",
            node.at(keyword),
        )
        return Anything()
    return _settle(ctx, options, site, shape, _hint_node(shape, node))


def _only_validates(ctx: Context, node: Node, keyword: str) -> bool:
    """Whether the alternatives say only which members go together, beside named properties."""
    for index in range(len(node.get(keyword))):
        member = node.child(node.site, keyword, str(index))
        if isinstance(member.schema, bool):
            return False
        keys = restricting(member.schema)
        if not keys or not set(keys) <= {"required", "not", "type"} or keys == ["type"]:
            return False
    ctx.note(
        "keyword-not-expressed",
        f"`{keyword}` only says which members go together; the SDK does not check it.",
        node.at(keyword),
    )
    return True


def _without(
    nodes: Sequence[Node],
    group: tuple[Node, str],
    groups: Sequence[tuple[Node, str]],
    kept: Sequence[tuple[Node, str]],
) -> tuple[Node, ...]:
    """What is left of `nodes` when the alternatives of `group` are taken off, if it matters."""
    left: list[Node] = []
    for node in nodes:
        if isinstance(node.schema, bool):
            continue
        dropped = {key for owner, key in groups if owner.pointer == node.pointer}
        dropped -= {key for owner, key in kept if owner.pointer == node.pointer}
        dropped |= {"discriminator"} if node.pointer == group[0].pointer else set()
        schema = {key: value for key, value in node.schema.items() if key not in dropped}
        rest = Node(schema, node.pointer, node.site)
        if _describes(rest):
            left.append(rest)
    return tuple(left)


def _describes(node: Node) -> bool:
    """Whether a schema says more than a kind, so that it changes the alternatives beside it."""
    schema = node.schema
    if isinstance(schema, bool):
        return False
    keys = set(restricting(schema)) - {"type", "$ref", "allOf"}
    if schema.get("properties") == {}:
        keys.discard("properties")
    if schema.get("additionalProperties") in (True, {}):
        keys.discard("additionalProperties")
    return bool(keys)


def _joined(ctx: Context, option: Option, rest: tuple[Node, ...], site: Site) -> Option:
    """The alternative and what stands beside it, unless the alternative says all that already."""
    base, own = shape_of(ctx, rest), shape_of(ctx, option.nodes)
    adds = (
        base.groups
        or base.extra
        or base.patterns
        or base.values is not None
        or not base.properties.keys() <= own.properties.keys()
        or not base.required.keys() <= own.required.keys()
        or (base.keywords and not base.describes_object)
    )
    nested = bool(own.groups) and not own.describes_object
    if not adds and not nested:
        return option
    return replace(option, nodes=(*rest, *option.nodes), component="")


def _options(ctx: Context, node: Node, keyword: str) -> list[Option]:
    """The alternatives without null; inline unions inside are opened up."""
    options: list[Option] = []
    for index, words in enumerate(label_variants(ctx, node, keyword)):
        member = ctx.alternative(node, keyword, index)
        if is_null(member) or member.schema is False:
            continue
        if nested := plain_union(member.schema):
            options.extend(_options(ctx, member, nested))
            continue
        chosen = words_of(member).name
        options.append(
            Option(
                (member,),
                split_words(chosen) if chosen else words,
                chosen is not None,
                schema_docs(member),
                reduce(ctx, member).component,
            )
        )
    return options


def _hint_node(shape: Shape, node: Node) -> Node:
    """The schema with the `discriminator` of this union."""
    if node.get("discriminator"):
        return node
    return next((other for other in reversed(shape.nodes) if other.get("discriminator")), node)


def kinds_union(ctx: Context, shape: Shape, kinds: set[str], site: Site) -> Type:
    """The union of a schema with several types: each kind with the keywords that bear on it."""
    order = next((n.get("type") for n in shape.own if n.get("type")), None)
    listed = [k for k in order if k in kinds] if isinstance(order, list) else sorted(kinds)
    if "number" in kinds and "integer" in listed:
        listed.remove("integer")
    outer = shape.outer
    options = []
    for kind in listed:
        nodes = tuple(
            Node(
                {**node.schema, "type": kind} if isinstance(node.schema, dict) else node.schema,
                f"{node.pointer}/type/{kind}",
                site.variant((_KIND_WORDS.get(kind, kind),)),
            )
            for node in shape.nodes
        )
        options.append(Option(nodes, (_KIND_WORDS.get(kind, kind),), False, Docs()))
    return _settle(ctx, options, site, shape, Node({}, outer.pointer, outer.site))


_KIND_WORDS = {"array": "list"}


def _settle(ctx: Context, options: list[Option], site: Site, shape: Shape, hint: Node) -> Type:
    """The simplest type that says the same as the alternatives."""
    merged = enum_of_constants(ctx, options, site, shape)
    if merged is not None:
        return merged
    if any(not restricts(node) for option in options for node in option.nodes[-1:]):
        return Anything()
    identity = ctx.reserve(site) if len(options) > 1 else ""
    entries = _distinct(ctx, options, site)
    if len(options) == 1:
        _describe(ctx, entries, site, shape.own)
    if len(entries) == 1 or not identity:
        if identity and identity != site.component:
            _release(ctx, identity)
        return entries[0][1] if entries else Nothing()
    return declare_union(ctx, identity, site, entries, shape.own, hint)


def _describe(
    ctx: Context, entries: Sequence[tuple[Option, Type]], site: Site, own: Sequence[Node]
) -> None:
    """Give what the only alternative is declared as the prose that stands beside it."""
    for _, kind in entries:
        made = ctx.declarations.get(kind.id) if isinstance(kind, Ref) else None
        if made is not None and ctx.sites.get(made.id) is site:
            docs, examples = type_docs(own), type_examples(own)
            ctx.declarations[made.id] = replace(
                made,
                docs=made.docs if docs == Docs() else docs,
                examples=examples or made.examples,
            )


def _release(ctx: Context, identity: str) -> None:
    if ctx.declarations.get(identity, False) is None:
        del ctx.declarations[identity]
        del ctx.sites[identity]


def _distinct(ctx: Context, options: list[Option], site: Site) -> list[tuple[Option, Type]]:
    """Alternatives with their types; repetitions and needless ones left out."""
    entries: list[tuple[Option, Type]] = []
    for option in options:
        own = option.nodes[0].site if len(option.nodes) == 1 else site.variant(option.words)
        own = site if len(options) == 1 else own  # the only alternative is the schema itself
        kind = ctx.declare_type(ctx, option.nodes, own)
        if isinstance(kind, Nullable):
            kind = kind.inner
        if kind == Nothing() or any(kind == other for _, other in entries):
            continue
        entries.append((option, kind))
    return merge_texts(ctx, merge_scalars(ctx, entries))


def declare_union(
    ctx: Context,
    identity: str,
    site: Site,
    entries: Sequence[tuple[Option, Type]],
    own: Sequence[Node],
    hint: Node,
) -> Type:
    """Declare a union at `site` and keep what the document says about its discriminator."""
    names = _variant_names(option for option, _ in entries)
    ctx.declarations[identity] = Union(
        identity,
        Name(site.component, site.words, site.pinned),
        tuple(
            Variant(name, kind, option.docs)
            for name, (option, kind) in zip(names, entries, strict=True)
        ),
        UNDECIDED,
        type_docs(own),
        type_examples(own),
        place=ctx.place(own[0].pointer),
    )
    ctx.hints[identity] = discriminator_hint(
        ctx, hint, [kind.id if isinstance(kind, Ref) else "" for _, kind in entries]
    )
    return Ref(identity)


def _variant_names(options: Iterable[Option]) -> list[Name]:
    scope = Scope(pascal, usual=snake)
    listed = list(options)
    for index, option in enumerate(listed):
        spare = () if option.pinned else ((*option.words, str(index + 1)),)
        scope.add(index, option.component, option.words, option.pinned, spare=spare)
    settled = scope.words()
    return [
        Name(option.component, settled[index], option.pinned) for index, option in enumerate(listed)
    ]


def discriminator_hint(ctx: Context, node: Node, ids: Sequence[str]) -> UnionHint:
    """The `discriminator` of `node` for variants with these declaration ids ("" if inline)."""
    discriminator = node.get("discriminator")
    if not isinstance(discriminator, dict) or not discriminator.get("propertyName"):
        return UnionHint(components=tuple(ids))
    mapping = []
    for text, target in (discriminator.get("mapping") or {}).items():
        name = mapped_component(ctx, target)
        if name in ids:
            mapping.append((str(text), ids.index(name)))
        else:
            ctx.warning(
                "mapping-target",
                f"The discriminator maps {text!r} to {target!r}, which is no alternative here.",
                node.at("discriminator", "mapping", str(text)),
                "Add it to oneOf/anyOf, or remove the entry.",
            )
    fallback = mapped_component(ctx, discriminator.get("defaultMapping"))
    return UnionHint(
        str(discriminator["propertyName"]),
        tuple(mapping),
        tuple(id if id in ctx.schemas else "" for id in ids),
        ids.index(fallback) if fallback and fallback in ids else None,
    )


def mapped_component(ctx: Context, target: object) -> str:
    """The component a mapping value means: a reference, or a bare name (OpenAPI 3.2, 4.25.2)."""
    if not isinstance(target, str):
        return ""
    if target in ctx.schemas:
        return target
    name = target.rsplit("/", 1)[-1].replace("~1", "/").replace("~0", "~")
    return name if name in ctx.schemas else ""
