"""What is fixed about the clients of an API: servers, security schemes, credentials, limits."""

from __future__ import annotations

from dataclasses import dataclass

from apiscribe.config import Credential, Settings
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
from apiscribe.naming import Scope, snake
from apiscribe.targets.prose import describe
from apiscribe.targets.python.imports import Import
from apiscribe.targets.python.layout import Brackets, Code, call, keyword, lay_out, tuple_of
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.reserved import CLIENT_OPTIONS, KEYWORDS
from apiscribe.targets.python.text import quote
from apiscribe.targets.python.views.calls import optional


@dataclass(frozen=True, slots=True)
class CredentialView:
    """A credential: its argument, where else it is read from, and what it is for."""

    scheme: str
    argument: str
    environment: str
    required: bool
    docs: str


def credentials(api: Api, settings: Settings) -> tuple[CredentialView, ...]:
    """One credential per security scheme the operations use, as `sdk.yaml` or its name has it."""
    used = {
        scheme
        for operation in api.operations.values()
        for requirement in operation.security
        for scheme, _ in requirement.schemes
    }
    schemes = [
        scheme
        for id, scheme in api.schemes.items()
        if (id in used or id in settings.credentials) and not isinstance(scheme, MutualTlsScheme)
    ]
    reserved = KEYWORDS | CLIENT_OPTIONS
    scope = Scope(snake, reserved=reserved)
    for scheme in schemes:
        scope.add(scheme.id, scheme.id, scheme.name.words, scheme.name.pinned)
    spelled = scope.spellings()
    found: list[CredentialView] = []
    for scheme in schemes:
        chosen = settings.credentials.get(scheme.id) or Credential(
            argument=spelled[scheme.id], required=False
        )
        found.append(
            CredentialView(
                scheme.id,
                f"{chosen.argument}_" if chosen.argument in reserved else chosen.argument,
                chosen.environment,
                chosen.required,
                _credential_docs(scheme, chosen),
            )
        )
    return tuple(found)


def _credential_docs(scheme: SecurityScheme, chosen: Credential) -> str:
    text = describe(scheme.docs)
    if not text:
        match scheme:
            case ApiKeyScheme(location=location, wire=wire):
                text = f"Sent as the {location} `{wire}`."
            case HttpScheme(scheme="basic"):
                text = "User name and password, as a pair."
            case OAuth2Scheme():
                text = "An access token, or client id and secret as a pair."
            case HttpScheme() | OpenIdScheme() | MutualTlsScheme():
                text = "The token sent in the `Authorization` header."
    if chosen.environment:
        text += f" Read from the environment variable `{chosen.environment}` when not given."
    return text


def _scheme(scheme: SecurityScheme) -> Code:
    match scheme:
        case ApiKeyScheme(location=location, wire=wire):
            return call("ApiKey", quote(location), quote(wire))
        case HttpScheme(scheme="basic"):
            return "Basic()"
        case HttpScheme(scheme=word):
            return "Bearer()" if word == "bearer" else call("Bearer", quote(word.title()))
        case OAuth2Scheme(flows=flows):
            urls = [f.token_url for f in flows if f.kind == "clientCredentials" and f.token_url]
            return call("OAuth2", token_url=quote(urls[0]) if urls else "")
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
