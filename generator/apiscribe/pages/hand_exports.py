"""Blocks of old exports and of ShowDoc that stand for tables, fences, headings and endpoints.

ReadMe's `[block:parameters]` (cells as JSON, `h-0` and `0-0`), `[block:code]`, `[block:api-header]`;
ShowDoc's bold labels whose value is a list item below them; Twilio's `<OperationTable>`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from apiscribe.pages.facts import Presence
from apiscribe.pages.page import Line
from apiscribe.pages.parts.endpoints import read_base, read_labelled
from apiscribe.pages.parts.inline import plain
from apiscribe.pages.parts.rows import Row

_OPEN = re.compile(r"^\[block:(?P<kind>[\w-]+)\]$")
_CELL = re.compile(r'^"(?P<row>h|\d+)-(?P<column>\d+)"\s*:')
_LABEL = re.compile(r"^\*\*(?P<label>[^*]+?)\s*[:：]?\s*\*\*\s*[:：]?$")
_BASE = re.compile(r"^Base URLs?:$", re.I)
_BULLET = re.compile(r"^[-*+•]\s+(?P<text>\S.*)$")
MAX_BLOCK = 2_000
"""A block of more lines is none."""


@dataclass(slots=True)
class Export:
    """A block of ReadMe. `header` and `rows` (line, cells) of a table, `codes` (language, text, line).

    `text`: what a callout says, line by line.
    """

    kind: str
    count: int
    title: str = ""
    header: list[str] = field(default_factory=list)
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    codes: list[tuple[str, str, int]] = field(default_factory=list)
    text: list[Line] = field(default_factory=list)


def export_at(lines: Sequence[Line], at: int) -> Export | None:
    """The block that begins on `lines[at]`; `None` when it is none, or is not closed or no JSON."""
    opened = _OPEN.match(lines[at].text)
    if opened is None:
        return None
    limit = min(len(lines), at + MAX_BLOCK)
    end = next((i for i in range(at + 1, limit) if lines[i].text == "[/block]"), -1)
    if end < 0:
        return None
    inside = lines[at + 1 : end]
    try:
        told = json.loads("\n".join(line.text for line in inside))
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    found = Export(opened["kind"], end - at + 1, str(told.get("title", "")))
    if isinstance(data := told.get("data"), dict) and found.kind == "parameters":
        _table(found, {str(key): str(value) for key, value in data.items()}, inside)
    if found.kind == "callout":
        shown = (line.number for line in inside if line.text.startswith('"body"'))
        number = next(shown, lines[at].number)
        body = [found.title, *str(told.get("body") or "").split("\n")]
        found.text = [Line(number, row.strip()) for row in body if row.strip()]
    listed = told.get("codes")
    codes = [c for c in listed if isinstance(c, dict)] if isinstance(listed, list) else []
    places = [line.number for line in inside if line.text.startswith('"code"')]
    if len(places) != len(codes):
        places = [lines[at].number] * len(codes)
    for code, place in zip(codes, places, strict=True):
        info = f"{code.get('language', '')} {code.get('name') or ''}".strip()
        found.codes.append((info, str(code.get("code", "")), place))
    return found


def _table(found: Export, cells: dict[str, str], inside: Sequence[Line]) -> None:
    places = [re.fullmatch(r"(h|\d+)-(\d+)", key) for key in cells]
    width = max((int(place[2]) for place in places if place is not None), default=-1) + 1
    first = {m["row"]: line.number for line in reversed(inside) if (m := _CELL.match(line.text))}
    numbers = sorted({int(place[1]) for place in places if place and place[1] != "h"})
    if width > len(cells):
        return
    found.header = [cells.get(f"h-{column}", "") for column in range(width)]
    for number in numbers:
        row = [cells.get(f"{number}-{column}", "") for column in range(width)]
        found.rows.append((first.get(str(number), inside[0].number), row))


def labelled_item(lines: Sequence[Line], at: int) -> tuple[Line, int] | None:
    """`**请求URL：**` above `- https://…` as one line, and how many lines it takes."""
    label = _LABEL.match(lines[at].text)
    base = _BASE.match(lines[at].text)
    if label is None and base is None:
        return None
    below = next((i for i in range(at + 1, min(len(lines), at + 3)) if lines[i].text), -1)
    item = _BULLET.match(lines[below].text) if below > 0 else None
    if item is None:
        return None
    if label is None:
        url = plain(item["text"])
        text = f"Base URL: {url}"
        return (Line(lines[below].number, text), below - at + 1) if read_base(text) else None
    text = f"{label['label'].strip()}: {item['text'].strip()}"
    if read_labelled(text) is None:
        return None
    return Line(lines[below].number, text), below - at + 1


_TABLE = re.compile(r"^<OperationTable\b[^{]*\bdata=\{")
_ENDS = re.compile(r"\s*\}\s*/?>\s*$")
_KEYWORDS = ("format", "minimum", "maximum", "minLength", "maxLength", "pattern", "maxItems")
MAX_NESTING = 12
"""Objects nested deeper are not read."""


def operation_table(lines: Sequence[Line], at: int) -> tuple[list[Row], int] | None:
    """The members of `<OperationTable data={{…}} />`, a JSON Schema, and how many lines it takes."""
    opened = _TABLE.match(lines[at].text)
    if opened is None:
        return None
    text = lines[at].text[opened.end() :]
    for end in range(at, min(len(lines), at + MAX_BLOCK)):
        if end > at:
            text += "\n" + lines[end].text
        if _ENDS.search(lines[end].text):
            break
    else:
        return None
    try:
        schema = json.loads(_ENDS.sub("", text))
    except (ValueError, RecursionError):
        return None
    rows = list(_members(schema, lines[at : end + 1], 0))
    return (rows, end - at + 1) if rows else None


def _members(schema: Any, lines: Sequence[Line], depth: int) -> Iterator[Row]:
    """The properties of an object's schema as rows, each on the line that names it."""
    told = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(told, dict) or depth > MAX_NESTING:
        return
    required = schema.get("required")
    needed = required if isinstance(required, list) else []
    others = Presence.OPTIONAL if needed else Presence.UNSTATED
    for name, inner in told.items():
        if not isinstance(inner, dict):
            continue
        key = json.dumps(name) + ":"
        line = next((each.number for each in lines if key in each.text), lines[0].number)
        row = Row(str(name), line, line, text=str(inner.get("description", "")))
        row.presence = Presence.REQUIRED if name in needed else others
        row.nullable = inner.get("nullable") is True
        row.deprecated = inner.get("deprecated") is True
        items = inner.get("items") if inner.get("type") == "array" else inner
        item = items if isinstance(items, dict) else {}
        kind = _kind(item)
        row.type = f"array of {kind}" if inner.get("type") == "array" and kind else kind
        row.stated = {k: v for k in _KEYWORDS if (v := inner.get(k)) is not None}
        values = item.get("enum")
        for value in values if isinstance(values, list) else ():
            row.values.append((str(value), isinstance(value, str), "", line))
        if "default" in inner:
            row.default = f"`{json.dumps(inner['default'])}`"
        row.children = list(_members(item, lines, depth + 1))
        yield row


def _kind(schema: dict[str, Any]) -> str:
    """The type word of a schema, with its format where an item cannot state it otherwise."""
    kind, form = schema.get("type", ""), schema.get("format")
    return f"{kind}<{form}>" if form and kind == "string" else str(kind)
