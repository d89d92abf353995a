from __future__ import annotations

import base64
import hashlib
import hmac
import time
from collections.abc import Callable
from typing import Any

import pytest
from sdk_runtime import WebhookVerificationError, unwrap
from sdk_shop import Thing

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
PAYLOAD = b'{"id": 1, "name": "\xc5\xbe"}'


def sign(
    payload: bytes = PAYLOAD, secret: str = SECRET, age: float = 0, **headers: str
) -> dict[str, str]:
    stamp = str(int(time.time() - age))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, b"msg_1." + stamp.encode() + b"." + payload, hashlib.sha256).digest()
    return {
        "Webhook-Id": "msg_1",
        "webhook-timestamp": stamp,
        "webhook-signature": "v1," + base64.b64encode(digest).decode(),
        **headers,
    }


def test_the_example_of_the_specification() -> None:
    """standardwebhooks.com: the message whose signature its libraries all test."""
    headers = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    payload = '{"test": 2432232314}'
    assert unwrap(payload, headers, SECRET, tolerance=float("inf")) == {"test": 2432232314}
    with pytest.raises(WebhookVerificationError, match="too old"):
        unwrap(payload, headers, SECRET)


@pytest.mark.parametrize("payload", [PAYLOAD, PAYLOAD.decode()])
def test_typed(payload: Any) -> None:
    thing = unwrap(payload, sign(), SECRET, lambda: Thing)
    assert type(thing) is Thing
    assert thing.name == "ž"


def test_several_signatures_and_secrets() -> None:
    headers = sign()
    headers["webhook-signature"] = "v2,abc v1,AAAA " + headers["webhook-signature"] + " v1,é"
    assert unwrap(PAYLOAD, headers, ["whsec_AAAA", SECRET])
    assert unwrap(PAYLOAD, sign(), SECRET.removeprefix("whsec_"))
    older = {name.lower().replace("webhook-", "svix-"): value for name, value in sign().items()}
    assert unwrap(PAYLOAD, older, SECRET)


def _as_version_2(headers: dict[str, str]) -> dict[str, str]:
    return {name: value.replace("v1,", "v2,") for name, value in headers.items()}


@pytest.mark.parametrize(
    ("payload", "headers", "secret", "message"),
    [
        (PAYLOAD + b" ", lambda: sign(), SECRET, "fits none"),
        (PAYLOAD, lambda: sign(), "whsec_AAAA", "fits none"),
        (PAYLOAD, lambda: sign(**{"Webhook-Id": "msg_2"}), SECRET, "fits none"),
        (PAYLOAD, lambda: sign(**{"webhook-signature": "v1,"}), SECRET, "fits none"),
        (PAYLOAD, lambda: _as_version_2(sign()), SECRET, "fits none"),
        (PAYLOAD, lambda: sign(age=100_000), SECRET, "too old"),
        (PAYLOAD, lambda: sign(age=-100_000), SECRET, "too far in the future"),
        (PAYLOAD, lambda: sign(**{"webhook-timestamp": "now"}), SECRET, "no whole number"),
        (PAYLOAD, dict, SECRET, "lacks the header webhook-id"),
        (
            PAYLOAD,
            lambda: {"webhook-id": "a", "webhook-timestamp": "1"},
            SECRET,
            "webhook-signature",
        ),
        (PAYLOAD, lambda: sign(), "whsec_*", "not base64"),
        (b"{", lambda: sign(b"{"), SECRET, "not JSON"),
    ],
)
def test_refused(
    payload: bytes, headers: Callable[[], dict[str, str]], secret: str, message: str
) -> None:
    with pytest.raises(WebhookVerificationError, match=message):
        unwrap(payload, headers(), secret)
