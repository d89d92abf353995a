"""Family `examples`: pages that show calls and answers and describe no member.

Everything on them is inferred: operations from curl, types from literals, nothing is required.
"""

from __future__ import annotations

from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.facts import Facts
from apiscribe.pages.hand_written import read_as, signs
from apiscribe.pages.page import PageSource

FAMILY = "examples"


def score(page: PageSource) -> float:
    """An endpoint or a call beside samples, and no list of members."""
    found, fields, samples = signs(page)
    return 0.5 if found and samples and not fields else 0.0


def read(page: PageSource, diagnostics: Diagnostics) -> Facts:
    """Everything the page shows."""
    return read_as(page, FAMILY)
