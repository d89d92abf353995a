"""Docs as Markdown: an overview, a page a resource, operation and model, and files for LLMs.

The pages are in the form that `apiscribe transcribe` reads (family `stainless-md`): reading
them back gives the spec again, up to the losses that `tests/test_round_trip.py` lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath

from pydantic import Field

from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostics
from apiscribe.ir import Api
from apiscribe.targets.base import Artifact, Page, TargetOptions, TargetSettings, Text
from apiscribe.targets.docs.indexes import index_view, resource_view
from apiscribe.targets.docs.models import model_view, users
from apiscribe.targets.docs.names import PageNames, resources
from apiscribe.targets.docs.operations import Context, operation_view, webhook_view
from apiscribe.targets.docs.overview import overview_view
from apiscribe.targets.docs.passages import WHOLE, joined, page, settled
from apiscribe.targets.docs.rejoin import rejoin
from apiscribe.targets.docs.sdks import SdkSamples
from apiscribe.targets.docs.views import IndexView


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
        yield from docs_pages(context, title, partial(index_view, context, title), {})

    def last(self, notes: Sequence[object]) -> Iterator[Text]:
        """The file that holds every page."""
        return joined(notes)

    def format(self, path: PurePosixPath, text: str) -> str:
        """One blank line between blocks, no trailing blanks."""
        return settled(text, path.as_posix())

    def spellings(self, api: Api, settings: Settings) -> Mapping[str, str]:
        """IR id → page, for `apiscribe explain`."""
        api = rejoin(api)
        names = PageNames(api)
        found = {id: names.model_path(id) for id in names.models()}
        return found | {id: names.operation_path(id) for id in api.operations}


def docs_pages(
    context: Context,
    title: str,
    index: Callable[[], IndexView],
    parts: Mapping[str, tuple[str, ...]],
) -> Iterator[Page]:
    """All pages: path → template, view, and the files it stands in too (see `passages`).

    `parts` names such files beside the one that holds every page, for the paths of some pages.
    """
    api, names = context.api, context.names

    def placed(path: str, template: str, make: Callable[..., object], *arguments: object) -> Page:
        files = (WHOLE, *parts.get(path, ()))
        return page(path, template, partial(make, context, *arguments), files)

    yield placed(names.home, "overview.md.j2", overview_view, title)
    yield page("llms.txt", "llms.txt.j2", index)
    for resource in resources(api):
        path = names.resource_path(resource)
        yield placed(path, "resource.md.j2", resource_view, resource)
    for operation in api.operations.values():
        path = names.operation_path(operation.id)
        yield placed(path, "operation.md.j2", operation_view, operation, path)
    for webhook in api.webhooks:
        path = names.webhook_path(webhook.id)
        yield placed(path, "operation.md.j2", webhook_view, webhook, path)
    used = users(api, names)
    for id in names.models():
        path = names.model_path(id)
        yield placed(path, "model.md.j2", model_view, id, path, used)


TARGET = DocsTarget()
