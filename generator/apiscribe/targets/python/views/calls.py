"""Operation → the constant that describes the call to the runtime."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apiscribe.ir import (
    Answer,
    Api,
    BodyMedia,
    Encoding,
    Location,
    MediaKind,
    Operation,
    Pages,
    Parameter,
    Presence,
    Record,
    Ref,
    SecurityRequirement,
    Stream,
    Style,
    Type,
)
from apiscribe.passes.walk import strip_aliases
from apiscribe.targets.arguments import WHOLE_BODY, member_key, parameter_key
from apiscribe.targets.bodies import flat_body, is_file_type
from apiscribe.targets.inner_types import is_written_alike
from apiscribe.targets.paths import sent_path
from apiscribe.targets.python.imports import Import
from apiscribe.targets.python.layout import Brackets, Code, call, keyword, lay_out, tuple_of
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.text import quote, scalar_text
from apiscribe.targets.python.types import Annotation, Annotations

_DEFAULT_STYLES = {
    Location.PATH: Style.SIMPLE,
    Location.HEADER: Style.SIMPLE,
    Location.QUERY: Style.FORM,
    Location.COOKIE: Style.FORM,
}


@dataclass(frozen=True, slots=True)
class CallView:
    """A module-level constant: name, annotation and the arguments of `Operation(…)`."""

    constant: str
    annotation: str
    arguments: tuple[str, ...]
    imports: frozenset[Import]


def optional(text: str) -> str:
    """A quoted text; "" for an empty one."""
    return quote(text) if text else ""


@dataclass(frozen=True, slots=True)
class CallWriter:
    """Writes the constants of one module. `security` names requirements that are written once."""

    api: Api
    names: PythonNames
    types: Annotations
    security: dict[tuple[SecurityRequirement, ...], str]

    def view(self, operation: Operation, result: Annotation, item: Annotation) -> CallView:
        """The constant of an operation; `result` and `item` are what `Operation` is generic in."""
        imports: set[Import] = {Import("._runtime", "Operation"), *result.imports, *item.imports}
        first = [
            quote(operation.id),
            quote(operation.verb.upper()),
            quote(sent_path(operation.path)),
        ]
        idempotency = operation.idempotency
        named = {
            "parameters": self._parameters(operation, imports),
            "body": self._body(operation, imports),
            "answers": self._values(operation, imports),
            "errors": self._answers(operation.errors, imports),
            "streaming": self._streaming(operation.stream, imports),
            "paging": self._paging(operation.pages, imports),
            "security": self._security(operation.security),
            "servers": tuple_of(quote(server.url) for server in operation.servers),
            "idempotency_header": quote(idempotency.header) if idempotency else "",
        }
        return CallView(
            constant=constant_name(self.names.methods[operation.id]),
            annotation=f"Operation[{result.text}, {item.text}]",
            arguments=tuple(
                lay_out(text, 4, 1)
                for text in (*first, *(keyword(n, value) for n, value in named.items() if value))
            ),
            imports=frozenset(imports),
        )

    def _thunk(self, type_: Type, imports: set[Import]) -> str:
        """`lambda: types.X`: naming a type imports nothing until it is needed."""
        found = self.types.answer(type_)
        imports.update(found.imports)
        return f"lambda: {found.text}"

    def _parameters(self, operation: Operation, imports: set[Import]) -> Code:
        if operation.parameters:
            imports.add(Import("._runtime", "Parameter"))
        spelled = self.names.arguments[operation.id]
        return tuple_of(_parameter(p, spelled[parameter_key(p)]) for p in operation.parameters)

    def _body(self, operation: Operation, imports: set[Import]) -> Code:
        body = operation.body
        if body is None or not body.media:
            return ""
        imports.update({Import("._runtime", "Body"), Import("._runtime", "Media")})
        if any(media.encodings or _file_members(media, self.api) for media in body.media):
            imports.add(Import("._runtime", "Encoding"))
        spelled = self.names.arguments[operation.id]
        record = flat_body(operation, self.api)
        members: list[Code] = []
        if record is not None:
            for field in record.fields:
                argument = spelled[member_key(field.name.wire)]
                members.append(Brackets("(", (quote(argument), quote(field.name.wire)), ")"))
        return call(
            "Body",
            tuple_of(_media(media, self.api) for media in body.media),
            members=tuple_of(members),
            argument="" if members else quote(spelled[WHOLE_BODY]),
            required="True" if body.required else "",
        )

    def _values(self, operation: Operation, imports: set[Import]) -> Code:
        if operation.answers or operation.stream is not None:
            return self._answers(operation.answers, imports)
        imports.add(Import("._runtime", "NOTHING"))
        return tuple_of(("NOTHING",))

    def _answers(self, answers: Sequence[Answer], imports: set[Import]) -> Code:
        if answers:
            imports.add(Import("._runtime", "Answer"))
        return tuple_of(text for answer in answers for text in self._answer(answer, imports))

    def _answer(self, answer: Answer, imports: set[Import]) -> Iterable[Code]:
        bounds = (str(answer.status.low), str(answer.status.high))
        if not answer.contents:
            yield call("Answer", *bounds)
        for content in answer.asked:
            xml = content.kind is MediaKind.XML  # read as text
            thunk = "" if xml else self._thunk(content.type, imports)
            text = content.kind is MediaKind.TEXT
            alike = text and is_written_alike(content.type, self.api)
            kind = MediaKind.JSON if alike else content.kind
            other = "True" if content in answer.others else ""
            given = (*bounds, quote(content.media_type), quote(kind.value), thunk)
            yield call("Answer", *given, other=other)

    def _streaming(self, stream: Stream | None, imports: set[Import]) -> Code:
        if stream is None:
            return ""
        imports.add(Import("._runtime", "Streaming"))
        switch = ""
        if stream.switch is not None:
            member, value = stream.switch
            switch = f"({quote(member)}, {scalar_text(value)})"
        return call(
            "Streaming",
            quote(stream.format.value),
            self._thunk(stream.item, imports),
            quote(stream.media_type),
            switch=switch,
            terminator=optional(stream.terminator),
            error_event=optional(stream.error_event),
            default_on="True" if stream.default_on else "",
        )

    def _paging(self, pages: Pages | None, imports: set[Import]) -> Code:
        if pages is None:
            return ""
        imports.add(Import("._runtime", "Paging"))
        return call(
            "Paging",
            quote(pages.kind.value),
            tuple_of(quote(step) for step in pages.items) or "()",
            self._thunk(pages.item, imports),
            parameter=optional(pages.parameter),
            next=tuple_of(quote(step) for step in pages.next),
            item_id=optional(pages.item_id),
            more=tuple_of(quote(step) for step in pages.more),
            size_parameter=optional(pages.size_parameter),
            start=str(pages.start) if pages.start else "",
        )

    def _security(self, security: tuple[SecurityRequirement, ...]) -> str:
        """The name of a constant, made when the requirement is met for the first time."""
        if not security:
            return ""
        if security not in self.security:
            number = len(self.security)
            self.security[security] = f"_SECURITY_{number + 1}" if number else "_SECURITY"
        return self.security[security]


def constant_name(method: str) -> str:
    """`_CREATE` for `create`."""
    return f"_{method.strip('_').upper()}"


def security_text(name: str, security: Iterable[SecurityRequirement]) -> str:
    """The statement of a constant: alternatives, each a tuple of (scheme, scopes)."""
    alternatives = [
        tuple_of(
            Brackets("(", (quote(scheme), tuple_of(map(quote, scopes)) or "()"), ")")
            for scheme, scopes in requirement.schemes
        )
        or "()"
        for requirement in security
    ]
    found = tuple_of(alternatives)
    assert isinstance(found, Brackets)
    return lay_out(Brackets(f"{name} = (", found.items, ")", found.single), 0)


def _parameter(parameter: Parameter, argument: str) -> Code:
    """Style and explode are written where they differ from the location's default."""
    style = parameter.style
    default_style = _DEFAULT_STYLES.get(parameter.location, style)
    default_explode = style in (Style.FORM, Style.COOKIE)
    return call(
        "Parameter",
        quote(argument),
        quote(parameter.name.wire),
        quote(parameter.location.value),
        style=quote(style.value) if style is not default_style else "",
        explode=str(parameter.explode) if parameter.explode is not default_explode else "",
        required="True" if parameter.presence is Presence.REQUIRED else "",
        allow_reserved="True" if parameter.allow_reserved else "",
        content_type=optional(parameter.media_type),
    )


def _media(media: BodyMedia, api: Api) -> Code:
    files = _file_members(media, api)
    stated = {encoding.field: encoding for encoding in media.encodings}
    encodings = {name: Encoding(name) for name in files} | stated
    return call(
        "Media",
        quote(media.media_type),
        quote(media.kind.value),
        tuple_of(_encoding(one, one.field in files) for one in encodings.values()),
    )


def _file_members(media: BodyMedia, api: Api) -> tuple[str, ...]:
    """The members of a multipart body that are files, so that nothing else is taken for one."""
    found = strip_aliases(media.type, api.declarations)
    declaration = api.declarations[found.id] if isinstance(found, Ref) else None
    if media.kind is not MediaKind.MULTIPART or not isinstance(declaration, Record):
        return ()
    return tuple(
        field.name.wire
        for field in declaration.fields
        if is_file_type(field.type, api.declarations)
    )


def _encoding(encoding: Encoding, is_file: bool) -> Code:
    return call(
        "Encoding",
        quote(encoding.field),
        content_type=optional(encoding.content_type),
        style=quote(encoding.style.value) if encoding.style is not Style.FORM else "",
        explode="" if encoding.explode else "False",
        allow_reserved="True" if encoding.allow_reserved else "",
        form='"file"' if is_file else "",
    )
