"""Sentences of statuses with what they are for: "403 if it is not yours, 404 if there is none."."""

from __future__ import annotations

import re

from apiscribe.pages.parts.inline import plain

_WHEN = r"(?:if|when|whenever|unless|where|for|on|because|in case|means|wenn|falls|bei|si|quand|pour|cuando|para|если|при)"
_LEAD = re.compile(
    r"^(?:(?:it |this (?:endpoint|call|method) )?(?:returns?|responds with|answers with|answers|fails with|gives)|errors?\s*:)\s+"
    r"(?=\W*[1-5]\d\d\b)",
    re.I,
)
_ONE = rf"`*(?:http )?(?:an? )?(?P<status>[1-5]\d\d)`*(?: [A-Z][\w'-]*(?: [A-Z][\w'-]*){{0,3}})?`*,?\s+(?P<text>{_WHEN}\b.+)"
_STATUS = re.compile(rf"^{_ONE}$", re.S)
_NEXT = re.compile(
    rf"(?:\s*[,;]\s*(?:(?:and|or|und|oder|et|y|и)\s+)?|\s+(?:and|or|und|oder)\s+)(?=`*(?:an? )?[1-5]\d\d`*(?:\s+[A-Z][\w'-]*){{0,4}}`*,?\s+{_WHEN}\b)"
)
MAX_TEXT = 2_000
"""A paragraph of more characters is no line of statuses."""


def statuses_of(text: str) -> tuple[tuple[str, str], ...]:
    """Each status of a paragraph that consists of them, with its own text; `()`: it does not."""
    if len(text) > MAX_TEXT:
        return ()
    found = []
    for sentence in re.split(r"(?<=[.!?。])\s+", plain(text).strip()):
        for part in _NEXT.split(_LEAD.sub("", sentence)):
            one = _STATUS.match(part)
            if one is None:
                return ()
            found.append((one["status"], one["text"].strip().rstrip(".")))
    return tuple(found)
