"""What answers hold: streams, texts."""

from __future__ import annotations

from typing import Final

from apiscribe.ir import Api, Content, MediaKind
from apiscribe.targets.inner_types import is_written_alike

STREAMED: Final = frozenset({MediaKind.EVENT_STREAM, MediaKind.JSON_LINES})
TEXTS: Final = frozenset({MediaKind.TEXT, MediaKind.XML})


def is_text(content: Content, api: Api) -> bool:
    """Whether an answer is a text, whatever the document says of what is inside."""
    return content.kind in TEXTS and not is_written_alike(content.type, api)
