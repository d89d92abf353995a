"""Conformance vectors → `node:test` modules that drive the generated package.

A test makes the call a vector describes and reports what came of it; comparing is the vector
server's (`apiscribe.conformance`).
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final

from apiscribe.config import Settings
from apiscribe.conformance import GivenFile, Suite, Vector, with_specials
from apiscribe.ir import Api, Location, Operation
from apiscribe.targets.arguments import WHOLE_BODY, ArgumentKey, member_key
from apiscribe.targets.base import Artifact, Copy, Page
from apiscribe.targets.bodies import flat_body
from apiscribe.targets.option_headers import without_option_headers
from apiscribe.targets.typescript.client import credentials
from apiscribe.targets.typescript.layout import print_layout
from apiscribe.targets.typescript.literals import Raw, value_layout
from apiscribe.targets.typescript.names import TypeScriptNames, typescript_names
from apiscribe.targets.typescript.text import quote

_CALL_OPTIONS: Final = {
    "extra_headers": "headers",
    "extra_query": "query",
    "extra_body": "body",
    "max_retries": "maxRetries",
    "idempotency_key": "idempotencyKey",
}
_SECONDS: Final = {"timeout": "timeout", "deadline": "deadline", "idle_timeout": "idleTimeout"}


@dataclass(frozen=True, slots=True)
class VectorView:
    """One test: `call` is an expression over `client`, `options` are the client's."""

    key: str
    call: str
    mode: str
    take: str
    options: str


@dataclass(frozen=True, slots=True)
class SuiteView:
    """View of `conformance/suite.test.mjs.j2`."""

    suite: str
    client: str
    vectors: tuple[VectorView, ...]


def conformance_artifacts(suite: Suite, api: Api, settings: Settings) -> Iterator[Artifact]:
    """The tests of a suite, to be laid beside the package generated from its spec."""
    api = without_option_headers(api)
    names = typescript_names(api, settings)
    vectors = tuple(_vector(vector, api, settings, names) for vector in suite.vectors)
    folder = PurePosixPath("conformance")
    yield Page(
        folder / f"{suite.name}.test.mjs",
        "conformance/suite.test.mjs.j2",
        SuiteView(quote(suite.name), names.client, vectors),
    )
    yield Copy(folder / "support.mjs", "conformance/support.mjs")


def _vector(vector: Vector, api: Api, settings: Settings, names: TypeScriptNames) -> VectorView:
    operation = api.operations[vector.call.operation]
    return VectorView(
        key=quote(vector.key),
        call=_call(vector, operation, api, names),
        mode=quote(vector.call.mode),
        take="undefined" if vector.call.take is None else str(vector.call.take),
        options=_literal(_client_options(vector, api, settings)),
    )


def _client_options(vector: Vector, api: Api, settings: Settings) -> dict[str, Any]:
    given = vector.client
    spelled = {found.scheme: found.argument for found in credentials(api, settings)}
    options: dict[str, Any] = {spelled[id]: text for id, text in given.credentials.items()}
    if given.max_retries is not None:
        options["maxRetries"] = given.max_retries
    for name in ("timeout", "idle_timeout"):
        if (seconds := getattr(given, name)) is not None:
            options[_SECONDS[name]] = round(seconds * 1000)
    if given.strict:
        options["strict"] = Raw("strict")
    if given.default_headers:
        options["defaultHeaders"] = given.default_headers
    return options


def _call(vector: Vector, operation: Operation, api: Api, names: TypeScriptNames) -> str:
    """`client.chat.create("id", { text: "a", stream: true }, { timeout: 1000 })`."""
    spelled = names.arguments[operation.id]
    given = vector.call.arguments
    arguments = [
        _literal(given.path.get(parameter.name.wire, Raw("undefined")))
        for parameter in operation.parameters
        if parameter.location is Location.PATH
    ]
    if operation.id in names.params:
        arguments.append(_literal(dict(_params(vector, operation, api, spelled))))
    arguments.append(_literal(_call_options(vector)))
    return f"{names.accessor(operation)}({', '.join(arguments)})"


def _params(
    vector: Vector, operation: Operation, api: Api, spelled: Mapping[ArgumentKey, str]
) -> Iterator[tuple[str, Any]]:
    """Names and values: parameters, then the body."""
    arguments = vector.call.arguments
    for location in ("query", "header", "cookie", "querystring"):
        for wire, value in getattr(arguments, location).items():
            yield spelled[ArgumentKey(location, wire)], value
    if arguments.has_body:
        if flat_body(operation, api) is None:
            yield spelled[WHOLE_BODY], arguments.body
        else:
            for wire, value in arguments.body.items():
                yield spelled.get(member_key(wire), wire), value
    switch = operation.stream.switch if operation.stream else None
    if vector.call.mode == "stream" and switch is not None:
        yield spelled[member_key(switch[0])], switch[1]


def _call_options(vector: Vector) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name, value in vector.call.options.model_dump(exclude_unset=True).items():
        if name in _SECONDS:
            options[_SECONDS[name]] = round(value * 1000)
        else:
            options[_CALL_OPTIONS[name]] = value
    if vector.call.arguments.media_type:
        options["contentType"] = vector.call.arguments.media_type
    return options


def _literal(value: object) -> str:
    return print_layout(value_layout(with_specials(value, _special)))


def _special(value: bytes | GivenFile) -> object:
    """Bytes as `support.mjs` makes them; a file as the object that the runtime takes."""
    if isinstance(value, bytes):
        return Raw(f"bytes({quote(base64.b64encode(value).decode())})")
    content = value.content if isinstance(value.content, str) else _special(value.content)
    kind = {"type": value.content_type} if value.content_type else {}
    return {"name": value.name, "content": content, **kind}
