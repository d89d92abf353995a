"""Fenced blocks of an operation: calls, requests, answers, streams."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from apiscribe.pages.facts import Certainty, Source, Text
from apiscribe.pages.hand_draft import Draft, ResponseDraft, ShownSample
from apiscribe.pages.hand_outline import calls_of
from apiscribe.pages.hand_records import Fence, Para
from apiscribe.pages.json_shape_parser import ArrayNode, Node, ObjectNode
from apiscribe.pages.json_shape_parts import unquoted
from apiscribe.pages.json_shape_shapes import ShapeBuilder
from apiscribe.pages.page import Ledger, Line, PageSource
from apiscribe.pages.parts.curl import CurlCall
from apiscribe.pages.parts.endpoints import METHODS, read_endpoint
from apiscribe.pages.parts.rows import Row
from apiscribe.pages.parts.samples import (
    Sample,
    is_value,
    looks_like_json,
    looks_like_stream,
    read_sample,
)
from apiscribe.pages.parts.sections import Label, Role

_STATUS_LINE = re.compile(r"^(?:HTTP/[\d.]+\s+|Status:\s*)?([1-5]\d\d)(?:\s+[A-Za-z].*)?$")
_HEADER = re.compile(r"^([A-Za-z][\w-]*)\s*:\s+(\S.*)$")
_JSON_INFO = frozenset(
    [
        "",
        "json",
        "json5",
        "jsonc",
        "javascript",
        "js",
        "text",
        "txt",
        "plaintext",
        "sse",
        "event-stream",
        "ndjson",
        "jsonl",
        "http",
        "https",
        "response",
        "yaml",
    ]
)
_SHOWN = "An answer on the page shows it."
_USUAL_HEADERS = frozenset(
    [
        "age", "allow", "alt-svc", "cache-control", "connection", "content-encoding", "content-length",
        "content-type", "date", "expires", "keep-alive", "pragma", "server", "set-cookie", "status",
        "strict-transport-security", "transfer-encoding", "vary", "via",
    ]
)  # fmt: skip
_TEXT_INFO = frozenset(["", "text", "txt", "plaintext", "http", "https"])
_NO_TEXT = re.compile(
    r"[<{\[(…]|\.{3}|(?:no|empty|none)\b"
    r"|.{0,60}\b(?:no|empty|without(?: an?)?) (?:\w+ )?(?:body|content)\b",
    re.I,
)
"""Markup, broken JSON, and what says that there is nothing, or that something is left out."""
_REQUEST = (Role.REQUEST_EXAMPLE, Role.BODY, Role.PARAMETERS, Role.QUERY)
_RESPONSE = (Role.RESPONSE_EXAMPLE, Role.RESPONSE, Role.ERRORS, Role.STREAM)


@dataclass(slots=True)
class SampleReader:
    """Puts samples into the draft of an operation."""

    page: PageSource
    ledger: Ledger
    draft: Draft

    def fence(self, block: Fence, label: Label | None, used: Collection[int]) -> None:
        """Read one fenced block; what it is, is decided by its content first, then by the label."""
        self.ledger.drop([block.line, block.end_line], "fence")
        lines = [line for line in block.lines if line.number not in used]
        self.ledger.fact(*(line.number for line in block.lines if line.number in used))
        if not any(line.text for line in lines):
            return
        if calls := calls_of(block):
            self._use_calls(calls, block)
            return
        info = block.info.split()[0].lower().strip("{}:") if block.info else ""
        if info not in _JSON_INFO:
            self.ledger.drop([line.number for line in lines], "sample code")
            return
        headers, status, rest, endpoint = _message(lines)
        if (
            headers
            and not (status or endpoint)
            and label is not None
            and label.role in (Role.HEADER, Role.AUTH)
        ):
            self._request(headers, rest)
            return
        if endpoint or (any(n.number in used for n in block.lines) and not status):
            self._request(headers, rest)
            return
        if not status and not looks_like_json("\n".join(line.text for line in rest)):
            headers, rest = [], lines  # `name: value` in a text
        body = "\n".join(line.text for line in rest)
        told = re.search(r"(?<![\w.])([1-5]\d\d)(?![\w.])", block.info)
        if not (looks_like_json(body) or looks_like_stream(body)):
            status = status or (told[1] if told is not None else "")
            if status:
                span = self.page.span(block.line, block.end_line)
                response = self.draft.response(status, span, stated=True)
                self._headers(status, headers)
                self._text(response, rest, info, _media_of(headers))
                self.ledger.fact(*(line.number for line in lines))
            else:
                self.ledger.drop([line.number for line in lines], "sample code")
            return
        if not status and told is not None:
            label = Label(Role.RESPONSE_EXAMPLE, told[1], label.media_type if label else "")
        if status:
            self._headers(status, headers)
            label = Label(Role.RESPONSE_EXAMPLE, status, _media_of(headers))
        self._sample(rest, label, block.info)
        shown = {line.number for line in rest}
        self.ledger.fact(*(line.number for line in lines if line.number not in shown))

    def _headers(self, status: str, headers: Sequence[tuple[str, str, int]]) -> None:
        """Headers that an answer shows, without those that every answer of HTTP may have."""
        for name, _, line in headers:
            if name.lower() not in _USUAL_HEADERS:
                row = Row(name, line, line, type="string", doubt=_SHOWN)
                self.draft.response(status, self.page.span(line), stated=True).headers.append(row)

    def _text(self, response: ResponseDraft, lines: list[Line], info: str, media: str) -> None:
        """An answer that is plain text, or of another type of text that the page names."""
        shown = [line.number for line in lines if line.text]
        if not shown or not (media.startswith("text/") if media else info in _TEXT_INFO):
            return
        rows = self.page.rows[shown[0] - 1 : shown[-1]]
        text = textwrap.dedent("\n".join(row.rstrip() for row in rows))
        if media or _NO_TEXT.match(text) is None:
            source = Source(self.page.span(shown[0], shown[-1]))
            response.shown.append(Text(text, source))
            response.text_media = response.text_media or media

    def calls(self, block: Para, label: Label | None) -> bool:
        """Curl calls in a paragraph; whether there were some."""
        found = calls_of(block)
        if found:
            self._use_calls(found, block)
        return bool(found)

    def _use_calls(self, calls: Sequence[CurlCall], block: Fence | Para) -> None:
        for call in calls:
            if not self.draft.endpoint.method:  # a section about all operations: its headers count
                self.draft.calls.append(call)
                self.ledger.fact(*range(call.line, call.end_line + 1))
                continue
            self.ledger.fact(*range(call.line, call.end_line + 1))
            if self.draft.is_called(call):
                self.draft.calls.append(call)
            else:
                self.draft.strays.append(call)
        known = {n for call in calls for n in range(call.line, call.end_line + 1)}
        rest = [line for line in block.lines if line.number not in known and line.text]
        comments = [line.number for line in rest if line.text.startswith(("#", "//"))]
        self.ledger.drop(comments, "comment")
        body = [line for line in rest if line.number not in comments]
        text = "\n".join(line.text for line in body)
        if body and (looks_like_json(text) or looks_like_stream(text)):
            self._sample(body, Label(Role.RESPONSE_EXAMPLE), "")
        else:
            self.ledger.drop([line.number for line in body], "sample code")

    def _request(self, headers: Sequence[tuple[str, str, int]], rest: list[Line]) -> None:
        for name, value, line in headers:
            if name.lower() == "host":
                why = "The request names the host; that it is reached by https is assumed."
                source = Source(self.page.span(line), Certainty.ASSUMED, why)
                self.draft.hosts.append((f"https://{value}", source))
            elif name.lower() == "content-type":
                self.draft.body_media = value.partition(";")[0].strip().lower()
                self.draft.body_span = self.page.span(line)
            else:
                row = Row(name, line, line)
                row.example = value
                self.draft.add(Role.HEADER, [row])
            self.ledger.fact(line)
        body = [line for line in rest if line.text]
        if body and looks_like_json("\n".join(line.text for line in body)):
            self._sample(body, Label(Role.REQUEST_EXAMPLE), "")
        else:
            self.ledger.fact(*(line.number for line in body))

    def _sample(self, lines: list[Line], label: Label | None, info: str) -> None:
        shown = [line for line in lines if line.text]
        sample = read_sample(lines)
        span = self.page.span(shown[0].number, shown[-1].number)
        if sample.problem is not None:
            self.ledger.refuse(sample.problem[0], f"the sample breaks off: {sample.problem[1]}")
        if not sample.values:
            for line in shown:
                self.ledger.refuse(line.number, "a sample that cannot be read")
            return
        self.ledger.fact(*(n.number for n in shown if n.number not in self.ledger.refused))
        entry = ShownSample(sample, span, label.media_type if label is not None else "")
        self._skeleton(entry)
        if sample.frames and (not sample.ndjson or self._is_stream(label)):
            self.draft.streams.append(entry)
            return
        if self._is_request(sample, label, info):
            self.draft.requests.append(entry)
            return
        status = label.status if label is not None else ""
        fallback = "default" if label is not None and label.role is Role.ERRORS else "200"
        response = self.draft.response(status or fallback, span, stated=bool(status))
        response.samples.append(entry)

    def _skeleton(self, entry: ShownSample) -> None:
        """A sample with type words instead of values states types."""
        node = entry.sample.node
        if node is None or is_value(node):
            return
        builder = ShapeBuilder(self.page, {}, frozenset())
        entry.skeleton = builder.build(unquoted(node))
        for line, why in builder.refused.items():
            self.ledger.refuse(line, why)

    def _is_stream(self, label: Label | None) -> bool:
        told = label is not None and label.role is Role.STREAM
        return told or self.draft.streams_told is not None

    def _is_request(self, sample: Sample, label: Label | None, info: str) -> bool:
        """Request or answer: by the label, the method, the members that are described, the order."""
        role = label.role if label is not None else None
        words = info.lower()
        if role in _RESPONSE or re.search(r"\bresponse\b|\b200\b", words):
            return False
        if self.draft.endpoint.method in ("GET", "HEAD", "DELETE"):
            return False
        if role in _REQUEST or re.search(r"\brequest\b|\bbody\b", words):
            return True
        node = sample.node
        keys = {m.key for m in node.members} if isinstance(node, ObjectNode) else set()
        sent = {r.name for rows in self.draft.rows.values() for r in rows}
        answered = {r.name for one in self.draft.responses.values() for r in one.rows}
        if keys & sent or keys & answered:
            return len(keys & sent) > len(keys & answered)
        answers = [entry for one in self.draft.responses.values() for entry in one.samples]
        if keys and answers and keys <= _keys(self.draft.requests) - _keys(answers):
            return True  # another of the requests shown
        return not (self.draft.calls or self.draft.requests)


def _keys(entries: Sequence[ShownSample]) -> set[str]:
    """The names of the members of objects that are shown."""
    nodes = [node for entry in entries for node in entry.sample.values]
    return {m.key for node in nodes if isinstance(node, ObjectNode) for m in node.members}


def _media_of(headers: Sequence[tuple[str, str, int]]) -> str:
    """The media type that headers name."""
    media = next((v for name, v, _ in headers if name.lower() == "content-type"), "")
    return media.partition(";")[0].strip().lower()


def _message(
    lines: Sequence[Line],
) -> tuple[list[tuple[str, str, int]], str, list[Line], bool]:
    """An HTTP message: headers, status, the rest, and whether it is a request."""
    headers: list[tuple[str, str, int]] = []
    status, request, at = "", False, 0
    shown = list(lines)
    while at < len(shown) and not shown[at].text:
        at += 1
    if at < len(shown) and (line := _STATUS_LINE.match(shown[at].text)) is not None:
        status, at = line[1], at + 1
    elif (
        at < len(shown)
        and shown[at].text.split(" ")[0] in METHODS
        and read_endpoint(shown[at].text)
    ):
        request, at = True, at + 1
    first = at
    while at < len(shown) and (header := _HEADER.match(shown[at].text)) is not None:
        if header[1] in ("data", "event", "id", "retry"):
            break
        headers.append((header[1], header[2], shown[at].number))
        at += 1
    if headers and not (status or request) and at < len(shown) and shown[at].text:
        return [], "", shown[first:], False
    return headers, status, shown[at:], request


def shows_member(block: Fence, rows: Sequence[Row]) -> bool:
    """Whether a sample below a member's own heading shows the member, not what it is in (`rows`)."""
    if not looks_like_json(block.text):
        return False
    beside = {row.name.partition(".")[0] for row in rows}
    nodes = [item for node in read_sample(block.lines).values for item in _objects(node)]
    shown = {m.key for node in nodes if isinstance(node, ObjectNode) for m in node.members}
    return bool(shown) and not shown & beside


def _objects(node: Node) -> Sequence[Node]:
    """A value, or the items of a list."""
    return node.items if isinstance(node, ArrayNode) else (node,)


def source_of(page: PageSource, entry: ShownSample) -> Source:
    """The lines of a sample."""
    return Source(entry.span)
