"""Scopes of OAuth 2 that a page lists for an operation: which of them a call needs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Certainty, Source
from apiscribe.pages.hand_records import Items
from apiscribe.pages.parts.inline import CODE, plain, tidy

_TITLE = re.compile(
    r"^(?:(?:required|necessary|needed)\s+)?(?:oauth(?:\s*2(?:\.0)?)?|authorization)\s+scopes?(?:\s+(?:required|needed))?$",
    re.I,
)
_LEAD = re.compile(r"\boauth\b[^.]{0,60}\bscopes?\b|\bscopes?\b[^.]{0,60}\boauth\b", re.I)
_SCOPE = re.compile(
    r"^[`*]*(?P<scope>https?://[^\s`*]+|[A-Za-z][\w-]*(?:[:./][\w.*-]+)*)[`*]*(?:\s*[-–—:]\s.*)?$",
    re.S,
)
_ANY = re.compile(r"\b(?:one|any|either)\b|`\s*or\s*`", re.I)
_ALL = re.compile(r"\b(?:all|both|each|every)\b|`\s*and\s*`", re.I)
_UNSAID = "The page lists several scopes, and does not say whether a call needs one or all of them."


@dataclass(frozen=True, slots=True)
class Scopes:
    """Alternatives, each the scopes that a token needs together."""

    alternatives: tuple[tuple[str, ...], ...]
    source: Source


@dataclass(slots=True)
class ScopeReader:
    """Reads a title, a sentence, or both with a list below. `announced`: what the last of them said."""

    announced: str = ""

    def heading(self, text: str) -> None:
        """A heading ends what the last one announced."""
        words = plain(text).strip(" :")
        self.announced = words if _TITLE.match(words) else ""

    def sentence(self, text: str, span: Span) -> Scopes | None:
        """The scopes in code that a sentence names; one without announces a list of them."""
        words = plain(text)
        goes_on = bool(self.announced) and words.endswith((":", "："))
        if _LEAD.search(words) is None and not goes_on:
            return None
        self.announced = " ".join(tidy(text).split())
        found = [match[2] for match in CODE.finditer(self.announced) if _SCOPE.match(match[2])]
        return self._made(found, span) if found else None

    def items(self, block: Items, span: Span) -> Scopes | None:
        """A list of scopes below what announced it; `None`: nothing did, or it lists something else."""
        if not self.announced:
            return None
        matches = [_SCOPE.match(tidy(item.text)) for item in block.items]
        found = [match["scope"] for match in matches if match is not None]
        if len(found) < len(matches):
            return None
        return self._made(found, span)

    def _made(self, found: Sequence[str], span: Span) -> Scopes:
        said, self.announced = self.announced, ""
        source = Source(span)
        if len(found) > 1 and _ALL.search(said) and not _ANY.search(said):
            return Scopes((tuple(found),), source)
        if len(found) > 1 and not _ANY.search(said):
            source = replace(source, certainty=Certainty.INFERRED, reason=_UNSAID)
        return Scopes(tuple((scope,) for scope in found), source)
