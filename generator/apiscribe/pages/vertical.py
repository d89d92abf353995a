"""Family `field-list`: members one below the other, as pastes of documentation platforms have them.

Name, type, flags, text, values and limits stand on lines of their own (Mintlify, Docusaurus, Stoplight,
ReadMe), in a row or item (Redoc, Bump, GitHub), or glued (Fern, GitBook, Stripe).
"""

from __future__ import annotations

import re

from apiscribe.diagnostics import Diagnostics, Span
from apiscribe.pages.facts import Facts
from apiscribe.pages.hand_written import read_cut
from apiscribe.pages.page import Ledger, PageSource
from apiscribe.pages.vertical_blocks import Parts
from apiscribe.pages.vertical_lines import Endpoint
from apiscribe.pages.vertical_localized import in_english
from apiscribe.pages.vertical_nesting import Found
from apiscribe.pages.vertical_order import arrange
from apiscribe.pages.vertical_split import NAME, Platform, start_of, unglued

FAMILY = "field-list"

_SIGNS: dict[Platform, tuple[str, ...]] = {
    Platform.MINTLIFY: (
        r"^Available options:$",
        r"^(?:Show|Hide) child attributes$",
        r"^default:\S*$",
        r"^[1-5]\d\d - (?:application|text)/",
        r"^(?:Required (?:range|string length|array length)|(?:Minimum|Maximum) (?:string|array) length):",
        r"^Authorizations$",
        r"^enum<\w+>",
    ),
    Platform.DOCUSAURUS: (
        r"^Possible values:",
        r"^(?:PATH|QUERY|HEADER|COOKIE) PARAMETERS$",
        r"^(?:Schema|SCHEMA)$",
        r"^Example \((?:auto|from schema)\)$",
        r"^(?:REQUIRED|NULLABLE)$",
        r"^Default value:",
        r"^Array \[$",
        rf"^{NAME} [a-z\[\]]+\s*[—–]\s*(?i:required)",
    ),
    Platform.REDOC: (
        r"^(?:#+ )?Request Body schema:",
        r"^(?:#+ )?(?:path|query|header|cookie) Parameters$",
        r"^(?:#+ )?(?:Authorizations|AUTHORIZATIONS):$",
        r"^Expand all ?Collapse all$",
        r"^(?:#+ )?Re(?:quest|sponse) samples$",
        rf"^(?:\| )?{NAME} ?\| (?:string|integer|number|boolean|object|Array of)\b",
    ),
    Platform.BUMP: (
        r"^• [\w.-]+ [a-z][\w\[\]]*(?: Required)?$",
        r"^(?:Hide|Show) \S+ attributes? (?:Show|Hide) ",
        r"^Values are ",
        r"^(?:Minimum|Maximum) (?:length|value) is ",
        r"^(?:-|-\s*[\w.-]+)$",
    ),
    Platform.README: (
        r"^(?:Body|Path|Query|Header|Form) Params$",
        r"^Defaults to \S+$",
        r"^length (?:between|≤|≥)",
        r"^Allowed:$",
    ),
    Platform.STOPLIGHT: (
        r"^Allowed values?:$",
        r"^Examples?:$",
        r"^array\[\w+\]$",
        r"^(?:string|integer|number|boolean|object|array\[\w+\])(?:<[\w-]+>)?[A-Z]\w* ",
        r"^Match pattern:$",
        r"^Provide your bearer token in the Authorization header when making requests",
    ),
    Platform.GITHUB: (
        r"^Name, Type, Description$",
        r"^HTTP response status codes for ",
        r"^Can be one of:",
        r"^Parameters for \"",
        r"^Properties of ",
    ),
}
_GITBOOK = [
    re.compile(sign, re.M)
    for sign in (
        r"^Powered by GitBook$",
        r"^Last updated .+ ago$",
        r"^(?:get|post|put|patch|delete)$",
        r"^(?:GET|POST|PUT|PATCH|DELETE) /\S* HTTP/1\.1$",
    )
]
"""What GitBook prints around glued members; a page of few members is known by two of them."""

_STRIPE = re.compile(
    r"^(?:Parameters|Attributes|Returns|Possible enum values|The [A-Z][\w ]{0,60} object)$", re.M
)
"""Labels of Stripe's pages: two of them, above members that are not glued."""

_STRIPE_ALONE = re.compile(r"^(?:Possible enum values|The [A-Z][\w ]{0,60} object)$", re.M)
"""Those of them that others do not print."""

_PATTERNS = {
    platform: [re.compile(sign, re.M) for sign in signs] for platform, signs in _SIGNS.items()
}
_SECTION = re.compile(
    r"^(?:#+ )?(?:Authorizations?|Body|Response|Headers|(?:Path|Query|Body) Param(?:eter)?s)$", re.M
)
_SAMPLE_NAME = re.compile(
    r"[\"']([A-Za-z_$][\w$-]*)[\"']\s*:|-(?:F|d)\s+[\"']?([\w.]+)(?:\[[^=]*\])?="
)
_MARKDOWN = re.compile(
    r"^\|.*\|\s*$\n^\|[\s:|-]+\|\s*$|^\s*[-*] `|^\s*<(?:Param|Response)Field", re.M
)


def score(page: PageSource) -> float:
    """How many of a platform's phrases stand on the page, beside members in its manner."""
    text = _text(page)
    if _MARKDOWN.search(text):
        return 0.0
    platform, signs = _platform(text)
    members = _members(page, platform, names_in_samples(page))
    if members and signs > 1:
        return 0.97
    if members > 1 and signs:
        return 0.8
    if platform is Platform.GLUED and members > 2:
        return 0.7
    if members and _is_stripe(text):
        return 0.6
    if members > 2 and re.search(r"\b(?:GET|POST|PUT|PATCH|DELETE)\b|^curl ", text, re.M):
        return 0.6
    if (
        not members
        and platform is Platform.MINTLIFY
        and signs > 1
        and len(_SECTION.findall(text)) > 1
    ):
        return 0.45
    return 0.0


def _is_stripe(text: str) -> bool:
    return len(set(_STRIPE.findall(text))) > 1


def _text(page: PageSource) -> str:
    return "\n".join(line.text for line in unglued(in_english(page.lines)))


def _platform(text: str) -> tuple[Platform, int]:
    """Whose manner it is, and how many of its phrases stand on the page."""
    counts = {p: sum(bool(sign.search(text)) for sign in signs) for p, signs in _PATTERNS.items()}
    best = max(counts, key=lambda platform: counts[platform])
    if counts[best] > 1:
        return best, counts[best]
    glued = sum(
        start_of(row, "", Platform.GLUED) is not None for row in text.split("\n") if len(row) < 300
    )
    gitbook = sum(bool(sign.search(text)) for sign in _GITBOOK)
    if (glued > 1 and glued > counts[best]) or (glued and gitbook > 1):
        return Platform.GLUED, max(gitbook, counts[best])
    return (best, counts[best]) if counts[best] else (Platform.PLAIN, 0)


def _members(page: PageSource, platform: Platform, known: frozenset[str]) -> int:
    lines = unglued(in_english(page.lines), spaced=platform is Platform.MINTLIFY)
    shown = [line.text for line in lines if line.text]
    return sum(
        start_of(text, following, platform, known) is not None
        for text, following in zip(shown, [*shown[1:], ""], strict=True)
    )


def names_in_samples(page: PageSource) -> frozenset[str]:
    """Names of members in JSON and calls on the page."""
    return frozenset(match[1] or match[2] for match in _SAMPLE_NAME.finditer(page.text))


def read(page: PageSource, diagnostics: Diagnostics) -> Facts:
    """Everything the page says.

    Error: `pages/names-lost` for a page that has sections and types of members but no names.
    """
    ledger = Ledger(page)
    text = _text(page)
    platform, _ = _platform(text)
    cutter = Parts(page, ledger, platform, names_in_samples(page))
    parts = cutter.cut()
    found = sum(isinstance(part, Found) for part in parts)
    nameless = not found or cutter.state.orphans > max(1, found)
    if nameless and not names_in_samples(page) and len(_SECTION.findall(text)) > 1:
        line = next((part.lines[0] for part in parts if isinstance(part, Endpoint)), 1)
        diagnostics.error(
            "pages/names-lost",
            "The page has sections and descriptions of members, but not their names: they were lost "
            "when it was saved.",
            Span(page.name, line),
            "Fetch the page's Markdown form (many sites give it for the address with .md behind it), "
            "or copy it from a browser.",
        )
    stated = platform is not Platform.PLAIN or (
        _is_stripe(text) and _STRIPE_ALONE.search(text) is not None
    )
    blocks = arrange(parts, ledger, cutter.state.titles, silent_is_optional=stated)
    return read_cut(page, ledger, blocks, FAMILY)
