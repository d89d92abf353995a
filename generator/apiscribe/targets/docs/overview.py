"""The first page: what the API is, how to reach it, and what holds for every call."""

from __future__ import annotations

from collections.abc import Iterator

from apiscribe.ir import (
    Api,
    ApiKeyScheme,
    HttpScheme,
    MutualTlsScheme,
    OAuth2Scheme,
    OpenIdScheme,
    SecurityScheme,
    Tag,
)
from apiscribe.targets.docs.chapters import chapters
from apiscribe.targets.docs.facts import Fact, facts_text, security_text
from apiscribe.targets.docs.members import Item
from apiscribe.targets.docs.operations import Context
from apiscribe.targets.docs.stated import server_items, stated_item
from apiscribe.targets.docs.views import OverviewView, Section
from apiscribe.targets.docs.words import member_name
from apiscribe.targets.markup import (
    atom,
    inline,
    literal,
    prose,
)


def overview_view(context: Context, title: str) -> OverviewView:
    """`README.md`."""
    api = context.api
    return OverviewView(
        title=inline(title or api.title),
        facts=_facts(api),
        prose=_prose(api),
        sections=tuple(_sections(api)),
        chapters=tuple(chapters(context)),
        appendix=tuple(_appendix(api)),
    )


def _facts(api: Api) -> str:
    facts: list[Fact] = [("version", atom(api.version))]
    if api.docs.summary:
        facts.append(("summary", atom(" ".join(api.docs.summary.split()))))
    if api.terms:
        facts.append(("termsOfService", atom(api.terms)))
    if api.contact is not None:
        one = api.contact
        named = (("name", one.name), ("url", one.url), ("email", one.email))
        facts += [(f"contact.{key}", atom(value)) for key, value in named if value]
    if api.license is not None:
        it = api.license
        named = (("name", it.name), ("identifier", it.identifier), ("url", it.url))
        facts += [(f"license.{key}", atom(value)) for key, value in named if value]
    if api.link is not None:
        facts.append(("externalDocs.url", atom(api.link.url)))
        if api.link.text:
            facts.append(("externalDocs.description", atom(" ".join(api.link.text.split()))))
    return facts_text(facts)


def _prose(api: Api) -> str:
    return prose(api.docs.description)


def _sections(api: Api) -> Iterator[Section]:
    if api.servers:
        items = [item for server in api.servers for item in server_items(server)]
        yield Section("Servers", items=tuple(items))
    if api.schemes:
        items = [item for scheme in api.schemes.values() for item in _scheme(scheme)]
        security = f"security: {security_text(api.security)}" if api.security else ""
        yield Section("Authentication", facts=security, items=tuple(items))


def _appendix(api: Api) -> Iterator[Section]:
    if api.tags:
        yield Section("Tags", items=tuple(_tag(tag) for tag in api.tags))


def _scheme(scheme: SecurityScheme) -> Iterator[Item]:
    name = member_name(scheme.id)
    facts: list[Fact] = [("deprecated", "true")] if scheme.docs.deprecated else []
    match scheme:
        case ApiKeyScheme(location=location, wire=wire):
            words = f"{name}: apiKey in {location} {literal(wire)}"
        case HttpScheme(bearer_format=format):
            words = f"{name}: http {scheme.written or scheme.scheme}"
            facts += [("bearerFormat", atom(format))] if format else []
        case OAuth2Scheme():
            words = f"{name}: oauth2"
        case OpenIdScheme(discovery_url=url):
            words = f"{name}: openIdConnect {literal(url)}"
        case MutualTlsScheme():
            words = f"{name}: mutualTLS"
    yield stated_item(0, words, facts, scheme.docs.description)
    if isinstance(scheme, OAuth2Scheme):
        yield from _flows(scheme)


def _flows(scheme: OAuth2Scheme) -> Iterator[Item]:
    for flow in scheme.flows:
        urls = (
            ("authorizationUrl", flow.authorization_url),
            ("tokenUrl", flow.token_url),
            ("refreshUrl", flow.refresh_url),
        )
        yield stated_item(1, flow.kind, [(key, atom(url)) for key, url in urls if url])
        for scope, description in flow.scopes:
            yield stated_item(2, literal(scope), [], description)


def _tag(tag: Tag) -> Item:
    facts = [("parent", atom(tag.parent))] if tag.parent else []
    return stated_item(0, atom(tag.name), facts, tag.docs)
