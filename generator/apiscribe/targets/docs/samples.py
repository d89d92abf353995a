"""curl commands for operations: what is required, with the values the document gives if any."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote

from apiscribe.config import Settings
from apiscribe.ir import (
    Api,
    ApiKeyScheme,
    BodyMedia,
    HttpScheme,
    JsonValue,
    List,
    Location,
    MediaKind,
    MutualTlsScheme,
    Nullable,
    Operation,
    Parameter,
    Presence,
    Record,
    Ref,
    Scalar,
    SecurityScheme,
    Server,
    Style,
    Type,
)
from apiscribe.targets.docs.forms import Pair, deep_pairs, member_pairs, parameter_pairs, text_of
from apiscribe.targets.docs.shell import Part, Variable, argument, command, variable_name
from apiscribe.targets.paths import sent_path
from apiscribe.targets.sampling import body_sample, parameter_sample


def curl(api: Api, settings: Settings, operation: Operation, *, streamed: bool = False) -> str:
    """A command that works once its variables are set, ending with a line feed.

    `streamed` asks for the streamed form of an operation that has a switch for it.
    """
    query, headers, cookies = _parameters(api, operation)
    access = _credentials(api, settings, operation)
    lines = ["curl " + argument(*_url(api, settings, operation, [*query, *access.query]))]
    verb = operation.verb.upper()
    media = operation.body.media[0] if operation.body and operation.body.media else None
    if verb != ("GET" if media is None else "POST"):
        lines.append("--head" if verb == "HEAD" else f"-X {argument(verb)}")
    if streamed:
        lines.append("--no-buffer")
    lines += access.options
    lines += [f"-H {argument(*parts)}" for parts in [*access.headers, *headers]]
    lines += [f"-b {argument(*parts)}" for parts in [*access.cookies, *cookies]]
    if media is not None:
        lines += _body(api, operation, media, streamed)
    return command(lines)


class _Access:
    """Where the credentials of one requirement go."""

    def __init__(self) -> None:
        self.headers: list[list[Part]] = []
        self.query: list[list[Part]] = []
        self.cookies: list[list[Part]] = []
        self.options: list[str] = []


def _credentials(api: Api, settings: Settings, operation: Operation) -> _Access:
    access = _Access()
    if not operation.security:
        return access
    wanted = next((one for one in operation.security if one.schemes), operation.security[0])
    for id, _ in wanted.schemes:
        if (scheme := api.schemes.get(id)) is not None:
            _credential(access, scheme, settings)
    return access


def _credential(access: _Access, scheme: SecurityScheme, settings: Settings) -> None:
    given = settings.credentials.get(scheme.id)
    name = given.environment if given and given.environment else variable_name(scheme.name.words)
    secret = Variable(name)
    match scheme:
        case ApiKeyScheme(location="header", wire=wire):
            access.headers.append([f"{wire}: ", secret])
        case ApiKeyScheme(location="query", wire=wire):
            access.query.append([f"{quote(wire)}=", secret])
        case ApiKeyScheme(wire=wire):
            access.cookies.append([f"{wire}=", secret])
        case HttpScheme(scheme="basic"):
            access.options.append(f"-u {argument(Variable(name))}")
        case HttpScheme(word=word):
            access.headers.append([f"Authorization: {word} ", secret])
        case MutualTlsScheme():
            access.options.append("--cert client.pem")
        case _:
            access.headers.append(["Authorization: Bearer ", secret])


def server_url(server: Server) -> str:
    """A server's URL with its variables at their defaults, without a slash at the end."""
    url = server.url
    for variable in server.variables:
        url = url.replace("{" + variable.name + "}", variable.default)
    return url.rstrip("/")


def base_url(api: Api, settings: Settings, operation: Operation | None = None) -> list[Part]:
    """The start of every URL: the first absolute server, else a variable."""
    servers = (*(operation.servers if operation else ()), *api.servers)
    if servers and "://" in (url := server_url(servers[0])):
        return [url]
    return [Variable(settings.environment.base_url or "BASE_URL")]


def _url(
    api: Api, settings: Settings, operation: Operation, query: list[list[Part]]
) -> Iterator[Part]:
    yield from base_url(api, settings, operation)
    path = sent_path(operation.path)
    for parameter in operation.parameters:
        if parameter.location is Location.PATH:
            text = _path_text(parameter, _value(api, parameter))
            path = path.replace("{" + parameter.name.wire + "}", text)
    yield path
    for index, parts in enumerate(query):
        yield "&" if index else "?"
        yield from parts


def _value(api: Api, parameter: Parameter) -> JsonValue:
    sample = parameter_sample(parameter, api)
    return "" if sample is None else sample.value


def _parameters(
    api: Api, operation: Operation
) -> tuple[list[list[Part]], list[list[Part]], list[list[Part]]]:
    """Query, header and cookie parts of the parameters that are required or have an example."""
    query: list[list[Part]] = []
    headers: list[list[Part]] = []
    cookies: list[list[Part]] = []
    for one in operation.parameters:
        if one.presence is not Presence.REQUIRED and not one.examples:
            continue
        value = _value(api, one)
        match one.location:
            case Location.QUERY:
                query += [[_query_text(pair)] for pair in parameter_pairs(one, value)]
            case Location.QUERYSTRING:
                query.append([text_of(value) if isinstance(value, str) else _form(value)])
            case Location.HEADER:
                headers.append([f"{one.name.wire}: {_simple(one, value)}"])
            case Location.COOKIE:
                cookies.append([f"{one.name.wire}={quote(_simple(one, value))}"])
            case Location.PATH:
                pass
    return query, headers, cookies


def _simple(parameter: Parameter, value: JsonValue) -> str:
    """`simple` style (RFC 6570), or JSON for `content` parameters."""
    if parameter.media_type or isinstance(value, str):
        return text_of(value)
    if isinstance(value, Mapping):
        sign = "=" if parameter.explode else ","
        return ",".join(f"{key}{sign}{text_of(inner)}" for key, inner in value.items())
    if isinstance(value, Sequence):
        return ",".join(text_of(item) for item in value)
    return text_of(value)


def _path_text(parameter: Parameter, value: JsonValue) -> str:
    text = quote(_simple(parameter, value), safe=",=" if not isinstance(value, str) else "")
    match parameter.style:
        case Style.LABEL:
            return f".{text}"
        case Style.MATRIX:
            return f";{quote(parameter.name.wire)}={text}"
        case _:
            return text


def _query_text(pair: Pair) -> str:
    """Percent-encoded; of the separators, the comma and the bar stand as they are."""
    between = "%20" if pair.separator == " " else pair.separator
    return f"{quote(pair.name, safe='')}={between.join(quote(p, safe='') for p in pair.parts)}"


def _form(value: JsonValue) -> str:
    if not isinstance(value, Mapping):
        return quote(text_of(value))
    return "&".join(f"{quote(key)}={quote(text_of(inner))}" for key, inner in value.items())


def streamed_value(operation: Operation, value: JsonValue) -> JsonValue:
    """A request body with the switch for streaming turned on."""
    switch = operation.stream.switch if operation.stream else None
    if switch is None or not isinstance(value, Mapping):
        return value
    return {**value, switch[0]: switch[1]}


def _body(api: Api, operation: Operation, media: BodyMedia, streamed: bool) -> list[str]:
    sample = body_sample(media, api)
    value: JsonValue = "" if sample is None else sample.value
    if streamed:
        value = streamed_value(operation, value)
    kind = f"-H {argument(f'Content-Type: {media.media_type}')}"
    match media.kind:
        case MediaKind.MULTIPART:
            return [
                f"-F {argument(text)}" for text in _parts(value, media, _files(api, media.type))
            ]
        case MediaKind.FORM:
            # curl encodes what follows the first `=` alone.
            texts = (f"{quote(one.name, safe='[]')}={one.text}" for one in _encoded(value, media))
            return [f"--data-urlencode {argument(text)}" for text in texts]
        case MediaKind.BINARY:
            return [kind, "--data-binary @file"]
        case MediaKind.TEXT | MediaKind.XML:
            return [kind, f"--data-raw {argument(text_of(value))}"]
        case MediaKind.JSON_LINES:
            items = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
            return [
                kind,
                f"--data-binary {argument(''.join(text_of(one) + chr(10) for one in items))}",
            ]
        case _:
            return [kind, f"-d {argument(json.dumps(value, ensure_ascii=False, indent=2))}"]


def _files(api: Api, type: Type) -> set[str]:
    """Wire names of the members that are files."""
    declaration = api.declarations.get(type.id) if isinstance(type, Ref) else None
    if not isinstance(declaration, Record):
        return set()
    return {field.name.wire for field in declaration.fields if _is_file(field.type)}


def _is_file(type: Type) -> bool:
    match type:
        case Scalar(format="binary"):
            return True
        case List(item=inner) | Nullable(inner=inner):
            return _is_file(inner)
        case _:
            return False


def _encoded(value: JsonValue, media: BodyMedia) -> Iterator[Pair]:
    known = {encoding.field: encoding for encoding in media.encodings}
    for key, inner in value.items() if isinstance(value, Mapping) else ():
        yield from member_pairs(key, inner, known.get(key))


def _parts(value: JsonValue, media: BodyMedia, files: set[str]) -> Iterator[str]:
    if not isinstance(value, Mapping):
        return
    deep = {one.field for one in media.encodings if one.style is Style.DEEP_OBJECT}
    for key, inner in value.items():
        if key in deep and key not in files:
            yield from (f"{one.name}={one.text}" for one in deep_pairs(key, inner))
            continue
        several = inner if isinstance(inner, Sequence) and not isinstance(inner, str) else [inner]
        for one in several:
            yield f"{key}=@file" if key in files else f"{key}={text_of(one)}"
