"""A type that stands alone, outside of a shape: `map (key: string, value: T)`, `object (Thing)`."""

from __future__ import annotations

from apiscribe.pages.json_shape_parser import Node, parse_shape
from apiscribe.pages.json_shape_tokens import ShapeSyntaxError, tokens_of_line
from apiscribe.pages.page import Line


def type_of(text: str, line: int) -> Node | None:
    """The type that `text`, which stands on `line`, names; `None` when it cannot be read."""
    try:
        return parse_shape(list(tokens_of_line(Line(line, text))))
    except ShapeSyntaxError:
        return None
