"""Credentials on requests: which alternative applies, and what it adds."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from typing import Any

from .configuration import (
    ApiKey,
    Basic,
    Bearer,
    Configuration,
    MutualTls,
    OAuth2,
    Scheme,
)
from .errors import ConfigurationError
from .operations import Requirement
from .parameters import check_header, percent_encode


class Additions:
    """What credentials add to a request; query values are percent-encoded."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.query: list[tuple[str, str]] = []
        self.cookies: list[tuple[str, str]] = []


def choose_requirement(
    alternatives: Iterable[Requirement],
    configuration: Configuration,
    credentials: Mapping[str, Any],
    headers: Iterable[str],
) -> Requirement:
    """The first alternative whose credentials are all there; anonymous access comes last.

    Headers the user sets count as credentials of the scheme that would set them. Raises
    `ConfigurationError` when nothing is satisfied.
    """
    options = tuple(alternatives)
    given = {name.lower() for name in headers}
    for requirement in options:
        if requirement and all(
            scheme in credentials or _set_by_hand(configuration.schemes.get(scheme), given)
            for scheme, _ in requirement
        ):
            return requirement
    if not options or () in options:
        return ()
    raise ConfigurationError(_unsatisfied(options, configuration))


def _set_by_hand(scheme: Scheme | None, headers: set[str]) -> bool:
    if isinstance(scheme, ApiKey):
        return scheme.location == "header" and scheme.name.lower() in headers
    return isinstance(scheme, MutualTls) or "authorization" in headers


def _unsatisfied(options: tuple[Requirement, ...], configuration: Configuration) -> str:
    known = {credential.scheme: credential for credential in configuration.credentials}
    ways = []
    for requirement in options:
        steps = []
        for scheme, _ in requirement:
            if (credential := known.get(scheme)) is None:
                steps.append(f"set up {scheme} in the HTTP client")
                continue
            step = f"give {credential.argument}=…"
            if credential.environment:
                step += f" or set {credential.environment}"
            steps.append(step)
        ways.append(", and ".join(steps))
    return f"This call needs credentials: {'; or '.join(ways)}."


def add_credential(additions: Additions, scheme: Scheme, secret: Any) -> None:
    """Add a secret (text, or a pair for basic authentication) the way its scheme says."""
    match scheme:
        case ApiKey(location="header", name=name):
            additions.headers[name] = check_header(name, _text(secret))
        case ApiKey(location="query", name=name):
            additions.query.append((percent_encode(name), percent_encode(_text(secret))))
        case ApiKey(name=name):
            additions.cookies.append((name, percent_encode(_text(secret))))
        case Basic():
            additions.headers["Authorization"] = "Basic " + _basic(secret)
        case Bearer(scheme=word):
            additions.headers["Authorization"] = check_header(
                "Authorization", f"{word} {_text(secret)}"
            )
        case OAuth2():
            additions.headers["Authorization"] = check_header(
                "Authorization", f"Bearer {_text(secret)}"
            )
        case MutualTls():
            pass


def _text(secret: Any) -> str:
    if not isinstance(secret, str):
        raise ConfigurationError(f"A credential must be text, not {type(secret).__name__}.")
    if not secret:
        raise ConfigurationError("A credential is empty text; it must be the secret itself.")
    return secret


def _basic(secret: Any) -> str:
    """RFC 7617, in UTF-8."""
    text = ":".join(secret) if isinstance(secret, tuple) else _text(secret)
    if ":" not in text:
        raise ConfigurationError("Basic authentication needs (user, password) or 'user:password'.")
    return base64.b64encode(text.encode()).decode("ascii")
