"""Equal objects at several places become one named schema, where the pages name none."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from apiscribe.naming import pascal, singular, split_words
from apiscribe.pages.assemble_schema import signature
from apiscribe.pages.facts import (
    Answer,
    Certainty,
    Endpoint,
    Facts,
    ListOf,
    MapOf,
    Model,
    Object,
    Reference,
    Shape,
    Source,
    Union,
)

FAMILIES = frozenset(["hand-written", "examples", "field-list", "component-mdx"])
"""Pages of these name schemas seldom; on others every shared schema has a name."""

_SMALLEST = 2
"""An object with fewer members is not worth a name."""


@dataclass(frozen=True, slots=True)
class _Place:
    """One sighting: names in order of preference."""

    names: tuple[str, ...]
    shape: Shape


@dataclass(slots=True)
class _Finder:
    """Walks shapes with the names that they would have."""

    places: dict[Hashable, list[_Place]] = field(default_factory=dict)

    def walk(self, shape: Shape, names: tuple[str, ...], smallest: int = _SMALLEST) -> None:
        """Note every object in `shape`; itself, if it has so many members (`smallest`)."""
        match shape.form:
            case Object(fields):
                if len(fields) >= smallest:
                    self.places.setdefault(signature(shape), []).append(_Place(names, shape))
                for member in fields:
                    own = _word(member.name)
                    self.walk(member.shape, (own, names[0] + own))
            case ListOf(inner) | MapOf(inner):
                self.walk(inner, names)
            case Union(variants):
                for variant in variants:
                    self.walk(variant, names)


def share(facts: Sequence[Facts]) -> list[Facts]:
    """The same facts with one model for each object that stands at several places."""
    own = [page for page in facts if page.family in FAMILIES]
    finder = _Finder()
    for page in own:
        for endpoint in page.endpoints:
            for shape, names in _roots(endpoint):
                fields = shape.form.fields if isinstance(shape.form, Object) else ()
                if names[0] == "Error" and len(fields) == 1:  # what holds the error
                    finder.walk(shape, ("ErrorResponse", names[1] + "Response"), 1)
                else:
                    finder.walk(shape, names)
    named = _names(finder, {m.name for page in facts for m in page.models})
    if not named:
        return list(facts)
    return [_rewritten(page, named) if page.family in FAMILIES else page for page in facts]


def _roots(endpoint: Endpoint) -> Iterator[tuple[Shape, tuple[str, ...]]]:
    noun = _noun(endpoint.path)
    for body in endpoint.bodies:
        if body.shape is not None:
            yield body.shape, (noun, noun + "Request")
    for answer in endpoint.answers:
        if answer.shape is not None:
            yield answer.shape, _answer_names(answer, noun)


def _answer_names(answer: Answer, noun: str) -> tuple[str, ...]:
    if answer.status[:1] in ("4", "5") or answer.status == "default":
        return ("Error", noun + "Error")
    if answer.streamed:
        return (noun + "Chunk",)
    return (noun, noun + "Response")


def _names(finder: _Finder, taken: set[str]) -> dict[Hashable, str]:
    """A name for each object seen more than once; one inside of another is named too."""
    result: dict[Hashable, str] = {}
    used = set(taken)
    for key, places in finder.places.items():
        if len(places) < 2:
            continue
        wanted = [name for place in places for name in place.names if name]
        name = next((name for name in wanted if name not in used), "")
        if name:
            used.add(name)
            result[key] = name
    return result


def _rewritten(page: Facts, named: dict[Hashable, str]) -> Facts:
    models: list[Model] = []

    def swap(shape: Shape) -> Shape:
        name = named.get(signature(shape)) if isinstance(shape.form, Object) else None
        place = len(models)  # before what is inside of it, as the page has it
        inner = inside(shape, swap)
        if name is None:
            return inner
        why = "The same members are shown at several places; the name is made up."
        source = Source(shape.source.span, Certainty.INFERRED, why)
        models.insert(place, Model(name, replace(inner, description=None, source=source), source))
        return Shape(Reference(name), shape.source, (), shape.description)

    endpoints = tuple(swapped(endpoint, swap) for endpoint in page.endpoints)
    return replace(page, endpoints=endpoints, models=(*page.models, *models))


def swapped(endpoint: Endpoint, swap: Callable[[Shape], Shape]) -> Endpoint:
    """`endpoint` with its bodies and answers as `swap` makes them."""
    bodies = tuple(replace(b, shape=swap(b.shape)) if b.shape else b for b in endpoint.bodies)
    answers = tuple(replace(a, shape=swap(a.shape)) if a.shape else a for a in endpoint.answers)
    return replace(endpoint, bodies=bodies, answers=answers)


def inside(shape: Shape, swap: Callable[[Shape], Shape]) -> Shape:
    """`shape` with what is directly in it as `swap` makes it."""
    match shape.form:
        case Object(fields):
            inner = tuple(replace(f, shape=swap(f.shape)) for f in fields)
            return replace(shape, form=replace(shape.form, fields=inner))
        case ListOf(item):
            return replace(shape, form=ListOf(swap(item)))
        case MapOf(value):
            return replace(shape, form=MapOf(swap(value)))
        case Union(variants):
            return replace(shape, form=Union(tuple(map(swap, variants))))
        case _:
            return shape


def _noun(path: str) -> str:
    """`/v1/ships/{id}` → `Ship`."""
    fixed = [part for part in path.split("/") if part and "{" not in part]
    return _word(fixed[-1]) if fixed else "Result"


def _word(name: str) -> str:
    words = split_words(name)
    return pascal((*words[:-1], singular(words[-1]))) if words else ""
