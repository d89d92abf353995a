"""The media type that a sentence names, and of what: the request, the answer, or failures."""

from __future__ import annotations

import re
from enum import StrEnum

from apiscribe.pages.parts.inline import plain
from apiscribe.pages.parts.sections import Role, encoding_of


class Side(StrEnum):
    """What has the media type."""

    REQUEST = "request"
    ANSWER = "answer"
    ERRORS = "errors"


_TYPE = r"(?P<media>[a-z]+/[\w+-]+(?:\.[\w+-]+)*)"
_NAMED = re.compile(rf"(?:content-type|media type|encoding type|内容类型)\W+{_TYPE}", re.I)
_SENT = re.compile(
    r"\b(?:parameters|params|fields|arguments|values|body|payload|data)\b(?: (?:is|are|must be|should be))+"
    r" (?:(?:sent|passed|submitted|posted|encoded)(?: (?:as|in|with|using))+ )?(?P<named>\S+)"
    r"|^(?:send|pass|submit|post|encode) (?:(?:the|your|all|request) )*"
    r"(?:parameters|params|fields|arguments|values|body|payload|data) (?:as|in|with|using) (?P<asked>\S+)",
    re.I,
)
_ERRORS = re.compile(r"\b(?:errors?|fail(?:s|ed|ures?)?|problems?)\b", re.I)
_ANSWER = re.compile(
    r"\b(?:responses?|responds?|answers?|repl(?:y|ies)|results?|returns?|returned|output)\b", re.I
)
_REQUEST = re.compile(r"\b(?:requests?|send|sent|body|payload|parameters|upload|post)\b", re.I)
_CONDITION = re.compile(r"\b(?:not|never|if|when|unless|either|or)\b|n[’']t\b", re.I)


def media_of(text: str, role: Role | None) -> tuple[Side, str] | None:
    """The media type that a paragraph names, where it is clear what has it.

    A sentence that names neither side speaks of what the label above it (`role`) holds.
    """
    words = plain(text)
    named = _NAMED.search(words)
    if named is None:
        return _sent(words, role)
    start = max(words.rfind(end, 0, named.start()) for end in (". ", "! ", "? ", "\n")) + 1
    end = re.compile(r"[.!?](?:\s|$)|\n|$").search(words, named.end())
    sentence = words[start : end.start() if end is not None else len(words)]
    side = _side(sentence.replace(named["media"], ""), role)
    if side is None or (side is not Side.REQUEST and _CONDITION.search(sentence)):
        return None
    return side, named["media"].lower()


def _side(sentence: str, role: Role | None) -> Side | None:
    """What a sentence is about; `None` where it is about both sides."""
    of_errors, of_answer = _ERRORS.search(sentence), _ANSWER.search(sentence)
    of_request = _REQUEST.search(sentence)
    if (of_errors or of_answer) and of_request:
        return None
    if of_errors:
        return Side.ERRORS
    if of_answer:
        return Side.ERRORS if role is Role.ERRORS else Side.ANSWER
    if of_request or role not in (Role.RESPONSE, Role.ERRORS, Role.STREAM, Role.RESPONSE_HEADERS):
        return Side.REQUEST
    return Side.ERRORS if role is Role.ERRORS else Side.ANSWER


def _sent(words: str, role: Role | None) -> tuple[Side, str] | None:
    """`Parameters are sent as application/x-www-form-urlencoded.`: one sentence without conditions."""
    told = _SENT.search(words)
    about = _ANSWER.search(words) or _ERRORS.search(words) or _CONDITION.search(words)
    if told is None or about or re.search(r"[.!?]\s", words.strip()):
        return None
    if role in (Role.RESPONSE, Role.ERRORS, Role.STREAM, Role.RESPONSE_HEADERS):
        return None
    media = encoding_of((told["named"] or told["asked"]).strip(".,;:!"))
    return (Side.REQUEST, media) if media else None
