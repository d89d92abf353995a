"""Examples on operation pages: calls in curl and in each SDK, bodies and answers as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from apiscribe.config import Settings
from apiscribe.ir import (
    Answer,
    Api,
    Content,
    Example,
    JsonValue,
    MediaKind,
    Operation,
    Type,
)
from apiscribe.targets.docs.samples import curl
from apiscribe.targets.docs.sdks import SdkSamples
from apiscribe.targets.docs.views import Snippet
from apiscribe.targets.markup import fence_for, hidden, inline, json_text, literal
from apiscribe.targets.sampling import alternative_samples, content_sample

_JSON: Final = "application/json"
_ALTERNATIVES: Final = 3


def snippet(title: str, language: str, text: str, note: str = "") -> Snippet:
    """A fence that `text` cannot leave."""
    clean = text.rstrip("\n")
    if not clean.replace("\n", "").isprintable():
        clean = "\n".join(map(_shown, clean.split("\n"))).rstrip("\n")
    return Snippet(title, fence_for(clean), language, clean, note)


def _shown(line: str) -> str:
    """A line without characters that do not show; blanks of every width stay."""
    if line.isprintable():
        return line
    return "".join(c for c in line if not hidden(c) or c == "\t")


def request_snippets(
    api: Api, settings: Settings, sdks: SdkSamples, operation: Operation
) -> Iterator[Snippet]:
    """The call in curl and in each SDK, plain and streamed, and the bodies the document gives."""
    yield snippet("curl", "bash", curl(api, settings, operation))
    if operation.stream is not None and operation.stream.switch is not None:
        yield snippet("curl, streaming", "bash", curl(api, settings, operation, streamed=True))
    for title, language, text in sdks.of(operation.id):
        yield snippet(title, language, text)
    for media in operation.body.media if operation.body else ():
        told = "" if media.media_type == _JSON else f" ({inline(media.media_type)})"
        for one in media.examples:
            yield _stated(f"Request{told}", one)
        if not media.examples and media.kind is MediaKind.JSON:
            yield from _alternatives(api, "Sample request", told, media.type, sent=True)


def answer_snippets(api: Api, operation: Operation) -> Iterator[Snippet]:
    """Answers the document gives, else one made from the type of each success."""
    for answer in operation.answers:
        for content in answer.contents:
            yield from _answer(api, answer, content, made=True)
    for answer in operation.errors:
        for content in answer.contents:
            yield from _answer(api, answer, content, made=False)


def _answer(api: Api, answer: Answer, content: Content, *, made: bool) -> Iterator[Snippet]:
    told = answer.status.wire
    if content.media_type != _JSON:
        told += f", {content.media_type}"
    if content.examples:
        for one in content.examples:
            yield _stated(f"Response ({inline(told)})", one, _note(content, one))
        return
    value = content_sample(content, api) if made else None
    if value is None:
        return
    match content.kind:
        case MediaKind.JSON:
            title = f"Sample response ({inline(told)})"
            each = [*_alternatives(api, "Sample response", told, content.type, sent=False)]
            yield from each or (_json(title, value.value),)
        case MediaKind.EVENT_STREAM | MediaKind.JSON_LINES:
            title = f"Sample stream ({inline(told)})"
            yield snippet(title, "text", _stream_text(content.kind, value.value))
        case _:
            return


def _alternatives(api: Api, title: str, told: str, type: Type, *, sent: bool) -> Iterator[Snippet]:
    """A sample of each of the first alternatives, where the whole body is one of several."""
    samples = alternative_samples(type, api, sent=sent)
    if len(samples) < 2:
        return
    told = told if told.startswith(" (") or not told else f" ({inline(told)})"
    for sample in samples[:_ALTERNATIVES]:
        yield _json(f"{title}{told}: {inline(sample.name)}", sample.value)


def _stream_text(kind: MediaKind, items: JsonValue) -> str:
    """The items as they travel: events, or lines of JSON."""
    listed = items if isinstance(items, Sequence) and not isinstance(items, str) else [items]
    events = kind is MediaKind.EVENT_STREAM
    lines = (f"data: {literal(one)}\n\n" if events else f"{literal(one)}\n" for one in listed)
    return "".join(lines)


def _note(content: Content, example: Example) -> str:
    said = inline(example.summary)
    streamed = content.kind in (MediaKind.EVENT_STREAM, MediaKind.JSON_LINES)
    return said or ("The items of the stream, in order." if streamed else "")


def _stated(title: str, example: Example, note: str = "") -> Snippet:
    name = re.sub(r"\s+", " ", example.name)
    plain = name in ("", "example")
    shown = title if plain else f"{title}: {inline(name)}"
    return snippet(shown, "json", json_text(example.value), note or inline(example.summary))


def _json(title: str, value: JsonValue) -> Snippet:
    return snippet(title, "json", json_text(value))
