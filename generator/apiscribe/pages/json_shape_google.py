"""The manner of Google's REST references: members of three paragraphs, labels, set sentences.

A member is its name, its type (`string (int64 format)`, `map (key: string, value: string)`) and its
text, which begins "Required.", "Optional." or "Output only.". The box of the shape may be a single
line in a table, with HTML entities.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from apiscribe.pages.json_shape_localized import SIGN
from apiscribe.pages.page import Line

_LABEL = re.compile(
    r"^[|#*\s]*(?:JSON representation|Fields|Parameters|Enums?)[|*\s]*$|^[|\s]*-{3,}[|\s:-]*$", re.I
)
_NAME = re.compile(r"[A-Za-z_@][\w.]*(?:\[\])?")
_TYPE = re.compile(
    r"(?:string|boolean|integer|number|null|object|enum|value|any|map|array)"
    r"(?:\s*\(\s*[^()]*\s*\))?"
)
_VALUE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
_UNION = re.compile(
    r"Union field `?[\w.]+`?\s*\.|`?[\w.]+`? can be only one of the following\s*:?$", re.I
)
UNION_COMMENT = re.compile(
    r"Union field `?[\w.]+`? can be only one of the following"
    r"|End of list of possible types for union field"
)
"""What stands around the members of which an object has one."""

_BODY = re.compile(
    r"(?:If successful, )?the (?P<what>request|response) body "
    r"(?:(?P<empty>must be empty|is empty|will be empty|is an empty JSON object)"
    r"|contains (?:an?|the)(?: newly created)? instance of `?\[?(?P<name>\w+)[^.]*"
    r"|contains (?:data with )?the following structure)\s*[.:]?",
    re.I,
)
_NOISE = re.compile(
    r"The URL uses gRPC Transcoding syntax|Requires one of the following OAuth scopes"
    r"|For more information, see the|Try it!$",
    re.I,
)
_MARKS = {
    "required.": "required",
    "optional.": "optional",
    "output only.": "output only",
    "input only.": "input only",
}
_SIGN = re.compile(r"^[|#*\s]*JSON representation\b|uses gRPC Transcoding syntax", re.M | re.I)


@dataclass(frozen=True, slots=True)
class Entry:
    """A member: `notes` are the words in front of its text, `type` as written, `text` paragraphs."""

    name: str
    type: str
    notes: tuple[str, ...]
    text: str
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class EnumValue:
    """A value of an enum and what it means."""

    value: str
    text: str
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Said:
    """What a sentence says of a body: `name` is the shape it is ("" : see `empty`)."""

    request: bool
    name: str
    empty: bool
    line: int


def is_google(text: str) -> bool:
    """Whether a page shows a representation, or a path, in Google's manner."""
    return _SIGN.search(text) is not None or SIGN.search(text) is not None


def is_label(text: str) -> bool:
    """Whether a line only says that a box or the members follow."""
    return _LABEL.match(text) is not None


def is_set_phrase(text: str) -> bool:
    """Whether a sentence stands on every page and says nothing of this one."""
    return _NOISE.match(text) is not None or _UNION.match(text) is not None


def said_of_body(line: Line) -> Said | None:
    """`If successful, the response body contains an instance of Thing.`"""
    match = _BODY.match(line.text)
    if match is None:
        return None
    request = match["what"].lower() == "request"
    return Said(request, match["name"] or "", bool(match["empty"]), line.number)


def box_of(line: Line) -> Line:
    """A box in a table's cell, or with HTML entities, as the lines of other boxes are."""
    text = line.text.strip("| ") if line.text.startswith("|") else line.text
    if not text.startswith(("{", "[")) or not text.endswith(("}", "]")) or "&" not in text + "&":
        return line
    if text == line.text and "&" not in text:
        return line
    text = re.sub(r"</?(?:code|b|i|em|var|a|span|br)\b[^<>]*>", "", html.unescape(text))
    return replace(line, text=text)


def entry_at(lines: Sequence[Line], at: int) -> Entry | None:
    """The member whose name stands on `lines[at]`."""
    if not _is_entry(lines, at):
        return None
    kind = _next(lines, at + 1)
    texts, end = _paragraphs(lines, kind + 1)
    notes: list[str] = []
    text = "\n\n".join(texts)
    while (mark := next((m for m in _MARKS if text.lower().startswith(m)), None)) is not None:
        notes.append(_MARKS[mark])
        text = text[len(mark) :].lstrip()
    last = max(kind, end)
    return Entry(
        lines[at].text, lines[kind].text, tuple(notes), text, lines[at].number, lines[last].number
    )


def enum_at(lines: Sequence[Line], at: int) -> tuple[EnumValue, ...]:
    """The values that stand below the label on `lines[at]`, each with its text."""
    if not re.match(r"[|#*\s]*Enums?[|*\s]*$", lines[at].text, re.I):
        return ()
    found: list[EnumValue] = []
    at = _next(lines, at + 1)
    while at < len(lines) and _VALUE.fullmatch(lines[at].text):
        texts, end = _paragraphs(lines, at + 1)
        last = max(at, end)
        value = lines[at].text
        found.append(EnumValue(value, "\n\n".join(texts), lines[at].number, lines[last].number))
        at = _next(lines, last + 1)
    return tuple(found)


def _next(lines: Sequence[Line], at: int) -> int:
    """The next line with text, from `at` on."""
    while at < len(lines) and not lines[at].text:
        at += 1
    return at


def _is_entry(lines: Sequence[Line], at: int) -> bool:
    if _NAME.fullmatch(lines[at].text) is None:
        return False
    kind = _next(lines, at + 1)
    return kind < len(lines) and _TYPE.fullmatch(lines[kind].text) is not None


def _paragraphs(lines: Sequence[Line], at: int) -> tuple[list[str], int]:
    """Paragraphs up to the next member, value, label or heading; the index of their last line."""
    texts: list[str] = []
    end, blank = -1, True
    while at < len(lines):
        text = lines[at].text
        if not text:
            blank = True
        elif _ends(lines, at):
            break
        else:
            if blank or not texts:
                texts.append(text)
            else:
                texts[-1] += " " + text
            blank, end = False, at
        at += 1
    return texts, end


def _ends(lines: Sequence[Line], at: int) -> bool:
    text = lines[at].text
    alone = _VALUE.fullmatch(text) is not None or _NAME.fullmatch(text) is not None
    return (
        text[0] in "#{[|`"
        or is_label(text)
        or _UNION.match(text) is not None
        or (alone and (_VALUE.fullmatch(text) is not None or _is_entry(lines, at)))
    )
