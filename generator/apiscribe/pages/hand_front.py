"""What the front matter of a page says: its title, its description, the operation that it is of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.hand_records import Block, Heading, Para
from apiscribe.pages.page import Ledger, Line
from apiscribe.pages.parts.endpoints import read_endpoint

MAX_LINES = 80
"""Front matter of more lines is none."""

_KEY = re.compile(r"^(?P<key>[\w-]+):\s+(?P<value>[^\s>|].*)$")


def front_matter(lines: Sequence[Line], ledger: Ledger) -> tuple[int, list[Block]]:
    """Where the page itself starts, and what its front matter says."""
    if not lines or lines[0].text != "---":
        return 0, []
    for index in range(1, min(len(lines), MAX_LINES)):
        if lines[index].text == "---":
            ledger.drop(range(1, index + 2), "front matter")
            return index + 1, _stated(lines[1:index], lines[index + 1 :])
    return 0, []


def _stated(lines: Sequence[Line], below: Sequence[Line]) -> list[Block]:
    """`title:` and `api: "POST /x"`, where there is an endpoint; a `description:` not told `below`."""
    found = [(line.number, match) for line in lines if (match := _KEY.match(line.text)) is not None]
    values = {match["key"]: (match["value"].strip("\"'"), number) for number, match in found}
    blocks: list[Block] = []
    text, line = next((values[key] for key in ("api", "openapi") if key in values), ("", 0))
    if read_endpoint(text) is not None:
        title, at = values.get("title", ("", 0))
        blocks += [Heading(1, title, at)] if title else []
        blocks.append(Para([Line(line, text)]))
    described, at = values.get("description", ("", 0))
    again = any(line.text.lstrip("> ") == described for line in below)
    return [*blocks, Para([Line(at, described)])] if described and not again else blocks
