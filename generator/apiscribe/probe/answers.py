"""An answer against an operation: status, media type, then the body."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from apiscribe.probe.compare import Difference, Kind, compare
from apiscribe.probe.exchanges import Exchange
from apiscribe.serve.answers import find_response, is_streamed
from apiscribe.serve.bodies import find_media, is_json, media_type_of
from apiscribe.serve.nodes import Node
from apiscribe.serve.routing import Match, NoMatch, Route, Router

_MOST_SAMPLES: Final = 20
_BODILESS: Final = frozenset({204, 205, 304})


@dataclass(slots=True)
class Seen:
    """A difference, in how many answers it was seen, the first of them, and values that show it."""

    difference: Difference
    operation: str
    status: int
    answers: int = 0
    values: list[Any] = field(default_factory=list)


@dataclass(slots=True)
class Outcome:
    """What all answers together showed. `checked`: answers by operation; `unmatched`: `GET /path` of
    those that the document has no operation for."""

    seen: dict[tuple[Any, ...], Seen] = field(default_factory=dict)
    checked: dict[str, int] = field(default_factory=dict)
    unmatched: list[str] = field(default_factory=list)

    @property
    def differences(self) -> list[Seen]:
        """In the order in which they were seen."""
        return list(self.seen.values())


class Examiner:
    """Holds answers against one document (OpenAPI 3.2 with local references only)."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._router = Router(data)
        self.outcome = Outcome()

    def examine(self, exchange: Exchange) -> None:
        """Add what one answer shows to the outcome."""
        found = self._router.find(exchange.verb, exchange.raw_path, exchange.query)
        if isinstance(found, NoMatch):
            name = f"{exchange.verb.upper()} {exchange.raw_path}"
            if name not in self.outcome.unmatched:
                self.outcome.unmatched.append(name)
            return
        name = operation_name(found.route)
        self.outcome.checked[name] = self.outcome.checked.get(name, 0) + 1
        counted: set[tuple[Any, ...]] = set()
        for one in differences(found, exchange):
            self._count(one, name, exchange, counted)

    def _count(
        self, one: Difference, name: str, exchange: Exchange, counted: set[tuple[Any, ...]]
    ) -> None:
        value = json.dumps(one.value) if one.kind is Kind.ENUM else ""
        key = (one.kind, one.at, one.name, value)
        seen = self.outcome.seen.setdefault(key, Seen(one, name, exchange.status))
        if key not in counted:
            counted.add(key)
            seen.answers += 1
        if len(seen.values) < _MOST_SAMPLES:
            seen.values.append(one.value)


def operation_name(route: Route) -> str:
    """`GET /pets/{id}`."""
    return f"{route.verb.upper()} {route.path}"


def differences(match: Match, exchange: Exchange) -> Iterator[Difference]:
    """Everything that one answer has and its operation does not say."""
    operation = match.route.operation
    _, response = find_response(operation, exchange.status)
    if response is None:
        value = _body(exchange)
        name = str(exchange.status)
        yield Difference(Kind.STATUS, f"{operation.pointer}/responses", name, "", value)
        return
    if match.route.verb == "head":
        return
    content = response.child("content")
    if not exchange.body:
        yield from _of_nothing(content, exchange)
        return
    media_type = media_type_of(exchange.content_type)
    media = find_media(content, media_type) if content is not None else None
    if media is None:
        yield Difference(Kind.MEDIA_TYPE, response.pointer, media_type, "", _body(exchange))
        return
    yield from _of_body(content, media, exchange)


def _of_nothing(content: Node | None, exchange: Exchange) -> Iterator[Difference]:
    """An empty body where JSON alone is described; other kinds may be empty."""
    described = list(content.members()) if content is not None else []
    if not described or exchange.cut or exchange.status in _BODILESS:
        return
    if all(is_json(name) for name, _ in described):
        yield Difference(Kind.EMPTY, described[0][1].pointer, "", "", None)


def _of_body(content: Node | None, media: Node, exchange: Exchange) -> Iterator[Difference]:
    media_type = media_type_of(exchange.content_type)
    if is_streamed(media_type):
        schema = media.child("itemSchema")
        for item in _stream(exchange) if schema is not None else ():
            assert schema is not None
            yield from compare(schema, item, f"{media.pointer}/itemSchema")
    elif is_json(media_type) and not exchange.cut:
        schema = media.child("schema")
        value = _body(exchange)
        if isinstance(value, _Unreadable):
            yield Difference(Kind.UNREADABLE, media.pointer, "", "", None)
        elif schema is not None:
            yield from compare(schema, value, f"{media.pointer}/schema")


class _Unreadable:
    """A body that is not what its media type says."""


def _body(exchange: Exchange) -> Any:
    """The JSON value of a body; of another kind of body nothing is known."""
    if not exchange.body or exchange.cut or not is_json(media_type_of(exchange.content_type)):
        return _Unreadable()
    try:
        return json.loads(exchange.body)
    except (ValueError, RecursionError):
        return _Unreadable()


def is_readable(value: Any) -> bool:
    """Whether a value of a difference is one that was read."""
    return not isinstance(value, _Unreadable)


def _stream(exchange: Exchange) -> Iterator[Any]:
    """The items of a sequential media type; what is no JSON (`[DONE]`) is left out, and so is the
    last one of a body that was cut."""
    text = exchange.body.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    if media_type_of(exchange.content_type) == "text/event-stream":
        pieces = [_data(event) for event in text.split("\n\n")]
    else:
        pieces = text.replace("\x1e", "").split("\n")
    for piece in pieces[:-1] if exchange.cut else pieces:
        try:
            yield json.loads(piece)
        except (ValueError, RecursionError):
            continue


def _data(event: str) -> str:
    """The data of one server-sent event (WHATWG HTML, section 9.2.6)."""
    lines = [line[5:].removeprefix(" ") for line in event.split("\n") if line.startswith("data:")]
    return "\n".join(lines)
