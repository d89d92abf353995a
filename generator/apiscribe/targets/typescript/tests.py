"""Views of the tests that the package brings along: one per method and form, and of the client."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath

from apiscribe.config import Settings
from apiscribe.ir import Api, Operation
from apiscribe.naming import bounded
from apiscribe.targets.arguments import can_be_called
from apiscribe.targets.credentials import CredentialView, is_pair, is_secret
from apiscribe.targets.method_kinds import MOCK_PATH, MethodKind, method_kind, mock_path
from apiscribe.targets.resources import walk_resources
from apiscribe.targets.typescript.client import credentials
from apiscribe.targets.typescript.imports import statement
from apiscribe.targets.typescript.layout import (
    Layout,
    braced,
    bracketed,
    group,
    print_assignment,
    print_layout,
)
from apiscribe.targets.typescript.names import TypeScriptNames, resource_key
from apiscribe.targets.typescript.samples import Samples
from apiscribe.targets.typescript.text import quote

_WITHOUT_BODY = ("GET", "HEAD")
"""Methods with which `fetch` sends no body."""


@dataclass(frozen=True, slots=True)
class TestView:
    """One test: its name, a literal, and the lines of its body."""

    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TestFileView:
    """View of `resource.test.ts.j2`."""

    tests: tuple[TestView, ...]


@dataclass(frozen=True, slots=True)
class MissingView:
    """A client made without one credential: the options it is given, and what the error names."""

    name: str
    variables: tuple[str, ...]
    made: str
    named: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SupportView:
    """View of `support.ts.j2` and `client.test.ts.j2`; texts are source."""

    imported: str
    head: str
    client: str
    options: str
    call: str
    missing: tuple[MissingView, ...]
    secrets: tuple[str, ...]


def test_files(
    api: Api, names: TypeScriptNames, samples: Samples
) -> Iterator[tuple[PurePosixPath, Callable[[], TestFileView | None]]]:
    """A file for each resource that has methods, with what makes its view (`None`: no file).

    Steps are joined by dots, which no step has; files of ours begin with `_`, as no step does.
    """
    groups = [("_client-methods", api.root_operations)]
    for resource in walk_resources(api.resources):
        key = resource_key(resource.path)
        steps = [names.files[key[: depth + 1]] for depth in range(len(key))]
        groups.append((".".join(bounded(tuple(steps))), resource.operations))
    for stem, ids in groups:
        operations = tuple(api.operations[id] for id in ids)
        if operations:
            path = PurePosixPath("tests", f"{stem}.test.ts")
            yield path, partial(_test_file, operations, names, samples)


def _test_file(
    operations: Iterable[Operation], names: TypeScriptNames, samples: Samples
) -> TestFileView | None:
    tests = tuple(test for one in operations for test in _tests(one, names, samples))
    return TestFileView(tests) if tests else None


def _tests(operation: Operation, names: TypeScriptNames, samples: Samples) -> Iterator[TestView]:
    """The plain call, the one with all arguments, the streamed one, and the raw response."""
    unsent = operation.body if operation.verb in _WITHOUT_BODY else None
    if not can_be_called(operation, samples.api) or (unsent is not None and unsent.required):
        return
    kind = method_kind(operation)
    name = names.accessor(operation)
    plain = MethodKind.CALL if kind is MethodKind.CALL_OR_STREAM else kind
    options = _options(operation)
    call = samples.call(operation, bare=True, options=options)
    full = samples.call(operation, full=True, options=options)
    yield TestView(quote(name), tuple(_lines(operation, plain, call)))
    if print_layout(full) != print_layout(call) and unsent is None:
        yield TestView(quote(f"{name}, everything"), tuple(_lines(operation, plain, full)))
    if kind is MethodKind.CALL_OR_STREAM and samples.can_be_streamed(operation):
        streamed = samples.call(operation, streamed=True, bare=True, options=options)
        lines = tuple(_lines(operation, MethodKind.STREAM, streamed))
        yield TestView(quote(f"{name}, streamed"), lines)
    if plain is MethodKind.CALL:
        yield TestView(
            quote(f"{name}, raw"),
            (
                print_assignment("const promise =", call, ";", level=2),
                "const { response } = await promise.withResponse();",
                "assert.ok(response.ok);",
            ),
        )


def _options(operation: Operation) -> Layout:
    """What the call needs besides arguments; "" for nothing."""
    path = mock_path(operation)
    return braced([f"headers: {{ {quote(MOCK_PATH)}: {quote(path)} }}"]) if path else ""


def _lines(operation: Operation, kind: MethodKind, call: Layout) -> Iterator[str]:
    match kind:
        case MethodKind.STREAM | MethodKind.CALL_OR_STREAM:
            yield print_assignment("const stream =", "await ", call, ";", level=2)
            yield "let count = 0;"
            yield "for await (const item of stream) count += item === undefined ? 0 : 1;"
            yield "assert.ok(count > 0);"
        case MethodKind.PAGE:
            yield print_assignment("const page =", "await ", call, ";", level=2)
            yield "assert.ok(Array.isArray(page.items));"
        case MethodKind.DOWNLOAD:
            yield print_assignment("const response =", "await ", call, ";", level=2)
            yield "assert.ok(response.ok);"
        case MethodKind.CALL if operation.result is None:
            yield print_layout("await ", call, ";", level=2)
        case MethodKind.CALL:
            yield print_assignment("const value =", "await ", call, ";", level=2)
            yield "assert.notEqual(value, undefined);"


def support_view(
    api: Api, settings: Settings, names: TypeScriptNames, samples: Samples
) -> SupportView:
    """What the tests share, and the tests of the client; `call` is "" when there is no plain one."""
    operation = _simplest(api, samples)
    call = samples.call(operation, bare=True) if operation is not None else None
    found = credentials(api, settings)
    given = {c.argument: quote(_secret(c, api)) for c in found}
    options: list[Layout] = [f"{option}: {text}" for option, text in given.items()]
    options_type = f"{names.client}Options"
    head = bracketed(
        "export function connect(", [f"more: {options_type} = {{}}"], f"): {names.client}"
    )
    return SupportView(
        statement("import", [names.client, f"type {options_type}"], "../src/index.js"),
        print_layout(head, " {"),
        names.client,
        print_layout(
            "return new ",
            group(
                f"{names.client}(",
                braced([*options, "baseURL", "strict", "maxRetries: 0", "...more"]),
                ");",
            ),
            level=2,
        ),
        print_layout("return ", call, ";", level=2) if call is not None else "",
        tuple(_missing(found, given)),
        tuple(text for c in found if is_secret(c, api) for text in (given[c.argument],)),
    )


def _simplest(api: Api, samples: Samples) -> Operation | None:
    """An operation whose plain call is short."""
    plain = (MethodKind.CALL, MethodKind.CALL_OR_STREAM)
    found = [
        op for op in api.operations.values() if method_kind(op) in plain and can_be_called(op, api)
    ]
    return min(found, key=lambda op: len(samples.arguments(op, bare=True)), default=None)


def _secret(credential: CredentialView, api: Api) -> str:
    pair = is_pair(credential, api)
    return f"user:test-{credential.argument}" if pair else f"test-{credential.argument}"


def _missing(found: tuple[CredentialView, ...], given: dict[str, str]) -> Iterator[MissingView]:
    for credential in found:
        if credential.required:
            options: list[Layout] = [
                f"{option}: {text}"
                for option, text in given.items()
                if option != credential.argument
            ]
            members = braced([*options, 'baseURL: "http://127.0.0.1:9"'])
            named = [credential.argument, *filter(None, [credential.environment])]
            yield MissingView(
                quote(f"without {credential.argument}"),
                (quote(credential.environment),) if credential.environment else (),
                print_layout("const options = ", members, ";", level=2),
                tuple(quote(name) for name in named),
            )
