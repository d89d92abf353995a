"""Framing of streamed bodies: WHATWG event streams and JSON lines, from bytes in any pieces.

Both are pure: bytes in, events out.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol


class ServerSentEvent(NamedTuple):
    """One event (WHATWG HTML, section 9.2). `id` is the last one seen; `retry` in milliseconds."""

    data: str
    event: str = ""
    id: str = ""
    retry: int | None = None


class EventReader(Protocol):
    """Turns the bytes of a body into events."""

    def feed(self, chunk: bytes) -> list[ServerSentEvent]:
        """The events that this piece of the body completes."""
        ...

    def finish(self) -> list[ServerSentEvent]:
        """The events left when the body has ended."""
        ...


class EventStreamReader:
    """WHATWG event streams. An event that the end of the body cuts off is dropped, as there said."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._started = False
        self._skip_newline = False
        self._data: list[str] = []
        self._event = ""
        self._id = ""
        self._retry: int | None = None

    def feed(self, chunk: bytes) -> list[ServerSentEvent]:
        """The events that this piece of the body completes."""
        self._buffer += chunk
        if not self._started and not self._strip_mark():
            return []
        if b"\n" not in chunk and b"\r" not in chunk:
            self._skip_newline = self._skip_newline and not self._buffer
            return []
        events: list[ServerSentEvent] = []
        for line in self._lines():
            event = self._line(line.decode("utf-8", "replace"))
            if event is not None:
                events.append(event)
        return events

    def finish(self) -> list[ServerSentEvent]:
        """Nothing: an event without its blank line is incomplete."""
        return []

    def _strip_mark(self) -> bool:
        """Drop a byte order mark; false while there are too few bytes to tell."""
        mark = b"\xef\xbb\xbf"
        if len(self._buffer) < len(mark) and mark.startswith(self._buffer):
            return False
        if self._buffer.startswith(mark):
            del self._buffer[: len(mark)]
        self._started = True
        return True

    def _lines(self) -> list[bytes]:
        """Whole lines, ended by LF, CR or CRLF, also when a CRLF comes in two pieces."""
        if self._skip_newline and self._buffer:
            self._skip_newline = False
            if self._buffer[0] == 0x0A:
                del self._buffer[0]
        if b"\r" not in self._buffer:
            *lines, rest = bytes(self._buffer).split(b"\n")
            self._buffer[:] = rest
            return lines
        text = bytes(self._buffer)
        self._skip_newline = text.endswith(b"\r")
        *lines, rest = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._buffer[:] = rest
        return lines

    def _line(self, line: str) -> ServerSentEvent | None:
        if not line:
            return self._dispatch()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and value.isascii() and value.isdigit():
            self._retry = int(value)
        return None

    def _dispatch(self) -> ServerSentEvent | None:
        data, event = self._data, self._event
        self._data, self._event = [], ""
        if not data:
            return None
        return ServerSentEvent("\n".join(data), event, self._id, self._retry)


class JsonLinesReader:
    """One JSON value a line; blank lines and a byte order mark are passed over."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, chunk: bytes) -> list[ServerSentEvent]:
        """The lines that this piece of the body completes."""
        self._buffer += chunk
        if b"\n" not in chunk:
            return []
        *lines, rest = bytes(self._buffer).split(b"\n")
        self._buffer[:] = rest
        return [event for line in lines for event in _json_line(line)]

    def finish(self) -> list[ServerSentEvent]:
        """The last line, which may lack its line end."""
        rest = bytes(self._buffer)
        self._buffer.clear()
        return _json_line(rest)


def _json_line(line: bytes) -> list[ServerSentEvent]:
    # RFC 7464 puts a record separator before each value.
    text = line.decode("utf-8", "replace").strip(" \t\r\x1e\ufeff")
    return [ServerSentEvent(text)] if text else []


def event_reader(format: str) -> EventReader:
    """A new reader for a format (`event-stream` or `json-lines`)."""
    return EventStreamReader() if format == "event-stream" else JsonLinesReader()
