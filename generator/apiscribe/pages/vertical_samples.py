"""Samples in pasted text, where no fence tells where they end: calls, JSON values, streams."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.hand_records import Fence
from apiscribe.pages.page import Line
from apiscribe.pages.parts.curl import MAX_LINES, curl_commands

MAX_SAMPLE = 5_000
"""A sample of more lines is not read."""

_CALL = re.compile(r"^(?:[$>]\s*)?curl\s")
_VALUE = re.compile(r"^`?(?:\{|\[\s*(?:\{|\"|$)|(?:data|event):\s)")
_PIECE = re.compile(
    r"^(?:[{}\[\],\s]*|\"(?:[^\"\\]|\\.)*\"\s*(?::.*|,?)|(?:-?\d[\d.eE+-]*|null|true|false)\s*,?)$"
)
"""A line of JSON: brackets, a member, a value."""
_FRAME = re.compile(r"^(?:data|event|id|retry):")


MAX_UNCLOSED = 100
"""Values that nothing closes; after so many, none is looked for (see `opens_value`)."""


def opens_value(text: str) -> bool:
    """Whether a line begins a value that goes on below it."""
    return _VALUE.match(text) is not None and text[-1] in "{["


def sample_at(lines: Sequence[Line], at: int) -> tuple[Fence, int, bool] | None:
    """The sample that begins at index `at`, the index after it, and whether it is a call."""
    text = lines[at].text
    if (fence := re.match(r"^(`{3,}|~{3,})\s*(.*)$", text)) is not None:
        return _fenced(lines, at, fence[1], fence[2])
    if _CALL.match(text):
        calls = curl_commands(lines[at : at + MAX_LINES])
        stop = at + (calls[0].end_line - calls[0].line + 1 if calls else 1)
        return _fence("bash", lines[at:stop]), stop, True
    if _VALUE.match(text):
        stop = _value_end(lines, at)
        rows = [Line(line.number, line.text.strip("`"), line.indent) for line in lines[at:stop]]
        return _fence("json", rows), stop, False
    return None


def _fence(info: str, rows: Sequence[Line]) -> Fence:
    return Fence(info, list(rows), rows[0].number, rows[-1].number)


def _fenced(lines: Sequence[Line], at: int, mark: str, info: str) -> tuple[Fence, int, bool]:
    stop = at + 1
    while stop < len(lines) and not lines[stop].text.startswith(mark):
        stop += 1
    last = lines[min(stop, len(lines) - 1)].number
    rows = list(lines[at + 1 : stop])
    is_call = any(_CALL.match(row.text) for row in rows[:3])
    return Fence(info, rows, lines[at].number, last), stop + 1, is_call


def _value_end(lines: Sequence[Line], at: int) -> int:
    """Where the JSON value (or stream) that begins at `at` ends: its brackets are closed again."""
    if _FRAME.match(lines[at].text):
        return _stream_end(lines, at)
    depth = 0
    for index in range(at, min(len(lines), at + MAX_SAMPLE)):
        bare = re.sub(r"\"(?:[^\"\\]|\\.)*\"", "", lines[index].text)
        depth += sum(bare.count(sign) for sign in "{[") - sum(bare.count(sign) for sign in "}]")
        if depth <= 0:
            return index + 1
    return _broken_off(lines, at) or at + 1


def _broken_off(lines: Sequence[Line], at: int) -> int:
    """The page's end, where everything from `at` on is JSON that breaks off there; else 0."""
    if len(lines) - at > MAX_SAMPLE or not all(_PIECE.match(line.text) for line in lines[at:]):
        return 0
    last = max(index for index in range(at, len(lines)) if lines[index].text)
    return last + 1 if last > at else 0


def _stream_end(lines: Sequence[Line], at: int) -> int:
    """The last frame; blank lines stand between frames."""
    end = at
    while at < len(lines) and (not lines[at].text or _FRAME.match(lines[at].text)):
        end = at + 1 if lines[at].text else end
        at += 1
    return end
