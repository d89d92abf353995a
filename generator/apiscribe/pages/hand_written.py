"""Family `hand-written`: Markdown by people, and pasted text of the same forms.

Headings, endpoint lines, tables with free column names, bulleted members, a heading for each
member, samples. Also what generators make of the same elements (Slate, Widdershins, GitHub's and
Discord's pages). `examples` is the same reader on pages that show calls and answers only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.facts import (
    Answer,
    Auth,
    Certainty,
    Conflict,
    Endpoint,
    Facts,
    Json,
    Keyword,
    Model,
    Object,
    Reference,
    Shape,
    Source,
    Text,
    Unread,
)
from apiscribe.pages.hand_blocks import read_blocks
from apiscribe.pages.hand_calls import disputed, settle_strays, shared_text
from apiscribe.pages.hand_draft import Draft
from apiscribe.pages.hand_endpoint import EndpointMaker
from apiscribe.pages.hand_generator import settled
from apiscribe.pages.hand_helpers import examples_of, joined, values_in
from apiscribe.pages.hand_hosts import Hosts
from apiscribe.pages.hand_ids import anchored_id
from apiscribe.pages.hand_index import with_listed
from apiscribe.pages.hand_outline import Outline, Range, calls_of, outline
from apiscribe.pages.hand_records import (
    Block,
    Fence,
    Heading,
    Para,
)
from apiscribe.pages.hand_section import SectionReader
from apiscribe.pages.hand_security import own_security
from apiscribe.pages.hand_signs import has_members, is_certain, is_sample
from apiscribe.pages.hand_tabs import tabbed
from apiscribe.pages.hand_titles import model_name
from apiscribe.pages.page import Ledger, PageSource
from apiscribe.pages.parts.endpoints import EndpointMatch, read_endpoint
from apiscribe.pages.parts.inline import plain
from apiscribe.pages.parts.rows import nest
from apiscribe.pages.parts.sections import Role, label_of
from apiscribe.pages.parts.shapes import RowShapes
from apiscribe.pages.parts.titles import names_api

FAMILY = "hand-written"

_VERSIONED = re.compile(
    r"^(?P<title>\S.*?)\s*(?:\(v?(?P<version>\d+\.\d[\w.-]*)\)|\bv(?P<bare>\d+\.\d+(?:\.\d+)?))$"
)
_FRONT_TITLE = re.compile(r"---\n(?:[^-].*\n)*?title:[ \t]*[\"']?([^\n\"']+)")
_NO_TITLES = frozenset(
    [
        "introduction",
        "overview",
        "api reference",
        "reference",
        "getting started",
        "api",
        "endpoints",
    ]
)
MAX_ABOVE = 6
"""Paragraphs above the page's first heading; more of them are no crumbs."""

TITLED = 0.3
"""What headings with operations below them score: the least that a page is read for."""

_ENDPOINT_SIGN = re.compile(
    r"\b(?:GET|POST|PUT|PATCH|DELETE)\b[`*:|\s</a-zA-Z>\"]*(?:https?:/)?/\w|\bcurl\s"
)


def score(page: PageSource) -> float:
    """How much the page looks hand-written: an endpoint beside members in tables, lists or headings.

    Operations that stand below headings and describe no member are read when no other family knows them.
    """
    found, fields, _ = signs(page)
    if not found:
        return 0.0
    if not fields:
        return TITLED if _titled(page) else 0.0
    return 0.95 if any(is_certain(block) for block in parsed(page)[0]) else 0.55


def _titled(page: PageSource) -> bool:
    """Whether an operation stands below a heading."""
    blocks, _, found = parsed(page)
    heading = next((at for at, block in enumerate(blocks) if isinstance(block, Heading)), None)
    return heading is not None and any(one.start >= heading for one in found.ranges)


def signs(page: PageSource) -> tuple[bool, bool, bool]:
    """Whether there are endpoints, described members, and samples."""
    if _ENDPOINT_SIGN.search(page.text) is None and not re.search(
        r"(?i)method\W+\b(?:get|post|put|delete|patch)\b|请求方式", page.text
    ):
        return False, False, False
    blocks, _, found = parsed(page)
    fields = any(has_members(block) for block in blocks)
    samples = any(map(is_sample, blocks)) or any(map(calls_of, blocks))
    return bool(found.ranges or found.listed), fields, samples


def read(page: PageSource, diagnostics: Diagnostics) -> Facts:
    """Everything the page says."""
    return read_as(page, FAMILY)


def read_as(page: PageSource, family: str) -> Facts:
    """Everything the page says, under the name of a family that shares this reader."""
    blocks, ledger, found = parsed(page)
    ledger = replace(ledger, facts=set(), furniture=dict(ledger.furniture))
    return _PageReader(page, ledger, blocks, found, family).facts()


def read_cut(page: PageSource, ledger: Ledger, blocks: Sequence[Block], family: str) -> Facts:
    """Everything that blocks say which another reader has cut the page into."""
    return _PageReader(page, ledger, blocks, outline(blocks), family).facts()


@lru_cache(maxsize=4)
def parsed(page: PageSource) -> tuple[Sequence[Block], Ledger, Outline]:
    """A page's blocks and outline: asked for by every family that shares this reader, made once."""
    ledger = Ledger(page)
    blocks = tabbed(settled(read_blocks(page, ledger), ledger), ledger)
    return blocks, ledger, outline(blocks)


@dataclass(slots=True)
class _PageReader:
    page: PageSource
    ledger: Ledger
    blocks: Sequence[Block]
    outline: Outline
    family: str
    conflicts: list[Conflict] = field(default_factory=list)
    models: list[Model] = field(default_factory=list)
    auth: dict[str, Auth] = field(default_factory=dict)
    title: Text | None = None
    version: Text | None = None
    texts: list[Text] = field(default_factory=list)
    common: Draft | None = None
    known: frozenset[str] = frozenset()

    def facts(self) -> Facts:
        names = self._model_headings()
        self.known = frozenset(names.values())
        shapes = RowShapes(self.page, self.known)
        hosts = Hosts(self.page)
        drafts = [self._operation(one, names, shapes) for one in self.outline.ranges]
        self.conflicts += settle_strays(drafts, self.page)
        common = self._rest(names, shapes)
        self._front_title(drafts)
        hosts.settle([common, *drafts])
        shared = self._shared_auth(common)
        answers = self._common_answers(common, shapes)
        endpoints = [self._endpoint(draft, shapes, shared, answers) for draft in drafts]
        self.ledger.fact(*(line for _, _, line in self.outline.listed))
        endpoints = with_listed(endpoints, self.outline.listed, hosts, self.page)
        for line, why in shapes.refused.items():
            self.ledger.refuse(line, why)
        return Facts(
            self.page,
            self.family,
            title=self.title,
            version=self.version,
            description=joined(self.texts),
            servers=tuple(hosts.servers),
            auth=tuple(self.auth.values()),
            endpoints=tuple(endpoints),
            models=tuple(self.models),
            conflicts=(*self.conflicts, *shapes.conflicts, *hosts.conflicts),
            unread=self._unread(),
            furniture=dict(self.ledger.furniture),
            keywords=tuple(shared),
        )

    def _unread(self) -> tuple[Unread, ...]:
        lines = self.page.lines
        return tuple(
            Unread(self.page.span(number), lines[number - 1].text, reason)
            for number, reason in sorted(self.ledger.unread().items())
        )

    # -- operations -------------------------------------------------------------------------

    def _operation(self, one: Range, names: dict[int, str], shapes: RowShapes) -> Draft:
        candidate = one.candidate
        at = candidate.lines[0] if candidate.lines else self.blocks[candidate.at].line
        source = Source(self.page.span(at))
        if candidate.weak:
            why = "Only a call on the page shows the operation."
            source = replace(source, certainty=Certainty.INFERRED, reason=why)
        draft = Draft(candidate.endpoint, source, candidate.weak)
        used = set(candidate.lines)
        self.conflicts += disputed(candidate, source.span, self.page)
        if candidate.title:
            draft.summary = Text(plain(candidate.title), source)
        blocks = list(self.blocks[one.start : one.end])
        if one.heading == one.start and isinstance(blocks[0], Heading):
            if blocks[0].operation:
                draft.operation_id = Text(blocks[0].operation, source)
            self._summary(blocks[0], draft, used)
            blocks = blocks[1:]
        for line in used:
            self.ledger.fact(line)
        self._section(draft, [*shared_text(self.blocks, candidate), *blocks], used, names)
        return draft

    def _summary(self, heading: Heading, draft: Draft, used: set[int]) -> None:
        label = label_of(heading.text)
        if heading.line in used and (
            read_endpoint(heading.text) is not None
            or (label is not None and label.role is Role.ENDPOINT)
        ):
            return
        text = draft.summary.text if heading.line in used and draft.summary else plain(heading.text)
        text = re.sub(r"^\d+(?:\.\d+)*[.)、]?\s+", "", text).strip(" #:")
        method = draft.endpoint.method
        text = re.sub(rf"^{method}\s+(?=[^\W\d_])|\s*\[{method}\]$", "", text)
        if "deprecated" in text.lower():
            draft.deprecation = Text(text, Source(self.page.span(heading.line)))
        anchored = anchored_id(self.page, heading.line, draft.source.span.line)
        draft.operation_id = anchored or draft.operation_id
        if anchored is None or anchored.text != text:
            draft.summary = Text(text, Source(self.page.span(heading.line)))
        self.ledger.fact(heading.line)

    def _section(
        self, draft: Draft, blocks: Sequence[Block], used: set[int], names: dict[int, str]
    ) -> None:
        reader = SectionReader(self.page, self.ledger, draft, names, self.known)
        reader.read(blocks, used)
        reader.variants.close()
        self._add_models(reader)

    def _add_models(self, reader: SectionReader) -> None:
        shapes = RowShapes(self.page, self.known)
        for name, found in reader.places.models.items():
            last = max((row.end_line for row in found.rows), default=found.line)
            source = Source(self.page.span(found.line, last))
            samples = reader.places.samples_of(found)
            fields = shapes.fields(nest(found.rows, dotted=True), values_in(samples))
            shape = Shape(Object(fields), source, (), joined(found.texts))
            at, shown = Source(self.page.span(found.line)), tuple(examples_of(samples))
            self.models.append(Model(name, shape, at, listed=True, examples=shown))
        for number, why in shapes.refused.items():
            self.ledger.refuse(number, why)

    def _endpoint(
        self, draft: Draft, shapes: RowShapes, shared: Sequence[Keyword], answers: Sequence[Answer]
    ) -> Endpoint:
        maker = EndpointMaker(draft, shapes, known=self.auth)
        endpoint = maker.endpoint()
        for name, auth in maker.auth.items():
            known = self.auth.get(name)
            if known is None:
                self.auth[name] = auth
            elif known.source.certainty is not Certainty.STATED:
                self.auth[name] = replace(auth, description=known.description)
        keywords = endpoint.keywords
        if shared and draft.no_auth is None:
            keywords = tuple(k for k in keywords if not _is_shared(k, shared[0], draft))
        keywords = own_security(keywords, draft.methods, shared, self.auth)
        given = {a.status for a in endpoint.answers}
        more = tuple(a for a in answers if a.status not in given)
        return replace(endpoint, keywords=keywords, answers=(*endpoint.answers, *more))

    # -- what stands under no operation -------------------------------------------------------

    def _model_headings(self) -> dict[int, str]:
        """Line of a heading → the schema that it names: members follow, and it labels no section."""
        own = {at for one in self.outline.ranges for at in (one.heading, one.above)}
        found: dict[int, str] = {}
        for at, block in enumerate(self.blocks):
            if not isinstance(block, Heading) or at in own or label_of(block.text) is not None:
                continue
            name = model_name(block.text)
            if name is None or read_endpoint(block.text) is not None or label_of(name) is not None:
                continue
            if block.level == 1 and names_api(plain(block.text)):
                continue
            if block.level > 6 and self._is_of_answer(at):
                continue
            after = (self.blocks[i] for i in range(at + 1, len(self.blocks)))
            following = next((b for b in after if not isinstance(b, Para | Fence)), None)
            if isinstance(following, Heading):
                label = label_of(following.text)
                same = model_name(following.text) == name
                fields = label is not None and label.role is Role.PARAMETERS
                if following.level > block.level and (same or fields):
                    found[block.line] = name
            elif following is not None and has_members(following):
                found[block.line] = name
        return found

    def _is_of_answer(self, at: int) -> bool:
        """Whether what a bold title heads is said to be inside of an operation's answer."""
        inside = any(one.start <= at < one.end for one in self.outline.ranges)
        following = self.blocks[at + 1] if at + 1 < len(self.blocks) else None
        told = isinstance(following, Para) and re.search(r"\bresponses?\b", following.text, re.I)
        return inside and bool(told)

    def _rest(self, names: dict[int, str], shapes: RowShapes) -> Draft:
        """The blocks of no operation: title, hosts, authentication, errors, schemas, prose."""
        taken = {at for one in self.outline.ranges for at in range(one.start, one.end)}
        rest = [block for at, block in enumerate(self.blocks) if at not in taken]
        common = Draft(EndpointMatch("", "", ""), Source(self.page.span(1)))
        listed = {line for _, _, line in self.outline.listed}
        above = 0
        while above < min(len(rest), MAX_ABOVE) and isinstance(rest[above], Para):
            above += 1
        first = rest[above] if above < len(rest) else None
        if above and not (isinstance(first, Heading) and first.level == 1):
            first = None
        if isinstance(first, Heading) and label_of(first.text) is None and first.line not in names:
            rest.pop(above)
            if plain(first.text).casefold() not in _NO_TITLES:
                why = "The page's first heading."
                source = Source(self.page.span(first.line), Certainty.INFERRED, why)
                self.title = Text(plain(first.text), source)
                self._version(first.text, source)
            self.ledger.fact(first.line)
        self._section(common, rest, listed, names)
        for rows in common.rows.values():
            for row in rows:
                if not self._is_shared(row.name):
                    for line in range(row.line, row.end_line + 1):
                        self.ledger.refuse(line, "it stands under no operation")
        self.texts = common.texts
        return common

    def _version(self, title: str, source: Source) -> None:
        """`Loom API (1.4.0)`: the version behind the title."""
        match = _VERSIONED.match(plain(title))
        if match is not None:
            self.title = Text(match["title"], source)
            self.version = Text(match["version"] or match["bare"], source)

    def _front_title(self, drafts: Sequence[Draft]) -> None:
        """The title in the front matter: the API's where the page has several operations.

        It is the operation's where the page has one, and no heading of it.
        """
        text = self.page.text.lstrip("\ufeff")
        match = _FRONT_TITLE.match(text)
        if match is None or (self.title is not None and len(drafts) < 2):
            return
        line = text.count("\n", 0, match.start(1)) + 1
        if len(drafts) < 2:
            for draft in drafts:
                source = Source(self.page.span(line))
                draft.summary = draft.summary or Text(match[1].strip(), source)
                own = [text for text in self.texts if self._is_above(text, draft)]
                self.texts = [text for text in self.texts if text not in own]
                draft.texts[:0] = own
            return
        why = "The page's own title."
        source = Source(self.page.span(line), Certainty.INFERRED, why)
        self.title = Text(match[1].strip(), source)
        self._version(match[1].strip(), source)

    def _is_above(self, text: Text, draft: Draft) -> bool:
        """Whether a text stands in the front matter, or between it and the operation's line."""
        line = text.source.span.line
        return self.ledger.furniture.get(line) == "front matter" or line < draft.source.span.line

    def _is_shared(self, name: str) -> bool:
        return (
            name.lower() in ("authorization", "content-type", "accept")
            or "key" in name.lower()
            or "token" in name.lower()
        )

    def _shared_auth(self, common: Draft) -> list[Keyword]:
        maker = EndpointMaker(common, RowShapes(self.page))
        keywords = [k for k in maker.endpoint().keywords if k.name == "security"]
        self.auth |= maker.auth
        told = joined(common.auth_texts)
        if told is not None and len(maker.auth) == 1:
            self.auth |= {name: replace(a, description=told) for name, a in maker.auth.items()}
        else:
            texts = [*self.texts, *common.auth_texts]
            self.texts = sorted(texts, key=lambda text: text.source.span.line)
        return keywords

    def _common_answers(self, common: Draft, shapes: RowShapes) -> list[Answer]:
        """Statuses that the page lists for everything; a sample of an error is one schema of all."""
        maker = EndpointMaker(common, shapes)
        answers = [a for a in maker.endpoint().answers if a.status[:1] not in ("1", "2", "3")]
        spans = [(answer.status_source or answer.source).span for answer in answers]
        shown = next((a for a in answers if a.shape is not None), None)
        if shown is not None and shown.shape is not None:
            why = "The page shows it for errors of all operations."
            source = replace(shown.shape.source, certainty=Certainty.INFERRED, reason=why)
            samples = tuple(example for answer in answers for example in answer.examples)
            self.models.append(Model("Error", shown.shape, source, examples=samples))
            ref = Shape(Reference("Error"), source)
            answers = [
                replace(a, shape=ref, media_type="application/json", source=source, examples=())
                for a in answers
            ]
        why = "The page lists the status for all operations."
        return [
            replace(answer, status_source=Source(span, Certainty.INFERRED, why))
            for answer, span in zip(answers, spans, strict=True)
        ]


def _is_shared(own: Keyword, shared: Keyword, draft: Draft) -> bool:
    """Whether what an operation shows of its security is in what the page states for all.

    A sentence of the operation's own, or its scopes, say more than the page does.
    """
    if own.name != "security" or not isinstance(own.value, list):
        return False
    if draft.auth or draft.scopes is not None:
        return own.value == shared.value
    groups = shared.value if isinstance(shared.value, list) else []
    return all(any(_names(one) <= _names(group) for group in groups) for one in own.value)


def _names(group: Json) -> set[str]:
    return set(group) if isinstance(group, dict) else set()


__all__ = ["FAMILY", "Role", "read", "read_as", "score"]
