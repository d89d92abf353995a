"""Authentication as pages show it: headers, tokens in the query."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from apiscribe.pages.facts import Json
from apiscribe.pages.parts.inline import plain

CARRIED = frozenset(
    [
        "content-type",
        "accept",
        "content-length",
        "user-agent",
        "host",
        "connection",
        "accept-encoding",
    ]
)
"""Headers that are no parameters: what is sent in them follows from the call."""

_KEY_HEADER = re.compile(
    r"^(?:x-)?(?:[\w]+-)*(?:api-?key|apikey|api-?token|access-?token|auth-?token|auth-?key|secret-?key|token|auth|appkey|app-key|subscription-key)$",
    re.I,
)
_KEY_QUERY = re.compile(
    r"^(?:api_?key|apikey|access_?token|token|auth_?token|appid|app_?key)$", re.I
)


_OWN_WORD = re.compile(
    r"(?:(?P<known>(?i:(?:[a-z]+-)?api[_-]?key|(?:private-?)?token|key|bot|jwt|sso-key))\s+(?=\S+$)"
    r"|(?P<other>(?!(?i:your|the|an?|my|this|that|required|optional|string|access|user|auth|secret|api|default|example|set|use|send|pass|header|value|see|with)\s)[A-Z][A-Za-z0-9-]*)\s+(?=[<{\[$]|[A-Z]+_[A-Z_]+$))(?:[<{\[].*[>}\]]|\S+)"
)
"""The word of a scheme, then a credential or its placeholder; not `YOUR KEY`, `the key`."""


@dataclass(frozen=True, slots=True)
class AuthScheme:
    """`name` in the document and the Security Scheme Object."""

    name: str
    scheme: Mapping[str, Json]


BEARER = AuthScheme("bearerAuth", {"type": "http", "scheme": "bearer"})
BASIC = AuthScheme("basicAuth", {"type": "http", "scheme": "basic"})
OAUTH = AuthScheme("oauth2", {"type": "oauth2", "flows": {}})
"""OAuth 2 where a page lists scopes: it does not say by which flow, nor where, tokens are given."""


def auth_of_header(name: str, value: str, *, named_as_auth: bool = False) -> AuthScheme | None:
    """The scheme that a header carries, by its name and (sample) value; `None`: it is no credential."""
    value = plain(value).strip("\"' ")
    if name.lower() in ("authorization", "authentication", "proxy-authorization"):
        if re.match(r"(?:.*\W)?bearer\b", value, re.I):
            return BEARER
        if re.match(r"(?:.*\W)?basic\b", value, re.I):
            return BASIC
        return http_scheme(name, value) or api_key("header", name)
    own = re.search(r"-key$", name, re.I) and re.search(r"\byour (?:\w+ )?key\b", value, re.I)
    if _KEY_HEADER.match(name) or named_as_auth or own:
        return api_key("header", name)
    return None


def http_scheme(header: str, value: str) -> AuthScheme | None:
    """The scheme of `Authorization: ApiKey $KEY` (RFC 9110, section 11.4): its word goes before the credential."""
    told = _OWN_WORD.fullmatch(re.sub(rf"^\s*{re.escape(header)}\s*:\s*", "", value, flags=re.I))
    if header.lower() != "authorization" or told is None:
        return None
    word = told["known"] or told["other"]
    name = re.sub(r"[^A-Za-z0-9]+", "", word)
    return AuthScheme(f"{name[0].lower()}{name[1:]}Auth", {"type": "http", "scheme": word})


def auth_of_query(name: str, text: str = "") -> AuthScheme | None:
    """The scheme of a query parameter that is a credential by name."""
    if _KEY_QUERY.match(name) and (not text or re.search(r"key|token|auth|密钥|令牌", text, re.I)):
        return api_key("query", name)
    return None


def api_key(place: str, name: str) -> AuthScheme:
    """An API key in a header, a query parameter or a cookie; headers are the same in any case."""
    words = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")
    key = f"{words.lower() if place == 'header' else words}_{place}"
    return AuthScheme(key, {"type": "apiKey", "in": place, "name": name})
