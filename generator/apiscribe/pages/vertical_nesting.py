"""Which members are inside of which, where a paste has lost the indentation.

Evidence, in this order: depth that the page shows (indentation, bars, brackets), dotted names, a
sample that has the member under another, a frame that the page says is open. What is left is either
marked as not sure, or refused: a member is never put into an object by guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from apiscribe.pages.json_shape_parser import ArrayNode, Node, ObjectNode
from apiscribe.pages.parts.rows import MAX_DEPTH, Row
from apiscribe.pages.parts.types import parse_type
from apiscribe.pages.vertical_split import FREE_NAMES

DOUBT = "The page has lost its indentation; it may be a member of {}."
LOST = "it cannot be told whether this is a member of {} or stands beside it"
BELOW = "The page shows it below {}, which can have no members."
DEEP = "nested too deep"
TWICE = "the name is there already; the page has lost which member it is inside of"


@dataclass(slots=True)
class Found:
    """A member as it was met. `level`: how deep the page shows it to be; -1: it does not.

    `opened`: "open" when the page says that its members follow, "shut" that it hides them, "none"
    when it has none, "lost" when it may have some and the page shows no end of them; "": the page
    does not say. `count`: how many members it says there are; 0: it
    does not. `indent`: the white space before its name, which tells depth where it differs. `lost`:
    why it may be inside of a member above that has no name; "": it is not.
    """

    row: Row
    level: int = -1
    opened: str = ""
    count: int = 0
    indent: int = 0
    lost: str = ""


@dataclass(slots=True)
class _Frame:
    row: Row | None
    nodes: list[ObjectNode]
    explicit: bool = False
    due: int = 0
    unsure: str = ""
    names: set[str] = field(default_factory=set)

    def shows(self, name: str) -> bool:
        return name not in self.names and any(
            member.key == name for node in self.nodes for member in node.members
        )

    @property
    def title(self) -> str:
        return self.row.name if self.row is not None else "the section"


@dataclass(slots=True)
class Nested:
    """`rows`: the tree. `refused`: members that have no place, with the reason."""

    rows: list[Row] = field(default_factory=list)
    refused: list[tuple[Row, str]] = field(default_factory=list)


def settle(found: Sequence[Found], samples: Sequence[Node]) -> Nested:
    """The members of one section in their tree; `samples` are values of the whole section."""
    nested = Nested()
    objects = list(_objects(samples))
    if any(one.lost for one in found):
        beside = _only_at_top(objects)
        lost = [one for one in found if one.lost and one.row.name not in beside]
        nested.refused += [(one.row, one.lost) for one in lost]
        found = [one for one in found if not one.lost or one.row.name in beside]
    if len({one.indent for one in found}) > 1 and all(one.level < 0 for one in found):
        _indented(found)
    if any(one.level >= 0 for one in found):
        _by_level(found, nested)
        _free(nested.rows)
        return nested
    root = _Frame(None, objects)
    stack = [root]
    last: Found | None = None
    for one in found:
        _put(one, last, stack, nested)
        last = one
    return nested


def _only_at_top(objects: Sequence[ObjectNode]) -> set[str]:
    """The names of members that samples have at the top and nowhere inside."""
    top = [member for node in objects for member in node.members]
    inside: set[str] = set()
    todo = [member.value for member in top]
    while todo:
        match todo.pop():
            case ObjectNode(members=members):
                inside.update(member.key for member in members)
                todo += [member.value for member in members]
            case ArrayNode(items=items):
                todo += items
    return {member.key for member in top} - inside


def _indented(found: Sequence[Found]) -> None:
    """Levels by the white space before names."""
    open_: list[int] = []
    for one in found:
        while open_ and open_[-1] >= one.indent:
            open_.pop()
        one.level = len(open_)
        open_.append(one.indent)


def _by_level(found: Sequence[Found], nested: Nested) -> None:
    stack: list[tuple[int, Row]] = []
    open_at: dict[int, str] = {}
    for one in found:
        level = max(one.level, 0)
        while stack and stack[-1][0] >= level:
            stack.pop()
        while stack and not can_hold(stack[-1][1]):
            one.row.doubt = BELOW.format(stack.pop()[1].name)
        if len(stack) >= MAX_DEPTH:
            nested.refused.append((one.row, DEEP))
            continue
        open_at = {at: name for at, name in open_at.items() if at <= level}
        if level in open_at:
            one.row.doubt = DOUBT.format(open_at[level])
        elif one.opened == "lost" and can_hold(one.row):
            open_at[level] = one.row.name
        (stack[-1][1].children if stack else nested.rows).append(one.row)
        stack.append((level, one.row))


def _free(rows: Sequence[Row]) -> None:
    """Rows for free names are no members: they say what the values of such names are."""
    todo = list(rows)
    while todo:
        row = todo.pop()
        own = [child for child in row.children if child.name == FREE_NAMES]
        row.children = [child for child in row.children if child not in own]
        row.free = own[0] if own else row.free
        todo += [*row.children, *own]


def _put(one: Found, last: Found | None, stack: list[_Frame], nested: Nested) -> None:
    name = one.row.name
    inner = _opened(last, stack[-1]) if last is not None else None
    while len(stack) > 1 and inner is None and stack[-1].due == len(stack[-1].names) > 0:
        stack.pop()
    frames = [*([inner] if inner is not None else []), *reversed(stack)]
    told = stack[0] if "." in name else next((f for f in frames if f.shows(name)), None)
    target = told or _unshown(inner, stack)
    if target is None:
        nested.refused.append((one.row, LOST.format(stack[-1].title)))
        return
    if len(stack) > MAX_DEPTH and target in (inner, stack[-1]):
        nested.refused.append((one.row, DEEP))
        return
    if name in target.names:
        nested.refused.append((one.row, TWICE))
        return
    if told is not None:
        told.unsure = "" if told is not inner else told.unsure
    elif inner is not None and target is not inner:
        target.unsure = target.unsure or inner.title
    if told is None and target.unsure:
        one.row.doubt = DOUBT.format(target.unsure)
    target.names.add(name)
    _enter(target, stack, inner)
    (nested.rows if target.row is None else target.row.children).append(one.row)


def _unshown(inner: _Frame | None, stack: list[_Frame]) -> _Frame | None:
    """Where a member stands that no sample shows; `None`: it may be in or beside an open frame."""
    if inner is not None and inner.explicit:
        return inner
    top = stack[-1]
    if top.row is None or top.due > len(top.names):
        return top
    return None


def _enter(target: _Frame, stack: list[_Frame], inner: _Frame | None) -> None:
    if target is inner:
        stack.append(target)
        return
    while stack[-1] is not target:
        stack.pop()


def _opened(last: Found, top: _Frame) -> _Frame | None:
    """The frame that the member before may have opened."""
    if last.opened in ("shut", "none") or not can_hold(last.row):
        return None
    nodes = [m.value for node in top.nodes for m in node.members if m.key == last.row.name]
    return _Frame(last.row, list(_objects(nodes)), last.opened == "open", last.count)


def can_hold(row: Row) -> bool:
    """Whether the type of a member leaves room for members."""
    tree = parse_type(row.type) if row.type else None
    while tree is not None and tree.kind in ("array", "map") and tree.item is not None:
        tree = tree.item
    if tree is not None and tree.kind == "union":
        return any(v.kind in ("object", "array", "map", "ref") for v in tree.variants)
    return tree is None or tree.kind in ("object", "ref")


def _objects(nodes: Sequence[Node]) -> Iterator[ObjectNode]:
    for node in nodes:
        if isinstance(node, ObjectNode):
            yield node
        elif isinstance(node, ArrayNode):
            yield from _objects(node.items)
