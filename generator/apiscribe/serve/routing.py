"""Which operation a request is for: path templates to patterns, most literal first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from apiscribe.serve.nodes import Node, root_node

VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_EXPRESSION = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Route:
    """One operation. `parameters` are merged from path item and operation by (name, in)."""

    verb: str
    path: str
    pattern: re.Pattern[str]
    literal_length: int
    names: tuple[str, ...]
    fixed_query: tuple[tuple[str, str], ...]
    operation: Node
    parameters: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A route and the raw (still percent-encoded) values of its path parameters.

    `others`: operations with the same verb and path, which only what is sent tells apart (documents
    write a fragment behind the path to have several).
    """

    route: Route
    path_values: Mapping[str, str]
    others: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class NoMatch:
    """No operation; `allowed` lists the verbs the path has (empty: no such path)."""

    allowed: tuple[str, ...]


class Router:
    """Finds the operation of a request; paths may come with or without the servers' base path."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        root = root_node(data)
        self.routes = sorted(_routes(root), key=lambda r: -r.literal_length)
        self.prefixes = _base_paths(root)

    def find(self, verb: str, raw_path: str, query: str) -> Match | NoMatch:
        """The most literal route that fits, or the verbs that would."""
        pairs = parse_qsl(query, keep_blank_values=True)
        allowed: list[str] = []
        for path in self._candidates(raw_path):
            matches: list[Match] = []
            for route in self.routes:
                found = route.pattern.fullmatch(path)
                if found is None or any(pair not in pairs for pair in route.fixed_query):
                    continue
                if route.verb == verb:
                    matches.append(
                        Match(route, dict(zip(route.names, found.groups(), strict=True)))
                    )
                allowed.append(route.verb.upper())
            if matches:
                return replace(matches[0], others=tuple(_same(matches)))
        return NoMatch(tuple(dict.fromkeys(allowed)))

    def _candidates(self, raw_path: str) -> list[str]:
        stripped = [
            raw_path[len(prefix) :] for prefix in self.prefixes if raw_path.startswith(prefix + "/")
        ]
        return [raw_path, *stripped]


def _same(matches: list[Match]) -> Iterator[Match]:
    """Those as literal as the first one; names of path parameters do not tell operations apart."""
    first = matches[0].route
    for match in matches[1:]:
        same = match.route.pattern.pattern == first.pattern.pattern
        if same and match.route.fixed_query == first.fixed_query:
            yield match


def _routes(root: Node) -> list[Route]:
    paths = root.child("paths")
    routes: list[Route] = []
    for template, item in paths.members() if paths else ():
        verbs = [(verb, item.child(verb)) for verb in VERBS]
        extra = item.child("additionalOperations")
        verbs += [(name.lower(), node) for name, node in extra.members()] if extra else []
        for verb, operation in verbs:
            if operation is not None and isinstance(operation.value, Mapping):
                routes.append(_route(verb, template, item, operation))
    return routes


def _route(verb: str, template: str, item: Node, operation: Node) -> Route:
    path, _, query = template.partition("#")[0].partition("?")
    pattern, names, literal_length, position = "", [], 0, 0
    for found in _EXPRESSION.finditer(path):
        literal = path[position : found.start()]
        pattern += _literal(literal) + "([^/]*?)"
        literal_length += len(literal)
        names.append(found.group(1))
        position = found.end()
    pattern += _literal(path[position:])
    literal_length += len(path) - position
    return Route(
        verb=verb,
        path=template,
        pattern=re.compile(pattern),
        literal_length=literal_length,
        names=tuple(names),
        fixed_query=tuple(parse_qsl(query, keep_blank_values=True)),
        operation=operation,
        parameters=_parameters(item, operation),
    )


def _literal(text: str) -> str:
    """Literal characters, each also accepted percent-encoded."""
    return "".join(
        re.escape(c) if c.isascii() and (c.isalnum() or c == "/") else _either(c) for c in text
    )


def _either(character: str) -> str:
    encoded = "".join(f"%{byte:02x}" for byte in character.encode())
    return f"(?:{re.escape(character)}|(?i:{encoded}))"


def _parameters(item: Node, operation: Node) -> tuple[Node, ...]:
    merged: dict[tuple[str, str], Node] = {}
    for owner in (item, operation):
        found = owner.child("parameters")
        for parameter in found.items() if found else ():
            merged[(parameter.get("name", ""), parameter.get("in", ""))] = parameter
    return tuple(merged.values())


def _base_paths(root: Node) -> tuple[str, ...]:
    servers = root.child("servers")
    found = []
    for server in servers.items() if servers else ():
        path = urlsplit(_EXPRESSION.sub("x", str(server.get("url", "")))).path.rstrip("/")
        if path:
            found.append(path)
    return tuple(dict.fromkeys(found))


def decode_path_value(raw: str) -> str:
    """A path parameter as the caller meant it."""
    return unquote(raw)
