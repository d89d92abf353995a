"""Words that name a member which is described already: what follows them is inside of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.hand_helpers import OBJECT, can_hold, is_list
from apiscribe.pages.parts.inline import narrow, plain
from apiscribe.pages.parts.rows import Row, find_row


def named_object(text: str, rows: Sequence[Row]) -> Row | None:
    """The member of `rows` that `text` names as the object whose members follow."""
    match = OBJECT.match(narrow(plain(text)))
    if match is None:
        return None
    here = [row for row in rows if can_hold(row)]
    name = match["name"]
    row = find_row(here, name)
    if name.lower() in ("item", "element", "entry", "object"):
        row = next((r for r in reversed(here) if is_list(r)), row)
    return row


def before_lead(text: str) -> str:
    """What a paragraph says before its last sentence, which leads to the members below."""
    parts = re.split(r"(?<=[.!?。])\s+", text.strip())
    return " ".join(parts[:-1])
