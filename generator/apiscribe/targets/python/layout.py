"""Brackets laid out as black lays them out, so that it finds nothing to change.

black formats a piece twice when the first pass changed it. Text that is right from the start
costs one pass; text that is not is still put right, so this is for speed alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apiscribe.targets.python.formatting import LINE_LENGTH


@dataclass(frozen=True, slots=True)
class Brackets:
    """`head` ends in an opening bracket, `tail` begins with the closing one."""

    head: str
    items: tuple[str | Brackets, ...]
    tail: str
    single: bool = False
    """A tuple of one item, which keeps its comma."""

    @property
    def is_display(self) -> bool:
        """Whether this is a tuple or dictionary, not a call or definition."""
        before = self.head[-2:-1]
        return self.head.endswith("{") or not (before.isalnum() or before == "_")


Code = str | Brackets


def flat(code: Code) -> str:
    """All on one line."""
    if isinstance(code, str):
        return code
    return f"{code.head}{_inner(code)}{code.tail}"


def _inner(code: Brackets) -> str:
    return ", ".join(flat(item) for item in code.items) + ("," if code.single else "")


def lay_out(code: Code, indent: int, after: int = 0) -> str:
    """The text of `code`, which begins in column `indent` and has `after` characters behind it.

    On one line, else with the inside on a line of its own (not in tuples and dictionaries of
    several items), else with an item on each line.
    """
    text = flat(code)
    if isinstance(code, str) or indent + len(text) + after <= LINE_LENGTH or not code.items:
        return text
    margin, inside = " " * indent, indent + 4
    inner = _inner(code)
    whole = len(code.items) == 1 or not code.is_display
    if whole and inside + len(inner) <= LINE_LENGTH:
        return f"{code.head}\n{' ' * inside}{inner}\n{margin}{code.tail}"
    comma = "," if code.single or len(code.items) > 1 else ""
    lines = [f"{' ' * inside}{lay_out(item, inside, len(comma))}{comma}\n" for item in code.items]
    return f"{code.head}\n{''.join(lines)}{margin}{code.tail}"


def call(function: str, /, *arguments: Code, **named: Code) -> Brackets:
    """A call; empty arguments are left out."""
    given = [argument for argument in arguments if argument]
    given += [keyword(name, value) for name, value in named.items() if value]
    return Brackets(f"{function}(", tuple(given), ")")


def keyword(name: str, value: Code) -> Code:
    """`name=value`."""
    if isinstance(value, str):
        return f"{name}={value}"
    return Brackets(f"{name}={value.head}", value.items, value.tail, value.single)


def tuple_of(items: Iterable[Code]) -> Code:
    """A tuple; "" for an empty one."""
    found = tuple(items)
    return Brackets("(", found, ")", single=len(found) == 1) if found else ""
