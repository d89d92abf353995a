"""Endpoint lines of a pseudo-JSON page, where it has them, and the shapes below each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import (
    Answer,
    Anything,
    Auth,
    Body,
    Certainty,
    Endpoint,
    Example,
    Field,
    Json,
    Keyword,
    Kind,
    ListOf,
    Parameter,
    ParameterPlace,
    Presence,
    Reference,
    Scalar,
    Server,
    Shape,
    Source,
    Text,
    Union,
)
from apiscribe.pages.json_shape_blocks import EndpointLine, Prose
from apiscribe.pages.json_shape_bullets import meaning_of
from apiscribe.pages.json_shape_parts import Named
from apiscribe.pages.json_shape_sections import EndpointPart, Part, Sections
from apiscribe.pages.json_shape_shapes import ShapeBuilder
from apiscribe.pages.json_shape_types import type_of
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.auth import OAUTH
from apiscribe.pages.parts.auth_prose import auth_of_prose
from apiscribe.pages.parts.curl import curl_commands
from apiscribe.pages.parts.endpoints import before_template, normal_path

_REQUEST = re.compile(r"\b(requests?|body|payload|input)\b", re.I)
_RESPONSE = re.compile(r"\b(responses?|answers?|returns?|output|results?)\b", re.I)
_ERROR = re.compile(r"\berrors?\b", re.I)
_STATUS = re.compile(r"(?<!\d)([1-5]\d\d)(?!\d)")
_METHOD_HEADING = re.compile(r"Method:\s*(?P<resource>[\w.]+)\.(?P<verb>\w+)$")
_MAX_SUMMARY = 80
_BODILESS = ("GET", "HEAD", "DELETE")


def read_endpoints(
    page: PageSource, sections: Sections, names: Sequence[Named]
) -> tuple[tuple[Endpoint, ...], tuple[Server, ...]]:
    """The endpoints, with the shapes that stand below each, and the hosts their lines name."""
    named = list(zip(sections.parts, names, strict=True))
    bases = [server.url for server in sections.servers]
    endpoints = []
    servers: dict[str, Server] = {}
    for index, part in enumerate(sections.endpoints):
        host, path = _split_url(part.block, bases)
        if host:
            servers.setdefault(host, Server(host, Source(page.span(part.block.line))))
        reader = _EndpointReader(page, part, index, path)
        endpoints.append(reader.endpoint(named))
    return tuple(endpoints), tuple(servers.values())


def called_hosts(page: PageSource, endpoints: Sequence[Endpoint]) -> tuple[Server, ...]:
    """Where calls of the page's operations go: its servers, where no line names them."""
    servers: dict[str, Server] = {}
    for call in curl_commands(page.lines):
        goes = call.endpoint
        for one in endpoints if goes.host else ():
            prefix = before_template(goes.path, one.path) if one.method == goes.method else None
            if prefix is not None:
                span = page.span(call.line, call.end_line)
                why = "A call on the page goes there."
                server = Server(goes.host + prefix, Source(span, Certainty.INFERRED, why))
                servers.setdefault(server.url, server)
    return tuple(servers.values())


def _split_url(block: EndpointLine, bases: Sequence[str]) -> tuple[str, str]:
    """Host and path of an endpoint line; the path is what follows a stated base URL."""
    for base in bases:
        if f"{block.host}{block.path}".startswith(base + "/"):
            return "", f"{block.host}{block.path}".removeprefix(base)
    return block.host, block.path


@dataclass(frozen=True, slots=True)
class _EndpointReader:
    page: PageSource
    part: EndpointPart
    index: int
    raw_path: str

    def endpoint(self, named: Sequence[tuple[Part, Named]]) -> Endpoint:
        block, heading = self.part.block, self.part.heading
        source = Source(self.page.span(block.line))
        path = normal_path(self.raw_path)
        own = [(part, name) for part, name in named if part.endpoint == self.index]
        bodies = [
            self._body(part, name) for part, name in _leading(own) if self._is_request(part.heading)
        ]
        summary = Text(heading.text, Source(self.page.span(heading.line))) if heading else None
        named_by = _METHOD_HEADING.match(heading.text) if heading else None
        description = self._description(self.part.prose)
        if named_by is not None:
            first = self._description(self.part.prose[:1])
            short = first is not None and len(first.text) <= _MAX_SUMMARY
            rest = self._description(self.part.prose[1:]) if short else description
            summary, description = (first, rest) if short else (None, rest)
        return Endpoint(
            block.method,
            path,
            source,
            summary,
            description,
            resource=tuple(named_by["resource"].split(".")) if named_by else (),
            verb=named_by["verb"] if named_by else "",
            name_source=Source(self.page.span(heading.line)) if named_by and heading else None,
            parameters=self._parameters(path, source),
            bodies=(*bodies, *self._said_bodies()),
            answers=(
                *self._answers(own, named),
                *self._said_answers(),
                *self._shown_answers(),
            ),
            keywords=self._security(),
        )

    def _security(self) -> tuple[Keyword, ...]:
        """Any of the scopes that are listed; failing that, what a sentence says."""
        if self.part.scopes:
            first, last = self.part.scopes[0], self.part.scopes[-1]
            source = Source(self.page.span(first.line, last.end_line))
            needed: list[Json] = [{OAUTH.name: [scope.text]} for scope in self.part.scopes]
            return (Keyword("security", needed, source),)
        return stated_security(stated_auth(self.page, self.part.prose))

    def _parameters(self, path: str, source: Source) -> tuple[Parameter, ...]:
        """Those that the page describes; then the variables of the path that it does not."""
        described = []
        for place, entry in self.part.parameters:
            meaning = meaning_of(entry)
            span = Source(self.page.span(entry.line, entry.end_line))
            node = type_of(entry.type, entry.line)
            shape = (
                ShapeBuilder(self.page, {}, frozenset()).build(node)
                if node is not None
                else Shape(Anything(), span)
            )
            shape = replace(shape, source=span)
            if meaning.array and not isinstance(shape.form, ListOf):
                shape = Shape(ListOf(shape), span)
            presence = Presence.REQUIRED if "required" in entry.notes else Presence.UNSTATED
            if "optional" in entry.notes:
                presence = Presence.OPTIONAL
            text = Text(entry.text, span) if entry.text else None
            described.append(
                Parameter(place, Field(".".join(meaning.name), shape, presence, span, text))
            )
        known = {each.field.name for each in described if each.place is ParameterPlace.PATH}
        rest = (p for p in _path_parameters(path, source) if p.field.name not in known)
        return (*described, *rest)

    def _said_bodies(self) -> Iterator[Body]:
        """`The request body contains an instance of Thing.`"""
        for said in self.part.said:
            if said.request and said.name:
                source = Source(self.page.span(said.line))
                yield Body("application/json", Shape(Reference(said.name), source), source)

    def _said_answers(self) -> Iterator[Answer]:
        """`If successful, the response body contains an instance of Thing.`"""
        for said in self.part.said:
            if not said.request:
                source = Source(self.page.span(said.line))
                shape = Shape(Reference(said.name), source) if said.name else None
                media = "application/json" if said.name else ""
                unsaid = self._unsaid(source.span)
                yield Answer("200", media, shape, source, status_source=unsaid)

    def _shown_answers(self) -> Iterator[Answer]:
        """Those that are shown as text."""
        for shown in self.part.shown:
            stated = Source(self.page.span(shown.line, shown.end_line))
            why = "The answer is shown as text, and the page does not name its media type."
            source = replace(stated, certainty=Certainty.INFERRED, reason=why)
            shape = Shape(Scalar(Kind.STRING), source)
            yield Answer(
                shown.status,
                "text/plain",
                shape,
                source,
                status_source=stated,
                examples=(Example(shown.text, stated),),
            )

    def _description(self, prose: Sequence[Prose]) -> Text | None:
        if not prose:
            return None
        span = self.page.span(prose[0].line, prose[-1].end_line)
        return Text("\n\n".join(each.text for each in prose), Source(span))

    def _is_request(self, heading: str) -> bool:
        if self.part.block.method in _BODILESS or _RESPONSE.search(heading):
            return False
        return _REQUEST.search(heading) is not None

    def _answers(
        self, own: Sequence[tuple[Part, Named]], named: Sequence[tuple[Part, Named]]
    ) -> list[Answer]:
        """Shapes under a heading about answers; else the only one that is not a request.

        An operation may also show an example of a shape that stands elsewhere.
        """
        rest = [(p, n) for p, n in _leading(own) if p.streamed or not self._is_request(p.heading)]
        plain = [(p, n) for p, n in rest if not p.streamed]
        told = [(p, n) for p, n in plain if _RESPONSE.search(p.heading) or _is_error(p.heading)]
        chosen = told or plain[:1]
        answers = [self._answer(p, n, p.heading) for p, n in chosen]
        if not answers:
            answers = [
                self._answer(part, name, heading)
                for part, name in named
                for endpoint, heading in part.shown_in
                if endpoint == self.index and not part.streamed and not self._is_request(heading)
            ][:1]
        streamed = [(p, n) for p, n in rest if p.streamed]
        return [*answers, *([self._stream(streamed)] if streamed else [])]

    def _reference(self, part: Part, name: Named, reason: str) -> Shape:
        span = self.page.span(part.block.line, part.block.end_line)
        return Shape(Reference(name.name), Source(span, Certainty.INFERRED, reason))

    def _body(self, part: Part, name: Named) -> Body:
        shape = self._reference(part, name, "The shape stands under a heading about requests.")
        return Body("application/json", shape, shape.source)

    def _answer(self, part: Part, name: Named, heading: str) -> Answer:
        shape = self._reference(part, name, "The shape stands below the endpoint.")
        stated = _STATUS.search(heading)
        status = stated[1] if stated else "default" if _is_error(heading) else "200"
        return Answer(
            status,
            "application/json",
            shape,
            shape.source,
            status_source=None if stated else self._unsaid(shape.source.span),
        )

    def _stream(self, parts: Sequence[tuple[Part, Named]]) -> Answer:
        """One stream of all the items shown."""
        why = "The frames stand below the endpoint."
        shapes = tuple(self._reference(part, name, why) for part, name in parts)
        first, last = shapes[0].source.span, shapes[-1].source.span
        span = self.page.span(first.line, last.end_line)
        source = Source(span, Certainty.INFERRED, why)
        shape = shapes[0] if len(shapes) == 1 else Shape(Union(shapes), source)
        unsaid = self._unsaid(span)
        return Answer(
            "200", "text/event-stream", shape, source, streamed=True, status_source=unsaid
        )

    def _unsaid(self, span: Span) -> Source:
        return Source(span, Certainty.INFERRED, "The page gives no status.")


def read_auth(page: PageSource, sections: Sections) -> tuple[Auth, ...]:
    """How a caller authenticates: what sentences say, and OAuth where the page lists its scopes."""
    found = list(stated_auth(page, sections.prose))
    for part in sections.endpoints:
        if part.scopes:
            source = Source(page.span(part.scopes[0].line))
            found.append(Auth(OAUTH.name, OAUTH.scheme, source))
        else:
            found += stated_auth(page, part.prose)
    return tuple({auth.name: auth for auth in reversed(found)}.values())[::-1]


def stated_auth(page: PageSource, prose: Sequence[Prose]) -> tuple[Auth, ...]:
    """The schemes that paragraphs state."""
    found = {
        scheme.name: Auth(scheme.name, scheme.scheme, Source(page.span(one.line, one.end_line)))
        for one in prose
        for scheme in auth_of_prose(one.text)
    }
    return tuple(found.values())


def stated_security(auth: Sequence[Auth]) -> tuple[Keyword, ...]:
    """`security` that takes any of the schemes."""
    needed: list[Json] = [{one.name: []} for one in auth]
    return (Keyword("security", needed, auth[0].source),) if auth else ()


def _leading(own: Sequence[tuple[Part, Named]]) -> list[tuple[Part, Named]]:
    """Without the declarations that only help the first below their heading."""
    seen: set[str] = set()
    found = []
    for part, name in own:
        if not part.block.name or part.heading not in seen:
            found.append((part, name))
        seen.add(part.heading)
    return found


def _is_error(heading: str) -> bool:
    return _ERROR.search(heading) is not None


def _path_parameters(path: str, source: Source) -> tuple[Parameter, ...]:
    reason = "The name stands in the path; a segment of a path is text."
    inferred = Source(source.span, Certainty.INFERRED, reason)
    return tuple(
        Parameter(
            ParameterPlace.PATH,
            Field(name, Shape(Scalar(Kind.STRING), inferred), Presence.REQUIRED, inferred),
        )
        for name in re.findall(r"\{([^{}]+)\}", path)
    )
