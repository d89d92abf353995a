"""Pages that list others: a resource, all models, all webhooks."""

from __future__ import annotations

from markupsafe import Markup

from apiscribe.ir import Resource
from apiscribe.targets.base import Noted
from apiscribe.targets.docs.names import relative, resource_key
from apiscribe.targets.markup import visible
from apiscribe.targets.site.markup import text
from apiscribe.targets.site.navigation import Navigation, resource_title
from apiscribe.targets.site.paths import MODELS, WEBHOOKS, html_path
from apiscribe.targets.site.search import TEXT, page_words
from apiscribe.targets.site.site import Site, gist
from apiscribe.targets.site.views import LinkView, ListGroup, ListPage


def operation_link(site: Site, id: str, page: str) -> LinkView:
    """An operation with its verb and path."""
    operation = site.api.operations[id]
    return LinkView(
        site.operation_title(operation),
        relative(html_path(site.names.operation_path(id)), page),
        verb=operation.verb.upper(),
        note=text(operation.path),
        deprecated=operation.docs.deprecated,
    )


def resource_page(site: Site, navigation: Navigation, resource: Resource) -> Noted:
    """The page of one resource."""
    page = html_path(site.names.resource_path(resource))
    title = text(resource_title(resource))
    prose = site.prose.docs(resource.docs, page)
    key = resource_key(resource)
    words = page_words(title, page, "resource", visible(key))
    words.add(prose.striptags(), TEXT)
    children = tuple(
        LinkView(
            text(resource_title(one)),
            relative(html_path(site.names.resource_path(one)), page),
            note=_counted(len(one.operations), "operation"),
        )
        for one in resource.children
    )
    operations = tuple(operation_link(site, id, page) for id in resource.operations)
    groups = (
        ListGroup("operations", "Operations", operations),
        ListGroup("resources", "Resources", children),
    )
    folder = page.removesuffix(".html")
    view = ListPage(
        frame=navigation.frame(
            page,
            title,
            gist([prose, f"Operations of {resource_title(resource)}"]),
            kind="resource",
            resource=resource,
        ),
        title=title,
        prose=prose,
        groups=tuple(group for group in groups if group.links),
        files=_files(
            relative(f"{folder}/llms.txt", page), relative(f"{folder}/llms-full.txt", page)
        ),
    )
    return Noted(view, words)


def models_page(site: Site, navigation: Navigation) -> ListPage:
    """All models, by name."""
    named = sorted(
        (site.names.model(id), html_path(site.names.model_path(id))) for id in site.names.models()
    )
    groups: dict[str, list[LinkView]] = {}
    many = len(named) > 60
    for name, path in named:
        letter = name[:1].upper() if many else ""
        shown = letter if letter.isascii() and letter.isalnum() else ("Other" if many else "")
        groups.setdefault(shown, []).append(LinkView(text(name), relative(path, MODELS)))
    outline = [LinkView(text(letter), f"#models-{letter.lower()}") for letter in groups if letter]
    return ListPage(
        frame=navigation.frame(
            MODELS,
            Markup("Models"),
            f"All models of {site.title}",
            kind="list",
            outline=outline,
            has_twin=False,
        ),
        title=Markup("Models"),
        prose=Markup(),
        groups=tuple(
            ListGroup(f"models-{letter.lower()}", letter, tuple(links))
            for letter, links in groups.items()
        ),
        files=(),
    )


def webhooks_page(site: Site, navigation: Navigation) -> ListPage:
    """All calls the API makes."""
    links = tuple(
        LinkView(
            site.webhook_title(one),
            relative(html_path(site.names.webhook_path(one.id)), WEBHOOKS),
            verb=one.verb.upper(),
            note=text(one.name.wire),
        )
        for one in site.api.webhooks
    )
    return ListPage(
        frame=navigation.frame(
            WEBHOOKS, Markup("Webhooks"), "Calls the API makes to you", kind="list", has_twin=False
        ),
        title=Markup("Webhooks"),
        prose=Markup("<p>Calls the API makes to you.</p>"),
        groups=(ListGroup("webhooks", "", links),),
        files=(),
    )


def _files(index: str, whole: str) -> tuple[LinkView, ...]:
    return (
        LinkView(Markup("llms.txt"), index, note="an index of these pages for language models"),
        LinkView(Markup("llms-full.txt"), whole, note="all of them in one file"),
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
