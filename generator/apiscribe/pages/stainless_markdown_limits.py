"""Defaults, limits and null that the prose of Stainless pages states, where no keyword says it.

Our own docs have the same form and state all of that in keywords; what their prose says beside it
is a description, and no more. Their overview gives the API's version, which no other page does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from apiscribe.pages.facts import (
    Answer,
    Body,
    Endpoint,
    Facts,
    Field,
    Keyword,
    Model,
    Object,
    Parameter,
    Shape,
    Source,
    Values,
)
from apiscribe.pages.json_shape_shapes import with_null
from apiscribe.pages.parts.kinds import kind_of_form
from apiscribe.pages.parts.limits import ACCESS, Limits, read_limits, typed
from apiscribe.pages.shared_shapes import inside

FAMILY = "stainless-md"


def with_prose(facts: Sequence[Facts]) -> list[Facts]:
    """The pages of an API, with what the descriptions of members state added to the members."""
    if any(page.family == FAMILY and page.version is not None for page in facts):
        return list(facts)
    return [_page(page) if page.family == FAMILY else page for page in facts]


def _page(page: Facts) -> Facts:
    endpoints = tuple(map(_endpoint, page.endpoints))
    return replace(page, endpoints=endpoints, models=tuple(map(_model, page.models)))


def _model(model: Model) -> Model:
    return replace(model, shape=_inside(model.shape))


def _endpoint(endpoint: Endpoint) -> Endpoint:
    return replace(
        endpoint,
        parameters=tuple(map(_parameter, endpoint.parameters)),
        bodies=tuple(map(_body, endpoint.bodies)),
        answers=tuple(map(_answer, endpoint.answers)),
    )


def _parameter(parameter: Parameter) -> Parameter:
    return replace(parameter, field=_field(parameter.field))


def _body(body: Body) -> Body:
    return replace(body, shape=_inside(body.shape)) if body.shape is not None else body


def _answer(answer: Answer) -> Answer:
    return replace(answer, shape=_inside(answer.shape)) if answer.shape is not None else answer


def _inside(shape: Shape) -> Shape:
    """The shape with the members below it as their texts have them."""
    if isinstance(shape.form, Object):
        fields = tuple(map(_field, shape.form.fields))
        return replace(shape, form=replace(shape.form, fields=fields))
    return inside(shape, _inside)


def _field(member: Field) -> Field:
    shape = _inside(member.shape)
    text = member.description
    kind = _kind(shape)
    if text is None or not kind:
        return replace(member, shape=shape)
    limits = read_limits(text.text, kind, member.name)
    known = {keyword.name for keyword in shape.keywords}
    added = (k for k in _keywords(shape, kind, limits, text.source) if k.name not in known)
    shape = replace(shape, keywords=(*shape.keywords, *added))
    return replace(member, shape=with_null(shape, text.source) if limits.nullable else shape)


def _keywords(shape: Shape, kind: str, limits: Limits, source: Source) -> Iterator[Keyword]:
    if not isinstance(shape.form, Values):
        for name, value in limits.keywords.items():
            if name not in ACCESS:
                yield Keyword(name, value, source)
    default = typed(limits.default, kind) if limits.default is not None else None
    if default is not None and _is_allowed(shape, default[0]):
        yield Keyword("default", default[0], source)


def _is_allowed(shape: Shape, value: object) -> bool:
    form = shape.form
    return not isinstance(form, Values) or value in [one.value for one in form.values]


def _kind(shape: Shape) -> str:
    """The JSON kind of a member; "" where it has no single one, or prose says nothing of it."""
    if isinstance(shape.form, Values):
        return "string" if all(isinstance(one.value, str) for one in shape.form.values) else ""
    kind = kind_of_form(shape.form)
    return "" if kind in ("null", "object") else kind
