"""Values of vectors that JSON does not have: bytes, and files to upload."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file; `content_type` is "" when the caller does not say it."""

    name: str
    content: str | bytes
    content_type: str


def with_specials(value: object, write: Callable[[bytes | GivenFile], object]) -> object:
    """A value of a vector with `$base64` and `$file` objects as `write` has them."""
    if isinstance(value, Mapping):
        if "$base64" in value:
            return write(base64.b64decode(value["$base64"]))
        if "$file" in value:
            return write(_file(value["$file"]))
        return {key: with_specials(item, write) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [with_specials(item, write) for item in value]
    return value


def _file(file: Mapping[str, str]) -> GivenFile:
    content = base64.b64decode(file["base64"]) if "base64" in file else file["text"]
    return GivenFile(file["name"], content, file.get("content_type", ""))
