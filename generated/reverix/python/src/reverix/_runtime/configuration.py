"""What the generated client class says about its API: servers, security schemes, defaults."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from .errors import ConfigurationError
from .operations import Requirement

CredentialValue: TypeAlias = str | tuple[str, str] | Callable[[], str]
"""A secret, a (user, password) or (client id, client secret) pair, or a function that gives one."""

AsyncCredentialValue: TypeAlias = CredentialValue | Callable[[], Awaitable[str]]
"""As `CredentialValue`; the function may be a coroutine function."""


class ServerVariable(NamedTuple):
    """A `{name}` in a server URL; empty `values` allow anything."""

    name: str
    default: str
    values: tuple[str, ...] = ()


class Server(NamedTuple):
    """A base URL, perhaps with variables."""

    url: str
    name: str = ""
    variables: tuple[ServerVariable, ...] = ()


class ApiKey(NamedTuple):
    """A key sent under `name`."""

    location: Literal["header", "query", "cookie"]
    name: str


class Basic(NamedTuple):
    """HTTP basic authentication (RFC 7617)."""


class Bearer(NamedTuple):
    """A token in the `Authorization` header; `scheme` is the word before it (RFC 6750)."""

    scheme: str = "Bearer"


class OAuth2(NamedTuple):
    """OAuth 2 (RFC 6749). `token_url`, perhaps relative, serves the client credentials flow."""

    token_url: str = ""


class MutualTls(NamedTuple):
    """A client certificate, given to the HTTP client; nothing is added to the request."""


Scheme: TypeAlias = ApiKey | Basic | Bearer | OAuth2 | MutualTls


class Credential(NamedTuple):
    """How the user gives the secret of one scheme."""

    scheme: str
    argument: str
    environment: str = ""
    required: bool = True


class Configuration(NamedTuple):
    """Everything fixed about a client class. Times are in seconds.

    `security` is for calls that no operation describes; empty means all credentials given.
    """

    client: str
    package: str
    version: str
    servers: tuple[Server, ...] = ()
    base_url_environment: str = ""
    base_url_reason: str = ""
    log_environment: str = ""
    schemes: Mapping[str, Scheme] = MappingProxyType({})
    credentials: tuple[Credential, ...] = ()
    security: tuple[Requirement, ...] = ()
    timeout: float = 60.0
    connect_timeout: float = 5.0
    idle_timeout: float = 60.0
    max_retries: int = 2


def resolve_credentials(
    configuration: Configuration, given: Mapping[str, AsyncCredentialValue | None]
) -> dict[str, AsyncCredentialValue]:
    """Values by scheme id, taken from the arguments, else the environment.

    Raises `ConfigurationError` when a required one is in neither.
    """
    values: dict[str, AsyncCredentialValue] = {}
    for credential in configuration.credentials:
        value = given.get(credential.scheme)
        if value is None and credential.environment:
            value = os.environ.get(credential.environment) or None
        if value is not None:
            values[credential.scheme] = value
        elif credential.required:
            raise ConfigurationError(_missing(configuration.client, credential))
    return values


def _missing(client: str, credential: Credential) -> str:
    text = f"{client} needs the argument {credential.argument}"
    if credential.environment:
        text += f" or the environment variable {credential.environment}"
    return text + "; neither is set."


def resolve_base_url(
    configuration: Configuration,
    base_url: str | None,
    server: str | None,
    variables: Mapping[str, str] | None,
) -> tuple[str, bool]:
    """The base URL: argument, named server, environment variable, then the first server.

    Also says whether the user chose it, so that it wins over servers of single operations.
    Raises `ConfigurationError` when there is none, or it is no absolute HTTP URL.
    """
    if base_url is not None and server is not None:
        raise ConfigurationError("Give base_url or server, not both.")
    url = base_url
    if url is None and server is None and configuration.base_url_environment:
        url = os.environ.get(configuration.base_url_environment) or None
    chosen = url is not None or server is not None
    if url is None:
        url = server_url(_named_server(configuration, server), variables or {})
        if url.startswith("/"):  # a spec may say where the API is on its own server, only
            raise ConfigurationError(_no_server(configuration, f"the API states only {url}"))
    if not url.lower().startswith(("http://", "https://")):
        raise ConfigurationError(f"base_url must start with http:// or https://, got {url!r}.")
    return url.rstrip("/"), chosen


def _named_server(configuration: Configuration, name: str | None) -> Server:
    if name is None:
        if configuration.servers:
            return configuration.servers[0]
        raise ConfigurationError(_no_server(configuration, "the API does not state its server"))
    for server in configuration.servers:
        if server.name == name:
            return server
    known = ", ".join(repr(server.name) for server in configuration.servers if server.name)
    raise ConfigurationError(f"There is no server {name!r}; known: {known or 'none'}.")


def _no_server(configuration: Configuration, reason: str) -> str:
    text = f"{configuration.client} needs the argument base_url"
    if configuration.base_url_environment:
        text += f" or the environment variable {configuration.base_url_environment}"
    return f"{text}: {(configuration.base_url_reason or reason).rstrip('.')}."


def server_url(server: Server, given: Mapping[str, str]) -> str:
    """The URL of a server with its variables filled in, defaults where none is given."""
    url = server.url
    names = {variable.name for variable in server.variables}
    for name in given:
        if name not in names:
            known = ", ".join(sorted(names)) or "none"
            raise ConfigurationError(
                f"Server {server.url} has no variable {name!r}; it has: {known}."
            )
    for variable in server.variables:
        value = given.get(variable.name, variable.default)
        if variable.values and value not in variable.values:
            allowed = ", ".join(variable.values)
            raise ConfigurationError(f"Server variable {variable.name} must be one of {allowed}.")
        url = url.replace("{" + variable.name + "}", value)
    return url
