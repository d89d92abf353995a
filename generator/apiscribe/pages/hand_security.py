"""Security of one operation beside what the page states for all: by the names of schemes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Auth, Json, Keyword, Source
from apiscribe.pages.parts.inline import plain

_METHODS = re.compile(
    r"\bauthenticated by means of one of the following methods:\s*(?P<list>\S.*)$", re.I | re.S
)
_METHOD = re.compile(r"(?P<name>[\w.-]+)(?:\s*\(\s*Scopes:\s*(?P<scopes>[^()]*)\))?\s*(?:,\s*|$)")


@dataclass(frozen=True, slots=True)
class Methods:
    """Alternatives: the name of a scheme, and the scopes that it needs."""

    alternatives: tuple[tuple[str, tuple[str, ...]], ...]
    source: Source


def methods_told(text: str, span: Span) -> Methods | None:
    """Widdershins: `authenticated by means of one of the following methods: boxKey, oauth ( Scopes: a b )`."""
    told = _METHODS.search(plain(text))
    if told is None:
        return None
    words, at = told["list"].strip(), 0
    found: list[tuple[str, tuple[str, ...]]] = []
    while at < len(words) and (match := _METHOD.match(words, at)) is not None:
        found.append((match["name"], tuple((match["scopes"] or "").split())))
        at = match.end()
    return Methods(tuple(found), Source(span)) if found and at == len(words) else None


def own_security(
    keywords: Sequence[Keyword],
    methods: Methods | None,
    shared: Sequence[Keyword],
    known: Mapping[str, Auth],
) -> tuple[Keyword, ...]:
    """The keywords with the listed methods as security; not what the page states for all anyway.

    Names that the page gives to no scheme leave the keywords as they are.
    """
    if methods is None or not all(name in known for name, _ in methods.alternatives):
        return tuple(keywords)
    value: list[Json] = [{name: list(scopes)} for name, scopes in methods.alternatives]
    others = tuple(k for k in keywords if k.name != "security")
    if any(k.value == value for k in shared):
        return others
    return (*others, Keyword("security", value, methods.source))
