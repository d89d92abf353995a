"""Docs as Markdown: an overview, a page a resource, operation and model, and files for LLMs.

The pages are in the form that `apiscribe transcribe` reads (family `stainless-md`): reading
them back gives the spec again, up to the losses that `tests/test_round_trip.py` lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath

from pydantic import Field

from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostics
from apiscribe.ir import Api
from apiscribe.targets.base import Artifact, Later, Page, TargetOptions, TargetSettings
from apiscribe.targets.docs.indexes import index_view, resource_view
from apiscribe.targets.docs.layout import tidy
from apiscribe.targets.docs.models import model_view, users
from apiscribe.targets.docs.names import PageNames, resources
from apiscribe.targets.docs.operations import Context, operation_view, webhook_view
from apiscribe.targets.docs.overview import overview_view
from apiscribe.targets.docs.rejoin import rejoin
from apiscribe.targets.docs.sdks import SdkSamples
from apiscribe.targets.docs.views import WholeView


class DocsOptions(TargetOptions):
    """The `docs` section of `sdk.yaml`."""

    title: str = Field("", description="Title of the docs; default: info.title.")


class DocsTarget:
    """Markdown docs."""

    id = "docs"
    options: type[TargetOptions] = DocsOptions
    tools: tuple[str, ...] = ("markdown-it-py", "ruff")

    def artifacts(
        self, api: Api, settings: TargetSettings, diagnostics: Diagnostics
    ) -> Iterator[Artifact]:
        """All pages; nothing an API can hold is beyond words, so there are no diagnostics."""
        options = settings.options
        title = options.title if isinstance(options, DocsOptions) else ""
        sdks = SdkSamples(api, settings.settings)
        api = rejoin(api)
        context = Context(api, settings.settings, PageNames(api), sdks)
        yield _page("llms-full.txt", "llms-full.txt.j2", partial(whole_view, context, title))
        yield _page(context.names.home, "overview.md.j2", partial(overview_view, context, title))
        yield _page("llms.txt", "llms.txt.j2", partial(index_view, context, title))
        yield from reference_pages(context)

    def format(self, path: PurePosixPath, text: str) -> str:
        """One blank line between blocks, no trailing blanks."""
        return tidy(text)

    def spellings(self, api: Api, settings: Settings) -> Mapping[str, str]:
        """IR id → page, for `apiscribe explain`."""
        api = rejoin(api)
        names = PageNames(api)
        found = {id: names.model_path(id) for id in names.models()}
        return found | {id: names.operation_path(id) for id in api.operations}


def _page(path: str, template: str, make: Callable[[], object]) -> Page:
    return Page(PurePosixPath(path), template, Later(make))


def reference_pages(context: Context) -> Iterator[Page]:
    """The pages of resources, operations, webhooks and models."""
    api, names = context.api, context.names
    for resource in resources(api):
        path = names.resource_path(resource)
        yield _page(path, "resource.md.j2", partial(resource_view, context, resource, path))
    for operation in api.operations.values():
        path = names.operation_path(operation.id)
        yield _page(path, "operation.md.j2", partial(operation_view, context, operation, path))
    for webhook in api.webhooks:
        path = names.webhook_path(webhook.id)
        yield _page(path, "operation.md.j2", partial(webhook_view, context, webhook, path))
    used = users(api, names)
    for id in names.models():
        path = names.model_path(id)
        yield _page(path, "model.md.j2", partial(model_view, context, id, path, used))


def whole_view(context: Context, title: str) -> WholeView:
    """Every page again, with links from the root."""
    api, names = context.api, context.names
    used = users(api, names)
    return WholeView(
        overview=(overview_view(context, title),),
        resources=tuple(resource_view(context, one, "") for one in resources(api)),
        operations=(
            *(operation_view(context, one, "") for one in api.operations.values()),
            *(webhook_view(context, one, "") for one in api.webhooks),
        ),
        models=tuple(model_view(context, id, "", used) for id in names.models()),
    )


TARGET = DocsTarget()
