"""Comparing what came with what was expected; every difference is one sentence."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from apiscribe.conformance.vectors import Expected, ExpectedError, ExpectedRequest, Part
from apiscribe.serve.bodies import Part as SentPart
from apiscribe.serve.bodies import is_json, media_type_of, multipart_parts

_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
# Languages differ in whether these are encoded; both mean the same (RFC 3986, section 2.2).
_FREE = frozenset(b"!'()*")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request as it arrived. `at` is seconds on a monotonic clock; `connection` counts them."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes
    at: float
    connection: int


@dataclass(slots=True)
class Difference:
    """Collects sentences about one vector."""

    found: list[str] = field(default_factory=list)

    def equal(self, what: str, got: Any, wanted: Any) -> None:
        """Note a difference; numbers and booleans are kept apart."""
        if not same_json(got, wanted):
            self.found.append(f"{what}: got {_show(got)}, expected {_show(wanted)}")


def _show(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, bytes) else repr(value)
    return text if len(text) <= 400 else text[:397] + "…"


def same_json(left: Any, right: Any) -> bool:
    """JSON equality: `1` equals `1.0`, but not `true`; member order does not matter."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(same_json(left[k], right[k]) for k in left)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(same_json, left, right))
    return bool(left == right)


def normalised(text: str) -> str:
    """Percent-encoding in its one canonical form."""

    def one(found: re.Match[str]) -> str:
        byte = int(found.group(1), 16)
        return chr(byte) if byte in _UNRESERVED or byte in _FREE else f"%{byte:02X}"

    return _ESCAPE.sub(one, text)


def compare_request(
    sent: SentRequest,
    wanted: ExpectedRequest,
    before: Sequence[SentRequest],
    difference: Difference,
) -> None:
    """Everything `wanted` says about one request."""
    number = f"request {len(before) + 1}"
    difference.equal(f"{number} method", sent.method, wanted.method)
    if wanted.path is not None:
        difference.equal(f"{number} path", normalised(sent.path), normalised(wanted.path))
    if wanted.query is not None:
        difference.equal(f"{number} query", normalised(sent.query), normalised(wanted.query))
    for name, value in wanted.headers.items():
        difference.equal(f"{number} header {name}", sent.headers.get(name.lower()), value)
    for name in wanted.present:
        if not sent.headers.get(name.lower()):
            difference.found.append(f"{number} header {name} is missing")
    for name in wanted.same:
        first = before[0].headers.get(name.lower()) if before else None
        if not first or sent.headers.get(name.lower()) != first:
            difference.found.append(f"{number} header {name} differs from the first request's")
    if wanted.same_connection and before and before[-1].connection != sent.connection:
        difference.found.append(f"{number} came on a new connection")
    if wanted.after is not None and before and sent.at - before[-1].at < wanted.after:
        waited = sent.at - before[-1].at
        difference.found.append(f"{number} came after {waited:.3f} s, expected {wanted.after} s")
    _compare_body(sent, wanted, number, difference)


def _compare_body(
    sent: SentRequest, wanted: ExpectedRequest, number: str, difference: Difference
) -> None:
    content_type = sent.headers.get("content-type", "")
    if wanted.no_body:
        difference.equal(f"{number} body", sent.body.decode("latin-1"), "")
        difference.equal(f"{number} content-type", sent.headers.get("content-type"), None)
    if wanted.has_json:
        if not is_json(media_type_of(content_type)):
            difference.found.append(f"{number} content-type {content_type!r} is not JSON")
        difference.equal(f"{number} body", _json(sent.body), wanted.json_)
    if wanted.text is not None:
        difference.equal(f"{number} body", sent.body.decode("utf-8", "replace"), wanted.text)
    if wanted.base64 is not None:
        difference.equal(f"{number} body", base64.b64encode(sent.body).decode(), wanted.base64)
    if wanted.form is not None:
        difference.equal(
            f"{number} content-type",
            media_type_of(content_type),
            "application/x-www-form-urlencoded",
        )
        # A blank is `+` or `%20` in a form; both are read alike.
        text = sent.body.decode("latin-1").replace("+", "%20")
        difference.equal(f"{number} form", normalised(text), normalised(wanted.form))
    if wanted.parts is not None:
        _compare_parts(multipart_parts(sent.body, content_type), wanted.parts, number, difference)


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return f"(not JSON) {body[:200]!r}"


def _compare_parts(
    sent: Sequence[SentPart], wanted: Sequence[Part], number: str, difference: Difference
) -> None:
    difference.equal(f"{number} parts", [p.name for p in sent], [p.name for p in wanted])
    for index, (got, part) in enumerate(zip(sent, wanted, strict=False)):
        where = f"{number} part {index + 1}"
        given = part.model_fields_set
        if "filename" in given:
            difference.equal(f"{where} filename", got.filename, part.filename)
        if "content_type" in given:
            difference.equal(f"{where} content type", got.content_type or None, part.content_type)
        if part.text is not None:
            difference.equal(f"{where} content", got.content.decode("utf-8", "replace"), part.text)
        if part.base64 is not None:
            encoded = base64.b64encode(got.content).decode()
            difference.equal(f"{where} content", encoded, part.base64)
        if "json_" in given or "json" in given:
            difference.equal(f"{where} content", _json(got.content), part.json_)


def compare_outcome(outcome: Mapping[str, Any], wanted: Expected, difference: Difference) -> None:
    """What a language reports: `{json}`, `{text}`, `{base64}`, `{nothing}`, `{items}`, `{error}`, …"""
    given = wanted.model_fields_set
    error = outcome.get("error")
    if wanted.error is None and error is not None:
        difference.found.append(f"raised {_show(error)}")
        return
    for key, name in (("json_", "json"), ("text", "text"), ("base64", "base64")):
        if key in given:
            difference.equal(f"result {name}", outcome.get(name, "(none)"), getattr(wanted, key))
    if wanted.nothing and "nothing" not in outcome:
        difference.found.append(f"result: got {_show(outcome)}, expected nothing")
    if wanted.items is not None:
        difference.equal("items", outcome.get("items"), wanted.items)
    if wanted.status is not None:
        difference.equal("status", outcome.get("status"), wanted.status)
    headers = {k.lower(): v for k, v in (outcome.get("headers") or {}).items()}
    for name, value in wanted.headers.items():
        difference.equal(f"answer header {name}", headers.get(name.lower()), value)
    if wanted.variant is not None and "variant" in outcome:
        difference.equal("variant", outcome["variant"], wanted.variant)
    if wanted.error is not None:
        _compare_error(error, wanted.error, difference)


def _compare_error(error: Any, wanted: ExpectedError, difference: Difference) -> None:
    if not isinstance(error, Mapping):
        difference.found.append(f"raised nothing, expected a {wanted.kind} error")
        return
    given = wanted.model_fields_set
    for name in ("kind", "status", "name", "body", "request_id"):
        if name in given:
            difference.equal(f"error {name}", error.get(name), getattr(wanted, name))
    if wanted.field is not None and _plain(wanted.field) not in _plain(error.get("message", "")):
        difference.found.append(
            f"error message {error.get('message')!r} does not contain {wanted.field!r}"
        )


def _plain(text: object) -> str:
    """Letters and digits alone: `bearer_token` is `bearerToken` in another language."""
    return "".join(c for c in str(text).casefold() if c.isalnum())
