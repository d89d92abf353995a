from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from sdk_runtime import ApiKey, Configuration
from sdk_runtime.logs import HIDDEN, CallLog
from sdk_shop import CONFIGURATION, CREATE_THING, GET_THING, shop

SECRETS = ["s3cret", "q-s3cret", "b-s3cret", "c-s3cret", "set-s3cret", "body-s3cret"]


def test_what_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    answers = [
        httpx2.Response(500, headers={"retry-after": "0"}),
        httpx2.Response(
            200,
            json={"id": 1, "name": "n"},
            headers={"set-cookie": "sid=set-s3cret", "x-plain": "seen"},
        ),
    ]
    caplog.set_level(logging.DEBUG, logger="shop")
    with shop(lambda request: answers.pop(0)) as client:
        client.call(
            CREATE_THING,
            {"name": "body-s3cret"},
            {
                "extra_headers": {
                    "Authorization": "Bearer b-s3cret",
                    "Cookie": "a=c-s3cret",
                    "X-Plain": "shown",
                },
                "extra_query": {"api_key": "q-s3cret", "limit": 5},
            },
        )
    text = caplog.text
    assert not [secret for secret in SECRETS if secret in text]
    assert f"https://shop.example/api/things?api_key={HIDDEN}&limit=5" in text
    assert "'X-Plain': 'shown'" in text
    assert "'x-plain': 'seen'" in text
    assert "-> 500 in" in text
    assert "InternalServerError; trying again in 0.000 s, 2 retries left" in text
    assert "body=22 bytes" in text
    assert {record.name for record in caplog.records} == {"shop"}


@pytest.mark.parametrize(
    "name",
    [
        "Authorization", "proxy-authorization", "X-API-Key", "api_key", "apikey", "key", "access_token", "X-Auth-Token",
        "client_secret", "password", "Cookie", "Set-Cookie", "X-OpenAI-Api-Key", "signature", "sig", "session_id",
        "X-Shop-Code", "subscription-key", "x-amz-credential",
    ],
)  # fmt: skip
def test_secret_names(name: str) -> None:
    assert CallLog(CONFIGURATION).is_secret(name)


@pytest.mark.parametrize(
    "name", ["keyboard", "monkey", "limit", "Content-Type", "X-Request-Id", "design", "Accept"]
)
def test_other_names(name: str) -> None:
    assert not CallLog(CONFIGURATION).is_secret(name)


def test_urls() -> None:
    odd = Configuration("C", "c", "1", schemes={"k": ApiKey("query", "code")})
    log = CallLog(odd)
    shown = log.url("https://u:p@h.example:8/x%2Fy?a=1&code=zz&b&token=#frag")
    assert shown == f"https://h.example:8/x%2Fy?a=1&code={HIDDEN}&b&token={HIDDEN}"


@pytest.mark.parametrize("level", ["debug", "INFO", "", "loud"])
def test_the_environment_turns_it_on(level: str, tmp_path: Path) -> None:
    """In a process of its own, as the logger is the process's."""
    script = tmp_path / "main.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "import conftest, httpx2\n"
        "from sdk_shop import GET_THING, shop\n"
        "answer = httpx2.Response(200, json={'id': 1, 'name': 'n'})\n"
        "shop(lambda request: answer).call(GET_THING, {'id': 1}, {})\n"
    )
    run = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "SHOP_LOG": level},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    shown = {"debug": ("sending GET", "-> 200 in"), "INFO": ("-> 200 in",)}.get(level, ())
    for text in ("sending GET", "-> 200 in"):
        assert (text in run.stderr) is (text in shown)
    assert "s3cret" not in run.stderr


def test_errors_show_no_secret() -> None:
    def refuse(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("refused")

    for handler in (refuse, lambda request: httpx2.Response(404)):
        with pytest.raises(Exception) as caught:  # noqa: PT011
            shop(handler, max_retries=0).call(
                GET_THING, {"id": 1}, {"extra_query": {"token": "q-s3cret"}}
            )
        assert "s3cret" not in str(caught.value) + repr(caught.value)
