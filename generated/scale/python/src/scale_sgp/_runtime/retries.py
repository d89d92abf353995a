"""When to try again, and how long to wait before."""

from __future__ import annotations

import time
from collections.abc import Mapping

RETRIED = frozenset({408, 409, 429})
FIRST_WAIT = 0.5
LONGEST_WAIT = 8.0
LONGEST_STATED_WAIT = 60.0
"""A server that asks for a longer wait than this is obeyed only within a deadline."""


class Clock:
    """The time left of a call. Times are in seconds; no deadline means endless time."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        """Seconds left, not below zero."""
        return None if self.end is None else max(0.0, self.end - time.monotonic())

    def allows(self, wait: float) -> bool:
        """Whether there is time left after a wait."""
        left = self.left()
        return left is None or wait < left


def is_retried(status: int, headers: Mapping[str, str]) -> bool:
    """Whether an answer is worth another try; `x-should-retry` overrides the status."""
    told = headers.get("x-should-retry", "").lower()
    if told in ("true", "false"):
        return told == "true"
    return status in RETRIED or status >= 500


def stated_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds the server asks to wait: `retry-after-ms`, else `retry-after` (RFC 9110, 10.2.3)."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    text = headers.get("retry-after")
    seconds = _number(text)
    if seconds is not None or not text:
        return seconds
    import email.utils  # seldom needed, slow to import

    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, TypeError):
        return None


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None


def wait_before(retry: int, headers: Mapping[str, str], clock: Clock) -> float | None:
    """Seconds to wait before a retry (0 is the first); `None` when there shall be none.

    Doubling from half a second up to eight, each shortened by up to a quarter at random.
    """
    import random  # seldom needed, slow to import

    wait = stated_wait(headers)
    if wait is None:
        wait = min(FIRST_WAIT * 2.0**retry, LONGEST_WAIT) * (1 - 0.25 * random.random())
    elif wait > LONGEST_STATED_WAIT and clock.end is None:
        return None
    return wait if clock.allows(wait) else None
