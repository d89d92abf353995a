"""Request bodies: every media type with its type, encodings and examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apiscribe.ir import (
    Anything,
    Body,
    BodyMedia,
    Encoding,
    MediaKind,
    Record,
    Ref,
    Style,
    Type,
)
from apiscribe.lower.context import Context
from apiscribe.lower.docs import docs_of, media_examples
from apiscribe.lower.document import escape_token
from apiscribe.lower.media import content_type_of, kind_with_schema, schema_node
from apiscribe.lower.nodes import Site
from apiscribe.lower.raw import RawOperation, follow
from apiscribe.naming import Words

_FIRST = {MediaKind.JSON: 0, MediaKind.MULTIPART: 1, MediaKind.FORM: 2}


def lower_body(ctx: Context, raw: RawOperation, words: Words) -> Body | None:
    """The operation's request body; JSON comes first among its media types, if it is there."""
    written = raw.value.get("requestBody")
    if written is None:
        return None
    value, pointer = follow(ctx, written, f"{raw.pointer}/requestBody")
    site = ctx.roots.get(pointer) or Site(f"{raw.id}.request", (*words, "request"))
    contents = value.get("content") or {}
    media = [
        _media(
            ctx,
            str(name),
            content,
            f"{pointer}/content/{escape_token(str(name))}",
            site,
            len(contents),
        )
        for name, content in contents.items()
    ]
    media.sort(key=lambda found: _FIRST.get(found.kind, 3))
    if not media:
        return None
    return Body(value.get("required") is True, tuple(media), docs_of(value), ctx.place(pointer))


def _media(ctx: Context, name: str, value: Any, pointer: str, site: Site, count: int) -> BodyMedia:
    value, pointer = follow(ctx, value, pointer)
    kind = kind_with_schema(ctx, name, schema_node(value, pointer, site))
    if count > 1 and kind is not MediaKind.JSON:
        site = Site(f"{site.id}.{kind.value}", (*site.words, *kind.value.split("-")))
    node = schema_node(value, pointer, site)
    if kind in (MediaKind.EVENT_STREAM, MediaKind.JSON_LINES):
        node = schema_node(value, pointer, site, "itemSchema") or node
    found = content_type_of(ctx, kind, node)
    return BodyMedia(
        name,
        kind,
        found,
        _encodings(ctx, value, pointer, kind, found),
        media_examples(value, lambda v: follow(ctx, v, "")[0]),
    )


def _encodings(
    ctx: Context, value: Mapping[str, Any], pointer: str, kind: MediaKind, body: Type
) -> tuple[Encoding, ...]:
    """`encoding` as written; members of a multipart body without a schema are raw parts."""
    if kind not in (MediaKind.FORM, MediaKind.MULTIPART):
        return ()
    found: dict[str, Encoding] = {}
    for name, encoding in (value.get("encoding") or {}).items():
        style = Style(encoding["style"]) if encoding.get("style") in list(Style) else Style.FORM
        explode = encoding.get("explode")
        found[name] = Encoding(
            name,
            str(encoding.get("contentType") or ""),
            style,
            explode if isinstance(explode, bool) else style is Style.FORM,
            encoding.get("allowReserved") is True,
        )
        if encoding.get("headers"):
            ctx.note(
                "encoding-headers",
                "Headers of a single part are not sent by the SDK.",
                f"{pointer}/encoding/{escape_token(name)}/headers",
            )
    for key in ("prefixEncoding", "itemEncoding"):
        if key in value:
            ctx.note("encoding-positions", f"`{key}` is not expressed.", f"{pointer}/{key}")
    declared = ctx.declarations.get(body.id) if isinstance(body, Ref) else None
    if kind is MediaKind.MULTIPART and isinstance(declared, Record):
        for field in declared.fields:
            if isinstance(field.type, Anything) and field.name.wire not in found:
                found[field.name.wire] = Encoding(field.name.wire, "application/octet-stream")
    return tuple(found.values())
