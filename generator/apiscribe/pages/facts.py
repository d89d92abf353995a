"""Facts: what a page says, before it is an OpenAPI document. Each has its lines and a certainty.

A reader turns one page into one `Facts`. Nothing here knows OpenAPI's layout; `assemble` does.
Records are frozen; a reader collects in lists and builds them last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from apiscribe.diagnostics import Span
from apiscribe.pages.page import PageSource

Json: TypeAlias = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
"""A JSON value (RFC 8259)."""


class Certainty(StrEnum):
    """How sure a fact is. Only `STATED` is the page's own word."""

    STATED = "stated"
    INFERRED = "inferred"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Source:
    """Lines a fact comes from. `reason` says why when it is inferred or assumed (one sentence)."""

    span: Span
    certainty: Certainty = Certainty.STATED
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """Prose of the page, CommonMark; paragraphs are separated by an empty line."""

    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class Keyword:
    """A JSON Schema 2020-12 keyword the page states about a shape (`format`, `minLength`…)."""

    name: str
    value: Json
    source: Source


class Kind(StrEnum):
    """The JSON kinds that are not containers."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    NULL = "null"


@dataclass(frozen=True, slots=True)
class Scalar:
    """Any value of one kind. `NULL` stands as a variant of a `Union` for what may be null."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Value:
    """One constant or enum value."""

    value: str | int | float | bool | None
    source: Source
    description: Text | None = None


@dataclass(frozen=True, slots=True)
class Values:
    """Exactly these values, in the page's order. One value is a constant, several an enum."""

    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ListOf:
    """A JSON array."""

    item: Shape


@dataclass(frozen=True, slots=True)
class MapOf:
    """A JSON object with free keys."""

    value: Shape


@dataclass(frozen=True, slots=True)
class TupleOf:
    """A JSON array with a shape per position; `rest` is that of further items (`None`: there are none)."""

    items: tuple[Shape, ...]
    rest: Shape | None = None


@dataclass(frozen=True, slots=True)
class Object:
    """A JSON object with known members, in the page's order.

    `extra` is the shape of members not listed (`Nothing` when the page closes the object, `None`
    when it does not say). `patterns` are (ECMA 262 pattern of the name, shape).
    """

    fields: tuple[Field, ...]
    extra: Shape | None = None
    patterns: tuple[tuple[str, Shape], ...] = ()


@dataclass(frozen=True, slots=True)
class Union:
    """One of several shapes."""

    variants: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """The model of this name. Looked up in `scope` first, then anywhere (see `Model.scope`).

    `soft`: the page names it in passing; where no page describes it, it is any object, or what
    samples show of it (`shown`).
    """

    name: str
    scope: str = ""
    soft: bool = False
    shown: Form | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON value."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value fits (schema `false`)."""


Form: TypeAlias = (
    Scalar | Values | ListOf | MapOf | TupleOf | Object | Union | Reference | Anything | Nothing
)


@dataclass(frozen=True, slots=True)
class Shape:
    """The type of something: its form, the keywords that narrow it, and its own description."""

    form: Form
    source: Source
    keywords: tuple[Keyword, ...] = ()
    description: Text | None = None


class Presence(StrEnum):
    """Whether a member is always there. `UNSTATED` is not `OPTIONAL`: the page does not say."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    UNSTATED = "unstated"


@dataclass(frozen=True, slots=True)
class Field:
    """A member of an object. `deprecation` is the page's sentence (or mark) that says so."""

    name: str
    shape: Shape
    presence: Presence
    source: Source
    description: Text | None = None
    deprecation: Text | None = None


class ParameterPlace(StrEnum):
    """OpenAPI's `in`."""

    PATH = "path"
    QUERY = "query"
    HEADER = "header"
    COOKIE = "cookie"
    QUERYSTRING = "querystring"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter outside the body; name, shape, presence and prose are those of `field`.

    `keywords` are further members of the Parameter Object the page states (`style`, `explode`,
    `allowReserved`; `content` holds a media type that replaces the style).
    """

    place: ParameterPlace
    field: Field
    keywords: tuple[Keyword, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A JSON value shown on the page, or a text (`str`) for media types that are not JSON."""

    value: Json
    source: Source
    name: str = ""
    summary: Text | None = None


@dataclass(frozen=True, slots=True)
class Body:
    """A request body in one media type; `shape` is `None` when the page names the media type alone.

    `encodings` are (member, Encoding Object) of form and multipart bodies; `encoded`: where the
    page shows them, when it is not where it shows the body.
    """

    media_type: str
    shape: Shape | None
    source: Source
    presence: Presence = Presence.UNSTATED
    examples: tuple[Example, ...] = ()
    description: Text | None = None
    encodings: tuple[tuple[str, Mapping[str, Json]], ...] = ()
    encoded: Source | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A response in one media type. `status`: "200", "4XX", "default".

    `streamed`: `shape` is that of one item of a sequential media type (OpenAPI `itemSchema`).
    `shape` is `None` for an answer without content (media type "") or of a media type that the page
    names without a shape. `status_source` tells a status that the page
    does not give (`None`: as sure as the answer).
    """

    status: str
    media_type: str
    shape: Shape | None
    source: Source
    streamed: bool = False
    description: Text | None = None
    examples: tuple[Example, ...] = ()
    status_source: Source | None = None
    headers: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An operation: upper-case method and path as the page writes it (`{name}` for variables).

    `resource` and `verb` are the SDK names where the page gives them (a signature line such as
    `client.chat.completions.models(...)`, or its headings, whose lines are `heading_sources`); empty when it does not. `scope` is
    that of the models listed with it. `security`: alternatives, each the names of the `Facts.auth`
    entries that are sent together; `None` when the page does not say. `keywords` are
    members of the Operation Object that the page gives outright (`operationId`, `tags`,
    `security`, `servers`, `deprecated`…); they win over what is inferred. `webhook`: `path` is the
    name of a call that the API makes.
    """

    method: str
    path: str
    source: Source
    summary: Text | None = None
    description: Text | None = None
    deprecation: Text | None = None
    resource: tuple[str, ...] = ()
    verb: str = ""
    name_source: Source | None = None
    scope: str = ""
    parameters: tuple[Parameter, ...] = ()
    bodies: tuple[Body, ...] = ()
    answers: tuple[Answer, ...] = ()
    security: tuple[tuple[str, ...], ...] | None = None
    keywords: tuple[Keyword, ...] = ()
    webhook: bool = False
    heading_sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Model:
    """One sighting of a named schema; the same name may be seen often.

    `listed`: the page lists it as a model of its own (listed ones come first in the document).
    `scope` is the dotted path of the resource it is shown under: the same name with another shape
    in another scope is another schema, in the same scope it is a conflict.
    """

    name: str
    shape: Shape
    source: Source
    listed: bool = False
    scope: str = ""
    examples: tuple[Example, ...] = ()
    deprecation: Text | None = None


@dataclass(frozen=True, slots=True)
class Server:
    """A base URL; `keywords` are further members of the Server Object (`name`, `variables`)."""

    url: str
    source: Source
    description: Text | None = None
    keywords: tuple[Keyword, ...] = ()


@dataclass(frozen=True, slots=True)
class Auth:
    """A security scheme; `scheme` is an OpenAPI Security Scheme Object without its description."""

    name: str
    scheme: Mapping[str, Json]
    source: Source
    description: Text | None = None


@dataclass(frozen=True, slots=True)
class Embedded:
    """An OpenAPI document that stands on the page; `data` is in OpenAPI 3.2 form.

    `spans`: the lines of each of its objects, by pointer. `added`: pointers of what it leaves out and
    needs (parameters of variables in paths). `whole`: the page gives the members of
    the root (`info`…) too; without it, they only hold a part together and say nothing.
    """

    data: Mapping[str, Json]
    spans: Mapping[str, Span]
    source: Source
    whole: bool = True
    added: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two statements that cannot both hold, and which one the document follows."""

    message: str
    spans: tuple[Span, ...]
    kept: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that was not understood."""

    span: Span
    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything one page says, in the page's order.

    `title` and `version` are those of the API. `breadcrumb` is the page's place in its site, the
    page's own title last, as written. `info` are further members of the Info Object (`summary`,
    `contact`, `license`…), `keywords` of the OpenAPI Object itself (`security`, `tags`,
    `externalDocs`).
    """

    page: PageSource
    family: str
    title: Text | None = None
    version: Text | None = None
    description: Text | None = None
    breadcrumb: tuple[Text, ...] = ()
    servers: tuple[Server, ...] = ()
    auth: tuple[Auth, ...] = ()
    endpoints: tuple[Endpoint, ...] = ()
    models: tuple[Model, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    unread: tuple[Unread, ...] = ()
    furniture: Mapping[int, str] = field(default_factory=dict)
    info: tuple[Keyword, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    embedded: tuple[Embedded, ...] = ()
