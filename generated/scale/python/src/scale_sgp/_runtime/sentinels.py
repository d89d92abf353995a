"""The default of every optional argument: nothing is sent. `None` is different: it is JSON null."""

from __future__ import annotations

from typing import Final, Literal


class Omit:
    """The type of `omit`. There is one instance; it is false, and survives copying and pickling."""

    __slots__ = ()
    _instance: Omit | None = None

    def __new__(cls) -> Omit:
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "omit"

    def __reduce__(self) -> str:
        return "omit"


omit: Final = Omit()
"""Leave this argument out of the request."""
