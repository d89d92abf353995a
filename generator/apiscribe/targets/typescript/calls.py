"""Operation → the constant that describes the call to the runtime, made of the runtime's functions.

What an operation does not use is not imported for it, so a bundler leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from apiscribe.ir import (
    Alias,
    Answer,
    Api,
    BodyMedia,
    Const,
    Content,
    Encoding,
    Enum,
    Location,
    MediaKind,
    Nothing,
    Nullable,
    Operation,
    Pages,
    PagesKind,
    Parameter,
    Ref,
    Scalar,
    SecurityRequirement,
    Server,
    Stream,
    StreamFormat,
    Style,
    Type,
    Union,
)
from apiscribe.targets.arguments import MEMBER, WHOLE_BODY, ArgumentKey, member_key, parameter_key
from apiscribe.targets.bodies import flat_body
from apiscribe.targets.inner_types import is_written_alike
from apiscribe.targets.media import is_joined, is_json, part_type
from apiscribe.targets.paths import sent_path
from apiscribe.targets.typescript.imports import Import
from apiscribe.targets.typescript.layout import (
    Layout,
    braced,
    bracketed,
    broken_array,
    broken_object,
    group,
    print_assignment,
    print_layout,
)
from apiscribe.targets.typescript.names import TypeScriptNames
from apiscribe.targets.typescript.text import literal_key, quote, scalar_text

_JSON: Final = "application/json"
_SEPARATORS: Final = {Style.FORM: ",", Style.SPACE: "%20", Style.PIPE: "%7C"}
_PATH_STYLES: Final = {Style.LABEL: "pathLabel", Style.MATRIX: "pathMatrix"}
_MEDIA: Final = {
    MediaKind.JSON: ("json", _JSON),
    MediaKind.FORM: ("form", "application/x-www-form-urlencoded"),
    MediaKind.MULTIPART: ("multipart", "multipart/form-data"),
    MediaKind.TEXT: ("text", "text/plain"),
    MediaKind.XML: ("binary", "application/octet-stream"),
    MediaKind.BINARY: ("binary", "application/octet-stream"),
    MediaKind.EVENT_STREAM: ("text", "text/plain"),
    MediaKind.JSON_LINES: ("jsonLines", "application/jsonl"),
}
_ANSWERS: Final = {
    MediaKind.JSON: ("jsonAnswer", _JSON),
    MediaKind.BINARY: ("binaryAnswer", "application/octet-stream"),
}
_TEXT_ANSWER: Final = ("textAnswer", "text/plain")
_PAGES: Final = {
    PagesKind.CURSOR: "cursorPages",
    PagesKind.OFFSET: "offsetPages",
    PagesKind.PAGE: "numberedPages",
    PagesKind.LINK: "linkedPages",
}


@dataclass(frozen=True, slots=True)
class CallView:
    """A constant, ready to print."""

    text: str
    imports: frozenset[Import]


class CallWriter:
    """Writes the constant of one operation and gathers the runtime functions that it uses."""

    def __init__(self, operation: Operation, api: Api, names: TypeScriptNames) -> None:
        self.operation = operation
        self.api = api
        self.spelled = names.arguments[operation.id]
        self.imports: set[Import] = {Import("runtime/operations", "Operation", type_only=True)}

    def view(self, constant: str, generics: Layout) -> CallView:
        """The constant; `generics` are the result and the item that `Operation` is generic in."""
        operation = self.operation
        members: list[tuple[str, Layout]] = [
            ("id", quote(operation.id)),
            ("verb", quote(operation.verb.upper())),
            ("path", quote(sent_path(operation.path))),
            ("parameters", bracketed("[", list(self._parameters()), "]")),
            ("body", braced(list(self._body()))),
            ("answers", bracketed("[", list(self._answers(operation.answers)), "]")),
        ]
        if operation.stream is not None:
            members.append(("stream", self._stream(operation.stream)))
        if operation.pages is not None:
            members.append(("paging", self._pages(operation.pages)))
        members.append(("security", _security(operation.security)))
        if operation.servers:
            url = quote(server_url(operation.servers[0]))
            members.append(("server", self._call("servers", "server", url)))
        given: list[Layout] = [
            group(f"{name}: ", layout)
            for name, layout in members
            if layout not in ("[]", "{}") or name == "answers"
        ]
        head = print_layout(f"const {constant}: Operation", generics, " =")
        first, _, last = head.rpartition("\n")
        text = print_assignment(last, broken_object(given), ";")
        return CallView(f"{first}\n{text}" if first else text, frozenset(self.imports))

    def _call(self, module: str, function: str, *arguments: Layout) -> Layout:
        """A call of a runtime function; arguments at the end that are "" are left out."""
        self.imports.add(Import(f"runtime/{module}", function))
        given = list(arguments)
        while given and given[-1] == "":
            given.pop()
        texts = [one or "undefined" for one in given]
        # The brackets of a lone object stay with those of the call.
        if len(texts) == 1 and not isinstance(texts[0], str):
            return group(f"{function}(", texts[0], ")")
        return bracketed(f"{function}(", texts, ")")

    def _parameters(self) -> Iterator[Layout]:
        yield from map(self._parameter, self.operation.parameters)
        if self.operation.idempotency is not None:
            header = quote(self.operation.idempotency.header)
            yield self._call("parameters", "idempotencyKey", header)

    def _parameter(self, parameter: Parameter) -> Layout:
        wire = parameter.name.wire
        argument = self.spelled[parameter_key(parameter)]
        named = quote(argument) if argument != wire else ""
        explode = "true" if parameter.explode else ""
        json = is_json(parameter.media_type)
        type_ = parameter.type
        match parameter.location:
            case Location.PATH if json:
                return self._call("parameters", "pathJson", quote(wire), named)
            case Location.PATH if parameter.style is Style.SIMPLE and is_scalar(type_, self.api):
                kept = self._kept(parameter, "Path")
                return self._call("parameters", "path", quote(wire), named, kept)
            case Location.PATH:
                function = _PATH_STYLES.get(parameter.style, "pathSimple")
                kept = self._kept(parameter, "Path")
                return self._call("parameters", function, quote(wire), named, explode, kept)
            case Location.QUERY:
                return self._query(parameter, named)
            case Location.QUERYSTRING:
                function = "querystringJson" if json else "querystring"
                return self._call("parameters", function, quote(argument))
            case Location.HEADER if json:
                return self._call("parameters", "headerJson", quote(wire), named)
            case Location.HEADER if is_scalar(type_, self.api):
                return self._call("parameters", "header", quote(wire), named)
            case Location.HEADER:
                return self._call("parameters", "headerSimple", quote(wire), named, explode)
            case Location.COOKIE:
                return self._cookie(parameter, named)
            case _:
                assert_never(parameter.location)

    def _query(self, parameter: Parameter, named: str) -> Layout:
        wire = quote(parameter.name.wire)
        if is_json(parameter.media_type):
            return self._call("parameters", "queryJson", wire, named)
        kept = self._kept(parameter, "Query")
        if parameter.style is Style.DEEP_OBJECT:
            return self._call("parameters", "queryDeep", wire, named, kept)
        if parameter.explode:
            return self._call("parameters", "query", wire, named, kept)
        separator = _SEPARATORS.get(parameter.style, ",")
        given = quote(separator) if separator != "," else ""
        return self._call("parameters", "queryJoined", wire, named, given, kept)

    def _cookie(self, parameter: Parameter, named: str) -> Layout:
        wire = quote(parameter.name.wire)
        joined = "" if parameter.explode else "false"
        if is_json(parameter.media_type):
            return self._call("parameters", "cookieJson", wire, named)
        if parameter.style is Style.COOKIE:
            return self._call("parameters", "cookieRaw", wire, named, joined)
        kept = self._kept(parameter, "Cookie")
        return self._call("parameters", "cookie", wire, named, joined, kept)

    def _kept(self, parameter: Parameter, place: str) -> str:
        """The function that leaves reserved characters as they are, where that is asked for."""
        if not parameter.allow_reserved or parameter.media_type:
            return ""
        function = f"keptIn{place}"
        self.imports.add(Import("runtime/parameters", function))
        return function

    def _body(self) -> Iterator[Layout]:
        body = self.operation.body
        if body is None or not body.media:
            return
        yield group("media: ", bracketed("[", [self._media(media) for media in body.media], "]"))
        record = flat_body(self.operation, self.api)
        if record is None:
            argument = self.spelled[WHOLE_BODY]
            yield f"argument: {quote(argument)}"
        else:
            renamed = [
                f"{literal_key(name)}: {quote(key.wire)}"
                for key, name in self.spelled.items()
                if key.location == MEMBER and key.wire != name
            ]
            if renamed:
                yield group("renamed: ", braced(renamed))
        if body.required:
            yield "required: true"

    def _media(self, media: BodyMedia) -> Layout:
        function, usual = _MEDIA[media.kind]
        named = quote(media.media_type) if media.media_type != usual else ""
        if media.kind is MediaKind.FORM:
            reserved = [quote(e.field) for e in media.encodings if e.allow_reserved]
            kept = bracketed("[", reserved, "]") if reserved else ""
            forms = _encodings(media.encodings, _form_encoding)
            return self._call("bodies", function, forms or (kept and "{}"), kept)
        if media.kind is MediaKind.MULTIPART:
            types = _encodings(media.encodings, part_type)
            deep = [quote(e.field) for e in media.encodings if e.style is Style.DEEP_OBJECT]
            joined = [quote(e.field) for e in media.encodings if is_joined(e)]
            if joined:
                lists = (bracketed("[", deep, "]"), bracketed("[", joined, "]"))
                return self._call("bodies", function, types or "{}", *lists)
            if not deep:
                return self._call("bodies", function, types)
            return self._call("bodies", function, types or "{}", bracketed("[", deep, "]"))
        return self._call("bodies", function, named)

    def _answers(self, answers: Iterable[Answer]) -> Iterator[Layout]:
        if not self.operation.answers:
            yield self._call("answers", "emptyAnswer")
        for answer in answers:
            low, high = answer.status.low, answer.status.high
            status = str(low) if low == high else f"[{low}, {high}]"
            if not answer.contents:
                yield self._call("answers", "emptyAnswer", status)
            for content in answer.asked:
                if not _is_streamed(content):
                    function, usual = _ANSWERS.get(content.kind, _TEXT_ANSWER)
                    if content.kind is MediaKind.TEXT and is_written_alike(content.type, self.api):
                        function, usual = _ANSWERS[MediaKind.JSON]
                    named = quote(content.media_type) if content.media_type != usual else ""
                    other = "true" if content in answer.others else ""
                    yield self._call("answers", function, status, named, other)

    def _stream(self, stream: Stream) -> Layout:
        facts: list[Layout] = []
        if stream.switch is not None:
            wire, value = stream.switch
            argument = self.spelled.get(member_key(wire), wire)
            facts.append(f"switch: [{quote(argument)}, {scalar_text(value)}]")
            if stream.default_on:
                off = scalar_text(not value)
                in_whole = member_key(wire) not in self.spelled and WHOLE_BODY in self.spelled
                whole = quote(self.spelled[WHOLE_BODY]) if in_whole else ""
                made = self._call("streams", "offUnlessGiven", quote(argument), off, whole)
                facts.append(group("plain: ", made))
        if stream.terminator:
            facts.append(f"terminator: {quote(stream.terminator)}")
        if stream.error_event:
            facts.append(f"errorEvent: {quote(stream.error_event)}")
        events = stream.format is StreamFormat.EVENT_STREAM
        usual = "text/event-stream" if events else "application/jsonl"
        if stream.media_type != usual:
            facts.append(f"mediaType: {quote(stream.media_type)}")
        function = "eventStream" if events else "jsonLinesStream"
        return self._call("streams", function, braced(facts) if facts else "")

    def _pages(self, pages: Pages) -> Layout:
        facts: list[Layout] = [group("items: ", _path(pages.items))]
        if pages.parameter:
            argument = self.spelled.get(ArgumentKey("query", pages.parameter), pages.parameter)
            facts.append(f"parameter: {quote(argument)}")
        if pages.next:
            facts.append(group("next: ", _path(pages.next)))
        if pages.item_id:
            facts.append(f"itemId: {quote(pages.item_id)}")
        if pages.more:
            facts.append(group("more: ", _path(pages.more)))
        if pages.start:
            facts.append(f"start: {pages.start}")
        return self._call("pages", _PAGES[pages.kind], braced(facts))


def is_scalar(type_: Type, api: Api, above: frozenset[str] = frozenset()) -> bool:
    """Whether no value of a type is a list or an object; `above`: ids that are looked at already."""
    match type_:
        case Scalar() | Const() | Nothing():
            return True
        case Nullable(inner):
            return is_scalar(inner, api, above)
        case Ref(id) if id in above:
            return True
        case Ref(id):
            above |= {id}
            declaration = api.declarations[id]
            match declaration:
                case Alias(type=inner):
                    return is_scalar(inner, api, above)
                case Union(variants=variants):
                    return all(is_scalar(v.type, api, above) for v in variants)
                case _:
                    return isinstance(declaration, Enum)
        case _:
            return False


def _path(steps: Iterable[str]) -> Layout:
    return bracketed("[", [quote(step) for step in steps], "]")


def _is_streamed(content: Content) -> bool:
    return content.kind in (MediaKind.EVENT_STREAM, MediaKind.JSON_LINES)


def _encodings(encodings: Iterable[Encoding], word: Callable[[Encoding], str]) -> Layout:
    """What the members of a form need said; "" when all are written the usual way."""
    found = [
        f"{literal_key(one.field)}: {quote(word(one))}" for one in encodings if word(one) != ""
    ]
    return braced(found) if found else ""


def _form_encoding(encoding: Encoding) -> str:
    """How a member is written when it is not repeated by name."""
    if is_json(encoding.content_type):
        return "json"
    if encoding.style is Style.DEEP_OBJECT:
        return "deep"
    if encoding.explode:
        return ""
    return {Style.SPACE: "space", Style.PIPE: "pipe"}.get(encoding.style, "joined")


def _security(security: Sequence[SecurityRequirement]) -> Layout:
    """Alternatives, each of schemes that are needed together."""
    alternatives: list[Layout] = [
        bracketed("[", [_need(*scheme) for scheme in requirement.schemes], "]")
        for requirement in security
    ]
    crowded = all(len(requirement.schemes) > 1 for requirement in security)
    if len(alternatives) > 1 and crowded:
        return broken_array(alternatives)
    return bracketed("[", alternatives, "]")


def _need(scheme: str, scopes: Sequence[str]) -> Layout:
    """The id of a scheme; with scopes, the id and these."""
    if not scopes:
        return quote(scheme)
    return bracketed("[", [quote(scheme), *map(quote, scopes)], "]")


def server_url(server: Server) -> str:
    """A server's URL with its variables at their defaults."""
    url = server.url
    for variable in server.variables:
        url = url.replace("{" + variable.name + "}", variable.default)
    return url
