"""Keyword lines put where they belong in a shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from apiscribe.pages.facts import (
    Anything,
    Json,
    Keyword,
    Kind,
    ListOf,
    MapOf,
    Nothing,
    Object,
    Scalar,
    Shape,
    Source,
    TupleOf,
    Union,
    Values,
)
from apiscribe.pages.stainless_markdown_prose import VALIDATION, KeywordLine

Change = Callable[[Shape], Shape]
Test = Callable[[Shape], bool]

_NUMBERS = frozenset(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"])
_LISTS = frozenset(["minItems", "maxItems", "uniqueItems"])
_OBJECTS = frozenset(["minProperties", "maxProperties"])


def constant(shape: Shape) -> Shape:
    """An alternative of one value has the text of that value."""
    form = shape.form
    if not isinstance(form, Values) or len(form.values) != 1 or shape.description is not None:
        return shape
    only = form.values[0]
    bare = Values((replace(only, description=None),))
    return replace(shape, form=bare, description=only.description)


def apply_keyword(shape: Shape, keyword: KeywordLine, source: Source) -> Shape:
    """`shape` with one keyword line.

    A validation keyword goes to the first type from the outside that it can be about; `default`,
    `example` and the like stay with the whole.
    """
    if keyword.chain:
        inner = replace(keyword, chain=keyword.chain[1:])
        change: Change = lambda found: apply_keyword(found, inner, source)  # noqa: E731
        return _descend(shape, keyword.chain[0], change) or _attach(shape, keyword, source)
    match keyword.name:
        case "example":
            return _with_example(shape, keyword.value, source)
        case "additionalProperties":
            return _first(shape, _is_object, lambda found: _closed(found, keyword, source)) or shape
        case "open":
            sdk = Keyword("x-sdk", {"open": keyword.value}, source)
            return _first(shape, _is_values, lambda found: _plus(found, sdk)) or shape
        case "discriminator":
            by: dict[str, Json] = {"propertyName": keyword.value}
            return _first(shape, _is_union, lambda u: _discriminated(u, by, source)) or shape
        case name if name in VALIDATION:
            test = _subject(name)
            wanted = Keyword(name, keyword.value, source)
            return _first(shape, test, lambda found: _plus(found, wanted)) or _plus(shape, wanted)
    return _attach(shape, keyword, source)


def with_mapping(shape: Shape, mapping: dict[str, str], source: Source) -> Shape:
    """`shape`, a union, with the values of its discriminator that select the variants."""
    return _discriminated(shape, {"propertyName": "", "mapping": mapping}, source)


def _discriminated(shape: Shape, stated: dict[str, Json], source: Source) -> Shape:
    """The discriminator with what is stated now; what was stated before stays."""
    others = tuple(each for each in shape.keywords if each.name != "discriminator")
    before = next((each for each in shape.keywords if each.name == "discriminator"), None)
    value = dict(before.value) if before and isinstance(before.value, dict) else {}
    value.update(stated)
    return replace(shape, keywords=(*others, Keyword("discriminator", value, source)))


def _attach(shape: Shape, keyword: KeywordLine, source: Source) -> Shape:
    return _plus(shape, Keyword(keyword.name, keyword.value, source))


def _plus(shape: Shape, keyword: Keyword) -> Shape:
    return replace(shape, keywords=(*shape.keywords, keyword))


def _with_example(shape: Shape, value: Json, source: Source) -> Shape:
    """Examples add up to one `examples` keyword."""
    for index, each in enumerate(shape.keywords):
        if each.name == "examples" and isinstance(each.value, list):
            more = replace(each, value=[*each.value, value])
            keywords = (*shape.keywords[:index], more, *shape.keywords[index + 1 :])
            return replace(shape, keywords=keywords)
    return _plus(shape, Keyword("examples", [value], source))


def _closed(shape: Shape, keyword: KeywordLine, source: Source) -> Shape:
    form = shape.form
    extra = Shape(Anything() if keyword.value else Nothing(), source)
    if isinstance(form, Object):
        return replace(shape, form=replace(form, extra=extra))
    return replace(shape, form=Object((), extra))


def _is_object(shape: Shape) -> bool:
    return isinstance(shape.form, Object | MapOf)


def _is_values(shape: Shape) -> bool:
    return isinstance(shape.form, Values)


def _is_union(shape: Shape) -> bool:
    """A union of more than one type and null."""
    form = shape.form
    if not isinstance(form, Union):
        return False
    return sum(variant.form != Scalar(Kind.NULL) for variant in form.variants) > 1


def _subject(name: str) -> Test:
    """What a validation keyword is about (JSON Schema 2020-12 validation, section 6)."""
    if name in _NUMBERS:
        return lambda shape: _kinds(shape) <= {Kind.INTEGER, Kind.NUMBER} != set()
    if name in _LISTS:
        return lambda shape: isinstance(shape.form, ListOf | TupleOf)
    if name in _OBJECTS:
        return _is_object
    if name == "format":
        return lambda shape: bool(_kinds(shape)) and _kinds(shape) != {Kind.NULL}
    return lambda shape: _kinds(shape) == {Kind.STRING}


def _kinds(shape: Shape) -> set[Kind]:
    """The kinds of a scalar or of constants; empty for anything else."""
    form = shape.form
    if isinstance(form, Scalar):
        return {form.kind}
    return {kind_of(value.value) for value in form.values} if isinstance(form, Values) else set()


def kind_of(value: object) -> Kind:
    """The JSON kind of a scalar value."""
    if value is None:
        return Kind.NULL
    if isinstance(value, bool):
        return Kind.BOOLEAN
    if isinstance(value, int):
        return Kind.INTEGER
    return Kind.NUMBER if isinstance(value, float) else Kind.STRING


def _first(shape: Shape, test: Test, change: Change) -> Shape | None:
    """Change the first shape from the outside that passes; `None` when none does."""
    if test(shape):
        return change(shape)
    match shape.form:
        case ListOf(item=item):
            found = _first(item, test, change)
            return found and replace(shape, form=ListOf(found))
        case MapOf(value=value):
            found = _first(value, test, change)
            return found and replace(shape, form=MapOf(found))
        case Union(variants=variants):
            for index, variant in enumerate(variants):
                if (found := _first(variant, test, change)) is not None:
                    changed = (*variants[:index], found, *variants[index + 1 :])
                    return replace(shape, form=Union(changed))
    return None


def _descend(shape: Shape, step: str, change: Change) -> Shape | None:
    """Change the items or the values of the first list or map."""

    def inside(found: Shape) -> Shape:
        match found.form:
            case ListOf(item=item):
                return replace(found, form=ListOf(change(item)))
            case TupleOf(items=items, rest=rest) if rest is not None:
                return replace(found, form=TupleOf(items, change(rest)))
            case MapOf(value=value):
                return replace(found, form=MapOf(change(value)))
            case Object(extra=extra) if extra is not None:
                return replace(found, form=replace(found.form, extra=change(extra)))
        return found

    wanted = (ListOf, TupleOf) if step == "items" else (MapOf, Object)
    variants = shape.form.variants if isinstance(shape.form, Union) else (shape,)
    for index, variant in enumerate(variants):
        if isinstance(variant.form, wanted):
            if variant is shape:
                return inside(shape)
            changed = (*variants[:index], inside(variant), *variants[index + 1 :])
            return replace(shape, form=Union(changed))
    return None
