"""Links to where an object is described, on this page or another."""

from __future__ import annotations

import re

from apiscribe.naming import pascal, split_words
from apiscribe.pages.parts.inline import plain

ANCHOR = re.compile(r"#(?P<name>[\w-]+?)-object(?![\w-])")
"""The part of a link that leads to the heading of an object."""

LINKED_TYPE = re.compile(
    r"(?:\bpartial\s+)?\[(?P<text>[^\[\]]+)\]\((?P<target>[^()\s]*#[^()\s]*)\)\s+objects?\b"
    r"|\[(?P<schema>[^\[\]]+)\]\(#schema[\w-]*\)",
    re.I,
)
"""A type that is a link to where an object is described."""


def linked_name(text: str, target: str) -> str:
    """The schema that a link is about: by the heading that it leads to, else by its words."""
    anchor = ANCHOR.search(target)
    return pascal(split_words(anchor["name"] if anchor is not None else plain(text)))
