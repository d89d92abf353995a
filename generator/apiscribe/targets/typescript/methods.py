"""Operation → its params interface, its method, and the constant that describes the call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from apiscribe.ir import Api, Location, MediaKind, Operation, Parameter, Presence
from apiscribe.targets.arguments import WHOLE_BODY, member_key, parameter_key
from apiscribe.targets.bodies import body_media, flat_body
from apiscribe.targets.inner_types import type_refs
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.prose import describe
from apiscribe.targets.typescript.calls import CallView, CallWriter
from apiscribe.targets.typescript.imports import Import
from apiscribe.targets.typescript.layout import (
    LINE,
    SOFT,
    IfBroken,
    Layout,
    braced,
    bracketed,
    group,
    indent,
    print_layout,
    separated,
)
from apiscribe.targets.typescript.names import TypeScriptNames
from apiscribe.targets.typescript.prose import comment_lines, indented
from apiscribe.targets.typescript.text import comment, member_name, scalar_text
from apiscribe.targets.typescript.typefiles import braced_lines, member_lines, type_import
from apiscribe.targets.typescript.types import TypeWriter, flat_text, union_layout

_FUNCTIONS: Final = {
    MethodKind.CALL: "call",
    MethodKind.DOWNLOAD: "call",
    MethodKind.STREAM: "stream",
    MethodKind.PAGE: "page",
    MethodKind.CALL_OR_STREAM: "callOrStream",
}
"""Functions of `runtime/calls`."""


@dataclass(frozen=True, slots=True)
class MethodView:
    """What one operation puts into a module; `params` is "" when the method takes none."""

    params: str
    params_name: str
    call: CallView
    method: str
    imports: frozenset[Import]


def result_layout(operation: Operation, writer: TypeWriter) -> Layout:
    """The type of a plain answer, for between angle brackets."""
    if method_kind(operation) is MethodKind.DOWNLOAD:
        return "Response"
    return "void" if operation.result is None else writer.argument(operation.result)


def item_layout(operation: Operation, writer: TypeWriter) -> Layout | None:
    """The type of one item of a stream or of pages."""
    if operation.stream is not None:
        return writer.argument(operation.stream.item)
    return writer.argument(operation.pages.item) if operation.pages is not None else None


def angled(*arguments: Layout) -> Layout:
    """`<A, B>`; a lone name is never broken off its brackets."""
    if len(arguments) == 1 and isinstance(arguments[0], str):
        return f"<{arguments[0]}>"
    return group("<", indent(SOFT, *separated(arguments)), SOFT, ">")


def required_params(operation: Operation, api: Api) -> bool:
    """Whether the params object must be given."""
    body = operation.body
    if any(
        p.presence is Presence.REQUIRED and p.location is not Location.PATH
        for p in operation.parameters
    ):
        return True
    if body is None or not body.media or not body.required:
        return False
    record = flat_body(operation, api)
    return record is None or any(f.presence is Presence.REQUIRED for f in record.fields)


class MethodWriter:
    """Writes what one operation needs. `client` is what calls go to: `this.#client` or `this`."""

    def __init__(self, operation: Operation, api: Api, names: TypeScriptNames, client: str) -> None:
        self.operation = operation
        self.api = api
        self.names = names
        self.client = client
        self.kind = method_kind(operation)
        self.function = _FUNCTIONS[self.kind]
        self.writer = TypeWriter(api, names)
        media = body_media(operation)
        uploads = media is not None and media.kind is MediaKind.MULTIPART
        self.given = TypeWriter(api, names, files=uploads)
        self.params = names.params.get(operation.id, "")
        self.spelled = names.arguments[operation.id]

    def view(self) -> MethodView:
        """Everything of the operation."""
        constant = self.names.constants[self.operation.id]
        result = result_layout(self.operation, self.writer)
        item = item_layout(self.operation, self.writer)
        generics = angled(result) if item is None else angled(result, item)
        call = CallWriter(self.operation, self.api, self.names).view(constant, generics)
        lines = [
            *indented(self._comment(), 2),
            *(line for head in self._overloads(result, item) for line in head),
            *self._implementation(constant, self._returned(result, item)),
        ]
        return MethodView(
            "\n".join(self._interface()) if self.params else "",
            self.params,
            call,
            "\n".join(lines),
            frozenset({*call.imports, *self._imports()}),
        )

    def _comment(self) -> list[str]:
        called = f"`{self.operation.verb.upper()} {self.operation.path}`."
        return comment_lines(self.operation.docs, 2, called)

    def _returned(self, result: Layout, item: Layout | None) -> Layout:
        match self.kind:
            case MethodKind.CALL | MethodKind.DOWNLOAD:
                return group("APIPromise", angled(result))
            case MethodKind.STREAM:
                assert item is not None
                return group("APIPromise", angled(group("Stream", angled(item))))
            case MethodKind.PAGE:
                assert item is not None
                return group("APIPromise", angled(group("Page", angled(item, result))))
            case MethodKind.CALL_OR_STREAM:
                assert item is not None
                stream = group("Stream", angled(item))
                both = group(IfBroken(("| ",)), result, LINE, "| ", stream)
                return group("APIPromise", angled(both))

    def _overloads(self, result: Layout, item: Layout | None) -> Iterator[list[str]]:
        """The streamed call and the plain one, where an argument chooses."""
        stream = self.operation.stream
        if self.kind is not MethodKind.CALL_OR_STREAM or item is None:
            return
        assert stream is not None
        assert stream.switch is not None
        wire, value = stream.switch
        key = member_key(wire)
        name = member_name(self.spelled.get(key, wire))
        before, after = "{ ", " }"
        if key not in self.spelled and WHOLE_BODY in self.spelled:
            before, after = f"{{ {member_name(self.spelled[WHOLE_BODY])}: {{ ", " } }"
        streamed = group("APIPromise", angled(group("Stream", angled(item))))
        on = f"{self.params} & {before}{name}: {scalar_text(value)}{after}"
        yield self._head(on, True, streamed, ";")
        if value is True:
            off = f"{self.params} & {before}{name}?: false | null{after}"
            plain = group("APIPromise", angled(result))
            yield self._head(off, required_params(self.operation, self.api), plain, ";")
        either = self._returned(result, item)
        yield self._head(self.params, required_params(self.operation, self.api), either, ";")

    def _head(self, params: str, required: bool, returned: Layout, end: str) -> list[str]:
        """A signature up to `end`."""
        parts: list[Layout] = [
            group(f"{name}: ", self.writer.layout(parameter.type))
            for parameter, name in self._positional()
        ]
        if params and required:
            parts.append(f"params: {params}")
        elif params:
            parts.append(f"params?: {params}" if end == ";" else f"params: {params} = {{}}")
        parts.append("options?: RequestOptions")
        name = self.names.methods[self.operation.id]
        inside = indent(SOFT, *separated(parts), IfBroken((",",)))
        text = print_layout(group(f"{name}(", inside, SOFT, "): ", returned), end, level=2)
        return [f"  {text}"]

    def _positional(self) -> list[tuple[Parameter, str]]:
        return [
            (parameter, self.spelled[parameter_key(parameter)])
            for parameter in self.operation.parameters
            if parameter.location is Location.PATH
        ]

    def _implementation(self, constant: str, returned: Layout) -> list[str]:
        names = [name for _, name in self._positional()]
        if names:
            given: list[Layout] = ["...params", *names] if self.params else [*names]
            arguments: Layout = braced(given)
        else:
            arguments = "params" if self.params else "{}"
        given_all: list[Layout] = [self.client, constant, arguments, "options"]
        call = bracketed(f"return {self.function}(", given_all, ");")
        return [
            *self._head(self.params, required_params(self.operation, self.api), returned, " {"),
            f"    {print_layout(call, level=4)}",
            "  }",
        ]

    def _interface(self) -> Iterator[str]:
        """The params: parameters other than those of the path, then the body."""
        lines: list[str] = []
        for parameter in self.operation.parameters:
            if parameter.location is not Location.PATH:
                key = parameter_key(parameter)
                required = parameter.presence is Presence.REQUIRED
                lines += member_lines(parameter, self.spelled[key], self.writer, required)
        lines += self._body_lines()
        lines += self._extra_lines()
        accessor = self.names.accessor(self.operation)
        yield from comment(f"What `{accessor}` takes.")
        yield from braced_lines(f"export interface {self.params}", lines)

    def _extra_lines(self) -> list[str]:
        """Members of the body that are not listed, where the document says what they are."""
        record = flat_body(self.operation, self.api)
        if record is None or not (extra := self.writer.extra(record)):
            return []
        for parameter in self.operation.parameters:
            if parameter.location is not Location.PATH:
                extra = [*extra, *self.writer.alternatives(parameter.type), "undefined"]
        found = list(dict.fromkeys(map(flat_text, extra)))
        layout = union_layout(["unknown"] if "unknown" in found else found)
        signature = print_layout("[key: string]: ", layout, ";", level=2)
        return ["  /** Members that are not listed. */", f"  {signature}"]

    def _body_lines(self) -> list[str]:
        body = self.operation.body
        media = body_media(self.operation)
        if body is None or media is None:
            return []
        record = flat_body(self.operation, self.api)
        if record is None:
            name = self.spelled[WHOLE_BODY]
            start = f"{member_name(name)}{'' if body.required else '?'}: "
            text = print_layout(start, self._whole_body(), ";", level=2)
            return [*indented(comment(describe(body.docs), 2), 2), f"  {text}"]
        lines: list[str] = []
        for field in record.fields:
            name = self.spelled[member_key(field.name.wire)]
            required = body.required and field.presence is Presence.REQUIRED
            lines += member_lines(field, name, self.given, required)
        return lines

    def _whole_body(self) -> Layout:
        media = body_media(self.operation)
        assert media is not None
        if media.kind in (MediaKind.BINARY, MediaKind.XML):
            return "BinaryInput"
        return self.given.layout(media.type)

    def _imports(self) -> Iterator[Import]:
        yield Import("runtime/calls", self.function)
        yield Import("runtime/operations", "RequestOptions", type_only=True)
        yield Import("runtime/promise", "APIPromise", type_only=True)
        if self.kind in (MethodKind.STREAM, MethodKind.CALL_OR_STREAM):
            yield Import("runtime/streams", "Stream", type_only=True)
        if self.kind is MethodKind.PAGE:
            yield Import("runtime/pages", "Page", type_only=True)
        for id in self._refs():
            yield type_import(id, self.names)
        text = self._interface_text()
        for name in ("FileInput", "BinaryInput"):
            if name in text:
                yield Import("runtime/files", name, type_only=True)

    def _interface_text(self) -> str:
        return "\n".join(self._interface()) if self.params else ""

    def _refs(self) -> Iterator[str]:
        """Declarations that the signature or the params name."""
        operation = self.operation
        types = [parameter.type for parameter in operation.parameters]
        record = flat_body(operation, self.api)
        if record is not None:
            types += [*(field.type for field in record.fields), record.extra]
        elif (media := body_media(operation)) is not None:
            types.append(media.type)
        if operation.result is not None and self.kind is not MethodKind.DOWNLOAD:
            types.append(operation.result)
        if operation.stream is not None:
            types.append(operation.stream.item)
        if operation.pages is not None:
            types.append(operation.pages.item)
        for type_ in types:
            yield from type_refs(type_)
