"""Faults on demand: request headers that tell the mock server to misbehave.

`x-mock-status`       answer with this status
`x-mock-fail-times`   fail this many times for `x-mock-key`, then behave (status: `x-mock-status` or 503)
`x-mock-delay`        seconds before the answer
`x-mock-chunk`        bytes of body a write
`x-mock-chunk-delay`  seconds between two writes
`x-mock-cut`          close the connection after this many bytes of body
`x-mock-retry-after`  value of the answer's `Retry-After`
`x-mock-body`         literal body; `x-mock-content-type` says of which type
`x-mock-example`      name of the example to answer with
`x-mock-header-NAME`  answer header NAME
`x-mock-path`         which of several operations with one path is meant: its key in the document
`x-mock-unchecked`    skip the examination of the request
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

PREFIX = "x-mock-"
_HEADER = "x-mock-header-"
_MAXIMUM_DELAY = 60.0
_KNOWN = frozenset(
    f"{PREFIX}{name}"
    for name in (
        "status",
        "fail-times",
        "key",
        "delay",
        "chunk",
        "chunk-delay",
        "cut",
        "retry-after",
        "body",
        "content-type",
        "example",
        "path",
        "unchecked",
    )
)


@dataclass(frozen=True, slots=True)
class Faults:
    """What a request asked for. Delays are seconds; `None` = not asked."""

    status: int | None = None
    fail_times: int = 0
    key: str = ""
    delay: float = 0.0
    chunk: int | None = None
    chunk_delay: float = 0.0
    cut: int | None = None
    retry_after: str | None = None
    body: str | None = None
    content_type: str | None = None
    example: str | None = None
    path: str | None = None
    unchecked: bool = False
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class UnusableHeaderError(Exception):
    """A control header that says nothing usable."""

    header: str
    detail: str


@dataclass(slots=True)
class Attempts:
    """How often each key was seen, so that a fault can end after some tries."""

    seen: dict[str, int] = field(default_factory=dict)

    def failing(self, faults: Faults) -> bool:
        """Count this try; whether it is still one of those that must fail."""
        if not faults.fail_times:
            return faults.status is not None
        count = self.seen.get(faults.key, 0)
        self.seen[faults.key] = count + 1
        return count < faults.fail_times


def read_faults(headers: Mapping[str, str]) -> Faults:
    """The faults that `headers` (lower-case names) ask for; raises `UnusableHeaderError`."""
    extra = tuple((k[len(_HEADER) :], v) for k, v in headers.items() if k.startswith(_HEADER))
    for name in headers:
        if name.startswith(PREFIX) and not name.startswith(_HEADER) and name not in _KNOWN:
            raise UnusableHeaderError(
                name, "is no control header; known: " + ", ".join(sorted(_KNOWN))
            )
    status = _whole(headers, "status")
    if status is not None and not 200 <= status <= 599:
        raise UnusableHeaderError(f"{PREFIX}status", "takes 200 to 599")
    return Faults(
        status=status,
        fail_times=_whole(headers, "fail-times") or 0,
        key=headers.get(f"{PREFIX}key", ""),
        delay=_seconds(headers, "delay"),
        chunk=_whole(headers, "chunk"),
        chunk_delay=_seconds(headers, "chunk-delay"),
        cut=_whole(headers, "cut"),
        retry_after=headers.get(f"{PREFIX}retry-after"),
        body=headers.get(f"{PREFIX}body"),
        content_type=headers.get(f"{PREFIX}content-type"),
        example=headers.get(f"{PREFIX}example"),
        path=unquote(headers.get(f"{PREFIX}path", "")) or None,
        unchecked=f"{PREFIX}unchecked" in headers,
        headers=extra,
    )


def _whole(headers: Mapping[str, str], name: str) -> int | None:
    text = headers.get(f"{PREFIX}{name}")
    if text is None:
        return None
    if not text.isascii() or not text.isdigit():
        raise UnusableHeaderError(f"{PREFIX}{name}", "takes a whole number")
    return int(text)


def _seconds(headers: Mapping[str, str], name: str) -> float:
    text = headers.get(f"{PREFIX}{name}", "0")
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= _MAXIMUM_DELAY:
        raise UnusableHeaderError(f"{PREFIX}{name}", f"takes 0 to {_MAXIMUM_DELAY:g} seconds")
    return value
