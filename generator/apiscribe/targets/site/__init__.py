"""Docs as a static site: HTML that needs no script, with the Markdown of every page beside it.

Made of the same context as the `docs` target, whose templates write the Markdown pages. Pages work
from disk and below any path; scripts add search, the remembered language and theme, and copying.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import quote

from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostics
from apiscribe.ir import Api
from apiscribe.targets.base import (
    Artifact,
    Binary,
    Copy,
    Later,
    Noted,
    Page,
    SourceFile,
    TargetOptions,
    TargetSettings,
    Text,
)
from apiscribe.targets.docs.models import Users, users
from apiscribe.targets.docs.names import PageNames, resources
from apiscribe.targets.docs.passages import joined, settled
from apiscribe.targets.docs.rejoin import rejoin
from apiscribe.targets.site.guides import guide_path, guide_text, guide_title
from apiscribe.targets.site.lists import models_page, resource_page, webhooks_page
from apiscribe.targets.site.markup import Markup, escape, headings_of, outline_of, text
from apiscribe.targets.site.models import model_page
from apiscribe.targets.site.navigation import Navigation
from apiscribe.targets.site.operations import operation_page, webhook_page
from apiscribe.targets.site.options import SiteOptions, contrast
from apiscribe.targets.site.overview import overview_page
from apiscribe.targets.site.paths import HOME, MODELS, WEBHOOKS, html_path
from apiscribe.targets.site.search import TEXT, PageWords, page_words, search_files
from apiscribe.targets.site.site import Site, gist
from apiscribe.targets.site.twins import Twins, guide_twins
from apiscribe.targets.site.views import GuidePage

_ASSETS: Final = ("site.css", "site.js", "early.js", "search.js")
_GROUNDS: Final = (("accent", "#ffffff"), ("accent_dark", "#16181d"))
"""Options for colours, and the pages they stand on (see `site.css`)."""
_LEAST_CONTRAST: Final = 4.5
"""For text (WCAG 2.2, success criterion 1.4.3)."""


class SiteTarget:
    """The static site."""

    id = "site"
    options: type[TargetOptions] = SiteOptions
    tools: tuple[str, ...] = ("ruff", "markdown-it-py", "nh3", "pygments")
    reads_sources = True

    def artifacts(
        self, api: Api, settings: TargetSettings, diagnostics: Diagnostics
    ) -> Iterator[Artifact]:
        """All files, page by page; colours and files of the settings that will not do are reported."""
        site = Site(api, settings)
        _check(site, diagnostics)
        navigation = Navigation(site)
        yield from (Copy(PurePosixPath(name), name) for name in _ASSETS)
        yield _page("index.html", "overview.html.j2", partial(overview_page, site, navigation))
        yield from _guides(site, navigation)
        used = users(site.api, site.names)
        twins = Twins(site, used)
        yield from _reference(site, navigation, used, twins)
        yield from twins.pages()
        if site.sources.document:
            yield Text(PurePosixPath("openapi.json"), site.sources.document)
        if site.options.base_url:
            yield Text(PurePosixPath("sitemap.xml"), _sitemap(site, navigation))

    def last(self, notes: Sequence[object]) -> Iterator[Text]:
        """The search index, of the words that every page has noted, and files of many pages."""
        pages = [one for one in notes if isinstance(one, PageWords)]
        for path, content in search_files(pages):
            yield Text(PurePosixPath(path), content)
        yield from joined(notes)

    def format(self, path: PurePosixPath, text: str) -> str:
        """Markdown in its canonical form; HTML without blank lines between its lines."""
        if path.suffix in (".md", ".txt"):
            return settled(text, path.as_posix())
        return text

    def spellings(self, api: Api, settings: Settings) -> Mapping[str, str]:
        """IR id → page, for `apiscribe explain`."""
        api = rejoin(api)
        names = PageNames(api, HOME)
        found = {id: html_path(names.model_path(id)) for id in names.models()}
        return found | {id: html_path(names.operation_path(id)) for id in api.operations}


def _page(path: str, template: str, make: Callable[[], object]) -> Page:
    return Page(PurePosixPath(path), template, Later(make))


def _reference(site: Site, navigation: Navigation, used: Users, twins: Twins) -> Iterator[Artifact]:
    """Pages of resources, operations, webhooks and models, in that order."""
    api, names = site.api, site.names
    for resource in resources(api):
        path = html_path(names.resource_path(resource))
        yield _page(path, "list.html.j2", partial(resource_page, site, navigation, resource))
        yield twins.resource_index(resource)
    for operation in api.operations.values():
        path = html_path(names.operation_path(operation.id))
        yield _page(path, "operation.html.j2", partial(operation_page, site, navigation, operation))
    if api.webhooks:
        yield _page(WEBHOOKS, "list.html.j2", partial(webhooks_page, site, navigation))
    for webhook in api.webhooks:
        path = html_path(names.webhook_path(webhook.id))
        yield _page(path, "operation.html.j2", partial(webhook_page, site, navigation, webhook))
    if names.models():
        yield _page(MODELS, "list.html.j2", partial(models_page, site, navigation))
    for id in names.models():
        path = html_path(names.model_path(id))
        yield _page(path, "model.html.j2", partial(model_page, site, navigation, id, used))


def _guides(site: Site, navigation: Navigation) -> Iterator[Artifact]:
    for guide in site.guides:
        make = partial(_guide, site, navigation, guide)
        yield _page(guide_path(guide), "guide.html.j2", make)
    yield from guide_twins(site)
    for asset in site.assets:
        yield Binary(PurePosixPath("guides") / asset.path, asset.content)


def _guide(site: Site, navigation: Navigation, guide: SourceFile) -> Noted:
    path, source = guide_path(guide), guide_text(guide)
    title = text(guide_title(guide))
    titled = bool(headings_of(source))
    prose = site.prose.block(source, path, headings=1 if titled else 2)
    words = page_words(title, path, "guide", "")
    words.add(prose.striptags(), TEXT)
    frame = navigation.frame(path, title, gist([prose]), kind="guide", outline=outline_of(prose))
    return Noted(GuidePage(frame, Markup() if titled else title, prose), words)


def _sitemap(site: Site, navigation: Navigation) -> str:
    """All pages, by the protocol of sitemaps.org, version 0.9."""
    base = site.options.base_url.rstrip("/")
    rows = [
        f"  <url><loc>{escape(f'{base}/{quote(page)}')}</loc></url>" for page in navigation.pages()
    ]
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
            *rows,
            "</urlset>\n",
        )
    )


def _check(site: Site, diagnostics: Diagnostics) -> None:
    """Settings that are well formed and still will not do."""
    options = site.options
    for name, ground in _GROUNDS:
        found = contrast(getattr(options, name), ground)
        if found < _LEAST_CONTRAST:
            diagnostics.warning(
                "site/contrast",
                f"`{name}` {getattr(options, name)} has a contrast of {found:.1f} on its page; "
                f"text needs {_LEAST_CONTRAST}.",
                help="choose a darker colour for light pages, a lighter one for dark pages.",
            )
    known = {one.path.as_posix() for one in site.assets}
    for name in ("logo", "icon"):
        wanted = getattr(options, name)
        if wanted and site.sources.document and wanted not in known:
            diagnostics.error(
                "site/no-file",
                f"`{name}` names {wanted}, which is not in the `docs` folder beside the spec.",
                help="put the image there, or correct the name.",
            )


TARGET = SiteTarget()
