"""Document → `Api`: the order in which the parts are lowered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostics
from apiscribe.ir import Api, Contact, License, Tag
from apiscribe.lower.answers import answer_site
from apiscribe.lower.bases import find_children
from apiscribe.lower.components import declare_component
from apiscribe.lower.context import Context
from apiscribe.lower.docs import docs_of, link_of
from apiscribe.lower.document import LoadedDocument, escape_token
from apiscribe.lower.finish import finish_declarations
from apiscribe.lower.labels import label_variants
from apiscribe.lower.nodes import Site
from apiscribe.lower.operations import (
    lower_callbacks,
    lower_operation,
    lower_webhooks,
    named_webhooks,
)
from apiscribe.lower.raw import RawOperation, find_operations
from apiscribe.lower.resources import Tree, place_operations
from apiscribe.lower.security import lower_requirements, lower_schemes, lower_servers
from apiscribe.lower.types import declare_type
from apiscribe.naming import Words, split_words


def lower_document(document: LoadedDocument, settings: Settings, diagnostics: Diagnostics) -> Api:
    """The API that a document describes.

    Everything that is repaired, assumed or not expressible is a diagnostic. Raises
    `ApiscribeError` when something makes the document unusable.
    """
    ctx = Context(document, settings, diagnostics, declare_type, label_variants)
    data = document.data
    ctx.schemas = (data.get("components") or {}).get("schemas") or {}
    _register_shared(ctx, data.get("components") or {})
    raws = find_operations(ctx)
    tree = place_operations(ctx, raws)
    for raw in raws:
        _register_operation(ctx, raw, tree.places[raw.id].words)
    find_children(ctx)
    for name in ctx.schemas:
        declare_component(ctx, name)
    api = _assemble(ctx, raws, tree)
    diagnostics.stop_on_errors()
    return api


_SHARED = {"responses": "response", "requestBodies": "request", "parameters": "", "headers": ""}


def _register_shared(ctx: Context, components: Mapping[str, Any]) -> None:
    """Inline schemas in shared components belong to these, whichever operation uses them first."""
    for section, word in _SHARED.items():
        for name in components.get(section) or {}:
            words = split_words(name)
            if word and word not in words:
                words = (*words, word)
            elif not word:
                words = (*words, section.rstrip("s"))
            pointer = f"/components/{section}/{escape_token(name)}"
            ctx.roots[pointer] = Site(f"{section}/{name}", words)


def _register_operation(ctx: Context, raw: RawOperation, words: Words) -> None:
    """Where references into an operation's own schemas lead."""
    ctx.roots[f"{raw.pointer}/requestBody"] = Site(f"{raw.id}.request", (*words, "request"))
    codes = [str(code) for code in raw.value.get("responses") or {}]
    good = sorted(code for code in codes if code[:1] == "2")
    main = good[0] if good else "default"
    for code in codes:
        pointer = f"{raw.pointer}/responses/{escape_token(code)}"
        ctx.roots[pointer] = answer_site(raw, words, code, code == main)


def _assemble(ctx: Context, raws: list[RawOperation], tree: Tree) -> Api:
    data = ctx.document.data
    schemes = lower_schemes(ctx)
    security = lower_requirements(ctx, data.get("security"), schemes, "/security")
    operations = {
        raw.id: lower_operation(ctx, raw, tree.places[raw.id], schemes, security) for raw in raws
    }
    webhooks = lower_webhooks(ctx)
    for raw in raws:
        webhooks.extend(lower_callbacks(ctx, raw, tree.places[raw.id].words))
    info = data.get("info") or {}
    if not operations and not webhooks:
        ctx.note("no-operations", "The document has no operations.", "")
    return Api(
        str(info.get("title") or ""),
        str(info.get("version") or ""),
        docs_of(info),
        lower_servers(ctx, data.get("servers"), "/servers"),
        finish_declarations(ctx),
        operations,
        tree.roots,
        tree.root_operations,
        schemes,
        security,
        named_webhooks(webhooks),
        _tags(data),
        _contact(info),
        _license(info),
        str(info.get("termsOfService") or ""),
        link_of(data.get("externalDocs")),
    )


def _tags(data: Mapping[str, Any]) -> tuple[Tag, ...]:
    return tuple(
        Tag(str(tag.get("name")), docs_of(tag), str(tag.get("parent") or ""))
        for tag in data.get("tags") or ()
        if isinstance(tag, Mapping) and tag.get("name") is not None
    )


def _contact(info: Mapping[str, Any]) -> Contact | None:
    value = info.get("contact")
    if not isinstance(value, Mapping):
        return None
    return Contact(*(str(value.get(key) or "") for key in ("name", "url", "email")))


def _license(info: Mapping[str, Any]) -> License | None:
    value = info.get("license")
    if not isinstance(value, Mapping):
        return None
    return License(*(str(value.get(key) or "") for key in ("name", "url", "identifier")))
