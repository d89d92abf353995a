from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest
from sdk_runtime import (
    APIResponseValidationError,
    AsyncPage,
    Body,
    Media,
    NotFoundError,
    Operation,
    Page,
    Paging,
    Parameter,
    RawResponse,
    raw,
)
from sdk_runtime.pages import LastPageError
from sdk_shop import LIST_THINGS, SECURITY, Thing, async_shop, json_answer, shop

NAMES = [{"id": number, "name": str(number)} for number in range(1, 6)]


class Shelf:
    """Serves five things, two a page, in the ways of every kind of paging."""

    def __init__(self) -> None:
        self.requests: list[httpx2.Request] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        query = request.url.params
        kind = request.url.path.rpartition("/")[2]
        start = int(query.get("start") or 0)
        if kind == "page":
            start = (int(query.get("page") or 1) - 1) * 2
        if kind == "last":
            start = int(query.get("after") or 0)
        items = NAMES[start : start + 2]
        more = start + 2 < len(NAMES)
        body: dict[str, Any] = {"items": items, "more": more, "total": len(NAMES)}
        headers = {}
        if kind == "cursor":
            body["meta"] = {"next": str(start + 2) if more else None}
        if kind == "link" and more:
            headers["link"] = f'<{request.url.path}?start={start + 2}>; rel="next"'
        if kind == "url":
            body["next"] = f"https://shop.example/api/url?start={start + 2}" if more else ""
        return httpx2.Response(200, json=body, headers=headers)


START = Parameter("start", "start", "query")
KINDS: dict[str, tuple[Paging, Parameter]] = {
    "cursor": (Paging("cursor", ("items",), lambda: Thing, "start", ("meta", "next")), START),
    "last": (
        Paging("cursor", ("items",), lambda: Thing, "after", item_id="id"),
        Parameter("after_", "after", "query"),
    ),
    "offset": (Paging("offset", ("items",), lambda: Thing, "start"), START),
    "more": (Paging("offset", ("items",), lambda: Thing, "start", more=("more",)), START),
    "page": (
        Paging("page", ("items",), lambda: Thing, "page", start=1),
        Parameter("page_number", "page", "query"),
    ),
    "link": (Paging("link", ("items",), lambda: Thing), START),
    "url": (Paging("link", ("items",), lambda: Thing, next=("next",)), START),
}
REQUESTS = {"cursor": 3, "last": 4, "offset": 4, "more": 3, "page": 4, "link": 3, "url": 3}


def operation(kind: str) -> Operation[dict[str, Any], Thing]:
    paging, parameter = KINDS[kind]
    return Operation(
        kind,
        "GET",
        f"/{kind}",
        parameters=(parameter, Parameter("size", "size", "query")),
        answers=(json_answer(lambda: dict[str, Any]),),
        paging=paging,
        security=SECURITY,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_all_items_of_all_pages(kind: str) -> None:
    shelf = Shelf()
    with shop(shelf) as client:
        page = client.page(operation(kind), {"size": 2}, {"extra_headers": {"X-A": "1"}})
        assert isinstance(page, Page)
        assert page.has_next_page()
        assert [type(item) for item in page.data] == [Thing, Thing]
        assert [item.id for item in page] == [1, 2, 3, 4, 5]
    assert len(shelf.requests) == REQUESTS[kind]
    for request in shelf.requests:
        assert request.headers["x-a"] == "1"
        assert request.headers["x-shop-code"] == "s3cret"
        assert request.url.params.get("size") == (
            None if "link" in kind or kind == "url" else "2"
        ) or (request is shelf.requests[0])


@pytest.mark.parametrize("kind", KINDS)
def test_all_items_of_all_pages_async(kind: str) -> None:
    async def main() -> list[int]:
        async with async_shop(Shelf()) as client:
            page = await client.page(operation(kind), {}, {})
            assert isinstance(page, AsyncPage)
            assert (await page.next_page()).data[0].id == 3
            return [item.id async for item in page]

    assert asyncio.run(main()) == [1, 2, 3, 4, 5]


def test_page_by_page() -> None:
    with shop(Shelf()) as client:
        page = client.page(operation("cursor"), {"start": "2"}, {})
        assert [item.id for item in page.data] == [3, 4]
        assert (len(page), bool(page)) == (2, True)
        assert page.answer["total"] == 5
        last = page.next_page()
        assert [item.id for item in last.data] == [5]
        assert not last.has_next_page()
        with pytest.raises(LastPageError):
            last.next_page()
        assert [len(one) for one in page.pages()] == [2, 1]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"items": None},
        {"items": []},
        {"items": "x"},
        [],
        None,
        {"items": [NAMES[0]], "next": ""},
    ],
)
def test_ends(body: Any) -> None:
    with shop(lambda request: httpx2.Response(200, json=body)) as client:
        page = client.page(LIST_THINGS, {}, {})
        assert not page.has_next_page()
        assert len(list(page)) == (1 if isinstance(body, dict) and body.get("next") == "" else 0)


def test_an_empty_page_with_a_cursor_is_not_the_end() -> None:
    bodies = [{"items": [], "next": "a"}, {"items": [NAMES[0]]}]
    with shop(lambda request: httpx2.Response(200, json=bodies.pop(0))) as client:
        assert [item.id for item in client.page(LIST_THINGS, {}, {})] == [1]


def test_a_cursor_that_does_not_move_is_an_error() -> None:
    answer = httpx2.Response(200, json={"items": [NAMES[0]], "next": "same"})
    found = []
    wrong = pytest.raises(APIResponseValidationError, match="after='same' names itself")
    with shop(lambda request: answer) as client, wrong:
        for item in client.page(LIST_THINGS, {}, {}):
            found.append(item)
    assert len(found) == 2


def test_links_to_other_servers_carry_no_credentials() -> None:
    requests: list[httpx2.Request] = []

    def handler(request: httpx2.Request) -> httpx2.Response:
        requests.append(request)
        link = {"link": '<https://other.example/x>; rel="next"'} if len(requests) == 1 else {}
        return httpx2.Response(200, json={"items": NAMES[:1]}, headers=link)

    with shop(handler) as client:
        assert len(list(client.page(operation("link"), {}, {}))) == 2
    assert "x-shop-code" in requests[0].headers
    assert "x-shop-code" not in requests[1].headers


def test_cursors_in_bodies() -> None:
    bodies: list[bytes] = []

    def handler(request: httpx2.Request) -> httpx2.Response:
        bodies.append(request.content)
        return httpx2.Response(
            200, json={"items": NAMES[:1], "next": "c" if len(bodies) == 1 else None}
        )

    search: Operation[dict[str, Any], Thing] = Operation(
        "search",
        "POST",
        "/search",
        body=Body((Media("application/json", "json"),), (("text", "q"), ("after_", "after"))),
        answers=(json_answer(lambda: dict[str, Any]),),
        paging=Paging("cursor", ("items",), lambda: Thing, "after", ("next",)),
    )
    with shop(handler) as client:
        assert len(list(client.page(search, {"text": "t"}, {}))) == 2
    assert bodies == [b'{"q":"t"}', b'{"q":"t","after":"c"}']


def test_raw_pages() -> None:
    with shop(Shelf()) as client:
        response = raw(lambda **options: client.page(operation("cursor"), {}, options))()
        assert isinstance(response, RawResponse)
        page = response.parse()
        assert isinstance(page.next_page(), Page)
        assert len(list(page)) == 5


def test_items_that_do_not_fit() -> None:
    answer = httpx2.Response(
        200, json={"items": [{"id": "x", "odd": 1}]}, headers={"x-request-id": "r"}
    )
    with shop(lambda request: answer) as client:
        page = client.page(LIST_THINGS, {}, {})
        assert page.data[0].to_dict() == {"id": "x", "odd": 1}
        assert page.request_id == "r"
        assert page.headers["content-type"] == "application/json"
        with pytest.raises(APIResponseValidationError, match=r"\[0\].id: expected integer"):
            client.with_options(strict=True).page(LIST_THINGS, {}, {})


def test_errors_on_later_pages() -> None:
    def handler(request: httpx2.Request) -> httpx2.Response:
        if request.url.params.get("after"):
            return httpx2.Response(404)
        return httpx2.Response(200, json={"items": NAMES[:1], "next": "c"})

    seen: list[int] = []
    with shop(handler) as client, pytest.raises(NotFoundError):
        seen.extend(item.id for item in client.page(LIST_THINGS, {}, {}))
    answer = httpx2.Response(200, text="<html>")
    with shop(lambda request: answer) as client, pytest.raises(APIResponseValidationError):
        client.page(LIST_THINGS, {}, {})
