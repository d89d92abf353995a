"""What agents read: the Markdown page of every page, and `llms.txt` for the site and each resource."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

from apiscribe.ir import Resource
from apiscribe.targets.base import Page, Text
from apiscribe.targets.docs import docs_pages
from apiscribe.targets.docs.chapters import operation_link
from apiscribe.targets.docs.indexes import index_view
from apiscribe.targets.docs.models import Users
from apiscribe.targets.docs.names import resource_key, resources
from apiscribe.targets.docs.passages import WHOLE, link_to, page
from apiscribe.targets.docs.views import Group, IndexView, PageLink
from apiscribe.targets.markup import inline, link
from apiscribe.targets.site.guides import guide_text, guide_title
from apiscribe.targets.site.paths import HOME
from apiscribe.targets.site.site import Site


class Twins:
    """The Markdown pages of one site. `used` is who refers to each model."""

    def __init__(self, site: Site, used: Users) -> None:
        self._site = site
        names = site.names
        owners = {
            names.operation_path(id): names.resource_path(one)
            for one in resources(site.api)
            for id in one.operations
        }
        self._files: dict[str, tuple[str, ...]] = {
            path: (_inside(resource, WHOLE),) for path, resource in owners.items()
        }
        self._models: dict[str, list[str]] = {}
        for one in resources(site.api):
            path = names.resource_path(one)
            self._models[path] = []
            self._files[path] = (_inside(path, WHOLE),)
        for id in names.models():
            found = dict.fromkeys(owners[path] for _, path in used.get(id, ()) if path in owners)
            for path in found:
                self._models[path].append(id)
            self._files[names.model_path(id)] = tuple(_inside(path, WHOLE) for path in found)

    def pages(self) -> Iterator[Page]:
        """The Markdown of every reference page, and `llms.txt`."""
        site = self._site
        yield from docs_pages(site.docs, site.title, partial(_index, site), self._files)

    def resource_index(self, resource: Resource) -> Page:
        """`llms.txt` of one resource."""
        path = self._site.names.resource_path(resource)
        make = partial(_resource_index, self._site, resource, self._models[path])
        return page(_inside(path, "llms.txt"), "llms.txt.j2", make)


def _inside(path: str, file: str) -> str:
    """A file in the folder that is named as the page of a resource."""
    return f"{path.removesuffix('.md')}/{file}"


def _index(site: Site) -> IndexView:
    index = index_view(site.docs, site.title)
    return replace(index, groups=(index.groups[0], *_guides(site), *index.groups[1:]))


def guide_twins(site: Site) -> Iterator[Text]:
    """Guides as they were written, line ends apart."""
    for guide in site.guides:
        content = guide_text(guide).replace("\r\n", "\n")
        yield Text(PurePosixPath("guides") / guide.path, content)


def _resource_index(site: Site, resource: Resource, models: Sequence[str]) -> IndexView:
    docs, names = site.docs, site.names
    start = (PageLink(link_to("Overview", HOME)), PageLink(link("Everything on one page", WHOLE)))
    operations = tuple(operation_link(docs, id, "") for id in resource.operations)
    below = tuple(
        PageLink(link_to(resource_key(one), _inside(names.resource_path(one), "llms.txt")))
        for one in resource.children
    )
    groups = (
        Group("Start", start),
        Group("Operations", operations),
        Group(
            "Models",
            tuple(PageLink(link_to(names.model(id), names.model_path(id))) for id in models),
        ),
        Group("Resources", below),
    )
    title = f"{site.title}: {resource_key(resource)}"
    return IndexView(inline(title), "", tuple(group for group in groups if group.links))


def _guides(site: Site) -> Iterator[Group]:
    links = tuple(
        PageLink(link(guide_title(one), f"guides/{one.path.as_posix()}")) for one in site.guides
    )
    if links:
        yield Group("Guides", links)
