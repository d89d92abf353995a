"""Streamed answers: iterators of items that close their connection when they are left."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator, Mapping
from contextlib import aclosing, closing, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .answers import error_text, request_id
from .errors import APIError, APIResponseValidationError, APITimeoutError
from .events import ServerSentEvent, event_reader
from .operations import Streaming
from .wire import NotJsonError, parse_json

if TYPE_CHECKING:
    import httpx2

ItemT = TypeVar("ItemT")

DRAIN_SECONDS = 0.25
"""How long the end of a body is waited for after the last event, so the connection is reused."""
_DRAIN_BYTES = 64 * 1024
_DONE = "[DONE]"


class StreamReader:
    """What both kinds of stream share: bytes to events, events to items. No input or output."""

    def __init__(
        self,
        streaming: Streaming,
        response: httpx2.Response,
        end: float | None,
        strict: bool,
    ) -> None:
        self._streaming = streaming
        self._events = event_reader(streaming.format)
        self._terminator = streaming.terminator or _DONE
        self._error_event = streaming.error_event or "error"
        self._response = response
        self._end = end
        self._strict = strict
        self.ended = False

    def feed(self, chunk: bytes) -> list[ServerSentEvent]:
        """The events a piece of the body completes, up to the terminator."""
        if self._end is not None and time.monotonic() > self._end:
            raise APITimeoutError("The stream was not over at the deadline of the call.")
        return self._kept(self._events.feed(chunk))

    def finish(self) -> list[ServerSentEvent]:
        """The events left at the end of the body."""
        return self._kept(self._events.finish())

    def _kept(self, events: list[ServerSentEvent]) -> list[ServerSentEvent]:
        for index, event in enumerate(events):
            if event.data.strip() == self._terminator:
                self.ended = True
                return events[:index]
        return events

    def item(self, event: ServerSentEvent) -> Any:
        """The item an event carries. Raises the `APIError` it carries instead."""
        if event.event == self._error_event:
            raise self._error(_parsed(event.data))
        from .decode import decode_json

        kind = self._streaming.type()
        if '"error"' in event.data and not _describes_error(kind):
            body = _parsed(event.data)
            if isinstance(body, dict) and body.get("error"):
                raise self._error(body)
        try:
            value, issues = decode_json(event.data, kind, strict=self._strict)
        except NotJsonError as error:
            raise self._misfit(
                f"An event of the stream is not JSON: {error}", event.data
            ) from error
        if issues and self._strict:
            raise APIResponseValidationError(
                issues=issues,
                body=_parsed(event.data),
                request_id=request_id(self._response),
            )
        return value

    def _error(self, body: Any) -> APIError:
        said = error_text(body) or "the stream carried an error"
        return APIError(said, body=body, request_id=request_id(self._response))

    def _misfit(self, message: str, body: Any) -> APIResponseValidationError:
        return APIResponseValidationError(message, body=body, request_id=request_id(self._response))


def _parsed(text: str) -> Any:
    try:
        return parse_json(text)
    except NotJsonError:
        return text


def _describes_error(kind: Any) -> bool:
    """Whether items have a member `error` of their own."""
    return "error" in getattr(kind, "model_fields", {})


class _Answer:
    """What is known before the first item."""

    def __init__(self, response: httpx2.Response) -> None:
        self.response = response

    @property
    def status_code(self) -> int:
        """The HTTP status."""
        return self.response.status_code

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers; names ignore case."""
        return self.response.headers

    @property
    def request_id(self) -> str | None:
        """The id the server gave the call."""
        return request_id(self.response)


class Stream(_Answer, Generic[ItemT]):
    """An iterator of items. Close it, or use it in `with`, when you may leave it early.

    Raises `APIError` for an error the stream carries, `APIConnectionError` when it breaks off,
    `APITimeoutError` when it is silent for too long.
    """

    def __init__(self, response: httpx2.Response, reader: StreamReader) -> None:
        super().__init__(response)
        self._events = _events(response, reader)
        self._items: Generator[ItemT, None, None] = _items(self._events, reader)

    def __iter__(self) -> Iterator[ItemT]:
        return self

    def __next__(self) -> ItemT:
        return next(self._items)

    def events(self) -> Iterator[ServerSentEvent]:
        """The events as they are, without making items of them."""
        return self._events

    def close(self) -> None:
        """Close the connection, if the stream is not over. Can be called again."""
        self._items.close()
        self._events.close()
        self.response.close()

    def __enter__(self) -> Stream[ItemT]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncStream(_Answer, Generic[ItemT]):
    """An asynchronous iterator of items; otherwise as `Stream`."""

    def __init__(self, response: httpx2.Response, reader: StreamReader) -> None:
        super().__init__(response)
        self._events = _async_events(response, reader)
        self._items: AsyncGenerator[ItemT, None] = _async_items(self._events, reader)

    def __aiter__(self) -> AsyncIterator[ItemT]:
        return self

    async def __anext__(self) -> ItemT:
        return await anext(self._items)

    def events(self) -> AsyncIterator[ServerSentEvent]:
        """The events as they are, without making items of them."""
        return self._events

    async def close(self) -> None:
        """Close the connection, if the stream is not over. Can be called again."""
        await self._items.aclose()
        await self._events.aclose()
        await self.response.aclose()

    async def __aenter__(self) -> AsyncStream[ItemT]:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


# The generators hold no reference to their stream: a stream that is dropped is collected at
# once, which closes its generators, which closes the connection.


def _items(
    events: Generator[ServerSentEvent, None, None], reader: StreamReader
) -> Generator[Any, None, None]:
    with closing(events):
        for event in events:
            yield reader.item(event)


async def _async_items(
    events: AsyncGenerator[ServerSentEvent, None], reader: StreamReader
) -> AsyncGenerator[Any, None]:
    async with aclosing(events):
        async for event in events:
            yield reader.item(event)


def _events(
    response: httpx2.Response, reader: StreamReader
) -> Generator[ServerSentEvent, None, None]:
    from .limits import translating

    draining = False
    chunks = response.iter_bytes()
    try:
        with translating("The stream"):
            for chunk in chunks:
                yield from reader.feed(chunk)
                if reader.ended:
                    draining = True
                    return
            yield from reader.finish()
    finally:
        if draining:
            _drain(chunks, response)
        else:
            response.close()


def _drain(chunks: Iterator[bytes], response: httpx2.Response) -> None:
    """Read the end of the body, so that the connection can be used again.

    A server may leave the body open after the last event. Only the reading thread can know, so
    it is a thread of its own, which is not waited for longer than `DRAIN_SECONDS`.
    """

    def read() -> None:
        left = _DRAIN_BYTES
        with suppress(Exception):
            for chunk in chunks:
                left -= len(chunk)
                if left < 0:
                    break
        with suppress(Exception):
            response.close()

    thread = threading.Thread(target=read, daemon=True, name="drain")
    try:
        thread.start()
    except RuntimeError:  # no threads here
        response.close()
    else:
        thread.join(DRAIN_SECONDS)


async def _async_events(
    response: httpx2.Response, reader: StreamReader
) -> AsyncGenerator[ServerSentEvent, None]:
    import anyio

    from .limits import translating

    chunks = response.aiter_bytes()
    try:
        with translating("The stream"):
            async for chunk in chunks:
                for event in reader.feed(chunk):
                    yield event
                if reader.ended:
                    break
            else:
                for event in reader.finish():
                    yield event
    finally:
        if reader.ended:
            with suppress(Exception), anyio.move_on_after(DRAIN_SECONDS):
                async for _ in chunks:
                    pass
        with anyio.CancelScope(shield=True):
            await response.aclose()
