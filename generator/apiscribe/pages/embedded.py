"""Family `embedded-spec`: pages that carry an OpenAPI document, which is lifted out as it is.

The Markdown views of hosted docs (Mintlify, Fern, ReadMe, Apifox) end in one; others hold it in a
tag, or are one. What else such a page says, the document says better.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from apiscribe.diagnostics import ApiscribeError, Diagnostics, Span
from apiscribe.openapi import Document, load_found, load_text
from apiscribe.openapi.pointers import pointer
from apiscribe.pages.embedded_find import FoundSpec, fences, find_specs, has_spec
from apiscribe.pages.facts import Embedded, Facts, Source, Text, Unread
from apiscribe.pages.page import Ledger, PageSource
from apiscribe.pages.parts.inline import plain
from apiscribe.pages.provenance import NAME_MAPS

FAMILY = "embedded-spec"

_ELSEWHERE = re.compile(
    r"\{%\s*(?:openapi-operation|openapi|swagger)\b[^%]*?\b(?:spec|src)=[\"']([^\"']+)[\"']"
    r"|^openapi(?:-schema)?:\s*[\"']?((?:https?://|/)?\S+\.(?:json|ya?ml))\b"
    r"|<(?:redoc|rapi-doc|elements-api|api-reference)\b[^>]*"
    r"(?:spec-url|apiDescriptionUrl|data-url)=[\"']([^\"']+)[\"']",
    re.I | re.M,
)
_PARAMETER = re.compile(r"/paths/.*/parameters/\d+")
_VALUES = frozenset({"example", "examples", "default", "enum", "const"})


def score(page: PageSource) -> float:
    """Certain when a document stands on the page; nearly so when the page points to one elsewhere."""
    if has_spec(page) and find_specs(page):
        return 0.99
    return 0.6 if _ELSEWHERE.search(page.text) else 0.0


def read(page: PageSource, diagnostics: Diagnostics) -> Facts:
    """The documents of the page.

    Errors: those of a document that cannot be read, with the page's lines; `pages/spec-elsewhere`
    when the page only points to its document.
    """
    ledger = Ledger(page)
    found = find_specs(page)
    embedded = []
    for number, spec in enumerate(found):
        if (one := _embedded(page, spec, number, diagnostics)) is not None:
            embedded.append(one)
        ledger.fact(*range(spec.line, spec.end_line + 1))
    if not found:
        _refuse(page, diagnostics)
    crumbs = () if any(one.whole for one in embedded) else _headings(page, ledger)
    _account(page, ledger)
    return Facts(
        page,
        FAMILY,
        breadcrumb=crumbs,
        embedded=tuple(embedded),
        unread=tuple(
            Unread(page.span(number), page.lines[number - 1].text, reason)
            for number, reason in sorted(ledger.unread().items())
        ),
        furniture=dict(ledger.furniture),
    )


def _headings(page: PageSource, ledger: Ledger) -> tuple[Text, ...]:
    """The page's first heading: what names the API where only parts of a document stand."""
    fenced = {n for fence in fences(page.rows) for n in range(fence.line, fence.end_line + 1)}
    for line in page.lines:
        if line.number not in fenced and (match := re.fullmatch(r"#\s+(.*?)\s*#*", line.text)):
            ledger.fact(line.number)
            return (Text(plain(match[1]), Source(page.span(line.number))),)
    return ()


def _refuse(page: PageSource, diagnostics: Diagnostics) -> None:
    match = _ELSEWHERE.search(page.text)
    if match is None:
        return
    line = page.text.count("\n", 0, match.start()) + 1
    where = next((part for part in match.groups() if part), "")
    diagnostics.error(
        "pages/spec-elsewhere",
        "The page has no text of its own: it shows an OpenAPI document that is kept elsewhere.",
        page.span(line),
        f"Fetch {where or 'that document'} and give it to `apiscribe generate`.",
    )


def _embedded(
    page: PageSource, spec: FoundSpec, number: int, diagnostics: Diagnostics
) -> Embedded | None:
    file = page.name if number == 0 else f"{page.name} ({number + 1})"
    try:
        source = load_text(spec.text, file, diagnostics)
        document = load_found(source, Path(page.name), diagnostics)
    except ApiscribeError:  # told already; further pages are read all the same
        return None
    if diagnostics.errors:
        return None
    spans: dict[str, Span] = {}
    added: set[str] = set()
    for at in _objects(document):
        place = document.place(at)
        if place.file == file:
            node, _ = source.node(place.pointer)
            if spec.line <= node.line <= spec.end_line:
                spans[at] = page.span(node.line)
            if _PARAMETER.fullmatch(at) and not _PARAMETER.search(place.pointer):
                added.add(at)
    whole = Source(page.span(spec.line, spec.end_line))
    return Embedded(document.data, spans, whole, spec.whole, frozenset(added))


def _objects(document: Document) -> Iterator[str]:
    """Pointers of all objects, those in lists too, and of examples; what is inside of values is left
    out."""
    stack: list[tuple[object, str, bool]] = [(document.data, "", False)]
    while stack:
        value, at, is_map = stack.pop()
        inner: list[tuple[object, str, bool]] = []
        if isinstance(value, dict):
            if at:
                yield at
            if not is_map:
                yield from _examples(value.get("examples"), at + pointer("examples"))
            inner = [
                (v, at + pointer(k), k in NAME_MAPS and not is_map)
                for k, v in value.items()
                if is_map or k not in _VALUES
            ]
        elif isinstance(value, list):
            inner = [
                (v, at + pointer(i), False) for i, v in enumerate(value) if isinstance(v, dict)
            ]
        stack.extend(reversed(inner))


def _examples(value: object, at: str) -> Iterator[str]:
    """A schema's list of examples, and each that a parameter, body or answer has by name."""
    if isinstance(value, list):
        yield at
    elif isinstance(value, dict):
        yield from (at + pointer(name) for name in value)


def _account(page: PageSource, ledger: Ledger) -> None:
    """What stands beside the document: prose and samples are furniture, tables are not read."""
    for fence in fences(page.rows):
        outside = [n for n in range(fence.line, fence.end_line + 1) if n not in ledger.facts]
        marks = len(outside) <= 2 and fence.line + 1 in ledger.facts
        ledger.drop(outside, "fence" if marks else "sample code")
    for line in page.lines:
        if line.number in ledger.facts or line.number in ledger.furniture or not line.text:
            continue
        if re.match(r"\|.*\|.*\||<(?:ParamField|ResponseField)\b", line.text):
            why = "beside the OpenAPI document, which is followed"
            ledger.refuse(line.number, why)
        else:
            ledger.drop([line.number], "prose beside the document")
