"""An operation of a Stainless Markdown page: its line, its sections, its examples."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apiscribe.pages.facts import (
    Answer,
    Auth,
    Body,
    Certainty,
    Endpoint,
    Json,
    Keyword,
    Object,
    Parameter,
    ParameterPlace,
    Presence,
    Reference,
    Server,
    Shape,
    Source,
    Text,
    Union,
)
from apiscribe.pages.stainless_markdown_children import Child
from apiscribe.pages.stainless_markdown_inferred import (
    STREAM_TYPE,
    as_form,
    sample_calls,
    split_chunk,
    streamed_too,
)
from apiscribe.pages.stainless_markdown_outline import VERB
from apiscribe.pages.stainless_markdown_overview import (
    Overview,
    read_names,
    read_security,
    server_object,
)
from apiscribe.pages.stainless_markdown_prose import (
    BODY,
    OPERATION,
    PAGES,
    SERIALISATION,
    STREAM,
    KeywordLine,
    plain_text,
    prose_of,
    read_keywords,
    see_also,
    unescape,
    whole_code_span,
)
from apiscribe.pages.stainless_markdown_samples import (
    json_or_text,
    keyword_lines,
    read_examples,
)
from apiscribe.pages.stainless_markdown_shapes import Member, ShapeReader
from apiscribe.pages.stainless_markdown_titles import Title
from apiscribe.pages.stainless_markdown_tree import Element, Item, Paragraph, Section
from apiscribe.pages.stainless_markdown_types import MemberHead, StreamType
from apiscribe.pages.stainless_samples import form_body, sample_auth, version_headers

_PAGE_NAMES = {"itemId": "item_id", "sizeParameter": "size_parameter"}
JSON_TYPE = "application/json"


def find_verb(section: Section) -> tuple[int, re.Match[str]] | None:
    """The element of a section that is a line such as **get** `/things`."""
    for index, element in enumerate(section.elements):
        if isinstance(element, Paragraph) and (match := VERB.fullmatch(element.rows[0][1])):
            return index, match
    return None


@dataclass(slots=True)
class OperationReader:
    """Reads one operation; `endpoint` gives the fact when all its sections were read."""

    shapes: ShapeReader
    level: int
    method: str
    path: str
    source: Source
    summary: Text | None = None
    description: Text | None = None
    deprecation: Text | None = None
    resource: tuple[str, ...] = ()
    verb: str = ""
    name_source: Source | None = None
    keywords: list[Keyword] = field(default_factory=list)
    sdk: dict[str, Json] = field(default_factory=dict)
    sdk_line: int = 0
    webhook_verb: str = "POST"
    parameters: list[Parameter] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    servers: list[Server] = field(default_factory=list)
    auth: list[Auth] = field(default_factory=list)

    def _source(self, line: int, end_line: int = 0) -> Source:
        return Source(self.shapes.reader.page.span(line, end_line))

    def _fact(self, *lines: int) -> None:
        self.shapes.reader.ledger.fact(*lines)

    def _refuse(self, line: int, reason: str) -> None:
        self.shapes.reader.ledger.refuse(line, reason)

    # ---- the operation's own lines -------------------------------------------------------

    def read_lead(self, section: Section, verb_at: int) -> None:
        """The section with the verb line: title, keyword lines, description."""
        verb = section.elements[verb_at]
        self._fact(verb.line)
        if section.title:
            self._fact(section.line)
            if whole_code_span(section.title) is None:
                self.summary = Text(unescape(section.title), self._source(section.line))
        for element in section.elements[:verb_at]:
            self._before(element)
        keywords: list[KeywordLine] = []
        rest: list[Element] = []
        for element in _rest_of(verb, section.elements[verb_at + 1 :]):
            found = read_keywords(element, OPERATION) if isinstance(element, Paragraph) else None
            if isinstance(element, Item):
                self.shapes.reader.refuse(element, "no section says what this item is")
            elif found is None or rest:
                rest.append(element)
            else:
                self._fact(*range(element.line, element.end_line + 1))
                keywords.extend(found)
        link, rest = see_also(rest)
        if link is not None:
            self._fact(link.line)
            self.keywords.append(Keyword(link.name, link.value, self._source(link.line)))
        self.description, lines = prose_of(self.shapes.reader.page, rest, 0)
        self._fact(*lines)
        for keyword in keywords:
            self._keyword(keyword)

    def _before(self, element: Element) -> None:
        """What stands between title and verb line: a mark of deprecation, and nothing else."""
        text = element.rows[0][1] if isinstance(element, Paragraph) else ""
        if text.strip("*_. ").lower() == "deprecated":
            self._fact(element.line)
            self.deprecation = Text(text, self._source(element.line))

    def _keyword(self, keyword: KeywordLine) -> None:
        source, value = self._source(keyword.line), keyword.value
        match keyword.name:
            case "operationId":
                self.keywords.append(Keyword("operationId", value, source))
            case "method":
                *resource, verb = str(value).split(".")
                self.resource, self.verb, self.name_source = tuple(resource), verb, source
            case "tags":
                self.keywords.append(Keyword("tags", read_names(str(value)), source))
            case "server":
                self.keywords.append(Keyword("servers", [{"url": value}], source))
            case "deprecated" if value is True:
                self.deprecation = Text("deprecated: true", source)
            case "verb":
                self.webhook_verb = str(value).upper()
            case "idempotency":
                self._sdk("idempotency", {"header": value}, keyword.line)
            case "security":
                stated = read_security(str(value))
                if stated is None:
                    self._refuse(keyword.line, "it names no security schemes")
                else:
                    self.keywords.append(Keyword("security", stated, source))

    def _sdk(self, name: str, value: Json, line: int) -> None:
        self.sdk[name] = value
        self.sdk_line = self.sdk_line or line

    def read_servers(self, section: Section) -> None:
        """Servers of this operation alone, as on an overview."""
        overview = Overview(self.shapes.reader)
        overview.read_servers(section)
        servers: list[Json] = [server_object(server) for server in overview.servers]
        self.keywords.append(Keyword("servers", servers, self._source(section.line)))

    # ---- parameters, body, answers -------------------------------------------------------

    def read_parameters(self, section: Section, place: ParameterPlace) -> None:
        """A section of parameters: members only."""
        self._heading(section)
        self._no_prose(section)
        for member in self.shapes.members(self.shapes.reader.children(section.items)):
            keywords = tuple(
                Keyword(each.name, each.value, self._source(each.line))
                for each in member.serialisation
            )
            self.parameters.append(Parameter(place, member.field, keywords))

    def read_body(self, section: Section, title: Title) -> None:
        """A body in one media type: members, or one type."""
        self._heading(section)
        keywords, text = self._prose(section, BODY)
        children = self.shapes.reader.children(section.items)
        shape, members = self._content(children, section)
        stated = next((each.value for each in keywords if each.name == "required"), None)
        required = any(each.field.presence is Presence.REQUIRED for each in members)
        presence = Presence.REQUIRED if stated is True or required else Presence.UNSTATED
        if stated is False:
            presence = Presence.OPTIONAL
        encodings = tuple(
            (each.field.name, {k.name: k.value for k in each.serialisation})
            for each in members
            if each.serialisation
        )
        media_type = title.media_type or JSON_TYPE
        source = self._media_source(section, title)
        body = Body(media_type, shape, source, presence, (), text, _content_types(encodings))
        self.bodies.append(body)

    def _media_source(self, section: Section, title: Title) -> Source:
        """The heading's line; the media type is inferred when the heading does not give it."""
        source = self._source(section.line)
        if title.media_type:
            return source
        reason = "The page does not give the media type; members are those of JSON."
        return replace(source, certainty=Certainty.INFERRED, reason=reason)

    def read_answer(self, section: Section, title: Title) -> None:
        """An answer of one status and media type."""
        self._heading(section)
        _, text = self._prose(section, frozenset())
        children = self.shapes.reader.children(section.items)
        streamed = len(children) == 1 and isinstance(children[0].head, StreamType)
        shape, _ = self._content(children, section)
        default = STREAM_TYPE if streamed else JSON_TYPE if shape is not None else ""
        chunk: Shape | None = None
        if shape is not None and self.method == "POST" and not title.media_type:
            shape, chunk = split_chunk(shape)
        source = self._media_source(section, title)
        status_source = self._source(section.line)
        if not title.status:
            reason = "The heading gives no status; it is that of a successful answer."
            status_source = replace(status_source, certainty=Certainty.INFERRED, reason=reason)
        self.answers.append(
            Answer(
                title.status or "200",
                title.media_type or default,
                shape,
                source,
                streamed,
                text,
                status_source=status_source,
            )
        )
        if chunk is not None:
            self.answers.append(streamed_too(self.answers[-1], chunk))

    def read_headers(self, section: Section) -> None:
        """Headers of the answer above."""
        self._heading(section)
        self._no_prose(section)
        members = self.shapes.members(self.shapes.reader.children(section.items))
        if not self.answers:
            self._refuse(section.line, "there is no answer that these headers belong to")
            return
        headers = tuple(member.field for member in members)
        self.answers[-1] = replace(self.answers[-1], headers=headers)

    def _content(
        self, children: Sequence[Child], section: Section
    ) -> tuple[Shape | None, list[Member]]:
        """Members make an object; one type is that type; several are a union."""
        if not children:
            return None, []
        source = self._source(children[0].item.line, children[-1].item.end_line)
        if any(isinstance(child.head, MemberHead) for child in children):
            special = [c for c in children if isinstance(c.head, MemberHead) and c.head.special]
            members = self.shapes.members([c for c in children if c not in special])
            fields = tuple(member.field for member in members)
            shape = Shape(Object(fields), source)
            if special:
                shape = self.shapes.with_special(shape, special)
            return shape, members
        self.shapes.last_members = []
        variants = [self.shapes.head(child) for child in children]
        shape = variants[0] if len(variants) == 1 else Shape(Union(tuple(variants)), source)
        return shape, self.shapes.last_members if isinstance(shape.form, Object | Reference) else []

    def _heading(self, section: Section) -> None:
        self.shapes.reader.ledger.drop([section.line], "heading")

    def _no_prose(self, section: Section) -> None:
        """Sentences beside a list of parameters belong to nothing in particular."""
        for element in section.elements:
            if not isinstance(element, Item):
                self.shapes.reader.refuse_lines(element, "a sentence that belongs to no parameter")

    def _prose(
        self, section: Section, allowed: frozenset[str]
    ) -> tuple[list[KeywordLine], Text | None]:
        keywords: list[KeywordLine] = []
        rest: list[Element] = []
        between = False
        for element in section.elements:
            found = read_keywords(element, allowed) if isinstance(element, Paragraph) else None
            if found is not None:
                self._fact(*range(element.line, element.end_line + 1))
                keywords.extend(found)
            elif isinstance(element, Item):
                between = True
            elif between:
                self.shapes.reader.refuse_lines(element, "a sentence between the items")
            else:
                rest.append(element)
        text, lines = prose_of(self.shapes.reader.page, rest, 0)
        self._fact(*lines)
        return keywords, text

    # ---- SDK facts and examples ----------------------------------------------------------

    def read_stream(self, section: Section) -> None:
        """`switch: stream = true`, `terminator: [DONE]`; the sentences are for people."""
        stream: dict[str, Json] = {}
        for each in keyword_lines(self.shapes.reader, section, STREAM):
            if each.name == "switch":
                name, _, value = str(each.value).partition(" = ")
                stream["switch"] = {name: json_or_text(value, True)}
            else:
                stream["error_event" if each.name == "errorEvent" else each.name] = each.value
        if stream:
            self._sdk("stream", stream, section.line)

    def read_pages(self, section: Section) -> None:
        """`kind: cursor`, `items: data` and so on."""
        found = keyword_lines(self.shapes.reader, section, PAGES)
        if found:
            pages = {_PAGE_NAMES.get(each.name, each.name): each.value for each in found}
            self._sdk("pages", pages, section.line)

    def read_sample_calls(self, section: Section) -> None:
        """Server, credentials and form, as the sample calls show them."""
        for call, is_form in sample_calls(self.shapes.reader.page, section, self.path):
            self.parameters += version_headers(call, self.parameters)
            if call.server is not None:
                self.servers.append(call.server)
            if (auth := sample_auth(call)) is not None:
                self.auth.append(auth)
                if not any(each.name == "security" for each in self.keywords):
                    self.keywords.append(Keyword("security", [{auth.name: []}], auth.source))
            if not self.bodies and (form := form_body(call)) is not None:
                self.bodies = [form]
            elif is_form:
                self.bodies = [as_form(body) for body in self.bodies]

    def read_request_example(self, section: Section, title: Title) -> None:
        """A JSON fence under `Request`."""
        for example in read_examples(self.shapes.reader, section, title):
            wanted = title.media_type or (self.bodies[0].media_type if self.bodies else "")
            at = next((i for i, b in enumerate(self.bodies) if b.media_type == wanted), None)
            if at is None:
                self._refuse(example.source.span.line, "the operation has no such body")
                continue
            body = self.bodies[at]
            self.bodies[at] = replace(body, examples=(*body.examples, example))

    def read_response_example(self, section: Section, title: Title) -> None:
        """A JSON fence under `Response`."""
        for example in read_examples(self.shapes.reader, section, title):
            at = self._answer_at(title)
            if at is None:
                self._refuse(example.source.span.line, "the operation has no such answer")
                continue
            answer = self.answers[at]
            self.answers[at] = replace(answer, examples=(*answer.examples, example))

    def _answer_at(self, title: Title) -> int | None:
        for index, answer in enumerate(self.answers):
            right_status = not title.status or answer.status == title.status
            if right_status and title.media_type in ("", answer.media_type) and answer.media_type:
                return index
        return None

    def endpoint(self) -> Endpoint:
        """The fact."""
        keywords = list(self.keywords)
        if self.sdk:
            keywords.append(Keyword("x-sdk", dict(self.sdk), self._source(self.sdk_line)))
        webhook = self.method == "WEBHOOK"
        return Endpoint(
            self.webhook_verb if webhook else self.method,
            self.path,
            self.source,
            summary=self.summary,
            description=self.description,
            deprecation=self.deprecation,
            resource=self.resource,
            verb=self.verb,
            name_source=self.name_source,
            scope=self.shapes.scope,
            parameters=tuple(self.parameters),
            bodies=tuple(self.bodies),
            answers=tuple(self.answers),
            keywords=tuple(keywords),
            webhook=webhook,
        )


def start_operation(shapes: ShapeReader, section: Section) -> OperationReader | None:
    """The operation whose verb line stands in `section`; `None` when there is none."""
    found = find_verb(section)
    if found is None:
        return None
    at, match = found
    line = section.elements[at].line
    path = plain_text(whole_code_span(match[2]) or match[2].strip("` "))
    source = Source(shapes.reader.page.span(line))
    operation = OperationReader(shapes, section.level, match[1].upper(), path, source)
    operation.read_lead(section, at)
    return operation


def _rest_of(verb: Element, after: Sequence[Element]) -> list[Element]:
    """What follows the verb line, in its own paragraph or below."""
    if isinstance(verb, Paragraph) and len(verb.rows) > 1:
        return [Paragraph(verb.rows[1:], verb.line + 1, verb.end_line), *after]
    return list(after)


def _content_types(
    encodings: Sequence[tuple[str, dict[str, Json]]],
) -> tuple[tuple[str, dict[str, Json]], ...]:
    known = SERIALISATION - {"content", "allowEmptyValue"}
    return tuple(
        (name, {k: v for k, v in found.items() if k in known}) for name, found in encodings
    )
