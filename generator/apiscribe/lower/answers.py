"""Answers: statuses, contents, headers, and what a plain call gives back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apiscribe.ir import (
    Answer,
    Content,
    Header,
    MediaKind,
    Name,
    Nullable,
    Presence,
    Ref,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
    Variant,
)
from apiscribe.lower.context import Context, UnionHint
from apiscribe.lower.docs import docs_of, media_examples
from apiscribe.lower.document import escape_token
from apiscribe.lower.media import (
    TEXT,
    content_type_of,
    event_payload,
    kind_with_schema,
    schema_node,
)
from apiscribe.lower.nodes import Node, Site
from apiscribe.lower.raw import RawOperation, follow
from apiscribe.lower.types import with_null
from apiscribe.lower.unions import UNDECIDED
from apiscribe.naming import Scope, Words, pascal, snake, split_words

STREAMS = (MediaKind.EVENT_STREAM, MediaKind.JSON_LINES)


@dataclass(frozen=True, slots=True)
class Answers:
    """The successful answers, the others, and the type of a plain successful one."""

    good: tuple[Answer, ...]
    bad: tuple[Answer, ...]
    result: Type | None


def lower_answers(ctx: Context, raw: RawOperation, words: Words) -> Answers:
    """All answers of an operation; `default` is a success only when no 2XX is declared."""
    written = {str(code): value for code, value in (raw.value.get("responses") or {}).items()}
    statuses = {code: status for code in written if (status := _status(ctx, raw, code))}
    good = [code for code, status in statuses.items() if status.low >= 200 and status.high < 300]
    if not good and "default" in statuses:
        good = ["default"]
    main = min((code for code in good), key=lambda code: statuses[code].low, default="")
    found = {
        code: _answer(ctx, raw, words, statuses[code], written[code], code == main)
        for code in statuses
    }
    successes = tuple(found[code] for code in good)
    others = tuple(answer for code, answer in found.items() if code not in good)
    return Answers(successes, others, _result(ctx, raw, words, successes))


def _status(ctx: Context, raw: RawOperation, code: str) -> Status | None:
    if code == "default":
        return Status(code, 0, 999)
    if len(code) == 3 and code[0] in "12345" and code[1:].upper() == "XX":
        return Status(code, int(code[0]) * 100, int(code[0]) * 100 + 99)
    if len(code) == 3 and code.isdigit():
        return Status(code, int(code), int(code))
    if not code.startswith("x-"):
        ctx.warning(
            "status",
            f"{code!r} is no status; the answer is left out.",
            f"{raw.pointer}/responses/{escape_token(code)}",
            "Use a code such as 404, a range such as 4XX, or default.",
        )
    return None


def answer_site(raw: RawOperation, words: Words, code: str, main: bool) -> Site:
    """What an inline answer is called: the first successful one needs no status."""
    if main:
        return Site(f"{raw.id}.response", (*words, "response"))
    return Site(f"{raw.id}.response.{code}", (*words, "response", *split_words(code)))


def _answer(
    ctx: Context, raw: RawOperation, words: Words, status: Status, value: Any, main: bool
) -> Answer:
    where = f"{raw.pointer}/responses/{escape_token(status.wire)}"
    value, pointer = follow(ctx, value, where)
    if pointer != where and pointer in ctx.roots:
        if (shared := ctx.answers.get(pointer)) is None:
            shared = _answer_at(ctx, status, value, pointer, ctx.roots[pointer])
            ctx.answers[pointer] = shared
        return replace(shared, status=status)
    site = ctx.roots.get(pointer) or answer_site(raw, words, status.wire, main)
    return _answer_at(ctx, status, value, pointer, site)


def _answer_at(
    ctx: Context, status: Status, value: Mapping[str, Any], pointer: str, site: Site
) -> Answer:
    written = value.get("content") or {}
    contents = [
        _content(
            ctx,
            str(name),
            content,
            f"{pointer}/content/{escape_token(str(name))}",
            site,
            len(written),
        )
        for name, content in written.items()
    ]
    contents.sort(key=lambda content: content.kind is not MediaKind.JSON)
    return Answer(
        status,
        tuple(contents),
        _headers(ctx, value, pointer, site),
        docs_of(value),
        ctx.place(pointer),
    )


def _content(ctx: Context, name: str, value: Any, pointer: str, site: Site, count: int) -> Content:
    value, pointer = follow(ctx, value, pointer)
    kind = kind_with_schema(ctx, name, schema_node(value, pointer, site))
    if kind in STREAMS:
        node, item = _stream_item(ctx, value, pointer, site, kind)
    else:
        if count > 1 and kind is not MediaKind.JSON:
            site = Site(f"{site.id}.{kind.value}", (*site.words, *kind.value.split("-")))
        node = schema_node(value, pointer, site)
        item = content_type_of(ctx, kind, node)
    examples = media_examples(value, lambda v: follow(ctx, v, "")[0])
    if kind in STREAMS:
        examples = tuple(one for one in examples if isinstance(one.value, list))
    return Content(name, kind, item, examples)


def _stream_item(
    ctx: Context, value: Mapping[str, Any], pointer: str, site: Site, kind: MediaKind
) -> tuple[Node | None, Type]:
    """The type of one item; `schema` alone is read as that of an item, as people write it."""
    base = site.words[:-1] if site.words[-1] == "response" else site.words
    word = "event" if kind is MediaKind.EVENT_STREAM else "line"
    own = Site(f"{site.id}.{word}", (*base, word))
    node = schema_node(value, pointer, own, "itemSchema") or schema_node(value, pointer, own)
    if node is not None and kind is MediaKind.EVENT_STREAM:
        node = event_payload(ctx, node) or node
    return node, content_type_of(ctx, MediaKind.JSON, node)


def _headers(
    ctx: Context, value: Mapping[str, Any], pointer: str, site: Site
) -> tuple[Header, ...]:
    written = {
        name: header
        for name, header in (value.get("headers") or {}).items()
        if name.lower() != "content-type"
    }
    scope = Scope(pascal, usual=snake)
    for name in written:
        scope.add(name, name, split_words(name))
    settled = scope.words()
    found = []
    for name, header in written.items():
        header, place = follow(ctx, header, f"{pointer}/headers/{escape_token(name)}")
        said = Name(name, settled[name])
        if place not in ctx.roots:
            found.append(_header(ctx, header, place, site.member(name), said))
            continue
        if (shared := ctx.headers.get(place)) is None:
            shared = ctx.headers[place] = _header(ctx, header, place, ctx.roots[place], said)
        found.append(replace(shared, name=said))
    return tuple(found)


def _header(ctx: Context, header: Mapping[str, Any], place: str, site: Site, name: Name) -> Header:
    node = schema_node(header, place, site)
    content = header.get("content")
    if node is None and isinstance(content, Mapping) and content:
        media = next(iter(content))
        node = schema_node(content[media], f"{place}/content/{escape_token(media)}", site)
    return Header(
        name,
        ctx.type_of(node) if node else Scalar(ScalarKind.STRING),
        Presence.REQUIRED if header.get("required") is True else Presence.OPTIONAL,
        docs_of(header),
    )


def _result(
    ctx: Context, raw: RawOperation, words: Words, answers: Sequence[Answer]
) -> Type | None:
    """The one type of plain successful answers, a union of several, `None` without bodies."""
    kinds: list[tuple[str, Type]] = []
    empty, xml = False, ""
    for answer in answers:
        plain = [content for content in answer.asked if content.kind not in STREAMS]
        if plain:
            is_xml = plain[0].kind is MediaKind.XML
            xml = xml or (plain[0].media_type if is_xml else "")
            found = TEXT if is_xml else plain[0].type
            if all(found != kind for _, kind in kinds):
                kinds.append((answer.status.wire, found))
        empty = empty or not answer.contents
    if xml:
        ctx.warning(
            "xml-answer",
            f"The operation answers in XML only ({xml}), which is not decoded:"
            " the method gives its text.",
            f"{raw.pointer}/responses",
            "Add a JSON content to the answer if the server can give one.",
        )
    if not kinds:
        return None
    single = kinds[0][1] if len(kinds) == 1 else _result_union(ctx, raw, words, kinds)
    return with_null(single) if empty else single


def _result_union(
    ctx: Context, raw: RawOperation, words: Words, kinds: Sequence[tuple[str, Type]]
) -> Type:
    """A union of the successful answers, one variant for each different type."""
    site = Site(f"{raw.id}.result", (*words, "result"))
    identity = ctx.reserve(site)
    nullable = any(isinstance(kind, Nullable) for _, kind in kinds)
    inner = [(code, k.inner if isinstance(k, Nullable) else k) for code, k in kinds]
    scope = Scope(pascal, usual=snake)
    for index, (code, kind) in enumerate(inner):
        words_ = ctx.sites[kind.id].words if isinstance(kind, Ref) else ("status", code.lower())
        scope.add(index, code, words_, spare=(("status", code.lower()),))
    settled = scope.words()
    ctx.declarations[identity] = Union(
        identity,
        Name("", site.words),
        tuple(Variant(Name("", settled[index]), kind) for index, (_, kind) in enumerate(inner)),
        UNDECIDED,
        place=ctx.place(f"{raw.pointer}/responses"),
    )
    ctx.hints[identity] = UnionHint(by_status=True)
    return with_null(Ref(identity)) if nullable else Ref(identity)
