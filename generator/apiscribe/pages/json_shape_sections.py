"""The blocks of a page put in order: each bracketed block with its heading, bullets and role."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from apiscribe.pages.facts import ParameterPlace
from apiscribe.pages.json_shape_blocks import (
    BaseUrl,
    Block,
    Broken,
    Bullet,
    EndpointLine,
    Heading,
    Json,
    Noise,
    Prose,
    ShownText,
    StreamEnd,
)
from apiscribe.pages.json_shape_bullets import Meaning, meaning_of, outline, read_meaning
from apiscribe.pages.json_shape_google import Entry, Said
from apiscribe.pages.json_shape_parser import ArrayNode
from apiscribe.pages.json_shape_parts import (
    constants,
    differs_in_constant,
    is_skeleton,
    is_within,
    likeness,
    unquoted,
)
from apiscribe.pages.page import Ledger

_REQUEST_LINE = re.compile(r"HTTP request$", re.I)
_SCOPES = re.compile(r"Authorization scopes?$", re.I)
_URL = re.compile(r"https?://\S+$")
_PLACE = re.compile(r"(path|query|header) parameters$", re.I)

ALIKE = 0.5
"""An example belongs to a skeleton when at least half of their outermost members are the same."""


@dataclass(slots=True)
class Part:
    """A schema in the making: a skeleton, or the examples it has to be read from.

    `heading` and `above` are the two headings before it, `endpoint` the index of the endpoint
    line above it (-1: none). `examples` are those that show it, `shown_in` the endpoints and
    headings they stand under.
    """

    block: Json
    heading: str
    above: str
    endpoint: int
    order: int
    skeleton: bool
    intro: Prose | None = None
    meanings: list[Meaning] = field(default_factory=list)
    examples: list[Json] = field(default_factory=list)
    shown_in: list[tuple[int, str]] = field(default_factory=list)

    @property
    def streamed(self) -> bool:
        """Whether the part is one item of a stream."""
        return self.block.streamed or any(example.streamed for example in self.examples)


@dataclass(slots=True)
class EndpointPart:
    """An endpoint line with the heading above it and the sentences around it.

    `shown`: its answers that are shown as text.
    """

    block: EndpointLine
    heading: Heading | None
    prose: list[Prose]
    parameters: list[tuple[ParameterPlace, Entry]] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    scopes: list[Bullet] = field(default_factory=list)
    shown: list[ShownText] = field(default_factory=list)


@dataclass(slots=True)
class Sections:
    """A page sorted out. `prose` is what belongs to no part; `lead` the headings at its top."""

    parts: list[Part] = field(default_factory=list)
    endpoints: list[EndpointPart] = field(default_factory=list)
    servers: list[BaseUrl] = field(default_factory=list)
    prose: list[Prose] = field(default_factory=list)
    lead: list[Heading] = field(default_factory=list)
    ends: list[StreamEnd] = field(default_factory=list)


def sort_blocks(blocks: Sequence[Block], ledger: Ledger) -> Sections:
    """Sort a page's blocks. Marks headings and noise in `ledger`, and refuses what is broken."""
    sorter = _Sorter(ledger, Sections())
    for block in blocks:
        sorter.take(block)
    sorter.settle_examples()
    return sorter.sections


@dataclass(slots=True)
class _Sorter:
    ledger: Ledger
    sections: Sections
    headings: list[Heading] = field(default_factory=list)
    intro: list[Prose] = field(default_factory=list)
    bullets: list[tuple[Meaning, int]] = field(default_factory=list)
    shown: list[Part] = field(default_factory=list)
    order: int = 0
    below_endpoint: bool = False

    def take(self, block: Block) -> None:
        match block:
            case Heading():
                self._heading(block)
            case Prose():
                self.intro.append(block)
            case Bullet():
                self._bullet(block)
            case Entry():
                self._entry(block)
            case Said():
                self._said(block)
            case Json():
                self._json(block)
            case EndpointLine():
                self._endpoint(block)
            case BaseUrl():
                self.sections.servers.append(block)
            case StreamEnd():
                self.sections.ends.append(block)
            case ShownText() | Noise():
                self._aside(block)
            case Broken():
                self._broken(block)

    def _aside(self, block: ShownText | Noise) -> None:
        if isinstance(block, ShownText) and self.sections.endpoints:
            self.sections.endpoints[-1].shown.append(block)
            return
        why = block.why if isinstance(block, Noise) else "sample code"
        self.ledger.drop(range(block.line, block.end_line + 1), why)

    def _heading(self, block: Heading) -> None:
        if not _REQUEST_LINE.match(block.text):  # what stands above it is about the operation
            self._flush_prose()
        self.below_endpoint = False
        self.headings.append(block)
        self.ledger.drop([block.line], "heading")
        first = not (self.shown or self.sections.prose or self.sections.endpoints)
        if first and not _REQUEST_LINE.match(block.text):
            self.sections.lead.append(block)

    def _flush_prose(self) -> None:
        """Sentences right below an endpoint line are about it; others stand alone."""
        home = self.sections.endpoints[-1].prose if self.below_endpoint else self.sections.prose
        home.extend(self.intro)
        self.intro.clear()

    def _bullet(self, block: Bullet) -> None:
        self._flush_prose()
        if _URL.match(block.text) and self._is_below(_SCOPES) and self.sections.endpoints:
            self.sections.endpoints[-1].scopes.append(block)
            return
        meaning = read_meaning(block)
        if meaning is None:
            for line in range(block.line, block.end_line + 1):
                self.ledger.refuse(line, "a bullet that is not of the form: name- meaning")
        else:
            self.bullets.append((meaning, self.order))

    def _entry(self, block: Entry) -> None:
        """A parameter below a heading that says where it goes, else a member of a shape."""
        self._flush_prose()
        endpoints = self.sections.endpoints
        match = self._is_below(_PLACE)
        if match is not None and endpoints:
            place = ParameterPlace(match[1].lower())
            endpoints[-1].parameters.append((place, block))
        else:
            self.bullets.append((meaning_of(block), self.order))

    def _is_below(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        return pattern.match(self.headings[-1].text) if self.headings else None

    def _said(self, block: Said) -> None:
        self.ledger.drop([block.line], "lead-in")
        if self.sections.endpoints and (block.name or block.empty):
            self.sections.endpoints[-1].said.append(block)

    def _json(self, block: Json) -> None:
        bare = unquoted(block.node)
        skeleton = bool(block.name) or (is_skeleton(bare) and not block.streamed)
        titles = [heading.text for heading in self.headings[-2:]]
        heading, above = (["", "", *titles])[:-3:-1]
        part = Part(
            replace(block, node=bare if skeleton else block.node),
            heading,
            above,
            len(self.sections.endpoints) - 1,
            self.order,
            skeleton,
            self.intro.pop() if self.intro else None,
        )
        self._flush_prose()
        self.order += 1
        self.shown.append(part)

    def _endpoint(self, block: EndpointLine) -> None:
        near = [each for each in self.headings[-2:] if not each.fence]
        own = [each for each in near if not _REQUEST_LINE.match(each.text)]
        heading = own[-1] if own and not block.heading else None
        if heading is not None and heading in self.sections.lead[1:]:
            self.sections.lead.remove(heading)
        whole = self._is_below(_REQUEST_LINE) is not None
        first = len(self.intro) if block.heading else 0 if whole else -1
        above = self.intro[first:]
        del self.intro[first:]
        self._flush_prose()
        self.sections.endpoints.append(EndpointPart(block, heading, above))
        self.below_endpoint = True

    def _broken(self, block: Broken) -> None:
        self._flush_prose()
        for line in range(block.line, block.end_line + 1):
            reason = block.reason if line == block.at else f"see line {block.at}"
            if line != block.at and not self.ledger.page.lines[line - 1].text:
                continue
            self.ledger.refuse(line, reason)

    def settle_examples(self) -> None:
        """Give each example its skeleton; those without one are parts of their own."""
        self._flush_prose()
        skeletons = _by_look(part for part in self.shown if part.skeleton)
        for part in self.shown:
            if part.skeleton:
                self.sections.parts.append(part)
            elif (home := _home(part, skeletons) or self._sibling(part)) is not None:
                home.examples.append(part.block)
                home.shown_in.append((part.endpoint, part.heading))
                self._keep_intro(part)
            else:
                part.examples.append(part.block)
                self.sections.parts.append(part)
        for meaning, order in self.bullets:
            self._give(meaning, order)

    def _keep_intro(self, part: Part) -> None:
        if part.intro is not None:
            self.sections.prose.append(part.intro)

    def _sibling(self, part: Part) -> Part | None:
        """The earlier example that shows the same thing: the same stream, or the same heading."""
        for other in reversed(self.sections.parts):
            same_place = (other.heading, other.endpoint) == (part.heading, part.endpoint)
            same_event = other.block.event == part.block.event
            same_way = other.block.streamed == part.block.streamed
            if not other.skeleton and same_place and same_way and same_event:
                alike = likeness(part.block.node, other.block.node) >= ALIKE
                if not differs_in_constant_kind(part, other) and (alike or part.block.streamed):
                    return other
        return None

    def _give(self, meaning: Meaning, order: int) -> None:
        """A bullet is about the shape shown last before it, else the next one."""
        parts = self.sections.parts
        before = [part for part in parts if part.order < order]
        skeletons = [part for part in before if part.skeleton]
        after = [part for part in parts if part.order >= order]
        for found in (skeletons[-1:], after[:1], before[-1:]):
            if found:
                found[0].meanings.append(meaning)
                return
        for line in range(meaning.line, meaning.end_line + 1):
            self.ledger.refuse(line, "the page shows no shape that this list could explain")


def differs_in_constant_kind(part: Part, other: Part) -> bool:
    """Whether two examples name themselves differently (`object`, `type`): two schemas then."""
    names = ("object", "type", "kind", "event")
    return any(
        _constant(part, name) != _constant(other, name)
        for name in names
        if _constant(part, name) is not None and _constant(other, name) is not None
    )


def _constant(part: Part, name: str) -> object:
    value = constants(part.block.node).get(name)
    return value if isinstance(value, str) else None


def _by_look(skeletons: Iterable[Part]) -> list[list[Part]]:
    """Skeletons that any example is equally like, together: a long page repeats its shapes."""
    found: dict[tuple[object, ...], list[Part]] = {}
    for part in skeletons:
        node = part.block.node
        look = (isinstance(node, ArrayNode), outline(node), repr(constants(node)))
        found.setdefault(look, []).append(part)
    return list(found.values())


def _is_answer(part: Part) -> bool:
    return re.search(r"\b(?:response|answer|return|result)s?\b", part.heading, re.I) is not None


def _is_sent(part: Part) -> bool:
    return re.search(r"\b(?:request|payload|input)s?\b", part.heading, re.I) is not None


def _home(part: Part, skeletons: Sequence[Sequence[Part]]) -> Part | None:
    """The skeleton an example shows: the most alike, the nearest of equals, the first of those."""
    best: tuple[float, int, int] | None = None
    home: Part | None = None
    for same in skeletons:
        node = same[0].block.node
        alike = likeness(part.block.node, node)
        if alike < ALIKE:
            continue
        if _is_answer(part) and not is_within(part.block.node, node):
            same = [each for each in same if each.endpoint < 0 or not _is_sent(each)]
            if not same:  # what is sent lacks some of it, so something else comes back
                continue
        if part.block.streamed and (
            differs_in_constant(part.block.node, node) or not is_within(part.block.node, node)
        ):
            continue
        nearest = min(same, key=lambda skeleton: abs(part.order - skeleton.order))
        rank = (alike, -abs(part.order - nearest.order), -nearest.order)
        if best is None or rank > best:
            best, home = rank, nearest
    return home
