"""What no value can satisfy, and what an SDK has to know before it is generated."""

from __future__ import annotations

import re

from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.ir import (
    Alias,
    Api,
    ApiKeyScheme,
    Declaration,
    Enum,
    HttpScheme,
    Location,
    Nothing,
    Nullable,
    Presence,
    Record,
    Ref,
    SecurityScheme,
    Tuple,
    Type,
    Union,
)
from apiscribe.passes.walk import refs

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_COMPUTED = frozenset(
    [
        "concealed", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "oauth", "scram-sha-1",
        "scram-sha-256", "vapid",
    ]
)  # fmt: skip
"""Schemes of the IANA registry whose credentials depend on the request; others carry a token."""


def check_api(api: Api, diagnostics: Diagnostics) -> None:
    """Report what cannot be expressed or used."""
    _check_finite(api, diagnostics)
    _check_schemes(api, diagnostics)
    _check_header_names(api, diagnostics)
    if api.operations and not api.servers:
        diagnostics.note(
            "passes/no-server",
            "The document names no server; SDKs ask for a base URL.",
            help="Add `servers`, or say why in sdk.yaml (client.base_url_reason).",
        )


def _check_finite(api: Api, diagnostics: Diagnostics) -> None:
    """Declarations whose every value would contain another one of its kind, without end."""
    finite: set[str] = set()
    pending = dict(api.declarations)
    while True:
        done = [i for i, declared in pending.items() if _declaration_ends(declared, finite)]
        if not done:
            break
        finite.update(done)
        for identity in done:
            del pending[identity]
    for identity, declared in pending.items():
        chain = _chain(identity, pending)
        if chain:
            diagnostics.warning(
                "passes/no-finite-value",
                f"No value of {identity} can be written: {' → '.join(chain)} never ends.",
                declared.place,
                "Make one of these members optional or nullable.",
            )


def _declaration_ends(declared: Declaration, finite: set[str]) -> bool:
    match declared:
        case Record():
            return all(
                _type_ends(field.type, finite)
                for field in declared.fields
                if field.presence is Presence.REQUIRED
            )
        case Union():
            return any(_type_ends(variant.type, finite) for variant in declared.variants)
        case Alias():
            return _type_ends(declared.type, finite)
        case Enum():
            return True


def _type_ends(kind: Type, finite: set[str]) -> bool:
    match kind:
        case Ref():
            return kind.id in finite
        case Tuple():
            return all(_type_ends(item, finite) for item in kind.items[: kind.required])
        case _:
            return True


def _chain(start: str, pending: dict[str, Declaration]) -> list[str]:
    """A way from a declaration back to itself through what must be there."""
    way = [start]
    while True:
        following = next((i for i in _needed(pending[way[-1]]) if i in pending), None)
        if following is None:
            return []
        if following in way:
            return [*way, following] if following == start else []
        way.append(following)


def _needed(declared: Declaration) -> list[str]:
    match declared:
        case Record():
            kinds = [f.type for f in declared.fields if f.presence is Presence.REQUIRED]
        case Union():
            kinds = [variant.type for variant in declared.variants]
        case Alias():
            kinds = [declared.type]
        case Enum():
            kinds = []
    return [i for kind in kinds if not isinstance(kind, Nullable | Nothing) for i in refs(kind)]


def _check_header_names(api: Api, diagnostics: Diagnostics) -> None:
    """Headers that no client can send: names are tokens (RFC 9110, sections 5.1 and 5.6.2)."""
    found: list[tuple[str, Place]] = [
        (parameter.name.wire, parameter.place)
        for operation in api.operations.values()
        for parameter in operation.parameters
        if parameter.location is Location.HEADER
    ]
    found += [
        (operation.idempotency.header, operation.place)
        for operation in api.operations.values()
        if operation.idempotency is not None
    ]
    found += [
        (scheme.wire, scheme.place)
        for scheme in api.schemes.values()
        if isinstance(scheme, ApiKeyScheme) and scheme.location == "header"
    ]
    for name, place in dict.fromkeys(found):
        if not _TOKEN.fullmatch(name):
            diagnostics.warning(
                "passes/header-name",
                f"{name!r} is no header name; a call that gives it fails before it is sent.",
                place,
                "Use letters, digits and any of !#$%&'*+-.^_`|~ (RFC 9110, section 5.6.2).",
            )


def _check_schemes(api: Api, diagnostics: Diagnostics) -> None:
    used: dict[str, None] = {}
    requirements = [*api.security, *(r for o in api.operations.values() for r in o.security)]
    for requirement in requirements:
        for identity, _ in requirement.schemes:
            used[identity] = None
    for identity in used:
        scheme: SecurityScheme | None = api.schemes.get(identity)
        if isinstance(scheme, HttpScheme) and scheme.scheme in _COMPUTED:
            diagnostics.note(
                "passes/http-scheme",
                f"SDKs do not compute HTTP {scheme.scheme} credentials ({identity}); the user"
                " passes the Authorization header.",
                scheme.place,
            )
