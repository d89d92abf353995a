"""Files to upload: bytes, an open binary file, a path, or a tuple with name and media type."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any, NamedTuple, TypeAlias

FileContent: TypeAlias = bytes | IO[bytes] | os.PathLike[str]
FileInput: TypeAlias = (
    FileContent
    | tuple[str | None, FileContent]
    | tuple[str | None, FileContent, str | None]
    | tuple[str | None, FileContent, str | None, Mapping[str, str]]
)
"""Content alone, or (file name, content, media type, headers); trailing ones may be left out."""

CHUNK = 64 * 1024


def is_file(value: object) -> bool:
    """Whether a value is a file: content, or a tuple that holds content in second place."""
    if isinstance(value, tuple):
        return 2 <= len(value) <= 4 and _is_content(value[1])
    return _is_content(value)


def _is_content(value: object) -> bool:
    return isinstance(value, (bytes, bytearray, memoryview, os.PathLike)) or hasattr(value, "read")


class FilePart(NamedTuple):
    """A file taken apart. `open` gives its chunks anew each time it is called."""

    name: str | None
    media_type: str | None
    headers: Mapping[str, str]
    size: int | None
    replayable: bool
    open: Callable[[], Iterator[bytes]]


def file_part(value: FileInput, path: str) -> FilePart:
    """Take a file apart. Raises `TypeError` for text, and `OSError` for a path that is no file."""
    name: str | None = None
    media_type: str | None = None
    headers: Mapping[str, str] | None = None
    content: Any = value
    if isinstance(value, tuple):
        given: Any = (*value, None, None)
        name, content, media_type, headers = given[:4]
    elif not isinstance(value, (bytes, bytearray, memoryview)):
        name = os.path.basename(str(_file_name(value) or "")) or None
    if not _is_content(content):
        raise TypeError(
            f"{path} is a file: give pathlib.Path(...), bytes or an open binary file, "
            f"not {type(content).__name__}."
        )
    size, replayable, opener = content_chunks(content, path)
    if media_type is None:
        import mimetypes  # seldom needed, slow to import

        media_type = mimetypes.guess_type(name or "")[0] or "application/octet-stream"
    return FilePart(name, media_type, headers or {}, size, replayable, opener)


def _file_name(value: Any) -> Any:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    name = getattr(value, "name", None)
    return name if isinstance(name, str) else None  # a file without a name has its number there


def content_chunks(
    content: Any, path: str
) -> tuple[int | None, bool, Callable[[], Iterator[bytes]]]:
    """Size in bytes (if known), whether it can be sent again, and a function giving its chunks."""
    if isinstance(content, (bytes, bytearray, memoryview)):
        data = bytes(content)
        return len(data), True, lambda: iter((data,))
    if isinstance(content, os.PathLike):
        size = os.stat(content).st_size
        return size, True, lambda: _read_path(content)
    if hasattr(content, "encoding"):
        raise TypeError(f"{path} must be opened in binary mode.")
    try:
        start = content.tell()
        end = content.seek(0, os.SEEK_END)
        content.seek(start)
    except (AttributeError, OSError, ValueError):
        return None, False, lambda: _read_open(content, None)
    return end - start, True, lambda: _read_open(content, start)


def _read_path(path: os.PathLike[str]) -> Iterator[bytes]:
    with open(path, "rb") as file:
        yield from _read_open(file, None)


def _read_open(file: IO[bytes], start: int | None) -> Iterator[bytes]:
    if start is not None:
        file.seek(start)
    while chunk := file.read(CHUNK):
        yield chunk
