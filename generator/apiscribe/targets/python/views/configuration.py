"""What is fixed about the clients of an API: servers, security schemes, credentials, limits."""

from __future__ import annotations

from apiscribe.config import Settings
from apiscribe.ir import (
    Api,
    ApiKeyScheme,
    HttpScheme,
    MutualTlsScheme,
    OAuth2Scheme,
    OpenIdScheme,
    SecurityScheme,
    Server,
)
from apiscribe.targets.credentials import CredentialView, credential_views, token_url, used_schemes
from apiscribe.targets.python.imports import Import
from apiscribe.targets.python.layout import Brackets, Code, call, keyword, lay_out, tuple_of
from apiscribe.targets.python.names import PythonNames, member_name, member_scope
from apiscribe.targets.python.reserved import CLIENT_OPTIONS, KEYWORDS
from apiscribe.targets.python.text import quote
from apiscribe.targets.python.views.calls import optional


def credentials(api: Api, settings: Settings) -> tuple[CredentialView, ...]:
    """One credential per security scheme the operations use, as `sdk.yaml` or its name has it."""
    reserved = KEYWORDS | CLIENT_OPTIONS
    scope = member_scope(reserved)
    for scheme in used_schemes(api, settings):
        scope.add(scheme.id, scheme.id, scheme.name.words, scheme.name.pinned)
    spelled = {str(id): text for id, text in scope.spellings().items()}
    for id in spelled.keys() & settings.credentials.keys():
        chosen = settings.credentials[id].argument
        spelled[id] = f"{chosen}_" if chosen in reserved else member_name(chosen)
    return credential_views(api, settings, spelled, "as a pair")


def _scheme(scheme: SecurityScheme) -> Code:
    match scheme:
        case ApiKeyScheme(location=location, wire=wire):
            return call("ApiKey", quote(location), quote(wire))
        case HttpScheme(scheme="basic"):
            return "Basic()"
        case HttpScheme(word=word):
            return "Bearer()" if word == "Bearer" else call("Bearer", quote(word))
        case OAuth2Scheme():
            url = token_url(scheme)
            return call("OAuth2", token_url=quote(url) if url else "")
        case OpenIdScheme():
            return "Bearer()"
        case MutualTlsScheme():
            return "MutualTls()"


def _server(server: Server) -> Code:
    variables = tuple_of(
        call(
            "ServerVariable",
            quote(variable.name),
            quote(variable.default),
            tuple_of(quote(value) for value in variable.values),
        )
        for variable in server.variables
    )
    return call("Server", quote(server.url), name=optional(server.name), variables=variables)


def configuration_arguments(
    api: Api, settings: Settings, names: PythonNames, found: tuple[CredentialView, ...]
) -> tuple[str, ...]:
    """The arguments of `Configuration(…)`."""
    client = settings.client
    schemes = Brackets("{", tuple(_entry(id, s) for id, s in api.schemes.items()), "}")
    given = tuple_of(
        call(
            "Credential",
            quote(credential.scheme),
            quote(credential.argument),
            optional(credential.environment),
            required="" if credential.required else "False",
        )
        for credential in found
    )
    texts: dict[str, Code] = {
        "client": quote(names.client),
        "package": quote(names.module),
        "version": "__version__",
        "servers": tuple_of(_server(server) for server in api.servers),
        "base_url_environment": optional(settings.environment.base_url),
        "base_url_reason": optional(client.base_url_reason) if not api.servers else "",
        "log_environment": optional(settings.environment.log),
        "schemes": schemes if schemes.items else "",
        "credentials": given,
        "timeout": repr(client.timeout),
        "connect_timeout": repr(client.connect_timeout),
        "idle_timeout": repr(client.idle_timeout),
        "max_retries": repr(client.max_retries),
    }
    return tuple(lay_out(keyword(name, code), 4, 1) for name, code in texts.items() if code)


def _entry(id: str, scheme: SecurityScheme) -> Code:
    """`"id": Scheme(…)`."""
    found = _scheme(scheme)
    if isinstance(found, str):
        return f"{quote(id)}: {found}"
    return Brackets(f"{quote(id)}: {found.head}", found.items, found.tail)


def configuration_imports(configuration: tuple[str, ...]) -> set[Import]:
    text = "\n".join(configuration)
    names = ("ApiKey", "Basic", "Bearer", "Credential", "MutualTls", "OAuth2", "Server")
    found = {Import("._runtime", name) for name in names if f"{name}(" in text}
    if "ServerVariable(" in text:
        found.add(Import("._runtime", "ServerVariable"))
    return found
