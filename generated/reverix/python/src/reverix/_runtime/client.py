"""The base classes of blocking clients and their resources."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, Unpack, overload

from .base import TRANSPORT_OPTIONS, ClientBase, Connection, result, streams
from .calls import Call, limits_of, run_call
from .configuration import Configuration, CredentialValue
from .effects import Limits
from .files import FileInput
from .operations import ItemT, Operation, ResultT
from .options import RAW, CallOptions, ClientOptions
from .pages import Page
from .responses import BinaryResponse
from .sentinels import omit
from .streams import Stream
from .verbs import Verb

if TYPE_CHECKING:
    import httpx2

    from .drivers import SyncDriver

T = TypeVar("T")


def _connection(options: ClientOptions) -> Connection[SyncDriver]:
    def make() -> SyncDriver:
        from .drivers import SyncDriver

        return SyncDriver(options.get("http_client"), options.get("transport"))

    return Connection(make)


class SyncClient(ClientBase["SyncDriver"]):
    """A client with blocking calls. Use it in `with`, or call `close`."""

    def __init__(
        self,
        configuration: Configuration,
        credentials: Mapping[str, CredentialValue | None],
        options: ClientOptions,
    ) -> None:
        self._open(configuration, credentials, options, _connection(options))

    def with_options(self, **options: Unpack[ClientOptions]) -> Self:
        """A copy with some options changed. It shares the connections: close only one of them."""
        shared = not any(name in options for name in TRANSPORT_OPTIONS)
        return self._copy(options, self._connection if shared else _connection(options))

    def close(self) -> None:
        """Close the connections."""
        if self._connection.made is not None:
            self._connection.made.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def call(
        self,
        operation: Operation[ResultT, Any],
        arguments: Mapping[str, Any],
        options: CallOptions,
    ) -> ResultT:
        """The value of an operation's answer."""
        value: ResultT = self._finish(*self._prepare(operation, arguments, options, "value"))
        return value

    def stream(
        self,
        operation: Operation[Any, ItemT],
        arguments: Mapping[str, Any],
        options: CallOptions,
    ) -> Stream[ItemT]:
        """The stream an operation answers with."""
        value: Stream[ItemT] = self._finish(*self._prepare(operation, arguments, options, "stream"))
        return value

    def call_or_stream(
        self,
        operation: Operation[ResultT, ItemT],
        arguments: Mapping[str, Any],
        options: CallOptions,
    ) -> ResultT | Stream[ItemT]:
        """The stream if the arguments turn streaming on, else the value."""
        if streams(operation, arguments):
            return self.stream(operation, arguments, options)
        return self.call(operation, arguments, options)

    def download(
        self,
        operation: Operation[Any, Any],
        arguments: Mapping[str, Any],
        options: CallOptions,
    ) -> BinaryResponse:
        """The answer with its body unread."""
        value: BinaryResponse = self._finish(
            *self._prepare(operation, arguments, options, "download")
        )
        return value

    def page(
        self,
        operation: Operation[ResultT, ItemT],
        arguments: Mapping[str, Any],
        options: CallOptions,
    ) -> Page[ItemT, ResultT]:
        """A page of the list an operation answers with."""
        call, limits = self._prepare(operation, arguments, options, "value")
        response = self._send(call, limits)
        value: Page[ItemT, ResultT] = result(response, lambda: self._page(call, response), options)
        return value

    def _page(self, call: Call, response: httpx2.Response) -> Page[Any, Any]:
        def fetch(following: Call) -> Page[Any, Any]:
            limits = limits_of(following, self._context.settings)
            return self._page(following, self._send(following, limits))

        plain = call._replace(options={k: v for k, v in call.options.items() if k != RAW})
        strict = self._context.settings.strict
        return Page(plain, response, lambda: self._value(call, response), strict, fetch)

    def _send(self, call: Call, limits: Limits) -> httpx2.Response:
        return self._connection.driver.run(run_call(self._context, call, limits))

    def _finish(self, call: Call, limits: Limits) -> Any:
        response = self._send(call, limits)
        if call.mode == "stream":
            stream: Stream[Any] = Stream(response, self._stream_reader(call, response, limits))
            return result(response, lambda: stream, call.options)
        if call.mode == "download":
            return result(response, lambda: BinaryResponse(response), call.options)
        return result(response, lambda: self._value(call, response), call.options)

    @overload
    def request(
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
    def request(
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
    def request(
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

        The answer is read as `cast_to`, or else by its media type; `BinaryResponse` leaves it
        unread.
        """
        return self._finish(*self._undescribed(verb, path, cast_to, body, query, files, options))

    def stream_request(
        self,
        verb: str,
        path: str,
        *,
        cast_to: type[T],
        body: object = omit,
        query: Mapping[str, object] | None = None,
        format: Literal["event-stream", "json-lines"] = "event-stream",
        **options: Unpack[CallOptions],
    ) -> Stream[T]:
        """Call an endpoint the SDK does not know that answers with a stream of `cast_to`."""
        value: Stream[T] = self._finish(
            *self._undescribed(verb, path, cast_to, body, query, None, options, format)
        )
        return value

    @property
    def get(self) -> Verb:
        """Send a GET request to an endpoint the SDK does not know."""
        return Verb(self, "GET")

    @property
    def post(self) -> Verb:
        """Send a POST request to an endpoint the SDK does not know."""
        return Verb(self, "POST")

    @property
    def put(self) -> Verb:
        """Send a PUT request to an endpoint the SDK does not know."""
        return Verb(self, "PUT")

    @property
    def patch(self) -> Verb:
        """Send a PATCH request to an endpoint the SDK does not know."""
        return Verb(self, "PATCH")

    @property
    def delete(self) -> Verb:
        """Send a DELETE request to an endpoint the SDK does not know."""
        return Verb(self, "DELETE")

    @property
    def head(self) -> Verb:
        """Send a HEAD request to an endpoint the SDK does not know."""
        return Verb(self, "HEAD")


class SyncResource:
    """A group of operations."""

    def __init__(self, client: SyncClient) -> None:
        self._client = client
