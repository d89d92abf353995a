"""One operation in the making: what its section has said so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Presence, Shape, Source, Text
from apiscribe.pages.hand_returns import Returned
from apiscribe.pages.hand_scopes import Scopes
from apiscribe.pages.hand_security import Methods
from apiscribe.pages.parts.auth import AuthScheme
from apiscribe.pages.parts.curl import CurlCall
from apiscribe.pages.parts.endpoints import EndpointMatch, before_template
from apiscribe.pages.parts.rows import Row
from apiscribe.pages.parts.samples import Sample
from apiscribe.pages.parts.sections import Role


@dataclass(slots=True)
class ShownSample:
    """A sample with its lines; `media_type` where the page names it."""

    sample: Sample
    span: Span
    media_type: str = ""
    skeleton: Shape | None = None


@dataclass(slots=True)
class ResponseDraft:
    """One status. `stated`: the page gives it; `span` is where. `told`: what a sentence says it is.

    `listed`: a sentence says that the rows are the members of the items of a list. `shown`: answers
    that are no JSON, `text_media` their media type where the page names it.
    """

    status: str
    span: Span
    stated: bool = True
    rows: list[Row] = field(default_factory=list)
    headers: list[Row] = field(default_factory=list)
    samples: list[ShownSample] = field(default_factory=list)
    shown: list[Text] = field(default_factory=list)
    text_media: str = ""
    text: list[Text] = field(default_factory=list)
    media_type: str = ""
    model: str = ""
    told: tuple[Returned, Source] | None = None
    listed: bool = False


@dataclass(slots=True)
class Draft:
    """`rows` by role; `strays`: calls in its section that are of another endpoint.

    `together`: names of schemes that sentences say are sent together. `methods`: those that a
    sentence lists by the names that the page gives them. `auth_texts`: what stands below the label
    of authentication. `all_are`: what a sentence says of all members of a role, or (`None`) of the
    request. `form_span`: where the page says that the body is a form, not which of the two.
    `error_media`: the media type of failures.
    """

    endpoint: EndpointMatch
    source: Source
    weak: bool = False
    summary: Text | None = None
    texts: list[Text] = field(default_factory=list)
    deprecation: Text | None = None
    rows: dict[Role, list[Row]] = field(default_factory=dict)
    responses: dict[str, ResponseDraft] = field(default_factory=dict)
    calls: list[CurlCall] = field(default_factory=list)
    strays: list[CurlCall] = field(default_factory=list)
    requests: list[ShownSample] = field(default_factory=list)
    streams: list[ShownSample] = field(default_factory=list)
    chunk_rows: list[Row] = field(default_factory=list)
    streams_told: Text | None = None
    auth: list[tuple[AuthScheme, Source]] = field(default_factory=list)
    together: list[tuple[str, ...]] = field(default_factory=list)
    body_media: str = ""
    body_span: Span | None = None
    form_span: Span | None = None
    error_media: str = ""
    body_texts: list[Text] = field(default_factory=list)
    body_required: bool = False
    body_model: tuple[str, Source] | None = None
    queries: list[tuple[str, str, int]] = field(default_factory=list)
    hosts: list[tuple[str, Source]] = field(default_factory=list)
    no_auth: Source | None = None
    scopes: Scopes | None = None
    all_are: dict[Role | None, Presence] = field(default_factory=dict)
    operation_id: Text | None = None
    auth_texts: list[Text] = field(default_factory=list)
    methods: Methods | None = None

    def add(self, role: Role, rows: list[Row]) -> None:
        """Rows of a section."""
        self.rows.setdefault(role, []).extend(rows)

    def response(self, status: str, span: Span, *, stated: bool) -> ResponseDraft:
        """The draft of a status, made when it is new."""
        if status not in self.responses:
            self.responses[status] = ResponseDraft(status, span, stated)
        found = self.responses[status]
        if stated and not found.stated:
            found.stated, found.span = True, span
        return found

    def is_called(self, call: CurlCall) -> bool:
        """Whether a call is of this operation."""
        own, path = self.endpoint, call.endpoint.path
        if call.endpoint.method != own.method:
            return False
        return path.endswith(own.path) or before_template(path, own.path) is not None

    def settle_presence(self) -> None:
        """Members that say nothing themselves are what a sentence says of all of them."""
        for role, rows in self.rows.items():
            told = self.all_are.get(role) or self.all_are.get(None)
            for row in rows:
                if told is not None and row.presence is Presence.UNSTATED:
                    row.presence = told

    def all_rows(self) -> list[Row]:
        """Rows of every section."""
        found = [row for rows in self.rows.values() for row in rows]
        found += [row for response in self.responses.values() for row in response.rows]
        return [*found, *self.chunk_rows]
