"""Operations: one HTTP call each, fully resolved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from apiscribe.diagnostics import Place
from apiscribe.ir.basics import Docs, Example, JsonValue, Missing, Name, missing
from apiscribe.ir.declarations import Presence
from apiscribe.ir.security import SecurityRequirement
from apiscribe.ir.servers import Server
from apiscribe.ir.types import ScalarValue, Type


class Location(StrEnum):
    """Where a parameter goes; `QUERYSTRING` is the whole query string (OpenAPI 3.2)."""

    PATH = "path"
    QUERY = "query"
    HEADER = "header"
    COOKIE = "cookie"
    QUERYSTRING = "querystring"


class Style(StrEnum):
    """Parameter serialisation (OpenAPI 3.2, section 4.12.3; RFC 6570)."""

    SIMPLE = "simple"
    LABEL = "label"
    MATRIX = "matrix"
    FORM = "form"
    SPACE = "spaceDelimited"
    PIPE = "pipeDelimited"
    DEEP_OBJECT = "deepObject"
    COOKIE = "cookie"


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument outside the body. `media_type` is set for `content` parameters, else "".

    `default_place`: where the default stands, perhaps in a schema referred to.
    """

    name: Name
    location: Location
    type: Type
    presence: Presence
    style: Style
    explode: bool
    allow_reserved: bool = False
    media_type: str = ""
    default: JsonValue | Missing = missing
    docs: Docs = Docs()
    examples: tuple[Example, ...] = ()
    place: Place = Place("")
    default_place: Place = Place("")


class MediaKind(StrEnum):
    """How a body of a media type is written and read."""

    JSON = "json"
    FORM = "form"
    MULTIPART = "multipart"
    TEXT = "text"
    BINARY = "binary"
    XML = "xml"
    EVENT_STREAM = "event-stream"
    JSON_LINES = "json-lines"


@dataclass(frozen=True, slots=True)
class Encoding:
    """How one member of a form or multipart body is written (`field` is a wire name)."""

    field: str
    content_type: str = ""
    style: Style = Style.FORM
    explode: bool = True
    allow_reserved: bool = False


@dataclass(frozen=True, slots=True)
class BodyMedia:
    """One media type a request body may have. `item` is the item type of a streamed body."""

    media_type: str
    kind: MediaKind
    type: Type
    encodings: tuple[Encoding, ...] = ()
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Body:
    """The request body; the first of `media` is the default one."""

    required: bool
    media: tuple[BodyMedia, ...]
    docs: Docs = Docs()
    place: Place = Place("")


@dataclass(frozen=True, slots=True)
class Status:
    """`code` ("200"), range ("4XX") or `default`, as the document has it, with bounds worked out.

    `low` and `high` are inclusive; `default` is 0–999.
    """

    wire: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Header:
    """A response header."""

    name: Name
    type: Type
    presence: Presence
    docs: Docs = Docs()


@dataclass(frozen=True, slots=True)
class Content:
    """One media type of an answer.

    For streams (`EVENT_STREAM`, `JSON_LINES`) `type` is one item, an example a list of items.
    """

    media_type: str
    kind: MediaKind
    type: Type
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes back with a status; no `contents` = no body."""

    status: Status
    contents: tuple[Content, ...]
    headers: tuple[Header, ...] = ()
    docs: Docs = Docs()
    place: Place = Place("")

    @property
    def asked(self) -> tuple[Content, ...]:
        """The contents that an SDK asks for and reads: no XML where there is JSON beside it."""
        if any(content.kind is MediaKind.JSON for content in self.contents):
            return tuple(c for c in self.contents if c.kind is not MediaKind.XML)
        return self.contents

    @property
    def others(self) -> tuple[Content, ...]:
        """JSON of another type than the first: read when it comes, but no call asks for it.

        A call gives the type of the first, and a server may choose among all that are asked for.
        """
        found = [content for content in self.contents if content.kind is MediaKind.JSON]
        return tuple(content for content in found[1:] if content.type != found[0].type)


class StreamFormat(StrEnum):
    """Framing of a streamed answer: WHATWG event stream, or one JSON value a line."""

    EVENT_STREAM = "event-stream"
    JSON_LINES = "json-lines"


@dataclass(frozen=True, slots=True)
class Stream:
    """The streamed form of an operation.

    `switch` is the body member (wire name) and the value that turns streaming on; `None` when
    every answer streams. `default_on` says that leaving the (boolean) switch out turns streaming
    on too, so that a plain call has to send the opposite. `terminator` is event data that ends the stream ("" if none).
    `error_event` is the event name that carries an error ("" if none).
    """

    format: StreamFormat
    item: Type
    media_type: str
    switch: tuple[str, ScalarValue] | None = None
    terminator: str = ""
    error_event: str = ""
    default_on: bool = False


class PagesKind(StrEnum):
    """How the next page is asked for."""

    CURSOR = "cursor"
    OFFSET = "offset"
    PAGE = "page"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Pages:
    """Pagination facts. Members are wire names; paths are member names from the answer's root.

    `parameter` is the query parameter to set for the next page (cursor, offset or page number;
    "" for `LINK`). `items` leads to the list. `next` leads to the next cursor or URL (empty:
    take `item_id` of the last item). `more` leads to a boolean that says whether there is more
    (empty: stop at an empty page or a missing cursor).
    """

    kind: PagesKind
    items: tuple[str, ...]
    item: Type
    parameter: str = ""
    next: tuple[str, ...] = ()
    item_id: str = ""
    more: tuple[str, ...] = ()
    size_parameter: str = ""
    start: int = 0


@dataclass(frozen=True, slots=True)
class Idempotency:
    """The request header that makes repeats safe."""

    header: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One call. `resource` is the way from the client (`chat`, `completions`), `name` the method.

    `path` keeps the document's template (`/v5/things/{id}`), less a fragment. `result` is the type of a plain
    successful answer: the one content, a generated union of several, or `None` when there is no
    body. `answers` are the successful ones, `errors` the rest (`default` counts as an error
    when there is a 2XX beside it). `security` empty = no auth; alternatives otherwise. `servers`
    empty = those of the API.
    """

    id: str
    name: Name
    resource: tuple[Name, ...]
    verb: str
    path: str
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    result: Type | None = None
    answers: tuple[Answer, ...] = ()
    errors: tuple[Answer, ...] = ()
    stream: Stream | None = None
    pages: Pages | None = None
    security: tuple[SecurityRequirement, ...] = ()
    servers: tuple[Server, ...] = ()
    idempotency: Idempotency | None = None
    docs: Docs = Docs()
    tags: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    place: Place = Place("")
