"""What the bracketed blocks of a page are: skeletons, examples, frames of a stream; their names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apiscribe.pages.facts import Json as JsonValue
from apiscribe.pages.json_shape_blocks import Json
from apiscribe.pages.json_shape_bullets import outline
from apiscribe.pages.json_shape_parser import (
    ArrayNode,
    Choice,
    Literal,
    Node,
    ObjectNode,
    Word,
    is_any_key,
)
from apiscribe.pages.json_shape_types import type_of
from apiscribe.pages.json_shape_words import is_type_word


def leaves(node: Node) -> Iterator[Node]:
    """Every literal, type word and choice of a tree."""
    if isinstance(node, ObjectNode):
        for member in node.members:
            yield from leaves(member.value)
    elif isinstance(node, ArrayNode):
        for item in node.items:
            yield from leaves(item)
    else:
        yield node


def is_skeleton(node: Node) -> bool:
    """Whether a tree shows types: it has a bare type word or a choice somewhere."""
    return any(isinstance(leaf, Word | Choice) for leaf in leaves(node))


def unquoted(node: Node) -> Node:
    """A skeleton whose types stand in quotes (`"id": "string"`), as one with bare words.

    The tree itself when it is not that: one leaf that is no type makes it an example.
    """
    found = list(leaves(node))
    quoted = [leaf for leaf in found if isinstance(leaf, Literal) and _quoted_type(leaf)]
    if quoted and all(leaf in quoted or (isinstance(leaf, Word) and leaf.named) for leaf in found):
        return _unquoted(node)
    if is_skeleton(node):  # beside bare words a word in quotes may be a constant
        sure = [leaf for leaf in quoted if re.search(r"\||\?$", str(leaf.value))]
        return _unquoted(node, sure) if sure else node
    return node


def _quoted_type(leaf: Literal) -> Node | None:
    if not isinstance(leaf.value, str):
        return None
    node = type_of(leaf.value.rstrip("?"), leaf.line)
    if node is None:
        return None
    inner: list[Node] = list(node.alternatives) if isinstance(node, Choice) else [node]
    while inner and isinstance(inner[0], ArrayNode):
        inner = [*inner[0].items, *inner[1:]]
    types = [each for each in inner if isinstance(each, Word) and is_type_word(each.word)]
    nulls = [each for each in inner if isinstance(each, Literal) and each.value is None]
    return node if types and len(types) + len(nulls) == len(inner) else None


def _unquoted(node: Node, only: Sequence[Literal] | None = None) -> Node:
    match node:
        case ObjectNode():
            members = []
            for member in node.members:
                value = member.value
                mark = isinstance(value, Literal) and str(value.value).endswith("?")
                optional = member.optional or (mark and (only is None or value in only))
                bare = member.bare or (only is None and _is_map(node))
                value = _unquoted(value, only)
                members.append(replace(member, value=value, optional=optional, bare=bare))
            return replace(node, members=tuple(members))
        case ArrayNode():
            return replace(node, items=tuple(_unquoted(item, only) for item in node.items))
        case Literal() if only is None or node in only:
            return _quoted_type(node) or node
        case _:
            return node


def _is_map(node: ObjectNode) -> bool:
    """`{"string": "string"}`: the only name is a type."""
    return len(node.members) == 1 and node.members[0].key == "string"


def elisions(node: Node) -> Iterator[int]:
    """Lines at which a skeleton leaves members out."""
    if isinstance(node, ObjectNode):
        if node.elided and not (node.members and all(map(is_any_key, node.members))):
            yield node.elided
        for member in node.members:
            yield from elisions(member.value)
    elif isinstance(node, ArrayNode | Choice):
        for inner in node.items if isinstance(node, ArrayNode) else node.alternatives:
            yield from elisions(inner)


def json_of(node: Node) -> JsonValue:
    """The JSON value of an example; elisions and comments are gone."""
    match node:
        case Literal(value=value):
            return value
        case ArrayNode(items=items):
            return [json_of(item) for item in items]
        case ObjectNode(members=members):
            return {member.key: json_of(member.value) for member in members}
        case Word(word=word):
            return word
        case Choice(alternatives=alternatives):
            return json_of(alternatives[0])


def _root(node: Node) -> ObjectNode | None:
    while isinstance(node, ArrayNode) and node.items:
        node = node.items[0]
    return node if isinstance(node, ObjectNode) else None


def constants(node: Node) -> dict[str, JsonValue]:
    """Literal members of the outermost object."""
    root = _root(node)
    members = root.members if root else ()
    return {each.key: each.value.value for each in members if isinstance(each.value, Literal)}


@dataclass(frozen=True, slots=True)
class Named:
    """A name for a schema, and why it is that."""

    name: str
    reason: str


def likeness(example: Node, skeleton: Node) -> float:
    """How alike the outermost members are: 0 to 1, with a penalty for a constant that differs."""
    left, right = _root(example), _root(skeleton)
    if (
        left is None
        or right is None
        or isinstance(example, ArrayNode) != isinstance(skeleton, ArrayNode)
    ):
        return 0.0
    ours = {member.key for member in left.members}
    theirs = {member.key for member in right.members}
    if not ours | theirs:
        return 1.0
    shared = len(ours & theirs) / len(ours | theirs)
    return shared * (0.75 if differs_in_constant(example, skeleton) else 1.0)


def differs_in_constant(example: Node, skeleton: Node) -> bool:
    """Whether a constant of the skeleton has another value in the example."""
    shown = constants(example)
    stated = constants(skeleton)
    return any(name in shown and shown[name] != value for name, value in stated.items())


def is_within(example: Node, skeleton: Node) -> bool:
    """Whether every member of the example, at every depth, is one of the skeleton."""
    return set(outline(example)) <= set(outline(skeleton))


def frames_by_event(frames: Sequence[Json]) -> dict[str, list[Json]]:
    """Frames of a stream by the name of their event ("" when it has none)."""
    found: dict[str, list[Json]] = {}
    for frame in frames:
        found.setdefault(frame.event, []).append(frame)
    return found
