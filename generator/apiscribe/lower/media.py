"""Media types: how bodies of each are written and read, and the types of their contents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apiscribe.ir import (
    Anything,
    List,
    Map,
    MediaKind,
    Nothing,
    Nullable,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    Tuple,
    Type,
    Union,
)
from apiscribe.lower.context import Context
from apiscribe.lower.nodes import Node, Site, chosen
from apiscribe.lower.shapes import reduce, shape_of

BINARY = Scalar(ScalarKind.STRING, "binary")
TEXT = Scalar(ScalarKind.STRING)

_LINES = ("ndjson", "jsonl", "jsonlines", "x-ndjson", "x-jsonl", "x-jsonlines", "json-lines")
_TEXTS = ("yaml", "x-yaml", "graphql", "javascript", "sql", "toml", "x-sh", "jwt")


def essence(media_type: str) -> str:
    """The media type without parameters, lower-case (`Application/JSON; charset=…`)."""
    return media_type.partition(";")[0].strip().lower()


def media_kind(media_type: str) -> MediaKind:
    """How a body of this media type is written (RFC 6838 suffixes included)."""
    name = essence(media_type)
    top, _, sub = name.partition("/")
    last = sub.rpartition("+")[2]
    if name == "text/event-stream":
        return MediaKind.EVENT_STREAM
    if sub in _LINES or last in ("jsonl", "ndjson") or last.startswith("json-seq"):
        return MediaKind.JSON_LINES
    if last == "json" or sub in ("json", "x-json"):
        return MediaKind.JSON
    if name == "application/x-www-form-urlencoded":
        return MediaKind.FORM
    if top == "multipart":
        return MediaKind.MULTIPART
    if last == "xml" or sub == "xml":
        return MediaKind.XML
    if top == "text" or last in _TEXTS:
        return MediaKind.TEXT
    return MediaKind.BINARY


def schema_node(
    value: Mapping[str, Any], pointer: str, site: Site, key: str = "schema"
) -> Node | None:
    """The `schema` (or `itemSchema`) of a media type, parameter or header object."""
    if value.get(key) is None:
        return None
    return Node(value[key], f"{pointer}/{key}", chosen(value[key], site))


def kind_with_schema(ctx: Context, media_type: str, node: Node | None) -> MediaKind:
    """The media kind; a range such as `*/*` with a structured schema means JSON."""
    kind = media_kind(media_type)
    if kind is not MediaKind.BINARY or "*" not in media_type or node is None:
        return kind
    if essence(media_type) not in ("*/*", "application/*"):
        return kind
    inner = reduce(ctx, node).node
    shape = shape_of(ctx, (inner,))
    structured = shape.groups or shape.describes_object or (shape.types or set()) - {"string"}
    return MediaKind.JSON if structured else kind


def content_type_of(ctx: Context, kind: MediaKind, node: Node | None) -> Type:
    """The type of a body; raw and text bodies need no schema."""
    if kind is MediaKind.BINARY:
        return BINARY
    if node is None or node.schema in (True, {}):
        if kind is MediaKind.TEXT or kind is MediaKind.XML:
            return TEXT
        return Map(Anything()) if kind is MediaKind.FORM else Anything()
    found = ctx.type_of(node)
    if kind is MediaKind.TEXT and not _is_scalar(ctx, found):
        return TEXT
    return found


def _is_scalar(ctx: Context, kind: Type) -> bool:
    """Whether a text body can hold the type."""
    match kind:
        case List() | Map() | Tuple() | Anything() | Nothing():
            return False
        case Nullable():
            return _is_scalar(ctx, kind.inner)
        case Ref():
            return not isinstance(ctx.declarations.get(kind.id), Record | Union)
        case _:
            return True


def event_payload(ctx: Context, node: Node) -> Node | None:
    """The schema of an event's `data`, when an item schema describes whole events.

    OpenAPI 3.2, section 4.14.4.2: the item of an event stream is an object with `data`, `event`,
    `id`, `retry`; JSON in `data` is described by `contentSchema`.
    """
    data = shape_of(ctx, (node,)).properties.get("data")
    if not data:
        return None
    found = data[-1].get("contentSchema")
    if found is None:
        return None
    return Node(found, data[-1].at("contentSchema"), node.site)
