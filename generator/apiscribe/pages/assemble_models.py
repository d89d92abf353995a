"""Sightings of named schemas → components: merged, named, in order, conflicts reported."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from apiscribe.diagnostics import Span
from apiscribe.naming import pascal, split_words
from apiscribe.pages.assemble_schema import signature
from apiscribe.pages.facts import (
    Anything,
    Certainty,
    Conflict,
    Endpoint,
    Facts,
    Field,
    ListOf,
    MapOf,
    Model,
    Object,
    Reference,
    Shape,
    Source,
    Text,
    TupleOf,
    Union,
    Values,
)


@dataclass(slots=True)
class Component:
    """A named schema: `key` in the document, and its equal sightings, the listed ones first."""

    key: str
    name: str
    sightings: list[Model]
    text: Text | None = None

    @property
    def listed(self) -> bool:
        """Whether a page lists it as a model of its own."""
        return any(m.listed for m in self.sightings)


@dataclass(slots=True)
class Components:
    """All named schemas of a document, in its order.

    `named`, `scoped` and `worded` find them: the first by name and by name and scope, all by the
    words of their names. A schema's sightings are all there when it is added.
    """

    ordered: list[Component] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    named: dict[str, Component] = field(default_factory=dict)
    scoped: dict[tuple[str, str], Component] = field(default_factory=dict)
    worded: dict[tuple[str, ...], list[Component]] = field(default_factory=dict)

    def add(self, component: Component) -> None:
        """Put `component` last."""
        self.ordered.append(component)
        self.named.setdefault(component.name, component)
        for model in component.sightings:
            self.scoped.setdefault((component.name, model.scope), component)
        self.worded.setdefault(tuple(split_words(component.name)), []).append(component)

    def find(self, reference: Reference) -> Component | None:
        """The schema a reference means: that of its own scope, else the first of the name."""
        own = self.scoped.get((reference.name, reference.scope))
        return own if own is not None else self.named.get(reference.name)

    def key(self, reference: Reference) -> str:
        """The component's key; every reference has one after `collect`."""
        found = self.find(reference)
        return found.key if found is not None else component_key(reference.name)

    def own_text(self, reference: Reference) -> Text | None:
        """The description of the schema itself."""
        found = self.find(reference)
        return found.text if found is not None else None


def component_key(name: str) -> str:
    """`name` as OpenAPI allows it for a component (`^[a-zA-Z0-9._-]+$`)."""
    return re.sub(r"[^A-Za-z0-9._-]", "_", name) or "_"


def collect(facts: Sequence[Facts]) -> Components:
    """Components of all pages: the listed ones first, in the pages' order, then the others."""
    models = [model for page in facts for model in page.models]
    result = Components()
    by_name: dict[str, list[Model]] = {}
    for model in models:
        by_name.setdefault(model.name, []).append(model)
    merged = [
        component
        for name, sightings in by_name.items()
        for component in _merge(name, sightings, result.conflicts)
    ]
    first = {id(m): position for position, m in enumerate(models)}
    for component in sorted(merged, key=lambda c: _position(c, first)):
        result.add(component)
    _name_apart(result)
    _add_unshown(result, facts)
    for component in result.ordered:
        component.text = _own_text(component)
    _hoist_texts(result, facts)
    return result


def _position(component: Component, first: dict[int, int]) -> tuple[bool, int]:
    listed = [first[id(m)] for m in component.sightings if m.listed]
    return not listed, min(listed or [first[id(m)] for m in component.sightings])


def _merge(name: str, sightings: Sequence[Model], conflicts: list[Conflict]) -> list[Component]:
    """One component per scope and shape; differing shapes in one scope are a conflict."""
    groups: dict[Hashable, list[Model]] = {}
    for model in _completed(sightings):
        groups.setdefault(signature(model.shape), []).append(model)
    kept: list[Component] = []
    taken: dict[str, Component] = {}
    for group in sorted(groups.values(), key=lambda g: not any(m.listed for m in g)):
        fresh = [m for m in group if m.scope not in taken]
        for model in group:
            if model.scope in taken:
                other = taken[model.scope].sightings[0]
                conflicts.append(
                    Conflict(
                        f"{name} is shown with different shapes.",
                        (other.source.span, extent(model.shape, model.source.span)),
                        "the first of these",
                    )
                )
        if fresh:
            ordered = sorted(fresh, key=lambda m: not m.listed)
            component = Component(component_key(name), name, ordered)
            kept.append(component)
            taken.update(dict.fromkeys((m.scope for m in fresh), component))
    return kept


def _completed(sightings: Sequence[Model]) -> Iterator[Model]:
    """Below a reference a model's members are shown again, not what it says of itself."""
    own = next((m.shape for m in sightings if m.listed), None)
    for model in sightings:
        if model.listed or own is None:
            yield model
            continue
        form = model.shape.form
        if isinstance(form, Object) and isinstance(own.form, Object):
            form = replace(form, extra=form.extra or own.form.extra)
        keywords = model.shape.keywords or own.keywords
        yield replace(model, shape=replace(model.shape, form=form, keywords=keywords))


def extent(shape: Shape, start: Span) -> Span:
    """All lines of `shape`, whose first is at `start`."""
    spans = [start, *(s for inner in walk(shape) for s in _spans(inner))]
    own = [s for s in spans if s.file == start.file and s.line]
    return replace(
        start,
        line=min((s.line for s in own), default=0),
        end_line=max((max(s.line, s.end_line) for s in own), default=0),
    )


def _spans(shape: Shape) -> Iterator[Span]:
    """The lines of a shape, its members' and values' prose included."""
    yield shape.source.span
    yield from (k.source.span for k in shape.keywords)
    texts = [shape.description]
    if isinstance(shape.form, Object):
        for member in shape.form.fields:
            yield member.source.span
            texts += [member.description, member.deprecation]
    if isinstance(shape.form, Values):
        yield from (v.source.span for v in shape.form.values)
        texts += [v.description for v in shape.form.values]
    yield from (text.source.span for text in texts if text is not None)


def _name_apart(components: Components) -> None:
    """Give schemas of one name different keys: the first keeps it, others take their scope's words."""
    used: set[str] = set()
    for component in components.ordered:
        if component.key in used:
            component.key = _scoped_key(component, used)
            first = components.find(Reference(component.name))
            others = (first.sightings[0].source.span,) if first is not None else ()
            components.conflicts.append(
                Conflict(
                    f"Two different models are called {component.name}.",
                    (*others, component.sightings[0].source.span),
                    f"both; the second is called {component.key}",
                )
            )
        used.add(component.key)


def _scoped_key(component: Component, used: set[str]) -> str:
    scope = component.sightings[0].scope.split(".")
    for start in range(len(scope) - 1, -1, -1):
        words = [word for part in scope[start:] for word in split_words(part or component.name)]
        key = component_key(pascal(words) + component.name)
        if key not in used:
            return key
    number = 2
    while f"{component.key}_{number}" in used:
        number += 1
    return f"{component.key}_{number}"


def _add_unshown(components: Components, facts: Sequence[Facts]) -> None:
    """Schemas that are named and never shown: anything fits them, which is assumed."""
    for shape in _shapes(facts):
        form = shape.form
        if not isinstance(form, Reference) or components.find(form) is not None:
            continue
        source = Source(
            shape.source.span,
            Certainty.ASSUMED,
            f"The page names {form.name} and does not show it.",
        )
        model = Model(form.name, Shape(Anything(), source), source, scope=form.scope)
        components.add(Component(component_key(form.name), form.name, [model]))
        components.conflicts.append(
            Conflict(f"{form.name} is named but not shown.", (source.span,), "any value fits it")
        )


def _own_text(component: Component) -> Text | None:
    return next((m.shape.description for m in component.sightings if m.shape.description), None)


def _hoist_texts(components: Components, facts: Sequence[Facts]) -> None:
    """The text under members that refer to a schema is the schema's when all of several agree.

    Pages print the description of a shared model under each declaration that refers to it. A
    listed model shows its own; for others the evidence is that two different members have it.
    """
    texts: dict[int, dict[str, Text | None]] = {}
    for owner, member in _members(components, facts):
        form = member.shape.form
        if isinstance(form, Reference) and (target := components.find(form)) is not None:
            texts.setdefault(id(target), {})[owner] = member.description
    for component in components.ordered:
        found = list(texts.get(id(component), {}).values())
        plain = {text.text if text is not None else "" for text in found}
        if component.listed or component.text or len(found) < 2 or len(plain) != 1 or "" in plain:
            continue
        text = found[0]
        assert text is not None
        why = f"Every member that refers to {component.name} has this description."
        component.text = replace(text, source=Source(text.source.span, Certainty.INFERRED, why))


def _members(components: Components, facts: Sequence[Facts]) -> Iterator[tuple[str, Field]]:
    """Every distinct member, with a text that tells whose it is."""
    for component in components.ordered:
        yield from _fields(component.sightings[0].shape, component.key)
    for page in facts:
        for endpoint in page.endpoints:
            for number, shape in enumerate(_endpoint_shapes(endpoint)):
                yield from _fields(shape, f"{endpoint.method} {endpoint.path} {number}")


def _fields(shape: Shape, owner: str) -> Iterator[tuple[str, Field]]:
    form = shape.form
    if isinstance(form, Object):
        for member in form.fields:
            path = f"{owner}/{member.name}"
            yield path, member
            yield from _fields(member.shape, path)
    for number, inner in enumerate(inner_shapes(shape)):
        if not isinstance(form, Object):
            yield from _fields(inner, f"{owner}/{number}")


def _shapes(facts: Sequence[Facts]) -> Iterator[Shape]:
    """Every shape of every page, nested ones included."""
    for page in facts:
        for model in page.models:
            yield from walk(model.shape)
        for endpoint in page.endpoints:
            for shape in _endpoint_shapes(endpoint):
                yield from walk(shape)


def _endpoint_shapes(endpoint: Endpoint) -> Iterator[Shape]:
    yield from (p.field.shape for p in endpoint.parameters)
    yield from (b.shape for b in endpoint.bodies if b.shape is not None)
    for answer in endpoint.answers:
        if answer.shape is not None:
            yield answer.shape
        yield from (f.shape for f in answer.headers)


def walk(shape: Shape) -> Iterator[Shape]:
    """`shape` and everything in it; references are not followed."""
    yield shape
    for inner in inner_shapes(shape):
        yield from walk(inner)


def inner_shapes(shape: Shape) -> tuple[Shape, ...]:
    """The shapes directly inside `shape`."""
    match shape.form:
        case ListOf(item):
            return (item,)
        case MapOf(value):
            return (value,)
        case TupleOf(items, rest):
            return items if rest is None else (*items, rest)
        case Object(fields, extra, patterns):
            more = () if extra is None else (extra,)
            return (*(f.shape for f in fields), *(s for _, s in patterns), *more)
        case Union(variants):
            return variants
        case _:
            return ()
