"""Paths of the pages, from the root of the site."""

from __future__ import annotations

from typing import Final

HOME: Final = "index.md"
"""The Markdown twin of the overview."""
MODELS: Final = "models/index.html"
WEBHOOKS: Final = "webhooks/index.html"


def html_path(twin: str) -> str:
    """The page of a Markdown twin."""
    return f"{twin.removesuffix('.md')}.html"


def twin_path(page: str) -> str:
    """The Markdown twin of a page."""
    return f"{page.removesuffix('.html')}.md"


def root_of(page: str) -> str:
    """The way from a page to the root: "" or some `../`."""
    return "../" * page.count("/")
