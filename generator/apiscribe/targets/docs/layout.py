"""Canonical Markdown: one blank line between blocks, no trailing blanks, one final line feed."""

from __future__ import annotations

import re
from typing import Final

_FENCE: Final = re.compile(r"\s*(`{3,}|~{3,})")


def tidy(text: str) -> str:
    """The canonical form; fences are kept as they are. The identity on its own results."""
    lines: list[str] = []
    fence = ""
    for line in text.replace("\r\n", "\n").split("\n"):
        if fence:
            lines.append(line)
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
            continue
        line = line.rstrip(" ")
        if not line and (not lines or not lines[-1]):
            continue
        if (found := _FENCE.match(line)) is not None:
            fence = found[1]
        lines.append(line)
    return "\n".join(lines).strip("\n") + "\n"
