"""What both kinds of client share. Nothing is imported or opened before the first call."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from .answers import value_of
from .calls import Call, Context, Mode, limits_of
from .configuration import AsyncCredentialValue, Configuration
from .effects import Limits
from .escape import described, is_download, streamed
from .files import FileInput
from .logs import CallLog
from .oauth import TokenStore
from .operations import Body, Operation
from .options import RAW, check_call_options, check_client_options, client_settings
from .responses import RawResponse
from .sentinels import Omit, omit
from .streams import StreamReader

if TYPE_CHECKING:
    import httpx2

DriverT = TypeVar("DriverT")
TRANSPORT_OPTIONS = ("http_client", "transport")


class Connection(Generic[DriverT]):
    """The driver of a client and its copies, made on first use, once."""

    def __init__(self, make: Callable[[], DriverT]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self.made: DriverT | None = None

    @property
    def driver(self) -> DriverT:
        """The driver."""
        if self.made is None:
            with self._lock:
                if self.made is None:
                    self.made = self._make()
        return self.made


class ClientBase(Generic[DriverT]):
    """What both kinds of client share: settings, and calls put together without input or output."""

    _context: Context
    _connection: Connection[DriverT]

    def _open(
        self,
        configuration: Configuration,
        credentials: Mapping[str, AsyncCredentialValue | None],
        options: Mapping[str, Any],
        connection: Connection[DriverT],
    ) -> None:
        settings = client_settings(configuration, credentials, options)
        self._context = Context(settings, CallLog(configuration), TokenStore())
        self._connection = connection

    def _copy(self, options: Mapping[str, Any], connection: Connection[DriverT]) -> Self:
        context = self._context
        check_client_options(context.settings.configuration, options)
        copy = object.__new__(type(self))
        copy._context = Context(context.settings.changed(options), context.log, context.tokens)
        copy._connection = connection
        return copy

    def _prepare(
        self,
        operation: Operation[Any, Any],
        arguments: Mapping[str, Any],
        options: Mapping[str, Any],
        mode: Mode,
    ) -> tuple[Call, Limits]:
        check_call_options(options)
        arguments = _switched(operation, arguments, mode == "stream")
        call = Call(operation, arguments, options, mode)
        return call, limits_of(call, self._context.settings)

    def _value(self, call: Call, response: httpx2.Response) -> Any:
        strict = self._context.settings.strict
        return value_of(call.operation.answers, response, strict=strict)

    def _stream_reader(self, call: Call, response: httpx2.Response, limits: Limits) -> StreamReader:
        from .limits import set_idle_timeout

        settings, streaming = self._context.settings, call.operation.streaming
        if streaming is None:
            raise TypeError(f"{call.operation.id} does not stream.")
        set_idle_timeout(response, settings.idle_timeout)
        return StreamReader(streaming, response, limits.clock.end, settings.strict)

    def _undescribed(
        self,
        verb: str,
        path: str,
        cast_to: Any,
        body: Any,
        query: Mapping[str, object] | None,
        files: Mapping[str, FileInput | list[FileInput]] | None,
        options: Mapping[str, Any],
        stream: str = "",
    ) -> tuple[Call, Limits]:
        """A call to an endpoint that no operation describes; `path` may be a whole URL."""
        check_call_options(options)
        if query is not None:
            options = {
                **options,
                "extra_query": {**query, **(options.get("extra_query") or {})},
            }
        settings = self._context.settings
        operation, arguments = described(settings, verb, path, cast_to, body, files, options)
        if stream:
            operation = streamed(operation, cast_to, stream)
        mode: Mode = "stream" if stream else "download" if is_download(cast_to) else "value"
        whole = path.lower().startswith(("http://", "https://"))
        call = Call(operation, arguments, options, mode, path if whole else None)
        return call, limits_of(call, settings)

    @property
    def base_url(self) -> str:
        """Where the API is."""
        return self._context.settings.base_url

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._context.log.url(self.base_url)}>"


def _switched(
    operation: Operation[Any, Any], arguments: Mapping[str, Any], on: bool
) -> Mapping[str, Any]:
    """The arguments with the member that turns streaming on or, where it must be said, off."""
    streaming, body = operation.streaming, operation.body
    if streaming is None or streaming.switch is None or body is None:
        return arguments
    member, value = streaming.switch
    if not on:
        if not streaming.default_on or not isinstance(_member(body, arguments, member), Omit):
            return arguments
        value = not value
    for argument, wire in body.members:
        if wire == member:
            return {**arguments, argument: value}
    whole = arguments.get(body.argument)
    if isinstance(whole, Mapping):
        return {**arguments, body.argument: {**whole, member: value}}
    return arguments


def _member(body: Body, arguments: Mapping[str, Any], wire: str) -> Any:
    """A member of the body, `omit` when it is not given."""
    for argument, name in body.members:
        if name == wire:
            return arguments.get(argument, omit)
    whole = arguments.get(body.argument)
    return whole.get(wire, omit) if isinstance(whole, Mapping) else omit


def streams(operation: Operation[Any, Any], arguments: Mapping[str, Any]) -> bool:
    """Whether the arguments turn streaming on."""
    streaming, body = operation.streaming, operation.body
    if streaming is None:
        return False
    if streaming.switch is None or body is None:
        return streaming.switch is None
    member, value = streaming.switch
    return bool(_member(body, arguments, member) == value)


def result(response: httpx2.Response, make: Callable[[], Any], options: Mapping[str, Any]) -> Any:
    """What a method returns: the value, or the raw response when `raw` asked for it."""
    return RawResponse(response, make) if options.get(RAW) else make()
