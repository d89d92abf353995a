"""Ids of the parts of one page: made of names, stable, unique."""

from __future__ import annotations

import hashlib
import re
from typing import Final

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_.$@\[\]-]+")


class Anchors:
    """Hands out ids; a name that had to be changed, or comes twice, gets a hash of what it was."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, *parts: str) -> str:
        """The parts joined by dots."""
        given = ".".join(part for part in parts if part)
        made = _UNSAFE.sub("-", given).strip("-") or "part"
        if made != given:
            made = f"{made}-{_digest(given)}"
        number = 2
        stem = made
        while made in self._taken:
            made = f"{stem}-{number}"
            number += 1
        self._taken.add(made)
        return made


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]
