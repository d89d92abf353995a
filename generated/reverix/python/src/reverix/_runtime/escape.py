"""Calls that the API's description does not know: `client.get("/undocumented")`."""

from __future__ import annotations

import os
from collections.abc import AsyncIterable, Iterator, Mapping
from typing import Any

from .files import FileInput
from .operations import Answer, Body, Kind, Media, Operation, Streaming
from .options import Settings
from .responses import AsyncBinaryResponse, BinaryResponse
from .sentinels import Omit


def described(
    settings: Settings,
    verb: str,
    path: str,
    cast_to: Any,
    body: Any,
    files: Mapping[str, FileInput | list[FileInput]] | None,
    options: Mapping[str, Any],
) -> tuple[Operation[Any, Any], dict[str, Any]]:
    """An operation for a call nobody described, and its arguments.

    It takes the API's own security; without one, every credential the client was given.
    """
    configuration = settings.configuration
    given = tuple((name, ()) for name in configuration.schemes if name in settings.credentials)
    if files is not None:
        body = {**(body or {}), **files}
    media = _media(body, files is not None, options.get("content_type"))
    operation: Operation[Any, Any] = Operation(
        "",
        verb.upper(),
        path,
        body=None if media is None else Body((media,), argument="body"),
        answers=_answers(cast_to),
        security=configuration.security or (given, ()),
    )
    return operation, {"body": body}


def streamed(operation: Operation[Any, Any], cast_to: Any, format: Any) -> Operation[Any, Any]:
    """The operation with a streamed answer."""
    media_type = "text/event-stream" if format == "event-stream" else "application/jsonl"
    streaming = Streaming(format, lambda: cast_to, media_type)
    return Operation(
        operation.id,
        operation.verb,
        operation.path,
        body=operation.body,
        streaming=streaming,
        security=operation.security,
    )


def is_download(cast_to: Any) -> bool:
    """Whether the body shall not be read."""
    return cast_to in (BinaryResponse, AsyncBinaryResponse)


def _answers(cast_to: Any) -> tuple[Answer, ...]:
    """Any success as the type; without a type, by its media type."""
    if cast_to is Any or is_download(cast_to):
        return ()
    kind: Kind = "binary" if cast_to is bytes else "text" if cast_to is str else "json"
    return (Answer(200, 299, "*/*", kind, lambda: cast_to),)


def _media(body: Any, has_files: bool, content_type: str | None) -> Media | None:
    if isinstance(body, Omit):
        return None
    if has_files:
        return Media("multipart/form-data", "multipart")
    raw = isinstance(body, (bytes, bytearray, os.PathLike, Iterator, AsyncIterable))
    if raw or hasattr(body, "read"):
        return Media(content_type or "application/octet-stream", "binary")
    if content_type is None:
        return Media("application/json", "json")
    return Media(content_type, _kind(content_type.lower()))


def _kind(content_type: str) -> Kind:
    if "json" in content_type:
        return "json-lines" if "ndjson" in content_type or "jsonl" in content_type else "json"
    if content_type.startswith("application/x-www-form-urlencoded"):
        return "form"
    return "multipart" if content_type.startswith("multipart/") else "text"
