"""What agents read: the Markdown page of every page, and `llms.txt` for the site and each resource."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

from apiscribe.ir import Resource
from apiscribe.targets.base import Later, Page, Text
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
    yield _page(HOME, "overview.md.j2", partial(overview_view, docs, title))
    yield _page("llms.txt", "llms.txt.j2", partial(_index, site))
    yield _page("llms-full.txt", "llms-full.txt.j2", partial(whole_view, docs, title))
    yield from reference_pages(docs)


def _index(site: Site) -> IndexView:
    index = index_view(site.docs, site.title)
    return replace(index, groups=(index.groups[0], *_guides(site), *index.groups[1:]))


def guide_twins(site: Site) -> Iterator[Text]:
    """Guides as they were written, line ends apart."""
    for guide in site.guides:
        content = guide_text(guide).replace("\r\n", "\n")
        yield Text(PurePosixPath("guides") / guide.path, content)


def resource_files(site: Site, resource: Resource, users: Users) -> Iterator[Page]:
    """`llms.txt` and `llms-full.txt` of one resource."""
    folder = site.names.resource_path(resource).removesuffix(".md")
    for name, make in (("llms.txt", _part_index), ("llms-full.txt", _part)):
        place = f"{folder}/{name}"
        yield _page(place, f"{name}.j2", partial(make, site, resource, users, place))


def _part_index(site: Site, resource: Resource, users: Users, place: str) -> IndexView:
    groups = _groups(site, resource, _models(site, resource, users), place)
    title = f"{site.title}: {resource_key(resource)}"
    return IndexView(inline(title), "", tuple(group for group in groups if group.links))


def _part(site: Site, resource: Resource, users: Users, place: str) -> WholeView:
    docs = site.docs
    return WholeView(
        overview=(),
        resources=(resource_view(docs, resource, place),),
        operations=tuple(
            operation_view(docs, site.api.operations[id], place) for id in resource.operations
        ),
        models=tuple(model_view(docs, id, place, users) for id in _models(site, resource, users)),
    )


def _models(site: Site, resource: Resource, users: Users) -> list[str]:
    """Ids of the models that the operations of a resource refer to."""
    paths = {site.names.operation_path(id) for id in resource.operations}
    return [id for id in site.names.models() if any(path in paths for _, path in users.get(id, ()))]


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


def _page(path: str, template: str, make: Callable[[], object]) -> Page:
    return Page(PurePosixPath(path), template, Later(make))
