"""Snippets that call the SDK: for its README, the docs, and as a base for generated tests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import Api, Location, MediaKind, Operation, Type
from apiscribe.targets.arguments import (
    WHOLE_BODY,
    ArgumentKey,
    ArgumentValue,
    argument_values,
    can_be_called,
    parameter_key,
)
from apiscribe.targets.bodies import body_media
from apiscribe.targets.credentials import client_needs
from apiscribe.targets.go.client import credentials
from apiscribe.targets.go.files import GoFile, go_file
from apiscribe.targets.go.layout import Group, Layout, call, keyed, print_layout
from apiscribe.targets.go.literals import LiteralWriter
from apiscribe.targets.go.methods import MethodWriter, switch_key
from apiscribe.targets.go.names import GoNames, go_names, local
from apiscribe.targets.go.reserved import KEYWORDS, LOCALS, PREDECLARED
from apiscribe.targets.go.text import quote
from apiscribe.targets.go.types import TypeWriter
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.samples import SampleKind, sample_kinds, variable_name

_TAKEN = KEYWORDS | PREDECLARED | LOCALS | {"client", "err", "stream", "page", "response", "log"}
_CHECK = "if err != nil {\n\tlog.Fatal(err)\n}"


def shifted(text: str, level: int) -> str:
    """Source moved in by tabs; blank lines stay empty."""
    return re.sub(r"(?m)^(?=.)", "\t" * level, text)


@dataclass(frozen=True, slots=True)
class Given:
    """What a sample call is given: positional arguments, and fields of the params."""

    positional: tuple[Layout, ...]
    fields: tuple[tuple[str, Layout], ...]


class Samples:
    """Writes snippets for the operations of one API."""

    def __init__(self, api: Api, settings: Settings, names: GoNames | None = None) -> None:
        self.api = api
        self.settings = settings
        self.names = names or go_names(api, settings)
        self.prefix = f"{self.names.package}."

    def sample(self, operation: Operation, kind: SampleKind = SampleKind.CALL) -> str:
        """One program ending in a line end; "" when the operation has no such form."""
        body = self.body(operation, kind)
        return program_text(self.file("main", [f"func main() {{\n{body}\n}}"])) if body else ""

    def body(self, operation: Operation, kind: SampleKind) -> str:
        """The body of a function, moved in; "" when the operation has no such form."""
        if kind not in sample_kinds(operation) or not can_be_called(operation, self.api):
            return ""
        match kind:
            case SampleKind.ERRORS:
                lines = self._errors(operation)
            case SampleKind.RAW:
                lines = self._raw(operation)
            case SampleKind.STREAM:
                lines = self._stream(operation)
            case SampleKind.CALL | SampleKind.PAGES:
                lines = self._call(operation)
            case SampleKind.ASYNC | SampleKind.ASYNC_STREAM:
                return ""
        return shifted(self.opening() + lines, 1)

    def file(self, package: str, definitions: Iterable[str]) -> GoFile:
        """A file that imports the package from outside."""
        names = self.names
        packages = {names.package: names.module, "core": f"{names.module}/core"}
        return go_file(package, definitions, packages)

    def opening(self) -> str:
        """The lines that make a client and a context."""
        found = credentials(self.api, self.settings, self.names)
        needs = client_needs(self.api, self.settings, found, "WithBaseURL")
        given = [f"{self.prefix}{name}({quote(value)})" for name, value in needs.arguments]
        made = call(f"client, err := {self.prefix}NewClient", *given)
        reads = f" // reads {', '.join(needs.environment)}" if needs.environment else ""
        return f"ctx := context.Background()\n{print_layout(made)}{reads}\n{_CHECK}\n"

    def given(self, operation: Operation, *, full: bool = False, bare: bool = False) -> Given:
        """Sample arguments: required ones, and what the document's example has; all with `full`.

        `bare` leaves out the ones that are not required whatever the examples say.
        """
        values = argument_values(operation, self.api, full)
        if WHOLE_BODY in values:
            values[WHOLE_BODY] = unswitched(operation, values[WHOLE_BODY])
        method = self.method(operation)
        plain = LiteralWriter(TypeWriter(self.api, self.names, self.prefix))
        spelled = self.names.arguments[operation.id]
        positional = [
            plain.value(parameter.type, values[parameter_key(parameter)].value)
            for parameter in operation.parameters
            if parameter.location is Location.PATH and parameter_key(parameter) in values
        ]
        fields = [
            (spelled[key], self.field(operation, method, key, values[key].type, values[key].value))
            for key, _, _ in method.slots()
            if key in values and (values[key].required or not bare)
        ]
        return Given(tuple(positional), tuple(fields))

    def method(self, operation: Operation) -> MethodWriter:
        """The writer of an operation's method, its types seen from outside of the package."""
        return MethodWriter(operation, self.api, self.names, "", prefix=self.prefix)

    def field(
        self,
        operation: Operation,
        method: MethodWriter,
        key: ArgumentKey,
        type_: Type,
        value: object,
    ) -> Layout:
        """The value of a field of the params."""
        slot = next(slot for found, slot, _ in method.slots() if found == key)
        if slot.type == "io.Reader":
            return f"strings.NewReader({quote(str(value))})"
        files = not key.is_parameter and key != WHOLE_BODY
        media = body_media(operation)
        uploads = files and media is not None and media.kind is MediaKind.MULTIPART
        writer = LiteralWriter(TypeWriter(self.api, self.names, self.prefix, files=uploads))
        return writer.given(slot, type_, value)  # type: ignore[arg-type]

    def call(
        self,
        operation: Operation,
        *,
        streamed: bool = False,
        full: bool = False,
        bare: bool = False,
        more: tuple[str, ...] = (),
        media_type: str = "",
    ) -> Layout:
        """The call with its sample arguments."""
        given = self.given(operation, full=full, bare=bare)
        fields = list(given.fields)
        stream = operation.stream
        if streamed and stream is not None and stream.switch and switch_key(operation) is None:
            name = self.names.arguments[operation.id][ArgumentKey("member", stream.switch[0])]
            fields = [one for one in fields if one[0] != name]
        accessor = self.names.accessor(operation, streamed=streamed, media_type=media_type)
        arguments: list[Layout] = ["ctx", *given.positional]
        if operation.id in self.names.params:
            arguments.append(keyed(f"{self.prefix}{self.names.params[operation.id]}", fields))
        return call_text(accessor, [*arguments, *more])

    def _called(self, left: str, layout: Layout) -> str:
        return f"{left}{print_layout(layout, used=len(left) + 4)}"

    def _call(self, operation: Operation) -> str:
        kind = method_kind(operation)
        if kind is MethodKind.STREAM:
            return self._stream(operation)
        found = self.call(operation)
        if kind is MethodKind.PAGE:
            assert operation.pages is not None
            name = self.variable(operation.pages.item, last=True)
            loop = f"for {name}, err := range page.All(ctx) {{\n\tif err != nil {{\n\t\tlog.Fatal(err)\n\t}}\n\tfmt.Println({name})\n}}"
            return f"{self._called('page, err := ', found)}\n{_CHECK}\n{loop}"
        if kind is MethodKind.DOWNLOAD:
            text = self._called("response, err := ", found)
            return f"{text}\n{_CHECK}\ndefer response.Body.Close()\nfmt.Println(response.ContentLength)"
        if not self.method(operation).result():
            return f"{self._called('if err := ', found)}; err != nil {{\n\tlog.Fatal(err)\n}}"
        name = self.variable(operation.result) if operation.result else "result"
        return f"{self._called(f'{name}, err := ', found)}\n{_CHECK}\nfmt.Println({name})"

    def _stream(self, operation: Operation) -> str:
        switched = method_kind(operation) is MethodKind.CALL_OR_STREAM
        found = self.call(operation, streamed=switched)
        return "\n".join(
            [
                self._called("stream, err := ", found),
                _CHECK,
                "defer stream.Close()",
                "for stream.Next() {",
                "\tfmt.Println(stream.Current())",
                "}",
                "if err := stream.Err(); err != nil {",
                "\tlog.Fatal(err)",
                "}",
            ]
        )

    def _raw(self, operation: Operation) -> str:
        found = self.call(operation, more=(f"{self.prefix}WithResponse(&response)",))
        returns = bool(self.method(operation).result())
        left = "_, err = " if returns else "err = "
        text = self._called(left, found)
        return f"var response *http.Response\n{text}\n{_CHECK}\nfmt.Println(response.Status)"

    def _errors(self, operation: Operation) -> str:
        returns = bool(self.method(operation).result())
        text = self._called("_, err = " if returns else "err = ", self.call(operation))
        return "\n".join(
            [
                text,
                f"var failed *{self.prefix}Error",
                "switch {",
                f"case {self.prefix}IsRateLimit(err):",
                '\tlog.Fatal("too many requests; the client has tried again already")',
                "case errors.As(err, &failed):",
                "\tlog.Fatalln(failed.Kind, failed.StatusCode, failed.RequestID, string(failed.Body))",
                "}",
            ]
        )

    def variable(self, type_: Type, *, last: bool = False) -> str:
        """A variable for a value of a type: `chatCompletion`; `chunk` with `last`."""
        found = variable_name(type_, self.api, self._spell, last=last)
        return "result" if found in _TAKEN else found

    def _spell(self, words: Iterable[str]) -> str:
        name = local(words)
        taken = name in _TAKEN or name == self.names.package
        return name if name.isidentifier() and name.isascii() and not taken else ""


def unswitched(operation: Operation, body: ArgumentValue) -> ArgumentValue:
    """A body that does not turn streaming on: which method is called says that."""
    switch = operation.stream.switch if operation.stream is not None else None
    if switch is None or not isinstance(body.value, Mapping) or switch[0] not in body.value:
        return body
    wire, on = switch
    left = {name: value for name, value in body.value.items() if name != wire}
    return body._replace(value={**left, wire: not on} if isinstance(on, bool) else left)


def call_text(accessor: str, arguments: list[Layout]) -> Group:
    """`f(ctx, Params{…})`: a literal at the end keeps to the brackets of the call."""
    last = arguments[-1]
    if isinstance(last, Group) and all(isinstance(one, str) for one in arguments[:-1]):
        before = "".join(f"{one}, " for one in arguments[:-1])
        return Group(f"{accessor}({before}{last.open}", last.entries, f"{last.close})", last.broken)
    return call(accessor, *arguments)


def program_text(file: GoFile) -> str:
    """A whole file as text."""
    lines = [f"package {file.package}", ""]
    if file.imports:
        groups = [f"\t{one}" for one in file.standard]
        groups += [""] * file.both + [f"\t{one}" for one in file.own]
        lines += ["import (", *groups, ")", ""]
    return "\n".join([*lines, "\n\n".join(file.definitions), ""])
