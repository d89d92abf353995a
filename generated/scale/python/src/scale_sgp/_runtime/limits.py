"""Times for httpx2, and its errors as the SDK's."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from .effects import Limits
from .errors import APIConnectionError, APIError, APITimeoutError


def phases(limits: Limits) -> httpx2.Timeout:
    """Limits per phase, none longer than what is left of the call."""
    left, timeout = limits.clock.left(), limits.timeout
    if isinstance(timeout, httpx2.Timeout):
        times = timeout.as_dict()
    else:
        times = dict.fromkeys(("connect", "read", "write", "pool"), timeout)
        times["connect"] = _least(limits.connect, timeout)
    return httpx2.Timeout(**{name: _least(time, left) for name, time in times.items()})


def _least(*values: float | None) -> float | None:
    return min((value for value in values if value is not None), default=None)


def read_until(response: httpx2.Response, end: float | None) -> None:
    """Read a body, or raise `httpx2.ReadTimeout` when it is not complete at a monotonic time."""
    if end is not None and isinstance(response.stream, httpx2.SyncByteStream):
        response.stream = _Bounded(response.stream, end)
    response.read()


class _Bounded(httpx2.SyncByteStream):
    """A body that must be over at a monotonic time, however steadily it drips."""

    def __init__(self, stream: httpx2.SyncByteStream, end: float) -> None:
        self._stream = stream
        self._end = end

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            yield chunk
            if time.monotonic() > self._end:
                raise httpx2.ReadTimeout("the answer was not complete in time")

    def close(self) -> None:
        self._stream.close()


def set_idle_timeout(response: httpx2.Response, seconds: float | None) -> None:
    """The longest silence of a body that is about to be streamed.

    The transport looks the limit up again when it starts to read the body.
    """
    timeouts = response.request.extensions.get("timeout")
    if isinstance(timeouts, dict):
        timeouts["read"] = seconds


def translated(error: BaseException, what: str = "The call") -> APIError:
    """An error of the transport as the SDK's own; its text is kept, secrets are not in it."""
    text = str(error) or type(error).__name__
    if isinstance(error, (httpx2.TimeoutException, TimeoutError)):
        return APITimeoutError(f"{what} took too long: {text}")
    return APIConnectionError(f"{what} failed: {text}")


@contextmanager
def translating(what: str) -> Iterator[None]:
    """Raise what goes wrong on the way as an `APIError`."""
    try:
        yield
    except (
        httpx2.HTTPError,
        httpx2.StreamError,
        httpx2.InvalidURL,
        TimeoutError,
    ) as error:
        raise translated(error, what) from error
