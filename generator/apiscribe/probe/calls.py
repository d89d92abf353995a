"""Calls that a document gives everything for, and their answers, bounded in number, time and size."""

from __future__ import annotations

import base64
import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlencode

from apiscribe.probe.answers import operation_name
from apiscribe.probe.exchanges import Exchange
from apiscribe.serve.bodies import is_json, media_type_of
from apiscribe.serve.nodes import Node
from apiscribe.serve.routing import Route, Router
from apiscribe.serve.values import examples_of

SAFE: Final = ("get", "head")
"""Methods that change nothing (RFC 9110, section 9.2.1), so that they are called unasked."""

_MOST_BYTES: Final = 8 * 1024 * 1024
_CHUNK: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Call:
    """A request as it goes out; `headers` and `query` hold no credentials yet."""

    route: Route
    path: str
    query: tuple[tuple[str, str], ...]
    headers: tuple[tuple[str, str], ...]
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Skipped:
    """An operation that is not called, and why."""

    name: str
    reason: str


class _LackingError(Exception):
    """A call cannot be made; the message says what is lacking."""


def plan(
    data: Mapping[str, Any], chosen: Sequence[str], given: Mapping[str, str]
) -> tuple[list[Call], list[Skipped], list[str]]:
    """The calls to make, the operations left out, and those of `chosen` that do not exist.

    Without `chosen` (operationIds, or `GET /path`), all operations that are safe. `given` are values
    of parameters by name; others come from the document's examples, defaults and constants.
    """
    routes = {operation_name(route): route for route in Router(data).routes}
    order = {name: at for at, name in enumerate(_document_order(data))}
    ids = {str(r.operation.get("operationId")): name for name, r in routes.items()}
    unknown = [one for one in chosen if one not in ids and one not in routes]
    wanted = [ids.get(one, one) for one in chosen if one not in unknown]
    calls, skipped = [], []
    for name in wanted or sorted(routes, key=lambda name: order.get(name, 0)):
        route = routes[name]
        if not chosen and route.verb not in SAFE:
            skipped.append(Skipped(name, "it may change something; name it with --operation"))
            continue
        try:
            calls.append(_call(route, given))
        except _LackingError as error:
            skipped.append(Skipped(name, str(error)))
    return ([], [], unknown) if unknown else (calls, skipped, [])


def _document_order(data: Mapping[str, Any]) -> Iterator[str]:
    for path, item in (data.get("paths") or {}).items():
        yield from (f"{verb.upper()} {path}" for verb in item)


def _call(route: Route, given: Mapping[str, str]) -> Call:
    path = route.path.partition("?")[0]
    query: list[tuple[str, str]] = list(route.fixed_query)
    headers: list[tuple[str, str]] = []
    for parameter in route.parameters:
        name, place = str(parameter.get("name")), str(parameter.get("in"))
        if name not in given and not parameter.get("required") and place != "path":
            continue
        values = [given[name]] if name in given else _texts(parameter, name)
        match place:
            case "path":
                text = ",".join(quote(value, safe="") for value in values)
                path = path.replace(f"{{{name}}}", text)
            case "query":
                query += [(name, value) for value in values]
            case "header" if all(v.isprintable() and v.isascii() for v in values):
                headers.append((name, ",".join(values)))
            case "cookie" if len(values) == 1:
                headers.append(("Cookie", f"{name}={quote(values[0])}"))
            case _:
                raise _LackingError(f"the {place} parameter `{name}` cannot be written here")
    media_type, body = _request_body(route.operation)
    if body is not None:
        headers.append(("Content-Type", media_type))
    headers.append(("Accept", _accept(route.operation)))
    return Call(route, path, tuple(query), tuple(headers), body)


def _texts(parameter: Node, name: str) -> list[str]:
    """A value of a parameter as text; several for a list."""
    lacking = _LackingError(
        f"the {parameter.get('in')} parameter `{name}` has no example; "
        f"give one with --parameter {name}=VALUE"
    )
    schema = parameter.child("schema")
    value = next(_stated(parameter, schema), None)
    if value is None:
        raise lacking
    items = value if isinstance(value, list) else [value]
    if any(isinstance(item, dict | list) or item is None for item in items) or not items:
        raise lacking
    return [item if isinstance(item, str) else json.dumps(item) for item in items]


def _stated(parameter: Node, schema: Node | None) -> Iterator[Any]:
    yield from (value for _, value in examples_of(parameter))
    if schema is None:
        return
    for key in ("example", "default", "const"):
        if schema.get(key) is not None:
            yield schema.get(key)
    for key in ("examples", "enum"):
        if isinstance(schema.get(key), list):
            yield from schema.get(key)


def _request_body(operation: Node) -> tuple[str, bytes | None]:
    """The body's first JSON example; nothing when it may be left out."""
    body = operation.child("requestBody")
    content = body.child("content") if body else None
    for media_type, media in content.members() if content else ():
        if not is_json(media_type_of(media_type)):
            continue
        for value in _stated(media, media.child("schema")):
            return media_type, json.dumps(value, ensure_ascii=False).encode()
    if body is not None and body.get("required"):
        raise _LackingError("its body has no JSON example")
    return "", None


def _accept(operation: Node) -> str:
    types: dict[str, None] = {}
    responses = operation.child("responses")
    for status, response in responses.members() if responses else ():
        if str(status)[:1] in ("2", "d"):
            types.update(dict.fromkeys(response.get("content") or {}))
    return ", ".join(types) or "*/*"


# -- credentials --------------------------------------------------------------------------------


def with_credentials(
    call: Call, secrets: Mapping[str, str]
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] | None:
    """Query and headers with the credentials of the first alternative that `secrets` (scheme → text)
    can give; `None` when there is none and the call is not allowed without."""
    operation = call.route.operation
    alternatives = operation.get("security", operation.root.get("security")) or [{}]
    schemes = (operation.root.get("components") or {}).get("securitySchemes") or {}
    for alternative in alternatives:
        usable = {n: secrets[n] for n in alternative if n in secrets and n in schemes}
        if len(usable) == len(alternative):
            query, headers = list(call.query), list(call.headers)
            for name, secret in usable.items():
                _add(schemes[name], secret, query, headers)
            return tuple(query), tuple(headers)
    return None


def _add(
    scheme: Mapping[str, Any],
    secret: str,
    query: list[tuple[str, str]],
    headers: list[tuple[str, str]],
) -> None:
    if scheme.get("type") == "apiKey":
        name = str(scheme.get("name"))
        match scheme.get("in"):
            case "query":
                query.append((name, secret))
            case "cookie":
                headers.append(("Cookie", f"{name}={quote(secret)}"))
            case _:
                headers.append((name, secret))
    elif scheme.get("type") == "http" and str(scheme.get("scheme")).lower() == "basic":
        headers.append(("Authorization", f"Basic {base64.b64encode(secret.encode()).decode()}"))
    elif scheme.get("type") != "mutualTLS":
        headers.append(("Authorization", f"Bearer {secret}"))


# -- the network --------------------------------------------------------------------------------


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Credentials go to the host they are for and nowhere else; a redirect is an answer."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""


def send(
    call: Call,
    base_url: str,
    secrets: Mapping[str, str],
    timeout: float,
    clock: Callable[[], float] = time.monotonic,
) -> Exchange | str:
    """The answer to one call, or why there is none; never says what was sent.

    `timeout`: seconds for the whole of it.
    """
    added = with_credentials(call, secrets)
    if added is None:
        return "its credentials are not in the environment"
    query, headers = added
    sent = "?" + urlencode(query) if query else ""
    end = clock() + timeout
    try:
        request = urllib.request.Request(
            base_url.rstrip("/") + call.path + sent,
            data=call.body,
            headers=dict(headers),
            method=call.route.verb.upper(),
        )
        opener = urllib.request.build_opener(_NoRedirect)
        try:
            answer = opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            body, cut = _read(answer, end, clock)
            return Exchange(
                verb=call.route.verb,
                raw_path=call.path,
                query=urlencode(call.query),
                status=int(answer.status or 0),
                content_type=str(answer.headers.get("content-type") or ""),
                body=body,
                label=operation_name(call.route),
                cut=cut,
            )
    except TimeoutError:
        return f"no answer within {timeout:g} s"
    except urllib.error.URLError as error:
        timed_out = isinstance(error.reason, TimeoutError)
        return f"no answer within {timeout:g} s" if timed_out else "the server cannot be reached"
    except (OSError, http.client.HTTPException):
        return "the connection failed"
    except ValueError:  # a header or URL that cannot be sent; its text may be a secret
        return "the request cannot be written"


def _read(answer: Any, end: float, clock: Callable[[], float]) -> tuple[bytes, bool]:
    """The body, and whether it goes on after the time or the bytes there are for it."""
    body = b""
    while True:
        if clock() >= end or len(body) >= _MOST_BYTES:
            return body, True
        try:
            chunk = answer.read1(_CHUNK)
        except TimeoutError:
            return body, True
        if not chunk:
            return body, False
        body += chunk
