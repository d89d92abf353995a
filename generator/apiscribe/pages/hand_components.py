"""Members as components: `<ParamField>`, `<ResponseField>`, `<Expandable>`, `<Property>`,
`{% swagger-parameter %}`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.facts import Presence
from apiscribe.pages.hand_noise import is_frame
from apiscribe.pages.page import Line
from apiscribe.pages.parts.rows import MAX_DEPTH, Row, read_name
from apiscribe.pages.parts.type_marks import access_of
from apiscribe.pages.parts.types import parse_type
from apiscribe.pages.parts.words import presence_of

_TAG = re.compile(
    r"<(?P<end>/?)(?P<name>ParamField|ResponseField|Expandable|Property)\b"
    r"(?P<attributes>(?:[^<>\"'{}]|\"[^\"]*\"|'[^']*'|\{[^{}]*\})*?)(?P<closed>/?)>"
    r"|\{%\s*(?P<swagger_end>end)?(?P<swagger>swagger-parameter)\b(?P<told>(?:[^%\"]|\"[^\"]*\")*)%\}"
)
_ATTRIBUTE = re.compile(r"([\w-]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|\{([^{}]*)\}))?")
_PLACES = ("body", "query", "path", "header", "cookie")
FIRST_LINES = 60
"""Looked at first: most components are shorter."""
MAX_LINES = 2_000
"""A component of more lines is not read to its end."""


def starts_component(text: str) -> bool:
    """Whether a line begins the description of a member."""
    return (
        re.match(r"<(?:ParamField|ResponseField|Property)\b|\{%\s*swagger-parameter\b", text)
        is not None
    )


def read_component(lines: Sequence[Line]) -> tuple[Row | None, int]:
    """The member that begins on the first line, with those inside of it; how many lines it takes.

    `Row.place` is where it is sent ("response" for a member of an answer, "" when not said).
    """
    text = _closed(lines)
    if not text:
        return None, 1
    stack: list[Row | None] = []
    root: Row | None = None
    at = 0
    for tag in _TAG.finditer(text):
        _tell(stack, text[at : tag.start()])
        at = tag.end()
        line = lines[text.count("\n", 0, tag.start())].number
        if tag["end"] or tag["swagger_end"]:
            if stack and (row := stack.pop()) is not None:
                row.end_line = max(row.end_line, line)
                _of_members(row)
        else:
            row = None if tag["name"] == "Expandable" else _row(tag, line)
            holder = next((r for r in reversed(stack) if r is not None), None)
            if row is not None and holder is not None:
                holder.children.append(row)
            root = root or row
            if not tag["closed"]:
                stack.append(row)
        if not stack:
            return root, text.count("\n", 0, at) + 1
    return None, 1


def _closed(lines: Sequence[Line]) -> str:
    """The lines from the first on in which its component is closed, maybe a few more; "": none is."""
    size = 0
    while size < min(len(lines), MAX_LINES):
        size = max(FIRST_LINES, size * 4)
        text = "\n".join(line.text for line in lines[: min(size, MAX_LINES)])
        depth = 0
        for tag in _TAG.finditer(text):
            if tag["end"] or tag["swagger_end"]:
                depth -= 1
            elif not tag["closed"]:
                depth += 1
            if depth <= 0 or depth > MAX_DEPTH:
                return text if depth <= 0 else ""
    return ""


def _tell(stack: Sequence[Row | None], text: str) -> None:
    """Text inside of a member is what is said of it."""
    holder = next((row for row in reversed(stack) if row is not None), None)
    rows = [row.strip() for row in text.split("\n")]
    words = "\n".join(row for row in rows if not is_frame(row)).strip()
    if holder is not None and words:
        holder.text = f"{holder.text}\n{words}".strip()


def attributes_of(text: str) -> dict[str, str]:
    """Attributes of a tag; one without a value is "true"."""
    return {
        match[1]: next((group for group in match.groups()[1:] if group is not None), "true")
        for match in _ATTRIBUTE.finditer(text)
    }


def _of_members(row: Row) -> None:
    """A type that only names what stands inside of the member: `Stop[]` with members is a list."""
    named = re.fullmatch(r"[A-Z]\w*(\[\])?", row.type)
    if row.children and named is not None and parse_type(row.type) is None:
        row.type = "object[]" if named[1] else "object"


def _row(tag: re.Match[str], line: int) -> Row | None:
    attributes = attributes_of(tag["attributes"] or tag["told"] or "")
    place = next((name for name in _PLACES if name in attributes), "")
    name = attributes.get(place) if place else attributes.get("name")
    place = attributes.get("in", place) if tag["swagger"] else place
    row = read_name(f"`{name}`", line) if name else None
    if row is None:
        return None
    row.place = "response" if tag["name"] == "ResponseField" else place
    row.type = attributes.get("type", "")
    default = attributes.get("default", "").strip("\"'")
    row.default = f"`{default}`" if default and "`" not in default else ""
    row.deprecated = attributes.get("deprecated", "false") != "false"
    _labels(row, attributes.get("pre", "") + attributes.get("post", ""))
    if "required" in attributes:
        needed = attributes["required"] != "false"
        row.presence = Presence.REQUIRED if needed else Presence.OPTIONAL
    elif "optional" in attributes:
        row.presence = Presence.OPTIONAL
    return row


def _labels(row: Row, told: str) -> None:
    """`post={["Deprecated"]}`: words that the page shows beside the name."""
    for word in re.findall(r"[\"']([^\"']+)[\"']", told):
        row.deprecated |= word.lower() == "deprecated"
        if word.lower() in ("required", "optional"):
            row.presence = presence_of(word) or row.presence
        if (access := access_of(word.lower())) is not None:
            row.stated[access] = True
