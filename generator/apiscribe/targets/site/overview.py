"""The first page: what the API is, a first call, and what holds for every call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from markupsafe import Markup

from apiscribe.ir import (
    ApiKeyScheme,
    HttpScheme,
    MutualTlsScheme,
    OAuth2Scheme,
    OpenIdScheme,
    SecurityScheme,
    Server,
)
from apiscribe.targets.base import Noted
from apiscribe.targets.docs.chapters import chapters, first_operation
from apiscribe.targets.docs.names import resources
from apiscribe.targets.docs.snippets import snippet
from apiscribe.targets.docs.views import Chapter, Snippet
from apiscribe.targets.site.lists import operation_link
from apiscribe.targets.site.markup import code, slug, text
from apiscribe.targets.site.navigation import Navigation, resource_title
from apiscribe.targets.site.paths import html_path
from apiscribe.targets.site.samples import language_tabs
from apiscribe.targets.site.search import NAME, TEXT, page_words
from apiscribe.targets.site.site import Site, gist
from apiscribe.targets.site.views import (
    ChapterView,
    CodesView,
    FactView,
    LinkView,
    OverviewPage,
    TableRow,
)

PAGE: Final = "index.html"
_DOCUMENT: Final = LinkView(
    Markup("openapi.json"), "openapi.json", note="the OpenAPI document, its references resolved"
)
_ELSEWHERE: Final = ("Resources", "Models", "Webhooks", "Notes")
"""Chapters of the Markdown page that the sidebar and other pages stand for."""


def overview_page(site: Site, navigation: Navigation) -> Noted:
    """`index.html`."""
    api = site.api
    prose = site.prose.block(api.docs.description, PAGE, headings=2)
    title = text(site.title)
    words = page_words(title, PAGE, "page", "Overview")
    words.add(prose.striptags(), TEXT)
    made = tuple(_chapters(site))
    for one in made:
        words.add(one.title, NAME, one.id)
        words.add(one.prose.striptags(), TEXT, one.id)
    view = OverviewPage(
        frame=navigation.frame(
            PAGE,
            title,
            gist([site.prose.line(api.docs.summary), prose, text(f"Reference of {site.title}")]),
            kind="overview",
            crumbs=(LinkView(title, PAGE),),
            outline=tuple(LinkView(Markup("%s") % one.title, f"#{one.id}") for one in made),
        ),
        title=title,
        version=text(api.version),
        prose=prose,
        facts=tuple(_facts(site)),
        chapters=made,
        files=(
            *([_DOCUMENT] if site.sources.document else ()),
            LinkView(Markup("llms.txt"), "llms.txt", note="an index for language models"),
            LinkView(Markup("llms-full.txt"), "llms-full.txt", note="all pages in one file"),
        ),
    )
    return Noted(view, words)


def _facts(site: Site) -> Iterator[FactView]:
    api = site.api
    if api.terms:
        yield FactView("Terms", _address(site, api.terms, api.terms))
    if api.contact is not None:
        one = api.contact
        address = one.url or (f"mailto:{one.email}" if one.email else "")
        yield FactView("Contact", _address(site, one.name or one.email or one.url, address))
    if api.license is not None:
        yield FactView("Licence", _address(site, api.license.name, api.license.url))
    if api.link is not None:
        yield FactView("See also", _address(site, api.link.text or api.link.url, api.link.url))


def _address(site: Site, said: str, address: str) -> Markup:
    """A link to an outside address; only its words where it is none."""
    if not address.startswith(("https://", "http://", "mailto:")):
        return text(said)
    return Markup('<a href="%s" rel="noopener">%s</a>') % (text(address), text(said))


def _chapters(site: Site) -> Iterator[ChapterView]:
    taken: set[str] = set()
    for one in _every(site):
        yield replace(one, id=slug(one.title, taken))


def _every(site: Site) -> Iterator[ChapterView]:
    api = site.api
    told = list(chapters(site.docs))
    yield from (_told(site, one) for one in told if one.title == "Quickstart")
    if api.schemes:
        yield _table(
            "Authentication",
            ("Scheme", "How it is sent", "About"),
            [_scheme(site, one) for one in api.schemes.values()],
        )
    if api.servers:
        yield _table("Servers", ("URL", "About"), [_server(site, one) for one in api.servers])
    if listed := _resources(site):
        yield _chapter("Resources", links=tuple(listed))
    for one in told:
        if one.title != "Quickstart" and one.title not in _ELSEWHERE:
            made = _told(site, one)
            yield replace(made, codes=_errors(site)) if one.title == "Errors" else made


def _resources(site: Site) -> list[LinkView]:
    links = [operation_link(site, id, PAGE) for id in site.api.root_operations]
    for one in site.api.resources:
        prose = site.prose.docs(one.docs, PAGE)
        count = sum(
            len(below.operations) for below in resources(replace(site.api, resources=(one,)))
        )
        note = gist([prose], 100) or f"{count} operation{'' if count == 1 else 's'}"
        path = html_path(site.names.resource_path(one))
        links.append(LinkView(text(resource_title(one)), path, note=note))
    return links


def _errors(site: Site) -> tuple[CodesView, ...]:
    """How each SDK's errors are caught, shown for the first operation."""
    operation = first_operation(site.api)
    if operation is None:
        return ()
    calls: dict[str, list[Snippet]] = {}
    for title, language, source in site.docs.sdks.errors(operation.id):
        calls.setdefault(title, []).append(snippet(title, language, source))
    group = language_tabs(site, "errors-code", calls, PAGE, "Catching errors")
    return (group,) if group.tabs else ()


def _told(site: Site, one: Chapter) -> ChapterView:
    """A chapter of the Markdown page."""
    calls: dict[str, list[Snippet]] = {}
    for found in one.snippets:
        calls.setdefault(found.title.partition(",")[0], []).append(found)
    group = language_tabs(site, slug(one.title, set()) + "-code", calls, PAGE)
    line = site.prose.line
    table = one.table
    return _chapter(
        one.title,
        prose=site.prose.block(one.prose, PAGE),
        header=table.header if table else (),
        rows=tuple(
            TableRow(tuple(line(cell.replace("\\|", "|")) for cell in row.cells))
            for row in (table.rows if table else ())
        ),
        codes=(group,) if group.tabs else (),
        after=site.prose.block(one.after, PAGE),
    )


def _chapter(
    title: str,
    *,
    prose: Markup = Markup(),  # noqa: B008 - immutable
    header: tuple[str, ...] = (),
    rows: tuple[TableRow, ...] = (),
    codes: tuple[CodesView, ...] = (),
    links: tuple[LinkView, ...] = (),
    after: Markup = Markup(),  # noqa: B008 - immutable
) -> ChapterView:
    return ChapterView("", title, prose, header, rows, codes, links, after)


def _table(title: str, header: tuple[str, ...], rows: Sequence[tuple[Markup, ...]]) -> ChapterView:
    return _chapter(title, header=header, rows=tuple(TableRow(row) for row in rows))


def _server(site: Site, server: Server) -> tuple[Markup, ...]:
    about = site.prose.block(server.description, PAGE)
    for one in server.variables:
        values = Markup(", ").join(code(value) for value in one.values)
        about += Markup("<p>%s: %s%s</p>") % (
            code("{" + one.name + "}"),
            values or code(one.default),
            Markup(", default %s") % code(one.default) if values else "",
        )
        about += site.prose.block(one.description, PAGE)
    return code(server.url), about


def _scheme(site: Site, scheme: SecurityScheme) -> tuple[Markup, ...]:
    about = site.prose.docs(scheme.docs, PAGE)
    given = site.docs.settings.credentials.get(scheme.id)
    if given is not None and given.environment:
        about += Markup("<p>SDKs read %s.</p>") % code(given.environment)
    match scheme:
        case ApiKeyScheme(location=location, wire=wire):
            how = Markup("%s %s") % (location, code(wire))
        case HttpScheme(word=word):
            how = Markup("header %s") % code(f"Authorization: {word} …")
        case OAuth2Scheme():
            how = Markup("OAuth 2.0, header %s") % code("Authorization: Bearer …")
            about += _flows(scheme)
        case OpenIdScheme(discovery_url=url):
            how = Markup("OpenID Connect, %s") % code(url)
        case MutualTlsScheme():
            how = Markup("a client certificate (mutual TLS)")
    return code(scheme.id), how, about


def _flows(scheme: OAuth2Scheme) -> Markup:
    made = Markup()
    for flow in scheme.flows:
        urls = [url for url in (flow.authorization_url, flow.token_url) if url]
        made += Markup("<p>%s: %s</p>") % (
            text(flow.kind),
            Markup(", ").join(code(url) for url in urls),
        )
        if flow.scopes:
            scopes = Markup("").join(
                Markup("<li>%s %s</li>") % (code(scope), text(said)) for scope, said in flow.scopes
            )
            made += Markup("<ul>%s</ul>") % scopes
    return made
