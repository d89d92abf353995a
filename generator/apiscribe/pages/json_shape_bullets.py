"""Bulleted field meanings: `name- text`, and the member of the skeleton each one belongs to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apiscribe.pages.json_shape_blocks import Bullet
from apiscribe.pages.json_shape_google import Entry
from apiscribe.pages.json_shape_parser import ArrayNode, Choice, Node, ObjectNode

Path = tuple[str, ...]
"""Member names from the root of a skeleton; arrays and alternatives add nothing."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a bullet says: the name it is about, the words in brackets after it, its text.

    `type`, where it stands below the name; `array`: the name says that it is a list (`parts[]`).
    """

    name: Path
    notes: tuple[str, ...]
    text: str
    column: int
    line: int
    end_line: int
    type: str = ""
    array: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A meaning and its member. `reason` is set when the page does not show the nesting itself."""

    meaning: Meaning
    path: Path
    reason: str = ""


_NAME = r"[\w$@]+(?:(?:\[\d*\])?\.[\w$@]+|\[\d*\]|-[\w$@]+)*"
_MEANING = re.compile(
    rf"(?:[*_]{{0,3}})(?P<quote>[`\"“]?)(?P<name>{_NAME})\??[`\"”]?(?:[*_]{{0,3}})"
    r"\s*(?:\((?P<notes>[^()]*)\))?\s*(?:[-–—:=]\s+|[-–—:]$)(?P<text>.*)$"
)


def read_meaning(bullet: Bullet) -> Meaning | None:
    """The meaning in a bullet; `None` when it is not of the form `name- text`."""
    match = _MEANING.match(bullet.text)
    if match is None:
        return None
    notes = tuple(note.strip() for note in (match["notes"] or "").split(",") if note.strip())
    name = tuple(re.sub(r"\[\d*\]", "", match["name"]).split("."))
    return Meaning(name, notes, match["text"].strip(), bullet.column, bullet.line, bullet.end_line)


def meaning_of(entry: Entry) -> Meaning:
    """A member that is described in paragraphs, as the meaning that a bullet would give."""
    name = tuple(entry.name.removesuffix("[]").replace("[]", "").split("."))
    array = entry.name.endswith("[]")
    return Meaning(name, entry.notes, entry.text, 0, entry.line, entry.end_line, entry.type, array)


def outline(node: Node) -> tuple[Path, ...]:
    """Every member of a skeleton, in the order it is written."""
    found: dict[Path, None] = {}
    _outline(node, (), found)
    return tuple(found)


def _outline(node: Node, path: Path, found: dict[Path, None]) -> None:
    if isinstance(node, ObjectNode):
        for member in node.members:
            inner = (*path, member.key)
            found.setdefault(inner)
            _outline(member.value, inner, found)
    elif isinstance(node, ArrayNode):
        for item in node.items:
            _outline(item, path, found)
    elif isinstance(node, Choice):
        for alternative in node.alternatives:
            _outline(alternative, path, found)


def place_meanings(
    meanings: Sequence[Meaning], members: Sequence[Path]
) -> tuple[tuple[Placed, ...], Mapping[int, str]]:
    """Give each meaning its member; those that find none come back as line → reason.

    A nested bullet is looked up below the member of the bullet it is nested in. When the page
    has lost the nesting, the name must be that of one member only; of several, the next one
    after the member named last is taken, as the list follows the skeleton.
    """
    known = set(members)
    placed: list[Placed] = []
    lost: dict[int, str] = {}
    stack: list[tuple[int, Path | None]] = []
    taken: set[Path] = set()
    for meaning in meanings:
        while stack and stack[-1][0] >= meaning.column:
            stack.pop()
        parent = stack[-1][1] if stack else ()
        last = placed[-1].path if placed else None
        found = _find(meaning.name, parent, known, members, last, taken)
        if parent is None:
            lost[meaning.line] = "it is nested in an item that is about no member"
        elif found is None:
            shown = ".".join(meaning.name)
            lost[meaning.line] = f"no member of the shape is called {shown}"
        elif found[0] in taken:
            lost[meaning.line] = f"a second meaning for {'.'.join(found[0])}"
        else:
            taken.add(found[0])
            placed.append(Placed(meaning, *found))
        stack.append((meaning.column, found[0] if found else None))
    return tuple(placed), lost


def _find(
    name: Path,
    parent: Path | None,
    known: set[Path],
    members: Sequence[Path],
    last: Path | None,
    taken: set[Path],
) -> tuple[Path, str] | None:
    if parent is None:
        return None
    if (*parent, *name) in known:
        return (*parent, *name), ""
    if parent and len(name) > len(parent) and name in known:
        return name, ""
    reason = "The list does not show the nesting; the member is found by its name."
    candidates = [path for path in members if path[-len(name) :] == name]
    inside = [path for path in candidates if parent and path[: len(parent)] == parent]
    # An item nested in a known member is about that member: never look elsewhere.
    candidates = inside if parent else candidates
    candidates = [path for path in candidates if path not in taken]
    if not candidates:
        return None
    if len(candidates) == 1:
        return candidates[0], reason
    after = list(members).index(last) if last is not None else -1
    later = [path for path in candidates if list(members).index(path) > after]
    return (later[0], reason) if later else None
