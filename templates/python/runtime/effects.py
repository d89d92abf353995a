"""What a call asks of the outside world. Calls are generators that yield these and get results.

So there is one account of how a call runs; `drivers` carries it out, once with blocking and once
with asynchronous input and output.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from .bodies import Payload
from .options import TimeoutValue
from .retries import Clock

if TYPE_CHECKING:
    import httpx2

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class RequestData:
    """A request, ready to leave. `url` and `headers` hold secrets, so they are not in the `repr`."""

    verb: str
    url: str = field(repr=False)
    headers: tuple[tuple[str, str], ...] = field(repr=False)
    payload: Payload | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """Times in seconds: one try, connecting, and what is left of the call."""

    timeout: TimeoutValue
    connect: float | None
    clock: Clock


@dataclass(frozen=True, slots=True)
class Send:
    """Send a request; the result is a response whose body is not read yet."""

    request: RequestData
    limits: Limits


@dataclass(frozen=True, slots=True)
class Read:
    """Read the body of a response."""

    response: httpx2.Response
    limits: Limits


@dataclass(frozen=True, slots=True)
class Close:
    """Give up a response."""

    response: httpx2.Response


@dataclass(frozen=True, slots=True)
class Sleep:
    """Wait, in seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Ask:
    """Call a user's function; the asynchronous driver awaits what it gives if need be."""

    function: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Alone:
    """Run a plan while no other call of the client runs one this way."""

    plan: Plan[Any]


Effect: TypeAlias = Send | Read | Close | Sleep | Ask | Alone
Plan: TypeAlias = Generator[Effect, Any, ResultT]
