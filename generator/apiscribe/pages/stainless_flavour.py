"""Stainless pages come in a flavour per language. Only the HTTP flavour says what is sent."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.stainless_layout import Layout, Part
from apiscribe.pages.stainless_rows import Row

_SIGNATURE = re.compile(r"(?:[A-Za-z_]\w*(?:\.\w+)+\(|\$ [\w-]+ )")
"""The call above an endpoint line: `client.things.list(…)`, `$ tool things list`."""

_LANGUAGES = (
    ("Python", re.compile(r"\*\*kwargs|: (?:Optional|List|Dict|Literal|Union)\[|-> ")),
    ("Go", re.compile(r"\(ctx\b|param\.Field\[|\berror\)")),
    ("C#", re.compile(r"CancellationToken|IReadOnlyList<|^required \w+ \w+$")),
    ("Java", re.compile(r"RequestOptions ?requestOptions|Params\.none\(\)|Optional<\w+>")),
    ("TypeScript", re.compile(r"RequestOptions|^\w+\?: |: Array<|\?\)|\| null")),
    ("command line", re.compile(r"^\$ |^--[\w-]+: ")),
)
"""Language → what only its flavour shows, the surest first."""


def language_flavour(layout: Layout) -> tuple[str, int] | None:
    """The language a page is written for, and the line that shows it; `None` for HTTP."""
    for index, part in layout.parts.items():
        if part is not Part.ENDPOINT or index == 0:
            continue
        above = layout.rows[index - 1]
        if _SIGNATURE.match(above.code):
            return _language(above, layout.rows), above.line
    return None


def _language(signature: Row, rows: Sequence[Row]) -> str:
    for row in (signature, *rows):
        for language, sign in _LANGUAGES:
            if sign.search(row.code):
                return language
    return "SDK"
