"""A language's flavour of a Stainless page beside the HTTP page: what that page hides.

The HTTP flavour shows every number as `number` and no null in answers. Go, Python, Java and C#
show which numbers are integers, TypeScript what may be null. Names of members are compared without
case and marks (`MaxTokens` is `max_tokens`); where one flavour shows a name in two ways, it tells
nothing. All of it is inferred: an SDK's type is not what is sent. What the method is called in an
SDK, the call above the endpoint states (`client.things.parts.create(…)`, Python and TypeScript).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from apiscribe.naming import snake, split_words
from apiscribe.pages.facts import (
    Certainty,
    Endpoint,
    Facts,
    Field,
    Kind,
    ListOf,
    MapOf,
    Model,
    Object,
    Scalar,
    Shape,
    Source,
    TupleOf,
    Union,
)
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.endpoints import METHODS

_ENDPOINT = re.compile(
    r"^(?:Deprecated *)?(?:\*\*(?P<bold>[A-Za-z]+)\*\* `(?P<code>/\S*)`|(?P<verb>[A-Za-z]{3,7}) *(?P<path>/\S*))$"
)
_SIGN = re.compile(
    r"\*\*kwargs|\(ctx\b|RequestOptions|Params\.none\(\)|CancellationToken|\bclient\.\w"
)
_CALL = re.compile(r"^[-*`\s]*client((?:\.[A-Za-z_]\w*)+)\.([A-Za-z_]\w*)\(")
_COLON = re.compile(r"^\"?(?P<name>[A-Za-z_$][\w$-]*)\"?\??: (?P<type>[^{]+?)(?: ?\{.*)?$")
_GO = re.compile(r"^(?P<name>[A-Z]\w*) (?P<type>[\w.\[\]*]+?)(?:\s*Optional)?$")
_TYPED = re.compile(r"^(?:required )?(?P<type>[\w<>?\[\], ]+?[>?\]]?) (?P<name>[A-Za-z_]\w*)$")
_WRAPPED = re.compile(
    r"^(?:(?:Optional|List|Sequence|Iterable|IReadOnlyList|param\.Field)[\[<](?P<in>.+)[\]>]"
    r"|\[\](?P<go>.+)|\*(?P<star>.+)|(?P<mark>.+)\?)$"
)
_INTEGERS = frozenset(["int", "int32", "int64", "Long", "long", "Integer", "Int"])
_FLOATS = frozenset(["float", "float64", "float32", "double", "Double", "Float"])
_READ = {
    "Python": _COLON, "TypeScript": _COLON, "Go": _GO, "Java": _TYPED, "C#": _TYPED,
}  # fmt: skip


@dataclass(slots=True)
class SdkPage:
    """What a flavour shows: its endpoints, and members by bare name → the line that shows it.

    `calls`: endpoint → resource, method and line of the call that stands above it.
    """

    page: PageSource
    family: str
    language: str
    endpoints: frozenset[tuple[str, str]]
    integers: dict[str, int] = field(default_factory=dict)
    nullable: dict[str, int] = field(default_factory=dict)
    calls: dict[tuple[str, str], tuple[tuple[str, ...], str, int]] = field(default_factory=dict)

    def lines(self) -> Facts:
        """The page as one that adds nothing of its own."""
        why = f"the {self.language} flavour, read beside the HTTP page"
        furniture = {line.number: why for line in self.page.lines if line.text}
        return Facts(self.page, self.family, furniture=furniture)


def may_be_sdk(page: PageSource) -> bool:
    """Whether anything on the page is of an SDK: cheap, for most pages are not."""
    return _SIGN.search(page.text) is not None


def sdk_language(page: PageSource, family: str) -> str:
    """The language whose SDK a page of a Stainless family shows; "": it is the HTTP flavour."""
    if family == "stainless-md":
        from apiscribe.pages.stainless_markdown import sdk_language as of_markdown

        return of_markdown(page)
    if family == "stainless-text":
        from apiscribe.pages.stainless_text import sdk_language as of_text

        return of_text(page)
    return ""


def read_sdk_page(page: PageSource, family: str, language: str) -> SdkPage:
    """What the flavour of `language` shows beside the HTTP page."""
    endpoints = dict(_endpoints(page))
    result = SdkPage(page, family, language, frozenset(endpoints))
    if language in ("Python", "TypeScript"):  # Go and Java have verbs and cases of their own
        result.calls = {at: call for at, line in endpoints.items() if (call := _call(page, line))}
    numbers: dict[str, dict[str, int]] = {}
    nulls: dict[str, dict[bool, int]] = {}
    for name, kind, line in _members(page, language):
        word = _unwrapped(kind)
        told = "integer" if word in _INTEGERS else "float" if word in _FLOATS else "other"
        numbers.setdefault(name, {}).setdefault(told, line)
        has_null = re.search(r"\|\s*null\b", kind) is not None
        nulls.setdefault(name, {}).setdefault(has_null, line)
    result.integers = {n: one["integer"] for n, one in numbers.items() if set(one) == {"integer"}}
    if language == "TypeScript":
        result.nullable = {n: one[True] for n, one in nulls.items() if set(one) == {True}}
    return result


def _endpoints(page: PageSource) -> Iterator[tuple[tuple[str, str], int]]:
    """Method and path of each endpoint, with its line."""
    for line in page.lines:
        match = _ENDPOINT.match(line.text.replace("\\_", "_"))
        method = (match["bold"] or match["verb"]).upper() if match is not None else ""
        if match is not None and method in METHODS:
            yield (method, match["code"] or match["path"]), line.number


def _call(page: PageSource, line: int) -> tuple[tuple[str, ...], str, int] | None:
    """Resource, method and line of the call in the nearest text above an endpoint."""
    above = next((one for one in reversed(page.lines[: line - 1]) if one.text), None)
    match = _CALL.match(above.text.replace("\\_", "_")) if above is not None else None
    if match is None or above is None:
        return None
    names = [snake(split_words(part)) for part in match[1].strip(".").split(".")]
    return tuple(names), snake(split_words(match[2])), above.number


def _members(page: PageSource, language: str) -> Iterator[tuple[str, str, int]]:
    pattern = _READ.get(language)
    for line in page.lines if pattern is not None else ():
        text = re.sub(r"^[-*]\s+`(.*)`$", r"\1", line.text.replace("\\_", "_"))
        match = pattern.match(text) if pattern is not None and len(text) < 500 else None
        if match is not None and not text.startswith(("type ", "const ", "class ")):
            yield bare_name(match["name"]), match["type"].strip(), line.number


def _unwrapped(kind: str) -> str:
    """`param.Field[[]int64]` → `int64`."""
    for _ in range(8):
        match = _WRAPPED.match(kind.strip())
        if match is None:
            break
        kind = next(group for group in match.groups() if group is not None)
    return kind.strip()


def bare_name(name: str) -> str:
    """A name without case and marks."""
    return re.sub(r"[\W_]", "", name).casefold()


def with_flavours(facts: Sequence[Facts], flavours: Sequence[SdkPage]) -> list[Facts]:
    """The pages with what flavours show of the operations they share."""
    return [_refined(page, flavours) for page in facts]


def shares(page: Facts, flavour: SdkPage) -> bool:
    """Whether a page and a flavour describe an operation in common."""
    return any((one.method, one.path) in flavour.endpoints for one in page.endpoints)


def _refined(page: Facts, flavours: Sequence[SdkPage]) -> Facts:
    own = [one for one in flavours if shares(page, one)]
    for flavour in own:
        refiner = _Refiner(flavour)
        endpoints = tuple(
            refiner.endpoint(one) if (one.method, one.path) in flavour.endpoints else one
            for one in page.endpoints
        )
        models = tuple(refiner.model(one) for one in page.models)
        page = replace(page, endpoints=endpoints, models=models)
    return page


@dataclass(frozen=True, slots=True)
class _Refiner:
    flavour: SdkPage

    def endpoint(self, endpoint: Endpoint) -> Endpoint:
        call = self.flavour.calls.get((endpoint.method, endpoint.path))
        if call is not None and not endpoint.verb:
            source = Source(self.flavour.page.span(call[2]))
            endpoint = replace(endpoint, resource=call[0], verb=call[1], name_source=source)
        return replace(
            endpoint,
            parameters=tuple(
                replace(
                    one,
                    field=replace(one.field, shape=self._shape(one.field.shape, _of(one.field))),
                )
                for one in endpoint.parameters
            ),
            bodies=tuple(
                replace(b, shape=self._shape(b.shape, "") if b.shape is not None else None)
                for b in endpoint.bodies
            ),
            answers=tuple(
                replace(a, shape=self._shape(a.shape, "") if a.shape is not None else None)
                for a in endpoint.answers
            ),
        )

    def model(self, model: Model) -> Model:
        return replace(model, shape=self._shape(model.shape, ""))

    def _field(self, member: Field) -> Field:
        shape = self._shape(member.shape, _of(member))
        line = self.flavour.nullable.get(_of(member))
        if line is not None and not _has_null(shape):
            source = self._source(line, "as null, too")
            null = Shape(Scalar(Kind.NULL), source)
            inner = shape.form.variants if isinstance(shape.form, Union) else (shape,)
            shape = Shape(Union((*inner, null)), source)
        return replace(member, shape=shape)

    def _shape(self, shape: Shape, name: str) -> Shape:
        match shape.form:
            case Scalar(Kind.NUMBER) if name in self.flavour.integers:
                source = self._source(self.flavour.integers[name], "as an integer")
                return replace(shape, form=Scalar(Kind.INTEGER), source=source)
            case ListOf(item):
                return replace(shape, form=ListOf(self._shape(item, name)))
            case MapOf(value):
                return replace(shape, form=MapOf(self._shape(value, name)))
            case TupleOf(items, rest):
                return replace(
                    shape, form=TupleOf(tuple(self._shape(one, name) for one in items), rest)
                )
            case Union(variants):
                inner = tuple(self._shape(one, name) for one in variants)
                return replace(shape, form=Union(inner))
            case Object(fields):
                members = tuple(self._field(one) for one in fields)
                return replace(shape, form=replace(shape.form, fields=members))
            case _:
                return shape

    def _source(self, line: int, how: str) -> Source:
        why = f"The {self.flavour.language} flavour of the page shows it {how}."
        return Source(self.flavour.page.span(line), Certainty.INFERRED, why)


def _of(member: Field) -> str:
    return bare_name(member.name)


def _has_null(shape: Shape) -> bool:
    match shape.form:
        case Scalar(Kind.NULL):
            return True
        case Union(variants):
            return any(_has_null(one) for one in variants)
        case _:
            return False
