"""Drives a generated client through conformance vectors and reports to the vector server.

`CONFORMANCE_URL` is the server's base URL.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest

SERVER = os.environ["CONFORMANCE_URL"]
_RUNS = itertools.count(1)


@dataclass
class Run:
    """Runs one vector with one kind of client."""

    suite: str
    client: type[Any]
    asynchronous: bool

    def __call__(
        self,
        key: str,
        call: Callable[[Any], Any],
        mode: str = "call",
        take: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        place = f"{self.suite}/{key}/{os.getpid()}-{next(_RUNS)}"
        given = {"base_url": f"{SERVER}/v/{place}", **(options or {})}
        driver = _drive_async if self.asynchronous else _drive_sync
        driver(self.client, given, call, mode, take, lambda outcome: self._report(place, outcome))

    def _report(self, place: str, outcome: dict[str, Any]) -> None:
        request = urllib.request.Request(
            f"{SERVER}/outcome/{place}", json.dumps(outcome).encode(), method="POST"
        )
        try:
            with urllib.request.urlopen(request, timeout=30):
                return
        except urllib.error.HTTPError as error:
            differences = error.read().decode()
        pytest.fail(f"{differences}\noutcome: {json.dumps(outcome)[:600]}", pytrace=False)


@pytest.fixture(params=["sync", "async"])
def runs(request: pytest.FixtureRequest) -> Callable[[str, type[Any], type[Any]], Run]:
    asynchronous = request.param == "async"

    def make(suite: str, client: type[Any], async_client: type[Any]) -> Run:
        return Run(suite, async_client if asynchronous else client, asynchronous)

    return make


Report = Callable[[dict[str, Any]], None]
"""Called while the client is open: closing it would hide connections that were left open."""


def _drive_sync(
    client_class: type[Any],
    options: dict[str, Any],
    call: Callable[[Any], Any],
    mode: str,
    take: int | None,
    report: Report,
) -> None:
    outcome: dict[str, Any] = {}
    try:
        client = client_class(**options)
    except Exception as error:
        report({"error": _error(error, client_class)})
        return
    with client:
        try:
            result = call(client)
            if mode == "raw":
                _note_raw(result, outcome)
                result = result.parse()
            if mode in ("stream", "pages"):
                _collect(result, take, outcome)
            elif hasattr(result, "iter_bytes"):
                outcome["base64"] = base64.b64encode(result.read()).decode()
            else:
                outcome.update(_outcome(result, client))
        except Exception as error:
            outcome["error"] = _error(error, client_class)
        report(outcome)


def _drive_async(
    client_class: type[Any],
    options: dict[str, Any],
    call: Callable[[Any], Any],
    mode: str,
    take: int | None,
    report: Report,
) -> None:
    outcome: dict[str, Any] = {}

    async def drive(client: Any) -> None:
        async with client:
            try:
                result = await call(client)
                if mode == "raw":
                    _note_raw(result, outcome)
                    parsed = result.parse()
                    result = await parsed if hasattr(parsed, "__await__") else parsed
                if mode in ("stream", "pages"):
                    await _collect_async(result, take, outcome)
                elif hasattr(result, "iter_bytes"):
                    outcome["base64"] = base64.b64encode(await result.read()).decode()
                else:
                    outcome.update(_outcome(result, client))
            except Exception as error:
                outcome["error"] = _error(error, client_class)
            report(outcome)

    try:
        client = client_class(**options)
    except Exception as error:
        report({"error": _error(error, client_class)})
        return
    asyncio.run(drive(client))


def _collect(result: Any, take: int | None, outcome: dict[str, Any]) -> None:
    items: list[Any] = []
    outcome["items"] = items
    for item in result:
        items.append(_json(item, result))
        if len(items) == take:
            break
    if take is not None and hasattr(result, "close"):
        result.close()


async def _collect_async(result: Any, take: int | None, outcome: dict[str, Any]) -> None:
    items: list[Any] = []
    outcome["items"] = items
    async for item in result:
        items.append(_json(item, result))
        if len(items) == take:
            break
    if take is not None and hasattr(result, "close"):
        await result.close()


def _note_raw(response: Any, outcome: dict[str, Any]) -> None:
    outcome["status"] = response.status_code
    outcome["headers"] = dict(response.headers)


def _outcome(value: Any, owner: Any) -> dict[str, Any]:
    if value is None:
        return {"nothing": True, "json": None}
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    found = {"json": _json(value, owner)}
    if isinstance(value, str):
        found["text"] = value
    elif hasattr(value, "model_dump"):
        words = re.findall(r"[A-Z][a-z0-9]*", type(value).__name__)
        found["variant"] = " ".join(words).lower()
    return found


def _json(value: Any, owner: Any) -> Any:
    """The value as the package itself would send it."""
    return _runtime(type(owner), "wire").to_json_value(value)


def _runtime(owner: type[Any], module: str) -> Any:
    for base in owner.__mro__:
        if "._runtime" in base.__module__:
            package = base.__module__.partition("._runtime")[0]
            return import_module(f"{package}._runtime.{module}")
    raise AssertionError(f"{owner} is not of a generated package")


def _error(error: Exception, client_class: type[Any]) -> dict[str, Any]:
    errors = _runtime(client_class, "errors")
    kinds = {
        errors.APIStatusError: "status",
        errors.APITimeoutError: "timeout",
        errors.APIConnectionError: "connection",
        errors.APIResponseValidationError: "validation",
        errors.ConfigurationError: "argument",
        errors.APIError: "stream",
        ValueError: "argument",
        TypeError: "argument",
    }
    kind = next((name for cls, name in kinds.items() if isinstance(error, cls)), "fault")
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+", type(error).__name__)
    found: dict[str, Any] = {"kind": kind, "message": f"{type(error).__name__}: {error}"}
    if kind == "status":
        found["status"] = error.status_code  # type: ignore[attr-defined]
        found["name"] = " ".join(words).lower().removesuffix(" error")
    if isinstance(error, errors.APIError):
        found["request_id"] = error.request_id
        body = error.body
        found["body"] = _runtime(client_class, "wire").to_json_value(body)
    return found
