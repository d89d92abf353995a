"""Answers to values and errors, by status and media type."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .errors import (
    APIError,
    APIResponseValidationError,
    APIStatusError,
    Issue,
    error_class,
)
from .operations import NOTHING, STREAMED, Answer
from .wire import NotJsonError, parse_json

if TYPE_CHECKING:
    import httpx2

REQUEST_ID_HEADERS = ("x-request-id", "request-id", "x-correlation-id")


def request_id(response: httpx2.Response) -> str | None:
    """The id the server gave the call."""
    for name in REQUEST_ID_HEADERS:
        if value := response.headers.get(name):
            return str(value)
    return None


def media_type(response: httpx2.Response) -> str:
    """The media type without parameters, in lower case; "" when there is none."""
    text: str = response.headers.get("content-type", "")
    return text.partition(";")[0].strip().lower()


def is_json(media: str) -> bool:
    """Whether a media type is JSON (RFC 6839: also `+json`)."""
    return media == "application/json" or media.endswith(("/json", "+json"))


def find_answer(answers: Sequence[Answer], status: int, media: str) -> Answer | None:
    """The description that fits best: the closest status range, then the media type."""
    fitting = [answer for answer in answers if answer.low <= status <= answer.high]
    if not fitting:
        return None
    width = min(answer.high - answer.low for answer in fitting)
    closest = [answer for answer in fitting if answer.high - answer.low == width]
    for matches in (_same, _wildcard, _same_kind):
        for answer in closest:
            if matches(answer, media):
                return answer
    return None


def _same(answer: Answer, media: str) -> bool:
    return answer.media_type.partition(";")[0].strip().lower() == media


def _wildcard(answer: Answer, media: str) -> bool:
    stated = answer.media_type.partition(";")[0].strip().lower()
    kind, _, rest = stated.partition("/")
    return stated == "*/*" or (rest == "*" and media.startswith(kind + "/"))


def _same_kind(answer: Answer, media: str) -> bool:
    """What servers say when they say something else: any JSON for JSON, nothing for anything."""
    if answer.kind == "empty":
        return False
    return media == "" or (answer.kind == "json" and is_json(media))


def decode_answer(
    answers: Sequence[Answer], response: httpx2.Response, *, strict: bool
) -> tuple[Any, list[Issue]]:
    """The value of an answer whose body is read, and where it does not fit.

    Raises `APIResponseValidationError` when JSON is due and the body is something else.
    """
    media, content = media_type(response), response.content
    if answers and all(answer == NOTHING for answer in answers):
        return None, []
    answer = find_answer(answers, response.status_code, media)
    if answer is None:
        answer = _fallback(answers, media)
    # Of a status that is not described there is nothing to be strict about.
    strict = strict and any(a.low <= response.status_code <= a.high for a in answers)
    if not content:
        due = strict and answer is not None and answer.kind == "json"
        due = due and response.status_code not in (204, 205, 304) and _method(response) != "HEAD"
        issues = [Issue((), "expected a body, found none")] if due else []
        return (_nothing(answer), issues)
    kind = answer.kind if answer is not None and answer.kind != "empty" else _kind_of(media)
    if kind == "json":
        value, issues = _decode_json(answer, response, strict)
        return value, issues if strict else []
    if kind == "binary":
        return content, []
    return text_of(response), []


def text_of(response: httpx2.Response) -> str:
    """The body as text, without a byte order mark."""
    return str(response.text).removeprefix("\ufeff")


def _method(response: httpx2.Response) -> str:
    return str(response.request.method)


def _nothing(answer: Answer | None) -> Any:
    if answer is None or answer.kind in ("empty", "json"):
        return None
    return b"" if answer.kind == "binary" else ""


def _fallback(answers: Sequence[Answer], media: str) -> Answer | None:
    """For a status or media type that is not described: the only form that answers have.

    Else the one JSON answer, where JSON came.
    """
    whole = [a for a in answers if a.kind not in {"empty", *STREAMED} and not a.other]
    if len(whole) == 1:
        return whole[0]
    json_answers = [answer for answer in whole if answer.kind == "json"]
    return json_answers[0] if len(json_answers) == 1 and is_json(media) else None


def _kind_of(media: str) -> str:
    if is_json(media):
        return "json"
    text = media.startswith("text/") or media.endswith(("/xml", "+xml", "/x-ndjson", "/jsonl"))
    return "text" if text else "binary"


def _decode_json(
    answer: Answer | None, response: httpx2.Response, strict: bool
) -> tuple[Any, list[Issue]]:
    try:
        if answer is None or answer.type is None:
            return parse_json(response.content), []
        from .decode import decode_json

        return decode_json(response.content, answer.type(), strict=strict)
    except NotJsonError as error:
        raise APIResponseValidationError(
            f"Expected JSON, got {media_type(response) or 'something else'}: {error}",
            issues=[Issue((), "is not JSON")],
            body=response.text,
            status_code=response.status_code,
            headers=response.headers,
            request_id=request_id(response),
        ) from error


def value_of(answers: Sequence[Answer], response: httpx2.Response, *, strict: bool) -> Any:
    """The value of a successful answer. Raises `APIResponseValidationError` if `strict`."""
    value, issues = decode_answer(answers, response, strict=strict)
    if issues and strict:
        raise APIResponseValidationError(
            issues=issues,
            body=_raw_body(response),
            status_code=response.status_code,
            headers=response.headers,
            request_id=request_id(response),
        )
    if hasattr(type(value), "_request_id"):
        object.__setattr__(value, "__request_id__", request_id(response))
    return value


def _raw_body(response: httpx2.Response) -> Any:
    if not response.content:
        return None
    try:
        return parse_json(response.content)
    except NotJsonError:
        return response.text


def status_error(answers: Sequence[Answer], response: httpx2.Response) -> APIStatusError:
    """The exception for an answer that is no success and whose body is read."""
    body = _raw_body(response)
    message = _message(response, body)
    if find_answer(answers, response.status_code, media_type(response)) is not None:
        with suppress(APIResponseValidationError):
            body, _ = decode_answer(answers, response, strict=False)
    return error_class(response.status_code)(
        message,
        status_code=response.status_code,
        headers=response.headers,
        body=body,
        request_id=request_id(response),
        response=response,
    )


def not_a_stream(response: httpx2.Response) -> APIError:
    """The exception for a JSON value where a stream was due; it is in `body`."""
    body = _raw_body(response)
    identity = request_id(response)
    if isinstance(body, dict) and body.get("error"):
        return APIError(error_text(body) or "The call failed.", body=body, request_id=identity)
    return APIResponseValidationError(
        "Expected a stream of events, got one JSON value; it is in `body`.",
        body=body,
        status_code=response.status_code,
        headers=response.headers,
        request_id=identity,
    )


def _message(response: httpx2.Response, body: Any) -> str:
    text = f"{response.status_code} {response.reason_phrase}".strip()
    if said := error_text(body):
        text += f": {said}"
    if identity := request_id(response):
        text += f" (request id {identity})"
    return text


def error_text(body: Any) -> str:
    """What an error body says, in the forms servers use; "" when it says nothing."""
    if isinstance(body, str):
        return body if len(body) <= 500 else body[:500] + "…"
    if isinstance(body, list):
        return "; ".join(filter(None, map(_detail_text, body[:5])))
    if not isinstance(body, dict):
        return ""
    for key in ("message", "error_description", "detail", "error", "errors", "title"):
        if text := error_text(body.get(key)):
            return text
    return ""


def _detail_text(item: Any) -> str:
    """One entry of a list of errors, with its place (`loc`) if it has one."""
    if not isinstance(item, dict):
        return error_text(item)
    text = error_text(item.get("msg")) or error_text(item)
    place = item.get("loc") or item.get("name")
    if isinstance(place, list):
        place = ".".join(map(str, place))
    return f"{place}: {text}" if place and text else text
