"""Conformance vectors → pytest modules that drive the generated package, synchronous and not.

A test makes the call a vector describes and reports what came of it; comparing is the vector
server's (`apiscribe.conformance`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from apiscribe.config import Settings
from apiscribe.conformance import Arguments, GivenFile, Suite, Vector, with_specials
from apiscribe.ir import Api, Operation
from apiscribe.targets.arguments import WHOLE_BODY, ArgumentKey, member_key
from apiscribe.targets.base import Artifact, Copy, Page
from apiscribe.targets.bodies import flat_body
from apiscribe.targets.option_headers import without_option_headers
from apiscribe.targets.python.literals import Raw, tuple_text, value_text
from apiscribe.targets.python.names import PythonNames, python_names
from apiscribe.targets.python.text import quote
from apiscribe.targets.python.views.configuration import credentials


@dataclass(frozen=True, slots=True)
class VectorView:
    """One test function. `call` is an expression over `client`; `options` are the driver's."""

    name: str
    key: str
    call: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SuiteView:
    """View of `conformance/test_suite.py.j2`."""

    suite: str
    module: str
    client: str
    async_client: str
    vectors: tuple[VectorView, ...]


def conformance_artifacts(suite: Suite, api: Api, settings: Settings) -> Iterator[Artifact]:
    """The tests of a suite, to be laid beside the package generated from its spec."""
    api = without_option_headers(api)
    names = python_names(api, settings)
    view = SuiteView(
        suite=quote(suite.name),
        module=names.module,
        client=names.client,
        async_client=names.async_client,
        vectors=tuple(_vector(vector, api, settings, names) for vector in suite.vectors),
    )
    folder = PurePosixPath("conformance")
    yield Page(folder / f"test_{suite.name}.py", "conformance/test_suite.py.j2", view)
    yield Copy(folder / "conftest.py", "conformance/conftest.py")


def _vector(vector: Vector, api: Api, settings: Settings, names: PythonNames) -> VectorView:
    operation = api.operations[vector.call.operation]
    options = [f"mode={quote(vector.call.mode)}"] if vector.call.mode != "call" else []
    if vector.call.take is not None:
        options.append(f"take={vector.call.take}")
    client = _client_options(vector, api, settings)
    if client:
        options.append(f"options={_literal(client)}")
    return VectorView(
        name="test_" + vector.key.replace("-", "_"),
        key=quote(vector.key),
        call=_call(vector, operation, api, names),
        options=tuple(options),
    )


def _client_options(vector: Vector, api: Api, settings: Settings) -> dict[str, Any]:
    given = vector.client
    arguments = {found.scheme: found.argument for found in credentials(api, settings)}
    options: dict[str, Any] = {arguments[id]: text for id, text in given.credentials.items()}
    for name in ("max_retries", "timeout", "idle_timeout"):
        if (value := getattr(given, name)) is not None:
            options[name] = value
    if given.strict:
        options["strict"] = True
    if given.default_headers:
        options["default_headers"] = given.default_headers
    return options


def _call(vector: Vector, operation: Operation, api: Api, names: PythonNames) -> str:
    """`client.chat.with_raw_response.create(text="a", stream=True, timeout=1)`."""
    path = ["client", *names.attributes(operation)]
    if vector.call.mode == "raw":
        path.append("with_raw_response")
    path.append(names.methods[operation.id])
    given = [
        f"{name}={_literal(value)}" for name, value in _arguments(vector, operation, api, names)
    ]
    return f"{'.'.join(path)}({', '.join(given)})"


def _arguments(
    vector: Vector, operation: Operation, api: Api, names: PythonNames
) -> Iterator[tuple[str, Any]]:
    """Argument names and values: parameters, then the body, then per-call options."""
    spelled = names.arguments[operation.id]
    arguments = vector.call.arguments
    for location in ("path", "query", "header", "cookie", "querystring"):
        for wire, value in getattr(arguments, location).items():
            yield spelled[ArgumentKey(location, wire)], value
    if arguments.has_body:
        if flat_body(operation, api) is None:
            yield spelled[WHOLE_BODY], arguments.body
        else:
            for wire, value in arguments.body.items():
                if member_key(wire) in spelled:
                    yield spelled[member_key(wire)], value
    switch = operation.stream.switch if operation.stream else None
    if vector.call.mode == "stream" and switch is not None:
        yield spelled[member_key(switch[0])], switch[1]
    options = vector.call.options.model_dump(exclude_unset=True)
    options |= _undeclared(arguments, spelled, options)
    yield from options.items()
    if arguments.media_type:
        yield "content_type", arguments.media_type


def _undeclared(
    arguments: Arguments, spelled: Mapping[ArgumentKey, str], options: Mapping[str, Any]
) -> dict[str, Any]:
    """Members that no argument stands for go into `extra_body`."""
    if WHOLE_BODY in spelled or not isinstance(arguments.body, Mapping):
        return {}
    more = {k: v for k, v in arguments.body.items() if member_key(k) not in spelled}
    return {"extra_body": {**more, **options.get("extra_body", {})}} if more else {}


def _literal(value: object) -> str:
    return value_text(with_specials(value, _special))


def _special(value: bytes | GivenFile) -> object:
    """Bytes as they are; a file as the tuple (name, content) or (name, content, media type)."""
    if isinstance(value, bytes):
        return value
    content = value.content.encode() if isinstance(value.content, str) else value.content
    kind = (value.content_type,) if value.content_type else ()
    return Raw(tuple_text((value.name, content, *kind)))
