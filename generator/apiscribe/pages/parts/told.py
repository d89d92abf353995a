"""What the description of a member says: its text, and what it says of a default in words."""

from __future__ import annotations

from apiscribe.pages.facts import Shape
from apiscribe.pages.parts.inline import fold
from apiscribe.pages.parts.limits import announces_values
from apiscribe.pages.parts.rows import Row

_NONE = frozenset(["", "none", "null", "nil", "n/a", "undefined", "无", "なし"])
"""What the page has for "there is no default"."""


def text_of(row: Row, shape: Shape) -> str:
    """The text of `row`, whose schema is `shape`, as Markdown; "": there is none."""
    return "\n".join(filter(None, (_own(row), _default(row, shape)))).strip()


def _own(row: Row) -> str:
    """The text without "One of the following:" where the values are read and stand in the schema."""
    text = row.text.rstrip()
    before, _, last = text.rpartition("\n")
    return before if row.values and announces_values(last) else text


def _default(row: Row, shape: Shape) -> str:
    """A default in words, as `Default: No limit`: it is told, as it is no value."""
    is_value = any(keyword.name == "default" for keyword in shape.keywords)
    return "" if is_value or fold(row.default) in _NONE else row.default_told
