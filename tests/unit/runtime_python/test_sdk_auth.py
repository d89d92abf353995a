from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
import sdk_runtime.oauth
from sdk_runtime import (
    ApiKey,
    AsyncClient,
    AuthenticationError,
    Basic,
    Bearer,
    Configuration,
    ConfigurationError,
    Credential,
    InternalServerError,
    MutualTls,
    OAuth2,
    Operation,
    Parameter,
    Server,
    SyncClient,
)

CONFIGURATION = Configuration(
    "Bank",
    "bank",
    "1",
    servers=(Server("https://bank.example/v1"),),
    schemes={
        "header": ApiKey("header", "x-key"),
        "query": ApiKey("query", "key name"),
        "cookie": ApiKey("cookie", "SID"),
        "basic": Basic(),
        "bearer": Bearer(),
        "oauth": OAuth2("/oauth/token"),
        "other": OAuth2(),
        "tls": MutualTls(),
    },
    credentials=tuple(
        Credential(name, f"{name}_arg", f"BANK_{name.upper()}", required=False)
        for name in ("header", "query", "cookie", "basic", "bearer", "oauth", "other")
    ),
)


def operation(*security: Any, parameters: Any = ()) -> Operation[Any, None]:
    return Operation("op", "GET", "/op", parameters=parameters, security=tuple(security))


def one(*names: str, scopes: tuple[str, ...] = ()) -> Any:
    return tuple((name, scopes) for name in names)


class Recorder:
    def __init__(self, answer: Callable[[httpx2.Request], httpx2.Response] | None = None) -> None:
        self.requests: list[httpx2.Request] = []
        self.answer = answer or (lambda request: httpx2.Response(200, json={}))

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        return self.answer(request)

    @property
    def last(self) -> httpx2.Request:
        return self.requests[-1]


def client(handler: Any, credentials: Any, **options: Any) -> SyncClient:
    return SyncClient(
        CONFIGURATION, credentials, {"transport": httpx2.MockTransport(handler), **options}
    )


def sent(credentials: Any, *security: Any, arguments: Any = None, **kwargs: Any) -> httpx2.Request:
    recorder = Recorder()
    parameters = kwargs.pop("parameters", ())
    client(recorder, credentials).call(
        operation(*security, parameters=parameters), arguments or {}, kwargs  # type: ignore[arg-type]
    )
    return recorder.last


def test_header() -> None:
    assert sent({"header": "k"}, one("header")).headers["x-key"] == "k"


def test_query_is_encoded_and_joined() -> None:
    parameters = (Parameter("a", "a", "query"),)
    assert sent({"query": "k&=/"}, one("query")).url.query == b"key%20name=k%26%3D%2F"
    request = sent({"query": "k"}, one("query"), parameters=parameters, arguments={"a": 1})
    assert request.url.query == b"a=1&key%20name=k"


def test_cookie_is_joined() -> None:
    parameters = (
        Parameter("theme", "theme", "cookie"),
        Parameter("ids", "ids", "cookie", explode=False),
    )
    request = sent(
        {"cookie": "s;1"},
        one("cookie"),
        parameters=parameters,
        arguments={"theme": "d k", "ids": [1, 2]},
        extra_headers={"Cookie": "mine=1"},
    )
    assert request.headers.get_list("cookie") == ["mine=1; theme=d%20k; ids=1,2; SID=s%3B1"]


@pytest.mark.parametrize("value", [("Aladdin", "open sesame"), "Aladdin:open sesame"])
def test_basic(value: Any) -> None:
    header = sent({"basic": value}, one("basic")).headers["authorization"]
    assert header == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="


def test_bearer() -> None:
    assert sent({"bearer": "t"}, one("bearer")).headers["authorization"] == "Bearer t"


def test_functions_are_asked_each_time() -> None:
    keys = iter(["a", "b"])
    recorder = Recorder()
    bank = client(recorder, {"bearer": lambda: next(keys)})
    for key in ("a", "b"):
        bank.call(operation(one("bearer")), {}, {})
        assert recorder.last.headers["authorization"] == f"Bearer {key}"


@pytest.mark.parametrize("is_coroutine", [False, True])
def test_functions_of_asynchronous_clients(is_coroutine: bool) -> None:
    async def later() -> str:
        return "t"

    recorder = Recorder()

    async def main() -> None:
        transport = httpx2.MockTransport(recorder)
        key: Any = later if is_coroutine else lambda: "t"
        async with AsyncClient(CONFIGURATION, {"bearer": key}, {"transport": transport}) as bank:
            await bank.call(operation(one("bearer")), {}, {})

    asyncio.run(main())
    assert recorder.last.headers["authorization"] == "Bearer t"


@pytest.mark.parametrize("value", ["", lambda: "", lambda: None, "a\r\nb"])
def test_credentials_that_cannot_be_sent(value: Any) -> None:
    with pytest.raises((ConfigurationError, ValueError)):
        sent({"bearer": value}, one("bearer"))


def test_all_of_an_alternative_and_the_first_that_is_there() -> None:
    both = sent({"header": "h", "query": "q", "basic": "u:p"}, one("header", "query"), one("basic"))
    assert both.headers["x-key"] == "h"
    assert both.url.query
    assert "authorization" not in both.headers
    second = sent({"header": "h", "basic": "u:p"}, one("header", "query"), one("basic"))
    assert "x-key" not in second.headers
    assert second.headers["authorization"].startswith("Basic")


def test_no_credentials_where_none_are_asked_for() -> None:
    request = sent({"header": "h", "bearer": "b", "query": "q", "cookie": "c"})
    assert not {"x-key", "authorization", "cookie"} & set(request.headers)
    assert request.url.query == b""


def test_anonymous_access_comes_last() -> None:
    assert "x-key" in sent({"header": "h"}, (), one("header")).headers
    assert "x-key" not in sent({}, (), one("header")).headers


def test_what_is_missing_is_named() -> None:
    expected = (
        "This call needs credentials: give header_arg=… or set BANK_HEADER, and give query_arg=… "
        "or set BANK_QUERY; or give basic_arg=… or set BANK_BASIC."
    )
    with pytest.raises(ConfigurationError) as caught:
        sent({"header": "h"}, one("header", "query"), one("basic"))
    assert str(caught.value) == expected


@pytest.mark.parametrize(("value", "problem"), [("", "empty text"), (7, "must be text, not int")])
def test_what_is_wrong_with_a_credential_is_said(value: Any, problem: str) -> None:
    with pytest.raises(ConfigurationError, match=problem):
        sent({"bearer": value}, one("bearer"))


def test_headers_by_hand_win() -> None:
    request = sent({"bearer": "b"}, one("bearer"), extra_headers={"authorization": "Mine"})
    assert request.headers["authorization"] == "Mine"
    assert sent({}, one("header"), extra_headers={"X-Key": "x"}).headers["x-key"] == "x"
    assert (
        "x-key" not in sent({"header": "h"}, one("header"), extra_headers={"X-Key": None}).headers
    )


def test_client_certificates_add_nothing() -> None:
    assert "authorization" not in sent({}, one("tls")).headers


class TokenServer(Recorder):
    """Gives the tokens t1, t2, …; the API takes only the newest."""

    def __init__(self, lifetime: float | None = 3600, status: int = 200) -> None:
        super().__init__(self.serve)
        self.lifetime = lifetime
        self.status = status
        self.tokens = 0
        self.lock = threading.Lock()

    def serve(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.path == "/oauth/token":
            with self.lock:
                self.tokens += 1
            body: dict[str, Any] = {"access_token": f"t{self.tokens}", "token_type": "bearer"}
            if self.lifetime is not None:
                body["expires_in"] = self.lifetime
            if self.status != 200:
                body = {"error": "invalid_client", "error_description": "who are you"}
            return httpx2.Response(self.status, json=body)
        good = request.headers["authorization"] == f"Bearer t{self.tokens}"
        return httpx2.Response(200 if good else 401, json={})


OAUTH = operation(one("oauth", scopes=("read", "write:all")))
PAIR = {"oauth": ("id", "se:cret")}


def test_client_credentials() -> None:
    server = TokenServer()
    bank = client(server, PAIR)
    bank.call(OAUTH, {}, {})
    bank.with_options(max_retries=1).call(OAUTH, {}, {})
    token, first, second = server.requests
    assert str(token.url) == "https://bank.example/oauth/token"
    assert token.method == "POST"
    assert token.content == b"grant_type=client_credentials&scope=read+write%3Aall"
    assert token.headers["content-type"] == "application/x-www-form-urlencoded"
    assert token.headers["authorization"] == "Basic aWQ6c2UlM0FjcmV0"
    assert first.headers["authorization"] == second.headers["authorization"] == "Bearer t1"
    bank.call(operation(one("oauth", scopes=("read",))), {}, {})
    assert server.tokens == 2


@pytest.mark.parametrize(
    ("lifetime", "later", "tokens"),
    [(3600, 3500, 1), (3600, 3580, 2), (20, 5, 1), (20, 15, 2), (None, 10**9, 1)],
)
def test_tokens_expire(
    lifetime: Any, later: float, tokens: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(sdk_runtime.oauth, "time", SimpleNamespace(monotonic=lambda: now[0]))
    server = TokenServer(lifetime)
    bank = client(server, PAIR)
    bank.call(OAUTH, {}, {})
    now[0] += later
    bank.call(OAUTH, {}, {})
    assert server.tokens == tokens


def test_a_refused_token_is_fetched_anew_once() -> None:
    server = TokenServer()
    bank = client(server, PAIR)
    bank.call(OAUTH, {}, {})
    server.tokens += 1  # the API takes t2 now
    bank.call(OAUTH, {}, {"max_retries": 0})
    assert server.last.headers["authorization"] == "Bearer t3"
    server.answer = lambda request: (
        server.serve(request) if "oauth" in request.url.path else httpx2.Response(401, json={})
    )
    before = len(server.requests)
    with pytest.raises(AuthenticationError):
        bank.call(OAUTH, {}, {"max_retries": 0})
    assert [request.url.path for request in server.requests[before:]] == [
        "/v1/op",
        "/oauth/token",
        "/v1/op",
    ]


def test_one_refresh_for_calls_that_come_together() -> None:
    server = TokenServer()

    def slow(request: httpx2.Request) -> httpx2.Response:
        if "oauth" in request.url.path:
            threading.Event().wait(0.2)  # time for the others to fetch a token too, if they would
        return server.serve(request)

    server.answer = slow
    together = threading.Barrier(8)
    bank = client(server, PAIR)

    def call() -> None:
        together.wait(10)
        bank.call(OAUTH, {}, {})

    threads = [threading.Thread(target=call) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert server.tokens == 1
    assert len(server.requests) == 9


def test_one_refresh_for_calls_that_come_together_async() -> None:
    server = TokenServer()

    async def main() -> None:
        transport = httpx2.MockTransport(slow)
        async with AsyncClient(CONFIGURATION, PAIR, {"transport": transport}) as bank:
            await asyncio.gather(*(bank.call(OAUTH, {}, {}) for _ in range(8)))

    async def slow(request: httpx2.Request) -> httpx2.Response:
        await asyncio.sleep(0)
        return server(request)

    asyncio.run(main())
    assert server.tokens == 1
    assert len(server.requests) == 9


def test_a_token_server_that_refuses() -> None:
    with pytest.raises(AuthenticationError, match=r"The token server refused \(401\): who are you"):
        client(TokenServer(status=401), PAIR).call(OAUTH, {}, {})
    busy = TokenServer(status=503)
    with pytest.raises(InternalServerError):
        client(busy, PAIR).call(OAUTH, {}, {"max_retries": 1, "deadline": 5})
    assert busy.tokens == 2


def test_access_tokens_given_ready_made() -> None:
    assert sent({"oauth": "ready"}, one("oauth")).headers["authorization"] == "Bearer ready"
    assert sent({"other": lambda: "f"}, one("other")).headers["authorization"] == "Bearer f"
    with pytest.raises(ConfigurationError, match="other has no token URL"):
        sent({"other": ("id", "secret")}, one("other"))
