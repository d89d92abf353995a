"""Members that exclude each other, where a value with all members is wanted."""

from __future__ import annotations

from collections.abc import Collection

from apiscribe.ir import Presence, Record


def excluded_members(record: Record) -> frozenset[str]:
    """Members left out of a whole sample, so that no group stands in it that excludes itself.

    Kept are those that must be there, then those that come first.
    """
    needed = {
        field.name.wire
        for field in record.fields
        if field.presence is Presence.REQUIRED or field.conditional
    }
    left: set[str] = set()
    for group in record.exclusive:
        optional = [name for name in group if name not in needed]
        if optional and not left & set(group):
            left.add(optional[-1])
    return frozenset(left)


def excluded_by(record: Record, given: Collection[str]) -> frozenset[str]:
    """Members that may not join those that are given."""
    return frozenset(
        name
        for group in record.exclusive
        for name in group
        if name not in given and all(other in given for other in group if other != name)
    )
