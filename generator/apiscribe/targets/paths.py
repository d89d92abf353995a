"""Path templates as they are sent."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

_PLACEHOLDER: Final = re.compile(r"(\{[^{}]*\})")
_KEPT: Final = "/?&=;:@!$'()*+,-._~"
"""What stands in a path, and in the query that some paths bring along (RFC 3986, section 3.3)."""

_TRIPLET: Final = re.compile(r"(%[0-9A-Fa-f]{2})")


def sent_path(path: str) -> str:
    """A path template whose literal text is percent-encoded; triplets and placeholders stay."""
    return "".join(
        part if index % 2 else _encoded(part) for index, part in enumerate(_PLACEHOLDER.split(path))
    )


def _encoded(text: str) -> str:
    parts = enumerate(_TRIPLET.split(text))
    return "".join(
        part if index % 2 else quote(part, safe=_KEPT, errors="replace") for index, part in parts
    )
