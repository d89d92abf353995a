"""Members of forms that only a call shows; names with brackets (`address[city]=Bath`) are nested."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import (
    Body,
    Certainty,
    Field,
    Json,
    Keyword,
    Kind,
    ListOf,
    MapOf,
    Object,
    Presence,
    Scalar,
    Shape,
    Source,
    Union,
)
from apiscribe.pages.hand_helpers import kind_of_text
from apiscribe.pages.parts.rows import Row

_NESTED = re.compile(r"(?P<name>[^\[\]]+)(?P<steps>(?:\[[^\[\]]*\])+)")
_WHY = "A call on the page nests a member of the form by brackets."
MAX_STEPS = 24
"""A name with more brackets is not taken apart."""

_FILE = re.compile(r"\b(?:files?|binary|blob|upload)\b", re.I)


def form_type(rows: Sequence[Row], files: Sequence[tuple[str, str]]) -> str:
    """The media type of a form of which the page says no more: only one of the two holds files."""
    parts = bool(files) or any(_FILE.search(row.type) for row in rows)
    return "multipart/form-data" if parts else "application/x-www-form-urlencoded"


Pair = tuple[tuple[str, ...], str]
"""The steps below a member, and the value sent."""


def form_fields(
    described: Sequence[Field], pairs: Sequence[tuple[str, str]], source: Source
) -> tuple[Field, ...]:
    """The described members, and those that only the call has."""
    shown: dict[str, list[Pair]] = {}
    for written, value in pairs:
        name, steps = _taken_apart(written)
        shown.setdefault(name, []).append((steps, value))
    known = {field.name for field in described}
    more = (
        Field(name, _shape(found, source), Presence.UNSTATED, source)
        for name, found in shown.items()
        if name not in known
    )
    return (*described, *more)


def _taken_apart(written: str) -> tuple[str, tuple[str, ...]]:
    match = _NESTED.fullmatch(written)
    steps = re.findall(r"\[([^\[\]]*)\]", match["steps"]) if match is not None else []
    if match is None or len(steps) > MAX_STEPS:
        return written, ()
    return match["name"], tuple(steps)


def _shape(found: Sequence[Pair], source: Source) -> Shape:
    """The shape of a member by all that is sent below its name."""
    inner = [(steps, value) for steps, value in found if steps]
    if not inner:
        return _scalar(found[0][1], source)
    if all(steps[0] == "" or steps[0].isdigit() for steps, _ in inner):
        rest = [(steps[1:], value) for steps, value in inner]
        return Shape(ListOf(_shape(rest, source)), source)
    below: dict[str, list[Pair]] = {}
    for steps, value in inner:
        below.setdefault(steps[0], []).append((steps[1:], value))
    fields = (
        Field(name, _shape(one, source), Presence.UNSTATED, source) for name, one in below.items()
    )
    return Shape(Object(tuple(fields)), source)


def _scalar(value: str, source: Source) -> Shape:
    if value.startswith(("@", "<")):
        return Shape(Scalar(Kind.STRING), source, (Keyword("format", "binary", source),))
    return Shape(Scalar(kind_of_text(value)), source)


def nested_form(body: Body, pairs: Sequence[tuple[str, str]], span: Span) -> Body:
    """The body with how its members are nested, where a call shows that brackets do it.

    Objects, and lists of them, have no other way to be sent in the same form; a list of plain
    values has, and is told to be in brackets where the call shows it.
    """
    written = {name for name, steps in map(_taken_apart, (name for name, _ in pairs)) if steps}
    form = body.shape.form if body.shape is not None else None
    if not written or not isinstance(form, Object):
        return body
    how: dict[str, Json] = {"style": "deepObject", "explode": True}
    nested = [f.name for f in form.fields if f.name in written or _holds_members(f.shape)]
    source = Source(span, Certainty.INFERRED, _WHY)
    return replace(body, encodings=tuple((name, how) for name in nested), encoded=source)


def _holds_members(shape: Shape) -> bool:
    return any(isinstance(form, Object | MapOf) for form in _forms(shape))


def _forms(shape: Shape) -> Iterator[object]:
    """The form of a shape; of a list that of its items, of a union those of its variants."""
    match shape.form:
        case ListOf(item):
            yield from _forms(item)
        case Union(variants):
            for variant in variants:
                yield from _forms(variant)
        case form:
            yield form
