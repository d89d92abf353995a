"""Names for the shapes of a page: from a constant, an event, a heading."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.naming import pascal, split_words
from apiscribe.pages.json_shape_parser import Node
from apiscribe.pages.json_shape_parts import Named, constants, likeness
from apiscribe.pages.json_shape_sections import Part, Sections

_KIND_MEMBERS = ("object", "type", "kind")
_GENERIC = frozenset(("list", "object", "array", "error", "response", "event"))
_FILLERS = frozenset(
    ("structure", "format", "schema", "shape", "fields", "example", "sample", "json", "the", "a")
)
_KIND_OF_PAGE = re.compile(r"^(?:REST )?(?:Resource|Method|Type):\s*", re.I)
_ROLES = frozenset(
    ("request", "response", "body", "payload", "result", "stream", "output", "input")
)


def name_parts(sections: Sections) -> list[Named]:
    """A name for each part. A name taken before gets the heading above, then a number."""
    names: list[Named] = []
    parts = sections.parts
    skeletons = [part for part in parts if part.skeleton]
    bases: dict[int, str] = {}
    for part in parts:
        named = _name(part, sections, skeletons, bases)
        taken = {each.name for each in names}
        if named.name in taken:
            longer = name_by_heading(f"{part.above} {part.heading}", "")
            named = longer if longer.name not in taken else _numbered(named, taken)
        bases[part.order] = named.name
        names.append(named)
    return names


def _name(
    part: Part, sections: Sections, skeletons: Sequence[Part], bases: dict[int, str]
) -> Named:
    if part.block.name:
        return Named(part.block.name, "")
    if part.block.event and (spelled := _spelled(part.block.event)):
        return Named(spelled + "Event", "The name is made from the name of the event.")
    named = name_by_constant(part.block.node, sample=_is_sample(part))
    if named is None and part.streamed and not part.skeleton and skeletons:
        named = _chunk_name(part, skeletons, bases)
    if named is not None:
        return named
    named = name_by_heading(part.heading, part.above)
    if part.endpoint >= 0 and all(word in _ROLES for word in split_words(named.name)):
        endpoint = sections.endpoints[part.endpoint]
        role = pascal(split_words(named.name)[:1])  # `Request body` is a request
        if endpoint.heading is not None:
            reason = "The name is made from the headings of the operation and of the shape."
            return Named(name_by_heading(endpoint.heading.text, "").name + role, reason)
        steps = re.sub(r"\{[^{}]*\}|/:\w+", " ", endpoint.block.path)
        reason = "The name is made from the operation and the heading of the shape."
        return Named(pascal(split_words(f"{endpoint.block.method} {steps}".lower())) + role, reason)
    return named


def _chunk_name(part: Part, skeletons: Sequence[Part], bases: dict[int, str]) -> Named | None:
    """A frame of a stream is called after the answer it is most like."""
    near = max(skeletons, key=lambda each: likeness(part.block.node, each.block.node))
    if near.order not in bases or not likeness(part.block.node, near.block.node):
        return None
    suffix = name_by_heading(part.block.event, "Chunk").name
    return Named(bases[near.order] + suffix, "The name is made from the answer that is streamed.")


def _numbered(named: Named, taken: set[str]) -> Named:
    number = 2
    while f"{named.name}{number}" in taken:
        number += 1
    return Named(f"{named.name}{number}", "The page shows two shapes under one name.")


def _is_sample(part: Part) -> bool:
    """An example of an answer alone: its `type` may be one of several, and names nothing."""
    return part.endpoint >= 0 and not part.skeleton and not part.streamed


def name_by_constant(node: Node, *, sample: bool = False) -> Named | None:
    """`"object": "chat.completion"` names the schema ChatCompletion."""
    found = constants(node)
    for member in _KIND_MEMBERS[:1] if sample else _KIND_MEMBERS:
        value = found.get(member)
        if isinstance(value, str) and value.lower() not in _GENERIC and (name := _spelled(value)):
            return Named(name, f"The name is made from the constant of {member}.")
    return None


def name_by_heading(heading: str, above: str) -> Named:
    """`Widget Object` names the schema Widget; a heading of filler words only defers to the one above."""
    for text in (heading, above):
        text = _KIND_OF_PAGE.sub("", text)
        words = [
            word
            for word in re.findall(r"[\w.]+", text)
            if word.lower() not in _FILLERS and not re.fullmatch(r"[1-5]\d\d", word)
        ]
        if len(words) > 1 and words[-1].lower() == "object":
            words.pop()
        if words and (name := _spelled(" ".join(words))):
            return Named(name, "The name is made from the heading.")
    return Named("Answer", "The page gives no name.")


def _spelled(text: str) -> str:
    name = pascal(split_words(text))
    return name if re.match(r"[A-Za-z]", name) else ""
