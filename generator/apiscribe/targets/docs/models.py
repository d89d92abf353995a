"""Pages of models, and who uses them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from apiscribe.ir import Api, Missing, Record, Ref
from apiscribe.targets.docs.members import Members
from apiscribe.targets.docs.names import PageNames, declaration_refs, operation_refs
from apiscribe.targets.docs.operations import Context, operation_title
from apiscribe.targets.docs.passages import link_to, marked
from apiscribe.targets.docs.snippets import snippet
from apiscribe.targets.docs.views import Group, ModelView, PageLink, Snippet
from apiscribe.targets.markup import inline, json_text
from apiscribe.targets.sampling import sample_value

_USERS_SHOWN: Final = 40

Users: TypeAlias = Mapping[str, tuple[tuple[str, str], ...]]
"""Id of a model → (title, path) of the pages that refer to it."""


def model_view(context: Context, id: str, page: str, users: Users) -> ModelView:
    """The page of one declaration."""
    members = Members(context.api, context.names, page)
    used = [
        PageLink(f"[{title}]({marked(path)})") for title, path in users.get(id, ())[:_USERS_SHOWN]
    ]
    home = PageLink(link_to(context.api.title, context.names.home))
    groups = [Group("Used by", tuple(used))] if used else []
    return ModelView(
        title=inline(context.names.model(id)),
        items=members.model(id),
        snippets=tuple(model_examples(context.api, id)),
        groups=(*groups, Group("See also", (home,))),
    )


def model_examples(api: Api, id: str) -> Iterator[Snippet]:
    """The examples of the document, else a made one for objects."""
    declaration = api.declarations[id]
    for one in declaration.examples:
        yield snippet("Value", "json", json_text(one.value))
    if not declaration.examples and isinstance(declaration, Record):
        value = sample_value(Ref(id), api, sent=not declaration.usage.received)
        if not isinstance(value, Missing) and value != {}:
            yield snippet("Sample value", "json", json_text(value))


def users(api: Api, names: PageNames) -> Users:
    """Who refers to each model, directly or through inline schemas."""
    found: dict[str, dict[str, str]] = {}
    for operation in api.operations.values():
        title, path = operation_title(operation), names.operation_path(operation.id)
        for id in _reached(api, names, operation_refs(operation)):
            found.setdefault(id, {})[path] = title
    for owner in names.models():
        title, path = inline(names.model(owner)), names.model_path(owner)
        for id in _reached(api, names, declaration_refs(api.declarations[owner])):
            if id != owner:
                found.setdefault(id, {})[path] = title
    return {
        id: tuple((title, path) for path, title in pages.items()) for id, pages in found.items()
    }


def _reached(api: Api, names: PageNames, start: Iterable[str]) -> Iterator[str]:
    """Models reached from `start` without passing through another model."""
    waiting, seen = list(start), set[str]()
    while waiting:
        id = waiting.pop()
        if id in seen:
            continue
        seen.add(id)
        if names.has_page(id):
            yield id
        else:
            waiting.extend(declaration_refs(api.declarations[id]))
