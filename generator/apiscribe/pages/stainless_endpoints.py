"""The sections of an endpoint on a Stainless text page: parameters, body, answer, samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apiscribe.pages.facts import (
    Answer,
    Body,
    Certainty,
    Endpoint,
    Field,
    Form,
    Keyword,
    Object,
    Parameter,
    ParameterPlace,
    Presence,
    Reference,
    Shape,
    Source,
    Text,
    Union,
)
from apiscribe.pages.stainless_frames import ObjectFrame, UnionFrame, member, remainder
from apiscribe.pages.stainless_layout import MEDIA_TYPES, Part, section
from apiscribe.pages.stainless_rows import MARKER, Row
from apiscribe.pages.stainless_samples import Samples, form_body, version_headers
from apiscribe.pages.stainless_shapes import Descent
from apiscribe.pages.stainless_types import parse_head
from apiscribe.pages.stainless_unions import read_variants, take_marker

_PLACES = {
    Part.PATH: ParameterPlace.PATH,
    Part.QUERY: ParameterPlace.QUERY,
    Part.HEADER: ParameterPlace.HEADER,
    Part.COOKIE: ParameterPlace.COOKIE,
}
_JSON = "application/json"


@dataclass(slots=True)
class Draft:
    """An endpoint while its sections are read. `shown`: what its sample calls alone tell."""

    endpoint: Endpoint
    parameters: list[Parameter] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    paragraphs: list[Text] = field(default_factory=list)
    security: tuple[tuple[str, ...], ...] | None = None
    shown: list[Keyword] = field(default_factory=list)

    def finish(self) -> Endpoint:
        """The endpoint with all that was read."""
        description = None
        if self.paragraphs:
            span = self.paragraphs[0].source.span
            last = self.paragraphs[-1].source.span
            whole = replace(span, end_line=max(last.line, last.end_line))
            description = Text("\n\n".join(p.text for p in self.paragraphs), Source(whole))
        return replace(
            self.endpoint,
            description=description,
            parameters=tuple(self.parameters),
            bodies=tuple(self.bodies),
            answers=tuple(self.answers),
            security=self.security,
            keywords=(*self.endpoint.keywords, *self.shown),
        )


def read_parameters(draft: Draft, descent: Descent, part: Part) -> None:
    """Members of a parameter section. Where the section does not tell the place, the path does."""
    for found in _members(descent):
        place = _PLACES.get(part)
        if place is None:
            inside = f"{{{found.name}}}" in draft.endpoint.path
            place = ParameterPlace.PATH if inside else ParameterPlace.QUERY
        draft.parameters.append(Parameter(place, found))


def read_body(draft: Draft, descent: Descent, heading: Row) -> None:
    """A body section: members, or the variants of a union."""
    found = section(heading.code)
    label = found[1] if found is not None else ""
    source = Source(descent.page.span(heading.line))
    if not label:
        why = "The page does not give the body's media type."
        source = replace(source, certainty=Certainty.ASSUMED, reason=why)
    shape = _shape(descent, heading.line)
    if shape is None:
        return
    required = isinstance(shape.form, Object) and any(
        f.presence is Presence.REQUIRED for f in shape.form.fields
    )
    media_type = MEDIA_TYPES.get(label, label or _JSON)
    presence = Presence.REQUIRED if required else Presence.UNSTATED
    draft.bodies.append(Body(media_type, _whole_body(shape), source, presence))


def _whole_body(shape: Shape) -> Shape:
    """A body that is no object is shown as its one member, called `body`."""
    form = shape.form
    if not isinstance(form, Object) or [f.name for f in form.fields] != ["body"]:
        return shape
    only = form.fields[0]
    text = only.description or only.shape.description
    why = "The one member of the section is called body: it is the body itself."
    source = replace(only.source, certainty=Certainty.INFERRED, reason=why)
    return replace(only.shape, description=text, source=source)


def read_returns(draft: Draft, descent: Descent, heading: Row) -> None:
    """The answer: members, one model, or a bare type."""
    shape = _shape(descent, heading.line)
    source = Source(descent.page.span(heading.line))
    why = "The page gives no status; 200 is the usual one."
    status = replace(source, certainty=Certainty.ASSUMED, reason=why)
    if shape is not None:
        draft.answers.append(Answer("200", _JSON, shape, source, status_source=status))


def add_samples(draft: Draft, samples: Samples) -> None:
    """Put examples where they belong. A status that a sample shows is stated."""
    draft.parameters += version_headers(samples, draft.parameters)
    if not draft.bodies and (form := form_body(samples)) is not None:
        draft.bodies.append(form)
    if samples.bodies and draft.bodies:
        draft.bodies[0] = replace(draft.bodies[0], examples=tuple(samples.bodies))
    for status, example in samples.answers:
        known = [i for i, a in enumerate(draft.answers) if a.status == status or a.status_source]
        if not known:
            why = "A sample shows the answer; the page does not describe it."
            source = replace(example.source, certainty=Certainty.INFERRED, reason=why)
            known = [len(draft.answers)]
            draft.answers.append(Answer(status or "200", _JSON, None, source))
        answer = draft.answers[known[0]]
        stated = None if status else answer.status_source
        draft.answers[known[0]] = replace(
            answer,
            status=status or answer.status,
            status_source=stated,
            examples=(*answer.examples, example),
        )


def _members(descent: Descent) -> tuple[Field, ...]:
    """Members of a section, which gives no count."""
    frame = ObjectFrame(None)
    descent.frames.stack = [frame]
    fields = descent.fields(frame)
    descent.frames.stack = []
    return fields


def _shape(descent: Descent, line: int) -> Shape | None:
    """What a section shows: members make an object, other things are the type or its variants."""
    while (row := _next_row(descent)) is not None and not _begins_shape(row):
        descent.cursor.take()
        descent.ledger.refuse(row.line, "a type or a member is due here")
    if row is None:
        return None
    if member(row.code) is not None:
        form: Form = Object(_members(descent))
        return Shape(form, descent.source(line))
    frame = UnionFrame(None)
    descent.frames.stack = [ObjectFrame(None), frame]
    announced = take_marker(descent)
    variants = read_variants(descent, frame, announced=announced)
    descent.frames.stack = []
    return _one_of(variants, descent, line, announced)


def _one_of(
    variants: Sequence[Shape], descent: Descent, line: int, announced: bool
) -> Shape | None:
    if len(variants) > 1:
        why = "" if announced else "Several types stand below the heading; a value is one of them."
        return Shape(Union(tuple(variants)), descent.source(line, inferred=why))
    if not variants:
        return None
    only = variants[0]
    if isinstance(only.form, Reference):
        return only
    return replace(only, source=descent.source(line, only.source.span.line))


def _next_row(descent: Descent) -> Row | None:
    return None if descent.cursor.at_boundary() else descent.cursor.peek()


def _begins_shape(row: Row) -> bool:
    if MARKER.match(row.code) or member(row.code) is not None:
        return True
    head = parse_head(row.code)
    return head is not None and remainder(head.rest) is not None
