"""Family `stainless-text`: pages of Stainless docs sites as people paste or crawl them.

Plain text, one thing a line, no indentation (see `stainless_shapes` for how nesting is found).
A resource page lists endpoints and models; a method page has parameters, an answer and samples.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.assemble_names import resource_words
from apiscribe.pages.facts import (
    Auth,
    Certainty,
    Endpoint,
    Facts,
    Keyword,
    Server,
    Source,
    Text,
    Unread,
)
from apiscribe.pages.page import Ledger, PageSource
from apiscribe.pages.stainless_endpoints import (
    Draft,
    add_samples,
    read_body,
    read_parameters,
    read_returns,
)
from apiscribe.pages.stainless_flavour import language_flavour
from apiscribe.pages.stainless_frames import is_model_head, remainder
from apiscribe.pages.stainless_head import PageHead, read_head, text_of
from apiscribe.pages.stainless_layout import Layout, Part, lay_out
from apiscribe.pages.stainless_notes import refuse_remnants
from apiscribe.pages.stainless_rows import (
    DEPRECATED,
    ENDPOINT,
    METHODS,
    Cursor,
    Row,
    page_rows,
    plain_blanks,
)
from apiscribe.pages.stainless_samples import read_samples, sample_auth
from apiscribe.pages.stainless_security import read_security
from apiscribe.pages.stainless_shapes import Descent
from apiscribe.pages.stainless_types import parse_head
from apiscribe.pages.stainless_unions import read_referred

FAMILY = "stainless-text"

_SIGN = re.compile(r"\b(?:Models|Returns|Parameters(?:JSON|Form Data)?) ?Expand ?Collapse")
_ENDPOINT = re.compile(rf"^(?:Deprecated)?(?:{METHODS}|{METHODS.lower()})/\S+ *$", re.MULTILINE)
_BODY = re.compile(
    r"^(?:[A-Z]\w* (?:object )?\{ ?\w"
    r"|[\w\\-]+: (?:optional )?(?:object|array of|string|number|boolean)\b)",
    re.MULTILINE,
)
_MARKER = re.compile(r"^(?:One|Accepts one) of the following:", re.MULTILINE)
_MARKDOWN = re.compile(r"^ *- `", re.MULTILINE)


def score(page: PageSource) -> float:
    """Signs: `…Expand Collapse` headings, glued endpoint lines, `name: type` lines and markers."""
    text = plain_blanks(page.text).replace("\r", "\n")
    if _MARKDOWN.search(text):
        return 0.0
    total = 0.6 if _SIGN.search(text) else 0.0
    signs = (_ENDPOINT, _BODY, _MARKER)
    return min(1.0, total + sum(0.2 for sign in signs if sign.search(text)))


def sdk_language(page: PageSource) -> str:
    """The language whose SDK the page shows; "": it is the HTTP flavour."""
    found = language_flavour(lay_out(page_rows(page, Ledger(page))))
    return found[0] if found is not None else ""


def read(page: PageSource, diagnostics: Diagnostics) -> Facts:
    """Everything the page says. Lines it does not understand are in `Facts.unread`.

    Error: `pages/language-flavour` for a page that shows an SDK of some language, not HTTP.
    """
    ledger = Ledger(page)
    layout = lay_out(page_rows(page, ledger))
    if (flavour := language_flavour(layout)) is not None:
        language, line = flavour
        diagnostics.error(
            "pages/language-flavour",
            f"This is the {language} flavour of the page; only the HTTP flavour says what is sent.",
            page.span(line),
            "Choose HTTP in the page's language picker (an address without a language in it), "
            "and save that page.",
        )
    cursor = Cursor(layout.rows, frozenset(layout.parts))
    head = read_head(page, ledger, layout, cursor)
    reading = _Reading(page, ledger, layout, cursor, head, Descent(page, cursor, ledger))
    reading.run()
    reading.descent.sight_closed()
    return Facts(
        page,
        FAMILY,
        title=head.title,
        description=head.description,
        breadcrumb=head.breadcrumb,
        servers=tuple(reading.servers.values()),
        auth=tuple(reading.auth.values()),
        endpoints=tuple(draft.finish() for draft in reading.drafts),
        models=tuple(reading.descent.models),
        conflicts=tuple(reading.descent.conflicts),
        unread=tuple(
            Unread(page.span(number), page.lines[number - 1].text, reason)
            for number, reason in ledger.unread().items()
        ),
        furniture=ledger.furniture,
    )


@dataclass(slots=True)
class _Reading:
    """The walk over one page, part by part."""

    page: PageSource
    ledger: Ledger
    layout: Layout
    cursor: Cursor
    head: PageHead
    descent: Descent
    drafts: list[Draft] = field(default_factory=list)
    pending: list[Row] = field(default_factory=list)
    glued: dict[str, tuple[str, ...]] = field(default_factory=dict)
    resource: tuple[str, ...] = ()
    headings: tuple[Source, ...] = ()
    above: dict[str, tuple[Source, ...]] = field(default_factory=dict)
    auth: dict[str, Auth] = field(default_factory=dict)
    servers: dict[str, Server] = field(default_factory=dict)
    after_models: bool = False

    def run(self) -> None:
        """Read all rows."""
        self.pending = list(self.head.pending)
        refuse_remnants(self.ledger, self.head.breadcrumb)
        crumbs = [crumb.text for crumb in self.head.breadcrumb]
        self.headings = tuple(self._heading(c.source.span.line) for c in self.head.breadcrumb)
        self._enter(tuple(resource_words(c) for c in crumbs), crumbs[-1] if crumbs else "")
        while self.cursor.peek() is not None:
            part = None if self.cursor.pushed else self.layout.parts.get(self.cursor.at)
            if part is None or part is Part.SUMMARY:
                self.pending.append(self.cursor.take())
            elif part is Part.ENDPOINT:
                self._endpoint(self.cursor.take())
            elif part is Part.SAMPLE:
                self._samples()
            else:
                self._settle_pending()
                self._section(part, self.cursor.take())
        self._settle_pending()
        if not self.drafts:
            self.ledger.drop((h.span.line for h in self.headings), "heading")

    def _heading(self, line: int) -> Source:
        why = "The page's headings name the resource."
        return Source(self.page.span(line), Certainty.INFERRED, why)

    def _enter(self, resource: tuple[str, ...], glued: str) -> None:
        """From here on things belong to `resource`; `glued` is how headings below it begin."""
        self.resource = resource
        self.descent.scope = ".".join(resource)
        if glued:
            key = "".join(glued.split())
            self.glued[key] = resource
            self.above.setdefault(key, self.headings)

    # Endpoints -----------------------------------------------------------------------------

    def _endpoint(self, row: Row) -> None:
        """The rows waiting are the summary, and before it prose about the endpoint above."""
        found = ENDPOINT.fullmatch(row.code)
        assert found is not None
        waiting = [r for r in self.pending if r.code != DEPRECATED]
        marks = [r.line for r in self.pending if r.code == DEPRECATED]
        mark = marks[0] if marks else row.line if found[1] else 0
        title = waiting.pop() if waiting else None
        self.pending = waiting
        self._settle_pending()
        self.ledger.fact(row.line, *marks, *([title.line] if title is not None else []))
        if found[3]:
            source = Source(self.page.span(row.line))
            self.servers.setdefault(found[3], Server(found[3], source))
        span = self.page.span(title.line if title is not None else row.line, row.line)
        endpoint = Endpoint(
            found[2].upper(),
            found[4],
            Source(span),
            self._summary(title),
            deprecation=Text("", Source(self.page.span(mark))) if mark else None,
            resource=self.resource,
            heading_sources=self.headings,
            scope=self.descent.scope,
        )
        self.drafts.append(Draft(endpoint))
        self.after_models = False

    def _prose(self, row: Row) -> Text:
        return Text(row.prose, Source(self.page.span(row.line)))

    def _summary(self, row: Row | None) -> Text | None:
        if row is None:
            return None
        refuse_remnants(self.ledger, [self._prose(row)])
        bare = re.fullmatch(r"\[([^\[\]]+)\](?:\(.*\))?", row.prose)
        return Text(bare[1] if bare else row.prose, Source(self.page.span(row.line)))

    def _settle_pending(self) -> None:
        """Prose between an endpoint and what follows it describes the endpoint."""
        rows, self.pending = self.pending, []
        text = text_of(self.page, rows)
        if text is None:
            return
        if self.drafts and not self.after_models:
            self.drafts[-1].paragraphs.append(text)
            self.ledger.fact(*(row.line for row in rows))
            refuse_remnants(self.ledger, [self._prose(row) for row in rows])
            return
        for row in rows:
            self.ledger.refuse(row.line, "belongs to nothing")

    # Sections ------------------------------------------------------------------------------

    def _section(self, part: Part, row: Row) -> None:
        if part is Part.RESOURCE:
            self._sub_resource(row)
            return
        if part is Part.MODELS:
            self.ledger.drop([row.line], "heading")
            self._models()
            return
        if not self.drafts:
            self.ledger.refuse(row.line, "a section of an endpoint, where there is none")
            return
        self.ledger.drop([row.line], "heading")
        draft = self.drafts[-1]
        self.descent.named.clear()
        if part is Part.SECURITY:
            self._security(draft)
        elif part is Part.PERMISSIONS:
            self._permissions(draft, row)
        elif part is Part.BODY:
            read_body(draft, self.descent, row)
        elif part is Part.RETURNS:
            read_returns(draft, self.descent, row)
        else:
            read_parameters(draft, self.descent, part)
        read_referred(self.descent)
        self._refuse_rest()

    def _refuse_rest(self) -> None:
        """What is left of a section was not understood."""
        for row in self._plain_rows():
            self.ledger.refuse(row.line, "nothing is due here")

    def _plain_rows(self) -> list[Row]:
        rows = []
        while not self.cursor.at_boundary():
            rows.append(self.cursor.take())
        return rows

    def _sub_resource(self, row: Row) -> None:
        """A heading such as `BGPLeaksEvents`: the names of its parents are glued before its own."""
        self.ledger.fact(row.line)
        text = "".join(row.code.split())
        known = [name for name in self.glued if text.startswith(name) and len(text) > len(name)]
        parent = max(known, key=len, default="")
        base = self.glued.get(parent, self.resource)
        self.headings = (*self.above.get(parent, self.headings), self._heading(row.line))
        self._enter((*base, resource_words(text[len(parent) :])), text)

    def _models(self) -> None:
        """Model after model; a row that begins none ends the section."""
        self.after_models = True
        while not self.cursor.at_boundary():
            row = self.cursor.peek()
            assert row is not None
            head = parse_head(row.code)
            if head is None or not is_model_head(row.code):
                self.cursor.take()
                self.ledger.refuse(row.line, "no model begins here, and none is open")
                continue
            self.descent.take()
            self.cursor.push(row, remainder(head.rest) or [])
            self.descent.model(head, row.line)

    def _security(self, draft: Draft) -> None:
        found = read_security(self.page, self.ledger, self._plain_rows())
        for auth in found.schemes:
            self.auth.setdefault(auth.name, auth)
        if found.alternatives:
            draft.security = tuple(found.alternatives)

    def _permissions(self, draft: Draft, heading: Row) -> None:
        rows = self._plain_rows()
        self.ledger.fact(heading.line, *(row.line for row in rows))
        self.ledger.furniture.pop(heading.line, None)
        names = ", ".join(row.prose.replace("``", "`, `") for row in rows)
        span = self.page.span(heading.line, rows[-1].line if rows else 0)
        draft.paragraphs.append(Text(f"{heading.prose}: {names}", Source(span)))

    def _samples(self) -> None:
        self._settle_pending()
        rows = [self.cursor.take()]
        while self.cursor.peek() is not None:
            part = self.layout.parts.get(self.cursor.at)
            if part is not None and part is not Part.SAMPLE:
                break
            rows.append(self.cursor.take())
        if not self.drafts:
            for row in rows:
                self.ledger.refuse(row.line, "a sample of no endpoint")
            return
        draft = self.drafts[-1]
        summary = draft.endpoint.summary
        titles = [summary.text] if summary is not None else []
        samples = read_samples(self.page, self.ledger, rows, draft.endpoint.path, titles)
        add_samples(draft, samples)
        if samples.server is not None:
            self.servers.setdefault(samples.server.url, samples.server)
        auth = sample_auth(samples)
        if auth is not None and draft.security is None and not draft.shown:
            self.auth.setdefault(auth.name, auth)
            draft.shown.append(Keyword("security", [{auth.name: []}], auth.source))
