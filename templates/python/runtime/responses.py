"""Answers before they are values: raw responses, and bodies that are not read into memory."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, cast

from .answers import request_id
from .options import RAW

if TYPE_CHECKING:
    import httpx2

T = TypeVar("T")
P = ParamSpec("P")


class _Response:
    """Status, headers and request id of an answer."""

    def __init__(self, response: httpx2.Response) -> None:
        self.http_response = response

    @property
    def status_code(self) -> int:
        """The HTTP status."""
        return self.http_response.status_code

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers; names ignore case."""
        return self.http_response.headers

    @property
    def request_id(self) -> str | None:
        """The id the server gave the call."""
        return request_id(self.http_response)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.status_code}>"


class RawResponse(_Response, Generic[T]):
    """A successful answer, and the way to its value."""

    def __init__(self, response: httpx2.Response, parse: Callable[[], T]) -> None:
        super().__init__(response)
        self._parse = parse
        self._parsed: list[T] = []

    def parse(self) -> T:
        """The value the method would have returned; the same object each time."""
        if not self._parsed:
            self._parsed.append(self._parse())
        return self._parsed[0]

    @property
    def content(self) -> bytes:
        """The body; not there for streams and downloads."""
        return self.http_response.content

    @property
    def text(self) -> str:
        """The body as text; not there for streams and downloads."""
        return self.http_response.text


class BinaryResponse(_Response):
    """A body that is read when asked for. Close it, or use it in `with`."""

    def read(self) -> bytes:
        """The whole body."""
        with _translating():
            return self.http_response.read()

    def iter_bytes(self, chunk_size: int | None = None) -> Iterator[bytes]:
        """The body piece by piece, each of `chunk_size` bytes but the last."""
        with _translating():
            yield from self.http_response.iter_bytes(chunk_size)

    def stream_to_file(self, path: str | os.PathLike[str]) -> None:
        """Write the body to a file."""
        with open(path, "wb") as file:
            for chunk in self.iter_bytes():
                file.write(chunk)

    def close(self) -> None:
        """Give up the rest of the body. Can be called again."""
        self.http_response.close()

    def __enter__(self) -> BinaryResponse:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncBinaryResponse(_Response):
    """A body that is read when asked for. Close it, or use it in `async with`."""

    async def read(self) -> bytes:
        """The whole body."""
        with _translating():
            return await self.http_response.aread()

    async def iter_bytes(self, chunk_size: int | None = None) -> AsyncIterator[bytes]:
        """The body piece by piece, each of `chunk_size` bytes but the last."""
        with _translating():
            async for chunk in self.http_response.aiter_bytes(chunk_size):
                yield chunk

    async def stream_to_file(self, path: str | os.PathLike[str]) -> None:
        """Write the body to a file."""
        import anyio

        async with await anyio.open_file(path, "wb") as file:
            async for chunk in self.iter_bytes():
                await file.write(chunk)

    async def close(self) -> None:
        """Give up the rest of the body. Can be called again."""
        await self.http_response.aclose()

    async def __aenter__(self) -> AsyncBinaryResponse:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


def _translating() -> Any:
    from .limits import translating

    return translating("Reading the body")


def raw(method: Callable[P, T]) -> Callable[P, RawResponse[T]]:
    """The method with the same arguments that gives the raw response."""

    def call(*args: P.args, **kwargs: P.kwargs) -> RawResponse[T]:
        hidden: Any = method
        return cast("RawResponse[T]", hidden(*args, **kwargs, **{RAW: True}))

    call.__doc__ = method.__doc__
    return call


def async_raw(
    method: Callable[P, Awaitable[T]],
) -> Callable[P, Awaitable[RawResponse[T]]]:
    """The coroutine function with the same arguments that gives the raw response."""

    async def call(*args: P.args, **kwargs: P.kwargs) -> RawResponse[T]:
        hidden: Any = method
        return cast("RawResponse[T]", await hidden(*args, **kwargs, **{RAW: True}))

    call.__doc__ = method.__doc__
    return call
