"""Security over all pages: one name for one scheme, the usual one where it is alone; what holds where."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from apiscribe.pages.facts import Auth, Endpoint, Facts, Json, Keyword

_MADE = re.compile(r"[a-z0-9_]+_header")
USUAL = "apiKey"
"""What the only key in a header is called."""


def settle_auth(facts: Sequence[Facts]) -> list[Facts]:
    """The pages with schemes renamed: the only key in a header is `apiKey`, other ones keep theirs.

    A name that two pages have for different schemes gets a number on the later page.
    """
    keys = {_key(auth.scheme) for page in facts for auth in page.auth if _is_header(auth)}
    names = {auth.name for page in facts for auth in page.auth}
    alone = len(keys) == 1 and USUAL not in names
    known: dict[str, tuple[Json, ...]] = {}
    result = []
    for page in facts:
        renamed: dict[str, str] = {}
        for auth in page.auth:
            usual = alone and _is_header(auth) and _MADE.fullmatch(auth.name)
            name = base = USUAL if usual else auth.name
            number = 1
            while known.setdefault(name, _key(auth.scheme)) != _key(auth.scheme):
                number += 1
                name = f"{base}_{number}"
            renamed[auth.name] = name
        result.append(_renamed(page, renamed))
    return _kept_apart(result)


def _kept_apart(facts: Sequence[Facts]) -> list[Facts]:
    """Pages that state different security for all their operations, with it at the operations.

    What a page without operations states stays that of the document.
    """
    stated = [k.value for page in facts for k in page.keywords if k.name == "security"]
    if all(value == stated[0] for value in stated):
        return list(facts)
    return [_at_operations(page) if page.endpoints else page for page in facts]


def _at_operations(page: Facts) -> Facts:
    """The page with its security at each operation that has none of its own."""
    shared = tuple(k for k in page.keywords if k.name == "security")
    endpoints = tuple(
        (
            one
            if one.security is not None or any(k.name == "security" for k in one.keywords)
            else replace(one, keywords=(*one.keywords, *shared))
        )
        for one in page.endpoints
    )
    others = tuple(k for k in page.keywords if k.name != "security")
    return replace(page, endpoints=endpoints, keywords=others)


def _is_header(auth: Auth) -> bool:
    return auth.scheme.get("type") == "apiKey" and auth.scheme.get("in") == "header"


def _key(scheme: Mapping[str, Json]) -> tuple[Json, ...]:
    """What tells schemes apart; flows of OAuth and descriptions do not."""
    name = str(scheme.get("name", ""))
    place = scheme.get("in")
    own = name.lower() if place == "header" else name
    return (scheme.get("type"), place, own, str(scheme.get("scheme", "")).lower())


def _renamed(page: Facts, names: Mapping[str, str]) -> Facts:
    if all(old == new for old, new in names.items()):
        return page
    return replace(
        page,
        auth=tuple(replace(auth, name=names[auth.name]) for auth in page.auth),
        endpoints=tuple(_endpoint(one, names) for one in page.endpoints),
        keywords=tuple(_keyword(one, names) for one in page.keywords),
    )


def _endpoint(endpoint: Endpoint, names: Mapping[str, str]) -> Endpoint:
    security = endpoint.security
    if security is not None:
        security = tuple(tuple(names.get(name, name) for name in group) for group in security)
    keywords = tuple(_keyword(one, names) for one in endpoint.keywords)
    return replace(endpoint, security=security, keywords=keywords)


def _keyword(keyword: Keyword, names: Mapping[str, str]) -> Keyword:
    if keyword.name != "security" or not isinstance(keyword.value, list):
        return keyword
    value: list[Json] = [
        {names.get(name, name): scopes for name, scopes in group.items()}
        for group in keyword.value
        if isinstance(group, dict)
    ]
    return replace(keyword, value=value)
