"""Members that a page describes in one place, and whose example has them deeper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from apiscribe.pages.facts import Conflict
from apiscribe.pages.json_shape_parser import ArrayNode, Member, Node, ObjectNode
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.rows import Row

MAX_DEPTH = 6


def shown_deeper(
    page: PageSource, rows: Sequence[Row], objects: Sequence[ObjectNode]
) -> Iterator[Conflict]:
    """A conflict for each member of `rows` that no example shows beside the others, but deeper.

    It is one only where an object that the page does not describe holds two of them or more, or
    nothing but one of them: names such as `id` stand in many objects.
    """
    own = {member.key for node in objects for member in node.members}
    missing = {row.name: row for row in rows if row.name not in own and not row.implied}
    if not missing:
        return
    described = {row.name for row in rows}
    holders: dict[str, dict[str, Member]] = defaultdict(dict)
    sizes: dict[str, set[str]] = defaultdict(set)
    for node in objects:
        for member in node.members:
            if member.key not in described:
                for way, inner in _inside(member.value, member.key, MAX_DEPTH):
                    sizes[way].add(inner.key)
                    if inner.key in missing:
                        holders[way].setdefault(inner.key, inner)
    for way, found in holders.items():
        if len(found) > 1 or sizes[way] == set(found):
            for name, member in found.items():
                row = missing.pop(name, None)
                if row is not None:
                    yield _conflict(page, row, way, member)


def _conflict(page: PageSource, row: Row, way: str, member: Member) -> Conflict:
    message = f"{row.name} is described beside {way.partition('.')[0].removesuffix('[]')}"
    spans = (page.span(row.line, row.end_line), page.span(member.line))
    return Conflict(f"{message}, and an example has it in {way}.", spans, "where it is described")


def _inside(node: Node, way: str, depth: int) -> Iterator[tuple[str, Member]]:
    """Every member inside of a value, with the way to the object that holds it."""
    if depth and isinstance(node, ArrayNode):
        for item in node.items:
            yield from _inside(item, f"{way}[]", depth - 1)
    elif depth and isinstance(node, ObjectNode):
        for member in node.members:
            yield way, member
            yield from _inside(member.value, f"{way}.{member.key}", depth - 1)
