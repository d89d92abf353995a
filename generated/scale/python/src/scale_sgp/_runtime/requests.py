"""A call's request, built without input or output."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urljoin, urlsplit

from .auth import Additions
from .bodies import Payload, build_body
from .errors import ConfigurationError
from .operations import STREAMED, Answer, Operation
from .options import HeaderValues, Settings
from .parameters import (
    check_header,
    cookie_pairs,
    extra_query_pairs,
    header_value,
    is_given,
    join_query,
    path_value,
    percent_encode,
    query_pairs,
    querystring,
)
from .sentinels import Omit

_TEMPLATE = re.compile(r"\{([^{}]+)\}")
_DOTS = re.compile(r"(\.|%2[Ee]){1,2}")
_IDEMPOTENCY_HEADER = "Idempotency-Key"


class Draft:
    """A request without its credentials. Query pairs are percent-encoded.

    `by_hand` are lower-case names of headers that the user set or took away.
    """

    def __init__(self, verb: str, url: str) -> None:
        self.verb = verb
        self.url = url
        self.query: list[tuple[str, str]] = []
        self.whole_query = ""
        self.headers: dict[str, tuple[str, str]] = {}
        self.cookies: list[tuple[str, str]] = []
        self.payload: Payload | None = None
        self.by_hand: frozenset[str] = frozenset()

    def set_header(self, name: str, value: str) -> None:
        """Set a header, replacing one whose name differs in case only."""
        self.headers[name.lower()] = (name, check_header(name, value))

    def change_headers(self, values: HeaderValues) -> None:
        """Set headers; `None` and `omit` take one away."""
        for name, value in values.items():
            if value is None or isinstance(value, Omit):
                self.headers.pop(name.lower(), None)
            else:
                self.set_header(name, value)

    def finished(self, additions: Additions) -> tuple[str, tuple[tuple[str, str], ...]]:
        """URL and headers with credentials added; what the user set by hand wins."""
        headers = dict(self.headers)
        for name, value in additions.headers.items():
            if name.lower() not in self.by_hand:
                headers[name.lower()] = (name, value)
        cookies = "; ".join(f"{k}={v}" for k, v in [*self.cookies, *additions.cookies])
        if cookies:
            known = headers.get("cookie")
            text = f"{known[1]}; {cookies}" if known else cookies
            headers["cookie"] = ("Cookie", check_header("Cookie", text))
        query = "&".join(
            part for part in (self.whole_query, join_query([*self.query, *additions.query])) if part
        )
        link = "&" if "?" in self.url else "?"
        url = f"{self.url}{link}{query}" if query else self.url
        return url, tuple(headers.values())


def draft_request(
    settings: Settings,
    operation: Operation[Any, Any],
    arguments: Mapping[str, Any],
    options: Mapping[str, Any],
    accept: str,
    url: str | None = None,
) -> Draft:
    """The request of a call. `url` replaces the operation's (the next page's, say).

    Raises `ValueError` or `TypeError` for arguments that cannot be sent.
    """
    address = operation_url(settings, operation, arguments) if url is None else url
    defaults, extra = settings.default_headers, options.get("extra_headers") or {}
    draft = Draft(operation.verb, address)
    draft.set_header("Accept", accept)
    draft.set_header("User-Agent", user_agent(settings))
    draft.change_headers(defaults)
    _add_parameters(draft, operation, arguments, url is None)
    _replace_query(draft, settings.default_query, options.get("extra_query") or {})
    _add_body(draft, operation, arguments, options)
    _add_idempotency_key(draft, operation, options.get("idempotency_key"))
    draft.change_headers(extra)
    draft.by_hand = frozenset(name.lower() for name in (*defaults, *extra))
    return draft


def _replace_query(
    draft: Draft, defaults: Mapping[str, object], extra: Mapping[str, object]
) -> None:
    """Add the client's query parameters where the call has none, and replace by the call's own."""
    names = {name for name, _ in draft.query}
    unset = {k: v for k, v in defaults.items() if percent_encode(k) not in names}
    added = {percent_encode(name) for name in extra}
    pairs = [*draft.query, *extra_query_pairs(unset)]
    draft.query = [pair for pair in pairs if pair[0] not in added] + extra_query_pairs(extra)


def _add_body(
    draft: Draft,
    operation: Operation[Any, Any],
    arguments: Mapping[str, Any],
    options: Mapping[str, Any],
) -> None:
    extra = options.get("extra_body")
    if operation.body is not None:
        draft.payload = build_body(operation.body, arguments, extra, options.get("content_type"))
    elif extra:
        raise TypeError(f"{operation.id or operation.path} has no body to add members to.")
    if draft.payload is not None:
        draft.set_header("Content-Type", draft.payload.media_type)


def _add_idempotency_key(draft: Draft, operation: Operation[Any, Any], key: str | None) -> None:
    """One key for all tries of a call: the user's, or a new one where the API has the header."""
    name = operation.idempotency_header or _IDEMPOTENCY_HEADER
    if key is not None:
        draft.set_header(name, key)
    elif operation.idempotency_header and name.lower() not in draft.headers:
        draft.set_header(name, _new_key())


def _new_key() -> str:
    import uuid  # seldom needed, slow to import

    return str(uuid.uuid4())


def _add_parameters(
    draft: Draft,
    operation: Operation[Any, Any],
    arguments: Mapping[str, Any],
    with_query: bool,
) -> None:
    for parameter in operation.parameters:
        value = arguments.get(parameter.argument)
        if parameter.location == "path" or not is_given(value):
            if parameter.required and parameter.location != "path" and with_query:
                raise TypeError(f"The argument {parameter.argument!r} is required.")
        elif parameter.location == "header":
            if (text := header_value(parameter, value)) is not None:
                draft.set_header(parameter.name, text)
        elif parameter.location == "cookie":
            draft.cookies += cookie_pairs(parameter, value)
        elif with_query and parameter.location == "querystring":
            draft.whole_query = querystring(parameter, value)
        elif with_query:
            draft.query += query_pairs(parameter, value)


def operation_url(
    settings: Settings, operation: Operation[Any, Any], arguments: Mapping[str, Any]
) -> str:
    """Base URL and path with its parameters. Raises `ValueError` for values that change the path."""
    by_name = {p.name: p for p in operation.parameters if p.location == "path"}

    def fill(match: re.Match[str]) -> str:
        parameter = by_name.get(match[1])
        if parameter is None:
            return percent_encode(match[0])
        return path_value(parameter, arguments.get(parameter.argument))

    path = _TEMPLATE.sub(fill, operation.path)
    before = path.partition("?")[0]
    for segment in before.split("/"):
        if _DOTS.fullmatch(segment) and before != operation.path:
            names = ", ".join(by_name)
            text = f"A path segment must not be {segment!r} ({names}): it would change the path."
            raise ValueError(text)
    return base_url(settings, operation) + (path if path.startswith("/") else "/" + path)


def base_url(settings: Settings, operation: Operation[Any, Any]) -> str:
    """The operation's own server, unless the user chose one; relative ones start at the API's."""
    if operation.servers and not settings.own_server:
        return urljoin(settings.base_url + "/", operation.servers[0]).rstrip("/")
    return settings.base_url


def origin(url: str) -> tuple[str, str, int | None]:
    """Scheme, host and port of a URL. Raises `ConfigurationError` for URLs without them."""
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError as error:
        raise ConfigurationError(f"Not a usable URL: {error}") from error
    standard = {"http": 80, "https": 443}.get(parts.scheme.lower())
    return parts.scheme.lower(), (parts.hostname or "").lower(), port or standard


def user_agent(settings: Settings) -> str:
    """`Client/version (Python 3.12.1)`."""
    import platform  # slow to import

    configuration = settings.configuration
    client = percent_encode(configuration.client)  # headers are ASCII
    return f"{client}/{configuration.version} (Python {platform.python_version()})"


def accepted(answers: Iterable[Answer]) -> str:
    """The `Accept` header for an operation's answers that are no streams: JSON where there is any."""
    whole = [a for a in answers if a.kind not in STREAMED and a.media_type and not a.other]
    asked = [one for one in whole if one.kind == "json"] or whole
    return ", ".join(dict.fromkeys(one.media_type for one in asked)) or "*/*"
