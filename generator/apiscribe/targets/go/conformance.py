"""Conformance vectors → tests that drive the generated package.

A test makes the call a vector describes and reports what came of it; comparing is the vector
server's (`apiscribe.conformance`).
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final

from apiscribe.config import Settings
from apiscribe.conformance import GivenFile, Suite, Vector, with_specials
from apiscribe.ir import Api, Location, MediaKind, Operation, Parameter, Type
from apiscribe.targets.arguments import MEMBER, WHOLE_BODY, ArgumentKey, parameter_key
from apiscribe.targets.base import Artifact, Page
from apiscribe.targets.bodies import body_media, flat_body
from apiscribe.targets.go.alternatives import Alternative, alternative_for
from apiscribe.targets.go.files import GoFile, import_spec
from apiscribe.targets.go.layout import Layout, flat, keyed, listed, print_layout
from apiscribe.targets.go.literals import LiteralWriter, Raw, anything
from apiscribe.targets.go.methods import switch_key
from apiscribe.targets.go.samples import Samples
from apiscribe.targets.go.text import quote
from apiscribe.targets.go.types import TypeWriter
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.option_headers import without_option_headers

_SECONDS: Final = {
    "timeout": "WithTimeout",
    "deadline": "WithDeadline",
    "idle_timeout": "WithIdleTimeout",
}


@dataclass(frozen=True, slots=True)
class SupportView:
    """View of `conformance/support_test.go.j2`."""

    package: str
    module: str
    imported: str


def conformance_artifacts(suite: Suite, api: Api, settings: Settings) -> Iterator[Artifact]:
    """The tests of a suite, to be laid beside the package generated from its spec."""
    api = without_option_headers(api)
    samples = Samples(api, settings)
    writer = VectorWriter(samples)
    tests = [writer.test(suite.name, vector) for vector in suite.vectors]
    names = samples.names
    file: GoFile = samples.file(f"{names.package}_test", tests)
    yield Page(PurePosixPath("conformance_test.go"), "file.go.j2", file)
    view = SupportView(names.package, names.module, import_spec(names.package, names.module))
    yield Page(PurePosixPath("support_test.go"), "conformance/support_test.go.j2", view)


class VectorWriter:
    """Writes the test functions of one suite."""

    def __init__(self, samples: Samples) -> None:
        self.samples = samples
        self.api = samples.api
        self.names = samples.names
        self.prefix = samples.prefix

    def test(self, suite: str, vector: Vector) -> str:
        """One test function."""
        operation = self.api.operations[vector.call.operation]
        name = vector_test(vector.key)
        options = print_layout(self._client_options(vector), level=1, used=10)
        lines = [
            f"func {name}(t *testing.T) {{",
            f"\toptions := {options}",
            f"\tdrive(t, {quote(suite)}, {quote(vector.key)}, options, func(client *{self.prefix}Client, run *run) error {{",
            "\t\tctx := context.Background()",
            *self._run(vector, operation),
            "\t})",
            "}",
        ]
        return "\n".join(lines)

    def _client_options(self, vector: Vector) -> Layout:
        given = vector.client
        found: list[Layout] = [
            f"{self.prefix}{self.names.credentials[id]}({quote(text)})"
            for id, text in given.credentials.items()
        ]
        if given.max_retries is not None:
            found.append(f"{self.prefix}WithMaxRetries({given.max_retries})")
        for name in ("timeout", "idle_timeout"):
            if (seconds := getattr(given, name)) is not None:
                found.append(self._seconds(name, seconds))
        if given.strict:
            found.append(f"{self.prefix}WithStrict()")
        for header, text in given.default_headers.items():
            found.append(f"{self.prefix}WithHeader({quote(header)}, {quote(text)})")
        return listed(f"[]{self.prefix}Option", found)

    def _seconds(self, name: str, seconds: float) -> str:
        return f"{self.prefix}{_SECONDS[name]}(milliseconds({round(seconds * 1000)}))"

    def _call_options(self, vector: Vector) -> Iterator[str]:
        found = vector.call.options
        for name, value in found.model_dump(exclude_unset=True).items():
            if name in _SECONDS:
                yield self._seconds(name, value)
            elif name == "max_retries":
                yield f"{self.prefix}WithMaxRetries({value})"
            elif name == "idempotency_key":
                yield f"{self.prefix}WithIdempotencyKey({quote(value)})"
            else:
                function = {
                    "extra_headers": "WithHeader",
                    "extra_query": "WithQuery",
                    "extra_body": "WithBodyMember",
                }[name]
                for key, one in value.items():
                    text = print_layout(anything(one))
                    yield f"{self.prefix}{function}({quote(key)}, {text})"
        if vector.call.arguments.media_type:
            yield f"{self.prefix}WithContentType({quote(vector.call.arguments.media_type)})"
        for key, one in self._more_members(vector).items():
            yield f"{self.prefix}WithBodyMember({quote(key)}, {print_layout(anything(one))})"
        yield f"{self.prefix}WithResponse(&run.response)"

    def _run(self, vector: Vector, operation: Operation) -> Iterator[str]:
        mode = vector.call.mode
        streamed = mode == "stream" and method_kind(operation) is MethodKind.CALL_OR_STREAM
        asked = self._asked(vector, operation)
        media_type = asked.media_type if asked is not None else ""
        accessor = self.names.accessor(operation, streamed=streamed, media_type=media_type)
        arguments = [
            "ctx",
            *(print_layout(one, level=2) for one in self._arguments(vector, operation)),
        ]
        text = f"{accessor}({', '.join([*arguments, *self._call_options(vector)])})"
        take = vector.call.take if vector.call.take is not None else -1
        if mode == "stream":
            yield f"\t\tstream, err := {text}"
            yield from _returned(f"streamed(run, stream, {take})")
        elif mode == "pages":
            yield f"\t\tpage, err := {text}"
            yield from _returned(f"paged(ctx, run, page, {take})")
        elif asked is not None and asked.kind is MediaKind.BINARY:
            yield f"\t\treturn run.download({text})"
        elif not self.samples.method(operation).result():
            yield f"\t\treturn run.nothing({text})"
        elif method_kind(operation) is MethodKind.DOWNLOAD:
            yield f"\t\treturn run.download({text})"
        else:
            yield f"\t\treturn run.value({text})"

    def _asked(self, vector: Vector, operation: Operation) -> Alternative | None:
        """The form of the answer that a vector asks for: in Go, a method of its own."""
        headers = {name.lower(): v for name, v in vector.call.options.extra_headers.items()}
        accept = str(headers.get("accept", ""))
        return alternative_for(operation, self.api, accept) if accept else None

    def _arguments(self, vector: Vector, operation: Operation) -> Iterator[Layout]:
        given = vector.call.arguments
        method = self.samples.method(operation)
        for parameter in operation.parameters:
            if parameter.location is Location.PATH:
                yield self._path(parameter, given.path.get(parameter.name.wire, ""))
        if operation.id not in self.names.params:
            return
        values: dict[ArgumentKey, tuple[Type, Any]] = {}
        for parameter in operation.parameters:
            found = getattr(given, parameter.location.value)
            if parameter.location is not Location.PATH and parameter.name.wire in found:
                values[parameter_key(parameter)] = (parameter.type, found[parameter.name.wire])
        values |= self._body_values(vector, operation)
        fields: list[tuple[str, Layout]] = []
        for key, slot, _ in method.slots():
            if key in values:
                type_, value = values[key]
                spelled = self.names.arguments[operation.id][key]
                if slot.type == "io.Reader":
                    fields.append((spelled, print_layout(self._reader(value))))
                    continue
                written = with_specials(value, self._special)
                fields.append((spelled, self.samples.field(operation, method, key, type_, written)))
        yield keyed(f"{self.prefix}{self.names.params[operation.id]}", fields)

    def _path(self, parameter: Parameter, value: Any) -> Layout:
        writer = LiteralWriter(TypeWriter(self.api, self.names, self.prefix))
        return writer.value(parameter.type, value)

    def _body_values(
        self, vector: Vector, operation: Operation
    ) -> dict[ArgumentKey, tuple[Type, Any]]:
        given = vector.call.arguments
        media = body_media(operation)
        if not given.has_body or media is None:
            return {}
        record = flat_body(operation, self.api)
        if record is None:
            return {WHOLE_BODY: (media.type, given.body)}
        hidden = switch_key(operation)
        return {
            ArgumentKey(MEMBER, field.name.wire): (field.type, given.body[field.name.wire])
            for field in record.fields
            if field.name.wire in given.body and ArgumentKey(MEMBER, field.name.wire) != hidden
        }

    def _more_members(self, vector: Vector) -> dict[str, Any]:
        """Members of the body that no field of the params stands for."""
        operation = self.api.operations[vector.call.operation]
        given = vector.call.arguments
        if not given.has_body or (record := flat_body(operation, self.api)) is None:
            return {}
        spelled = {field.name.wire for field in record.fields}
        return {key: one for key, one in given.body.items() if key not in spelled}

    def _reader(self, value: Any) -> str:
        if isinstance(value, str):
            return f"strings.NewReader({quote(value)})"
        found = with_specials(value, self._bytes)
        return str(found)

    def _bytes(self, value: bytes | GivenFile) -> object:
        content = value if isinstance(value, bytes) else value.content
        if isinstance(content, str):
            return Raw(f"strings.NewReader({quote(content)})")
        return Raw(f"content({quote(base64.b64encode(content).decode())})")

    def _special(self, value: bytes | GivenFile) -> object:
        """A file as the runtime takes it."""
        members: list[tuple[str, Layout]] = []
        if isinstance(value, GivenFile):
            members.append(("Name", quote(value.name)))
            if value.content_type:
                members.append(("ContentType", quote(value.content_type)))
        members.append(("Content", str(self._bytes(value))))
        return Raw(flat(keyed(f"{self.prefix}File", members)) or "")


def vector_test(key: str) -> str:
    """The test function of a vector, by the vector's key."""
    return "Test" + "".join(word.capitalize() for word in key.split("-"))


def _returned(call: str) -> Iterator[str]:
    yield "\t\tif err != nil {"
    yield "\t\t\treturn err"
    yield "\t\t}"
    yield f"\t\treturn {call}"
