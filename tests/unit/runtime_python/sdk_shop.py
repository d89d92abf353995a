"""A made-up API, described the way generated code describes one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import httpx2
from sdk_runtime import (
    Answer,
    ApiKey,
    AsyncClient,
    Body,
    Configuration,
    Credential,
    Media,
    Operation,
    Paging,
    Parameter,
    Server,
    Streaming,
    SyncClient,
)
from sdk_runtime.models import Model
from sdk_runtime.unions import FieldIn, Rule, choose


class Thing(Model):
    id: int
    name: str
    size: Literal["small", "large"] | str | None = None
    note: str | None = None


class Cat(Model):
    kind: Literal["cat"]
    lives: int


class Dog(Model):
    kind: Literal["dog"]
    tricks: list[str] | None = None


Pet = Annotated[Cat | Dog, choose(Rule(0, FieldIn("kind", "cat")), Rule(1, FieldIn("kind", "dog")))]


class Owner(Model):
    pet: Pet
    pets: list[Pet] | None = None


class Problem(Model):
    message: str
    code: int | None = None


SECURITY = ((("key", ()),),)
JSON = (Media("application/json", "json"),)


def json_answer(kind: Callable[[], Any], low: int = 200, high: int | None = None) -> Answer:
    return Answer(low, high or low, "application/json", "json", kind)


GET_THING: Operation[Thing, None] = Operation(
    "getThing",
    "GET",
    "/things/{id}",
    parameters=(
        Parameter("id", "id", "path", required=True),
        Parameter("verbose", "verbose", "query"),
        Parameter("trace", "X-Trace", "header"),
    ),
    answers=(json_answer(lambda: Thing),),
    errors=(json_answer(lambda: Problem, 400, 499),),
    security=SECURITY,
)
CREATE_THING: Operation[Thing, Thing] = Operation(
    "createThing",
    "POST",
    "/things",
    body=Body(JSON, (("name", "name"), ("note", "note"), ("stream", "stream")), required=True),
    answers=(json_answer(lambda: Thing),),
    streaming=Streaming(
        "event-stream", lambda: Thing, "text/event-stream", ("stream", True), "[DONE]", "error"
    ),
    security=SECURITY,
    idempotency_header="Idempotency-Key",
)
LIST_THINGS: Operation[dict[str, Any], Thing] = Operation(
    "listThings",
    "GET",
    "/things",
    parameters=(Parameter("after", "after", "query"), Parameter("limit", "limit", "query")),
    answers=(json_answer(lambda: dict[str, Any]),),
    paging=Paging("cursor", ("items",), lambda: Thing, "after", ("next",)),
    security=SECURITY,
)
CONFIGURATION = Configuration(
    "Shop",
    "shop",
    "1.2.3",
    servers=(Server("https://shop.example/api"),),
    base_url_environment="SHOP_BASE_URL",
    log_environment="SHOP_LOG",
    schemes={"key": ApiKey("header", "x-shop-code")},
    credentials=(Credential("key", "api_key", "SHOP_API_KEY"),),
)

Handler = Callable[[httpx2.Request], httpx2.Response]


class Shop(SyncClient):
    def __init__(self, api_key: Any = None, configuration: Any = CONFIGURATION, **options: Any):
        super().__init__(configuration, {"key": api_key}, options)


class AsyncShop(AsyncClient):
    def __init__(self, api_key: Any = None, configuration: Any = CONFIGURATION, **options: Any):
        super().__init__(configuration, {"key": api_key}, options)


def shop(handler: Handler, **options: Any) -> Shop:
    """A client whose requests `handler` answers."""
    return Shop("s3cret", transport=httpx2.MockTransport(handler), **options)


def async_shop(handler: Handler, **options: Any) -> AsyncShop:
    """An asynchronous client whose requests `handler` answers."""
    return AsyncShop("s3cret", transport=httpx2.MockTransport(handler), **options)
