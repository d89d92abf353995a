"""Snippets that call the SDK: for its README, the docs, and as a base for generated tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from apiscribe.config import Settings
from apiscribe.ir import (
    Api,
    MediaKind,
    Operation,
    Record,
    Ref,
    Type,
)
from apiscribe.naming import snake
from apiscribe.passes.walk import strip_aliases
from apiscribe.targets.arguments import argument_keys, argument_values, can_be_called
from apiscribe.targets.bodies import body_media
from apiscribe.targets.credentials import ClientNeeds, client_needs
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.python.formatting import format_all
from apiscribe.targets.python.literals import FILE_PATH, FileForm, python_literal
from apiscribe.targets.python.names import PythonNames, python_names
from apiscribe.targets.python.options import ModelFlavour, python_options
from apiscribe.targets.python.reserved import KEYWORDS
from apiscribe.targets.python.text import quote, scalar_text
from apiscribe.targets.python.views.configuration import credentials
from apiscribe.targets.python.views.methods import switch_argument
from apiscribe.targets.samples import SampleKind, sample_kinds, variable_name

COLUMNS: Final = 80
"""Snippets are narrower than code: they stand in pages with a margin."""


def _finished(lines: list[str]) -> str:
    """The lines as one text, with the import of `Path` where a file is given."""
    if any(FILE_PATH in line for line in lines):
        first = ["import asyncio"] if lines[0] == "import asyncio" else []
        rest = lines[len(first) :]
        lines = [*first, "from pathlib import Path", *([] if first else [""]), *rest]
    return "\n".join([*lines, ""])


@dataclass(frozen=True, slots=True)
class Given:
    """An argument of a sample call: its name and the source of its value.

    `typed`: the source has classes of the package's `types`.
    """

    name: str
    wire: str
    value: str
    typed: bool = False

    @property
    def text(self) -> str:
        """As it stands in the call."""
        return f"{self.name}={self.value}"


def sample(
    api: Api, settings: Settings, operation: Operation, kind: SampleKind = SampleKind.CALL
) -> str:
    """One snippet, formatted, ending in a line end; "" when the operation has no such form.

    Whoever writes many makes one `Samples` instead.
    """
    return Samples(api, settings).sample(operation, kind)


def _variable(words: Iterable[str]) -> str:
    name = snake(words)
    return name if name.isidentifier() and name not in KEYWORDS | {"client"} else ""


class Samples:
    """Writes snippets for the operations of one API."""

    def __init__(self, api: Api, settings: Settings, names: PythonNames | None = None) -> None:
        self.api = api
        self.settings = settings
        self.names = names or python_names(api, settings)

    @cached_property
    def _flavour(self) -> ModelFlavour:
        return python_options(self.settings).models

    def sample(self, operation: Operation, kind: SampleKind = SampleKind.CALL) -> str:
        """One snippet; see the module's `sample`."""
        return self.samples([(operation, kind)])[operation.id, kind]

    def samples(
        self, wanted: Iterable[tuple[Operation, SampleKind]]
    ) -> dict[tuple[str, SampleKind], str]:
        """Snippets by id of operation and kind; formatted together, which is much faster."""
        found = {(one.id, kind): self._source(one, kind) for one, kind in wanted}
        written = [key for key, text in found.items() if text]
        done = format_all([found[key] for key in written], COLUMNS) if written else []
        return found | dict(zip(written, done, strict=True))

    def _source(self, operation: Operation, kind: SampleKind) -> str:
        """A snippet that is not formatted yet."""
        if kind not in sample_kinds(operation) or not self.can_be_called(operation):
            return ""
        streamed = kind in (SampleKind.STREAM, SampleKind.ASYNC_STREAM)
        if streamed and not self.can_be_streamed(operation):
            return ""
        match kind:
            case SampleKind.CALL:
                lines = self._call(operation)
            case SampleKind.STREAM:
                lines = self._stream(operation)
            case SampleKind.PAGES:
                lines = self._pages(operation)
            case SampleKind.ASYNC:
                return self._asynchronous(operation, self._call(operation, wait=True))
            case SampleKind.ASYNC_STREAM:
                return self._asynchronous(operation, self._stream(operation, wait=True))
            case SampleKind.ERRORS:
                return self._errors(operation)
            case SampleKind.RAW:
                lines = self._raw(operation)
        opening = self._opening(self.names.client, *self._types(operation))
        return _finished([*opening, "", *lines])

    def arguments(
        self,
        operation: Operation,
        *,
        full: bool = False,
        bare: bool = False,
        files: FileForm = "bytes",
    ) -> tuple[Given, ...]:
        """Sample arguments: required ones, and what the document's example has; all with `full`.

        `bare` leaves out the ones that are not required whatever the examples say. `files` is how
        files to upload are given.
        """
        values = argument_values(operation, self.api, full)
        spelled = self.names.arguments[operation.id]
        media = body_media(operation)
        if media is None or media.kind not in (MediaKind.MULTIPART, MediaKind.BINARY):
            files = ""
        found: list[Given] = []
        for key, _ in argument_keys(operation, self.api):
            if key in values:
                type_, value, required = values[key]
                if required or not bare:
                    plain = python_literal(type_, value, self.api, files=files)
                    forms = self.names.inputs
                    text = python_literal(type_, value, self.api, files=files, forms=forms)
                    found.append(Given(spelled[key], key.wire, text, text != plain))
        return tuple(found)

    def can_be_called(self, operation: Operation) -> bool:
        """Whether there is a value for all that must be given."""
        return can_be_called(operation, self.api)

    def can_be_streamed(self, operation: Operation) -> bool:
        """Whether the call streams always, or has an argument that makes it stream."""
        always = method_kind(operation) is MethodKind.STREAM
        return always or bool(switch_argument(operation, self.names))

    def client_arguments(self) -> tuple[str, ...]:
        """What the client needs that no environment variable or server of the document gives."""
        return tuple(f"{name}={quote(value)}" for name, value in self._needs.arguments)

    @cached_property
    def _needs(self) -> ClientNeeds:
        found = credentials(self.api, self.settings)
        return client_needs(self.api, self.settings, found, "base_url")

    def _opening(self, client: str, *more: str) -> list[str]:
        made = f"client = {client}({', '.join(self.client_arguments())})"
        variables = self._needs.environment
        if variables:
            made += f"  # reads {', '.join(variables)}"
        imported = ", ".join(sorted([client, *more], key=lambda name: (name.islower(), name)))
        return [f"from {self.names.module} import {imported}", "", made]

    def _types(self, operation: Operation) -> tuple[str, ...]:
        """The package's `types`, where the sample arguments name classes of it."""
        typed = any(given.typed for given in self.arguments(operation, files="path"))
        return ("types",) if typed else ()

    def call_text(self, operation: Operation, *more: str, accessor: str = "") -> str:
        """The call with its sample arguments, then `more`."""
        switch = operation.stream.switch[0] if operation.stream and operation.stream.switch else ""
        found = self.arguments(operation, files="path")
        given = [g.text for g in found if not switch or g.wire != switch]
        return f"{accessor or self.names.accessor(operation)}({', '.join([*given, *more])})"

    def _call(self, operation: Operation, wait: bool = False) -> list[str]:
        kind = method_kind(operation)
        if kind is MethodKind.STREAM:
            return self._stream(operation, wait)
        if kind is MethodKind.PAGE:
            return self._pages(operation, wait)
        start = "await " if wait else ""
        text = f"{start}{self.call_text(operation)}"
        if kind is MethodKind.DOWNLOAD:
            return [f"response = {text}", f'{start}response.stream_to_file("download.bin")']
        if operation.result is None:
            return [text]
        name = self.variable(operation.result)
        return [f"{name} = {text}", self._print(name, operation.result)]

    def _stream(self, operation: Operation, wait: bool = False) -> list[str]:
        assert operation.stream is not None
        more: list[str] = []
        if operation.stream.switch is not None:
            value = operation.stream.switch[1]
            if argument := switch_argument(operation, self.names):
                more = [f"{argument}={scalar_text(value)}"]
        start, given = ("async ", "await ") if wait else ("", "")
        item = self.variable(operation.stream.item, last=True)
        return [
            f"{start}with {given}{self.call_text(operation, *more)} as stream:",
            f"    {start}for {item} in stream:",
            f"        {self._print(item, operation.stream.item)}",
        ]

    def _pages(self, operation: Operation, wait: bool = False) -> list[str]:
        assert operation.pages is not None
        item = self.variable(operation.pages.item)
        start, given = ("async ", "await ") if wait else ("", "")
        return [
            f"{start}for {item} in {given}{self.call_text(operation)}:",
            f"    {self._print(item, operation.pages.item)}",
        ]

    def _raw(self, operation: Operation) -> list[str]:
        accessor = self.names.accessor(operation)
        owner, method = accessor.rsplit(".", 1)
        call = self.call_text(operation, accessor=f"{owner}.with_raw_response.{method}")
        return [
            f"response = {call}",
            "print(response.status_code, response.request_id)",
            "print(response.parse())",
        ]

    def _asynchronous(self, operation: Operation, lines: list[str]) -> str:
        opening = self._opening(self.names.async_client, *self._types(operation))
        first, _, made = opening
        made, _, note = made.removeprefix("client = ").partition("  #")
        body = [f"        {line}" for line in lines]
        text = ["import asyncio", "", first, "", "", "async def main() -> None:"]
        text.append(f"    async with {made} as client:{f'  #{note}' if note else ''}")
        return _finished([*text, *body, "", "", "asyncio.run(main())"])

    def _errors(self, operation: Operation) -> str:
        start = self._opening(f"{self.names.module}.{self.names.client}")
        start[0] = f"import {self.names.module}"
        start[1:1] = [f"from {self.names.module} import {one}" for one in self._types(operation)]
        lines = [
            *start,
            "",
            "try:",
            *(f"    {line}" for line in self._call(operation)),
            f"except {self.names.module}.APIConnectionError as error:",
            '    print("the server could not be reached:", error.__cause__)',
            f"except {self.names.module}.RateLimitError:",
            '    print("too many requests; the SDK has tried again already")',
            f"except {self.names.module}.APIStatusError as error:",
            "    print(error.status_code, error.request_id, error.body)",
        ]
        return _finished(lines)

    def variable(self, type_: Type, *, last: bool = False) -> str:
        """A variable for a value of a type: `chat_completion`; `chunk` with `last`."""
        return variable_name(type_, self.api, _variable, last=last)

    def _print(self, name: str, type_: Type) -> str:
        found = strip_aliases(type_, self.api.declarations)
        model = isinstance(found, Ref) and isinstance(self.api.declarations[found.id], Record)
        if model and self._flavour is ModelFlavour.PYDANTIC:
            return f"print({name}.to_json())"
        return f"print({name})"
