"""Members that a page describes in one place, and whose example has them deeper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from apiscribe.pages.facts import Conflict
from apiscribe.pages.json_shape_parser import ArrayNode, Member, Node, ObjectNode
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.rows import Row

MAX_DEPTH = 6


def shown_deeper(
    page: PageSource, rows: Sequence[Row], objects: Sequence[ObjectNode], kept: str = ""
) -> Iterator[Conflict]:
    """A conflict for each member of `rows` that no example shows beside the others, but deeper.

    It is one only where an object that the page does not describe holds two of them or more, or
    nothing but one of them: names such as `id` stand in many objects. `kept` is the way that
    `as_shown` took them.
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
                    yield _conflict(page, row, way, member, kept)


def as_shown(rows: Sequence[Row], objects: Sequence[ObjectNode]) -> tuple[Sequence[Row], str]:
    """The rows where every example has them, and the way there; as they are where one shows them so.

    A table of two members or more, none of which any example has at this place, while one object
    deeper has those that are shown at all: what answers look like is what the example shows.
    """
    if not objects or any(row.children or row.implied for row in rows):
        return rows, ""
    names = {row.name for row in rows}
    if any(member.key in names for node in objects for member in node.members):
        return rows, ""
    ways: dict[str, set[str]] = defaultdict(set)
    for node in objects:
        for member in node.members:
            for way, inner in _inside(member.value, member.key, MAX_DEPTH):
                if inner.key in names:
                    ways[way].add(inner.key)
    if len(ways) != 1:
        return rows, ""
    ((way, found),) = ways.items()
    return (_moved(rows, way), way) if len(found) > 1 else (rows, "")


def _moved(rows: Sequence[Row], way: str) -> list[Row]:
    doubt = f"It is described a level above; every example has it in {way}."
    moved = [replace(row, doubt=row.doubt or doubt) for row in rows]
    for step in reversed(way.split(".")):
        name = step.rstrip("[]")
        holder = Row(name, rows[0].line, rows[0].line, implied=True, doubt=doubt)
        holder.array, holder.children = name != step, moved
        moved = [holder]
    return moved


def _conflict(page: PageSource, row: Row, way: str, member: Member, kept: str) -> Conflict:
    message = f"{row.name} is described beside {way.partition('.')[0].removesuffix('[]')}"
    spans = (page.span(row.line, row.end_line), page.span(member.line))
    resolution = "where it is shown" if way == kept else "where it is described"
    return Conflict(f"{message}, and an example has it in {way}.", spans, resolution)


def _inside(node: Node, way: str, depth: int) -> Iterator[tuple[str, Member]]:
    """Every member inside of a value, with the way to the object that holds it."""
    if depth and isinstance(node, ArrayNode):
        for item in node.items:
            yield from _inside(item, f"{way}[]", depth - 1)
    elif depth and isinstance(node, ObjectNode):
        for member in node.members:
            yield way, member
            yield from _inside(member.value, f"{way}.{member.key}", depth - 1)
