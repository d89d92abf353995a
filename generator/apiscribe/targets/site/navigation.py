"""Sidebar, breadcrumbs, previous and next: how readers move about, at any size of an API."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final
from urllib.parse import quote

from markupsafe import Markup

from apiscribe.ir import Resource
from apiscribe.targets.docs.names import relative, resource_key, resources
from apiscribe.targets.site.guides import guide_path, guide_title
from apiscribe.targets.site.markup import escape, text
from apiscribe.targets.site.paths import MODELS, WEBHOOKS, html_path, root_of, twin_path
from apiscribe.targets.site.site import Site
from apiscribe.targets.site.views import Agents, Entry, Frame, LinkView, Menu

_SMALL: Final = 40
"""Up to so many operations, all of them stand in every sidebar."""
_ASSISTANTS: Final = (
    ("Claude", "https://claude.ai/new?q="),
    ("ChatGPT", "https://chatgpt.com/?q="),
    ("Cursor", "https://cursor.com/link/prompt?text="),
)
_HOME: Final = "index.html"
_DEEPEST: Final = 4


class Navigation:
    """Knows where every page stands."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._small = len(site.api.operations) <= _SMALL
        self._known: dict[tuple[str, str], tuple[Menu, ...]] = {}

    @cached_property
    def owners(self) -> dict[str, Resource]:
        """Operation → resource."""
        found: dict[str, Resource] = {}
        for one in resources(self._site.api):
            found |= dict.fromkeys(one.operations, one)
        return found

    @cached_property
    def _parents(self) -> dict[str, Resource]:
        """Key of a resource → the one above."""
        return {
            resource_key(child): one for one in resources(self._site.api) for child in one.children
        }

    @cached_property
    def _order(self) -> list[tuple[str, Markup]]:
        """Pages in reading order."""
        site = self._site
        order = [(_HOME, Markup("Overview"))]
        order += [(guide_path(one), text(guide_title(one))) for one in site.guides]
        for id in site.api.root_operations:
            order.append(self._operation(id))
        for one in resources(site.api):
            order.append((html_path(site.names.resource_path(one)), text(resource_title(one))))
            order += [self._operation(id) for id in one.operations]
        if site.api.webhooks:
            order.append((WEBHOOKS, Markup("Webhooks")))
        for webhook in site.api.webhooks:
            path = html_path(site.names.webhook_path(webhook.id))
            order.append((path, site.webhook_title(webhook)))
        if site.names.models():
            order.append((MODELS, Markup("Models")))
        for id in site.names.models():
            order.append((html_path(site.names.model_path(id)), text(site.names.model(id))))
        return order

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {path: index for index, (path, _) in enumerate(self._order)}

    def pages(self) -> tuple[str, ...]:
        """The paths of all pages, in reading order."""
        return tuple(path for path, _ in self._order)

    def _operation(self, id: str) -> tuple[str, Markup]:
        operation = self._site.api.operations[id]
        path = html_path(self._site.names.operation_path(id))
        return path, self._site.operation_title(operation)

    def crumbs(self, page: str, resource: Resource | None) -> tuple[LinkView, ...]:
        """The resources above a page, topmost first."""
        chain: list[Resource] = []
        one = resource
        while one is not None:
            chain.insert(0, one)
            one = self._parents.get(resource_key(one))
        site = self._site
        links = [LinkView(text(site.title), relative(_HOME, page))]
        for one in chain:
            path = html_path(site.names.resource_path(one))
            if path != page:
                links.append(LinkView(text(resource_title(one)), relative(path, page)))
        return tuple(links)

    def frame(
        self,
        page: str,
        title: Markup,
        description: str,
        *,
        kind: str,
        resource: Resource | None = None,
        crumbs: Sequence[LinkView] = (),
        outline: Sequence[LinkView] = (),
        has_twin: bool = True,
    ) -> Frame:
        """All that surrounds one page."""
        site, options = self._site, self._site.options
        base = options.base_url.rstrip("/")
        place = self._positions.get(page)
        before = self._order[place - 1] if place else None
        after = self._order[place + 1 : place + 2] if place is not None else []
        plain = title.striptags()
        root = root_of(page)
        logo = f"guides/{options.logo}" if options.logo else ""
        return Frame(
            path=page,
            root=root,
            site=site.title,
            title=plain if page == _HOME else f"{plain} · {site.title}",
            description=description,
            canonical=f"{base}/{quote(page)}" if base else "",
            image=f"{base}/{quote(logo)}" if base and logo else "",
            logo=root + quote(logo) if logo else "",
            icon=f"{root}guides/{quote(options.icon)}" if options.icon else "",
            style=_style(options.accent, options.accent_dark),
            kind=kind,
            crumbs=tuple(crumbs) or self.crumbs(page, resource),
            menus=self._menus(page, resource),
            agents=self._agents(page, base) if has_twin else None,
            previous=_step(before, page),
            next=_step(after[0] if after else None, page),
            outline=tuple(outline) if len(outline) > 1 else (),
        )

    def _agents(self, page: str, base: str) -> Agents:
        twin = twin_path(page)
        address = f"{base}/{quote(twin)}" if base else ""
        ask = quote(f"Read {address} so that I can ask questions about it.") if address else ""
        return Agents(
            twin=relative(twin, page),
            known=bool(address),
            links=tuple(
                LinkView(Markup(name), start + ask)
                for name, start in (_ASSISTANTS if self._site.options.assistants else ())
            ),
        )

    def _menus(self, page: str, resource: Resource | None) -> tuple[Menu, ...]:
        key = (page.rpartition("/")[0], resource_key(resource) if resource else "")
        if key not in self._known:
            self._known[key] = tuple(self._made(page, resource))
        return tuple(
            Menu(menu.title, tuple(_current(one, page) for one in menu.entries))
            for menu in self._known[key]
        )

    def _made(self, page: str, resource: Resource | None) -> Iterator[Menu]:
        site = self._site
        guides = [
            Entry(text(guide_title(one)), relative(guide_path(one), page), "1")
            for one in site.guides
        ]
        yield Menu("", (Entry(Markup("Overview"), relative(_HOME, page), "1"), *guides))
        entries = [self._line(id, page, 1) for id in site.api.root_operations]
        entries += self._resources(site.api.resources, page, self._open(resource), 1)
        if entries:
            yield Menu("Resources", tuple(entries))
        more = []
        if site.api.webhooks:
            more.append(Entry(Markup("Webhooks"), relative(WEBHOOKS, page), "1"))
        if site.names.models():
            more.append(Entry(Markup("Models"), relative(MODELS, page), "1"))
        if more:
            yield Menu("Reference", tuple(more))

    def _open(self, resource: Resource | None) -> frozenset[str]:
        """Keys of the resources whose contents show."""
        if self._small:
            return frozenset(resource_key(one) for one in resources(self._site.api))
        chain = set()
        while resource is not None:
            chain.add(resource_key(resource))
            resource = self._parents.get(resource_key(resource))
        return frozenset(chain)

    def _resources(
        self, some: Sequence[Resource], page: str, opened: frozenset[str], level: int
    ) -> Iterator[Entry]:
        for one in some:
            path = html_path(self._site.names.resource_path(one))
            yield Entry(text(resource_title(one)), relative(path, page), str(level))
            if resource_key(one) in opened:
                deeper = min(level + 1, _DEEPEST)
                yield from (self._line(id, page, deeper) for id in one.operations)
                yield from self._resources(one.children, page, opened, deeper)

    def _line(self, id: str, page: str, level: int) -> Entry:
        operation = self._site.api.operations[id]
        path, title = self._operation(id)
        return Entry(
            title,
            relative(path, page),
            str(level),
            verb=operation.verb.upper(),
            deprecated=operation.docs.deprecated,
        )


def resource_title(resource: Resource) -> str:
    """`Chat completions`, of the last part of its path."""
    return " ".join(resource.name.words).capitalize()


def _current(entry: Entry, page: str) -> Entry:
    if relative(page, page) != entry.href:
        return entry
    return Entry(entry.label, entry.href, entry.level, entry.verb, True, entry.deprecated)


def _step(found: tuple[str, Markup] | None, page: str) -> LinkView | None:
    return LinkView(found[1], relative(found[0], page)) if found is not None else None


def _style(light: str, dark: str) -> Markup:
    """The colours of the settings, which hold nothing but hexadecimal digits."""
    return Markup(":root{--light:%s;--dark:%s}") % (escape(light), escape(dark))
