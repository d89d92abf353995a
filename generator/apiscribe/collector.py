"""The cyclic garbage collector, held while large trees are built."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Building a large tree makes no garbage, yet the collector would walk it again and again.

    At the size of GitHub's document that is a quarter of a run, for the same peak of memory.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
