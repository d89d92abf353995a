"""Pages of operations and webhooks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from apiscribe.config import Settings
from apiscribe.ir import (
    Answer,
    Api,
    BodyMedia,
    Content,
    Location,
    MediaKind,
    Operation,
    Pages,
    Parameter,
    Stream,
    Webhook,
)
from apiscribe.targets.docs.facts import Fact, docs_facts, facts_text, security_text
from apiscribe.targets.docs.members import Item, Members
from apiscribe.targets.docs.names import PageNames, dotted, resource_key
from apiscribe.targets.docs.passages import link_to
from apiscribe.targets.docs.sdks import SdkSamples
from apiscribe.targets.docs.snippets import answer_snippets, request_snippets
from apiscribe.targets.docs.stated import server_items
from apiscribe.targets.docs.views import Group, OperationView, PageLink, Section
from apiscribe.targets.markup import atom, code, documentation, inline, literal, prose, word

PLACES: Final = (
    (Location.PATH, "Path Parameters"),
    (Location.QUERY, "Query Parameters"),
    (Location.QUERYSTRING, "Query String"),
    (Location.HEADER, "Header Parameters"),
    (Location.COOKIE, "Cookie Parameters"),
)
_JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Context:
    """What every page is made from."""

    api: Api
    settings: Settings
    names: PageNames
    sdks: SdkSamples


def operation_title(operation: Operation) -> str:
    """The summary; without one the method, as a code span."""
    return inline(operation.docs.summary) or code(atom(dotted(operation)))


def operation_view(context: Context, operation: Operation, page: str) -> OperationView:
    """The page of one operation, whose path is `page`; links are marked (see `passages`)."""
    members = Members(context.api, context.names, page)
    return OperationView(
        title=operation_title(operation),
        verb=word(operation.verb.lower()),
        endpoint=code(atom(operation.path)),
        facts=_facts(operation),
        prose=documentation(replace(operation.docs, summary="")),
        sections=tuple(_sections(members, operation)),
        snippets=(
            *request_snippets(context.api, context.settings, context.sdks, operation),
            *answer_snippets(context.api, operation),
        ),
        groups=(_see_also(context, operation),),
    )


def webhook_view(context: Context, webhook: Webhook, page: str) -> OperationView:
    """The page of one call the API makes."""
    members = Members(context.api, context.names, page)
    sections: tuple[Section, ...] = ()
    if webhook.payload is not None:
        sections = (Section("Body Parameters", items=members.body(webhook.payload)),)
    home = PageLink(link_to(context.api.title, context.names.home))
    verb = [] if webhook.verb == "POST" else [("verb", atom(webhook.verb))]
    return OperationView(
        title=inline(webhook.docs.summary) or code(atom(webhook.name.wire)),
        verb="webhook",
        endpoint=code(atom(webhook.name.wire)),
        facts=facts_text([*verb, *docs_facts(webhook.docs)]),
        prose=documentation(replace(webhook.docs, summary="")),
        sections=sections,
        snippets=(),
        groups=(Group("See also", (home,)),),
    )


def _facts(operation: Operation) -> str:
    """The keyword paragraph below the path; security and tags hold several code spans."""
    parts = [f"method: {code(dotted(operation))}"]
    if operation.name.wire:
        parts.insert(0, f"operationId: {code(atom(operation.name.wire))}")
    if operation.tags:
        parts.append(f"tags: {', '.join(code(atom(tag)) for tag in operation.tags)}")
    parts.append(f"security: {security_text(operation.security)}")
    if operation.servers and not _tells_of_servers(operation):
        urls = ", ".join(code(atom(server.url)) for server in operation.servers)
        parts.append(f"server: {urls}")
    if operation.idempotency is not None:
        parts.append(f"idempotency: {code(atom(operation.idempotency.header))}")
    if flags := facts_text(docs_facts(operation.docs)):
        parts.append(flags)
    return " · ".join(parts)


def _tells_of_servers(operation: Operation) -> bool:
    """Whether there is more to say of the operation's own servers than their addresses."""
    return any(one.description or one.variables or one.name for one in operation.servers)


def _sections(members: Members, operation: Operation) -> Iterator[Section]:
    if _tells_of_servers(operation):
        items = [item for server in operation.servers for item in server_items(server)]
        yield Section("Servers", items=tuple(items))
    for location, title in PLACES:
        chosen = [one for one in operation.parameters if one.location is location]
        if chosen:
            yield _parameters(members, title, chosen)
    if operation.body is not None:
        for media in operation.body.media:
            yield _body(members, operation, media)
    for answer in operation.answers:
        yield from _answer(members, "Returns", answer)
    if operation.stream is not None:
        yield _streaming(operation.stream)
    if operation.pages is not None:
        yield _pagination(operation.pages)
    for answer in operation.errors:
        yield from _answer(members, "Errors", answer)


def _parameters(members: Members, title: str, chosen: list[Parameter]) -> Section:
    return Section(title, items=members.parameters(chosen))


def _body(members: Members, operation: Operation, media: BodyMedia) -> Section:
    assert operation.body is not None
    first = media is operation.body.media[0]
    return Section(
        title=_titled("Body Parameters", "", media.media_type),
        facts=facts_text([("required", literal(operation.body.required))]),
        prose=prose(operation.body.docs.description) if first else "",
        items=members.body(media.type, media.encodings),
    )


def _titled(title: str, status: str, media_type: str) -> str:
    """`Returns`, `Returns (201)`, `Errors (422, text/plain)`; what goes without saying is left out."""
    shown = [] if status == "" or (status == "200" and media_type == _JSON) else [status]
    if media_type and media_type != _JSON:
        shown.append(media_type)
    return f"{title} ({inline(', '.join(shown))})" if shown else title


def _answer(members: Members, title: str, answer: Answer) -> Iterator[Section]:
    said = prose(answer.docs.description)
    headers = members.headers(answer.headers)
    if not answer.contents:
        yield Section(f"{title} ({inline(answer.status.wire)})", prose=said, headers=headers)
    for index, content in enumerate(answer.contents):
        yield Section(
            title=_titled(title, answer.status.wire, content.media_type),
            prose="" if index else said,
            items=_content(members, content),
            headers=() if index else headers,
        )


def _content(members: Members, content: Content) -> tuple[Item, ...]:
    if content.kind in (MediaKind.EVENT_STREAM, MediaKind.JSON_LINES):
        return members.stream(content.type)
    return members.body(content.type)


def _streaming(stream: Stream) -> Section:
    facts: list[Fact] = []
    if stream.switch is not None:
        facts.append(("switch", f"{stream.switch[0]} = {literal(stream.switch[1])}"))
    if stream.terminator:
        facts.append(("terminator", atom(stream.terminator)))
    if stream.error_event:
        facts.append(("errorEvent", atom(stream.error_event)))
    return Section("Streaming", facts_text(facts), streaming_prose(stream))


def streaming_prose(stream: Stream) -> str:
    media = code(atom(stream.media_type))
    if stream.switch is None:
        text = f"The answer is streamed as {media}: items arrive as they are made."
    else:
        sent = code(f"{literal(stream.switch[0])}: {literal(stream.switch[1])}")
        text = f"Send {sent} in the body and the answer is streamed as {media}, item by item."
    if stream.terminator:
        text += f" {code(atom(stream.terminator))} marks the end of the stream."
    if stream.error_event:
        text += f" An event named {code(atom(stream.error_event))} carries an error."
    return text


def _pagination(pages: Pages) -> Section:
    facts: list[Fact] = [("kind", pages.kind.value), ("items", atom(".".join(pages.items)))]
    named = (
        ("parameter", pages.parameter),
        ("next", ".".join(pages.next)),
        ("itemId", pages.item_id),
        ("more", ".".join(pages.more)),
        ("sizeParameter", pages.size_parameter),
        ("start", str(pages.start) if pages.start else ""),
    )
    facts += [(key, atom(value)) for key, value in named if value]
    return Section("Pagination", facts_text(facts), pagination_prose(pages))


def pagination_prose(pages: Pages) -> str:
    items = code(atom(".".join(pages.items))) if pages.items else "the answer itself"
    text = f"An answer holds one page of items, in {items}."
    if pages.next:
        text += f" The next page is asked for with {code(atom('.'.join(pages.next)))} of the answer"
        text += f", sent as {code(atom(pages.parameter))}." if pages.parameter else "."
    elif pages.item_id:
        text += f" The next page is asked for with the {code(atom(pages.item_id))} of the last item"
        text += f", sent as {code(atom(pages.parameter))}."
    elif pages.parameter:
        text += f" {code(atom(pages.parameter))} chooses the page."
    if pages.more:
        text += f" {code(atom('.'.join(pages.more)))} says whether there is more."
    if pages.size_parameter:
        text += f" {code(atom(pages.size_parameter))} sets the size of a page."
    return text


def _see_also(context: Context, operation: Operation) -> Group:
    owner = context.names.owner(operation.id)
    links = [PageLink(link_to(context.api.title, context.names.home))]
    if owner is not None:
        path = context.names.resource_path(owner)
        links.append(PageLink(link_to(resource_key(owner), path)))
    return Group("See also", tuple(links))
