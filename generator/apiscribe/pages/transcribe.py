"""Pages → one OpenAPI document, its provenance and a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from apiscribe.diagnostics import Diagnostics, Severity, Span
from apiscribe.pages.assemble import assemble
from apiscribe.pages.detect import choose_reader, detect
from apiscribe.pages.detect import reader as reader_of
from apiscribe.pages.drift import document_digest
from apiscribe.pages.facts import Facts, Source
from apiscribe.pages.html_page import as_text
from apiscribe.pages.page import Line, PageSource
from apiscribe.pages.parts.sections import Role, label_of
from apiscribe.pages.provenance import provenance
from apiscribe.pages.questions import overlay_skeleton
from apiscribe.pages.report import Report, make_report
from apiscribe.pages.stainless_beside import (
    SdkPage,
    may_be_sdk,
    read_sdk_page,
    sdk_language,
    shares,
    with_flavours,
)

MAX_LABEL = 100
"""A longer line is no label."""

_LOOKS = {
    "embedded-spec": "an operation is a line such as post: below /v1/things: in a document that begins "
    "with openapi: 3.1.0",
    "stainless-text": "an operation is a line such as GET/v1/things, a schema one such as "
    "Thing object { id, name }",
    "stainless-md": "an operation is a line such as **get** `/v1/things`, a schema an item such as "
    "- `Thing object { id, name }`",
    "component-mdx": "an operation is a line such as POST /v1/things, its members components such "
    "as <ParamField>",
    "field-list": "an operation is a line such as POST /v1/things, its members a name, a type and flags "
    "one below the other",
    "hand-written": "an operation is a line such as POST /v1/things, its members a table or list "
    "below it",
    "examples": "an operation is a line such as POST /v1/things or a call of curl",
    "json-shape": "an operation is a line such as POST /v1/things, a schema a block of JSON",
}
"""What facts look like on the pages of each family."""


@dataclass(frozen=True, slots=True)
class Transcription:
    """`document`: OpenAPI 3.2.0, in the page's order. `provenance`: contents of `provenance.json`.

    `overlay`: an OpenAPI Overlay that holds the open questions and changes nothing yet.
    `facts`: what each page that was used says; its `page` is the text that was read. `sources`: by
    pointer into the document, what provenance holds in short.
    """

    document: dict[str, Any]
    provenance: dict[str, Any]
    report: Report
    overlay: str = ""
    facts: tuple[Facts, ...] = ()
    sources: Mapping[str, Sequence[Source]] = field(default_factory=dict)


def transcribe(
    pages: Sequence[PageSource],
    diagnostics: Diagnostics,
    *,
    family: str | None = None,
    families: Mapping[str, str] = MappingProxyType({}),
    descriptions: Literal["keep", "omit"] = "keep",
) -> Transcription:
    """Read `pages` into one document.

    `family` names the family of all pages, `families` that of single ones by name; what neither
    names is detected. With `descriptions="omit"` no sentence of a page gets into the document.

    Raises `ApiscribeError` when there is no page, a page is empty, of no known family, or `family`
    is unknown, and when a page gives nothing or all pages give neither operation nor schema
    (`pages/nothing-read`). What else is not understood is in the report, and is no error here.
    """
    if not pages and not diagnostics.errors:
        way_out = "Name one or more pages, or - for stdin."
        diagnostics.error("pages/none", "There is no page to read.", None, way_out)
    named = [(page, family or families.get(page.name)) for page in pages]
    facts = _facts(named, diagnostics)
    assembly = assemble(facts, descriptions == "keep")
    report = make_report(facts, assembly)
    return Transcription(
        assembly.document,
        provenance(
            [f.page for f in facts],
            [f.family for f in facts],
            assembly.trace,
            document_digest(assembly.document),
            prose=descriptions == "keep",
        ),
        report,
        overlay_skeleton(assembly.document, report.questions),
        tuple(facts),
        assembly.trace.entries,
    )


def _facts(named: Sequence[tuple[PageSource, str | None]], diagnostics: Diagnostics) -> list[Facts]:
    """What the pages say. Stops on what `transcribe` raises."""
    flavours = _flavours(named) if len(named) > 1 else []
    beside = {flavour.page.name for flavour in flavours}
    facts = [
        read
        for page, own in named
        if page.name not in beside
        and (read := _read(page, diagnostics, own, several=len(named) > 1)) is not None
    ]
    for flavour in flavours:
        if not any(shares(page, flavour) for page in facts):  # nothing to read it beside
            _read(flavour.page, diagnostics, flavour.family)
    diagnostics.stop_on_errors()
    facts = with_flavours(facts, flavours)
    _require_something(facts, diagnostics)
    if not facts and not diagnostics.errors:
        diagnostics.error(
            "pages/nothing-read",
            "No page in the folder gives an operation or a schema.",
            Span(named[0][0].name, 1),
            "Name a page itself to learn what it lacks.",
        )
    diagnostics.stop_on_errors()
    facts += [flavour.lines() for flavour in flavours]
    return facts


def _flavours(named: Sequence[tuple[PageSource, str | None]]) -> list[SdkPage]:
    """The pages that show a language's SDK in place of what is sent."""
    found: list[SdkPage] = []
    for page, family in named:
        text = as_text(page)
        if not may_be_sdk(text):
            continue
        detected = detect(text) if family is None else None
        own = family or (detected.family if detected is not None else "")
        language = sdk_language(text, own)
        if language:
            found.append(read_sdk_page(text, own, language))
    return found


def _read(
    page: PageSource, diagnostics: Diagnostics, family: str | None, *, several: bool = False
) -> Facts | None:
    page = as_text(page)
    own = Diagnostics()
    reader = choose_reader(page, own, family)
    read = reader.read(page, own) if reader is not None else None
    if several and family is None and (read is None or not (_has_facts(read) or own.errors)):
        overview = _overview(page)
        if overview is not None:
            return overview
    for found in own:  # what else a folder holds stops nothing
        severity = Severity.WARNING if page.found else found.severity
        diagnostics.add(replace(found, severity=severity))
    if not page.found:
        return read
    if own.errors or read is None:
        return None
    if not _has_facts(read):
        _nothing_read(read, diagnostics)
        return None
    return read


def _overview(page: PageSource) -> Facts | None:
    """A page beside others that is of no family, when it says something of the whole API."""
    if not any(line.text for line in page.lines):
        return None
    read = reader_of("hand-written").read(page, Diagnostics())
    return read if _is_overview(read) else None


def _has_facts(read: Facts) -> bool:
    return bool(read.endpoints or read.models or read.embedded or _is_overview(read))


def _require_something(facts: Sequence[Facts], diagnostics: Diagnostics) -> None:
    """Refuse pages that give nothing. An overview may have no operation where other pages have."""
    known = any(page.endpoints or page.models or page.embedded for page in facts)
    for page in facts:
        if not (page.endpoints or page.models or page.embedded) and not (
            known and _is_overview(page)
        ):
            _nothing_read(page, diagnostics)


def _is_overview(page: Facts) -> bool:
    """Whether a page without operations and schemas says something of the whole API."""
    return bool(page.version or page.servers or page.auth or page.info or page.keywords)


def _heads_request(line: Line) -> bool:
    """Whether a line is the label of parameters or of a body."""
    label = label_of(line.text) if 0 < len(line.text) < MAX_LABEL else None
    return label is not None and label.role in (Role.PATH, Role.QUERY, Role.HEADER, Role.BODY)


def _nothing_read(page: Facts, diagnostics: Diagnostics) -> None:
    lines = page.page.lines
    first = next((line.number for line in lines if line.text), 1)
    line = page.unread[0].span.line if page.unread else first
    count = len(page.unread)
    lost = f"; {count} of its lines {'is' if count == 1 else 'are'} not understood" if count else ""
    found = detect(page.page)
    other = found.family if found is not None and found.family != page.family else ""
    way = f"Name the family with --family {other}: the page looks like that. " if other else ""
    if not other and any(map(_heads_request, lines)):
        way = "It shows what is sent and not where to: add the method and the path of each operation. "
    report = diagnostics.warning if page.page.found else diagnostics.error
    report(
        "pages/nothing-read",
        f"The page, read as {page.family}, gives no operation and no schema{lost}.",
        Span(page.page.name, line),
        f"{way}Save the page that shows them, whole: with {page.family}, {_LOOKS[page.family]}. "
        "Leave out pages that only lead to others.",
    )
