"""Conflicts of all pages, each told once however often it stands there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Conflict

MAX_TIMES = 8
"""Conflicts that say the same and are told one by one; of more, the first places and their number."""


def told_once(conflicts: Iterable[Conflict]) -> tuple[Conflict, ...]:
    """In order; where many say the same, one in their place."""
    found = list(dict.fromkeys(conflicts))
    groups: dict[tuple[str, str], list[Conflict]] = {}
    for conflict in found:
        groups.setdefault((conflict.message, conflict.kept), []).append(conflict)
    told = ((one, groups[one.message, one.kept]) for one in found)
    return tuple(
        one if len(group) <= MAX_TIMES else _of_many(group)
        for one, group in told
        if len(group) <= MAX_TIMES or one is group[0]
    )


def _of_many(group: Sequence[Conflict]) -> Conflict:
    spans: dict[Span, None] = dict.fromkeys(span for one in group for span in one.spans)
    first, shown = group[0], tuple(spans)[:MAX_TIMES]
    message = f"{first.message} {len(spans):,} places say so; these are the first."
    return Conflict(message, shown, first.kept)
