"""The draft of an operation → its facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import (
    Anything,
    Auth,
    Body,
    Certainty,
    Endpoint,
    Field,
    Json,
    Keyword,
    Kind,
    Object,
    Parameter,
    ParameterPlace,
    Presence,
    Reference,
    Scalar,
    Shape,
    Source,
)
from apiscribe.pages.hand_answers import AnswerMaker
from apiscribe.pages.hand_draft import Draft, ShownSample
from apiscribe.pages.hand_forms import form_fields, form_type, nested_form
from apiscribe.pages.hand_helpers import (
    NO_MEDIA,
    examples_of,
    joined,
    kind_of_text,
    says_same,
    span_of,
    values_in,
)
from apiscribe.pages.hand_ids import id_keywords
from apiscribe.pages.parts.auth import (
    BASIC,
    BEARER,
    CARRIED,
    OAUTH,
    AuthScheme,
    auth_of_header,
    auth_of_query,
)
from apiscribe.pages.parts.endpoints import variables
from apiscribe.pages.parts.rows import Row, nest
from apiscribe.pages.parts.samples import read_sample
from apiscribe.pages.parts.sections import Role
from apiscribe.pages.parts.shapes import RowShapes

JSON = "application/json"
_BODILESS = ("GET", "HEAD", "DELETE", "OPTIONS")
_IN_QUERY = "A call on the page sends such parameters in the query."
_IN_CALL = "A call on the page shows it."
_MEDIA_IN_CALL = "A call on the page shows the media type."


def _page_order(parameter: Parameter) -> tuple[bool, int]:
    """As the page names them; those that only a call shows come last."""
    source = parameter.field.source
    return source.reason == _IN_CALL, source.span.line


@dataclass(slots=True)
class EndpointMaker:
    """Makes one endpoint. `auth` collects the security schemes that it uses.

    `known` are those that the page states for all of its operations. `needed`: schemes that rows
    say are required; `sent`: those of each call, by its line.
    """

    draft: Draft
    shapes: RowShapes
    auth: dict[str, Auth] = field(default_factory=dict)
    known: Mapping[str, Auth] = field(default_factory=dict)
    needed: list[str] = field(default_factory=list)
    sent: dict[int, list[str]] = field(default_factory=dict)

    def endpoint(self) -> Endpoint:
        """The facts of the operation."""
        draft = self.draft
        draft.settle_presence()
        parameters = tuple(sorted(self._parameters(), key=_page_order))
        bodies = tuple(self._bodies())
        answers = tuple(AnswerMaker(draft, self.shapes).answers())
        named = id_keywords(draft.operation_id)
        texts = [*draft.texts, *([] if bodies else draft.body_texts)]
        keywords = (*named, *self._security(), *self._stream_rules(bodies))
        return Endpoint(
            draft.endpoint.method,
            draft.endpoint.path,
            draft.source,
            draft.summary,
            joined([text for text in texts if not says_same(text, draft.summary)]),
            draft.deprecation,
            parameters=parameters,
            bodies=bodies,
            answers=answers,
            keywords=keywords,
        )

    # -- parameters -------------------------------------------------------------------------

    def _parameters(self) -> Iterator[Parameter]:
        seen: set[tuple[str, str]] = set()
        first: dict[tuple[str, str], Row] = {}
        for place, row in self._placed():
            if place is ParameterPlace.QUERY and row.array and not row.children:
                row = replace(row, name=f"{row.name}[]")  # in a query part of the name
            key = (place.value, row.name.lower())
            if key in first:
                self.shapes.differ(first[key], row)
            elif not self._is_credential(place, row):
                seen.add(key)
                first[key] = row
                yield self._parameter(place, row)
        for name, value, source in self._query_of_calls():
            if ("query", name.lower()) in seen or name in variables(self.draft.endpoint.path):
                continue
            seen.add(("query", name.lower()))
            if (scheme := self._stated("query", name) or auth_of_query(name)) is not None:
                self._use(scheme, source)
                continue
            shape = Shape(Scalar(kind_of_text(value)), source)
            yield Parameter(ParameterPlace.QUERY, Field(name, shape, Presence.UNSTATED, source))
        for name, value, source in self._headers_of_calls():
            if ("header", name.lower()) in seen:
                continue
            seen.add(("header", name.lower()))
            if (scheme := self._stated("header", name) or auth_of_header(name, value)) is not None:
                if not (scheme.scheme["type"] == "apiKey" and self._is_authorized(name)):
                    self._use(scheme, source)
                    self.sent.setdefault(source.span.line, []).append(scheme.name)
                continue
            shape = Shape(Scalar(Kind.STRING), source)
            yield Parameter(ParameterPlace.HEADER, Field(name, shape, Presence.UNSTATED, source))

    def _placed(self) -> Iterator[tuple[ParameterPlace, Row]]:
        draft = self.draft
        in_path = variables(draft.endpoint.path)
        has_other = draft.endpoint.method in _BODILESS or bool(draft.rows.get(Role.BODY))
        asked_for = not has_other and self._asked_for()
        for role, place in (
            (Role.PATH, ParameterPlace.PATH),
            (Role.QUERY, ParameterPlace.QUERY),
            (Role.HEADER, ParameterPlace.HEADER),
            (Role.COOKIE, ParameterPlace.COOKIE),
            (Role.PARAMETERS, ParameterPlace.QUERY),
            (Role.BODY, None),
        ):
            for row in draft.rows.get(role, []):
                name = row.name.strip("{}:")
                if name in in_path and role is not Role.HEADER:
                    row.name = name
                    yield ParameterPlace.PATH, row
                elif role is Role.PATH:
                    yield ParameterPlace.QUERY, replace(row, place="?")
                elif role is Role.PARAMETERS and asked_for:
                    yield ParameterPlace.QUERY, replace(row, doubt=_IN_QUERY)
                elif place is not None and (role is not Role.PARAMETERS or has_other):
                    yield place, row

    def _has_other_body(self) -> bool:
        """Whether members under "Parameters" are not the body's: there is none, or it has its own."""
        draft = self.draft
        if draft.endpoint.method in _BODILESS or draft.rows.get(Role.BODY):
            return True
        return self._asked_for()

    def _asked_for(self) -> bool:
        """Whether calls show one of the members under "Parameters" in the query, and no body."""
        draft = self.draft
        names = {row.name.lower() for row in draft.rows.get(Role.PARAMETERS, [])}
        asked = {name.lower() for call in draft.calls for name, _ in call.endpoint.query}
        sent = any(call.body or call.encoded for call in draft.calls) or draft.requests
        return bool(names & asked) and not sent

    def _parameter(self, place: ParameterPlace, row: Row) -> Parameter:
        member = self.shapes.field(row)
        untyped = isinstance(member.shape.form, Anything) and not row.type.strip()
        if untyped and place in (ParameterPlace.PATH, ParameterPlace.HEADER):
            why = "The page gives no type; what is sent here is text."
            source = replace(member.source, certainty=Certainty.INFERRED, reason=why)
            text = Shape(Scalar(Kind.STRING), source, member.shape.keywords)
            member = replace(member, shape=text)
        if row.place == "?":
            why = row.doubt or "It is listed with the path, which has no variable of this name."
            source = replace(member.source, certainty=Certainty.ASSUMED, reason=why)
            member = replace(member, source=source)
        if place is ParameterPlace.PATH:
            member = replace(member, presence=Presence.REQUIRED)
        return Parameter(place, member)

    def _is_credential(self, place: ParameterPlace, row: Row) -> bool:
        """Take headers that are no parameters, and credentials, out of the parameters."""
        source = self.shapes.source(row)
        text = f"{row.example} {row.default} {row.allowed} {row.text} {row.type}"
        if place is ParameterPlace.HEADER:
            if row.name.lower() == "content-type":
                self._content_type(text, source.span)
            if row.name.lower() in CARRIED:
                return True
            scheme = self._stated("header", row.name) or auth_of_header(row.name, text)
        elif place is ParameterPlace.QUERY:
            scheme = self._stated("query", row.name) or auth_of_query(row.name, row.text or "key")
        else:
            scheme = None
        if scheme is not None:
            self._use(scheme, source)
            if row.presence is Presence.REQUIRED:
                self.needed.append(scheme.name)
        return scheme is not None

    def _is_authorized(self, name: str) -> bool:
        """Whether a header with a placeholder in it is that of a scheme which the page states."""
        schemes = [auth.scheme for auth in (*self.auth.values(), *self.known.values())]
        schemes += [one.scheme for one, _ in self.draft.auth]
        return name.lower() == "authorization" and any(one["type"] == "http" for one in schemes)

    def _stated(self, place: str, name: str) -> AuthScheme | None:
        """The API key that the page says is carried here."""
        stated = [AuthScheme(auth.name, auth.scheme) for auth in self.known.values()]
        stated += [AuthScheme(auth.name, auth.scheme) for auth in self.auth.values()]
        for one in (*(scheme for scheme, _ in self.draft.auth), *stated):
            if one.scheme.get("in") == place and str(one.scheme["name"]).lower() == name.lower():
                return one
        return None

    def _content_type(self, text: str, span: Span) -> None:
        for word in text.replace("`", " ").replace(";", " ").split():
            if "/" in word and word.partition("/")[0].lower() in (
                "application",
                "multipart",
                "text",
            ):
                self.draft.body_media = word.strip(".,").lower()
                self.draft.body_span = span
                return

    def _query_of_calls(self) -> Iterator[tuple[str, str, Source]]:
        for name, value in self.draft.endpoint.query:
            why = "The endpoint's line shows it."
            yield name, value, replace(self.draft.source, certainty=Certainty.INFERRED, reason=why)
        for call in self.draft.calls:
            source = Source(self._span(call.line, call.end_line), Certainty.INFERRED, _IN_CALL)
            yield from ((name, value, source) for name, value in call.endpoint.query)
            if call.endpoint.method == "GET":
                yield from ((name, value, source) for name, value in call.encoded)

    def _headers_of_calls(self) -> Iterator[tuple[str, str, Source]]:
        for call in self.draft.calls:
            source = Source(self._span(call.line, call.end_line), Certainty.INFERRED, _IN_CALL)
            if call.user:
                self._use(BASIC, source)
            for name, value in call.headers:
                if name.lower() == "content-type" and not self.draft.body_media:
                    self.draft.body_media = value.partition(";")[0].strip().lower()
                if name.lower() not in (*CARRIED, "cookie"):
                    yield name, value, source

    def _span(self, line: int, end_line: int) -> Span:
        return self.shapes.page.span(line, end_line)

    # -- security ---------------------------------------------------------------------------

    def _use(self, scheme: AuthScheme, source: Source) -> None:
        if scheme == BEARER and self.draft.scopes is not None:
            return  # the token of OAuth 2 is what is carried there
        known = self.auth.get(scheme.name)
        if known is None or (
            known.source.certainty is not Certainty.STATED and source.certainty is Certainty.STATED
        ):
            self.auth[scheme.name] = Auth(scheme.name, scheme.scheme, source)

    def _security(self) -> Iterator[Keyword]:
        for scheme, source in self.draft.auth:
            self._use(scheme, source)
        if (scopes := self.draft.scopes) is not None:
            self._use(OAUTH, scopes.source)
            own = scopes.alternatives if self.draft.endpoint.method else ((),)
            needed: list[Json] = [{OAUTH.name: list(group)} for group in own]
            yield Keyword("security", needed, scopes.source)
        elif self.draft.no_auth is not None:
            yield Keyword("security", [], self.draft.no_auth)
        elif self.auth:
            stated = [a for a in self.auth.values() if a.source.certainty is Certainty.STATED]
            used = stated or list(self.auth.values())
            groups = self._groups([auth.name for auth in used])
            options: list[Json] = [{name: [] for name in group} for group in groups]
            yield Keyword("security", options, used[0].source)

    def _groups(self, names: Sequence[str]) -> list[list[str]]:
        """Alternatives: what sentences, required headers or one call show together goes together."""
        shown = [*self.draft.together, self.needed, *self.sent.values()]
        groups: list[list[str]] = []
        for together in shown:
            group = [name for name in names if name in together]
            if len(group) > 1 and not any(set(group) & set(other) for other in groups):
                groups.append(group)
        taken = {name for group in groups for name in group}
        return [*groups, *([name] for name in names if name not in taken)]

    def _stream_rules(self, bodies: Sequence[Body]) -> Iterator[Keyword]:
        """How a stream is asked for and where it ends, as `x-sdk` says it."""
        draft = self.draft
        if not (draft.streams or draft.chunk_rows):
            return
        rules: dict[str, Json] = {}
        members = [
            f.name
            for b in bodies
            if b.shape and isinstance(b.shape.form, Object)
            for f in b.shape.form.fields
        ]
        if "stream" in members:
            rules["switch"] = {"stream": True}
        if any(entry.sample.done for entry in draft.streams):
            rules["terminator"] = "[DONE]"
        span = span_of(draft.chunk_rows, draft.streams) or draft.source.span
        why = "The answer is shown as a stream, and the body has a member called stream."
        if "switch" not in rules:
            why = "The answer is shown as a stream."
        yield Keyword("x-sdk", {"stream": rules}, Source(span, Certainty.INFERRED, why))

    # -- bodies -----------------------------------------------------------------------------

    def _bodies(self) -> Iterator[Body]:
        draft = self.draft
        in_path = variables(draft.endpoint.path)
        roles = [Role.BODY] if self._has_other_body() else [Role.BODY, Role.PARAMETERS]
        rows = [
            row
            for role in roles
            for row in draft.rows.get(role, [])
            if row.name.strip("{}:") not in in_path
        ]
        samples = [*draft.requests, *self._bodies_of_calls()]
        forms = [pair for call in draft.calls for pair in call.form]
        encoded = [
            pair for call in draft.calls for pair in call.encoded if call.endpoint.method != "GET"
        ]
        if draft.body_model is not None and not rows:
            name, source = draft.body_model
            presence = Presence.REQUIRED if draft.body_required else Presence.UNSTATED
            shape = Shape(Reference(name), source)
            examples = tuple(examples_of(samples))
            media, text = draft.body_media or JSON, joined(draft.body_texts)
            yield Body(media, shape, source, presence, examples, description=text)
            return
        if not (rows or samples or forms or encoded):
            return
        if draft.form_span is not None and not (draft.body_media or samples):
            draft.body_media, draft.body_span = form_type(rows, forms), draft.form_span
        media = draft.body_media
        if not media or (forms and media == "application/json" and not samples):
            media = (
                "multipart/form-data"
                if forms
                else "application/x-www-form-urlencoded" if encoded else "application/json"
            )
        yield self._body(media, rows, samples, [*forms, *encoded])

    def _body(
        self, media: str, rows: list[Row], samples: list[ShownSample], pairs: list[tuple[str, str]]
    ) -> Body:
        nodes = values_in(samples)
        stated = self.draft.body_span is not None
        span = span_of(rows, samples) or self._first_call()
        source = Source(span) if stated or rows else Source(span, Certainty.INFERRED, _IN_CALL)
        why = _MEDIA_IN_CALL if self.draft.body_media or pairs else NO_MEDIA
        holder = source if stated else Source(span, Certainty.INFERRED, why)
        members = nest(rows, dotted=True)
        skeleton = next((entry.skeleton for entry in samples if entry.skeleton is not None), None)
        if pairs and not nodes:
            sent = Source(span, Certainty.INFERRED, _IN_CALL)
            shape = Shape(Object(form_fields(self.shapes.fields(members), pairs, sent)), holder)
        elif not members and skeleton is not None:
            shape = replace(skeleton, source=holder)
        elif not members and nodes:
            inferred = self.shapes.inferred(nodes)
            shape = replace(inferred, source=replace(inferred.source, reason=_IN_CALL))
        else:
            shape = Shape(Object(self.shapes.fields(members, nodes)), holder)
        required = self.draft.body_required or (
            isinstance(shape.form, Object)
            and any(f.presence is Presence.REQUIRED for f in shape.form.fields)
        )
        presence = Presence.REQUIRED if required else Presence.UNSTATED
        examples = () if pairs else tuple(examples_of(samples))
        text = joined(self.draft.body_texts)
        body = Body(media, shape, holder, presence, examples, description=text)
        return nested_form(body, pairs, self._first_call()) if pairs else body

    def _bodies_of_calls(self) -> list[ShownSample]:
        found = []
        for call in self.draft.calls:
            if call.body:
                sample = read_sample(call.body)
                if sample.values:
                    found.append(ShownSample(sample, self._span(call.line, call.end_line)))
        return found

    def _first_call(self) -> Span:
        call = self.draft.calls[0] if self.draft.calls else None
        return self._span(call.line, call.end_line) if call is not None else self.draft.source.span
