"""Which blocks of a page belong to which operation."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from apiscribe.pages.hand_paths import path_lines
from apiscribe.pages.hand_records import LABEL, Block, Fence, Heading, Item, Items, Para, Table
from apiscribe.pages.hand_tables import TableKind, kind_of_table, read_table
from apiscribe.pages.hand_titles import described_above
from apiscribe.pages.parts.curl import CurlCall, curl_commands
from apiscribe.pages.parts.endpoints import (
    METHODS,
    EndpointMatch,
    fits_template,
    read_endpoint,
    read_labelled,
    read_url,
)
from apiscribe.pages.parts.inline import plain
from apiscribe.pages.parts.sections import Role, label_of
from apiscribe.pages.parts.titles import names_api

HTTP_FENCES = ("http", "https", "http request", "rest", "")
SHELL_FENCES = (
    "",
    "bash",
    "sh",
    "shell",
    "curl",
    "console",
    "shell-session",
    "zsh",
    "text",
    "terminal",
    "cmd",
    "powershell",
    "http",
)
_INSIDE = (
    Role.ENDPOINT,
    Role.REQUEST_EXAMPLE,
    Role.BODY,
    Role.EXAMPLE,
    Role.TEXT,
    Role.PARAMETERS,
    Role.RESPONSE,
    Role.RESPONSE_EXAMPLE,
    Role.HEADER,
    Role.QUERY,
    Role.PATH,
)
"""Sections in which a call may be the only sign of an operation."""

_ALSO_TITLES = (Role.QUERY, Role.STREAM, Role.AUTH, Role.ERRORS, Role.PATH, Role.OPTIONAL)
"""Labels that are titles of operations too ("Query"), where others stand at their level."""


@dataclass(slots=True)
class Candidate:
    """An endpoint that the page names at block `at`; `lines` are used up by it.

    `weak`: only a call shows it. `title`: what stands behind it. `disputed`: the path that its last
    line gives where its heading and a call agree on another. `beside`: the block of the heading that
    it shares with the operation before.
    """

    at: int
    endpoint: EndpointMatch
    lines: list[int]
    title: str = ""
    weak: bool = False
    disputed: str = ""
    beside: int = -1


@dataclass(slots=True)
class Range:
    """Blocks `start` to `end` (exclusive) of one operation; `heading` is the block of its own title.

    `above`: the block of the page's title, where that stands right above it.
    """

    candidate: Candidate
    start: int
    end: int
    heading: int = -1
    above: int = -1


@dataclass(slots=True)
class Outline:
    """`ranges`: operations in order. `listed`: endpoints of index tables and lists, with their text."""

    ranges: list[Range] = field(default_factory=list)
    listed: list[tuple[EndpointMatch, str, int]] = field(default_factory=list)


def outline(blocks: Sequence[Block]) -> Outline:
    """Find the operations of a page and how far each reaches."""
    result = Outline()
    strong: list[Candidate] = []
    used: set[int] = set()
    for at, block in enumerate(blocks):
        found = [c for c in _candidates(blocks, at, block) if not used.intersection(c.lines)]
        used.update(line for candidate in found for line in candidate.lines)
        if len(found) > 1 and isinstance(block, Table | Items):
            result.listed += [(c.endpoint, c.title, c.lines[0]) for c in found]
        else:
            strong += found
    ranges = _ranges(blocks, strong)
    taken = {at for one in ranges for at in range(one.start, one.end)}
    known = [c.endpoint for c in strong] + [endpoint for endpoint, _, _ in result.listed]
    weak = [
        call
        for at, block in enumerate(blocks)
        if at not in taken
        for call in _calls(at, block)
        if not any(_same(call.endpoint, endpoint) for endpoint in known)
    ]
    ranges += _ranges(blocks, _first_calls(blocks, weak), taken)
    _with_calls_above(blocks, ranges)
    result.ranges = sorted(ranges, key=lambda one: one.start)
    for one, following in pairwise(result.ranges):
        one.end = min(one.end, following.start)
    return result


def _with_calls_above(blocks: Sequence[Block], ranges: Sequence[Range]) -> None:
    """Sections of calls above the page's one operation are its own, where no title of it is found."""
    if len(ranges) != 1 or ranges[0].heading >= 0:
        return
    own = ranges[0]
    calls = [
        at
        for at in range(own.start)
        for c in calls_of(blocks[at])
        if _same(c.endpoint, own.candidate.endpoint)
    ]
    above = list(enumerate(blocks[: calls[0]] if calls else ()))
    headed = [
        (b.level, at) for at, b in above if isinstance(b, Heading) and 1 < b.level < LABEL - 1
    ]
    if headed:
        top = min(level for level, _ in headed)
        own.start = max(at for level, at in headed if level == top)


def _candidates(blocks: Sequence[Block], at: int, block: Block) -> Iterator[Candidate]:
    if isinstance(block, Heading):
        yield from _in_heading(blocks, at, block)
    elif isinstance(block, Para):
        yield from _in_para(blocks, at, block)
    elif isinstance(block, Items):
        yield from _in_items(at, block)
    elif isinstance(block, Table):
        kind = kind_of_table(block)
        if kind in (TableKind.ENDPOINTS, TableKind.LABELS):
            for endpoint, text, line in read_table(block).endpoints:
                lines = (
                    [line]
                    if kind is TableKind.ENDPOINTS
                    else list(range(block.line, block.end_line + 1))
                )
                yield Candidate(at, endpoint, lines, text)
    elif isinstance(block, Fence):
        yield from _in_fence(at, block)


def _in_heading(blocks: Sequence[Block], at: int, block: Heading) -> Iterator[Candidate]:
    found = read_endpoint(block.text)
    if found is not None:
        exact = _exact(blocks, at, found.method, found.title)
        if exact and _is_disputed(blocks, at, found, exact[0].endpoint):
            outer = re.match(r"(?:/\{[^{}]*\})*", exact[0].endpoint.path)
            exact[0].disputed = exact[0].endpoint.path
            path = (outer[0] if outer is not None else "") + found.path
            exact[0].endpoint = replace(exact[0].endpoint, path=path)
        yield from exact or [Candidate(at, found, [block.line], found.title)]
        return
    words = plain(
        re.sub(
            r"<(?:Badge|Tag|ApiMethod)\b[^>]*?(?:text|type|method)=[\"'](\w+)[\"'][^>]*/?>",
            r"\1 ",
            block.text,
        )
    )
    method = re.match(rf"^\[?({'|'.join(METHODS)})\]?\s*[:–—-]?\s+(\S.*)$", words)
    if method is None:
        return
    following = blocks[at + 1] if at + 1 < len(blocks) else None
    if isinstance(following, Para) and len(following.lines) == 1:
        url = read_url(following.text)
        if url is not None and url.path.startswith("/"):
            endpoint = EndpointMatch(method[1], url.host, url.path, url.query)
            yield Candidate(at, endpoint, [block.line, following.line], method[2])
            return
    yield from _exact(blocks, at, method[1], method[2])


def _is_disputed(
    blocks: Sequence[Block], at: int, heading: EndpointMatch, line: EndpointMatch
) -> bool:
    """Whether a call in the section is what its heading says, and not what its path line says."""
    if "{" not in heading.path or line.path.endswith(heading.path):
        return False
    shown = [c.endpoint for b in blocks[at : _section_end(blocks, at)] for c in calls_of(b)]
    agree = any(_same(call, heading) for call in shown)
    return agree and not any(_same(call, line) for call in shown)


def _exact(blocks: Sequence[Block], at: int, method: str, title: str) -> list[Candidate]:
    """The operations of a heading that gives a method, by the path lines of its section."""
    found: list[Candidate] = []
    for one in path_lines(blocks, at):
        known = any(candidate.endpoint.path == one.endpoint.path for candidate in found)
        if one.endpoint.method in ("", method) and one.endpoint.path != "/" and not known:
            own, place = blocks[at if not found else one.heading], at if not found else one.heading
            endpoint = replace(one.endpoint, method=method)
            title = title if not found else ""
            beside = at if found else -1
            found.append(Candidate(place, endpoint, [own.line, one.line], title, beside=beside))
    return found


def _in_para(blocks: Sequence[Block], at: int, block: Para) -> Iterator[Candidate]:
    lines = list(block.lines)
    following = blocks[at + 1] if at + 1 < len(blocks) else None
    if len(lines) == 1 and isinstance(following, Para) and read_labelled(lines[0].text):
        lines += following.lines
    labels = [read_labelled(line.text) for line in lines]
    method = next((label[0] for label in labels if label is not None and label[0]), "")
    url = next((label[1] for label in labels if label is not None and label[1] is not None), None)
    if method and url is not None:
        used = [line.number for line, label in zip(lines, labels, strict=True) if label]
        yield Candidate(at, EndpointMatch(method, url.host, url.path, url.query), used)
        return
    first = plain(block.lines[0].text).upper()
    if (
        len(block.lines) > 1
        and first in METHODS
        and (found := read_url(block.lines[1].text)) is not None
    ):
        used = [block.lines[0].number, block.lines[1].number]
        yield Candidate(at, EndpointMatch(first, found.host, found.path, found.query), used)
        return
    for line in block.lines:
        if (found := read_endpoint(line.text)) is not None:
            yield Candidate(at, found, [line.number], found.title)


def _in_items(at: int, block: Items) -> Iterator[Candidate]:
    labels = [(item, read_labelled(_value_below(item))) for item in block.items]
    method = next((label[0] for _, label in labels if label is not None and label[0]), "")
    url = next(
        (label[1] for _, label in labels if label is not None and label[1] is not None), None
    )
    if method and url is not None:
        used = [
            n
            for item, label in labels
            if label is not None
            for n in range(item.line, _last(item) + 1)
        ]
        yield Candidate(at, EndpointMatch(method, url.host, url.path, url.query), used)
        return
    for item in block.items:
        text = re.sub(r"^\[(.+)\]\([^)]*\)", r"\1", item.text.split("\n")[0])
        found = read_endpoint(text)
        if (
            found is None
            and (split := re.match(r"^(.*?)\s*[:–—-]\s*(`[A-Z]+ /[^`]*`)$", text)) is not None
        ):
            found = read_endpoint(split[2])
            if found is not None:
                yield Candidate(at, found, [item.line], plain(split[1]))
                continue
        if found is not None:
            yield Candidate(at, found, [item.line], found.title)


def _value_below(item: Item) -> str:
    """`**URL:**` with the URL as the only thing inside of the item (ShowDoc)."""
    text = item.text
    inner = [b for b in item.blocks if isinstance(b, Items)]
    if plain(text).rstrip().endswith((":", "：")) and len(inner) == 1 and len(inner[0].items) == 1:
        return f"{text} {inner[0].items[0].text}"
    return text


def _last(item: Item) -> int:
    return max([item.end_line, *(b.end_line for b in item.blocks if isinstance(b, Items))])


def _in_fence(at: int, block: Fence) -> Iterator[Candidate]:
    info = block.info.split()[0].lower() if block.info else ""
    shown = [line for line in block.lines if line.text]
    if info not in (*HTTP_FENCES, *SHELL_FENCES, "plaintext", "endpoint"):
        return
    if not shown:
        return
    if info in ("http", "https", "rest") or len(shown) <= 2:
        for line in shown[:1] if info in ("http", "https", "rest") else shown:
            if (found := read_endpoint(line.text)) is not None:
                yield Candidate(at, found, [line.number])


def _calls(at: int, block: Block) -> Iterator[Candidate]:
    for call in calls_of(block):
        yield Candidate(at, call.endpoint, [], weak=True)


def calls_of(block: Block) -> list[CurlCall]:
    """The curl calls of a block."""
    if isinstance(block, Fence):
        info = block.info.split()[0].lower() if block.info else ""
        if info in SHELL_FENCES and "curl" in block.text:
            return curl_commands(block.lines)
    if isinstance(block, Para) and block.lines[0].text.startswith(("curl ", "$ curl ")):
        return curl_commands(block.lines)
    return []


def _same(call: EndpointMatch, endpoint: EndpointMatch) -> bool:
    """Whether a call is one of an operation that the page describes elsewhere."""
    if call.method != endpoint.method:
        return False
    tails = [call.path[at:] for at in range(len(call.path)) if call.path[at] == "/"]
    return any(fits_template(tail, endpoint.path) for tail in tails)


def _first_calls(blocks: Sequence[Block], calls: Sequence[Candidate]) -> list[Candidate]:
    """One candidate per method, path and section: further calls of the same are examples of it."""
    kept: list[Candidate] = []
    for call in calls:
        last = kept[-1] if kept else None
        between = blocks[last.at + 1 : call.at] if last is not None else ()
        divided = any(isinstance(b, Heading) and label_of(b.text) is None for b in between)
        if (
            last is not None
            and not divided
            and (last.endpoint.method, last.endpoint.path)
            == (call.endpoint.method, call.endpoint.path)
        ):
            continue
        kept.append(call)
    return kept


def _ranges(
    blocks: Sequence[Block], candidates: Sequence[Candidate], taken: set[int] | None = None
) -> list[Range]:
    ranges: list[Range] = []
    places = [c.at for c in candidates]
    levels = _title_levels(blocks, places)
    for index, candidate in enumerate(candidates):
        floor = places[index - 1] + 1 if index else 0
        heading = _own_heading(blocks, candidate.at, floor, levels)
        if heading == candidate.at > floor and not candidate.title:
            heading = _title_above(blocks, heading, places)
        start = heading if heading >= 0 else described_above(blocks, candidate.at, floor)
        while (
            taken and start < candidate.at and any(at in taken for at in range(start, candidate.at))
        ):
            start += 1
        end = _section_end(blocks, heading) if heading >= 0 else len(blocks)
        if taken:
            end = next((at for at in range(candidate.at, end) if at in taken), end)
        ranges.append(Range(candidate, start, max(end, candidate.at + 1), heading))
    _without_page_title(blocks, ranges)
    for one, following in pairwise(ranges):
        if following.heading < 0 or following.start <= one.candidate.at:
            following.start = max(following.start, one.candidate.at + 1)
        one.end = min(one.end, following.start)
    return ranges


def _title_levels(blocks: Sequence[Block], places: Sequence[int]) -> set[int]:
    """Levels of headings that label nothing and stand right above an endpoint."""
    above = [blocks[at - 1] for at in places if at]
    return {b.level for b in above if isinstance(b, Heading) and label_of(b.text) is None}


def _without_page_title(blocks: Sequence[Block], ranges: Sequence[Range]) -> None:
    """A first heading that has several other operations with headings below it is the page's.

    One other may as well be of the same rank, and its heading too deep.
    """
    first = ranges[0] if ranges else None
    own = blocks[first.heading] if first is not None and first.heading >= 0 else None
    if first is None or not isinstance(own, Heading) or own.level != 1:
        return
    end = _section_end(blocks, first.heading)
    below = {one.heading for one in ranges[1:] if first.heading < one.heading < end}
    titles = [blocks[at] for at in below]
    titled = [b for b in titles if isinstance(b, Heading) and label_of(b.text) is None]
    if first.candidate.at > first.heading and len(titled) > 1:
        first.above, first.heading, first.start = first.heading, -1, first.candidate.at


def _own_heading(blocks: Sequence[Block], at: int, floor: int, levels: Collection[int]) -> int:
    """The heading of the operation whose endpoint stands at `at`: the nearest that labels nothing."""
    level = 99
    for index in range(at, floor - 1, -1):
        block = blocks[index]
        if not isinstance(block, Heading) or block.level >= level:
            continue
        level = block.level
        label = label_of(block.text)
        if block.level == 1 and index != at and names_api(plain(block.text)):
            return -1
        if label is None or index == at:
            return index
        if index == at - 1 and level in levels and label.role in _ALSO_TITLES:
            return index
        if block.level < LABEL and label.role not in _INSIDE:
            return -1
    return -1


def _title_above(blocks: Sequence[Block], at: int, places: Sequence[int]) -> int:
    """The heading right above a heading that is an endpoint, where it has nothing else below it."""
    own, above = blocks[at], blocks[at - 1]
    if not (isinstance(own, Heading) and isinstance(above, Heading)):
        return at
    words = plain(above.text)
    if not 1 < above.level < own.level or label_of(above.text) is not None or names_api(words):
        return at
    end = _section_end(blocks, at - 1)
    return at if any(at != place and at <= place < end for place in places) else at - 1


def _section_end(blocks: Sequence[Block], heading: int) -> int:
    own = blocks[heading]
    assert isinstance(own, Heading)
    for index in range(heading + 1, len(blocks)):
        block = blocks[index]
        if isinstance(block, Heading) and block.level <= own.level:
            return index
    return len(blocks)
