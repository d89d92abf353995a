from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
import sdk_runtime.drivers
import sdk_runtime.effects
import sdk_runtime.limits
from sdk_runtime import (
    Answer,
    APIConnectionError,
    APIError,
    APIResponseValidationError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    Body,
    ConfigurationError,
    ConflictError,
    InternalServerError,
    Media,
    NotFoundError,
    Operation,
    Parameter,
    PermissionDeniedError,
    RateLimitError,
    RawResponse,
    Server,
    ServerVariable,
    UnprocessableEntityError,
    async_raw,
    omit,
    raw,
)
from sdk_shop import (
    CONFIGURATION,
    CREATE_THING,
    GET_THING,
    AsyncShop,
    Problem,
    Shop,
    Thing,
    async_shop,
    json_answer,
    shop,
)

THING = {"id": 1, "name": "n"}


@pytest.fixture(autouse=True)
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Waits between tries, not waited for."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(sdk_runtime.drivers.time, "sleep", slept.append)
    monkeypatch.setattr(sdk_runtime.drivers.anyio, "sleep", sleep)
    return slept


class Script:
    """Answers one after the other, the last again and again; keeps the requests."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.requests: list[httpx2.Request] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        request.read() if isinstance(request.stream, httpx2.SyncByteStream) else None
        self.requests.append(request)
        answer = self.answers[0] if len(self.answers) == 1 else self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, httpx2.Response):
            return httpx2.Response(
                answer.status_code, headers=answer.headers, content=answer.content
            )
        return httpx2.Response(200, json=answer)


def call_sync(
    handler: Any, operation: Any = GET_THING, arguments: Any = None, **options: Any
) -> Any:
    client_options = options.pop("client", {})
    with shop(handler, **client_options) as client:
        return client.call(operation, arguments or {"id": 1}, options)  # type: ignore[arg-type]


def call_async(
    handler: Any, operation: Any = GET_THING, arguments: Any = None, **options: Any
) -> Any:
    client_options = options.pop("client", {})

    async def main() -> Any:
        async with async_shop(handler, **client_options) as client:
            return await client.call(operation, arguments or {"id": 1}, options)  # type: ignore[arg-type]

    return asyncio.run(main())


both = pytest.mark.parametrize("call", [call_sync, call_async], ids=["sync", "async"])
Caller = Callable[..., Any]


@both
def test_a_plain_call(call: Caller) -> None:
    server = Script(httpx2.Response(200, json=THING, headers={"x-request-id": "r-1"}))
    thing = call(server, arguments={"id": "a/b", "verbose": True, "trace": "t"})
    assert type(thing) is Thing
    assert thing._request_id == "r-1"
    (request,) = server.requests
    assert request.method == "GET"
    assert str(request.url) == "https://shop.example/api/things/a%2Fb?verbose=true"
    assert request.headers["x-shop-code"] == "s3cret"
    assert request.headers["x-trace"] == "t"
    assert request.headers["accept"] == "application/json"
    assert request.headers["user-agent"].startswith("Shop/1.2.3 (Python 3.")
    assert "content-type" not in request.headers


@both
def test_a_body(call: Caller) -> None:
    server = Script(THING)
    call(server, CREATE_THING, {"name": "n", "note": None, "stream": omit})
    (request,) = server.requests
    assert json.loads(request.content) == {"name": "n", "note": None}
    assert request.headers["content-type"] == "application/json"


@both
def test_what_is_left_out_is_not_sent(call: Caller) -> None:
    server = Script(THING)
    call(server, CREATE_THING, {"name": "n", "note": omit})
    assert json.loads(server.requests[0].content) == {"name": "n"}


def test_optional_bodies() -> None:
    server = Script(THING)
    optional = Operation(
        "op", "POST", "/x", body=Body((Media("application/json", "json"),), (("a", "a"),))
    )
    call_sync(server, optional, {"a": omit})
    call_sync(server, optional, {"a": None})
    call_sync(server, CREATE_THING, {"name": omit})
    assert [request.content for request in server.requests] == [b"", b'{"a":null}', b"{}"]
    assert "content-type" not in server.requests[0].headers


@both
def test_per_call_options(call: Caller) -> None:
    server = Script(THING)
    call(
        server,
        CREATE_THING,
        {"name": "n"},
        extra_headers={"X-A": "1", "user-agent": "mine", "Accept": None, "X-D": omit},
        extra_query={"q": [1, 2]},
        extra_body={"note": "x", "more": {"y": None}},
        client={"default_headers": {"X-D": "d", "X-E": "e"}, "default_query": {"q": 0, "r": 1}},
    )
    (request,) = server.requests
    assert str(request.url).partition("?")[2] == "r=1&q=1&q=2"
    assert json.loads(request.content) == {"name": "n", "note": "x", "more": {"y": None}}
    assert request.headers["x-a"] == "1"
    assert request.headers["x-e"] == "e"
    assert request.headers["user-agent"] == "mine"
    assert "x-d" not in request.headers


def test_extra_query_replaces_a_parameter() -> None:
    server = Script(THING)
    call_sync(server, arguments={"id": 1, "verbose": True}, extra_query={"verbose": "no"})
    assert server.requests[0].url.query == b"verbose=no"


def test_unknown_options_are_errors() -> None:
    with pytest.raises(TypeError, match=r"Unknown option 'time_out'; known: .*timeout"):
        call_sync(Script(THING), time_out=1)
    with pytest.raises(TypeError, match=r"Shop has no option 'retries'; known: .*max_retries"):
        Shop("k", retries=1)
    with pytest.raises(TypeError, match="no option"):
        Shop("k").with_options(retries=1)  # type: ignore[call-arg]


WRONG = [
    ("max_retries", -1),
    ("max_retries", 1.5),
    ("max_retries", None),
    ("timeout", -1),
    ("timeout", "30"),
    ("timeout", float("nan")),
    ("deadline", -0.5),
]


@pytest.mark.parametrize(("name", "value"), [*WRONG, ("connect_timeout", -1), ("idle_timeout", -1)])
def test_wrong_values_of_client_options_are_named(name: str, value: Any) -> None:
    with pytest.raises(ConfigurationError, match=f"^{name} must be .*; got {value!r}"):
        shop(Script(THING), **{name: value})
    with pytest.raises(ConfigurationError, match=f"^{name} must be "):
        shop(Script(THING)).with_options(**{name: value})


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_wrong_values_of_call_options_are_named(name: str, value: Any) -> None:
    script = Script(THING)
    with pytest.raises(ConfigurationError, match=f"^{name} must be "):
        shop(script).call(GET_THING, {"id": 1}, {name: value})
    assert not script.requests


@pytest.mark.parametrize(
    "options",
    [{"timeout": None}, {"timeout": httpx2.Timeout(3)}, {"max_retries": 0}, {"deadline": None}],
)
def test_values_at_the_edge_are_taken(options: dict[str, Any]) -> None:
    shop(Script(THING), **options).call(GET_THING, {"id": 1}, options)


def test_required_arguments() -> None:
    with pytest.raises(ValueError, match=r"Path parameter 'id' needs a value"):
        call_sync(Script(THING), arguments={"id": None})


@both
@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, BadRequestError),
        (401, AuthenticationError),
        (403, PermissionDeniedError),
        (404, NotFoundError),
        (409, ConflictError),
        (422, UnprocessableEntityError),
        (429, RateLimitError),
        (500, InternalServerError),
        (503, InternalServerError),
        (418, APIStatusError),
        (304, APIStatusError),
    ],
)
def test_errors_by_status(call: Caller, status: int, kind: type[APIStatusError]) -> None:
    body = {"message": "no luck", "code": 7, "odd": [1]}
    answer = httpx2.Response(status, json=body, headers={"x-request-id": "r-9", "X-More": "m"})
    with pytest.raises(APIStatusError) as caught:
        call(Script(answer), max_retries=0)
    error = caught.value
    assert type(error) is kind
    assert error.status_code == status
    assert error.request_id == "r-9"
    assert error.headers["x-MORE"] == "m"
    assert "no luck (request id r-9)" in str(error)
    assert str(error).startswith(f"{status} ")
    if 400 <= status < 500:
        assert type(error.body) is Problem
        assert error.body.to_dict() == body
    else:
        assert error.body == body


def test_the_tree_of_errors() -> None:
    assert issubclass(APITimeoutError, APIConnectionError)
    for kind in (
        APIConnectionError,
        APIStatusError,
        APIResponseValidationError,
        ConfigurationError,
    ):
        assert issubclass(kind, APIError)
    assert issubclass(RateLimitError, APIStatusError)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({"error": {"message": "m", "type": "t"}}, "400 Bad Request: m"),
        ({"error": "e"}, "400 Bad Request: e"),
        ({"detail": "d"}, "400 Bad Request: d"),
        (
            {"detail": [{"loc": ["body", "n", 0], "msg": "bad", "type": "t"}]},
            "400 Bad Request: body.n.0: bad",
        ),
        ({"errors": [{"name": "n", "detail": "d"}]}, "400 Bad Request: n: d"),
        ({"title": "t", "status": 400}, "400 Bad Request: t"),
        ({}, "400 Bad Request"),
        ([], "400 Bad Request"),
        (7, "400 Bad Request"),
        (None, "400 Bad Request"),
    ],
)
def test_messages(body: Any, text: str) -> None:
    with pytest.raises(BadRequestError) as caught:
        call_sync(Script(httpx2.Response(400, json=body)))
    assert str(caught.value) == text


@pytest.mark.parametrize("content", [b"", b"<html>gone</html>", b"\xff\xfe"])
def test_errors_that_are_not_json(content: bytes) -> None:
    answer = httpx2.Response(502, content=content, headers={"content-type": "text/html"})
    with pytest.raises(InternalServerError) as caught:
        call_sync(Script(answer), max_retries=0)
    assert caught.value.body == (answer.text or None)


def test_errors_can_be_pickled() -> None:
    errors: list[APIError] = [APITimeoutError("slow"), ConfigurationError("no key")]
    for answer in (
        httpx2.Response(404, json={"message": "m"}),
        httpx2.Response(200, text="no json"),
    ):
        with pytest.raises(APIError) as caught:
            call_sync(Script(answer))
        errors.append(caught.value)
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert again.body == error.body
    assert again.issues == errors[-1].issues  # type: ignore[attr-defined]
    assert errors[2].response is not None  # type: ignore[attr-defined]
    again = pickle.loads(pickle.dumps(errors[2]))
    assert again.status_code == 404  # type: ignore[attr-defined]
    assert again.response is None  # type: ignore[attr-defined]


@both
@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 599])
def test_what_is_tried_again(call: Caller, naps: list[float], status: int) -> None:
    server = Script(httpx2.Response(status), httpx2.Response(status), THING)
    assert call(server).id == 1
    assert len(server.requests) == 3
    assert 0.375 <= naps[0] <= 0.5
    assert 0.75 <= naps[1] <= 1.0


@both
@pytest.mark.parametrize("status", [400, 401, 403, 404, 422, 501])
def test_what_is_not(call: Caller, status: int) -> None:
    headers = {"x-should-retry": "false"} if status == 501 else {}
    server = Script(httpx2.Response(status, headers=headers))
    with pytest.raises(APIStatusError):
        call(server)
    assert len(server.requests) == 1


def test_the_server_can_ask_for_another_try() -> None:
    server = Script(httpx2.Response(400, headers={"x-should-retry": "true"}), THING)
    assert call_sync(server).id == 1


@both
@pytest.mark.parametrize(
    "error", [httpx2.ConnectError("refused"), httpx2.ReadTimeout("slow"), httpx2.ReadError("cut")]
)
def test_lost_connections_are_tried_again(call: Caller, error: Exception) -> None:
    server = Script(error, error, THING)
    assert call(server).id == 1
    assert len(server.requests) == 3


@both
def test_lost_connections_are_errors_in_the_end(call: Caller, naps: list[float]) -> None:
    server = Script(httpx2.ConnectError("refused"))
    with pytest.raises(APIConnectionError, match="refused") as caught:
        call(server)
    assert type(caught.value) is APIConnectionError
    assert isinstance(caught.value.__cause__, httpx2.ConnectError)
    assert len(server.requests) == 3
    with pytest.raises(APITimeoutError):
        call(Script(httpx2.ConnectTimeout("slow")), max_retries=0)


@pytest.mark.parametrize(
    ("client", "call", "tries"), [(0, None, 1), (4, None, 5), (4, 1, 2), (None, None, 3)]
)
def test_number_of_tries(
    client: int | None, call: int | None, tries: int, naps: list[float]
) -> None:
    server = Script(httpx2.Response(500))
    options = {} if call is None else {"max_retries": call}
    with pytest.raises(InternalServerError):
        call_sync(server, client={} if client is None else {"max_retries": client}, **options)
    assert len(server.requests) == tries
    assert all(nap <= 8 for nap in naps)


@both
@pytest.mark.parametrize(
    ("headers", "low", "high"),
    [
        ({"retry-after": "3"}, 3, 3),
        ({"retry-after": "0.25"}, 0.25, 0.25),
        ({"retry-after-ms": "120", "retry-after": "3"}, 0.12, 0.12),
        ({"retry-after": "0"}, 0, 0),
        ({"retry-after": "soon"}, 0.375, 0.5),
        ({"retry-after": "-1"}, 0.375, 0.5),
        ({"retry-after": "Wed, 01 Jan 2020 00:00:00 GMT"}, 0, 0),
        ({"retry-after-ms": "x", "retry-after": "2"}, 2, 2),
    ],
)
def test_retry_after(
    call: Caller, naps: list[float], headers: Any, low: float, high: float
) -> None:
    assert call(Script(httpx2.Response(429, headers=headers), THING)).id == 1
    assert low <= naps[0] <= high


def test_retry_after_a_date(naps: list[float]) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    call_sync(Script(httpx2.Response(503, headers={"retry-after": later}), THING))
    assert 20 < naps[0] <= 30


def test_a_very_long_retry_after_is_not_waited_for(naps: list[float]) -> None:
    server = Script(httpx2.Response(429, headers={"retry-after": "3600"}), THING)
    with pytest.raises(RateLimitError):
        call_sync(server)
    assert naps == []
    assert (
        call_sync(
            Script(httpx2.Response(429, headers={"retry-after": "90"}), THING), deadline=100
        ).id
        == 1
    )
    assert naps == [90]


@both
def test_no_wait_goes_beyond_the_deadline(call: Caller, naps: list[float]) -> None:
    server = Script(httpx2.Response(429, headers={"retry-after": "20"}))
    with pytest.raises(RateLimitError):
        call(server, deadline=10)
    with pytest.raises(RateLimitError):
        call(server, client={"deadline": 10})
    assert naps == []
    assert len(server.requests) == 2


@both
def test_a_deadline_that_has_passed(call: Caller) -> None:
    server = Script(THING)
    with pytest.raises(APITimeoutError, match="deadline of 0 s"):
        call(server, deadline=0, max_retries=5)
    assert server.requests == []


@both
def test_timeouts_reach_the_transport(call: Caller) -> None:
    server = Script(THING)
    call(server)
    call(server, timeout=2.5)
    call(server, timeout=None)
    call(server, timeout=httpx2.Timeout(1, read=7))
    call(server, timeout=90, deadline=3)
    times = [request.extensions["timeout"] for request in server.requests]
    assert times[0] == {"connect": 5.0, "read": 60.0, "write": 60.0, "pool": 60.0}
    assert times[1] == {"connect": 2.5, "read": 2.5, "write": 2.5, "pool": 2.5}
    assert times[2] == {"connect": 5.0, "read": None, "write": None, "pool": None}
    assert times[3] == {"connect": 1, "read": 7, "write": 1, "pool": 1}
    assert all(0 < value <= 3 for value in times[4].values())


@both
def test_one_idempotency_key_for_all_tries(call: Caller) -> None:
    server = Script(httpx2.Response(500), httpx2.Response(500), THING)
    call(server, CREATE_THING, {"name": "n"})
    call(server, CREATE_THING, {"name": "n"})
    call(server, CREATE_THING, {"name": "n"}, idempotency_key="mine")
    call(server, CREATE_THING, {"name": "n"}, extra_headers={"idempotency-key": "by hand"})
    call(server, arguments={"id": 1})
    keys = [request.headers.get("idempotency-key") for request in server.requests]
    assert keys[0]
    assert keys[0] == keys[1] == keys[2] != keys[3]
    assert keys[4:] == ["mine", "by hand", None]


def test_an_idempotency_key_given_as_a_parameter_stays() -> None:
    header = Parameter("key", "idempotency-key", "header")
    server = Script(THING)
    call_sync(server, CREATE_THING._replace(parameters=(header,)), {"name": "n", "key": "arg"})
    assert server.requests[0].headers.get_list("idempotency-key") == ["arg"]


@both
def test_bodies_that_can_be_read_once_are_sent_once(call: Caller) -> None:
    upload = Operation(
        "up",
        "PUT",
        "/u",
        body=Body((Media("application/octet-stream", "binary"),), argument="data"),
    )
    server = Script(httpx2.Response(500))
    with pytest.raises(InternalServerError):
        call(server, upload, {"data": iter([b"a", b"b"])})
    assert len(server.requests) == 1
    with pytest.raises(InternalServerError):
        call(server, upload, {"data": b"ab"})
    assert len(server.requests) == 4


def test_credentials_are_asked_for() -> None:
    with pytest.raises(
        ConfigurationError,
        match=r"Shop needs the argument api_key or the environment variable SHOP_API_KEY",
    ):
        Shop()
    bare = CONFIGURATION._replace(servers=(), base_url_reason="The page names no server.")
    with pytest.raises(
        ConfigurationError,
        match=r"base_url or the environment variable SHOP_BASE_URL: The page names no server.",
    ):
        Shop("k", bare)
    relative = CONFIGURATION._replace(servers=(Server("/v1"),))
    with pytest.raises(ConfigurationError, match="SHOP_BASE_URL: the API states only /v1"):
        Shop("k", relative)
    with pytest.raises(ConfigurationError, match="must start with http"):
        Shop("k", base_url="shop.example")


def test_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_API_KEY", "from-env")
    monkeypatch.setenv("SHOP_BASE_URL", "http://env.example/v1/")
    server = Script(THING)
    transport = httpx2.MockTransport(server)
    Shop(transport=transport).call(GET_THING, {"id": 1}, {})
    Shop("given", transport=transport, base_url="http://arg.example").call(GET_THING, {"id": 1}, {})
    first, second = server.requests
    assert str(first.url) == "http://env.example/v1/things/1"
    assert first.headers["x-shop-code"] == "from-env"
    assert str(second.url) == "http://arg.example/things/1"
    assert second.headers["x-shop-code"] == "given"


def test_servers() -> None:
    variables = (ServerVariable("region", "eu", ("eu", "us")), ServerVariable("port", "443"))
    several = CONFIGURATION._replace(
        servers=(
            Server("https://{region}.example:{port}/v1", "main", variables),
            Server("http://dev.example", "dev"),
        )
    )
    assert Shop("k", several).base_url == "https://eu.example:443/v1"
    assert (
        Shop("k", several, server_variables={"region": "us", "port": "8"}).base_url
        == "https://us.example:8/v1"
    )
    assert Shop("k", several, server="dev").base_url == "http://dev.example"
    for options, message in (
        ({"server": "prod"}, "no server 'prod'; known: 'main', 'dev'"),
        ({"server_variables": {"region": "mars"}}, "must be one of eu, us"),
        ({"server_variables": {"zone": "x"}}, "no variable 'zone'; it has: port, region"),
        ({"server": "dev", "base_url": "http://x"}, "not both"),
    ):
        with pytest.raises(ConfigurationError, match=message):
            Shop("k", several, **options)


def test_servers_of_operations() -> None:
    server = Script(THING)
    absolute = Operation("op", "GET", "/x", servers=("https://files.example/v2",))
    relative = Operation("op", "GET", "/x", servers=("/v9",))
    call_sync(server, absolute)
    call_sync(server, relative)
    call_sync(server, absolute, client={"base_url": "http://mine.example"})
    assert [str(request.url) for request in server.requests] == [
        "https://files.example/v2/x",
        "https://shop.example/v9/x",
        "http://mine.example/x",
    ]


def test_copies() -> None:
    server = Script(httpx2.Response(500))
    client = shop(server)
    copy = client.with_options(
        max_retries=0, base_url="http://other.example", default_headers={"X-A": "1"}
    )
    assert type(copy) is Shop
    assert copy._connection is client._connection
    with pytest.raises(InternalServerError):
        copy.call(GET_THING, {"id": 1}, {})
    (request,) = server.requests
    assert str(request.url) == "http://other.example/things/1"
    assert request.headers["x-a"] == "1"
    assert client.base_url == "https://shop.example/api"
    other = client.with_options(transport=httpx2.MockTransport(Script(THING)))
    assert other.call(GET_THING, {"id": 1}, {}).id == 1


def test_a_given_http_client_is_used_and_left_open() -> None:
    with httpx2.Client(transport=httpx2.MockTransport(Script(THING))) as http:
        with Shop("k", http_client=http) as client:
            assert client.call(GET_THING, {"id": 1}, {}).id == 1
        assert not http.is_closed
    client = shop(Script(THING))
    client.call(GET_THING, {"id": 1}, {})
    client.close()
    assert client._connection.driver.client.is_closed


def test_closing_an_unused_client_opens_nothing() -> None:
    client = Shop("k")
    client.close()
    assert client._connection.made is None
    asyncio.run(AsyncShop("k").close())


def test_cookies_are_not_kept_between_calls() -> None:
    server = Script(httpx2.Response(200, json=THING, headers={"set-cookie": "sid=1; Path=/"}))
    with shop(server) as client:
        client.call(GET_THING, {"id": 1}, {})
        client.call(GET_THING, {"id": 1}, {})
    assert "cookie" not in server.requests[1].headers


def test_raw_responses() -> None:
    class Things:
        def __init__(self, client: Shop) -> None:
            self._client = client

        def get(self, id: int, **options: Any) -> Thing:
            """Get one."""
            return self._client.call(GET_THING, {"id": id}, options)  # type: ignore[arg-type]

    answer = httpx2.Response(200, json=THING, headers={"x-request-id": "r", "X-Rate": "9"})
    method = raw(Things(shop(Script(answer))).get)
    response = method(1, timeout=3)
    assert isinstance(response, RawResponse)
    assert (response.status_code, response.request_id, response.headers["x-rate"]) == (
        200,
        "r",
        "9",
    )
    assert json.loads(response.content) == THING
    assert json.loads(response.text) == THING
    assert response.http_response.http_version == "HTTP/1.1"
    assert type(response.parse()) is Thing
    assert response.parse() is response.parse()
    assert method.__doc__ == "Get one."
    with pytest.raises(NotFoundError):
        raw(Things(shop(Script(httpx2.Response(404)))).get)(1)


def test_async_raw_responses() -> None:
    client = async_shop(Script(THING))

    async def get(**options: Any) -> Thing:
        return await client.call(GET_THING, {"id": 1}, options)  # type: ignore[arg-type]

    response = asyncio.run(async_raw(get)())  # type: ignore[arg-type]
    assert response.parse().id == 1


@both
def test_strict(call: Caller) -> None:
    odd = {"id": "one", "name": "n", "size": "huge"}
    assert call(Script(odd)).to_dict() == odd
    with pytest.raises(APIResponseValidationError) as caught:
        call(
            Script(httpx2.Response(200, json=odd, headers={"x-request-id": "r"})),
            client={"strict": True},
        )
    error = caught.value
    assert [issue.field for issue in error.issues] == ["id", "size"]
    assert "id: expected integer, found string" in str(error)
    assert error.body == odd
    assert (error.status_code, error.request_id) == (200, "r")


def test_a_plain_call_asks_for_no_stream() -> None:
    server = Script(THING)
    streamed = Answer(200, 200, "text/event-stream", "event-stream", lambda: Thing)
    call_sync(server, GET_THING._replace(answers=(*GET_THING.answers, streamed)))
    assert server.requests[0].headers["accept"] == "application/json"


ANSWERS = Operation(
    "many",
    "GET",
    "/many",
    answers=(
        json_answer(lambda: Thing),
        Answer(200, 200, "text/plain", "text", lambda: str),
        Answer(200, 200, "image/*", "binary", lambda: bytes),
        json_answer(lambda: list[Thing], 202),
        json_answer(lambda: Problem, 200, 299),
        Answer(204, 204),
    ),
)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (httpx2.Response(200, json=THING), Thing(**THING)),
        (
            httpx2.Response(
                200, json=THING, headers={"content-type": "Application/JSON; charset=utf-8"}
            ),
            Thing(**THING),
        ),
        (
            httpx2.Response(200, json=THING, headers={"content-type": "application/vnd.x+json"}),
            Thing(**THING),
        ),
        (httpx2.Response(200, text="hi"), "hi"),
        (httpx2.Response(200, content=b"\x89", headers={"content-type": "image/png"}), b"\x89"),
        (httpx2.Response(202, json=[THING]), [Thing(**THING)]),
        (httpx2.Response(203, json={"message": "m"}), Problem(message="m")),
        (httpx2.Response(204), None),
        (httpx2.Response(200), None),
        (
            httpx2.Response(200, content=b"\x00", headers={"content-type": "application/zip"}),
            b"\x00",
        ),
        (httpx2.Response(200, text="a,b", headers={"content-type": "text/csv"}), "a,b"),
    ],
)
def test_answers_by_status_and_media_type(answer: httpx2.Response, expected: Any) -> None:
    value = call_sync(Script(answer), ANSWERS)
    assert type(value) is type(expected)
    assert value == expected


def test_a_missing_media_type_is_no_obstacle() -> None:
    value = call_sync(Script(httpx2.Response(200, content=json.dumps(THING).encode())))
    assert type(value) is Thing
    wrong = httpx2.Response(200, text=json.dumps(THING), headers={"content-type": "text/html"})
    assert type(call_sync(Script(wrong))) is Thing


@both
def test_a_body_that_is_not_json(call: Caller) -> None:
    answer = httpx2.Response(200, text="<html>log in</html>", headers={"content-type": "text/html"})
    with pytest.raises(APIResponseValidationError, match="Expected JSON, got text/html") as caught:
        call(Script(answer))
    assert caught.value.body == "<html>log in</html>"


def test_an_empty_body_where_json_is_due() -> None:
    assert call_sync(Script(httpx2.Response(200))) is None
    with pytest.raises(APIResponseValidationError, match="expected a body"):
        call_sync(Script(httpx2.Response(200)), client={"strict": True})


@both
def test_redirects(call: Caller) -> None:
    moved = httpx2.Response(307, headers={"location": "/api/elsewhere"})
    server = Script(moved, THING)
    assert call(server, CREATE_THING, {"name": "n"}).id == 1
    assert [str(request.url) for request in server.requests] == [
        "https://shop.example/api/things",
        "https://shop.example/api/elsewhere",
    ]
    assert server.requests[1].method == "POST"
    assert json.loads(server.requests[1].content) == {"name": "n"}
    assert server.requests[1].headers["x-shop-code"] == "s3cret"


@pytest.mark.parametrize(
    "location",
    [
        "https://evil.example/x",
        "http://shop.example/x",
        "https://shop.example:444/x",
        "//evil.example/x",
    ],
)
def test_redirects_elsewhere_carry_no_secrets(location: str) -> None:
    server = Script(httpx2.Response(302, headers={"location": location}), THING)
    call_sync(server, extra_headers={"Authorization": "Bearer b", "Cookie": "a=b", "X-Plain": "p"})
    headers = server.requests[1].headers
    assert not {"x-shop-code", "authorization", "cookie"} & set(headers)
    assert headers["x-plain"] == "p"


def test_redirects_that_are_not_followed() -> None:
    for answer in (
        httpx2.Response(302, headers={"location": "/x"}),
        httpx2.Response(307),
        httpx2.Response(307, headers={"location": "ftp://x/y"}),
    ):
        server = Script(answer)
        with pytest.raises(APIStatusError):
            call_sync(server, CREATE_THING, {"name": "n"})
        assert len(server.requests) == 1
    endless = Script(httpx2.Response(302, headers={"location": "/again"}))
    with pytest.raises(APIStatusError):
        call_sync(endless)
    assert len(endless.requests) == 11


def test_see_other_becomes_a_get() -> None:
    server = Script(httpx2.Response(303, headers={"location": "/x"}), THING)
    call_sync(server, CREATE_THING, {"name": "n"})
    assert server.requests[1].method == "GET"
    assert server.requests[1].content == b""
    assert "content-type" not in server.requests[1].headers


def test_undocumented_endpoints() -> None:
    server = Script(THING)
    with shop(server) as client:
        assert client.get("/new", query={"a": [1, 2]}) == THING
        assert type(client.post("/new", body={"b": None}, cast_to=Thing)) is Thing
        assert (
            client.put("new", body=Thing(id=1, name="n"), extra_body={"c": 1}, cast_to=bytes)
            == json.dumps(THING, separators=(",", ":")).encode()
        )
        assert client.patch("/new", body=b"raw", content_type="text/x", cast_to=str)
        assert client.delete("/new", files={"f": b"x"}, body={"d": 1}) == THING
        assert (
            client.request(
                "QUERY",
                "/new?x=1",
                body={"a": "b c"},
                content_type="application/x-www-form-urlencoded",
            )
            == THING
        )
        client.head("/{x}")
    get, post, put, patch, delete, request, head = server.requests
    assert str(get.url) == "https://shop.example/api/new?a=1&a=2"
    assert get.headers["x-shop-code"] == "s3cret"
    assert post.content == b'{"b":null}'
    assert json.loads(put.content) == {"id": 1, "name": "n", "c": 1}
    assert (patch.content, patch.headers["content-type"]) == (b"raw", "text/x")
    assert delete.headers["content-type"].startswith("multipart/form-data; boundary=")
    assert b'name="f"; filename="f"' in delete.content
    assert (request.method, request.content, request.url.query) == ("QUERY", b"a=b+c", b"x=1")
    assert head.url.raw_path == b"/api/%7Bx%7D"


def test_undocumented_endpoints_async() -> None:
    server = Script(THING)

    async def main() -> Any:
        async with async_shop(server) as client:
            await client.get("/new")
            return await client.post("/new", body={"a": 1}, cast_to=Thing)

    assert type(asyncio.run(main())) is Thing
    assert json.loads(server.requests[1].content) == {"a": 1}


def test_other_servers_get_no_credentials() -> None:
    server = Script(THING)
    with shop(server) as client:
        client.get("https://other.example/x")
        client.get("https://shop.example/x")
    assert "x-shop-code" not in server.requests[0].headers
    assert server.requests[1].headers["x-shop-code"] == "s3cret"


def test_a_client_shows_no_secret() -> None:
    client = Shop("s3cret", base_url="https://user:pass@shop.example/x?token=t")
    assert repr(client) == "<Shop https://shop.example/x?token=[redacted]>"
    assert "s3cret" not in repr(client._context)
    assert "pass" not in repr(client._context)


def test_an_answer_that_drips_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each read is quick enough, so only the limit of the whole try can end it."""
    now = [0.0]

    def tick() -> float:
        now[0] += 1.0
        return now[0]

    class Drip(httpx2.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            while now[0] < 10_000:
                yield b" "

    for module in (sdk_runtime.effects, sdk_runtime.limits):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=tick))
    with pytest.raises(APITimeoutError, match="not complete in time"):
        call_sync(lambda request: httpx2.Response(200, stream=Drip()), timeout=50, max_retries=0)
    assert now[0] < 200
