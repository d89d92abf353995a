"""Security schemes and requirements (OpenAPI 3.2, sections 4.27-4.30)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from apiscribe.diagnostics import Place
from apiscribe.ir.basics import Docs, Name


@dataclass(frozen=True, slots=True)
class ApiKeyScheme:
    """A key sent in `location` (`header`, `query` or `cookie`) under `wire`."""

    id: str
    name: Name
    location: str
    wire: str
    docs: Docs = Docs()
    place: Place = Place("")


@dataclass(frozen=True, slots=True)
class HttpScheme:
    """An `Authorization` header; `scheme` is lower-case (`basic`, `bearer`, `digest`, …; RFC 9110).

    `written` is the scheme as the document has it; "" where that says no more.
    """

    id: str
    name: Name
    scheme: str
    bearer_format: str = ""
    docs: Docs = Docs()
    place: Place = Place("")
    written: str = ""

    @property
    def word(self) -> str:
        """What is sent before the credential: not every server ignores case, as RFC 9110 has it."""
        return self.written or self.scheme.title()


@dataclass(frozen=True, slots=True)
class OAuthFlow:
    """One OAuth 2 flow (RFC 6749); URLs as the document has them, "" when not part of the flow."""

    kind: str
    authorization_url: str = ""
    token_url: str = ""
    refresh_url: str = ""
    scopes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class OAuth2Scheme:
    """OAuth 2 with its flows in document order."""

    id: str
    name: Name
    flows: tuple[OAuthFlow, ...]
    docs: Docs = Docs()
    place: Place = Place("")


@dataclass(frozen=True, slots=True)
class OpenIdScheme:
    """OpenID Connect discovery."""

    id: str
    name: Name
    discovery_url: str
    docs: Docs = Docs()
    place: Place = Place("")


@dataclass(frozen=True, slots=True)
class MutualTlsScheme:
    """A client certificate; nothing travels in the request."""

    id: str
    name: Name
    docs: Docs = Docs()
    place: Place = Place("")


SecurityScheme: TypeAlias = (
    ApiKeyScheme | HttpScheme | OAuth2Scheme | OpenIdScheme | MutualTlsScheme
)


@dataclass(frozen=True, slots=True)
class SecurityRequirement:
    """All of these schemes together (id, scopes); an empty tuple means anonymous is allowed."""

    schemes: tuple[tuple[str, tuple[str, ...]], ...]
