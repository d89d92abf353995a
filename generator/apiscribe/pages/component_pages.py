"""Family `component-mdx`: members as components in Markdown.

Mintlify's `<ParamField>` and `<ResponseField>`, GitBook's `{% swagger %}`, the Protocol template's
`<Property>`, Discord's `<Route>`, lists of fields in a fence. Same engine as `hand-written`, whose
tables and lists such pages mix in.
"""

from __future__ import annotations

import re

from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.facts import Facts
from apiscribe.pages.hand_written import read_as
from apiscribe.pages.page import PageSource

FAMILY = "component-mdx"

_SIGN = re.compile(
    r"^\s*(?:<(?:ParamField|ResponseField|Property|OperationTable)\s|<Route\s+method=|\{%\s*swagger\s"
    r"|(?:`{3,}|~{3,})\s*lms_params\b)",
    re.M,
)
_ENDPOINT = re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE)\b|\bcurl\s|<Route\s|\{%\s*swagger\s", re.I)


def score(page: PageSource) -> float:
    """Certain when components describe members beside an endpoint or a call."""
    if _SIGN.search(page.text) is None:
        return 0.0
    return 0.96 if _ENDPOINT.search(page.text) else 0.4


def read(page: PageSource, diagnostics: Diagnostics) -> Facts:
    """Everything the page says."""
    return read_as(page, FAMILY)
