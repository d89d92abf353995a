"""The tests that the package brings along: of each method and form, of the client, and examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from apiscribe.config import Settings
from apiscribe.ir import Api, MediaKind, Operation
from apiscribe.targets.arguments import can_be_called
from apiscribe.targets.credentials import CredentialView, is_pair, is_secret
from apiscribe.targets.go.alternatives import Alternative, alternatives
from apiscribe.targets.go.client import credentials
from apiscribe.targets.go.files import GoFile, import_spec
from apiscribe.targets.go.layout import Layout, call, print_layout
from apiscribe.targets.go.methods import MethodWriter
from apiscribe.targets.go.names import GoNames, resource_key
from apiscribe.targets.go.samples import Samples
from apiscribe.targets.go.text import quote
from apiscribe.targets.method_kinds import MOCK_PATH, MethodKind, method_kind, mock_path
from apiscribe.targets.readme import shown_operations
from apiscribe.targets.resources import walk_resources
from apiscribe.targets.samples import SampleKind


@dataclass(frozen=True, slots=True)
class MissingView:
    """A client made without one credential: the options it is given, and what the error names."""

    name: str
    variables: tuple[str, ...]
    made: str
    named: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SupportView:
    """View of `support_test.go.j2` and `client_test.go.j2`; texts are source."""

    package: str
    imported: str
    options: tuple[str, ...]
    call: str
    missing: tuple[MissingView, ...]
    secrets: tuple[str, ...]


def test_files(
    api: Api, names: GoNames, samples: Samples
) -> Iterator[tuple[PurePosixPath, GoFile]]:
    """The tests of the methods on the client, then of each resource."""
    groups = [("methods", api.root_operations)]
    for resource in walk_resources(api.resources):
        groups.append((names.files[resource_key(resource.path)], resource.operations))
    for stem, ids in groups:
        tests = [t for id in ids for t in _tests(api.operations[id], names, samples)]
        if tests:
            path = PurePosixPath(f"{stem}_test.go")
            yield path, samples.file(f"{names.package}_test", tests)


def _tests(operation: Operation, names: GoNames, samples: Samples) -> Iterator[str]:
    """The plain call, the one with all arguments, the streamed one, those for other forms."""
    if not can_be_called(operation, samples.api):
        return
    stem = names.operations[operation.id].removeprefix("op")
    method = samples.method(operation)
    path = mock_path(operation)
    more = (f"{samples.prefix}WithHeader({quote(MOCK_PATH)}, {quote(path)})",) if path else ()
    plain = samples.call(operation, bare=True, more=more)
    full = samples.call(operation, full=True, more=more)
    yield _test(f"Test{stem}", operation, method, plain)
    if print_layout(full) != print_layout(plain):
        yield _test(f"Test{stem}_everything", operation, method, full)
    if method_kind(operation) is MethodKind.CALL_OR_STREAM:
        streamed = samples.call(operation, streamed=True, bare=True, more=more)
        yield _test(f"Test{stem}_streamed", operation, method, streamed, streamed=True)
    for one in alternatives(operation, samples.api):
        asked = samples.call(operation, bare=True, media_type=one.media_type, more=more)
        name = names.alternatives[operation.id, one.media_type]
        yield _test(f"Test{stem}_{name}", operation, method, asked, asked=one)


def _test(
    name: str,
    operation: Operation,
    method: MethodWriter,
    made: Layout,
    *,
    streamed: bool = False,
    asked: Alternative | None = None,
) -> str:
    lines = ["client, ctx := connect(t), context.Background()"]
    kind = method_kind(operation)
    text = print_layout(made, level=1, used=16)
    if asked is not None:
        kind = MethodKind.DOWNLOAD if asked.kind is MediaKind.BINARY else MethodKind.CALL
    if streamed or kind is MethodKind.STREAM:
        lines += [
            f"stream, err := {text}",
            "if err != nil {",
            "\tt.Fatal(err)",
            "}",
            "count := 0",
            "for _, err := range stream.All() {",
            "\tif err != nil {",
            "\t\tt.Fatal(err)",
            "\t}",
            "\tcount++",
            "}",
            "if count == 0 {",
            '\tt.Fatal("no items")',
            "}",
        ]
    elif not method.result():
        lines += [f"if err := {text}; err != nil {{", "\tt.Fatal(err)", "}"]
    else:
        lines += [f"result, err := {text}", "if err != nil {", "\tt.Fatal(err)", "}"]
        if kind is MethodKind.DOWNLOAD:
            lines.append("_ = result.Body.Close()")
        else:
            lines.append("_ = result")
    # The lines after a call's first are printed for its level already.
    body = "\n".join(f"\t{line}" for line in lines)
    return f"func {name}(t *testing.T) {{\n{body}\n}}"


def example_file(api: Api, names: GoNames, samples: Samples) -> GoFile | None:
    """Examples that `go test` compiles: a plain call, a streamed one, pages."""
    shown = shown_operations(api)
    wanted = (
        ("Example", shown.call, SampleKind.CALL),
        ("Example_streaming", shown.stream, SampleKind.STREAM),
        ("Example_pages", shown.pages, SampleKind.PAGES),
        ("Example_errors", shown.call, SampleKind.ERRORS),
    )
    found = [
        f"func {name}() {{\n{body}\n}}"
        for name, operation, kind in wanted
        if operation is not None and (body := samples.body(operation, kind))
    ]
    return samples.file(f"{names.package}_test", found) if found else None


def support_view(api: Api, settings: Settings, names: GoNames, samples: Samples) -> SupportView:
    """What the tests share, and the tests of the client; `call` is "" when there is no plain one."""
    operation = _simplest(api, samples)
    found = credentials(api, settings, names)
    given = {c.argument: _secret(c, api) for c in found}
    return SupportView(
        names.package,
        import_spec(names.package, names.module),
        tuple(f"{samples.prefix}{name}({quote(text)})" for name, text in given.items()),
        _plain_call(operation, samples) if operation is not None else "",
        tuple(_missing(found, given, samples)),
        tuple(quote(given[c.argument]) for c in found if is_secret(c, api)),
    )


def _plain_call(operation: Operation, samples: Samples) -> str:
    made = samples.call(operation, bare=True, more=("opts...",))
    if not samples.method(operation).result():
        return f"return {print_layout(made, level=1, used=7)}"
    return f"_, err := {print_layout(made, level=1, used=10)}\n\treturn err"


def _simplest(api: Api, samples: Samples) -> Operation | None:
    """An operation whose plain call is short."""
    plain = (MethodKind.CALL, MethodKind.CALL_OR_STREAM)
    found = [
        op for op in api.operations.values() if method_kind(op) in plain and can_be_called(op, api)
    ]

    def size(operation: Operation) -> int:
        given = samples.given(operation, bare=True)
        return len(given.fields) + len(given.positional)

    return min(found, key=size, default=None)


def _secret(credential: CredentialView, api: Api) -> str:
    stem = credential.argument.removeprefix("With").lower()
    return f"user:test-{stem}" if is_pair(credential, api) else f"test-{stem}"


def _missing(
    found: tuple[CredentialView, ...], given: dict[str, str], samples: Samples
) -> Iterator[MissingView]:
    for credential in found:
        if credential.required:
            options = [
                f"{samples.prefix}{name}({quote(text)})"
                for name, text in given.items()
                if name != credential.argument
            ]
            options.append(f'{samples.prefix}WithBaseURL("http://127.0.0.1:9")')
            named = [credential.argument, *filter(None, [credential.environment])]
            yield MissingView(
                credential.argument.removeprefix("With"),
                (quote(credential.environment),) if credential.environment else (),
                print_layout(call(f"_, err := {samples.prefix}NewClient", *options), level=1),
                tuple(quote(name) for name in named),
            )
