"""One value against one schema: what an answer has that the document does not say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from apiscribe.probe.infer import kind_of
from apiscribe.probe.limits import broken_limits, is_of_format
from apiscribe.serve.nodes import Node, escape, follow

_DEEPEST: Final = 60


class Kind(StrEnum):
    """What differs."""

    STATUS = "undocumented status"
    MEDIA_TYPE = "undocumented media type"
    UNREADABLE = "unreadable body"
    EMPTY = "empty body"
    MISSING = "missing member"
    UNKNOWN = "unknown member"
    TYPE = "wrong type"
    ENUM = "unknown value"
    NULL = "null"
    LIMIT = "value beyond a limit"
    FORMAT = "value of another format"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. `at`: pointer of what the document says (the schema, the use of it for null,
    the response…); `name`: the member, status, media type, keyword of a limit or format; `where`: JSON Pointer into the answer;
    `value`: what was seen."""

    kind: Kind
    at: str
    name: str
    where: str
    value: Any


@dataclass(frozen=True, slots=True)
class _Use:
    """A schema, and the pointer of the place that uses it (where its `$ref` stands)."""

    node: Node
    at: str


def compare(node: Node, value: Any, use: str) -> list[Difference]:
    """Every difference between a value and the schema at `node`, which is used at `use`."""
    return list(_compare(_Use(node, use), value, "", 0))


def _compare(use: _Use, value: Any, where: str, depth: int) -> Iterator[Difference]:
    if depth > _DEEPEST:
        return
    parts = list(_parts(use.node))
    for node in tuple(parts):
        for key in ("oneOf", "anyOf"):
            if (chosen := _chosen(node, key, value, where, depth)) is not None:
                parts += _parts(chosen)
    if value is None and not _takes_null(parts):
        yield Difference(Kind.NULL, use.at, "", where, None)
        return
    for node in parts:
        yield from _own(node, value, where)
    if isinstance(value, dict):
        yield from _members(parts, value, where, depth)
    elif isinstance(value, list):
        yield from _items(parts, value, where, depth)


def _parts(node: Node, seen: frozenset[str] = frozenset()) -> Iterator[Node]:
    """A schema and those that hold along with it."""
    if node.pointer in seen or not isinstance(node.value, Mapping | bool):
        return
    yield node
    inside = seen | {node.pointer}
    if isinstance(reference := node.get("$ref"), str):
        yield from _parts(follow(node.root, node.pointer, {"$ref": reference}), inside)
    every = node.child("allOf")
    for part in every.items() if every else ():
        yield from _parts(part, inside)


def _chosen(node: Node, key: str, value: Any, where: str, depth: int) -> Node | None:
    """The alternative that fits best; the earlier one when several do."""
    alternatives = node.child(key)
    if alternatives is None:
        return None
    best: Node | None = None
    least = 0.0
    for index, one in enumerate(alternatives.items()):
        use = _Use(one, f"{alternatives.pointer}/{index}")
        found = sum(_weight(d, where) for d in _compare(use, value, where, depth + 1))
        if best is None or found < least:
            best, least = one, found
        if not found:
            break
    return best


def _weight(one: Difference, where: str) -> float:
    """How much a difference speaks against an alternative: another kind of value most, a tag with
    another value more than a member that is not known."""
    if one.kind in (Kind.TYPE, Kind.NULL) and one.where == where:
        return 10000
    if one.kind is Kind.ENUM:
        return 100
    return 10 if one.kind is not Kind.UNKNOWN else 1


def _takes_null(parts: Sequence[Node]) -> bool:
    for node in parts:
        kinds = node.get("type")
        if kinds is not None and "null" not in (kinds if isinstance(kinds, list) else [kinds]):
            return False
        if node.get("enum") is not None and None not in node.get("enum"):
            return False
    return True


def _own(node: Node, value: Any, where: str) -> Iterator[Difference]:
    """Type, values, limits and format that this one schema states."""
    if node.value is False:
        yield Difference(Kind.TYPE, node.pointer, "", where, value)
        return
    kinds = node.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not _is_one_of(value, kinds):
        yield Difference(Kind.TYPE, node.pointer, "", where, value)
        return
    values = _values(node)
    unbound = values is None or not isinstance(value, str | int | float)
    if not unbound and not any(_equal(value, one) for one in values or ()):
        yield Difference(Kind.ENUM, node.pointer, "", where, value)
    if not isinstance(node.value, Mapping):
        return
    for limit in broken_limits(node.value, value):
        yield Difference(Kind.LIMIT, node.pointer, limit, where, value)
    if not is_of_format(form := node.get("format"), value):
        yield Difference(Kind.FORMAT, node.pointer, form, where, value)


def _is_one_of(value: Any, kinds: Sequence[str]) -> bool:
    kind = kind_of(value)
    return kind in kinds or (kind == "integer" and "number" in kinds)


def _values(node: Node) -> Sequence[Any] | None:
    if "const" in (node.value if isinstance(node.value, Mapping) else {}):
        return [node.get("const")]
    values = node.get("enum")
    return values if isinstance(values, list) else None


def _equal(one: Any, other: Any) -> bool:
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _members(
    parts: Sequence[Node], value: Mapping[str, Any], where: str, depth: int
) -> Iterator[Difference]:
    known: dict[str, list[_Use]] = {}
    for node in parts:
        properties = node.child("properties")
        for name, member in properties.members() if properties else ():
            at = f"{properties.pointer}/{escape(name)}" if properties else ""
            known.setdefault(name, []).append(_Use(member, at))
    for node in parts:
        for name in node.get("required") or ():
            hidden = any(use.node.get("writeOnly") for use in known.get(name, ()))
            if name not in value and not hidden:
                yield Difference(Kind.MISSING, node.pointer, name, where, None)
    for name, inner in value.items():
        uses, here = known.get(name, []), f"{where}/{escape(name)}"
        if not uses and (uses := list(_free(parts, name))):
            here = f"{where}/*"  # free names are data
        for use in uses:
            yield from _compare(use, inner, here, depth + 1)
        if not uses and known and not _is_open(parts):
            yield Difference(Kind.UNKNOWN, _owner(parts).pointer, name, where, inner)


def _free(parts: Sequence[Node], name: str) -> Iterator[_Use]:
    """Schemas for members that are not named: by pattern, else those for all others."""
    for node in parts:
        patterns = node.child("patternProperties")
        for pattern, member in patterns.members() if patterns else ():
            if _matches(pattern, name):
                yield _Use(member, f"{node.pointer}/patternProperties/{escape(pattern)}")
    for node in parts:
        extra = node.child("additionalProperties")
        if extra is not None and isinstance(extra.value, Mapping):
            yield _Use(extra, f"{node.pointer}/additionalProperties")


def _matches(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return True


def _is_open(parts: Sequence[Node]) -> bool:
    """Whether the document says that there are members it does not name."""
    return any(node.get("additionalProperties") is True for node in parts)


def _owner(parts: Sequence[Node]) -> Node:
    """Where a new member is best added: the first schema that names members itself."""
    return next(node for node in parts if node.get("properties"))


def _items(parts: Sequence[Node], value: list[Any], where: str, depth: int) -> Iterator[Difference]:
    for node in parts:
        prefix = node.child("prefixItems")
        first = list(prefix.items()) if prefix else []
        rest = node.child("items")
        for index, item in enumerate(value):
            here = f"{where}/{index}"
            if index < len(first):
                use = _Use(first[index], f"{node.pointer}/prefixItems/{index}")
                yield from _compare(use, item, here, depth + 1)
            elif rest is not None and isinstance(rest.value, Mapping):
                yield from _compare(_Use(rest, f"{node.pointer}/items"), item, here, depth + 1)
