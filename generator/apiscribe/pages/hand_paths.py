"""Paths that stand on a line of their own, under "HTTP Request" and the like (Slate).

Such a line is more exact than the operation's heading, which may give a method and a short name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apiscribe.pages.hand_records import Block, Fence, Heading, Para
from apiscribe.pages.page import Line
from apiscribe.pages.parts.endpoints import METHODS, EndpointMatch, read_endpoint, read_url
from apiscribe.pages.parts.inline import only_code, plain
from apiscribe.pages.parts.sections import Role, label_of

_ROOTLESS = re.compile(
    rf"^(?:(?P<method>{'|'.join(METHODS)})\s+)?"
    r"(?P<path>(?:\{[\w.-]+\}|[a-z][\w-]*)(?:/[\w{}.:()-]+)+/?)$"
)


@dataclass(frozen=True, slots=True)
class PathLine:
    """`heading` and `at` are the blocks of the label and of the line; `line` is its number.

    `endpoint.method` is "" where the line gives none.
    """

    heading: int
    at: int
    line: int
    endpoint: EndpointMatch


def path_lines(blocks: Sequence[Block], own: int) -> Iterator[PathLine]:
    """The path lines in the section of the heading at `own`, one for each label above them."""
    title = blocks[own]
    assert isinstance(title, Heading)
    for at in range(own + 1, len(blocks) - 1):
        block = blocks[at]
        if not isinstance(block, Heading):
            continue
        if block.level <= title.level:
            return
        label = label_of(block.text)
        if label is None or label.role is not Role.ENDPOINT:
            continue
        line = _only_line(blocks[at + 1])
        endpoint = read_path(line.text) if line is not None else None
        if line is not None and endpoint is not None:
            yield PathLine(at, at + 1, line.number, endpoint)


def read_path(text: str) -> EndpointMatch | None:
    """An endpoint or a URL; in code, also a path without the slash at its head."""
    found = read_endpoint(text) or read_url(text)
    if found is not None:
        return found
    code = only_code(text)
    match = _ROOTLESS.match(code if code is not None else plain(text))
    if match is None or (code is None and "{" not in match["path"]):
        return None
    found = read_url("/" + match["path"])
    return replace(found, method=match["method"] or "") if found is not None else None


def _only_line(block: Block) -> Line | None:
    if isinstance(block, Para | Fence):
        shown = [line for line in block.lines if line.text]
        return shown[0] if len(shown) == 1 else None
    return None
