"""Webhooks signed after the Standard Webhooks specification (HMAC with SHA-256)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .errors import WebhookVerificationError
from .wire import NotJsonError, parse_json

TOLERANCE = 300.0
"""Seconds by which a timestamp may be off."""


def unwrap(
    payload: str | bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    type: Callable[[], Any] | None = None,
    *,
    tolerance: float = TOLERANCE,
) -> Any:
    """Verify a webhook and read its payload as a type (`None`: as JSON).

    `payload` is the body as received. Several secrets serve while one is being replaced. Raises
    `WebhookVerificationError`.
    """
    verify(payload, headers, secret, tolerance=tolerance)
    try:
        if type is None:
            return parse_json(payload)
        from .decode import decode_json

        return decode_json(payload, type(), strict=False)[0]
    except NotJsonError as error:
        raise WebhookVerificationError(f"The webhook's payload is not JSON: {error}") from error


def verify(
    payload: str | bytes,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE,
) -> None:
    """Check a webhook's signature and age. Raises `WebhookVerificationError`."""
    by_name = {name.lower(): value for name, value in headers.items()}
    identity, stamp, signatures = (
        _header(by_name, name) for name in ("id", "timestamp", "signature")
    )
    _check_age(stamp, tolerance)
    body = payload.encode() if isinstance(payload, str) else payload
    signed = f"{identity}.{stamp}.".encode() + body
    given = [text.partition(",")[2] for text in signatures.split(" ") if text.startswith("v1,")]
    secrets = [secret] if isinstance(secret, str) else secret
    for one in secrets:
        digest = hmac.new(_key(one), signed, hashlib.sha256).digest()
        expected = base64.b64encode(digest)
        if any(hmac.compare_digest(expected, text.encode()) for text in given):
            return
    raise WebhookVerificationError("The webhook's signature fits none of the secrets.")


def _header(headers: Mapping[str, str], name: str) -> str:
    for prefix in ("webhook-", "svix-"):
        if value := headers.get(prefix + name):
            return value
    raise WebhookVerificationError(f"The webhook lacks the header webhook-{name}.")


def _check_age(stamp: str, tolerance: float) -> None:
    try:
        age = time.time() - int(stamp)
    except ValueError:
        raise WebhookVerificationError("The webhook's timestamp is no whole number.") from None
    if abs(age) > tolerance:
        when = "old" if age > 0 else "far in the future"
        raise WebhookVerificationError(f"The webhook's timestamp is too {when}.")


def _key(secret: str) -> bytes:
    """The bytes of a secret: base64, with or without the prefix `whsec_`."""
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise WebhookVerificationError("The webhook secret is not base64.") from None
