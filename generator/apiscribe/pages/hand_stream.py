"""The frames of a stream → one answer of a sequential media type."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from apiscribe.pages.facts import (
    Answer,
    Certainty,
    Example,
    Object,
    Scalar,
    Shape,
    Source,
    Union,
    Value,
    Values,
)
from apiscribe.pages.hand_draft import Draft
from apiscribe.pages.hand_helpers import NO_STATUS, is_whole, span_of
from apiscribe.pages.json_shape_parser import Literal, Node, ObjectNode
from apiscribe.pages.parts.rows import nest
from apiscribe.pages.parts.samples import is_value, plain_json
from apiscribe.pages.parts.shapes import RowShapes

_EVENTS = re.compile(r"server-sent events|\bSSE\b|text/event-stream", re.I)
_TYPES = ("type", "object", "event", "kind")


@dataclass(slots=True)
class StreamMaker:
    """Makes the answer of a draft that has frames or members of them."""

    draft: Draft
    shapes: RowShapes

    def answer(self) -> Answer:
        """The stream of a status 200."""
        entries = self.draft.streams
        nodes = [(event, node) for entry in entries for event, node in entry.sample.frames]
        rows = nest(self.draft.chunk_rows, dotted=True)
        span = span_of(self.draft.chunk_rows, entries) or self.draft.source.span
        why = "The frames of the stream show it."
        source = Source(span, Certainty.INFERRED, why)
        if rows:
            shape = Shape(Object(self.shapes.fields(rows, [n for _, n in nodes])), Source(span))
        else:
            shape = self._items(nodes, source)
        lines = any(entry.sample.ndjson for entry in entries)
        rows = [row for own in self.draft.rows.values() for row in own]
        events = any(_EVENTS.search(row.text) for row in rows)
        media = "application/x-ndjson" if lines and not events else "text/event-stream"
        status = Source(span, Certainty.INFERRED, NO_STATUS)
        example = [
            plain_json(node)
            for entry in entries[:1]
            for _, node in entry.sample.frames
            if is_value(node)
        ]
        whole = all(is_whole(entry.sample) for entry in entries[:1])
        examples = (Example(example, Source(entries[0].span)),) if example and whole else ()
        return Answer(
            "200", media, shape, source, streamed=True, examples=examples, status_source=status
        )

    def _items(self, nodes: Sequence[tuple[str, Node]], source: Source) -> Shape:
        """One shape of all items, or one for each kind that names itself (`type`) or its event."""
        groups: dict[str, list[Node]] = {}
        for event, node in nodes:
            groups.setdefault(_tag(node) or event, []).append(node)
        if len(groups) < 2 or "" in groups:
            return self.shapes.inferred([node for _, node in nodes])
        return Shape(Union(tuple(self._tagged(group) for group in groups.values())), source)

    def _tagged(self, nodes: Sequence[Node]) -> Shape:
        shape = self.shapes.inferred(nodes)
        first = nodes[0]
        if not isinstance(shape.form, Object) or not isinstance(first, ObjectNode):
            return shape
        tags = {
            m.key: m.value.value
            for m in first.members
            if m.key in _TYPES and isinstance(m.value, Literal)
        }
        fields = tuple(
            (
                replace(
                    f, shape=replace(f.shape, form=Values((Value(tags[f.name], f.shape.source),)))
                )
                if f.name in tags and isinstance(f.shape.form, Scalar) and f.name == "type"
                else f
            )
            for f in shape.form.fields
        )
        return replace(shape, form=Object(fields))


def _tag(node: Node) -> str:
    if not isinstance(node, ObjectNode):
        return ""
    member = next((m for m in node.members if m.key == "type"), None)
    value = member.value if member is not None else None
    return str(value.value) if isinstance(value, Literal) and isinstance(value.value, str) else ""
