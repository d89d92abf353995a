"""API → what is fixed about it (`core.ts`) and the client with all resources (`client.ts`)."""

from __future__ import annotations

from dataclasses import dataclass

from apiscribe.config import Settings
from apiscribe.ir import (
    Api,
    ApiKeyScheme,
    HttpScheme,
    MutualTlsScheme,
    OAuth2Scheme,
    OpenIdScheme,
    SecurityScheme,
    Server,
    ServerVariable,
)
from apiscribe.naming import Scope, split_words
from apiscribe.targets.credentials import CredentialView, credential_views, token_url, used_schemes
from apiscribe.targets.text import api_title
from apiscribe.targets.typescript.calls import CallView
from apiscribe.targets.typescript.imports import Import, import_lines
from apiscribe.targets.typescript.layout import (
    LINE,
    Layout,
    braced,
    bracketed,
    group,
    indent,
    print_layout,
)
from apiscribe.targets.typescript.methods import MethodWriter
from apiscribe.targets.typescript.names import (
    CLIENT_OPTIONS,
    TypeScriptNames,
    camel_case,
    identifier,
)
from apiscribe.targets.typescript.resources import ChildView, child_import, child_view
from apiscribe.targets.typescript.text import comment, literal_key, quote


@dataclass(frozen=True, slots=True)
class OptionView:
    """A member of the client's options."""

    comment: tuple[str, ...]
    name: str


@dataclass(frozen=True, slots=True)
class CoreView:
    """View of `core.ts.j2`."""

    imports: tuple[str, ...]
    members: tuple[str, ...]
    client: str
    options: tuple[OptionView, ...]
    about: tuple[str, ...]
    constructor: str


@dataclass(frozen=True, slots=True)
class ClientView:
    """View of `client.ts.j2`."""

    imports: tuple[str, ...]
    params: tuple[str, ...]
    calls: tuple[CallView, ...]
    about: tuple[str, ...]
    client: str
    children: tuple[ChildView, ...]
    methods: tuple[str, ...]
    empty: bool


def credentials(api: Api, settings: Settings) -> tuple[CredentialView, ...]:
    """One credential per security scheme the operations use, as `sdk.yaml` or its name has it."""
    scope = Scope(camel_case, reserved=CLIENT_OPTIONS, legal=identifier("_"))
    for scheme in used_schemes(api, settings):
        chosen = settings.credentials.get(scheme.id)
        words = split_words(chosen.argument) if chosen else scheme.name.words
        scope.add(scheme.id, scheme.id, words, chosen is not None)
    spelled = {str(id): text for id, text in scope.spellings().items()}
    return credential_views(api, settings, spelled, "joined by a colon")


def core_view(api: Api, settings: Settings, names: TypeScriptNames) -> CoreView:
    """The configuration, the options and a client without resources."""
    found = credentials(api, settings)
    imports = {
        Import("runtime/client", "APIClient"),
        Import("runtime/configuration", "Configuration", type_only=True),
        Import("runtime/configuration", "ClientOptions", type_only=True),
    }
    if found:
        imports.add(Import("runtime/credentials", "Secret", type_only=True))
    members = _configuration(api, settings, names, found, imports)
    about = f"A client of the {api_title(api.title)} without resources, for those who import them one by one."
    return CoreView(
        import_lines(imports, "core"),
        members,
        names.client,
        tuple(OptionView(tuple(comment(c.docs, 2)), c.argument) for c in found),
        tuple(comment(about)),
        constructor=print_layout(
            bracketed("constructor(", [f"options: {names.client}Options = {{}}"], ") {"), level=2
        ),
    )


def _configuration(
    api: Api,
    settings: Settings,
    names: TypeScriptNames,
    found: tuple[CredentialView, ...],
    imports: set[Import],
) -> tuple[str, ...]:
    client = settings.client
    members: list[tuple[str, Layout]] = [
        ("name", quote(names.package)),
        ("version", quote(client.version)),
        ("servers", braced(_servers(api))),
    ]
    variables = _variables(api)
    if variables:
        imports.add(Import("runtime/configuration", "serverVariables"))
        members.append(("fillServer", group("serverVariables(", braced(variables), ")")))
    if settings.environment.base_url:
        members.append(("baseURLVariable", quote(settings.environment.base_url)))
    if client.base_url_reason and not api.servers:
        members.append(("baseURLReason", quote(client.base_url_reason.strip())))
    if settings.environment.log:
        members.append(("logVariable", quote(settings.environment.log)))
    members += [
        ("credentials", braced([_credential(c, api, imports) for c in found])),
        ("timeout", _milliseconds(client.timeout)),
        ("idleTimeout", _milliseconds(client.idle_timeout)),
        ("maxRetries", str(client.max_retries)),
    ]
    return tuple(_member(name, layout) for name, layout in members)


def _member(name: str, layout: Layout) -> str:
    """A member of an object; a text that does not fit goes to a line of its own."""
    if isinstance(layout, str):
        return print_layout(group(f"{name}:", indent(LINE, layout)), ",", level=2)
    return print_layout(f"{name}: ", layout, ",", level=2)


def _milliseconds(seconds: float) -> str:
    return f"{round(seconds * 1000):_}"


def _known_servers(api: Api) -> dict[str, Server]:
    """Those with an address of their own; a relative one says nothing without the page it is on."""
    found: dict[str, Server] = {}
    for index, server in enumerate(api.servers):
        if "://" in server.url:
            found.setdefault(server.name or f"server{index + 1}", server)
    return found


def _servers(api: Api) -> list[Layout]:
    return [_pair(name, server.url) for name, server in _known_servers(api).items()]


def _pair(name: str, text: str) -> Layout:
    return group(f"{literal_key(name)}:", indent(LINE, quote(text)))


def _variables(api: Api) -> list[Layout]:
    """By server and name: the default, or all values that are allowed, the default first."""
    return [
        group(f"{literal_key(name)}: ", braced([_variable(one) for one in server.variables]))
        for name, server in _known_servers(api).items()
        if server.variables
    ]


def _variable(variable: ServerVariable) -> Layout:
    if not variable.values:
        return _pair(variable.name, variable.default)
    others = [value for value in variable.values if value != variable.default]
    values: list[Layout] = [quote(value) for value in (variable.default, *others)]
    return bracketed(f"{literal_key(variable.name)}: [", values, "]")


def _credential(credential: CredentialView, api: Api, imports: set[Import]) -> Layout:
    members: list[Layout] = [
        group("scheme: ", _scheme(api.schemes[credential.scheme], imports)),
        f"option: {quote(credential.argument)}",
    ]
    if credential.environment:
        members.append(f"variable: {quote(credential.environment)}")
    members.append(f"required: {'true' if credential.required else 'false'}")
    return group(f"{literal_key(credential.scheme)}: ", braced(members))


def _scheme(scheme: SecurityScheme, imports: set[Import]) -> Layout:
    match scheme:
        case ApiKeyScheme(location=location, wire=wire):
            function, arguments = f"{location}Key", [quote(wire)]
        case HttpScheme(scheme="basic"):
            function, arguments = "basic", []
        case HttpScheme(word=word):
            function, arguments = "bearer", [] if word == "Bearer" else [quote(word)]
        case OAuth2Scheme():
            url = token_url(scheme)
            function, arguments = ("oauth2", [quote(url)]) if url else ("bearer", [])
        case OpenIdScheme():
            function, arguments = "bearer", []
        case MutualTlsScheme():
            function, arguments = "mutualTls", []
    imports.add(Import("runtime/credentials", function))
    return bracketed(f"{function}(", arguments, ")")


def client_view(api: Api, settings: Settings, names: TypeScriptNames) -> ClientView:
    """The client with all resources."""
    methods = [
        MethodWriter(api.operations[id], api, names, "this").view() for id in api.root_operations
    ]
    imports = {Import("core", f"{names.client}Core")}
    imports |= {one for method in methods for one in method.imports}
    imports |= {child_import(child, names) for child in api.resources}
    return ClientView(
        import_lines(imports, "client"),
        tuple(method.params for method in methods if method.params),
        tuple(method.call for method in methods),
        tuple(comment(f"Client of the {api_title(api.title)}.")),
        names.client,
        tuple(child_view(child, names, "this") for child in api.resources),
        tuple(method.method for method in methods),
        empty=not (api.resources or methods),
    )
