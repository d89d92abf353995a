"""Keyword paragraphs: what a type line does not say (``minimum: `1` · default: `100` ``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, assert_never

from apiscribe.ir import (
    Access,
    Alias,
    Api,
    Const,
    Constraints,
    Docs,
    Enum,
    Example,
    Field,
    JsonValue,
    List,
    Location,
    Map,
    Missing,
    Nothing,
    Nullable,
    Parameter,
    Record,
    Ref,
    Scalar,
    SecurityRequirement,
    Style,
    Tuple,
    Type,
    Union,
)
from apiscribe.ir.types import NO_CONSTRAINTS
from apiscribe.targets.docs.names import PageNames
from apiscribe.targets.markup import atom, code, literal

Fact: TypeAlias = tuple[str, str]
"""A keyword and its value as text; the value `true` of a flag is shown without code marks."""

_KEYWORDS: Final = (
    ("minimum", "minimum"),
    ("maximum", "maximum"),
    ("exclusive_minimum", "exclusiveMinimum"),
    ("exclusive_maximum", "exclusiveMaximum"),
    ("multiple_of", "multipleOf"),
    ("min_length", "minLength"),
    ("max_length", "maxLength"),
    ("min_items", "minItems"),
    ("max_items", "maxItems"),
    ("min_properties", "minProperties"),
    ("max_properties", "maxProperties"),
)
_LONGEST_EXAMPLE: Final = 160
_STYLES: Final = {
    Location.PATH: Style.SIMPLE,
    Location.QUERY: Style.FORM,
    Location.HEADER: Style.SIMPLE,
    Location.COOKIE: Style.FORM,
}


_SIGNS: Final = {"exclusiveMinimum": "> ", "exclusiveMaximum": "< "}


def facts_text(facts: Iterable[Fact]) -> str:
    """The paragraph, "" when there are no facts."""
    return " · ".join(
        f"{key}: {value}" if value == "true" else f"{key}: {code(value)}" for key, value in facts
    )


def constraint_facts(constraints: Constraints, prefix: str = "") -> Iterator[Fact]:
    """JSON Schema's own words, in its order."""
    if constraints == NO_CONSTRAINTS:
        return
    for attribute, keyword in _KEYWORDS:
        value = getattr(constraints, attribute)
        if value is not None:
            yield f"{prefix}{keyword}", _SIGNS.get(keyword, "") + literal(value)
    if constraints.pattern is not None:
        yield f"{prefix}pattern", atom(constraints.pattern)
    if constraints.unique_items:
        yield f"{prefix}uniqueItems", "true"


def _scalar_facts(type: Scalar, prefix: str) -> Iterator[Fact]:
    if type.format:
        yield f"{prefix}format", atom(type.format)
    yield from constraint_facts(type.constraints, prefix)


class TypeFacts:
    """Facts about types, as far as they are shown in place (not on a page of their own)."""

    def __init__(self, api: Api, names: PageNames) -> None:
        self._api = api
        self._names = names

    def of(self, type: Type, prefix: str = "") -> Iterator[Fact]:
        """The facts of `type` and of what it holds; deeper ones with a path (`items.format`)."""
        match type:
            case Scalar():
                yield from _scalar_facts(type, prefix)
            case Const(open=False):
                yield f"{prefix}open", "false"
            case List(item=item, constraints=constraints):
                yield from constraint_facts(constraints, prefix)
                if not self.own_line(item):
                    yield from self.of(item, f"{prefix}items.")
            case Map(value=value, constraints=constraints):
                yield from constraint_facts(constraints, prefix)
                if type.key_pattern is None and not self.own_line(value):
                    yield from self.of(value, f"{prefix}values.")
            case Tuple(required=required) if required:
                yield f"{prefix}minItems", str(required)
            case Nullable(inner=inner):
                yield from self.of(inner, prefix)
            case Ref(id=id) if not self._names.has_page(id):
                yield from self.declared(id, prefix)
            case _:
                return

    def declared(self, id: str, prefix: str = "") -> Iterator[Fact]:
        """The facts of a declaration itself."""
        match self._api.declarations[id]:
            case Record(extra=extra, constraints=constraints):
                yield from constraint_facts(constraints, prefix)
                if isinstance(extra, Nothing):
                    yield f"{prefix}additionalProperties", "false"
            case Enum(open=open):
                if not open:
                    yield f"{prefix}open", "false"
            case Union(choose=choose):
                if choose.tag is not None:
                    yield f"{prefix}discriminator", atom(choose.tag.field)
            case Alias(type=type):
                yield from self.of(type, prefix)
            case other:
                assert_never(other)

    def own_line(self, type: Type) -> bool:
        """Whether an inner type has words of its own, so that it needs a line (`[item]: …`)."""
        inner = type.inner if isinstance(type, Nullable) else type
        if not isinstance(inner, Ref) or self._names.has_page(inner.id):
            return False
        docs = self._api.declarations[inner.id].docs
        return bool(docs.description or docs.summary)


def value_facts(default: JsonValue | Missing, examples: Iterable[Example]) -> Iterator[Fact]:
    """Default and examples of a member or parameter; long examples are left out."""
    if not isinstance(default, Missing):
        yield "default", literal(default)
    for example in examples:
        text = literal(example.value)
        if len(text) <= _LONGEST_EXAMPLE:
            yield "example", text


def docs_facts(docs: Docs) -> Iterator[Fact]:
    """Whether it is deprecated."""
    if docs.deprecated:
        yield "deprecated", "true"


def access_facts(field: Field) -> Iterator[Fact]:
    """Which direction a member travels."""
    if field.access is Access.READ:
        yield "readOnly", "true"
    elif field.access is Access.WRITE:
        yield "writeOnly", "true"


def parameter_facts(parameter: Parameter) -> Iterator[Fact]:
    """How a parameter is written, where it is not the usual way of its place."""
    if parameter.media_type:
        yield "content", atom(parameter.media_type)
        return
    usual = _STYLES.get(parameter.location)
    if usual is not None and parameter.style is not usual:
        yield "style", parameter.style.value
    if parameter.explode is not (parameter.style in (Style.FORM, Style.COOKIE)):
        yield "explode", str(parameter.explode).lower()
    if parameter.allow_reserved:
        yield "allowReserved", "true"


def security_text(requirements: tuple[SecurityRequirement, ...]) -> str:
    """ "`A` + `B` or none": alternatives joined by `or`, schemes needed together by `+`."""
    if not requirements:
        return "none"
    return " or ".join(
        " + ".join(
            code(atom(id))
            + (f" ({', '.join(code(atom(one)) for one in scopes)})" if scopes else "")
            for id, scopes in requirement.schemes
        )
        or "none"
        for requirement in requirements
    )
