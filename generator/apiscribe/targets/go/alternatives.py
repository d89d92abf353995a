"""Answers in another form than the one a method reads: a method of their own for each.

A Go method has one type of result. Where an answer comes as JSON and, when asked for, as a text, as
bytes or as other JSON too, the plain method reads the JSON that is first (decision 0025).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from apiscribe.ir import Answer, Api, Content, MediaKind, Operation, Type
from apiscribe.naming import Words, split_words
from apiscribe.targets.go.contents import STREAMED, is_text

_NO_WORDS = frozenset({"x", "vnd"})


@dataclass(frozen=True, slots=True)
class Alternative:
    """A media type that the plain method does not ask for, its kind, and what is in it."""

    media_type: str
    kind: MediaKind
    type: Type
    words: Words


def alternatives(operation: Operation, api: Api) -> tuple[Alternative, ...]:
    """The other forms of an operation's answers, a media type each, in the document's order."""
    found: dict[str, Alternative] = {}
    for answer in operation.answers:
        for one in alternative_contents(answer, api):
            kind = MediaKind.TEXT if is_text(one, api) else one.kind
            words = _words(one.media_type)
            found.setdefault(one.media_type, Alternative(one.media_type, kind, one.type, words))
    return tuple(found.values())


def alternative_contents(answer: Answer, api: Api) -> Iterator[Content]:
    """The contents that a plain method, which reads JSON, could not give."""
    contents = [content for content in answer.asked if content.kind not in STREAMED]
    if all(one.kind is not MediaKind.JSON for one in contents):
        return
    for one in contents:
        if one.kind is MediaKind.JSON:
            if one in answer.others:
                yield one
        elif one.kind is MediaKind.BINARY or is_text(one, api):
            yield one


def alternative_for(operation: Operation, api: Api, accept: str) -> Alternative | None:
    """The one that an `Accept` header asks for; `None` where the plain method reads that."""
    wide = (accept, f"{accept.partition('/')[0]}/*", "*/*")
    found = {one.media_type: one for one in alternatives(operation, api)}
    return next((found[one] for one in wide if one in found), None)


def _words(media_type: str) -> Words:
    """`csv` of `text/csv`, `image` of `image/*`, `response` of what may be anything."""
    kind, _, inner = media_type.partition(";")[0].strip().lower().partition("/")
    if inner == "*":
        inner = "response" if kind == "*" else kind
    elif inner == "plain":
        inner = "text"
    words = tuple(word for word in split_words(inner) if word not in _NO_WORDS)
    return ("as", *(words or split_words(kind)))
