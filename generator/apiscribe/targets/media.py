"""Media types as the runtimes need them said."""

from __future__ import annotations

from apiscribe.ir import Encoding, Style


def is_json(media_type: str) -> bool:
    """Whether a media type is JSON (RFC 6839: also `+json`)."""
    return media_type.partition(";")[0].strip().lower().endswith(("/json", "+json"))


def part_type(encoding: Encoding) -> str:
    """The media type of a part: the first of several; "" where none is said, or a range such as
    `image/*`."""
    first = encoding.content_type.partition(",")[0].strip()
    return "" if "*" in first else first


def is_joined(encoding: Encoding) -> bool:
    """Whether a list in a multipart body is one part, its items between commas."""
    return (
        not encoding.explode
        and encoding.style is not Style.DEEP_OBJECT
        and not is_json(encoding.content_type)
    )
