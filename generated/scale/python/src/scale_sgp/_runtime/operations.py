"""Call descriptions: what the generated code says about each operation, as data.

The types of answers are thunks, so that naming a type does not import its module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

ResultT = TypeVar("ResultT")
ItemT = TypeVar("ItemT")

TypeThunk: TypeAlias = Callable[[], Any]
Location: TypeAlias = Literal["path", "query", "header", "cookie", "querystring"]
Style: TypeAlias = Literal[
    "",
    "simple",
    "label",
    "matrix",
    "form",
    "spaceDelimited",
    "pipeDelimited",
    "deepObject",
    "cookie",
]
Kind: TypeAlias = Literal[
    "empty",
    "json",
    "form",
    "multipart",
    "text",
    "binary",
    "xml",
    "event-stream",
    "json-lines",
]
STREAMED: frozenset[Kind] = frozenset({"event-stream", "json-lines"})
Scalar: TypeAlias = str | int | float | bool
Requirement: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Security schemes that apply together: (scheme id, scopes). Empty: anonymous is allowed."""


class Parameter(NamedTuple):
    """An argument outside the body.

    `argument` is the Python name, `name` the one on the wire. An empty `style` and an `explode`
    of `None` mean the defaults of the location (OpenAPI 3.2, section 4.12.3). `content_type` is
    set for parameters described by `content`: the value is written in that format.
    """

    argument: str
    name: str
    location: Location
    style: Style = ""
    explode: bool | None = None
    required: bool = False
    allow_reserved: bool = False
    content_type: str = ""


class Encoding(NamedTuple):
    """How one member of a form or multipart body is written.

    `form` forces a way of writing; "" decides by the value: files as files, objects as JSON,
    the rest as text.
    """

    member: str
    content_type: str = ""
    style: Style = "form"
    explode: bool = True
    allow_reserved: bool = False
    form: Literal["", "file", "json", "text", "base64"] = ""


class Media(NamedTuple):
    """One media type a request body may have."""

    media_type: str
    kind: Kind
    encodings: tuple[Encoding, ...] = ()


class Body(NamedTuple):
    """The request body: either `members` (Python name, wire name) or one whole `argument`."""

    media: tuple[Media, ...]
    members: tuple[tuple[str, str], ...] = ()
    argument: str = ""
    required: bool = False


class Answer(NamedTuple):
    """One media type of the answers with a status between `low` and `high`, both included.

    `other`: a call does not ask for it, since what it gives is of another type.
    """

    low: int
    high: int
    media_type: str = ""
    kind: Kind = "empty"
    type: TypeThunk | None = None
    other: bool = False


NOTHING = Answer(200, 299)
"""Of an operation that declares no answer: whatever comes is not read."""


class Streaming(NamedTuple):
    """The streamed form of an operation.

    `switch` is the body member (wire name) and value that turn streaming on. `terminator` is
    the event data that ends the stream; `error_event` the name of the event that carries an
    error. `default_on`: without its switch (a boolean) the operation streams too.
    """

    format: Literal["event-stream", "json-lines"]
    type: TypeThunk
    media_type: str
    switch: tuple[str, Scalar] | None = None
    terminator: str = ""
    error_event: str = ""
    default_on: bool = False


class Paging(NamedTuple):
    """How the next page is found. Names are wire names; paths start at the answer's root.

    `parameter` takes the cursor, offset or page number of the next page. `next` leads to the next
    cursor or URL; when empty, `item_id` of the last item is the cursor. `more` leads to a
    boolean; when empty, an empty page or a missing cursor is the end. `start` is the number of
    the first page or item.
    """

    kind: Literal["cursor", "offset", "page", "link"]
    items: tuple[str, ...]
    type: TypeThunk
    parameter: str = ""
    next: tuple[str, ...] = ()
    item_id: str = ""
    more: tuple[str, ...] = ()
    size_parameter: str = ""
    start: int = 0


class Operation(NamedTuple, Generic[ResultT, ItemT]):
    """One HTTP call. `ItemT` is the type of a stream's or page's items, `None` without either.

    `security` lists alternatives; empty means the operation takes no credentials.
    """

    id: str
    verb: str
    path: str
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    answers: tuple[Answer, ...] = ()
    errors: tuple[Answer, ...] = ()
    streaming: Streaming | None = None
    paging: Paging | None = None
    security: tuple[Requirement, ...] = ()
    servers: tuple[str, ...] = ()
    idempotency_header: str = ""
