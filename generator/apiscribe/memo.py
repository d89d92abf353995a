"""Results of costly functions from text to text, kept between runs where a caller wants that.

What is remembered is found by a digest of the function's whole input, so it can never be out of
date, only missing. Outside of `remembering` nothing is kept, and every call computes.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True)
class _Memo:
    """`known`: digest → result of an earlier run. `used`: those of this one."""

    known: Mapping[str, str]
    used: dict[str, str] = field(default_factory=dict)


_active: ContextVar[_Memo | None] = ContextVar("memo", default=None)


def remembered(function: str, text: str, compute: Callable[[], str]) -> str:
    """`compute()`, or what it gave before. `function` and `text` must say all that it depends on."""
    memo = _active.get()
    if memo is None:
        return compute()
    source = f"{function}\0{text}".encode("utf-8", "surrogatepass")
    key = hashlib.sha256(source).hexdigest()
    if (found := memo.used.get(key)) is None:
        found = memo.known.get(key)
        found = memo.used[key] = compute() if found is None else found
    return found


@contextmanager
def remembering(path: Path | None) -> Iterator[None]:
    """Use the results in the file `path` and keep there those that were used, so it does not grow.

    No path: nothing is kept. A file that cannot be read or written is as good as none.
    """
    if path is None:
        yield
        return
    memo = _Memo(_read(path))
    token = _active.set(memo)
    try:
        yield
    finally:
        _active.reset(token)
    # Of several processes on one job, some may have nothing to remember.
    if memo.used and memo.used.keys() != memo.known.keys():
        _write(path, memo.used)


def _read(path: Path) -> dict[str, str]:
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    if not isinstance(data, dict) or not all(isinstance(text, str) for text in data.values()):
        return {}
    return data


def _write(path: Path, results: Mapping[str, str]) -> None:
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(json.dumps(results).encode())
        os.replace(part, path)
    except (OSError, ValueError):
        return
