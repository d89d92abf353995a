"""Request bodies by media type."""

from __future__ import annotations

import os
from collections.abc import (
    AsyncIterable,
    AsyncIterator,
    Callable,
    Iterable,
    Iterator,
    Mapping,
)
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote_plus

from .files import content_chunks
from .multipart import multipart_content
from .operations import Body, Encoding, Media
from .parameters import query_writer, styled_pairs
from .sentinels import Omit
from .wire import json_bytes, to_json_value

Content: TypeAlias = bytes | Iterator[bytes] | AsyncIterator[bytes]


class Payload(NamedTuple):
    """A body ready to be sent, as often as `replayable` allows. `size` is in bytes, if known."""

    media_type: str
    size: int | None
    replayable: bool
    open: Callable[[bool], Content]
    """Gives the content; the argument asks for an asynchronous iterator."""


def bytes_payload(media_type: str, data: bytes) -> Payload:
    """A body that is in memory."""
    return Payload(media_type, len(data), True, lambda _: data)


def chunk_payload(
    media_type: str,
    size: int | None,
    replayable: bool,
    chunks: Callable[[], Iterator[bytes]],
) -> Payload:
    """A body read in chunks."""
    return Payload(
        media_type,
        size,
        replayable,
        lambda is_async: _later(chunks()) if is_async else chunks(),
    )


async def _later(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    for chunk in chunks:
        yield chunk


def build_body(
    body: Body,
    arguments: Mapping[str, Any],
    extra: Mapping[str, Any] | None = None,
    media_type: str | None = None,
) -> Payload | None:
    """The body of a call, `None` when it has none. Raises `TypeError` or `ValueError`."""
    media = _choose(body, media_type)
    if body.argument:
        value = arguments.get(body.argument, Omit())
        if extra:
            value = {
                **(_members(value) if not isinstance(value, Omit) else {}),
                **extra,
            }
    else:
        pairs = ((wire, arguments.get(argument, Omit())) for argument, wire in body.members)
        members = {wire: item for wire, item in pairs if not isinstance(item, Omit)}
        members.update(extra or {})
        value = members if members or body.required else Omit()
    if isinstance(value, Omit):
        if body.required:
            raise TypeError(f"The argument {body.argument!r} is required.")
        return None
    return encode_body(media, value)


def _choose(body: Body, media_type: str | None) -> Media:
    if media_type is None:
        return body.media[0]
    wanted = media_type.partition(";")[0].strip().lower()
    for media in body.media:
        known = media.media_type.partition(";")[0].strip().lower()
        if wanted == known:
            return media
        if known == "*/*" or (known.endswith("/*") and wanted.startswith(known[:-1])):
            return media._replace(media_type=media_type)
    all_known = ", ".join(media.media_type for media in body.media)
    raise ValueError(f"content_type must be one of {all_known}, not {media_type}.")


def encode_body(media: Media, value: Any) -> Payload:
    """A value in a media type."""
    match media.kind:
        case "json":
            return bytes_payload(media.media_type, json_bytes(value))
        case "json-lines":
            lines = b"".join(json_bytes(item, "item") + b"\n" for item in value)
            return bytes_payload(media.media_type, lines)
        case "form":
            text = form_text(_members(value), media.encodings)
            return bytes_payload(media.media_type, text.encode("ascii"))
        case "multipart":
            content = multipart_content(_members(value), media.encodings)
            boundary = f"{media.media_type}; boundary={content.boundary}"
            return chunk_payload(boundary, content.size, content.replayable, content.chunks)
        case "text" | "xml" if isinstance(value, str):
            known = "charset" in media.media_type.lower() or media.kind == "xml"
            suffix = "" if known else "; charset=utf-8"
            return bytes_payload(media.media_type + suffix, value.encode())
        case "text" if isinstance(value, (bool, int, float)):
            return bytes_payload(media.media_type, json_bytes(value))
        case _:
            return raw_payload(media.media_type, value)


def _members(value: Any) -> Mapping[str, Any]:
    """The members of a form, values untouched: files must survive."""
    if isinstance(value, Mapping):
        return value
    data = to_json_value(value)
    if not isinstance(data, Mapping):
        raise TypeError(f"The body must be an object, not a {type(value).__name__}.")
    return data


def raw_payload(media_type: str, value: Any) -> Payload:
    """Bytes, a path, an open binary file, or an iterable of bytes (sent once)."""
    if isinstance(value, str):
        raise TypeError(
            "The body is a file: give pathlib.Path(...), bytes or an open binary file, not str."
        )
    if media_type == "*/*":
        media_type = "application/octet-stream"
    if "*" in media_type:
        raise ValueError(f"Give content_type: the body may be any of {media_type}.")
    if isinstance(value, (bytes, bytearray, memoryview, os.PathLike)) or hasattr(value, "read"):
        return chunk_payload(media_type, *content_chunks(value, "body"))
    if isinstance(value, AsyncIterable):
        return Payload(media_type, None, False, lambda _: aiter(value))
    if isinstance(value, Iterable) and not isinstance(value, Mapping):
        return chunk_payload(media_type, None, False, lambda: iter(value))
    raise TypeError(f"The body cannot be of type {type(value).__name__}.")


def form_text(members: Mapping[str, Any], encodings: Iterable[Encoding] = ()) -> str:
    """`application/x-www-form-urlencoded` text; a null is left out, as in a parameter."""
    by_member = {encoding.member: encoding for encoding in encodings}
    pairs: list[tuple[str, str]] = []
    for name, value in members.items():
        if not isinstance(value, Omit):
            pairs += _form_pairs(name, value, by_member.get(name))
    return "&".join(f"{name}={value}" for name, value in pairs)


def _form_pairs(name: str, value: Any, encoding: Encoding | None) -> list[tuple[str, str]]:
    data = to_json_value(value, name)
    if data is None:
        return []
    as_json = encoding is None and isinstance(data, Mapping)
    if encoding is not None:
        as_json = encoding.form == "json" or "json" in encoding.content_type
    if as_json:
        return [(quote_plus(name), quote_plus(json_bytes(data, name).decode()))]
    style, explode = ("form", True) if encoding is None else (encoding.style, encoding.explode)
    reserved = encoding is not None and encoding.allow_reserved
    pairs = styled_pairs(name, data, style, explode, query_writer(name, reserved=reserved))
    return [(key.replace("%20", "+"), text.replace("%20", "+")) for key, text in pairs]
