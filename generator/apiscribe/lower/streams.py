"""Streams and pages of an operation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from apiscribe.ir import (
    Alias,
    Answer,
    Anything,
    Body,
    Content,
    Declaration,
    Field,
    List,
    MediaKind,
    Nullable,
    Pages,
    PagesKind,
    Parameter,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    Stream,
    StreamFormat,
    Type,
    Union,
)
from apiscribe.ir.types import ScalarValue
from apiscribe.ir.vocabulary import PagesWords, StreamWords
from apiscribe.lower.answers import STREAMS
from apiscribe.lower.context import Context
from apiscribe.lower.raw import RawOperation

_FORMATS = {
    MediaKind.EVENT_STREAM: StreamFormat.EVENT_STREAM,
    MediaKind.JSON_LINES: StreamFormat.JSON_LINES,
}

_CORRECT = "Correct `pages` in x-sdk, or leave it out."


def lower_stream(
    ctx: Context, raw: RawOperation, answers: Sequence[Answer], body: Body | None
) -> Stream | None:
    """The streamed form: what the answers declare, with what `x-sdk` adds."""
    contents = [content for answer in answers for content in answer.contents]
    streamed = next((content for content in contents if content.kind in STREAMS), None)
    words = raw.words.stream
    if streamed is None:
        if words is not None:
            ctx.error(
                "stream-without-content",
                "x-sdk describes a stream, but no answer is text/event-stream or JSON lines.",
                f"{raw.pointer}/x-sdk/stream",
                "Add the streamed content to the answer.",
            )
        return None
    plain = any(content.kind not in STREAMS for content in contents)
    switch = _switch(ctx, raw, words, plain, body)
    return Stream(
        _FORMATS[streamed.kind],
        streamed.type,
        streamed.media_type,
        switch,
        words.terminator if words else "",
        words.error_event if words else "",
        plain and _default_on(ctx, switch, body),
    )


def _switch(
    ctx: Context, raw: RawOperation, words: StreamWords | None, plain: bool, body: Body | None
) -> tuple[str, ScalarValue] | None:
    """The body member that turns streaming on: stated, or `stream` where the body has it."""
    if words is not None and words.switch:
        name, value = next(iter(words.switch.items()))
        if body is not None and member_type(ctx, body, name) is None:
            ctx.error(
                "stream-switch",
                f"The request body has no member {name!r} to turn streaming on.",
                f"{raw.pointer}/x-sdk/stream/switch",
            )
        return name, value
    if not plain:
        return None
    found = member_type(ctx, body, "stream") if body is not None else None
    while isinstance(found, Nullable):
        found = found.inner
    if isinstance(found, Scalar) and found.kind is ScalarKind.BOOLEAN:
        ctx.note(
            "stream-switch-assumed",
            "Assumed that `stream: true` in the body turns streaming on.",
            raw.pointer,
            "Say so: `x-sdk: {stream: {switch: {stream: true}}}`.",
        )
        return "stream", True
    ctx.warning(
        "stream-without-switch",
        "The operation answers plainly or as a stream, and nothing says what decides;"
        " the SDK asks by the Accept header.",
        raw.pointer,
        "Say so: `x-sdk: {stream: {switch: {member: value}}}`.",
    )
    return None


def _default_on(ctx: Context, switch: tuple[str, ScalarValue] | None, body: Body | None) -> bool:
    """Whether leaving out the switch streams: its default is the value that turns streaming on.

    Only a boolean has an opposite that a plain call can send instead.
    """
    if switch is None or body is None or not isinstance(switch[1], bool):
        return False
    field = member_field(ctx, body, switch[0])
    return field is not None and field.default is switch[1]


def member_type(ctx: Context, body: Body, name: str) -> Type | None:
    """The type of a member of the default body, `None` when it has none of that name."""
    field = member_field(ctx, body, name)
    return field.type if field is not None else None


def member_field(ctx: Context, body: Body, name: str) -> Field | None:
    """A member of the default body, `None` when it has none of that name."""
    for record in records_of(_drafts(ctx), body.media[0].type):
        for field in record.fields:
            if field.name.wire == name:
                return field
    return None


def _drafts(ctx: Context) -> Mapping[str, Declaration]:
    return {identity: found for identity, found in ctx.declarations.items() if found is not None}


def records_of(
    declarations: Mapping[str, Declaration], kind: Type, seen: frozenset[str] = frozenset()
) -> Iterator[Record]:
    """The records that a value of this type may be."""
    while isinstance(kind, Nullable):
        kind = kind.inner
    if not isinstance(kind, Ref) or kind.id in seen:
        return
    match declarations.get(kind.id):
        case Record() as record:
            yield record
        case Alias() as alias:
            yield from records_of(declarations, alias.type, seen | {kind.id})
        case Union() as union:
            for variant in union.variants:
                yield from records_of(declarations, variant.type, seen | {kind.id})
        case _:
            return


def lower_pages(
    ctx: Context,
    raw: RawOperation,
    parameters: Sequence[Parameter],
    answers: Sequence[Answer],
) -> Pages | None:
    """Pagination as `x-sdk` states it, its names checked against the operation."""
    words = raw.words.pages
    if words is None:
        return None
    where = f"{raw.pointer}/x-sdk/pages"
    known = {parameter.name.wire for parameter in parameters}
    for name in (words.parameter, words.size_parameter):
        if name and name not in known:
            ctx.error("pages", f"The operation has no parameter {name!r}.", where, _CORRECT)
    if words.kind != "link" and not words.parameter:
        ctx.error("pages", f"Pages of kind {words.kind} need a `parameter`.", where, _CORRECT)
    item = _items(ctx, words, answers, where)
    if item is None:
        return None
    return Pages(
        PagesKind(words.kind),
        _path(words.items),
        item,
        words.parameter,
        _path(words.next),
        words.item_id,
        _path(words.more),
        words.size_parameter,
        words.start,
    )


def _path(dotted: str) -> tuple[str, ...]:
    return tuple(part for part in dotted.split(".") if part)


def _items(ctx: Context, words: PagesWords, answers: Sequence[Answer], where: str) -> Type | None:
    """The type of one item; every path of the vocabulary must lead somewhere."""
    content: Content | None = next(
        (c for answer in answers for c in answer.contents if c.kind is MediaKind.JSON), None
    )
    if content is None:
        ctx.error("pages", "The operation has no JSON answer to take pages from.", where, _CORRECT)
        return None
    for path in (words.next, words.more):
        if path and _follow(ctx, content.type, _path(path)) is None:
            ctx.error("pages", f"The answer has no member {path!r}.", where, _CORRECT)
    found = _follow(ctx, content.type, _path(words.items))
    listed = _resolved(ctx, found) if found is not None else None
    if isinstance(listed, Anything):
        return listed
    if not isinstance(listed, List):
        ctx.error(
            "pages", f"{words.items or 'The answer'!r} is no list in the answer.", where, _CORRECT
        )
        return None
    return listed.item


def _follow(ctx: Context, kind: Type, path: Sequence[str]) -> Type | None:
    for name in path:
        fields = [
            field
            for record in records_of(_drafts(ctx), kind)
            for field in record.fields
            if field.name.wire == name
        ]
        if not fields:
            return None
        kind = fields[0].type
    return kind


def _resolved(ctx: Context, kind: Type) -> Type:
    """The type behind null and aliases."""
    seen: set[str] = set()
    while True:
        if isinstance(kind, Nullable):
            kind = kind.inner
        elif isinstance(kind, Ref) and kind.id not in seen:
            seen.add(kind.id)
            found = ctx.declarations.get(kind.id)
            if not isinstance(found, Alias):
                return kind
            kind = found.type
        else:
            return kind
