"""Parts of a page of field lists → blocks, in the order that the engine of operations expects.

The endpoint may stand after the fields (Redoc, GitHub), titles are no headings in a paste, and what
is nested is settled here, when the samples of the operation are known.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from apiscribe.pages.facts import Presence
from apiscribe.pages.hand_places import combined
from apiscribe.pages.hand_records import LABEL, Block, Fence, Heading, Member, Para
from apiscribe.pages.json_shape_parser import Node
from apiscribe.pages.page import Ledger, Line
from apiscribe.pages.parts.curl import curl_commands
from apiscribe.pages.parts.samples import read_sample
from apiscribe.pages.parts.sections import Label, Role, label_of
from apiscribe.pages.parts.titles import names_api
from apiscribe.pages.vertical_lines import Endpoint, Prose, names_object
from apiscribe.pages.vertical_nesting import Found, settle
from apiscribe.pages.vertical_state import Part

_REQUEST = (Role.HEADER, Role.PATH, Role.QUERY, Role.COOKIE, Role.BODY, Role.PARAMETERS, Role.AUTH)
_STAGE = re.compile(
    r"\s*\b(?:Generally available|Technical preview|Added in \d[\d.]*)(?:[;,] .*)?$"
)
"""How far an operation has come, which Bump prints behind its title."""

_SELECTED = re.compile(r"^v\d+(?:\.\d+)*$")
"""The version of the documentation that is shown (ReadMe)."""

_ENDS = (".", ":", "!", "?", ",", "。", "：", "！", "？", "，")
"""What a title does not end in."""

_SENT = (Role.BODY, Role.PARAMETERS, Role.REQUEST_EXAMPLE)


def arrange(
    parts: Sequence[Part], ledger: Ledger, titles: Collection[str], *, silent_is_optional: bool
) -> list[Block]:
    """The blocks of all operations.

    `titles`: those that labels name. `silent_is_optional`: what is not marked may be left out of a
    request.
    """
    start = _general(parts)
    blocks = list(_of_api(parts[:start], ledger))
    for own, is_model in _models(parts[start:], ledger):
        for group in [own] if is_model else _operations(own):
            silent = silent_is_optional and not is_model
            blocks += _Operation(group, ledger, titles, silent).blocks()
    return blocks


def _general(parts: Sequence[Part]) -> int:
    """Where the first operation begins, below the API's title, its security, its host.

    Without headings: a label above the first endpoint is of the whole API, and so is a line that
    names one.
    """
    end = next((at for at, part in enumerate(parts) if isinstance(part, Endpoint)), 0)
    above = parts[:end]
    if not all(isinstance(part, Prose) or _is_label(part) for part in above):
        return 0
    first = above[0] if above else None
    named = isinstance(first, Prose) and names_api(first.line.text)
    if not (named or any(map(_is_label, above))):
        return 0
    at = end
    while at > named and isinstance(before := parts[at - 1], Prose):
        at -= 1
        if before.gap:
            break
    short = [
        i for i in range(at, end) if isinstance(p := parts[i], Prose) and _is_title(p.line.text)
    ]
    return at if at in short or not short else short[-1]


def _of_api(parts: Sequence[Part], ledger: Ledger) -> Iterator[Block]:
    """The blocks of what stands above all operations; its first line is the page's title."""
    texts: list[Prose] = []
    for at, part in enumerate(parts):
        if isinstance(part, Prose) and _SELECTED.match(part.line.text):
            ledger.drop([part.line.number], "version of the page")
            continue
        if isinstance(part, Prose) and (at or not _is_title(part.line.text)):
            texts.append(part)
            continue
        yield from _paragraphs(texts)
        texts = []
        if isinstance(part, Prose):
            yield Heading(1, part.line.text, part.line.number)
        elif isinstance(part, Heading):
            yield Heading(part.level, part.text, part.line)
    yield from _paragraphs(texts)


def _models(parts: Sequence[Part], ledger: Ledger) -> Iterator[tuple[Sequence[Part], bool]]:
    """The parts in groups, and whether a group is of a schema: its title, its attributes, a sample."""
    start = at = 0
    while at < len(parts):
        if not (_heads_model(parts[at]) and at + 1 < len(parts) and _is_label(parts[at + 1])):
            at += 1
            continue
        title = parts[at]
        assert isinstance(title, Heading)
        end = at + 1
        while end < len(parts) and not _ends_model(parts[end], title.text):
            end += 1
        if parts[start:at]:
            yield parts[start:at], False
        again = [p for p in parts[at + 1 : end] if isinstance(p, Heading) and not _is_label(p)]
        ledger.drop([part.line for part in again], "its title again")
        yield [part for part in parts[at:end] if part not in again], True
        start = at = end
    if parts[start:] or not start:
        yield parts[start:], False


def _heads_model(part: Part) -> bool:
    return isinstance(part, Heading) and part.level < LABEL and names_object(part.text)


def _is_label(part: Part) -> bool:
    return isinstance(part, Heading) and part.level >= LABEL


def _ends_model(part: Part, title: str) -> bool:
    """Whether an operation, or another schema, begins."""
    other = isinstance(part, Heading) and part.level < LABEL and part.text != title
    return other or isinstance(part, Prose | Endpoint)


def _operations(parts: Sequence[Part]) -> Iterator[Sequence[Part]]:
    places = [at for at, part in enumerate(parts) if isinstance(part, Endpoint)]
    first = next((at for at, part in enumerate(parts) if isinstance(part, Found)), len(parts))
    last = bool(places) and first < places[0]
    starts = [0]
    for one, following in pairwise(places):
        starts.append(_boundary(parts, one, following, last=last))
    for start, end in zip(starts, [*starts[1:], len(parts)], strict=True):
        yield parts[start:end]


def _boundary(parts: Sequence[Part], one: int, following: int, *, last: bool) -> int:
    """Where the operation of the endpoint at `following` begins, after that at `one`."""
    headings = [
        (part.level, -at)
        for at, part in enumerate(parts[one + 1 : following], one + 1)
        if isinstance(part, Heading) and part.level < LABEL
    ]
    if headings:
        return -min(headings)[1]
    if last:
        fences = [at for at in range(one, following) if isinstance(parts[at], Fence)]
        start = max([one, *fences]) + 1
        return next((at for at in range(start, following) if isinstance(parts[at], Prose)), start)
    at = following
    while isinstance(before := parts[at - 1], Prose):
        at -= 1
        if before.gap:
            break
    return at


@dataclass(slots=True)
class _Operation:
    parts: Sequence[Part]
    ledger: Ledger
    titles: Collection[str]
    silent_is_optional: bool
    sent: list[Node] = field(default_factory=list)
    answered: list[Node] = field(default_factory=list)

    def blocks(self) -> list[Block]:
        """Heading, endpoint, description, sections."""
        self._samples()
        head, found = self._head(), list[Block]()
        start = self._above(self.parts[:head])
        for part in self.parts[:start]:
            if isinstance(part, Heading):
                found.append(Heading(1, part.text, part.line))
            elif isinstance(part, Prose) and _is_title(part.line.text):
                self._crumbs([part])  # the page's heading says nothing of the API
            elif isinstance(part, Prose):
                found.append(Para([part.line]))
        title, texts = self._title(self.parts[start:head])
        texts = self._without_title(title, texts)
        found += [title] if title is not None else []
        for part in self.parts:
            if isinstance(part, Endpoint):
                match = part.match
                query = "&".join(f"{k}={v}" for k, v in match.query)
                text = f"{match.method} {match.host}{match.path}" + (f"?{query}" if query else "")
                found.append(Para([Line(part.lines[0], text)]))
        found += _paragraphs(texts)
        return [*found, *self._sections(self.parts[head:])]

    def _head(self) -> int:
        for at, part in enumerate(self.parts):
            if isinstance(part, Found | Fence | Para) or (
                isinstance(part, Heading) and part.level >= LABEL
            ):
                return at
        return len(self.parts)

    def _above(self, head: Sequence[Part]) -> int:
        """Where the operation begins in its head: what is above a deeper heading is of the whole API."""
        named = [
            at
            for at, part in enumerate(head)
            if isinstance(part, Prose) and part.line.text in self.titles
        ]
        if named:
            return named[-1]
        places = [(part, at) for at, part in enumerate(head) if isinstance(part, Heading)]
        if len(places) == 1 and names_api(places[0][0].text):
            return self._below(head, places[0][1] + 1)
        deeper = [at for part, at in places if part.level > places[0][0].level]
        return deeper[-1] if deeper and places[0][0].level == 1 else 0

    def _below(self, head: Sequence[Part], start: int) -> int:
        """Where the operation begins below the API's title: the last run of short lines."""
        short = [
            isinstance(part, Prose) and at >= start and _is_title(part.line.text)
            for at, part in enumerate(head)
        ]
        at = next((at for at in reversed(range(len(head))) if short[at]), start)
        while at > start and short[at - 1]:
            at -= 1
        return at

    def _title(self, head: Sequence[Part]) -> tuple[Heading | None, list[Prose]]:
        """The title among the lines above the sections: a heading, else the last of the short ones."""
        headings = [at for at, part in enumerate(head) if isinstance(part, Heading)]
        prose = [(at, part) for at, part in enumerate(head) if isinstance(part, Prose)]
        if headings:
            at = headings[-1]
            own = head[at]
            assert isinstance(own, Heading)
            self._crumbs([part for place, part in prose if place < at])
            self.ledger.drop(
                [p.line for p in head if isinstance(p, Heading) and p is not own], "path"
            )
            return Heading(2, own.text, own.line), [part for place, part in prose if place > at]
        if prose and prose[0][1].line.text in self.titles:
            line = prose[0][1].line
            return Heading(2, line.text.rstrip("."), line.number), [part for _, part in prose[1:]]
        short = 0
        while short < len(prose) and _is_title(prose[short][1].line.text):
            short += 1
        if not short:
            return None, [part for _, part in prose]
        self._crumbs([part for _, part in prose[: short - 1]])
        line = prose[short - 1][1].line
        return Heading(2, _STAGE.sub("", line.text) or line.text, line.number), [
            part for _, part in prose[short:]
        ]

    def _without_title(self, title: Heading | None, texts: Sequence[Prose]) -> list[Prose]:
        """The texts below a title without those that repeat it, alone or as what a label is about."""
        if title is None:
            return list(texts)
        quoted = re.compile(rf"[\"“„«「]\s*{re.escape(title.text)}\s*[\"”“»」]")
        again = [
            text
            for text in texts
            if text.line.text == title.text
            or (
                quoted.search(text.line.text) and not text.line.text.endswith((".", "!", "?", "。"))
            )
        ]
        self.ledger.drop([text.line.number for text in again], "the title again")
        tokens = list(_tokens(texts, again))
        self.ledger.drop([text.line.number for text in tokens], "kinds of tokens")
        return [text for text in texts if text not in again and text not in tokens]

    def _crumbs(self, lines: Sequence[Prose]) -> None:
        self.ledger.drop([part.line.number for part in lines], "path")

    # -- sections ---------------------------------------------------------------------------

    def _sections(self, parts: Sequence[Part]) -> Iterator[Block]:
        label: Label | None = None
        outer: Label | None = None
        group: list[Found] = []
        texts: list[Prose] = []
        for part in [*parts, None]:
            if isinstance(part, Found):
                yield from _paragraphs(texts)
                texts = []
                group.append(part)
                continue
            yield from self._members(group, label)
            group = []
            if isinstance(part, Prose):
                texts.append(part)
                continue
            yield from _paragraphs(texts)
            texts = []
            if isinstance(part, Heading):
                label = label_of(part.text) if part.level >= LABEL else None
                if part.level <= LABEL or (label is not None and label.status):
                    outer = label
                label = combined(outer, label) if label is not None else None
                level = part.level if part.level >= LABEL else max(3, part.level)
                yield Heading(level, part.text, part.line)
            elif isinstance(part, Fence | Para):
                yield part

    def _members(self, group: Sequence[Found], label: Label | None) -> Iterator[Member]:
        if not group:
            return
        role = label.role if label is not None else Role.PARAMETERS
        nested = settle(group, self.sent if role in _REQUEST else self.answered)
        for row, why in nested.refused:
            for number in range(row.line, row.end_line + 1):
                if self.ledger.page.lines[number - 1].text:
                    self.ledger.refuse(number, why)
        if self.silent_is_optional and role in _REQUEST:
            for one in group:
                if one.row.presence is Presence.UNSTATED:
                    one.row.presence = Presence.OPTIONAL
        for row in nested.rows:
            yield Member(row, row.line, row.end_line)

    def _samples(self) -> None:
        """Values shown: those that are sent, those that are answered."""
        label: Label | None = None
        for part in self.parts:
            if isinstance(part, Heading):
                label = label_of(part.text)
            if not isinstance(part, Fence):
                continue
            calls = curl_commands(part.lines) if "curl" in part.text else []
            for call in calls:
                self.sent += read_sample(call.body).values if call.body else []
            if not calls:
                sent = label is not None and label.role in _SENT
                (self.sent if sent else self.answered).extend(read_sample(part.lines).values)


def _tokens(texts: Sequence[Prose], labels: Sequence[Prose]) -> Iterator[Prose]:
    """The lists of tokens and permissions below a label of access tokens (GitHub), with their leads."""
    below = listed = False
    for text in texts:
        if text in labels:
            below, listed = "access tokens" in text.line.text, False
            continue
        leads = text.line.text.endswith(":")
        listed = below and (leads or (listed and not text.line.text.endswith(_ENDS)))
        if listed:
            yield text


def _is_title(text: str) -> bool:
    text = _STAGE.sub("", text)
    return len(text.split()) <= 8 and not text.endswith(_ENDS)


def _paragraphs(texts: Sequence[Prose]) -> Iterator[Para]:
    group: list[Line] = []
    for text in texts:
        if text.gap and group:
            yield Para(group)
            group = []
        group.append(text.line)
    if group:
        yield Para(group)
