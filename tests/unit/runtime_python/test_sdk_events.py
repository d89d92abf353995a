from __future__ import annotations

import random

import pytest
from sdk_runtime.events import EventStreamReader, JsonLinesReader, ServerSentEvent

E = ServerSentEvent

CASES = {
    "one": (b"data: a\n\n", [E("a")]),
    "no space after the colon": (b"data:a\n\n", [E("a")]),
    "one space only is dropped": (b"data:  a\n\n", [E(" a")]),
    "lines are joined": (b"data: a\ndata: b\ndata\n\n", [E("a\nb\n")]),
    "crlf": (b"data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", [E("a\nb"), E("c")]),
    "cr": (b"data: a\rdata: b\r\rdata: c\r\r", [E("a\nb"), E("c")]),
    "mixed line ends": (b"data: a\r\n\rdata: b\n\r\n", [E("a"), E("b")]),
    "comments": (b": hello\n:\ndata: a\n: again\n\n:\n\n", [E("a")]),
    "byte order mark": (b"\xef\xbb\xbfdata: a\n\n", [E("a")]),
    "a second mark is data": (b"\xef\xbb\xbf\xef\xbb\xbfdata: a\n\ndata: b\n\n", [E("b")]),
    "no data, no event": (b"event: x\n\nid: 1\n\ndata: a\n\n", [E("a", id="1")]),
    "empty data is an event": (b"data\n\ndata:\n\n", [E(""), E("")]),
    "event name ends with its event": (
        b"event: x\ndata: a\n\ndata: b\n\n",
        [E("a", "x"), E("b")],
    ),
    "id stays": (
        b"id: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
        [E("a", id="7"), E("b", id="7"), E("c")],
    ),
    "id with nul is ignored": (b"id: a\0b\ndata: a\n\n", [E("a")]),
    "retry": (b"retry: 1500\nretry: 1x\nretry:\ndata: a\n\n", [E("a", retry=1500)]),
    "unknown fields and odd names": (b"foo: x\n data: y\nDATA: z\ndata: a\n\n", [E("a")]),
    "colons in data": (b'data: {"a": "b:c"}\n\n', [E('{"a": "b:c"}')]),
    "unfinished event is dropped": (b"data: a\n\ndata: b\n", [E("a")]),
    "unfinished line is dropped": (b"data: a\n\ndata: b", [E("a")]),
    "code points": ("data: žluťoučký 🐎\n\n".encode(), [E("žluťoučký 🐎")]),
    "broken utf-8": (b"data: a\xff\n\n", [E("a\ufffd")]),
    "line separators of Unicode are no line ends": (
        "data: a\u2028b\x85c\x0bd\n\n".encode(),
        [E("a\u2028b\x85c\x0bd")],
    ),
    "empty": (b"", []),
    "blank lines": (b"\n\n\r\n\r\n\r", []),
}


def read(pieces: list[bytes], reader: EventStreamReader | JsonLinesReader) -> list[ServerSentEvent]:
    events = [event for piece in pieces for event in reader.feed(piece)]
    return events + reader.finish()


@pytest.mark.parametrize("name", CASES)
def test_whole(name: str) -> None:
    body, expected = CASES[name]
    assert read([body], EventStreamReader()) == expected


@pytest.mark.parametrize("name", CASES)
def test_byte_by_byte(name: str) -> None:
    body, expected = CASES[name]
    assert read([bytes([byte]) for byte in body], EventStreamReader()) == expected


@pytest.mark.parametrize("name", CASES)
def test_any_pieces(name: str) -> None:
    body, expected = CASES[name]
    for seed in range(50):
        chance = random.Random(seed)
        cuts = sorted(chance.randrange(len(body) + 1) for _ in range(chance.randrange(6)))
        pieces = [body[a:b] for a, b in zip([0, *cuts], [*cuts, len(body)], strict=True)]
        assert read(pieces, EventStreamReader()) == expected, pieces


def test_an_event_is_given_as_soon_as_its_blank_line_is_there() -> None:
    reader = EventStreamReader()
    assert reader.feed(b"data: a\r") == []
    assert reader.feed(b"\r") == [E("a")]
    assert reader.feed(b"\ndata: b\n") == []
    assert reader.feed(b"\n") == [E("b")]


LINES = {
    "lines": (b'{"a":1}\n{"a":2}\n', ['{"a":1}', '{"a":2}']),
    "no last line end": (b"1\n2", ["1", "2"]),
    "crlf and blank lines": (b"1\r\n\r\n\n2\r\n", ["1", "2"]),
    "record separators": (b"\x1e1\n\x1e2\n", ["1", "2"]),
    "mark": (b"\xef\xbb\xbf1\n", ["1"]),
    "empty": (b"", []),
}


@pytest.mark.parametrize("name", LINES)
def test_json_lines(name: str) -> None:
    body, expected = LINES[name]
    for pieces in ([body], [bytes([byte]) for byte in body]):
        assert [event.data for event in read(pieces, JsonLinesReader())] == expected
