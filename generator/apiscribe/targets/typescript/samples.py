"""Snippets that call the SDK: for its README, the docs, and as a base for generated tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import (
    Api,
    Location,
    MediaKind,
    Operation,
    Type,
)
from apiscribe.targets.arguments import (
    ArgumentKey,
    argument_keys,
    argument_values,
    can_be_called,
    member_key,
)
from apiscribe.targets.bodies import body_media
from apiscribe.targets.credentials import client_needs
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.samples import SampleKind, sample_kinds, variable_name
from apiscribe.targets.typescript.client import credentials
from apiscribe.targets.typescript.layout import (
    LINE,
    IfBroken,
    Layout,
    braced,
    group,
    indent,
    print_assignment,
    print_layout,
    separated,
)
from apiscribe.targets.typescript.literals import typescript_literal
from apiscribe.targets.typescript.names import (
    COMMON_GLOBALS,
    RESERVED,
    TypeScriptNames,
    camel_case,
    typescript_names,
)
from apiscribe.targets.typescript.text import is_identifier, literal_key, quote, scalar_text


@dataclass(frozen=True, slots=True)
class Given:
    """An argument of a sample call."""

    key: ArgumentKey
    name: str
    value: Layout


def indented_text(text: str, level: int) -> str:
    """Source moved `level` columns in; blank lines stay empty."""
    return "\n".join(f"{' ' * level}{line}".rstrip() for line in text.split("\n"))


class Samples:
    """Writes snippets for the operations of one API."""

    def __init__(self, api: Api, settings: Settings, names: TypeScriptNames | None = None) -> None:
        self.api = api
        self.settings = settings
        self.names = names or typescript_names(api, settings)

    def sample(self, operation: Operation, kind: SampleKind = SampleKind.CALL) -> str:
        """One snippet ending in a line end; "" when the operation has no such form."""
        if kind not in sample_kinds(operation) or not can_be_called(operation, self.api):
            return ""
        match kind:
            case SampleKind.ERRORS:
                return self._errors(operation)
            case SampleKind.RAW:
                body = self._raw(operation)
            case SampleKind.STREAM if not self.can_be_streamed(operation):
                return ""
            case SampleKind.STREAM:
                body = self._stream(operation)
            case SampleKind.CALL | SampleKind.PAGES:
                body = self._call(operation)
            case SampleKind.ASYNC | SampleKind.ASYNC_STREAM:
                return ""
        return f"{self._opening()}\n\n{body}\n"

    def _opening(self, *more: str) -> str:
        names = sorted([self.names.client, *more], key=str.casefold)
        inner = indent(LINE, *separated(names), IfBroken((",",)))
        single = len(names) == 1
        head: Layout = f"import {{ {names[0]} }}" if single else group("import {", inner, LINE, "}")
        lines = [print_layout(head, f" from {quote(self.names.package)};"), ""]
        lines.append(self._made())
        return "\n".join(lines)

    def _made(self) -> str:
        """The line that makes a client."""
        found = credentials(self.api, self.settings)
        needs = client_needs(self.api, self.settings, found, "baseURL")
        given = [f"{name}: {quote(value)}" for name, value in needs.arguments]
        made = group(f"const client = new {self.names.client}(", braced(given), ");")
        text = print_layout(made) if given else f"const client = new {self.names.client}();"
        return f"{text} // reads {', '.join(needs.environment)}" if needs.environment else text

    def arguments(
        self, operation: Operation, *, full: bool = False, bare: bool = False
    ) -> tuple[Given, ...]:
        """Sample arguments: required ones, and what the document's example has; all with `full`.

        `bare` leaves out the ones that are not required whatever the examples say.
        """
        values = argument_values(operation, self.api, full)
        spelled = self.names.arguments[operation.id]
        media = body_media(operation)
        files = media is not None and media.kind is MediaKind.MULTIPART
        found: list[Given] = []
        for key, _ in argument_keys(operation, self.api):
            if key in values:
                type_, value, required = values[key]
                if required or not bare:
                    text = typescript_literal(type_, value, self.api, files=files)
                    found.append(Given(key, spelled[key], text))
        return tuple(found)

    def call(
        self,
        operation: Operation,
        *,
        streamed: bool = False,
        full: bool = False,
        bare: bool = False,
        options: Layout = "",
    ) -> Layout:
        """The call with its sample arguments."""
        switch = operation.stream.switch if operation.stream is not None else None
        given = [
            one
            for one in self.arguments(operation, full=full, bare=bare)
            if switch is None or one.key != member_key(switch[0])
        ]
        positional = [one.value for one in given if one.key.location == Location.PATH.value]
        members: list[Layout] = [
            group(f"{literal_key(one.name)}: ", one.value)
            for one in given
            if one.key.location != Location.PATH.value
        ]
        if streamed and switch is not None:
            name = self.names.arguments[operation.id].get(member_key(switch[0]), "")
            members.append(f"{literal_key(name)}: {scalar_text(switch[1])}")
        arguments: list[Layout] = [*positional, *([braced(members)] if members else [])]
        if (
            options
            and not members
            and any(
                key.location != Location.PATH.value for key, _ in argument_keys(operation, self.api)
            )
        ):
            arguments.append("{}")
        parts: list[Layout] = []
        for one in [*arguments, *([options] if options else [])]:
            parts += [", ", one] if parts else [one]
        return group(f"{self.names.accessor(operation)}(", *parts, ")")

    def can_be_streamed(self, operation: Operation) -> bool:
        """Whether the call streams always, or has an argument that makes it stream."""
        switch = operation.stream.switch if operation.stream is not None else None
        return switch is None or member_key(switch[0]) in self.names.arguments[operation.id]

    def _call(self, operation: Operation) -> str:
        kind = method_kind(operation)
        call = self.call(operation)
        if kind is MethodKind.STREAM:
            return self._stream(operation)
        if kind is MethodKind.PAGE:
            assert operation.pages is not None
            name = self.variable(operation.pages.item)
            name = "item" if name == "page" else name
            return f"{print_assignment('const page =', 'await ', call, ';')}\n" + _loop(
                name, "page"
            )
        if kind is MethodKind.DOWNLOAD:
            text = print_assignment("const response =", "await ", call, ";")
            return f"{text}\nconsole.log(await response.arrayBuffer());"
        if operation.result is None:
            return print_layout("await ", call, ";")
        name = self.variable(operation.result)
        return f"{print_assignment(f'const {name} =', 'await ', call, ';')}\nconsole.log({name});"

    def _stream(self, operation: Operation) -> str:
        assert operation.stream is not None
        call = self.call(operation, streamed=True)
        name = self.variable(operation.stream.item, last=True)
        name = "item" if name == "stream" else name
        return f"{print_assignment('const stream =', 'await ', call, ';')}\n" + _loop(
            name, "stream"
        )

    def _raw(self, operation: Operation) -> str:
        text = print_assignment("const promise =", self.call(operation), ";")
        wait = "const { data, response, requestId } = await promise.withResponse();"
        return f"{text}\n{wait}\nconsole.log(response.status, requestId, data);"

    def _errors(self, operation: Operation) -> str:
        opening = self._opening("APIConnectionError", "APIStatusError", "RateLimitError")
        body = indented_text(self._call(operation), 2)
        return (
            f"{opening}\n\ntry {{\n{body}\n}} catch (error) {{\n"
            "  if (error instanceof RateLimitError) {\n"
            '    console.error("too many requests; the SDK has tried again already");\n'
            "  } else if (error instanceof APIStatusError) {\n"
            "    console.error(error.status, error.requestId, error.body);\n"
            "  } else if (error instanceof APIConnectionError) {\n"
            '    console.error("the server could not be reached:", error.cause);\n'
            "  } else {\n    throw error;\n  }\n}\n"
        )

    def variable(self, type_: Type, *, last: bool = False) -> str:
        """A variable for a value of a type: `chatCompletion`; `chunk` with `last`."""
        return variable_name(type_, self.api, _variable, last=last)


def _variable(words: Iterable[str]) -> str:
    name = camel_case(words)
    taken = RESERVED | COMMON_GLOBALS | {"client", "console", "error"}
    return name if is_identifier(name) and name not in taken else ""


def _loop(name: str, over: str) -> str:
    return f"for await (const {name} of {over}) {{\n  console.log({name});\n}}"
