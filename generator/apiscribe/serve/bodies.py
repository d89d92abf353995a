"""Request bodies back to JSON values by media type."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any
from urllib.parse import parse_qsl

from apiscribe.serve.brackets import split_name, tree_of, value_of
from apiscribe.serve.decoding import Fits, kinds_of, members, scalar
from apiscribe.serve.nodes import Node


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A body that is not what its media type says, with the reason."""

    reason: str


def media_type_of(content_type: str) -> str:
    """The type without parameters, lower-case."""
    return content_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """`application/json` and every `+json` (RFC 6839)."""
    return media_type == "application/json" or media_type.endswith("+json")


def find_media(content: Node, media_type: str) -> Node | None:
    """The media type object that fits best: exact, then `type/*`, then `*/*`."""
    by_name = {media_type_of(name): node for name, node in content.members()}
    group = media_type.partition("/")[0] + "/*"
    return by_name.get(media_type) or by_name.get(group) or by_name.get("*/*")


def decode_body(body: bytes, content_type: str, schema: Node | None, fits: Fits) -> Any:
    """The body as a JSON value; text and binary stay text (latin-1 keeps every byte)."""
    media_type = media_type_of(content_type)
    if is_json(media_type):
        try:
            return json.loads(body)
        except ValueError as error:
            return Unreadable(f"not JSON: {error}")
    if media_type == "application/x-www-form-urlencoded":
        return _form(body, schema, fits)
    if media_type.startswith("multipart/"):
        return multipart_value(multipart_parts(body, content_type), schema, fits)
    if media_type in ("application/jsonl", "application/x-ndjson", "application/json-seq"):
        return [json.loads(line) for line in body.decode().splitlines() if line.strip()]
    if media_type.startswith("text/"):
        return scalar(body.decode("utf-8", "replace"), schema, fits)
    return body.decode("latin-1")


def _form(body: bytes, schema: Node | None, fits: Fits) -> dict[str, Any]:
    pairs = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
    properties = schema.child("properties") if schema else None
    declared_names = properties.value if properties else {}
    paths = [((key,) if key in declared_names else split_name(key), text) for key, text in pairs]
    result = members([(path[0], text) for path, text in paths if len(path) == 1], schema, fits)
    tree = tree_of((path, text) for path, text in paths if len(path) > 1)
    for owner, inner in tree.items():
        declared = properties.child(owner) if properties else None
        result[owner] = value_of(inner, declared, fits)
    for name, value in result.items():
        declared = properties.child(name) if properties else None
        if isinstance(value, str) and declared is not None and kinds_of(declared) <= {"object"}:
            result[name] = _json_or_text(value)
    return result


def _json_or_text(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a multipart body."""

    name: str
    filename: str | None
    content_type: str
    content: bytes


def multipart_parts(body: bytes, content_type: str) -> list[Part]:
    """The parts in order (RFC 7578)."""
    head = f"Content-Type: {content_type}\r\nMIME-Version: 1.0\r\n\r\n".encode()
    message = BytesParser(policy=HTTP).parsebytes(head + body)
    parts = []
    for part in message.iter_parts() if message.is_multipart() else ():
        content = part.get_payload(decode=True)
        parts.append(
            Part(
                name=str(part.get_param("name", "", header="content-disposition") or ""),
                filename=part.get_filename(),
                content_type=part.get_content_type() if part.get("content-type") else "",
                content=content if isinstance(content, bytes) else b"",
            )
        )
    return parts


def multipart_value(parts: list[Part], schema: Node | None, fits: Fits) -> dict[str, Any]:
    """The parts as one object: JSON parts parsed, files as latin-1 text, repeats as lists."""
    properties = schema.child("properties") if schema else None
    declared_names = properties.value if properties else {}
    grouped: dict[str, list[Any]] = {}
    nested: list[tuple[tuple[str, ...], str]] = []
    for part in parts:
        path = (part.name,) if part.name in declared_names else split_name(part.name)
        if len(path) > 1:
            nested.append((path, part.content.decode("utf-8", "replace")))
            continue
        declared = properties.child(part.name) if properties else None
        item = declared.child("items") if declared is not None else None
        grouped.setdefault(part.name, []).append(_part_value(part, item or declared, fits))
    result: dict[str, Any] = {}
    for name, values in grouped.items():
        declared = properties.child(name) if properties else None
        listed = declared is not None and "array" in kinds_of(declared)
        already = len(values) == 1 and isinstance(values[0], list)
        result[name] = values if listed and not already else values[-1]
    for owner, inner in tree_of(nested).items():
        result[owner] = value_of(inner, properties.child(owner) if properties else None, fits)
    return result


def _part_value(part: Part, schema: Node | None, fits: Fits) -> Any:
    if is_json(part.content_type):
        return _json_or_text(part.content.decode("utf-8", "replace"))
    if part.filename is not None:
        return part.content.decode("latin-1")
    return scalar(part.content.decode("utf-8", "replace"), schema, fits)


def describe_parts(parts: list[Part]) -> list[Mapping[str, Any]]:
    """The parts for the record of requests."""
    return [
        {
            "name": part.name,
            "filename": part.filename,
            "content_type": part.content_type,
            "content": part.content.decode("latin-1"),
        }
        for part in parts
    ]
