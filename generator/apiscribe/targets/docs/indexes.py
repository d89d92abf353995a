"""Resource pages and `llms.txt`."""

from __future__ import annotations

from apiscribe.ir import Resource
from apiscribe.targets.docs.chapters import operation_link
from apiscribe.targets.docs.names import resource_key
from apiscribe.targets.docs.operations import Context
from apiscribe.targets.docs.passages import link_to, marked
from apiscribe.targets.docs.views import Group, IndexView, PageLink, ResourceView
from apiscribe.targets.markup import code, documentation, inline, link, prose


def resource_view(context: Context, resource: Resource) -> ResourceView:
    """The page of one resource: operations, and the resources below it."""
    operations = tuple(operation_link(context, id, "") for id in resource.operations)
    children = tuple(
        PageLink(f"[{code(resource_key(one))}]({marked(context.names.resource_path(one))})")
        for one in resource.children
    )
    groups = [
        Group("Operations", operations),
        Group("Resources", children),
        Group("See also", (PageLink(link_to(context.api.title, context.names.home)),)),
    ]
    return ResourceView(
        title=code(resource_key(resource)),
        prose=documentation(resource.docs),
        groups=tuple(group for group in groups if group.links),
    )


def index_view(context: Context, title: str) -> IndexView:
    """`llms.txt`: what there is, with a line on each page."""
    api = context.api
    first = prose(api.docs.description).split("\n\n")[0].replace("\n", " ")
    operations = tuple(operation_link(context, id, "") for id in api.operations)
    models = tuple(
        PageLink(
            link(context.names.model(id), context.names.model_path(id)),
            note=_gist(api.declarations[id].docs.description),
        )
        for id in context.names.models()
    )
    overview = (
        PageLink(
            link("Overview", context.names.home), note=": servers, authentication, errors, retries"
        ),
        PageLink(link("Everything on one page", "llms-full.txt")),
    )
    groups = (Group("Start", overview), Group("Operations", operations), Group("Models", models))
    return IndexView(
        title=inline(title or api.title),
        summary=inline(api.docs.summary) or first,
        groups=tuple(group for group in groups if group.links),
    )


def _gist(description: str) -> str:
    """The first sentence of the first paragraph, after a colon."""
    line = inline(description.strip().split("\n\n")[0])
    sentence = line.split(". ")[0].rstrip(".")
    return f": {sentence}" if sentence and len(sentence) <= 160 else ""
