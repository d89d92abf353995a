"""OAuth 2 client credentials (RFC 6749, section 4.4): one token for all calls until it expires."""

from __future__ import annotations

import base64
import time
from typing import Any, NamedTuple
from urllib.parse import quote_plus, urljoin

from .bodies import bytes_payload, form_text
from .effects import Alone, Limits, Plan, Read, RequestData, Send
from .errors import APIError, error_class
from .wire import NotJsonError, parse_json

EARLY = 30.0
"""Seconds before its end at which a token is not used any more."""


class _Token(NamedTuple):
    text: str
    end: float | None

    def __repr__(self) -> str:
        return "<token>"

    def lasts(self) -> bool:
        return self.end is None or time.monotonic() < self.end


class TokenStore:
    """The tokens of a client, by token URL, client id and scopes."""

    def __init__(self) -> None:
        self._tokens: dict[tuple[str, str, tuple[str, ...]], _Token] = {}

    def forget(self, token: str) -> bool:
        """Drop a token the server refused; whether it was one of ours."""
        for key, known in list(self._tokens.items()):
            if known.text == token:
                del self._tokens[key]
                return True
        return False

    def token(
        self, url: str, client: tuple[str, str], scopes: tuple[str, ...], limits: Limits
    ) -> Plan[str]:
        """A token that lasts; calls that come together fetch one."""
        key = (url, client[0], scopes)
        known = self._tokens.get(key)
        if known is not None and known.lasts():
            return known.text
        result: str = yield Alone(self._fetch(key, client, limits))
        return result

    def _fetch(
        self,
        key: tuple[str, str, tuple[str, ...]],
        client: tuple[str, str],
        limits: Limits,
    ) -> Plan[str]:
        known = self._tokens.get(key)  # another call may have fetched it while this one waited
        if known is not None and known.lasts():
            return known.text
        response = yield Send(_request(key[0], client, key[2]), limits)
        yield Read(response, limits)
        token = _read(response)
        self._tokens[key] = token
        return token.text


def token_url(base_url: str, url: str) -> str:
    """The token URL; a relative one starts at the API's server (OpenAPI 3.2, section 4.29)."""
    return urljoin(base_url + "/", url)


def _request(url: str, client: tuple[str, str], scopes: tuple[str, ...]) -> RequestData:
    pair = ":".join(quote_plus(part) for part in client)  # RFC 6749, section 2.3.1
    headers = (
        ("Accept", "application/json"),
        ("Content-Type", "application/x-www-form-urlencoded"),
        ("Authorization", "Basic " + base64.b64encode(pair.encode()).decode("ascii")),
    )
    members = {"grant_type": "client_credentials"}
    if scopes:
        members["scope"] = " ".join(scopes)
    body = form_text(members).encode("ascii")
    return RequestData(
        "POST", url, headers, bytes_payload("application/x-www-form-urlencoded", body)
    )


def _read(response: Any) -> _Token:
    try:
        data = parse_json(response.content)
    except NotJsonError:
        data = None
    members = data if isinstance(data, dict) else {}
    text = members.get("access_token")
    if response.status_code >= 400 or not isinstance(text, str):
        said = members.get("error_description") or members.get("error") or "no access token"
        message = f"The token server refused ({response.status_code}): {said}"
        if response.status_code >= 400:
            raise error_class(response.status_code)(
                message,
                status_code=response.status_code,
                headers=response.headers,
                body=data,
            )
        raise APIError(message, body=data)
    lifetime = members.get("expires_in")
    end = None
    if isinstance(lifetime, (int, float)):
        # Short-lived tokens are used for half their life at least.
        end = time.monotonic() + max(lifetime - EARLY, lifetime / 2)
    return _Token(text, end)
