"""Security schemes and requirements (OpenAPI 3.2, sections 4.27 to 4.30), and servers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apiscribe.ir import (
    ApiKeyScheme,
    HttpScheme,
    MutualTlsScheme,
    Name,
    OAuth2Scheme,
    OAuthFlow,
    OpenIdScheme,
    SecurityRequirement,
    SecurityScheme,
    Server,
    ServerVariable,
)
from apiscribe.lower.context import Context
from apiscribe.lower.docs import docs_of
from apiscribe.lower.document import escape_token
from apiscribe.lower.raw import follow
from apiscribe.naming import Scope, Words, snake, split_words


def lower_schemes(ctx: Context) -> dict[str, SecurityScheme]:
    """All security schemes, by their name in the document."""
    components = ctx.document.data.get("components") or {}
    written = components.get("securitySchemes") or {}
    scope = Scope(snake)
    for name in written:
        scope.add(name, name, split_words(name))
    words = scope.words()
    found: dict[str, SecurityScheme] = {}
    for name, value in written.items():
        pointer = f"/components/securitySchemes/{escape_token(name)}"
        value, pointer = follow(ctx, value, pointer)
        scheme = _scheme(ctx, name, words[name], value, pointer)
        if scheme is not None:
            found[name] = scheme
    return found


def _scheme(
    ctx: Context, identity: str, words: Words, value: Mapping[str, Any], pointer: str
) -> SecurityScheme | None:
    name, docs, place = Name(identity, words), docs_of(value), ctx.place(pointer)
    match value.get("type"):
        case "apiKey":
            return ApiKeyScheme(
                identity, name, str(value.get("in")), str(value.get("name")), docs, place
            )
        case "http":
            scheme, format = str(value.get("scheme", "")), str(value.get("bearerFormat") or "")
            known = scheme.lower() in ("basic", "bearer") or scheme == scheme.lower()
            written = "" if known else scheme
            return HttpScheme(identity, name, scheme.lower(), format, docs, place, written)
        case "oauth2":
            return OAuth2Scheme(identity, name, _flows(value.get("flows") or {}), docs, place)
        case "openIdConnect":
            url = str(value.get("openIdConnectUrl") or "")
            return OpenIdScheme(identity, name, url, docs, place)
        case "mutualTLS":
            return MutualTlsScheme(identity, name, docs, place)
        case other:
            ctx.warning(
                "security-kind",
                f"There is no security scheme of type {other!r}; {identity!r} is left out.",
                pointer,
                "Use apiKey, http, oauth2, openIdConnect or mutualTLS.",
            )
            return None


def _flows(flows: Mapping[str, Any]) -> tuple[OAuthFlow, ...]:
    return tuple(
        OAuthFlow(
            kind,
            str(flow.get("authorizationUrl") or flow.get("deviceAuthorizationUrl") or ""),
            str(flow.get("tokenUrl") or ""),
            str(flow.get("refreshUrl") or ""),
            tuple((str(k), str(v or "")) for k, v in (flow.get("scopes") or {}).items()),
        )
        for kind, flow in flows.items()
        if isinstance(flow, Mapping)
    )


def lower_requirements(
    ctx: Context, written: Any, schemes: Mapping[str, SecurityScheme], pointer: str
) -> tuple[SecurityRequirement, ...]:
    """Alternatives of schemes that go together; `{}` allows anonymous calls."""
    found = []
    for index, requirement in enumerate(written or ()):
        unknown = [name for name in requirement if name not in schemes]
        for name in unknown:
            ctx.error(
                "security-unknown",
                f"The security scheme {name!r} is not declared.",
                f"{pointer}/{index}",
                "Declare it under components.securitySchemes.",
            )
        if not unknown:
            found.append(
                SecurityRequirement(
                    tuple(
                        (n, tuple(str(s) for s in scopes or ()))
                        for n, scopes in requirement.items()
                    )
                )
            )
    return tuple(found)


def lower_servers(ctx: Context, written: Any, pointer: str) -> tuple[Server, ...]:
    """Servers with their variables (OpenAPI 3.2, sections 4.5 and 4.6)."""
    found = []
    for index, server in enumerate(written or ()):
        if not isinstance(server, Mapping) or not isinstance(server.get("url"), str):
            continue
        url = server["url"].strip()
        variables = tuple(
            _variable(
                ctx, str(name), value or {}, f"{pointer}/{index}/variables/{escape_token(name)}"
            )
            for name, value in (server.get("variables") or {}).items()
        )
        known = {variable.name for variable in variables}
        for name in _placeholders(url):
            if name not in known:
                ctx.warning(
                    "server-variable",
                    f"The server URL has {{{name}}}, which is not among its variables.",
                    f"{pointer}/{index}/url",
                    "Declare it under `variables` with a default.",
                )
                variables += (ServerVariable(name, ""),)
        found.append(
            Server(
                url, str(server.get("name") or ""), str(server.get("description") or ""), variables
            )
        )
    return tuple(found)


def _placeholders(url: str) -> list[str]:
    return [part.partition("}")[0] for part in url.split("{")[1:] if "}" in part]


def _variable(ctx: Context, name: str, value: Mapping[str, Any], pointer: str) -> ServerVariable:
    values = tuple(str(v) for v in value.get("enum") or ())
    default = str(value.get("default", values[0] if values else ""))
    if values and default not in values:
        ctx.warning(
            "server-variable",
            f"The default {default!r} of the server variable {name!r} is not among its values.",
            pointer,
        )
    return ServerVariable(name, default, values, str(value.get("description") or ""))
