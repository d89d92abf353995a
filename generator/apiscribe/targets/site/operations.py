"""Pages of operations and webhooks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from markupsafe import Markup

from apiscribe.ir import (
    Answer,
    BodyMedia,
    Content,
    Docs,
    MediaKind,
    Operation,
    SecurityRequirement,
    Type,
    Webhook,
)
from apiscribe.targets.base import Noted
from apiscribe.targets.docs.names import dotted, relative
from apiscribe.targets.docs.operations import PLACES, pagination_prose, streaming_prose
from apiscribe.targets.site.markup import code, text
from apiscribe.targets.site.navigation import Navigation
from apiscribe.targets.site.paths import WEBHOOKS, html_path
from apiscribe.targets.site.samples import operation_codes
from apiscribe.targets.site.search import NAME, TEXT, VALUE, PageWords, page_words
from apiscribe.targets.site.site import Site, gist
from apiscribe.targets.site.trees import Trees
from apiscribe.targets.site.views import (
    AnswerView,
    ContentView,
    FactView,
    LinkView,
    OperationPage,
    SectionView,
)

_BUDGET: Final = 160
"""Lines of models that are opened in place."""
_STREAMS = (MediaKind.EVENT_STREAM, MediaKind.JSON_LINES)


def operation_page(site: Site, navigation: Navigation, operation: Operation) -> Noted:
    """The page of one operation."""
    page = html_path(site.names.operation_path(operation.id))
    trees = site.trees(page, _BUDGET)
    title = site.operation_title(operation)
    prose = site.prose.docs(_told(operation.docs), page)
    sections = tuple(_sections(site, trees, operation, page))
    answers = tuple(_answers(site, trees, "returns", operation.answers, page))
    errors = tuple(_answers(site, trees, "error", operation.errors, page))
    note = f"{operation.verb.upper()} {operation.path}"
    words = page_words(title, page, "operation", note)
    words.add(dotted(operation), NAME)
    words.add(prose.striptags(), TEXT)
    gather(words, trees)
    view = OperationPage(
        frame=navigation.frame(
            page,
            title,
            gist([prose, text(note)]),
            kind="operation",
            resource=navigation.owners.get(operation.id),
            outline=_outline(sections, bool(answers), bool(errors)),
        ),
        title=title,
        verb=operation.verb.upper(),
        endpoint=_endpoint(operation.path),
        method=dotted(operation),
        deprecated=operation.docs.deprecated,
        deprecation=site.prose.line(operation.docs.deprecation),
        prose=prose,
        security=_security(site, operation.security, page),
        servers=tuple(text(server.url) for server in operation.servers),
        sections=sections,
        answers=answers,
        errors=errors,
        codes=operation_codes(site, operation, page),
    )
    return Noted(view, words)


def webhook_page(site: Site, navigation: Navigation, webhook: Webhook) -> Noted:
    """The page of one call the API makes."""
    page = html_path(site.names.webhook_path(webhook.id))
    trees = site.trees(page, _BUDGET)
    title = site.webhook_title(webhook)
    prose = site.prose.docs(_told(webhook.docs), page)
    sections: tuple[SectionView, ...] = ()
    if webhook.payload is not None:
        content = _content(site, trees, "", webhook.payload, "body", page)
        sections = (SectionView("body", "Body", contents=(content,)),)
    words = page_words(title, page, "webhook", webhook.name.wire)
    words.add(prose.striptags(), TEXT)
    gather(words, trees)
    crumbs = (
        *navigation.crumbs(page, None),
        LinkView(Markup("Webhooks"), relative(WEBHOOKS, page)),
    )
    view = OperationPage(
        frame=navigation.frame(
            page, title, gist([prose, text(webhook.name.wire)]), kind="webhook", crumbs=crumbs
        ),
        title=title,
        verb=webhook.verb.upper(),
        endpoint=_endpoint(webhook.expression or webhook.name.wire),
        method="",
        deprecated=webhook.docs.deprecated,
        deprecation=site.prose.line(webhook.docs.deprecation),
        prose=prose,
        security=Markup(),
        servers=(),
        sections=sections,
        answers=(),
        errors=(),
        codes=(),
    )
    return Noted(view, words)


def gather(words: PageWords, trees: Trees) -> None:
    """What search should know of the trees of a page, with the place of each."""
    for line in trees.found:
        if line.borrowed:
            continue
        words.add(line.name, NAME, line.anchor)
        for value in line.values:
            words.add(str(value.value), VALUE, line.anchor)
        words.add(line.docs.description or line.docs.summary, TEXT, line.anchor)


def _told(docs: Docs) -> Docs:
    """Without the summary, which is the title."""
    return Docs(description=docs.description, link=docs.link)


def _endpoint(path: str) -> Markup:
    """The path with its variables marked."""
    shown = text(path).replace("{", Markup("<var>{")).replace("}", Markup("}</var>"))
    balanced = path.count("{") == path.count("}") and "}{" not in path and "{{" not in path
    return Markup(shown) if balanced and "}}" not in path else text(path)


def _outline(sections: Iterable[SectionView], answers: bool, errors: bool) -> tuple[LinkView, ...]:
    links = [LinkView(Markup(one.title), f"#{one.id}") for one in sections]
    if answers:
        links.append(LinkView(Markup("Returns"), "#returns"))
    if errors:
        links.append(LinkView(Markup("Errors"), "#errors"))
    return tuple(links)


def _security(site: Site, requirements: tuple[SecurityRequirement, ...], page: str) -> Markup:
    """The alternatives, each with a link to the chapter on authentication."""
    if not requirements:
        return Markup("none")
    home = relative("index.html", page)
    said = []
    for requirement in requirements:
        parts = []
        for id, scopes in requirement.schemes:
            part = Markup('<a href="%s#authentication">%s</a>') % (home, text(id))
            if scopes:
                part += Markup(" (%s)") % Markup(", ").join(code(one) for one in scopes)
            parts.append(part)
        said.append(Markup(" and ").join(parts) or Markup("none"))
    return Markup(" or ").join(said)


def _sections(site: Site, trees: Trees, operation: Operation, page: str) -> Iterator[SectionView]:
    for location, title in PLACES:
        chosen = [one for one in operation.parameters if one.location is location]
        if chosen:
            id = trees.anchor(location.value)
            yield SectionView(id, _sentence(title), nodes=trees.parameters(chosen, location.value))
    if operation.body is not None and operation.body.media:
        contents = tuple(_media(site, trees, one, page) for one in operation.body.media)
        yield SectionView(
            "body",
            "Body",
            note="" if operation.body.required else "optional",
            prose=site.prose.docs(operation.body.docs, page),
            contents=contents,
        )
    if operation.stream is not None:
        prose = site.prose.block(streaming_prose(operation.stream), page)
        yield SectionView("streaming", "Streaming", prose=prose)
    if operation.pages is not None:
        prose = site.prose.block(pagination_prose(operation.pages), page)
        yield SectionView("pagination", "Pagination", prose=prose)


def _sentence(title: str) -> str:
    return title.capitalize()


def _media(site: Site, trees: Trees, media: BodyMedia, page: str) -> ContentView:
    anchor = trees.anchor("body")
    return ContentView(
        media_type=text(media.media_type),
        type=site.spelling.spell(media.type, page),
        facts=_facts(site, media.type),
        nodes=trees.content(media.type, anchor, media.encodings),
    )


def _facts(site: Site, type: Type) -> tuple[FactView, ...]:
    return tuple(
        FactView(key, Markup("<code>%s</code>") % value)
        for key, value in site.tools.facts.of(type)
        if key not in ("discriminator", "open", "additionalProperties")
    )


def _answers(
    site: Site, trees: Trees, what: str, answers: tuple[Answer, ...], page: str
) -> Iterator[AnswerView]:
    for index, answer in enumerate(answers):
        anchor = trees.anchor(what, answer.status.wire)
        prose = site.prose.docs(answer.docs, page)
        yield AnswerView(
            id=anchor,
            status=text(answer.status.wire),
            tone="good" if what == "returns" else "bad",
            is_open=what == "returns" and index == 0,
            prose=prose,
            gist=Markup("%s") % gist([prose], 90),
            headers=trees.headers(answer.headers, f"{anchor}.headers"),
            contents=tuple(_answer(site, trees, one, anchor, page) for one in answer.contents),
        )


def _answer(site: Site, trees: Trees, content: Content, anchor: str, page: str) -> ContentView:
    made = _content(site, trees, content.media_type, content.type, anchor, page)
    if content.kind not in _STREAMS:
        return made
    return ContentView(made.media_type, Markup("stream of %s") % made.type, made.facts, made.nodes)


def _content(
    site: Site, trees: Trees, media_type: str, type: Type, anchor: str, page: str
) -> ContentView:
    return ContentView(
        media_type=text(media_type),
        type=site.spelling.spell(type, page),
        facts=_facts(site, type),
        nodes=trees.content(type, anchor),
    )
