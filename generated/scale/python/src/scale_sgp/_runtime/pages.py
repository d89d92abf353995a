"""Lists that come in pages: the items of one page, and an iterator over all pages' items."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar
from urllib.parse import urljoin

from .answers import request_id
from .calls import Call
from .operations import Paging
from .sentinels import Omit
from .wire import NotJsonError, parse_json

if TYPE_CHECKING:
    import httpx2

ItemT = TypeVar("ItemT")
AnswerT = TypeVar("AnswerT")


class _Next(NamedTuple):
    """Where the next page is: an argument to set, or a URL.

    `repeated` says that it is where this page was: asking again would never end.
    """

    argument: str = ""
    value: Any = None
    url: str | None = None
    repeated: bool = False


def _at(data: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        data = data.get(name) if isinstance(data, dict) else None
    return data


def next_place(paging: Paging, call: Call, response: httpx2.Response, data: Any) -> _Next | None:
    """Where the next page is; `None` after the last."""
    items = _at(data, paging.items) or []
    more = _at(data, paging.more) if paging.more else None
    if more is False:
        return None
    if paging.kind == "link":
        return _next_link(paging, call, response, data)
    argument = _argument(call, paging.parameter)
    if paging.kind == "cursor":
        cursor = _at(data, paging.next) if paging.next else _item_id(items, paging.item_id)
        if cursor in (None, ""):
            return None
        return _Next(argument, cursor, repeated=cursor == call.arguments.get(argument))
    if not items:
        return None
    stated = _at(data, paging.next) if paging.next else None
    if paging.next and stated is None:
        return None
    current = call.arguments.get(argument)
    current = paging.start if current is None or isinstance(current, Omit) else int(current)
    step = len(items) if paging.kind == "offset" else 1
    return _Next(argument, current + step if stated is None else stated)


def _item_id(items: Any, name: str) -> Any:
    return _at(items[-1], (name,)) if isinstance(items, list) and items and name else None


def _next_link(paging: Paging, call: Call, response: httpx2.Response, data: Any) -> _Next | None:
    """A URL in the body, or in the `Link` header (RFC 8288)."""
    link = _at(data, paging.next) if paging.next else response.links.get("next", {}).get("url")
    if not isinstance(link, str) or not link:
        return None
    url = urljoin(str(response.url), link)
    return _Next(url=url, repeated=url == call.url)


def _argument(call: Call, wire: str) -> str:
    """The Python argument of the parameter that asks for the next page."""
    for parameter in call.operation.parameters:
        if parameter.name == wire and parameter.location == "query":
            return parameter.argument
    body = call.operation.body
    for argument, name in body.members if body is not None else ():
        if name == wire:
            return argument
    return wire


def next_call(call: Call, place: _Next) -> Call:
    """The call for the next page."""
    if place.url is not None:
        return call._replace(url=place.url)
    return call._replace(arguments={**call.arguments, place.argument: place.value})


class _PageData(Generic[ItemT, AnswerT]):
    """What both kinds of page share."""

    def __init__(
        self,
        call: Call,
        response: httpx2.Response,
        answer: Callable[[], AnswerT],
        strict: bool,
    ) -> None:
        self._call = call
        self._answer = answer
        self._answered: list[AnswerT] = []
        self.http_response = response
        paging = call.operation.paging
        if paging is None:
            raise TypeError(f"{call.operation.id} has no pages.")
        try:
            data = parse_json(response.content)
        except NotJsonError:
            self.answer  # noqa: B018 - raises what is wrong
            data = None
        self.data: list[ItemT] = _read_items(paging, _at(data, paging.items), strict, response)
        self._next = next_place(paging, call, response, data)
        if strict:
            self.answer  # noqa: B018 - raises what is wrong

    @property
    def answer(self) -> AnswerT:
        """The whole answer this page came in."""
        if not self._answered:
            self._answered.append(self._answer())
        return self._answered[0]

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers; names ignore case."""
        return self.http_response.headers

    @property
    def request_id(self) -> str | None:
        """The id the server gave the call."""
        return request_id(self.http_response)

    def has_next_page(self) -> bool:
        """Whether the server has more pages, as far as this one tells."""
        return self._next is not None

    def _next_call(self) -> Call:
        if self._next is None:
            raise LastPageError("This is the last page; ask has_next_page() first.")
        if self._next.repeated:
            raise _repeated(self._next, self.http_response)
        return next_call(self._call, self._next)

    def __len__(self) -> int:
        return len(self.data)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.data)} items>"


class LastPageError(RuntimeError):
    """There is no next page."""


def _repeated(place: _Next, response: httpx2.Response) -> Exception:
    from .errors import APIResponseValidationError

    named = f"{place.argument}={place.value!r}" if place.url is None else place.url
    return APIResponseValidationError(
        f"The list does not end: the page for {named} names itself as the next page.",
        status_code=response.status_code,
        headers=response.headers,
        request_id=request_id(response),
    )


def _read_items(paging: Paging, items: Any, strict: bool, response: httpx2.Response) -> list[Any]:
    if not isinstance(items, list):
        return []
    from .decode import decode_value
    from .errors import APIResponseValidationError

    value, issues = decode_value(items, list[paging.type()])  # type: ignore[misc]
    if issues and strict:
        raise APIResponseValidationError(
            issues=issues,
            body=items,
            headers=response.headers,
            request_id=request_id(response),
        )
    typed: list[Any] = value
    return typed


class Page(_PageData[ItemT, AnswerT]):
    """A page of a list. Iterating goes on through all later pages."""

    def __init__(
        self,
        call: Call,
        response: httpx2.Response,
        answer: Callable[[], AnswerT],
        strict: bool,
        fetch: Callable[[Call], Page[ItemT, AnswerT]],
    ) -> None:
        super().__init__(call, response, answer, strict)
        self._fetch = fetch

    def next_page(self) -> Page[ItemT, AnswerT]:
        """Fetch the next page. Raises `LastPageError` after the last.

        Raises `APIResponseValidationError` when this page names itself as the next one.
        """
        return self._fetch(self._next_call())

    def pages(self) -> Iterator[Page[ItemT, AnswerT]]:
        """This page and all later ones."""
        page = self
        yield page
        while page.has_next_page():
            page = page.next_page()
            yield page

    def __iter__(self) -> Iterator[ItemT]:
        for page in self.pages():
            yield from page.data


class AsyncPage(_PageData[ItemT, AnswerT]):
    """A page of a list. Iterating asynchronously goes on through all later pages."""

    def __init__(
        self,
        call: Call,
        response: httpx2.Response,
        answer: Callable[[], AnswerT],
        strict: bool,
        fetch: Callable[[Call], Awaitable[AsyncPage[ItemT, AnswerT]]],
    ) -> None:
        super().__init__(call, response, answer, strict)
        self._fetch = fetch

    async def next_page(self) -> AsyncPage[ItemT, AnswerT]:
        """Fetch the next page. Raises `LastPageError` after the last.

        Raises `APIResponseValidationError` when this page names itself as the next one.
        """
        return await self._fetch(self._next_call())

    async def pages(self) -> AsyncIterator[AsyncPage[ItemT, AnswerT]]:
        """This page and all later ones."""
        page = self
        yield page
        while page.has_next_page():
            page = await page.next_page()
            yield page

    async def __aiter__(self) -> AsyncIterator[ItemT]:
        async for page in self.pages():
            for item in page.data:
                yield item
