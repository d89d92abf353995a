"""What to answer: an example of the document, else a value made from the schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apiscribe.serve import bodies
from apiscribe.serve.nodes import Node, members_named
from apiscribe.serve.values import Values

_LINES = ("application/jsonl", "application/x-ndjson", "application/x-jsonlines")
_EVENTS = "text/event-stream"
_OWN_HEADERS = {
    *("content-type", "content-length", "content-encoding", "transfer-encoding", "trailer"),
    *("connection", "keep-alive", "upgrade", "date", "retry-after"),
}
"""Headers that say how this very answer is sent: the server's own, whatever a document shows."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer. `pieces` are the units a stream sends one by one."""

    status: int
    media_type: str
    pieces: tuple[bytes, ...]
    headers: tuple[tuple[str, str], ...] = ()
    streamed: bool = False


def find_response(operation: Node, status: int | None) -> tuple[int, Node | None]:
    """The response object for a status, or for the first success when `None`."""
    responses = operation.child("responses")
    if responses is None or not isinstance(responses.value, Mapping):
        return status or 200, None
    codes = list(responses.value)
    if status is None:
        code = next((c for c in codes if str(c).upper().startswith("2")), None)
        if code is None:
            return (200, responses.child("default")) if "default" in codes else (200, None)
        number = int(code) if str(code).isdigit() else 200
        return number, responses.child(code)
    for key in (str(status), f"{status // 100}XX", f"{status // 100}xx", "default"):
        if key in codes:
            return status, responses.child(key)
    return status, None


def choose_media(content: Node, accept: str, streaming: bool | None) -> tuple[str, Node] | None:
    """The media type to answer in: the streamed one when asked, else the first accepted one."""
    entries = list(content.members())
    streams = [e for e in entries if is_streamed(e[0])]
    plain = [e for e in entries if not is_streamed(e[0])]
    if streaming is None:
        wanted = [part.partition(";")[0].strip() for part in accept.split(",")]
        streaming = not plain or any(w == name for w in wanted for name, _ in streams)
        named = [e for w in wanted for e in plain if bodies.media_type_of(e[0]) == w]
        plain = named or plain
    ordered = streams + plain if streaming else plain + streams
    return ordered[0] if ordered else None


def is_streamed(media_type: str) -> bool:
    """Whether the media type is a sequence of items."""
    name = bodies.media_type_of(media_type)
    return name == _EVENTS or name in _LINES or name == "application/json-seq"


def make_answer(
    operation: Node,
    status: int | None,
    accept: str,
    streaming: bool | None,
    example: str | None,
    values: Values,
) -> Answer:
    """The document's answer for `status` (`None`: success)."""
    number, response = find_response(operation, status)
    headers = _headers(response, values)
    content = response.child("content") if response else None
    chosen = choose_media(content, accept, streaming) if content else None
    if chosen is None:
        return Answer(number, "", (), headers)
    media_type, media = chosen
    if is_streamed(media_type):
        pieces = _stream_pieces(media_type, media, operation, example, values)
        return Answer(number, media_type, pieces, headers, streamed=True)
    value = values.of_media(media, example)
    concrete = media_type if "*" not in media_type else "application/octet-stream"
    return Answer(number, concrete, (encode(concrete, value),), headers)


def encode(media_type: str, value: Any) -> bytes:
    """A value as bytes of a media type."""
    if bodies.is_json(bodies.media_type_of(media_type)):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    if isinstance(value, str):
        return value.encode()
    return b"" if value is None else json.dumps(value, ensure_ascii=False).encode()


def _stream_pieces(
    media_type: str, media: Node, operation: Node, example: str | None, values: Values
) -> tuple[bytes, ...]:
    items = values.of_stream(media, example)
    texts = [json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in items]
    if bodies.media_type_of(media_type) != _EVENTS:
        return tuple(f"{text}\n".encode() for text in texts)
    stream = (operation.get("x-sdk") or {}).get("stream") or {}
    if isinstance(stream, Mapping) and stream.get("terminator"):
        texts.append(str(stream["terminator"]))
    return tuple(f"data: {text}\n\n".encode() for text in texts)


def _headers(response: Node | None, values: Values) -> tuple[tuple[str, str], ...]:
    declared = response.child("headers") if response else None
    found = []
    for name, header in declared.members() if declared else ():
        schema = header.child("schema")
        if schema is not None and name.lower() not in _OWN_HEADERS:
            value = values.sampled(schema)
            text = value if isinstance(value, str) else json.dumps(value)
            if text.isascii() and text.isprintable():
                found.append((name, text))
    return tuple(found)


def wants_stream(operation: Node, body: Any) -> bool | None:
    """Whether the request's switch asks for a stream; `None` when the operation has no switch."""
    stream = (operation.get("x-sdk") or {}).get("stream") or {}
    switch = stream.get("switch") if isinstance(stream, Mapping) else None
    schema = _body_schema(operation)
    if not isinstance(switch, Mapping) or not switch:
        assumed = _member(schema, "stream") if schema else None
        if assumed is None or not _is_boolean(assumed):
            return None
        switch = {"stream": True}
    given = body if isinstance(body, Mapping) else {}
    for name, on in switch.items():
        member = _member(schema, name) if schema else None
        default = member.get("default") if member else None
        if given.get(name, default) != on:
            return False
    return True


def _member(schema: Node, name: str) -> Node | None:
    return next(members_named(schema, name, "allOf", "oneOf", "anyOf"), None)


def _is_boolean(schema: Node) -> bool:
    kinds = schema.get("type")
    return "boolean" in (kinds if isinstance(kinds, list) else [kinds])


def _body_schema(operation: Node) -> Node | None:
    """The schema of the first JSON request body."""
    body = operation.child("requestBody")
    content = body.child("content") if body else None
    for name, media in content.members() if content else ():
        if bodies.is_json(bodies.media_type_of(name)):
            return media.child("schema")
    return None
