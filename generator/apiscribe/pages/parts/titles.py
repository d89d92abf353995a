"""Titles of whole APIs, told apart from those of operations."""

from __future__ import annotations

import re

_VERSIONED = re.compile(r"^\S.{0,80} \(v?\d+(?:\.\d+)+[\w.-]*\)$")
_NAMED = re.compile(
    r"^(?:[\w.&'’-]+ ){1,5}(?:REST |HTTP |Web )?API"
    r"(?: v?\d[\w.]*)?(?: (?:reference|documentation|docs|guide|specification))?"
    r"(?: v?\d[\w.]*)?(?: \(v?\d[\w.-]*\))?$",
    re.I,
)
_ACTION = re.compile(
    r"^(?:get|list|create|make|add|update|change|delete|remove|call|use|using|send|the|this|an?)\b",
    re.I,
)


def names_api(text: str) -> bool:
    """`Loom API (1.4.0)`, `Rooms API v3`, `Acme Widgets API reference`; not `Call the API`."""
    if _VERSIONED.match(text):
        return True
    return _NAMED.match(text) is not None and _ACTION.match(text) is None
