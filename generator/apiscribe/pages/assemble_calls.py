"""Calls of one method and path that a member of the body tells apart (`action: "connect"`).

OpenAPI has one operation for them: its body is any of theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from apiscribe.pages.assemble_schema import signature
from apiscribe.pages.facts import (
    Answer,
    Body,
    Certainty,
    Conflict,
    Endpoint,
    Object,
    Presence,
    Shape,
    Source,
    Text,
    Union,
    Values,
)

MAX_SUMMARY = 120
"""Letters of the summary of all calls together."""

_WHY = "The page describes several calls of one method and path."


def told_apart_by(group: Sequence[Endpoint]) -> str:
    """The member of the bodies that has another constant in each; "": there is none."""
    bodies = [endpoint.bodies[0] for endpoint in group if len(endpoint.bodies) == 1]
    if len(group) < 2 or len(bodies) != len(group) or len({b.media_type for b in bodies}) > 1:
        return ""
    found = [_constants(body) for body in bodies]
    shared = [name for name in found[0] if all(name in one for one in found)]
    return next((n for n in shared if len({one[n] for one in found}) == len(found)), "")


def _constants(body: Body) -> dict[str, object]:
    form = body.shape.form if body.shape is not None else None
    fields = form.fields if isinstance(form, Object) else ()
    return {
        field.name: field.shape.form.values[0].value
        for field in fields
        if isinstance(field.shape.form, Values) and len(field.shape.form.values) == 1
    }


def calls_told(group: Sequence[Endpoint]) -> Conflict:
    """The report of calls that became one operation."""
    first, name = group[0], told_apart_by(group)
    times = f"{first.method} {first.path} is described {len(group)} times"
    message = f"{times}; {name} tells the calls apart."
    kept = "one operation whose body is any of them"
    return Conflict(message, tuple(one.source.span for one in group), kept)


def one_of_calls(group: Sequence[Endpoint]) -> Endpoint:
    """The calls as one endpoint."""
    first = group[0]
    bodies = [_described(one) for one in group]
    answers: dict[tuple[str, str], list[Answer]] = {}
    for one in group:
        for answer in one.answers:
            answers.setdefault((answer.status, answer.media_type), []).append(answer)
    required = any(body.presence is Presence.REQUIRED for body in bodies)
    body = replace(
        bodies[0],
        shape=_any_of([body.shape for body in bodies]),
        presence=Presence.REQUIRED if required else Presence.UNSTATED,
        examples=tuple(example for body in bodies for example in body.examples),
    )
    return replace(
        first,
        summary=_summary(group),
        description=None,
        bodies=(body,),
        answers=tuple(_one_answer(each) for each in answers.values()),
    )


def _summary(group: Sequence[Endpoint]) -> Text | None:
    """What the calls are, one after the other; of very many, none."""
    found = [one.summary for one in group if one.summary is not None]
    text = "; ".join(dict.fromkeys(summary.text for summary in found))
    return replace(found[0], text=text) if 0 < len(text) <= MAX_SUMMARY else None


def _described(endpoint: Endpoint) -> Body:
    """The body of a call with what the page says of the call."""
    body, told = endpoint.bodies[0], [t for t in (endpoint.summary, endpoint.description) if t]
    if not told or body.shape is None:
        return body
    text = replace(told[0], text="\n\n".join(one.text for one in told))
    return replace(body, shape=replace(body.shape, description=body.shape.description or text))


def _one_answer(answers: Sequence[Answer]) -> Answer:
    shown = tuple(example for answer in answers for example in answer.examples)
    return replace(answers[0], shape=_any_of([a.shape for a in answers]), examples=shown)


def _any_of(shapes: Sequence[Shape | None]) -> Shape | None:
    kinds: dict[str, Shape] = {}
    for shape in shapes:
        if shape is not None:
            kinds.setdefault(str(signature(shape)), shape)
    found = list(kinds.values())
    if len(found) < 2:
        return found[0] if found else None
    source = Source(found[0].source.span, Certainty.INFERRED, _WHY)
    return Shape(Union(tuple(found)), source)
