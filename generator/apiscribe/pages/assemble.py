"""Facts → an OpenAPI 3.2.0 document, in the page's order, with the lines of every part."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apiscribe.diagnostics import Span
from apiscribe.pages.assemble_auth import settle_auth
from apiscribe.pages.assemble_calls import told_apart_by
from apiscribe.pages.assemble_conflicts import told_once
from apiscribe.pages.assemble_embedded import Merger
from apiscribe.pages.assemble_examples import misfits
from apiscribe.pages.assemble_models import Component, Components, collect
from apiscribe.pages.assemble_named import settle_named
from apiscribe.pages.assemble_names import name_endpoints
from apiscribe.pages.assemble_omit import omit_prose
from apiscribe.pages.assemble_operations import OperationWriter, merge_endpoints, merged, stated_id
from apiscribe.pages.assemble_schema import Schema, SchemaWriter, in_order
from apiscribe.pages.facts import (
    Certainty,
    Conflict,
    Endpoint,
    Facts,
    Presence,
    Server,
    Source,
    Text,
    Values,
)
from apiscribe.pages.provenance import Trace, pointer
from apiscribe.pages.shared_shapes import share
from apiscribe.pages.stainless_markdown_limits import with_prose

OPENAPI = "3.2.0"
"""The version that documents are written in."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """A document with its sources.

    `listed` are the keys of models that a page lists. `presences` and `values` are all members and
    value lists of the document, by pointer.
    """

    document: dict[str, Any]
    trace: Trace
    conflicts: tuple[Conflict, ...]
    listed: tuple[str, ...]
    presences: Mapping[str, Presence]
    values: Mapping[str, Values]


def assemble(facts: Sequence[Facts], keep_descriptions: bool = True) -> Assembly:
    """One document of what all pages say.

    Without descriptions, no sentence and no example of a page is in the document: facts alone.
    (Examples are checked all the same.)
    """
    trace = Trace()
    facts = share(settle_named(settle_auth(with_prose(facts))))
    components = collect(facts)
    conflicts = [c for page in facts for c in page.conflicts]
    conflicts += components.conflicts
    schemas = SchemaWriter(trace, components.key, components.own_text, keep_descriptions)
    operations = OperationWriter(schemas, components, trace, keep_descriptions, conflicts)
    document: dict[str, Any] = {"openapi": OPENAPI, "info": _info(facts, operations)}
    if servers := _servers(facts, operations):
        document["servers"] = servers
    for key, items in _paths(facts, operations, components).items():
        if items:
            document[key] = items
    if parts := _components(facts, components, schemas, operations):
        document["components"] = parts
    for page in facts:
        operations.keywords(document, page.keywords, "")
    listed = tuple(c.key for c in components.ordered if c.listed)
    conflicts += misfits(document, trace)
    merger = Merger(document, trace, conflicts, schemas.presences, schemas.values)
    for page in facts:
        for embedded in page.embedded:
            merger.merge(embedded)
    if not {"paths", "webhooks", "components"} & document.keys():
        document["paths"] = {}
    if not keep_descriptions:
        omit_prose(document, trace)
    return Assembly(
        ordered_root(document) if any(p.embedded for p in facts) else document,
        trace,
        told_once(conflicts),
        listed,
        schemas.presences,
        schemas.values,
    )


_ROOT = ("openapi", "info", "servers", "security", "tags", "paths", "webhooks", "components")


def ordered_root(document: dict[str, Any]) -> dict[str, Any]:
    """Members of the root in the order people expect, where documents of pages were merged."""
    rank = {name: place for place, name in enumerate(_ROOT)}
    return dict(sorted(document.items(), key=lambda item: rank.get(item[0], len(rank))))


# -- info and servers ---------------------------------------------------------------------------


def _info(facts: Sequence[Facts], operations: OperationWriter) -> dict[str, Any]:
    title, sources = _title(facts)
    version = _version(facts)
    info: dict[str, Any] = {"title": title}
    operations.trace.note("/info/title", sources)
    described = next((p.description for p in facts if p.description is not None), None)
    if described is not None and operations.keep:
        info["description"] = described.text
        operations.trace.note("/info/description", [described.source])
    info["version"] = version.text
    operations.trace.note("/info/version", [version.source])
    for page in facts:
        operations.keywords(info, page.info, "/info")
    return info


def _title(facts: Sequence[Facts]) -> tuple[str, list[Source]]:
    """The API's title; failing that, the headings of the first page that has some, or its server."""
    if (stated := next((p.title for p in facts if p.title is not None), None)) is not None:
        return stated.text, [stated.source]
    crumbs = next((p.breadcrumb for p in facts if p.breadcrumb), ())
    if crumbs:
        why = "The page does not name the API; these are its headings."
        sources = [Source(crumb.source.span, Certainty.ASSUMED, why) for crumb in crumbs]
        return " ".join(crumb.text for crumb in crumbs), sources
    if (server := next((s for p in facts for s in p.servers), None)) is not None:
        why = "The page does not name the API; this is its server."
        return _host(server.url), [Source(server.source.span, Certainty.ASSUMED, why)]
    why = "The page does not name the API."
    return "API", [Source(_nowhere(facts), Certainty.ASSUMED, why)]


def _host(url: str) -> str:
    """The host of a server; of one with parts to fill in (`{town}.raft.test`) what follows them."""
    host = url.partition("://")[2].partition("/")[0] or url
    named = host.rpartition("}")[2].partition(".")[2] if "}" in host else ""
    return named if "." in named else host


def _version(facts: Sequence[Facts]) -> Text:
    """The API's version; failing that, the one all paths begin with."""
    if (stated := next((p.version for p in facts if p.version is not None), None)) is not None:
        return stated
    endpoints = [e for page in facts for e in page.endpoints if not e.webhook]
    found = {m[1] for e in endpoints if (m := re.match(r"(?:/api)?/(v\d[\w.]*)/", e.path))}
    everywhere = all(re.match(r"(?:/api)?/v\d[\w.]*/", e.path) for e in endpoints)
    if len(found) == 1 and everywhere:
        why = "The page does not give the API's version; every path begins with this one."
        return Text(found.pop(), Source(endpoints[0].source.span, Certainty.ASSUMED, why))
    why = "The page does not give the API's version."
    return Text("0.0.0", Source(_nowhere(facts), Certainty.ASSUMED, why))


def _nowhere(facts: Sequence[Facts]) -> Span:
    return Span(facts[0].page.name if facts else "", 0)


def _servers(facts: Sequence[Facts], operations: OperationWriter) -> list[dict[str, Any]]:
    found: dict[str, Server] = {}
    for page in facts:
        for server in page.servers:
            found.setdefault(server.url, server)
    result = []
    for index, server in enumerate(found.values()):
        at = pointer("servers", index)
        written: dict[str, Any] = {"url": server.url}
        operations.trace.note(at, [server.source])
        if server.description is not None and operations.keep:
            written["description"] = server.description.text
        operations.keywords(written, server.keywords, at)
        result.append(written)
    return result


# -- paths --------------------------------------------------------------------------------------


def _paths(
    facts: Sequence[Facts], operations: OperationWriter, components: Components
) -> dict[str, dict[str, Any]]:
    """Path items and webhooks, in the order in which the pages first name them."""
    groups = merge_endpoints([e for p in facts for e in p.endpoints], operations.conflicts)
    whole = {id(e): one for group in groups for one in [merged(group)] for e in group}
    resolved = [replace(p, endpoints=_own(p.endpoints, whole)) for p in facts]
    names = name_endpoints(resolved, components)
    result: dict[str, dict[str, Any]] = {"paths": {}, "webhooks": {}}
    for group in groups:
        endpoint = whole[id(group[0])]
        kind = "webhooks" if endpoint.webhook else "paths"
        method = endpoint.method.lower()
        path = endpoint.path
        if method in result[kind].get(path, ()):
            # Another operation of this method and path: the usual way to key it.
            path = f"{path}#{stated_id(endpoint)}"
        at = pointer(kind, path, method)
        for other in group:
            operations.trace.note(at, [other.source])
            if not told_apart_by(group):
                operations.same_prose(endpoint, other, at)
            elif endpoint.summary is not None and other.summary is not None and operations.keep:
                operations.trace.note(at + "/summary", [other.summary.source])
        item = result[kind].setdefault(path, {})
        item[method] = operations.operation(endpoint, names.get(id(endpoint)), at)
    return result


def _own(endpoints: Sequence[Endpoint], whole: dict[int, Endpoint]) -> tuple[Endpoint, ...]:
    """Each operation once, in its merged form."""
    return tuple({id(whole[id(e)]): whole[id(e)] for e in endpoints}.values())


# -- components ---------------------------------------------------------------------------------


def _components(
    facts: Sequence[Facts],
    components: Components,
    schemas: SchemaWriter,
    operations: OperationWriter,
) -> dict[str, Any]:
    result: dict[str, Any] = {}
    if components.ordered:
        result["schemas"] = {c.key: _component(c, schemas) for c in components.ordered}
    schemes: dict[str, Any] = {}
    for page in facts:
        for auth in page.auth:
            at = pointer("components", "securitySchemes", auth.name)
            operations.trace.note(at, [auth.source])
            if auth.name in schemes:
                continue
            schemes[auth.name] = dict(auth.scheme)
            if auth.description is not None and operations.keep:
                schemes[auth.name]["description"] = auth.description.text
    if schemes:
        result["securitySchemes"] = schemes
    return result


def _component(component: Component, schemas: SchemaWriter) -> Schema:
    at = pointer("components", "schemas", component.key)
    schemas.trace.note(at, (m.source for m in component.sightings))
    shapes = [replace(m.shape, description=None) for m in component.sightings]
    schema = schemas.schema(shapes, at)
    examples = [e for m in component.sightings for e in m.examples]
    if isinstance(schema, dict):
        if component.text is not None and schemas.keep:
            schema["description"] = component.text.text
            schemas.trace.note(at + "/description", [component.text.source])
            own = [m.shape.description for m in component.sightings]
            schemas.trace.note(at + "/description", (t.source for t in own if t is not None))
        if examples:
            schema["examples"] = [e.value for e in examples]
            schemas.trace.note(at + "/examples", (e.source for e in examples))
        schema = in_order(schema)
    marks = [m.deprecation for m in component.sightings if m.deprecation is not None]
    return schemas.deprecate(schema, marks, at)
