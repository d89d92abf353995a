"""Operation → the typed method: signatures, docstring, and the call it makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from apiscribe.ir import (
    Api,
    BodyMedia,
    Const,
    Field,
    Location,
    MediaKind,
    Missing,
    Operation,
    Parameter,
    Presence,
    missing,
)
from apiscribe.passes.walk import strip_aliases
from apiscribe.targets.arguments import (
    WHOLE_BODY,
    ArgumentKey,
    argument_keys,
    member_key,
    parameter_key,
)
from apiscribe.targets.bodies import body_media, flat_body
from apiscribe.targets.method_kinds import MethodKind, method_kind
from apiscribe.targets.prose import describe, describe_member
from apiscribe.targets.python.imports import Import, typing_name
from apiscribe.targets.python.layout import Brackets, lay_out
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.text import DOCSTRING_WIDTH, docstring, quote, scalar_text
from apiscribe.targets.python.types import NONE, Annotation, Annotations
from apiscribe.targets.python.views.calls import CallView, CallWriter
from apiscribe.targets.text import one_line, wrap


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a method."""

    name: str
    key: ArgumentKey
    annotation: Annotation
    required: bool
    default: str
    docs: str

    @property
    def text(self) -> str:
        """The argument as the signature has it."""
        return f"{self.name}: {self.annotation.text}{f' = {self.default}' if self.default else ''}"


@dataclass(frozen=True, slots=True)
class SignatureView:
    """The arguments of one signature, and what it returns."""

    arguments: tuple[str, ...]
    returns: str

    def text(self, head: str, end: str) -> str:
        """`def name(…) -> X:` inside a class."""
        tail = f") -> {self.returns}:{end}"
        return lay_out(Brackets(f"{head}(", self.arguments, tail), 4)


@dataclass(frozen=True, slots=True)
class MethodView:
    """A method in one of its two forms.

    `overloads` and `signature` are `def` lines, `statement` makes the call.
    """

    name: str
    overloads: tuple[str, ...]
    signature: str
    docstring: str
    statement: str
    decorators: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Methods:
    """An operation's constant and its two methods, with the imports that they need."""

    call: CallView
    sync: MethodView
    asynchronous: MethodView
    imports: frozenset[Import]


def switch_argument(operation: Operation, names: PythonNames) -> str:
    """The argument that turns streaming on; "" when it is inside a body given as one argument."""
    if operation.stream is None or operation.stream.switch is None:
        return ""
    return names.arguments[operation.id].get(member_key(operation.stream.switch[0]), "")


@dataclass(frozen=True, slots=True)
class MethodWriter:
    """Writes the methods of one class; `client` is the client as its methods see it."""

    api: Api
    names: PythonNames
    types: Annotations
    calls: CallWriter
    client: str = "self._client"

    def methods(self, operation: Operation) -> Methods:
        """The constant and both methods of an operation."""
        kind = method_kind(operation)
        result = self._result(operation)
        item = self._item(operation)
        constant = self.calls.view(operation, result, item)
        arguments = self.arguments(operation)
        imports = {
            *constant.imports,
            *(found for argument in arguments for found in argument.annotation.imports),
            Import("._runtime", "CallOptions"),
            typing_name("Unpack"),
        }
        if operation.docs.deprecated:
            imports.add(Import("typing_extensions", "deprecated"))
        if any(argument.default == "omit" for argument in arguments):
            imports |= {Import("._runtime", "omit"), Import("._runtime", "Omit")}
        forms: list[MethodView] = []
        for asynchronous in (False, True):
            returned = self._returned(kind, result, item, asynchronous)
            imports |= returned.imports
            overloads: tuple[SignatureView, ...] = ()
            if kind is MethodKind.CALL_OR_STREAM and switch_argument(operation, self.names):
                overloads, more = self._overloads(operation, arguments, result, item, asynchronous)
                imports |= more
            forms.append(
                self._method(
                    operation, constant.constant, arguments, returned, overloads, asynchronous
                )
            )
        return Methods(constant, forms[0], forms[1], frozenset(imports))

    def _result(self, operation: Operation) -> Annotation:
        return NONE if operation.result is None else self.types.answer(operation.result)

    def _item(self, operation: Operation) -> Annotation:
        if operation.stream is not None:
            return self.types.answer(operation.stream.item)
        return NONE if operation.pages is None else self.types.answer(operation.pages.item)

    def _returned(
        self, kind: MethodKind, result: Annotation, item: Annotation, asynchronous: bool
    ) -> Annotation:
        """What the method returns, or what awaiting it gives."""
        prefix = "Async" if asynchronous else ""
        match kind:
            case MethodKind.CALL:
                return result
            case MethodKind.DOWNLOAD:
                name = f"{prefix}BinaryResponse"
                return Annotation(name, frozenset({Import("._runtime", name)}))
            case MethodKind.PAGE:
                name = f"{prefix}Page"
                both = Annotation(f"{item.text}, {result.text}", item.imports | result.imports)
                return both.wrapped(f"{name}[", "]", Import("._runtime", name))
            case MethodKind.STREAM:
                return self._stream(item, asynchronous)
            case MethodKind.CALL_OR_STREAM:
                stream = self._stream(item, asynchronous)
                return Annotation(f"{result.text} | {stream.text}", result.imports | stream.imports)

    @staticmethod
    def _stream(item: Annotation, asynchronous: bool) -> Annotation:
        name = "AsyncStream" if asynchronous else "Stream"
        return item.wrapped(f"{name}[", "]", Import("._runtime", name))

    def arguments(self, operation: Operation) -> tuple[Argument, ...]:
        """The arguments, required ones first, each group in the document's order."""
        spelled = self.names.arguments[operation.id]
        found = [
            self._argument(operation, key, spelled[key])
            for key, _ in argument_keys(operation, self.api)
        ]
        return tuple(sorted(found, key=lambda argument: not argument.required))

    def _argument(self, operation: Operation, key: ArgumentKey, name: str) -> Argument:
        media = body_media(operation)
        body = operation.body
        if key == WHOLE_BODY:
            assert media is not None
            assert body is not None
            annotation = self._whole_body(media)
            return self._made(name, key, annotation, body.required, describe(body.docs))
        member = self._member(operation, key)
        files = media is not None and media.kind is MediaKind.MULTIPART
        annotation = self.types.argument(member.type, files=files and not key.is_parameter)
        required = member.presence is Presence.REQUIRED
        if not key.is_parameter:
            required = required and body is not None and body.required
        constant = strip_aliases(member.type, self.api.declarations)
        value = constant.value if required and isinstance(constant, Const) else missing
        return self._made(name, key, annotation, required, describe_member(member), value)

    @staticmethod
    def _made(
        name: str,
        key: ArgumentKey,
        annotation: Annotation,
        required: bool,
        docs: str,
        value: str | int | float | bool | Missing = missing,
    ) -> Argument:
        """An argument: what is optional is `omit` unless given, what is constant need not be given."""
        if not isinstance(value, Missing):
            return Argument(name, key, annotation, False, scalar_text(value), docs)
        if required:
            return Argument(name, key, annotation, True, "", docs)
        wider = Annotation(f"{annotation.text} | Omit", annotation.imports)
        return Argument(name, key, wider, False, "omit", docs)

    def _member(self, operation: Operation, key: ArgumentKey) -> Field | Parameter:
        if key.is_parameter:
            return next(p for p in operation.parameters if parameter_key(p) == key)
        record = flat_body(operation, self.api)
        assert record is not None
        return next(field for field in record.fields if field.name.wire == key.wire)

    def _whole_body(self, media: BodyMedia) -> Annotation:
        if media.kind in (MediaKind.BINARY, MediaKind.XML):
            return Annotation("FileContent", frozenset({Import("._runtime", "FileContent")}))
        return self.types.argument(media.type, files=media.kind is MediaKind.MULTIPART)

    def _method(
        self,
        operation: Operation,
        constant: str,
        arguments: tuple[Argument, ...],
        returned: Annotation,
        overloads: tuple[SignatureView, ...],
        asynchronous: bool,
    ) -> MethodView:
        name = self.names.methods[operation.id]
        head = f"{'async ' if asynchronous else ''}def {name}"
        entries = [f'"{argument.name}": {argument.name}' for argument in arguments]
        wait = "await " if asynchronous else ""
        return MethodView(
            name=name,
            overloads=tuple(one.text(head, " ...") for one in overloads),
            signature=signature(arguments, returned.text).text(head, ""),
            docstring=method_docstring(operation, arguments),
            decorators=deprecation(operation, self.names),
            statement=lay_out(
                Brackets(
                    f"return {wait}{self.client}.{method_kind(operation).value}(",
                    (constant, Brackets("{", tuple(entries), "}"), "options"),
                    ")",
                ),
                8,
            ),
        )

    def _overloads(
        self,
        operation: Operation,
        arguments: tuple[Argument, ...],
        result: Annotation,
        item: Annotation,
        asynchronous: bool,
    ) -> tuple[tuple[SignatureView, ...], frozenset[Import]]:
        """The plain call, the streamed one, and the one whose switch is only known at run time."""
        assert operation.stream is not None
        assert operation.stream.switch is not None
        wire, on = operation.stream.switch
        stream = self._stream(item, asynchronous)
        both = f"{result.text} | {stream.text}"
        off = "Literal[False]" if on is True else ""
        made: list[SignatureView] = []
        forms = [
            (off, "omit", result.text),
            (f"Literal[{scalar_text(on)}]", "", stream.text),
            ("", "", both),
        ]
        if operation.stream.default_on:
            forms[:2] = [(forms[1][0], "omit", stream.text), (off, "", result.text)]
        for annotation, default, returns in forms:
            changed = tuple(
                (
                    self._switched(argument, annotation, default)
                    if argument.key == member_key(wire)
                    else argument
                )
                for argument in arguments
            )
            made.append(signature(changed, returns))
        return tuple(made), frozenset({typing_name("Literal"), typing_name("overload")})

    @staticmethod
    def _switched(argument: Argument, annotation: str, default: str) -> Argument:
        """The stream switch in an overload; without an annotation it keeps its own, sans `omit`."""
        own = argument.annotation.text.removesuffix(" | Omit")
        text = f"{annotation or own} | Omit" if default else annotation or own
        found = Annotation(text, argument.annotation.imports)
        return replace(argument, annotation=found, default=default, required=not default)


def deprecation(operation: Operation, names: PythonNames) -> tuple[str, ...]:
    """The decorator (PEP 702) of a method that should not be used any more."""
    if not operation.docs.deprecated:
        return ()
    told = one_line(operation.docs.deprecation)
    text = told or f"{names.accessor(operation).removeprefix('client.')} is deprecated."
    return (lay_out(Brackets("@deprecated(", (quote(text),), ")"), 4),)


def signature(arguments: tuple[Argument, ...], returns: str) -> SignatureView:
    """Path arguments may be given by position; keyword arguments without defaults come first."""
    positional = [a for a in arguments if a.key.location == Location.PATH.value]
    keyword = [a for a in arguments if a not in positional]
    keyword.sort(key=lambda argument: bool(argument.default))
    lines = ["self", *(argument.text for argument in positional)]
    if keyword:
        lines += ["*", *(argument.text for argument in keyword)]
    lines.append("**options: Unpack[CallOptions]")
    return SignatureView(tuple(lines), returns)


def method_docstring(operation: Operation, arguments: tuple[Argument, ...], indent: int = 8) -> str:
    """Google style: what the call does, then its arguments."""
    width = DOCSTRING_WIDTH - indent
    called = f"`{operation.verb.upper()} {operation.path}`."
    lines = wrap(describe(operation.docs) or called, width)
    described = [argument for argument in arguments if argument.docs]
    if described:
        lines += ["", "Args:"]
        for argument in described:
            lines += argument_lines(argument.name, argument.docs, width)
    return docstring(lines, indent)


def argument_lines(name: str, docs: str, width: int) -> Iterator[str]:
    """`    name: text`, continued with eight blanks."""
    first, *rest = wrap(f"{name}: {docs}", width - 8)
    yield f"    {first}"
    for line in rest:
        yield f"        {line}".rstrip()
