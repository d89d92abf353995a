"""Lines that a paste has glued, broken or turned around, put right before they are read.

Numbers stay those of the page: a line that is cut gives several with one number, one that is joined
to the line before is in `absorbed`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from apiscribe.pages.page import Line
from apiscribe.pages.parts.endpoints import METHODS
from apiscribe.pages.parts.rows import Row
from apiscribe.pages.vertical_lines import names_scheme
from apiscribe.pages.vertical_marks import joins, read_marks
from apiscribe.pages.vertical_samples import sample_at
from apiscribe.pages.vertical_split import (
    NAME,
    Platform,
    is_name,
    start_of,
    type_head,
    type_of,
    unglued,
)

_BROKEN = re.compile(r"^(?:[•*-]\s*)?[A-Za-z][\w.]*[_.]$")
_GLUED_DEFAULT = re.compile(
    rf"^(?P<default>default:\s*(?:true|false|-?\d+(?:\.\d+)?))(?P<name>{NAME})$"
)
_GLUED_OPTIONS = re.compile(r"^(?P<default>default:\s*\S+?)(?P<options>Available options:)$")
_OPTIONS = re.compile(r"^(?P<label>Available options:)\s*(?P<values>[^\s,]+(?:\s*,\s*[^\s,]+)*,?)$")
_SCHEME = re.compile(r"^Authorization(Bearer|Basic)$")
_SCHEME_ROW = re.compile(
    r"^name: ?(?P<name>[\w-]+) ?type: ?(?P<type>http|apiKey)(?: ?scheme: ?(?P<scheme>bearer|basic))?"
    r"(?: ?in: ?(?P<place>header|query|cookie))?$"
)
_OPEN_END = re.compile(r"^\S+(?: \S+)+ (?:the|an?|in|of|as|by|to|with|via|your|its|called|named)$")
_GOES_ON = re.compile(r"^[a-z][\w'-]*(?: \S+)+[.!?]?$")
_MESSAGE = re.compile(rf"^(?P<method>{'|'.join(METHODS)}) (?P<path>/\S*) HTTP/[\d.]+$")
_HEADER = re.compile(r"^(?P<name>[A-Za-z][\w-]*):(?:\s+(?P<value>.*))?$")


@dataclass(slots=True)
class Repaired:
    """`lines` in the order to read them; `absorbed`: numbers of lines that are part of others."""

    lines: list[Line] = field(default_factory=list)
    absorbed: set[int] = field(default_factory=set)


def repaired(lines: Sequence[Line], platform: Platform) -> Repaired:
    """The lines of a page of `platform`, as they were before the paste."""
    result, at = Repaired(), 0
    if platform is not Platform.GLUED:
        lines = unglued(lines, spaced=platform is Platform.MINTLIFY)
    while at < len(lines):
        line = lines[at]
        after = next((i for i in range(at + 1, min(at + 4, len(lines))) if lines[i].text), at)
        second = lines[after] if after > at else Line(line.number, "")
        if line.text and (stop := _joined(line, second, after, platform, result)):
            at = stop
        elif (message := _MESSAGE.match(line.text)) is not None:
            at = _message(lines, at, message, result)
        elif (sentence := _sentence(lines, at)) is not None:
            result.lines.append(sentence)
            result.absorbed |= {line.number for line in lines[at + 1 : at + 3]}
            at += 3
        elif _turned(lines, at, platform, result):
            at += 3
        else:
            result.lines += _cut(line, second, platform)
            at += 1
    return result


def _joined(line: Line, second: Line, after: int, platform: Platform, result: Repaired) -> int:
    """Two lines that were one: the index after them; 0: they are two."""
    text = ""
    scheme = second.text if second.text in ("Bearer", "Basic") else ""
    if scheme and platform is Platform.README and line.text == "Credentials":
        result.lines += [
            Line(line.number, "Authorizations"),
            Line(second.number, f"Authorization: {scheme} <token>"),
        ]
        return after + 1
    if names_scheme(line.text) and _SCHEME_ROW.match(second.text):
        result.absorbed.add(line.number)  # its name, and below it what it is
        result.lines += _cut(second, Line(0, ""), platform)
        return after + 1
    if joins(line.text) and read_marks(Row("", 0, 0), f"{line.text} {second.text}", 0):
        text = f"{line.text} {second.text}"
    elif platform is Platform.GLUED and _BROKEN.match(line.text):
        glued = line.text + second.text
        text = glued if start_of(glued, "", platform) is not None else ""
    if not text:
        return 0
    result.lines.append(Line(line.number, text, line.indent))
    result.absorbed.add(second.number)
    return after + 1


def _sentence(lines: Sequence[Line], at: int) -> Line | None:
    """A sentence with code in it, which stands on a line of its own: `… in the`, `Cookie`, `header …`."""
    if at + 2 >= len(lines):
        return None
    head, code, tail = lines[at : at + 3]
    if not (_OPEN_END.search(head.text) and is_name(code.text) and _GOES_ON.match(tail.text)):
        return None
    if type_head(tail.text):
        return None
    return Line(head.number, f"{head.text} {code.text} {tail.text}", head.indent)


def _turned(lines: Sequence[Line], at: int, platform: Platform, result: Repaired) -> bool:
    """Redoc prints `required` between name and type."""
    if platform is not Platform.REDOC or at + 2 >= len(lines) or not is_name(lines[at].text):
        return False
    flag, kind = lines[at + 1], lines[at + 2]
    if flag.text not in ("required", "deprecated") or not type_head(kind.text):
        return False
    result.lines += [lines[at], *_cut(kind, Line(0, ""), platform), flag]
    return True


def _cut(line: Line, second: Line, platform: Platform) -> list[Line]:
    """One line that was several."""
    text = line.text
    parts = [text]
    if (default := _GLUED_DEFAULT.match(text)) is not None and type_of(second.text):
        parts = [default["default"], default["name"]]
    elif (options := _GLUED_OPTIONS.match(text)) is not None:
        parts = [options["default"], options["options"]]
    elif (listed := _OPTIONS.match(text)) is not None:
        parts = [listed["label"], listed["values"]]
    elif (scheme := _SCHEME.match(text)) is not None:
        parts = [f"Authorization: {scheme[1]} <credentials>"]
    elif (row := _SCHEME_ROW.match(text)) is not None and (row["scheme"] or row["place"]):
        told = f"Parameter Name: {row['name']}, in: {row['place']}"
        kind = row["scheme"]
        parts = ["Authorizations", f"Authorization: {kind.title()} <token>" if kind else told]
    elif platform is Platform.REDOC and (kind := type_head(text)) and not type_of(text):
        rest = text[len(kind) :].strip()
        parts = [kind, rest] if read_marks(Row("", 0, 0, kind), rest, 0) else [text]
    return [Line(line.number, part, line.indent) for part in parts]


def _message(lines: Sequence[Line], at: int, message: re.Match[str], result: Repaired) -> int:
    """An HTTP request (GitBook): an endpoint, and a call with its headers and body."""
    number, stop = lines[at].number, at + 1
    host, headers = "", ""
    while stop < len(lines) and (header := _HEADER.match(lines[stop].text)) is not None:
        value = (header["value"] or "").replace("'", "")
        if header["name"].lower() == "host":
            host = f"https://{value}" if value else ""
        elif value:
            headers += f" -H '{header['name']}: {value}'"
        result.absorbed.add(lines[stop].number)
        stop += 1
    path = message["path"]
    own = number + 1 if stop > at + 1 else number  # its first header
    result.lines += [
        Line(number, f"{message['method']} {path.partition('?')[0]}"),
        Line(own, f"curl -X {message['method']} '{host}{path}'{headers}"),
    ]
    start = next((i for i in range(stop, min(stop + 3, len(lines))) if lines[i].text), stop)
    body = sample_at(lines, start) if start < len(lines) and message["method"] != "GET" else None
    if body is None or body[2]:
        return stop
    result.lines += [Line(own, "Request example"), *lines[start : body[1]]]
    result.lines.append(Line(own, "Response example"))
    return body[1]
