"""References by a name that another page may describe: settled when all pages are read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from apiscribe.pages.facts import Anything, Endpoint, Facts, MapOf, Parameter, Reference, Shape
from apiscribe.pages.shared_shapes import inside, swapped


def settle_named(facts: Sequence[Facts]) -> list[Facts]:
    """The same facts; a soft reference to what no page describes is an object of any members, or as samples show it."""
    known = {model.name for page in facts for model in page.models}
    return [_settled(page, known) for page in facts]


def _settled(page: Facts, known: Collection[str]) -> Facts:
    def swap(shape: Shape) -> Shape:
        form = shape.form
        if isinstance(form, Reference) and form.soft:
            found = form.name in known
            free = form.shown or MapOf(Shape(Anything(), shape.source))
            return replace(shape, form=Reference(form.name, form.scope) if found else free)
        return inside(shape, swap)

    def endpoint(one: Endpoint) -> Endpoint:
        parameters = tuple(_parameter(parameter) for parameter in one.parameters)
        return replace(swapped(one, swap), parameters=parameters)

    def _parameter(one: Parameter) -> Parameter:
        return replace(one, field=replace(one.field, shape=swap(one.field.shape)))

    if page.family not in ("hand-written", "component-mdx", "examples"):
        return page
    models = tuple(replace(model, shape=swap(model.shape)) for model in page.models)
    return replace(page, endpoints=tuple(map(endpoint, page.endpoints)), models=models)
