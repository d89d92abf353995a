"""Operation → the variable that describes the call to the runtime."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from apiscribe.ir import (
    Answer,
    Api,
    BodyMedia,
    Content,
    Encoding,
    Location,
    MediaKind,
    Operation,
    Pages,
    Parameter,
    Ref,
    SecurityRequirement,
    Server,
    Stream,
    StreamFormat,
    Style,
    Union,
)
from apiscribe.passes.walk import strip_aliases
from apiscribe.targets.go.alternatives import alternative_contents
from apiscribe.targets.go.contents import STREAMED, is_text
from apiscribe.targets.go.layout import Layout, keyed, listed, print_layout
from apiscribe.targets.go.text import quote
from apiscribe.targets.media import is_joined, is_json, part_type
from apiscribe.targets.paths import sent_path

_ANSWERS: Final = {MediaKind.JSON: "json", MediaKind.BINARY: "binary"}
_BODIES: Final = {
    MediaKind.JSON: "json",
    MediaKind.FORM: "form",
    MediaKind.MULTIPART: "multipart",
    MediaKind.TEXT: "text",
    MediaKind.XML: "binary",
    MediaKind.BINARY: "binary",
    MediaKind.EVENT_STREAM: "text",
    MediaKind.JSON_LINES: "json-lines",
}
_STYLES: Final = {
    Style.LABEL: "core.Label",
    Style.MATRIX: "core.Matrix",
    Style.DEEP_OBJECT: "core.Deep",
    Style.SPACE: "core.Spaced",
    Style.PIPE: "core.Piped",
    Style.COOKIE: "core.Raw",
}


def operation_text(operation: Operation, api: Api, variable: str) -> str:
    """`var opChatCreate = &core.Operation{…}`."""
    members: list[tuple[str, Layout]] = [
        ("ID", quote(operation.id)),
        ("Method", quote(operation.verb.upper())),
        ("Path", quote(sent_path(operation.path))),
    ]
    if operation.servers:
        members.append(("Server", quote(server_url(operation.servers[0]))))
    answers = list(_answers(operation, api))
    if answers:
        members.append(("Answers", listed("[]core.Answer", answers, broken=True)))
    if operation.security:
        members.append(("Security", _security(operation.security)))
        if scopes := _scopes(operation.security):
            members.append(("Scopes", keyed("map[string][]string", scopes)))
    if operation.idempotency is not None:
        members.append(("Idempotency", quote(operation.idempotency.header)))
    if operation.stream is not None:
        members.append(("Stream", _stream(operation.stream)))
    if operation.pages is not None:
        members.append(("Pages", _pages(operation.pages)))
    return f"var {variable} = {print_layout(keyed('&core.Operation', members, broken=True))}"


def _answers(operation: Operation, api: Api) -> Iterator[Layout]:
    for answer in operation.answers:
        if not answer.contents:
            yield _answer(answer, None, 0, api)
        others = list(alternative_contents(answer, api))
        for content in answer.asked:
            if content in others:
                yield _answer(answer, content, 0, api, other=True)
            elif content.kind not in STREAMED:
                yield _answer(answer, content, _variant(content, operation, api), api)


def _answer(
    answer: Answer, content: Content | None, variant: int, api: Api, *, other: bool = False
) -> Layout:
    members: list[tuple[str, Layout]] = [
        ("Low", str(answer.status.low)),
        ("High", str(answer.status.high)),
    ]
    if content is not None:
        text = "text" if is_text(content, api) else "json"
        members.append(("Kind", quote(_ANSWERS.get(content.kind, text))))
        members.append(("Type", quote(content.media_type)))
    if variant:
        members.append(("Variant", str(variant)))
    if other:
        members.append(("Other", "true"))
    return keyed("", members)


def _variant(content: Content, operation: Operation, api: Api) -> int:
    """The place, from 1, of an answer's type in the union of all; 0 where there is none."""
    if operation.result is None or content.type == operation.result:
        return 0
    found = strip_aliases(operation.result, api.declarations)
    declaration = api.declarations[found.id] if isinstance(found, Ref) else None
    if isinstance(declaration, Union):
        for index, variant in enumerate(declaration.variants):
            if variant.type == content.type:
                return index + 1
    return 0


def _security(security: Sequence[SecurityRequirement]) -> Layout:
    alternatives = [
        listed("", [quote(scheme) for scheme, _ in requirement.schemes]) for requirement in security
    ]
    return listed("[][]string", alternatives)


def _scopes(security: Sequence[SecurityRequirement]) -> list[tuple[str, Layout]]:
    """The scopes that each scheme is asked for."""
    found: dict[str, dict[str, None]] = {}
    for requirement in security:
        for scheme, scopes in requirement.schemes:
            found.setdefault(scheme, {}).update(dict.fromkeys(scopes))
    return [(quote(s), listed("", map(quote, names))) for s, names in found.items() if names]


def _stream(stream: Stream) -> Layout:
    members: list[tuple[str, Layout]] = []
    if stream.format is StreamFormat.JSON_LINES:
        members.append(("Lines", "true"))
    members.append(("Type", quote(stream.media_type)))
    if stream.terminator:
        members.append(("Terminator", quote(stream.terminator)))
    if stream.error_event:
        members.append(("ErrorEvent", quote(stream.error_event)))
    return keyed("&core.StreamFacts", members)


def _pages(pages: Pages) -> Layout:
    members: list[tuple[str, Layout]] = [("Kind", quote(pages.kind.value))]
    for name, path in (("Items", pages.items), ("Next", pages.next), ("More", pages.more)):
        if path:
            members.append((name, listed("[]string", map(quote, path))))
    if pages.parameter:
        members.append(("Parameter", quote(pages.parameter)))
    if pages.item_id:
        members.append(("ItemID", quote(pages.item_id)))
    if pages.start:
        members.append(("Start", str(pages.start)))
    return keyed("&core.PagesFacts", members)


def server_url(server: Server) -> str:
    """A server's URL with its variables at their defaults."""
    url = server.url
    for variable in server.variables:
        url = url.replace("{" + variable.name + "}", variable.default)
    return url


def argument_layout(parameter: Parameter, value: str) -> Layout:
    """`core.Argument{In: "query", Name: "limit", Value: p.Limit}`, its type left out."""
    members: list[tuple[str, Layout]] = [("In", quote(parameter.location.value))]
    if parameter.location is not Location.QUERYSTRING:
        members.append(("Name", quote(parameter.name.wire)))
    members.append(("Value", value))
    style = _style(parameter)
    if style:
        members.append(("Style", style))
    lone = parameter.location in (Location.PATH, Location.HEADER)
    if parameter.explode and lone and not parameter.media_type:
        members.append(("Explode", "true"))
    if parameter.allow_reserved and not parameter.media_type:
        members.append(("Reserved", "true"))
    return keyed("core.Argument", members)


def _style(parameter: Parameter) -> str:
    if is_json(parameter.media_type):
        return "core.JSON"
    found = _STYLES.get(parameter.style, "")
    in_query = parameter.location in (Location.QUERY, Location.COOKIE)
    if found == "core.Raw":
        return found if parameter.explode else "core.RawJoined"
    if in_query and parameter.explode and found != "core.Deep":
        return ""
    if in_query and not found:
        return "core.Joined"
    return found


def media_layout(media: BodyMedia) -> Layout:
    """`{Kind: "json", Type: "application/json"}`."""
    members: list[tuple[str, Layout]] = [
        ("Kind", quote(_BODIES[media.kind])),
        ("Type", quote(media.media_type)),
    ]
    multipart = media.kind is MediaKind.MULTIPART
    if media.kind is MediaKind.FORM or multipart:
        found = [(quote(one.field), _encoding(one, multipart)) for one in media.encodings]
        said = [(name, layout) for name, layout in found if layout is not None]
        if said:
            members.append(("Members", keyed("map[string]core.FormMember", said)))
    return keyed("", members)


def _encoding(encoding: Encoding, multipart: bool) -> Layout | None:
    members: list[tuple[str, Layout]] = []
    if multipart:
        if encoding.style is Style.DEEP_OBJECT:
            members.append(("Style", "core.Deep"))
        elif is_joined(encoding):
            members.append(("Style", "core.Joined"))
        if stated := part_type(encoding):
            members.append(("Type", quote(stated)))
        return keyed("", members) if members else None
    style = ""
    if is_json(encoding.content_type):
        style = "core.JSON"
    elif encoding.style is Style.DEEP_OBJECT:
        style = "core.Deep"
    elif not encoding.explode:
        style = _STYLES.get(encoding.style, "core.Joined")
    if style:
        members.append(("Style", style))
    if encoding.allow_reserved:
        members.append(("Reserved", "true"))
    return keyed("", members) if members else None
