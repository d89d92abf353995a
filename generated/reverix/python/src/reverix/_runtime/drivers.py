"""Carry out what calls ask for: with blocking, or with asynchronous, input and output."""

from __future__ import annotations

import inspect
import os
import ssl
import threading
import time
from contextlib import nullcontext
from functools import lru_cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, TypeVar, assert_never

import anyio
import httpx2

from .effects import Alone, Ask, Close, Effect, Plan, Read, RequestData, Send, Sleep
from .limits import phases, read_until, translating

ResultT = TypeVar("ResultT")
_LIMITS = httpx2.Limits(max_connections=1000, max_keepalive_connections=100)


def _tls() -> ssl.SSLContext:
    """The certificates to trust, loaded once: that takes longer than a call."""
    return _tls_of(*(os.environ.get(name) for name in ("SSL_CERT_FILE", "SSL_CERT_DIR")))


@lru_cache(maxsize=8)
def _tls_of(file: str | None, folder: str | None) -> ssl.SSLContext:
    """`httpx2` reads the two variables itself."""
    return httpx2.create_ssl_context()


def _no_cookies() -> CookieJar:
    """A jar that keeps nothing: one call's cookies do not leak into the next."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


def _http_request(
    client: httpx2.Client | httpx2.AsyncClient,
    data: RequestData,
    timeout: httpx2.Timeout,
    is_async: bool,
) -> httpx2.Request:
    headers = [(name.encode(), value.encode()) for name, value in data.headers]
    content: Any = None
    if data.payload is not None:
        content = data.payload.open(is_async)
        if data.payload.size is not None and not isinstance(content, bytes):
            headers.append((b"Content-Length", str(data.payload.size).encode()))
    return client.build_request(
        data.verb, data.url, headers=headers, content=content, timeout=timeout
    )


class SyncDriver:
    """Blocking input and output over an `httpx2.Client`."""

    def __init__(
        self, client: httpx2.Client | None, transport: httpx2.BaseTransport | None
    ) -> None:
        self._given = client is not None
        self.client = client or httpx2.Client(
            transport=transport, limits=_LIMITS, cookies=_no_cookies(), verify=_tls()
        )
        self._alone = threading.Lock()

    def close(self) -> None:
        """Close the connections, unless the HTTP client is the user's."""
        if not self._given:
            self.client.close()

    def run(self, plan: Plan[ResultT]) -> ResultT:
        """Carry a plan out."""
        try:
            effect = next(plan)
            while True:
                try:
                    result = self._perform(effect)
                except Exception as error:
                    effect = plan.throw(error)
                else:
                    effect = plan.send(result)
        except StopIteration as stop:
            value: ResultT = stop.value
            return value

    def _perform(self, effect: Effect) -> Any:
        match effect:
            case Send():
                return self._send(effect)
            case Read(response=response, limits=limits):
                with translating("Reading the answer"):
                    return read_until(response, limits.end)
            case Close(response=response):
                return response.close()
            case Sleep(seconds=seconds):
                return time.sleep(seconds)
            case Ask(function=function):
                return function()
            case Alone(plan=plan):
                with self._alone:
                    return self.run(plan)
            case _:
                assert_never(effect)

    def _send(self, effect: Send) -> httpx2.Response:
        with translating("The call"):
            timeout = phases(effect.limits)
            request = _http_request(self.client, effect.request, timeout, False)
            return self.client.send(request, stream=True, follow_redirects=False)


class AsyncDriver:
    """Asynchronous input and output over an `httpx2.AsyncClient`, on asyncio or trio."""

    def __init__(
        self,
        client: httpx2.AsyncClient | None,
        transport: httpx2.AsyncBaseTransport | None,
    ) -> None:
        self._given = client is not None
        self.client = client or httpx2.AsyncClient(
            transport=transport, limits=_LIMITS, cookies=_no_cookies(), verify=_tls()
        )
        self._alone = anyio.Lock()

    async def close(self) -> None:
        """Close the connections, unless the HTTP client is the user's."""
        if not self._given:
            await self.client.aclose()

    async def run(self, plan: Plan[ResultT]) -> ResultT:
        """Carry a plan out."""
        try:
            effect = next(plan)
            while True:
                try:
                    result = await self._perform(effect)
                except Exception as error:
                    effect = plan.throw(error)
                else:
                    effect = plan.send(result)
        except StopIteration as stop:
            value: ResultT = stop.value
            return value

    async def _perform(self, effect: Effect) -> Any:
        match effect:
            case Send():
                return await self._send(effect)
            case Read(response=response, limits=limits):
                with translating("Reading the answer"), _until(limits.end):
                    return await response.aread()
            case Close(response=response):
                return await response.aclose()
            case Sleep(seconds=seconds):
                return await anyio.sleep(seconds)
            case Ask(function=function):
                value = function()
                return await value if inspect.isawaitable(value) else value
            case Alone(plan=plan):
                async with self._alone:
                    return await self.run(plan)
            case _:
                assert_never(effect)

    async def _send(self, effect: Send) -> httpx2.Response:
        with translating("The call"), _until(effect.limits.end):
            timeout = phases(effect.limits)
            request = _http_request(self.client, effect.request, timeout, True)
            return await self.client.send(request, stream=True, follow_redirects=False)


def _until(end: float | None) -> Any:
    """A scope that is cancelled, and raises `TimeoutError`, at a monotonic time."""
    return nullcontext() if end is None else anyio.fail_after(max(0.0, end - time.monotonic()))
