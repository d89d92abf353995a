"""Operation → its params struct, its variable, and its methods."""

from __future__ import annotations

from collections.abc import Iterator

from apiscribe.ir import (
    Api,
    Location,
    MediaKind,
    Operation,
    Presence,
    Type,
)
from apiscribe.targets.arguments import WHOLE_BODY, ArgumentKey, member_key, parameter_key
from apiscribe.targets.bodies import body_media, flat_body
from apiscribe.targets.go.alternatives import Alternative, alternatives
from apiscribe.targets.go.calls import argument_layout, media_layout, operation_text
from apiscribe.targets.go.contents import STREAMED, is_text
from apiscribe.targets.go.layout import Entry, Group, Layout, Row, call, keyed, listed, print_layout
from apiscribe.targets.go.names import GoNames
from apiscribe.targets.go.text import comment, quote, scalar_text
from apiscribe.targets.go.typefiles import docs_text, member_docs, struct_text
from apiscribe.targets.go.types import Slot, TypeWriter
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.prose import describe


def plain_text(operation: Operation, api: Api) -> bool:
    """Whether the plain answers are texts."""
    found = [
        content
        for answer in operation.answers
        for content in answer.asked
        if content.kind not in STREAMED
    ]
    return bool(found) and all(is_text(content, api) for content in found)


def switch_key(operation: Operation) -> ArgumentKey | None:
    """The argument that the methods themselves set: a boolean that turns streaming on."""
    stream = operation.stream
    if stream is None or stream.switch is None or not isinstance(stream.switch[1], bool):
        return None
    return member_key(stream.switch[0])


def _asks_for(media_type: str) -> str:
    how = '; WithHeader("Accept", …) says which' if "*" in media_type else ""
    return f"and asks for {media_type}{how}"


def _function_for(result: str) -> str:
    """The runtime's function that makes a call with such a result."""
    if not result:
        return "core.Do"
    if result == "*http.Response":
        return "core.Download"
    pointed = result.removeprefix("*")
    return f"core.{'Fetch' if pointed == result else 'Get'}[{pointed}]"


class MethodWriter:
    """Writes what one operation needs; `owner` is the type that its methods are of."""

    def __init__(
        self, operation: Operation, api: Api, names: GoNames, owner: str, *, prefix: str = ""
    ) -> None:
        self.operation = operation
        self.api = api
        self.names = names
        self.owner = owner
        self.kind = method_kind(operation)
        self.writer = TypeWriter(api, names, prefix)
        media = body_media(operation)
        uploads = media is not None and media.kind is MediaKind.MULTIPART
        self.given = TypeWriter(api, names, prefix, files=uploads)
        self.params = names.params.get(operation.id, "")
        self.spelled = names.arguments[operation.id]
        self.variable = names.operations[operation.id]

    def definitions(self) -> Iterator[str]:
        """The declarations of the operation."""
        yield operation_text(self.operation, self.api, self.variable)
        if self.params:
            yield self._struct()
            yield self._arguments()
        yield self._method()
        if self.kind is MethodKind.CALL_OR_STREAM:
            yield self._streaming()
        for one in alternatives(self.operation, self.api):
            yield self._alternative(one)

    def slots(self) -> Iterator[tuple[ArgumentKey, Slot, str]]:
        """The fields of the params: where each goes, its type, and its comment."""
        for parameter in self.operation.parameters:
            if parameter.location is not Location.PATH:
                required = parameter.presence is Presence.REQUIRED
                slot = self.writer.slot(parameter.type, required)
                yield parameter_key(parameter), slot, member_docs(parameter)
        yield from self._body_slots()

    def _body_slots(self) -> Iterator[tuple[ArgumentKey, Slot, str]]:
        body, media = self.operation.body, body_media(self.operation)
        if body is None or media is None:
            return
        record = flat_body(self.operation, self.api)
        if record is None:
            yield WHOLE_BODY, self.whole_slot(media.type, body.required), describe(body.docs)
            return
        hidden = switch_key(self.operation)
        for field in record.fields:
            key = member_key(field.name.wire)
            if key != hidden:
                required = body.required and field.presence is Presence.REQUIRED
                yield key, self.given.slot(field.type, required), member_docs(field)

    def whole_slot(self, type_: Type, required: bool) -> Slot:
        """The field of a body that is no object with known members."""
        media = body_media(self.operation)
        assert media is not None
        if media.kind in (MediaKind.BINARY, MediaKind.XML):
            return Slot("io.Reader", "")
        return self.given.slot(type_, required)

    def _struct(self) -> str:
        rows = [
            Row(tuple(comment(docs, 1)), (self.spelled[key], slot.type))
            for key, slot, docs in self.slots()
        ]
        accessor = self.names.accessor(self.operation)
        return struct_text(self.params, comment(f"{self.params} is what {accessor} takes."), rows)

    def _arguments(self) -> str:
        members: list[tuple[str, Layout]] = []
        given = [
            argument_layout(parameter, f"p.{self.spelled[parameter_key(parameter)]}")
            for parameter in self.operation.parameters
            if parameter.location is not Location.PATH
        ]
        if given:
            entries = (Entry("path"), *map(Entry, given))
            members.append(("Parameters", Group("append(", entries, ")", broken=True)))
        else:
            members.append(("Parameters", "path"))
        body = self._body()
        if body is not None:
            members.append(("Body", body))
        text = print_layout(keyed("core.Arguments", members, broken=True), level=1)
        head = f"func (p *{self.params}) arguments(path ...core.Argument) core.Arguments {{"
        return f"{head}\n\treturn {text}\n}}"

    def _body(self) -> Layout | None:
        body, media = self.operation.body, body_media(self.operation)
        if body is None or media is None:
            return None
        members: list[tuple[str, Layout]] = [
            ("Media", listed("[]core.Media", map(media_layout, body.media)))
        ]
        if body.required:
            members.append(("Required", "true"))
        fields = [
            (key, slot.member(quote(key.wire), f"p.{self.spelled[key]}"))
            for key, slot, _ in self._body_slots()
            if slot.function
        ]
        if flat_body(self.operation, self.api) is not None:
            found = listed("[]core.Member", (text for _, text in fields), broken=True)
            members.append(("Members", found))
        elif fields:
            members.append(("Whole", fields[0][1]))
        else:
            members.append(("Value", f"p.{self.spelled[WHOLE_BODY]}"))
        return keyed("&core.Body", members, broken=True)

    def result(self) -> str:
        """What the plain method returns beside an error; "" for nothing."""
        operation = self.operation
        match self.kind:
            case MethodKind.DOWNLOAD:
                return "*http.Response"
            case MethodKind.STREAM:
                return f"*core.Stream[{self.item()}]"
            case MethodKind.PAGE:
                return f"*core.Page[{self.item()}, {self.answer()}]"
        if operation.result is None:
            return ""
        if plain_text(operation, self.api):
            return "string"
        return self._returned(operation.result)

    def _returned(self, type_: Type) -> str:
        return f"{'*' if self.writer.is_object(type_) else ''}{self.writer.text(type_)}"

    def alternative_result(self, one: Alternative) -> str:
        """What the method for another form of the answer returns beside an error."""
        match one.kind:
            case MediaKind.BINARY:
                return "*http.Response"
            case MediaKind.JSON:
                return self._returned(one.type)
            case _:
                return "string"

    def answer(self) -> str:
        """The type of a plain answer's data."""
        if plain_text(self.operation, self.api):
            return "string"
        return self.writer.text(self.operation.result) if self.operation.result else "any"

    def item(self) -> str:
        """The type of one item of a stream or of pages."""
        found = self.operation.stream or self.operation.pages
        assert found is not None
        return self.writer.text(found.item)

    def _method(self) -> str:
        name = self.names.methods[self.operation.id]
        result = self.result()
        if self.kind is MethodKind.STREAM:
            function = f"core.Streaming[{self.item()}]"
        elif self.kind is MethodKind.PAGE:
            function = f"core.List[{self.item()}, {self.answer()}]"
        else:
            function = _function_for(result)
        return self._function(name, result, function, self._off())

    def _off(self) -> str:
        """What a plain call has to send for the member that turns streaming on; "" for nothing."""
        stream = self.operation.stream
        key = switch_key(self.operation)
        return "false" if stream is not None and stream.default_on and key is not None else ""

    def _alternative(self, one: Alternative) -> str:
        name = self.names.alternatives[self.operation.id, one.media_type]
        result = self.alternative_result(one)
        return self._function(name, result, _function_for(result), self._off(), asked=one)

    def _streaming(self) -> str:
        stream = self.operation.stream
        assert stream is not None
        assert stream.switch is not None
        name = self.names.streaming[self.operation.id]
        result = f"*core.Stream[{self.item()}]"
        value = scalar_text(stream.switch[1])
        return self._function(name, result, f"core.Streaming[{self.item()}]", value, streamed=True)

    def _function(
        self,
        name: str,
        result: str,
        function: str,
        switch: str,
        *,
        streamed: bool = False,
        asked: Alternative | None = None,
    ) -> str:
        """A method; `switch` is the value it sends for the member that turns streaming on."""
        positional = [
            (self.spelled[parameter_key(parameter)], parameter)
            for parameter in self.operation.parameters
            if parameter.location is Location.PATH
        ]
        declared = [f"{one} {self.writer.text(p.type)}" for one, p in positional]
        if self.params:
            declared.append(f"params {self.params}")
        head = ", ".join(["ctx context.Context", *declared, "opts ...core.Option"])
        returned = f"({result}, error)" if result else "error"
        path = [argument_layout(parameter, one) for one, parameter in positional]
        if self.params:
            given: Layout = call("params.arguments", *path)
        elif path:
            given = keyed("core.Arguments", [("Parameters", listed("[]core.Argument", path))])
        else:
            given = "core.Arguments{}"
        what = "and streams its answer" if streamed else ""
        what = _asks_for(asked.media_type) if asked is not None else what
        lines = [*self._comment(name, what, closes=result == "*http.Response")]
        lines.append(f"func (s *{self.owner}) {name}({head}) {returned} {{")
        if path or switch:
            lines.append(f"\tgiven := {print_layout(given, level=1, used=9)}")
            given = "given"
        if switch:
            assert self.operation.stream is not None
            assert self.operation.stream.switch is not None
            wire = quote(self.operation.stream.switch[0])
            given = f"given.WithMember({wire}, {switch})"
        inner = print_layout(given)
        variable = self.variable
        if asked is not None:
            variable = f"{variable}.As({quote(asked.media_type)})"
        lines += [f"\treturn {function}(ctx, s.client, {variable}, {inner}, opts)", "}"]
        return "\n".join(lines)

    def _comment(self, name: str, what: str, *, closes: bool) -> list[str]:
        called = f"{self.operation.verb.upper()} {self.operation.path}"
        first = f"{name} calls {called} {what}".strip()
        docs = docs_text(self.operation.docs)
        closing = " The caller closes the body of the response." if closes else ""
        return comment(f"{first}.{closing}\n\n{docs}".strip())
