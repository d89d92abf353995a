"""What agents read: the Markdown page of every page, and `llms.txt` for the site and each resource."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from apiscribe.ir import Resource
from apiscribe.targets.base import Page, Text
from apiscribe.targets.docs import reference_pages, whole_view
from apiscribe.targets.docs.chapters import operation_link
from apiscribe.targets.docs.indexes import index_view, resource_view
from apiscribe.targets.docs.models import Users, model_view
from apiscribe.targets.docs.names import relative, resource_key
from apiscribe.targets.docs.operations import operation_view
from apiscribe.targets.docs.overview import overview_view
from apiscribe.targets.docs.views import Group, IndexView, PageLink, WholeView
from apiscribe.targets.markup import inline, link
from apiscribe.targets.site.guides import guide_text, guide_title
from apiscribe.targets.site.paths import HOME
from apiscribe.targets.site.site import Site


def twins(site: Site) -> Iterator[Page]:
    """The Markdown of every reference page, and the files of the whole site."""
    docs, title = site.docs, site.title
    yield _page(HOME, "overview.md.j2", overview_view(docs, title))
    index = index_view(docs, title)
    groups = (index.groups[0], *_guides(site), *index.groups[1:])
    yield _page("llms.txt", "llms.txt.j2", replace(index, groups=groups))
    yield _page("llms-full.txt", "llms-full.txt.j2", whole_view(docs, title))
    yield from reference_pages(docs)


def guide_twins(site: Site) -> Iterator[Text]:
    """Guides as they were written, line ends apart."""
    for guide in site.guides:
        content = guide_text(guide).replace("\r\n", "\n")
        yield Text(PurePosixPath("guides") / guide.path, content)


def resource_files(site: Site, resource: Resource, users: Users) -> Iterator[Page]:
    """`llms.txt` and `llms-full.txt` of one resource."""
    docs = site.docs
    folder = site.names.resource_path(resource).removesuffix(".md")
    place = f"{folder}/llms.txt"
    paths = {site.names.operation_path(id) for id in resource.operations}
    models = [
        id for id in site.names.models() if any(path in paths for _, path in users.get(id, ()))
    ]
    groups = _groups(site, resource, models, place)
    title = f"{site.title}: {resource_key(resource)}"
    shown = tuple(group for group in groups if group.links)
    yield _page(place, "llms.txt.j2", IndexView(inline(title), "", shown))
    view = WholeView(
        overview=(),
        resources=(resource_view(docs, resource, place),),
        operations=tuple(
            operation_view(docs, site.api.operations[id], place) for id in resource.operations
        ),
        models=tuple(model_view(docs, id, place, users) for id in models),
    )
    yield _page(f"{folder}/llms-full.txt", "llms-full.txt.j2", view)


def _groups(site: Site, resource: Resource, models: Sequence[str], place: str) -> list[Group]:
    docs = site.docs
    return [
        Group(
            "Start",
            (
                PageLink(link("Overview", relative(HOME, place))),
                PageLink(link("Everything on one page", "llms-full.txt")),
            ),
        ),
        Group(
            "Operations", tuple(operation_link(docs, id, "", place) for id in resource.operations)
        ),
        Group(
            "Models",
            tuple(
                PageLink(link(site.names.model(id), relative(site.names.model_path(id), place)))
                for id in models
            ),
        ),
        Group(
            "Resources",
            tuple(
                PageLink(
                    link(
                        resource_key(one),
                        relative(
                            f"{site.names.resource_path(one).removesuffix('.md')}/llms.txt", place
                        ),
                    )
                )
                for one in resource.children
            ),
        ),
    ]


def _guides(site: Site) -> Iterator[Group]:
    links = tuple(
        PageLink(link(guide_title(one), f"guides/{one.path.as_posix()}")) for one in site.guides
    )
    if links:
        yield Group("Guides", links)


def _page(path: str, template: str, view: object) -> Page:
    return Page(PurePosixPath(path), template, view)
