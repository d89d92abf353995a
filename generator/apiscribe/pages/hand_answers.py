"""The answers of a draft → facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from apiscribe.pages.facts import (
    Answer,
    Certainty,
    Example,
    Kind,
    ListOf,
    Object,
    Reference,
    Scalar,
    Shape,
    Source,
)
from apiscribe.pages.hand_draft import Draft, ResponseDraft
from apiscribe.pages.hand_helpers import NO_ANSWER_MEDIA, NO_STATUS, examples_of, joined, span_of
from apiscribe.pages.hand_returns import Returned
from apiscribe.pages.hand_stream import StreamMaker
from apiscribe.pages.json_shape_parser import ArrayNode, Node, ObjectNode
from apiscribe.pages.parts.rows import Row, nest
from apiscribe.pages.parts.samples import is_value
from apiscribe.pages.parts.shapes import RowShapes


@dataclass(slots=True)
class AnswerMaker:
    """Makes the answers of one operation."""

    draft: Draft
    shapes: RowShapes

    def answers(self) -> Iterator[Answer]:
        """Every status that the operation's section names or shows, then its stream."""
        yield from _with_common(self._answer(response) for response in self._settled())
        if self.draft.streams or self.draft.chunk_rows:
            yield StreamMaker(self.draft, self.shapes).answer()

    def _settled(self) -> list[ResponseDraft]:
        """Members without a status belong to the one success that the page names, if it is one."""
        found = dict(self.draft.responses)
        usual = found.get("200")
        named = [r for r in found.values() if r.stated and r.status[:1] == "2"]
        if usual is None or usual.stated or len(named) != 1:
            return list(found.values())
        own = named[0]
        own.media_type, usual.media_type = own.media_type or usual.media_type, ""
        own.headers, usual.headers = [*usual.headers, *own.headers], []
        if not own.rows:
            own.told = usual.told if own.status != "204" else None
            own.rows, usual.rows = usual.rows, []
            own.samples, usual.samples = [*usual.samples, *own.samples], []
            own.text, usual.text = [*usual.text, *own.text], []
        if not (usual.rows or usual.samples or usual.text or (usual.told and own.rows)):
            order = list(found.values())
            place = min(
                order.index(usual), order.index(own)
            )  # where the page begins to describe it
            order = [one for one in order if one not in (usual, own)]
            return [*order[:place], own, *order[place:]]
        return list(found.values())

    def _answer(self, response: ResponseDraft) -> Answer:
        nodes = [v for entry in response.samples for v in entry.sample.values if is_value(v)]
        rows = nest(response.rows, dotted=True)
        skeleton = next((e.skeleton for e in response.samples if e.skeleton is not None), None)
        span = span_of(response.rows, response.samples) or response.span
        source = Source(span)
        media = response.media_type or next(
            (e.media_type for e in response.samples if e.media_type), ""
        )
        if response.status[:1] in "45d":
            media = media or self.draft.error_media
        holder = source if media else Source(span, Certainty.INFERRED, NO_ANSWER_MEDIA)
        shape: Shape | None = None
        told = response.told
        if response.model:
            shape = Shape(Reference(response.model), source)
        elif rows:
            shape = self._described(rows, nodes, holder, listed=response.listed)
        elif skeleton is not None:
            shape = replace(skeleton, source=holder)
        elif nodes and (told is None or not told[0].known):
            shape = self.shapes.inferred(nodes)
        elif told is not None:
            holder = (
                told[1]
                if media
                else replace(told[1], certainty=Certainty.INFERRED, reason=NO_ANSWER_MEDIA)
            )
            shape = _told(told[0], holder)
        examples = tuple(examples_of(response.samples))
        if shape is None and response.shown:
            media = media or response.text_media or "text/plain"
            shape, examples = _as_text(response)
            holder = shape.source
        elif shape is None:
            holder = source
        elif not media:
            media = "application/json"
        status = None if response.stated else Source(response.span, Certainty.INFERRED, NO_STATUS)
        headers = tuple(self.shapes.field(row) for row in response.headers)
        return Answer(
            response.status,
            media,
            shape,
            holder,
            description=joined(response.text),
            examples=examples,
            status_source=status,
            headers=headers,
        )

    def _described(
        self, rows: list[Row], nodes: Sequence[Node], holder: Source, *, listed: bool
    ) -> Shape:
        """Rows are the members of the answer, or of the items of the list that it is or has."""
        objects = [node for node in nodes if isinstance(node, ObjectNode)]
        if listed and objects:
            held = _holder(rows, objects)
            rows = [held] if held is not None else rows
        fields = self.shapes.fields(rows, nodes)
        shape = Shape(Object(fields), holder)
        if listed and not objects:
            return Shape(ListOf(shape), holder)
        if nodes and all(isinstance(node, ArrayNode) for node in nodes):
            why = "An example shows a list of what is described."
            return Shape(ListOf(shape), replace(holder, certainty=Certainty.INFERRED, reason=why))
        return shape


def _with_common(answers: Iterable[Answer]) -> Iterator[Answer]:
    """Failures whose bodies nothing shows have the body that a sample shows for all failures."""
    found = list(answers)
    common = next((a for a in found if a.status == "default" and a.status_source), None)
    for answer in found:
        if common is None or common.shape is None or answer.status[:1] not in ("4", "5"):
            yield answer
        elif answer.shape is None and not answer.media_type:
            why = "The page shows it for failures of the operation."
            source = replace(common.shape.source, certainty=Certainty.INFERRED, reason=why)
            shape = replace(common.shape, source=source)
            told = answer.status_source or answer.source  # the status stands where it did
            yield replace(
                answer,
                shape=shape,
                media_type=common.media_type,
                source=source,
                status_source=told,
            )
        else:
            yield answer


def _holder(rows: list[Row], objects: Sequence[ObjectNode]) -> Row | None:
    """The one member of an example that is a list of objects, with the rows as its items'."""
    lists = {
        member.key
        for node in objects
        for member in node.members
        if isinstance(member.value, ArrayNode)
        and any(isinstance(item, ObjectNode) for item in member.value.items)
    }
    if len(lists) != 1:
        return None
    why = "An example shows the list that the page speaks of."
    return Row(lists.pop(), rows[0].line, rows[-1].end_line, type="array", doubt=why, children=rows)


def _as_text(response: ResponseDraft) -> tuple[Shape, tuple[Example, ...]]:
    """An answer that is shown as text."""
    source = response.shown[0].source
    if not response.text_media:
        why = "The answer is shown as text, and the page does not name its media type."
        source = replace(source, certainty=Certainty.INFERRED, reason=why)
    texts = {text.text: Example(text.text, text.source) for text in response.shown}
    return Shape(Scalar(Kind.STRING), source), tuple(texts.values())


def _told(told: Returned, source: Source) -> Shape:
    """The schema that a sentence names, or a list of it."""
    shape = Shape(Reference(told.name, soft=not told.known), source)
    return Shape(ListOf(shape), source) if told.listed else shape
