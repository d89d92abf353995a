"""What all pages of one site are made with: docs context, trees' tools, names, prose."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from posixpath import dirname, join, normpath

from markupsafe import Markup

from apiscribe.ir import Api, Operation, Webhook
from apiscribe.targets.base import SourceFile, TargetSettings
from apiscribe.targets.docs.facts import TypeFacts
from apiscribe.targets.docs.names import PageNames, dotted, relative, resources
from apiscribe.targets.docs.operations import Context
from apiscribe.targets.docs.rejoin import rejoin
from apiscribe.targets.docs.sdks import SdkSamples
from apiscribe.targets.markup import visible
from apiscribe.targets.site.markup import Prose, code, text
from apiscribe.targets.site.options import SiteOptions
from apiscribe.targets.site.paths import HOME, html_path
from apiscribe.targets.site.spelling import Spelling
from apiscribe.targets.site.trees import Tools, Trees


class Site:
    """One API's site."""

    def __init__(self, api: Api, settings: TargetSettings) -> None:
        options = settings.options
        self.options = options if isinstance(options, SiteOptions) else SiteOptions()
        self.sources = settings.sources
        sdks = SdkSamples(api, settings.settings)
        self.api = rejoin(api)
        self.names = PageNames(self.api, HOME)
        self.docs = Context(self.api, settings.settings, self.names, sdks)
        self.title = " ".join(visible(self.options.title or self.api.title).split())
        self.prose = Prose(self.resolve)
        self.spelling = Spelling(self.api, self.names)
        facts = TypeFacts(self.api, self.names)
        self.tools = Tools(self.api, self.names, self.spelling, facts, self.prose)

    def trees(self, page: str, budget: int) -> Trees:
        """The trees of one page."""
        return Trees(self.tools, page, budget)

    def operation_title(self, operation: Operation) -> Markup:
        """The summary; without one the method."""
        line = self.prose.line(operation.docs.summary)
        return line if line.striptags() else code(dotted(operation))

    def webhook_title(self, webhook: Webhook) -> Markup:
        """The summary; without one the name."""
        line = self.prose.line(webhook.docs.summary)
        return line if line.striptags() else code(webhook.name.wire)

    @cached_property
    def guides(self) -> tuple[SourceFile, ...]:
        """The Markdown files of the `docs` folder, by name."""
        return tuple(one for one in self.sources.guides if one.path.suffix == ".md")

    @cached_property
    def assets(self) -> tuple[SourceFile, ...]:
        """Its other files."""
        return tuple(one for one in self.sources.guides if one.path.suffix != ".md")

    @cached_property
    def _targets(self) -> dict[str, str]:
        """What a relative link may lead to: path from the root → page or file."""
        names, api = self.names, self.api
        twins = [
            HOME,
            *(names.model_path(id) for id in names.models()),
            *(names.operation_path(id) for id in api.operations),
            *(names.resource_path(one) for one in resources(api)),
            *(names.webhook_path(one.id) for one in api.webhooks),
            *(f"guides/{one.path.as_posix()}" for one in self.guides),
        ]
        found = {twin: html_path(twin) for twin in twins}
        found |= {page: page for page in found.values()}
        files = ["llms.txt", "llms-full.txt", "openapi.json"]
        files += [f"guides/{one.path.as_posix()}" for one in self.assets]
        return found | {file: file for file in files}

    @cached_property
    def _fragments(self) -> dict[str, str]:
        """Fragments that other renderers of documents use, and pages of ours."""
        names, found = self.names, {}
        for one in self.api.operations.values():
            path = html_path(names.operation_path(one.id))
            found[f"operation/{one.name.wire}"] = path
        for resource in resources(self.api):
            path = html_path(names.resource_path(resource))
            for id in reversed(resource.operations):
                for tag in self.api.operations[id].tags:
                    found.setdefault(f"tag/{tag}", path)
        for id in names.models():
            found[f"/components/schemas/{names.model(id)}"] = html_path(names.model_path(id))
        return found

    def resolve(self, address: str, page: str) -> str | None:
        """A relative address of a description: to a page or file of the site, or nowhere."""
        path, mark, fragment = address.partition("#")
        if not path:
            known = self._fragments.get(fragment)
            return relative(known, page) if known is not None else None
        place = normpath(join(dirname(page), path))
        target = self._targets.get(place)
        return None if target is None else relative(target, page) + mark + fragment


def gist(prose: Iterable[str], longest: int = 160) -> str:
    """The start of the first text that is not empty, on one line, for meta tags and lists."""
    for one in prose:
        line = " ".join(Markup(one).striptags().split())
        if line:
            if len(line) <= longest:
                return line
            return line[: longest - 1].rpartition(" ")[0].rstrip(",;:.") + "…"
    return ""


__all__ = ["Site", "gist", "text"]
