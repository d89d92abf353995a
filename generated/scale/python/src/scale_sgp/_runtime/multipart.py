"""`multipart/form-data` bodies (RFC 7578): fields, JSON parts, files, lists of files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from .files import FilePart, file_part, is_file
from .operations import Encoding
from .parameters import check_part_header, styled_pairs, text_writer
from .sentinels import Omit
from .wire import json_bytes, plain_text, to_json_value


class _Part(NamedTuple):
    head: bytes
    size: int | None
    replayable: bool
    open: Callable[[], Iterator[bytes]]


class MultipartContent(NamedTuple):
    """The parts with their boundary; `chunks` can be called again while `replayable`."""

    boundary: str
    parts: tuple[_Part, ...]

    @property
    def size(self) -> int | None:
        """Length in bytes, `None` when a file does not tell its own."""
        total = len(self.boundary) + 6
        for part in self.parts:
            if part.size is None:
                return None
            total += len(self.boundary) + 4 + len(part.head) + part.size + 2
        return total

    @property
    def replayable(self) -> bool:
        """Whether every part can be read again."""
        return all(part.replayable for part in self.parts)

    def chunks(self) -> Iterator[bytes]:
        """The body, piece by piece."""
        for part in self.parts:
            yield f"--{self.boundary}\r\n".encode("ascii") + part.head
            yield from part.open()
            yield b"\r\n"
        yield f"--{self.boundary}--\r\n".encode("ascii")


def multipart_content(
    members: Mapping[str, Any], encodings: Iterable[Encoding] = ()
) -> MultipartContent:
    """The parts of an object's members. Raises `TypeError` for what no part can hold."""
    by_member = {encoding.member: encoding for encoding in encodings}
    parts: list[_Part] = []
    for name, value in members.items():
        if value is not None and not isinstance(value, Omit):
            parts += _member_parts(name, value, by_member.get(name, Encoding(name)))
    return MultipartContent(os.urandom(16).hex(), tuple(parts))


def _member_parts(name: str, value: Any, encoding: Encoding) -> list[_Part]:
    if encoding.style == "deepObject" and not is_file(value) and encoding.form != "file":
        pairs = styled_pairs(name, value, "deepObject", True, text_writer(name))
        return [_text_part(key, text, _stated(encoding)) for key, text in pairs]
    if isinstance(value, (list, tuple)) and not is_file(value):
        items = [item for item in value if item is not None and not isinstance(item, Omit)]
        if encoding.explode or encoding.form == "file" or _is_json(encoding):
            return [part for item in items for part in _one_part(name, item, encoding)]
        joined = ",".join(plain_text(item, name) for item in items)
        return [_text_part(name, joined, _stated(encoding))]
    return _one_part(name, value, encoding)


def _stated(encoding: Encoding) -> str:
    """The first media type that is said, "" where it is a range such as `image/*`."""
    first = encoding.content_type.partition(",")[0].strip()
    return "" if "*" in first else first


def _is_json(encoding: Encoding) -> bool:
    return encoding.form == "json" or "json" in encoding.content_type


def _one_part(name: str, value: Any, encoding: Encoding) -> list[_Part]:
    if encoding.form == "file" or (encoding.form == "" and is_file(value)):
        return [_file_part(name, file_part(value, name), encoding)]
    data = to_json_value(value, name)
    if isinstance(data, (Mapping, list)) or _is_json(encoding):
        return [_json_part(name, data, encoding)]
    return [_text_part(name, plain_text(data, name), _stated(encoding))]


def _json_part(name: str, value: Any, encoding: Encoding) -> _Part:
    media_type = _stated(encoding) or "application/json"
    return _bytes_part(_head(name, None, media_type), json_bytes(value, name))


def _text_part(name: str, text: str, content_type: str) -> _Part:
    return _bytes_part(_head(name, None, content_type), text.encode())


def _bytes_part(head: bytes, data: bytes) -> _Part:
    return _Part(head, len(data), True, lambda: iter((data,)))


def _file_part(name: str, file: FilePart, encoding: Encoding) -> _Part:
    media_type = file.media_type or ""
    if media_type == "application/octet-stream":
        media_type = _stated(encoding) or media_type
    head = _head(name, file.name or name, media_type, file.headers)
    return _Part(head, file.size, file.replayable, file.open)


def _head(
    name: str,
    file_name: str | None,
    media_type: str,
    headers: Mapping[str, str] | None = None,
) -> bytes:
    disposition = f'form-data; name="{_quoted(name)}"'
    if file_name is not None:
        disposition += f'; filename="{_quoted(file_name)}"'
    lines = {"Content-Disposition": disposition}
    if media_type:
        lines["Content-Type"] = media_type
    lines.update(headers or {})
    text = "".join(f"{key}: {check_part_header(key, value)}\r\n" for key, value in lines.items())
    return (text + "\r\n").encode()


def _quoted(text: str) -> str:
    """As browsers do it (WHATWG HTML, multipart/form-data encoding algorithm)."""
    return text.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
