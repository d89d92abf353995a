"""The base classes of asynchronous clients and their resources."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, Unpack, overload

from .base import TRANSPORT_OPTIONS, ClientBase, Connection, result, streams
from .calls import Call, limits_of, run_call
from .configuration import AsyncCredentialValue, Configuration
from .effects import Limits
from .files import FileInput
from .operations import ItemT, Operation, ResultT
from .options import RAW, AsyncClientOptions, CallOptions
from .pages import AsyncPage
from .responses import AsyncBinaryResponse
from .sentinels import omit
from .streams import AsyncStream
from .verbs import AsyncVerb

if TYPE_CHECKING:
    import httpx2

    from .drivers import AsyncDriver

T = TypeVar("T")


def _connection(options: AsyncClientOptions) -> Connection[AsyncDriver]:
    def make() -> AsyncDriver:
        from .drivers import AsyncDriver

        return AsyncDriver(options.get("http_client"), options.get("transport"))

    return Connection(make)


class AsyncClient(ClientBase["AsyncDriver"]):
    """A client with asynchronous calls. Use it in `async with`, or call `close`."""

    def __init__(
        self,
        configuration: Configuration,
        credentials: Mapping[str, AsyncCredentialValue | None],
        options: AsyncClientOptions,
    ) -> None:
        self._open(configuration, credentials, options, _connection(options))

    def with_options(self, **options: Unpack[AsyncClientOptions]) -> Self:
        """A copy with some options changed. It shares the connections: close only one of them."""
        shared = not any(name in options for name in TRANSPORT_OPTIONS)
        return self._copy(options, self._connection if shared else _connection(options))

    async def close(self) -> None:
        """Close the connections."""
        if self._connection.made is not None:
            await self._connection.made.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def call(
        self,
        operation: Operation[ResultT, Any],
        arguments: Mapping[str, Any],
        options: CallOptions,
    ) -> ResultT:
        """The value of an operation's answer."""
        value: ResultT = await self._finish(*self._prepare(operation, arguments, options, "value"))
        return value

    async def stream(
        self,
        operation: Operation[Any, ItemT],
        arguments: Mapping[str, Any],
        options: CallOptions,
    ) -> AsyncStream[ItemT]:
        """The stream an operation answers with."""
        value: AsyncStream[ItemT] = await self._finish(
            *self._prepare(operation, arguments, options, "stream")
        )
        return value

    async def call_or_stream(
        self,
        operation: Operation[ResultT, ItemT],
        arguments: Mapping[str, Any],
        options: CallOptions,
    ) -> ResultT | AsyncStream[ItemT]:
        """The stream if the arguments turn streaming on, else the value."""
        if streams(operation, arguments):
            return await self.stream(operation, arguments, options)
        return await self.call(operation, arguments, options)

    async def download(
        self,
        operation: Operation[Any, Any],
        arguments: Mapping[str, Any],
        options: CallOptions,
    ) -> AsyncBinaryResponse:
        """The answer with its body unread."""
        value: AsyncBinaryResponse = await self._finish(
            *self._prepare(operation, arguments, options, "download")
        )
        return value

    async def page(
        self,
        operation: Operation[ResultT, ItemT],
        arguments: Mapping[str, Any],
        options: CallOptions,
    ) -> AsyncPage[ItemT, ResultT]:
        """A page of the list an operation answers with."""
        call, limits = self._prepare(operation, arguments, options, "value")
        response = await self._send(call, limits)
        value: AsyncPage[ItemT, ResultT] = result(
            response, lambda: self._page(call, response), options
        )
        return value

    def _page(self, call: Call, response: httpx2.Response) -> AsyncPage[Any, Any]:
        async def fetch(following: Call) -> AsyncPage[Any, Any]:
            limits = limits_of(following, self._context.settings)
            return self._page(following, await self._send(following, limits))

        plain = call._replace(options={k: v for k, v in call.options.items() if k != RAW})
        strict = self._context.settings.strict
        return AsyncPage(plain, response, lambda: self._value(call, response), strict, fetch)

    async def _send(self, call: Call, limits: Limits) -> httpx2.Response:
        return await self._connection.driver.run(run_call(self._context, call, limits))

    async def _finish(self, call: Call, limits: Limits) -> Any:
        response = await self._send(call, limits)
        if call.mode == "stream":
            stream: AsyncStream[Any] = AsyncStream(
                response, self._stream_reader(call, response, limits)
            )
            return result(response, lambda: stream, call.options)
        if call.mode == "download":
            return result(response, lambda: AsyncBinaryResponse(response), call.options)
        return result(response, lambda: self._value(call, response), call.options)

    @overload
    async def request(
        self,
        verb: str,
        path: str,
        *,
        cast_to: type[T],
        body: object = omit,
        query: Mapping[str, object] | None = None,
        files: Mapping[str, FileInput | list[FileInput]] | None = None,
        **options: Unpack[CallOptions],
    ) -> T: ...
    @overload
    async def request(
        self,
        verb: str,
        path: str,
        *,
        cast_to: Any = Any,
        body: object = omit,
        query: Mapping[str, object] | None = None,
        files: Mapping[str, FileInput | list[FileInput]] | None = None,
        **options: Unpack[CallOptions],
    ) -> Any: ...
    async def request(
        self,
        verb: str,
        path: str,
        *,
        cast_to: Any = Any,
        body: object = omit,
        query: Mapping[str, object] | None = None,
        files: Mapping[str, FileInput | list[FileInput]] | None = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        """Call an endpoint the SDK does not know. `path` starts at the base URL, or is a URL.

        The answer is read as `cast_to`, or else by its media type; `AsyncBinaryResponse` leaves it
        unread.
        """
        return await self._finish(
            *self._undescribed(verb, path, cast_to, body, query, files, options)
        )

    async def stream_request(
        self,
        verb: str,
        path: str,
        *,
        cast_to: type[T],
        body: object = omit,
        query: Mapping[str, object] | None = None,
        format: Literal["event-stream", "json-lines"] = "event-stream",
        **options: Unpack[CallOptions],
    ) -> AsyncStream[T]:
        """Call an endpoint the SDK does not know that answers with a stream of `cast_to`."""
        value: AsyncStream[T] = await self._finish(
            *self._undescribed(verb, path, cast_to, body, query, None, options, format)
        )
        return value

    @property
    def get(self) -> AsyncVerb:
        """Send a GET request to an endpoint the SDK does not know."""
        return AsyncVerb(self, "GET")

    @property
    def post(self) -> AsyncVerb:
        """Send a POST request to an endpoint the SDK does not know."""
        return AsyncVerb(self, "POST")

    @property
    def put(self) -> AsyncVerb:
        """Send a PUT request to an endpoint the SDK does not know."""
        return AsyncVerb(self, "PUT")

    @property
    def patch(self) -> AsyncVerb:
        """Send a PATCH request to an endpoint the SDK does not know."""
        return AsyncVerb(self, "PATCH")

    @property
    def delete(self) -> AsyncVerb:
        """Send a DELETE request to an endpoint the SDK does not know."""
        return AsyncVerb(self, "DELETE")

    @property
    def head(self) -> AsyncVerb:
        """Send a HEAD request to an endpoint the SDK does not know."""
        return AsyncVerb(self, "HEAD")


class AsyncResource:
    """A group of operations."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
