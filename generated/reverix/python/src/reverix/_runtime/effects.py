"""What a call asks of the outside world. Calls are generators that yield these and get results.

So there is one account of how a call runs; `drivers` carries it out, once with blocking and once
with asynchronous input and output.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from .bodies import Payload
from .options import TimeoutValue
from .retries import Clock

if TYPE_CHECKING:
    import httpx2

ResultT = TypeVar("ResultT")


class RequestData(NamedTuple):
    """A request, ready to leave. Its URL and headers hold secrets."""

    verb: str
    url: str
    headers: tuple[tuple[str, str], ...]
    payload: Payload | None = None

    def __repr__(self) -> str:
        return f"<request {self.verb}>"


class Limits(NamedTuple):
    """Times in seconds: one try, connecting, and what is left of the call.

    `end` is the monotonic time at which the try that is going on must be over.
    """

    timeout: TimeoutValue
    connect: float | None
    clock: Clock
    end: float | None = None

    def for_a_try(self) -> Limits:
        """These limits, with a try starting now. Limits per phase do not bound the whole."""
        ends = [self.clock.end] if self.clock.end is not None else []
        if isinstance(self.timeout, (int, float)):
            ends.append(time.monotonic() + self.timeout)
        return self._replace(end=min(ends, default=None))


class Send(NamedTuple):
    """Send a request; the result is a response whose body is not read yet."""

    request: RequestData
    limits: Limits


class Read(NamedTuple):
    """Read the body of a response."""

    response: httpx2.Response
    limits: Limits


class Close(NamedTuple):
    """Give up a response."""

    response: httpx2.Response


class Sleep(NamedTuple):
    """Wait, in seconds."""

    seconds: float


class Ask(NamedTuple):
    """Call a user's function; the asynchronous driver awaits what it gives if need be."""

    function: Callable[[], Any]


class Alone(NamedTuple):
    """Run a plan while no other call of the client runs one this way."""

    plan: Plan[Any]


Effect: TypeAlias = Send | Read | Close | Sleep | Ask | Alone
Plan: TypeAlias = Generator[Effect, Any, ResultT]
