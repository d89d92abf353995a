"""Views of the tests that the package brings along: one per method and form, and one of the client."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import PurePosixPath

from apiscribe.config import Settings
from apiscribe.ir import Api, Operation
from apiscribe.targets.credentials import CredentialView, is_pair, is_secret
from apiscribe.targets.method_kinds import MOCK_PATH, MethodKind, method_kind, mock_path
from apiscribe.targets.python.layout import Brackets, lay_out
from apiscribe.targets.python.names import PythonNames, resource_key, test_stems
from apiscribe.targets.python.samples import Given, Samples
from apiscribe.targets.python.text import quote, scalar_text
from apiscribe.targets.python.views.configuration import credentials
from apiscribe.targets.python.views.methods import switch_argument
from apiscribe.targets.resources import walk_resources


@dataclass(frozen=True, slots=True)
class TestView:
    """One test: its name and the lines of its body, without a client.

    `typed`: the lines name classes of the package's `types`.
    """

    name: str
    lines: tuple[str, ...]
    async_lines: tuple[str, ...]
    typed: bool


@dataclass(frozen=True, slots=True)
class TestFileView:
    """View of `test_resource.py.j2`; `imported` is what it takes from the package."""

    module: str
    imported: str
    client: str
    async_client: str
    tests: tuple[TestView, ...]
    support: str
    deprecated: bool


@dataclass(frozen=True, slots=True)
class ConftestView:
    """View of `conftest.py.j2`; `credentials` are keyword arguments, `api` a Python literal."""

    module: str
    client: str
    async_client: str
    api: str
    credentials: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MissingView:
    """A client made without one credential: what is left out, and what the error must name."""

    name: str
    arguments: tuple[str, ...]
    variables: tuple[str, ...]
    named: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClientTestView:
    """View of `test_client.py.j2`; `call` lacks its closing bracket."""

    module: str
    imported: str
    client: str
    async_client: str
    call: str
    arguments: tuple[str, ...]
    credentials: tuple[str, ...]
    missing: tuple[MissingView, ...]
    secrets: tuple[str, ...]
    deprecated: bool


def _credential(credential: CredentialView, api: Api) -> str:
    secret = f"test-{credential.argument}"
    value = f'("user", {quote(secret)})' if is_pair(credential, api) else quote(secret)
    return f"{credential.argument}={value}"


def conftest_view(api: Api, settings: Settings, names: PythonNames) -> ConftestView:
    """Fixtures: a server to call, and strict clients of it."""
    return ConftestView(
        names.module,
        names.client,
        names.async_client,
        quote(settings.api),
        tuple(_credential(credential, api) for credential in credentials(api, settings)),
    )


def test_files(
    api: Api, names: PythonNames, samples: Samples
) -> Iterator[tuple[PurePosixPath, Callable[[], TestFileView]]]:
    """A file for each resource that has methods, with what makes its view."""
    if api.root_operations:
        yield _file("client_methods", api.root_operations, api, names, samples)
    stems = test_stems(walk_resources(api.resources))
    for resource in walk_resources(api.resources):
        if resource.operations:
            stem = stems[resource_key(resource.path)]
            yield _file(stem, resource.operations, api, names, samples)


def _file(
    stem: str, ids: Iterable[str], api: Api, names: PythonNames, samples: Samples
) -> tuple[PurePosixPath, Callable[[], TestFileView]]:
    operations = tuple(api.operations[id] for id in ids)
    path = PurePosixPath("tests", "resources", f"test_{stem}.py")
    return path, partial(_view, operations, names, samples)


def _view(operations: Sequence[Operation], names: PythonNames, samples: Samples) -> TestFileView:
    tests = tuple(distinct(test for op in operations for test in _tests(op, names, samples)))
    checked = any("check(" in line for test in tests for line in test.lines)
    return TestFileView(
        names.module,
        f"{names.client}, types" if any(test.typed for test in tests) else names.client,
        names.client,
        names.async_client,
        tests,
        support="asynchronous, check" if checked else "asynchronous",
        deprecated=any(op.docs.deprecated for op in operations),
    )


def distinct(tests: Iterable[TestView]) -> Iterator[TestView]:
    """The tests under names of their own: a method may be called `render_raw`, or `merge_async`."""
    taken: set[str] = set()
    for test in tests:
        name = test.name
        for number in count(2):
            both = {name, f"{name}_async"}
            if not both & taken:
                break
            name = f"{test.name}_{number}"
        taken |= both
        yield replace(test, name=name)


def _tests(operation: Operation, names: PythonNames, samples: Samples) -> Iterator[TestView]:
    """The plain call, the one with all arguments, the streamed one, and the raw response."""
    if not samples.can_be_called(operation):
        return
    kind = method_kind(operation)
    name = names.methods[operation.id].strip("_")
    writer = _Writer(operation, names, samples)
    if kind is MethodKind.CALL_OR_STREAM:
        yield writer.test(f"{name}", MethodKind.CALL)
        yield writer.test(f"{name}_with_everything", MethodKind.CALL, full=True)
        if samples.can_be_streamed(operation):
            yield writer.test(f"{name}_streamed", MethodKind.STREAM)
    else:
        yield writer.test(name, kind)
        if samples.arguments(operation) != samples.arguments(operation, full=True):
            yield writer.test(f"{name}_with_everything", kind, full=True)
    if kind in (MethodKind.CALL, MethodKind.CALL_OR_STREAM):
        yield writer.test(f"{name}_raw", MethodKind.CALL, raw=True)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the tests of one operation."""

    operation: Operation
    names: PythonNames
    samples: Samples

    def test(
        self, name: str, kind: MethodKind, *, full: bool = False, raw: bool = False
    ) -> TestView:
        given = [*self.given(kind, full), *self._meant()]
        return TestView(
            name,
            tuple(self._lines(kind, given, raw, "", "", 4)),
            tuple(self._lines(kind, given, raw, "await ", "async ", 12)),
            self.is_typed(full),
        )

    def is_typed(self, full: bool) -> bool:
        given = self.samples.arguments(self.operation, full=full, bare=not full)
        return any(argument.typed for argument in given)

    def given(self, kind: MethodKind, full: bool) -> list[str]:
        stream = self.operation.stream
        switch = stream.switch if stream is not None else None
        given: list[Given] = list(self.samples.arguments(self.operation, full=full, bare=not full))
        if switch is not None:
            given = [argument for argument in given if argument.wire != switch[0]]
        texts = [argument.text for argument in given]
        if switch is not None and kind is MethodKind.STREAM:
            value = switch[1]
            if argument := switch_argument(self.operation, self.names):
                texts.append(f"{argument}={scalar_text(value)}")
        return texts

    def _meant(self) -> Iterator[str]:
        """Which operation the mock server is to take this for, where it cannot tell."""
        if path := mock_path(self.operation):
            yield f"extra_headers={{{quote(MOCK_PATH)}: {quote(path)}}}"

    def _lines(
        self, kind: MethodKind, given: list[str], raw: bool, wait: str, form: str, indent: int
    ) -> Iterator[str]:
        """The lines of a body that begins in column `indent`."""
        accessor = self.names.accessor(self.operation)
        if raw:
            owner, method = accessor.rsplit(".", 1)
            accessor = f"{owner}.with_raw_response.{method}"

        def called(before: str, after: str) -> str:
            return lay_out(
                Brackets(f"{before}{wait}{accessor}(", tuple(given), f"){after}"), indent
            )

        if raw:
            yield called("response = ", "")
            yield "assert response.status_code < 300"
            yield "assert response.request_id"
            yield from ("check(response.parse())",) if self._holds() else ()
            return
        match kind:
            case MethodKind.STREAM | MethodKind.CALL_OR_STREAM:
                yield called(f"{form}with ", " as stream:")
                yield f"    items = [item {form}for item in stream]"
                yield "assert items"
                yield "check(items[0])"
            case MethodKind.PAGE:
                yield called("page = ", "")
                yield "check(page.answer)"
                yield "check(page.data)"
            case MethodKind.DOWNLOAD:
                yield called(f"{form}with ", " as response:")
                yield f"    assert isinstance({wait}response.read(), bytes)"
            case MethodKind.CALL:
                inner = Brackets(f"{wait}{accessor}(", tuple(given), ")")
                outer = Brackets("check(", (inner,), ")")
                yield lay_out(outer if self._holds() else inner, indent)

    def _holds(self) -> bool:
        return self.operation.result is not None


def client_test_view(
    api: Api, settings: Settings, names: PythonNames, samples: Samples
) -> ClientTestView | None:
    """Tests of what all methods share, made with one of them; `None` when there is none to call."""
    kinds = (MethodKind.CALL, MethodKind.CALL_OR_STREAM)
    fitting = [
        op
        for op in api.operations.values()
        if method_kind(op) in kinds and op.result and samples.can_be_called(op)
    ]
    if not fitting:
        return None
    operation = min(
        fitting,
        key=lambda op: (mock_path(op), op.docs.deprecated, not op.security, op.body is None),
    )
    found = credentials(api, settings)
    texts = {credential.argument: _credential(credential, api) for credential in found}
    writer = _Writer(operation, names, samples)
    return ClientTestView(
        names.module,
        f"{names.client}, types" if writer.is_typed(False) else names.client,
        names.client,
        names.async_client,
        names.accessor(operation),
        tuple(writer.given(MethodKind.CALL, False)),
        tuple(texts.values()),
        tuple(_missing(found, texts)),
        tuple(quote(f"test-{c.argument}") for c in found if is_secret(c, api)),
        operation.docs.deprecated,
    )


def _missing(found: tuple[CredentialView, ...], texts: dict[str, str]) -> Iterator[MissingView]:
    for credential in found:
        if credential.required:
            given = tuple(text for name, text in texts.items() if name != credential.argument)
            named = (quote(credential.argument),)
            variables = (quote(credential.environment),) if credential.environment else ()
            yield MissingView(credential.argument, given, variables, (*named, *variables))
