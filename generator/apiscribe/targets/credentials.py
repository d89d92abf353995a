"""What a client must be given: the credentials of its security schemes, and where the API is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from apiscribe.config import Credential, Settings
from apiscribe.ir import (
    Api,
    ApiKeyScheme,
    HttpScheme,
    MutualTlsScheme,
    OAuth2Scheme,
    OpenIdScheme,
    SecurityScheme,
)
from apiscribe.targets.prose import describe

EXAMPLE_URL: Final = "https://api.example.com"
_READ_FROM: Final = "Read from the environment variable"


@dataclass(frozen=True, slots=True)
class CredentialView:
    """A credential: its argument, where else it is read from, and what it is for."""

    scheme: str
    argument: str
    environment: str
    required: bool
    docs: str


@dataclass(frozen=True, slots=True)
class ClientNeeds:
    """What examples give a client: arguments with values, and the variables it reads itself."""

    arguments: tuple[tuple[str, str], ...]
    environment: tuple[str, ...]


def used_schemes(api: Api, settings: Settings) -> tuple[SecurityScheme, ...]:
    """The schemes that a client takes a credential for."""
    asked = {
        id: scheme for id, scheme in api.schemes.items() if not isinstance(scheme, MutualTlsScheme)
    }
    # Of the others only, since this is asked for every sample and operations may be thousands.
    unused = asked.keys() - settings.credentials.keys()
    for operation in api.operations.values():
        if not unused:
            break
        for requirement in operation.security:
            unused -= {scheme for scheme, _ in requirement.schemes}
    return tuple(scheme for id, scheme in asked.items() if id not in unused)


def credential_views(
    api: Api, settings: Settings, spelled: Mapping[str, str], pair: str
) -> tuple[CredentialView, ...]:
    """The credentials of `used_schemes`, their arguments `spelled` by scheme id.

    `pair` says how two texts are given as one argument.
    """
    found: list[CredentialView] = []
    for scheme in used_schemes(api, settings):
        argument = spelled[scheme.id]
        chosen = settings.credentials.get(scheme.id) or Credential(
            argument=argument, required=False
        )
        docs = _docs(scheme, chosen.environment, pair)
        view = CredentialView(scheme.id, argument, chosen.environment, chosen.required, docs)
        found.append(view)
    return tuple(found)


def _docs(scheme: SecurityScheme, environment: str, pair: str) -> str:
    text = describe(scheme.docs)
    if not text:
        match scheme:
            case ApiKeyScheme(location=location, wire=wire):
                text = f"Sent as the {location} `{wire}`."
            case HttpScheme(scheme="basic"):
                text = f"User name and password, {pair}."
            case OAuth2Scheme():
                text = f"An access token, or client id and secret {pair}."
            case HttpScheme() | OpenIdScheme() | MutualTlsScheme():
                text = "The token sent in the `Authorization` header."
    return f"{text} {_READ_FROM} `{environment}` when not given." if environment else text


def docs_without_variable(credential: CredentialView) -> str:
    """What a credential is for, for places that name its environment variable themselves."""
    return credential.docs.split(f" {_READ_FROM}")[0]


def token_url(scheme: OAuth2Scheme) -> str:
    """Where client id and secret are exchanged for a token; "" when they are not."""
    urls = (flow.token_url for flow in scheme.flows if flow.kind == "clientCredentials")
    return next((url for url in urls if url), "")


def is_pair(credential: CredentialView, api: Api) -> bool:
    """Whether the credential is a user name and a password."""
    scheme = api.schemes[credential.scheme]
    return isinstance(scheme, HttpScheme) and scheme.scheme == "basic"


def is_secret(credential: CredentialView, api: Api) -> bool:
    """What the log must hide: keys and tokens, not user names or account ids."""
    scheme = api.schemes[credential.scheme]
    return isinstance(scheme, HttpScheme | OAuth2Scheme) or "key" in credential.argument.lower()


def has_address(api: Api) -> bool:
    """Whether the document says where the API is; a relative URL does not."""
    return any("://" in server.url for server in api.servers)


def client_needs(
    api: Api, settings: Settings, credentials: Iterable[CredentialView], base_url: str
) -> ClientNeeds:
    """What is required; `base_url` is the language's name for the argument."""
    required = [credential for credential in credentials if credential.required]
    arguments = [
        (credential.argument, f"YOUR_{credential.argument.upper()}")
        for credential in required
        if not credential.environment
    ]
    environment = [credential.environment for credential in required if credential.environment]
    if not api.servers:
        if settings.environment.base_url:
            environment.append(settings.environment.base_url)
        else:
            arguments.append((base_url, EXAMPLE_URL))
    return ClientNeeds(tuple(arguments), tuple(environment))
