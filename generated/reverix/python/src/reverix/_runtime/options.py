"""Options of a client and of one call."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypedDict

from .configuration import (
    AsyncCredentialValue,
    Configuration,
    resolve_base_url,
    resolve_credentials,
)
from .errors import ConfigurationError
from .sentinels import Omit

if TYPE_CHECKING:
    import httpx2

HeaderValues: TypeAlias = Mapping[str, str | Omit | None]
"""Header names and values; `None` or `omit` takes a header away that would be sent otherwise."""

TimeoutValue: TypeAlias = "float | httpx2.Timeout | None"
"""Seconds for one try, or limits per phase; `None` waits for ever."""


class CallOptions(TypedDict, total=False):
    """What every method takes besides the operation's own arguments."""

    extra_headers: HeaderValues
    """Headers to add, replace or (with `None`) leave out."""
    extra_query: Mapping[str, object]
    """Query parameters to add or replace."""
    extra_body: Mapping[str, object]
    """Members to add to the body, or replace in it."""
    timeout: TimeoutValue
    """Seconds for one try."""
    deadline: float | None
    """Seconds for the whole call with all its tries and waits."""
    max_retries: int
    """How often to try again after the first try."""
    idempotency_key: str
    """The key that makes repeats of this call safe; made up when the API has such a header."""
    content_type: str
    """The media type of the body, where the operation offers several."""


class _CommonOptions(TypedDict, total=False):
    base_url: str | None
    """Where the API is."""
    server: str
    """The name of one of the API's servers, instead of `base_url`."""
    server_variables: Mapping[str, str]
    """Values for the variables in the server's URL."""
    timeout: TimeoutValue
    """Seconds for one try."""
    connect_timeout: float | None
    """Seconds to connect."""
    deadline: float | None
    """Seconds for a whole call with all its tries and waits."""
    idle_timeout: float | None
    """Seconds a stream may be silent."""
    max_retries: int
    """How often to try again after the first try."""
    default_headers: HeaderValues
    """Headers for every call."""
    default_query: Mapping[str, object]
    """Query parameters for every call."""
    strict: bool
    """Raise `APIResponseValidationError` when an answer does not fit the API's description."""


class ClientOptions(_CommonOptions, total=False):
    """What every client takes besides its credentials."""

    http_client: httpx2.Client | None
    """An HTTP client to use; the caller closes it."""
    transport: httpx2.BaseTransport | None
    """A transport for the client's own HTTP client."""


class AsyncClientOptions(_CommonOptions, total=False):
    """What every asynchronous client takes besides its credentials."""

    http_client: httpx2.AsyncClient | None
    """An HTTP client to use; the caller closes it."""
    transport: httpx2.AsyncBaseTransport | None
    """A transport for the client's own HTTP client."""


RAW = "__raw__"
"""The hidden call option that `raw` and `async_raw` set."""

_CALL_OPTIONS = frozenset(CallOptions.__annotations__)
_CLIENT_OPTIONS = frozenset(_CommonOptions.__annotations__)
_TRANSPORT_OPTIONS = frozenset({"http_client", "transport"})


_TIMES = frozenset({"timeout", "connect_timeout", "idle_timeout", "deadline"})


def _check_values(options: Mapping[str, Any]) -> None:
    for name, value in options.items():
        if name in _TIMES:
            # What is no number is an `httpx2.Timeout`, which has checked itself.
            if isinstance(value, (int, float, str)) and not _is_time(value):
                raise ConfigurationError(
                    f"{name} must be seconds, 0 or more, or None; got {value!r}."
                )
        elif name == "max_retries" and not (isinstance(value, int) and value >= 0):
            raise ConfigurationError(
                f"max_retries must be a whole number, 0 or more; got {value!r}."
            )


def _is_time(value: float | str) -> bool:
    return not isinstance(value, (str, bool)) and value >= 0


def check_call_options(options: Mapping[str, Any]) -> None:
    """Raise `TypeError` for an option that no call has, `ConfigurationError` for a wrong value."""
    for name in options:
        if name not in _CALL_OPTIONS and name != RAW:
            known = ", ".join(sorted(_CALL_OPTIONS))
            raise TypeError(f"Unknown option {name!r}; known: {known}.")
    _check_values(options)


class Settings(NamedTuple):
    """A client's options with everything filled in. The secrets stay out of its `repr`."""

    configuration: Configuration
    base_url: str
    timeout: TimeoutValue
    connect_timeout: float | None
    idle_timeout: float | None
    max_retries: int
    own_server: bool = False
    deadline: float | None = None
    default_headers: HeaderValues = MappingProxyType({})
    default_query: Mapping[str, object] = MappingProxyType({})
    strict: bool = False
    credentials: Mapping[str, AsyncCredentialValue] = MappingProxyType({})

    def __repr__(self) -> str:
        return f"<settings of {self.configuration.client}>"

    def changed(self, options: Mapping[str, Any]) -> Settings:
        """These settings with some options replaced."""
        changes = {k: v for k, v in options.items() if k not in _TRANSPORT_OPTIONS}
        base_url, server = changes.pop("base_url", None), changes.pop("server", None)
        variables = changes.pop("server_variables", None)
        if base_url is not None or server is not None or variables is not None:
            url, own = resolve_base_url(self.configuration, base_url, server, variables)
            changes |= {"base_url": url, "own_server": own}
        return self._replace(**changes)


def client_settings(
    configuration: Configuration,
    credentials: Mapping[str, AsyncCredentialValue | None],
    options: Mapping[str, Any],
) -> Settings:
    """The settings of a new client. Raises `ConfigurationError`, or `TypeError` (unknown option)."""
    check_client_options(configuration, options)
    given = {k: v for k, v in options.items() if k not in _TRANSPORT_OPTIONS}
    base_url, server = given.pop("base_url", None), given.pop("server", None)
    variables = given.pop("server_variables", None)
    defaults = {
        "timeout": configuration.timeout,
        "connect_timeout": configuration.connect_timeout,
        "idle_timeout": configuration.idle_timeout,
        "max_retries": configuration.max_retries,
    }
    values = resolve_credentials(configuration, credentials)
    url, own = resolve_base_url(configuration, base_url, server, variables)
    return Settings(configuration, url, own_server=own, credentials=values, **(defaults | given))


def check_client_options(configuration: Configuration, options: Mapping[str, Any]) -> None:
    """Raise `TypeError` for an option that no client has, `ConfigurationError` for a wrong value."""
    for name in options:
        if name not in _CLIENT_OPTIONS and name not in _TRANSPORT_OPTIONS:
            known = ", ".join(sorted(_CLIENT_OPTIONS | _TRANSPORT_OPTIONS))
            raise TypeError(f"{configuration.client} has no option {name!r}; known: {known}.")
    _check_values(options)
