"""How a call runs: credentials, tries, redirects, waits. One account for both kinds of client."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias
from urllib.parse import urljoin

from .answers import is_json, media_type, not_a_stream, status_error
from .auth import Additions, add_credential, choose_requirement
from .configuration import OAuth2
from .effects import Ask, Limits, Plan, Read, RequestData, Send, Sleep
from .errors import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    ConfigurationError,
)
from .logs import CallLog
from .oauth import TokenStore, token_url
from .operations import Operation
from .options import Settings
from .requests import Draft, accepted, draft_request, origin
from .retries import Clock, is_retried, wait_before

if TYPE_CHECKING:
    import httpx2

Mode: TypeAlias = Literal["value", "stream", "download"]
_REDIRECTS = 10
_REDIRECTED = frozenset({301, 302, 303, 307, 308})


class Call(NamedTuple):
    """An operation with its arguments. `url` replaces the operation's own."""

    operation: Operation[Any, Any]
    arguments: Mapping[str, Any]
    options: Mapping[str, Any]
    mode: Mode = "value"
    url: str | None = None

    def __repr__(self) -> str:
        return f"<call of {self.operation.id or self.operation.path}>"


class Context(NamedTuple):
    """What the calls of a client share."""

    settings: Settings
    log: CallLog
    tokens: TokenStore


def limits_of(call: Call, settings: Settings) -> Limits:
    """The limits of a call, counted from now."""
    options = call.options
    timeout = options.get("timeout", settings.timeout)
    deadline = options.get("deadline", settings.deadline)
    return Limits(timeout, settings.connect_timeout, Clock(deadline))


def run_call(context: Context, call: Call, limits: Limits) -> Plan[httpx2.Response]:
    """Try until there is a success; its body is read unless the mode is to stream it.

    Raises the `APIError` of the last try.
    """
    settings = context.settings
    draft = draft_request(
        settings, call.operation, call.arguments, call.options, _accept(call), call.url
    )
    left = call.options.get("max_retries", settings.max_retries)
    if draft.payload is not None and not draft.payload.replayable:
        left = 0
    retry, renewed = 0, False
    while True:
        secrets: list[str] = []
        try:
            trial = limits.for_a_try()
            return (yield from _try(context, call, draft, trial, secrets))
        except (APIConnectionError, APIStatusError) as error:
            refused = isinstance(error, AuthenticationError) and not renewed
            if refused and draft_is_replayable(draft) and _forget(context.tokens, secrets):
                renewed = True
                continue
            wait = _wait(error, retry, limits.clock) if retry < left else None
            if wait is None:
                raise
            reason = type(error).__name__
            context.log.retrying(draft.verb, draft.url, reason, wait, left - retry)
        yield Sleep(wait)
        retry += 1


def draft_is_replayable(draft: Draft) -> bool:
    """Whether the request can be sent again."""
    return draft.payload is None or draft.payload.replayable


def _forget(tokens: TokenStore, secrets: Sequence[str]) -> bool:
    """Drop refused tokens that can be fetched anew; whether there were any."""
    forgotten = [tokens.forget(secret) for secret in secrets]
    return any(forgotten)


def _accept(call: Call) -> str:
    streaming = call.operation.streaming
    if call.mode == "stream" and streaming is not None:
        return streaming.media_type
    return accepted(call.operation.answers)


def _wait(error: APIError, retry: int, clock: Clock) -> float | None:
    """Seconds to the next try after an error, `None` when there shall be none."""
    if isinstance(error, APIStatusError):
        if not is_retried(error.status_code, error.headers):
            return None
        return wait_before(retry, error.headers, clock)
    return wait_before(retry, {}, clock)


def _try(
    context: Context, call: Call, draft: Draft, limits: Limits, secrets: list[str]
) -> Plan[httpx2.Response]:
    if limits.clock.left() == 0:
        raise APITimeoutError(f"The deadline of {limits.clock.seconds} s has passed.")
    additions = yield from _credentials(context, call, draft, limits, secrets)
    url, headers = draft.finished(additions)
    request = RequestData(draft.verb, url, headers, draft.payload)
    response = yield from _send(context, request, limits)
    for _ in range(_REDIRECTS):
        following = _redirected(request, response, context, draft)
        if following is None:
            break
        yield Read(response, limits)
        request = following
        response = yield from _send(context, request, limits)
    if response.is_success:
        whole = _is_whole(call, response)
        if whole or call.mode == "value":
            yield Read(response, limits)
        if whole:
            raise not_a_stream(response)
        return response
    yield Read(response, limits)
    raise status_error(call.operation.errors, response)


def _is_whole(call: Call, response: httpx2.Response) -> bool:
    """Whether one JSON value came where a stream of events was asked for."""
    streaming = call.operation.streaming
    return (
        call.mode == "stream"
        and streaming is not None
        and streaming.format == "event-stream"
        and is_json(media_type(response))
    )


def _send(context: Context, request: RequestData, limits: Limits) -> Plan[httpx2.Response]:
    size = 0 if request.payload is None else request.payload.size
    context.log.sending(request.verb, request.url, request.headers, size)
    start = time.monotonic()
    response: httpx2.Response = yield Send(request, limits)
    context.log.received(
        request.verb,
        request.url,
        response.status_code,
        response.headers.items(),
        time.monotonic() - start,
    )
    return response


def _redirected(
    request: RequestData, response: httpx2.Response, context: Context, draft: Draft
) -> RequestData | None:
    """The request a redirect asks for; `None` when there is none that is safe to follow.

    Another origin gets no credentials, and no headers that look like them.
    """
    status, location = response.status_code, response.headers.get("location")
    if status not in _REDIRECTED or not location:
        return None
    verb, payload, headers = request.verb, request.payload, request.headers
    if status == 303 and verb != "HEAD":
        verb, payload = "GET", None
        headers = tuple(pair for pair in headers if pair[0].lower() != "content-type")
    elif status in (301, 302) and verb not in ("GET", "HEAD"):
        return None
    if payload is not None and not payload.replayable:
        return None
    url = urljoin(request.url, location)
    if not url.lower().startswith(("http://", "https://")):
        return None
    if origin(url) != origin(request.url):
        headers = tuple(pair for pair in headers if not context.log.is_secret(pair[0]))
    return RequestData(verb, url, headers, payload)


def _credentials(
    context: Context, call: Call, draft: Draft, limits: Limits, secrets: list[str]
) -> Plan[Additions]:
    """What the operation's credentials add; nothing when the request goes to another server."""
    settings, additions = context.settings, Additions()
    configuration = settings.configuration
    if call.url is not None and origin(call.url) != origin(settings.base_url):
        return additions
    requirement = choose_requirement(
        call.operation.security, configuration, settings.credentials, draft.by_hand
    )
    for scheme_id, scopes in requirement:
        scheme, value = configuration.schemes[scheme_id], settings.credentials.get(scheme_id)
        if value is None:
            continue
        secret: Any = value
        if callable(value):
            secret = yield Ask(value)
        elif isinstance(scheme, OAuth2) and isinstance(value, tuple):
            if not scheme.token_url:
                raise ConfigurationError(f"{scheme_id} has no token URL; give an access token.")
            url = token_url(settings.base_url, scheme.token_url)
            secret = yield from context.tokens.token(url, value, scopes, limits)
            secrets.append(secret)
        add_credential(additions, scheme, secret)
    return additions
