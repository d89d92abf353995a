"""API → the module with the client classes and everything fixed about them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from apiscribe.config import Credential, Settings
from apiscribe.ir import (
    Api,
    ApiKeyScheme,
    HttpScheme,
    MutualTlsScheme,
    OAuth2Scheme,
    OpenIdScheme,
    SecurityScheme,
    Server,
)
from apiscribe.naming import Scope, snake
from apiscribe.targets.python.docs import describe
from apiscribe.targets.python.imports import Import, import_lines, typing_name
from apiscribe.targets.python.layout import Brackets, Code, call, keyword, lay_out, tuple_of
from apiscribe.targets.python.names import CLIENT_OPTIONS, KEYWORDS, PythonNames
from apiscribe.targets.python.text import DOCSTRING_WIDTH, api_title, docstring, quote, wrap
from apiscribe.targets.python.views.calls import CallView, optional
from apiscribe.targets.python.views.methods import MethodView, argument_lines
from apiscribe.targets.python.views.resources import (
    ChildView,
    RawView,
    child_view,
    group,
    raw_view,
)
from apiscribe.targets.python.views.webhooks import webhooks_attribute


@dataclass(frozen=True, slots=True)
class CredentialView:
    """A credential: its argument, where else it is read from, and what it is for."""

    scheme: str
    argument: str
    environment: str
    required: bool
    docs: str


@dataclass(frozen=True, slots=True)
class ClientClassView:
    """A client class in one of its two forms."""

    name: str
    base: str
    signature: str
    statement: str
    docstring: str
    children: tuple[ChildView, ...]
    methods: tuple[MethodView, ...]
    raw: RawView | None


@dataclass(frozen=True, slots=True)
class ClientView:
    """View of `client.py.j2`."""

    imports: tuple[str, ...]
    deferred: tuple[str, ...]
    constants: tuple[str, ...]
    calls: tuple[CallView, ...]
    configuration: tuple[str, ...]
    classes: tuple[ClientClassView, ...]


def credentials(api: Api, settings: Settings) -> tuple[CredentialView, ...]:
    """One credential per security scheme the operations use, as `sdk.yaml` or its name has it."""
    used = {
        scheme
        for operation in api.operations.values()
        for requirement in operation.security
        for scheme, _ in requirement.schemes
    }
    schemes = [
        scheme
        for id, scheme in api.schemes.items()
        if (id in used or id in settings.credentials) and not isinstance(scheme, MutualTlsScheme)
    ]
    reserved = KEYWORDS | CLIENT_OPTIONS
    scope = Scope(snake, reserved=reserved)
    for scheme in schemes:
        scope.add(scheme.id, scheme.id, scheme.name.words, scheme.name.pinned)
    spelled = scope.spellings()
    found: list[CredentialView] = []
    for scheme in schemes:
        chosen = settings.credentials.get(scheme.id) or Credential(
            argument=spelled[scheme.id], required=False
        )
        found.append(
            CredentialView(
                scheme.id,
                f"{chosen.argument}_" if chosen.argument in reserved else chosen.argument,
                chosen.environment,
                chosen.required,
                _credential_docs(scheme, chosen),
            )
        )
    return tuple(found)


def _credential_docs(scheme: SecurityScheme, chosen: Credential) -> str:
    text = describe(scheme.docs)
    if not text:
        match scheme:
            case ApiKeyScheme(location=location, wire=wire):
                text = f"Sent as the {location} `{wire}`."
            case HttpScheme(scheme="basic"):
                text = "User name and password, as a pair."
            case OAuth2Scheme():
                text = "An access token, or client id and secret as a pair."
            case HttpScheme() | OpenIdScheme() | MutualTlsScheme():
                text = "The token sent in the `Authorization` header."
    if chosen.environment:
        text += f" Read from the environment variable `{chosen.environment}` when not given."
    return text


def _scheme(scheme: SecurityScheme) -> Code:
    match scheme:
        case ApiKeyScheme(location=location, wire=wire):
            return call("ApiKey", quote(location), quote(wire))
        case HttpScheme(scheme="basic"):
            return "Basic()"
        case HttpScheme(scheme=word):
            return "Bearer()" if word == "bearer" else call("Bearer", quote(word.title()))
        case OAuth2Scheme(flows=flows):
            urls = [f.token_url for f in flows if f.kind == "clientCredentials" and f.token_url]
            return call("OAuth2", token_url=quote(urls[0]) if urls else "")
        case OpenIdScheme():
            return "Bearer()"
        case MutualTlsScheme():
            return "MutualTls()"


def _server(server: Server) -> Code:
    variables = tuple_of(
        call(
            "ServerVariable",
            quote(variable.name),
            quote(variable.default),
            tuple_of(quote(value) for value in variable.values),
        )
        for variable in server.variables
    )
    return call("Server", quote(server.url), name=optional(server.name), variables=variables)


def _configuration(
    api: Api, settings: Settings, names: PythonNames, found: tuple[CredentialView, ...]
) -> tuple[str, ...]:
    """The arguments of `Configuration(…)`."""
    client = settings.client
    schemes = Brackets("{", tuple(_entry(id, s) for id, s in api.schemes.items()), "}")
    given = tuple_of(
        call(
            "Credential",
            quote(credential.scheme),
            quote(credential.argument),
            optional(credential.environment),
            required="" if credential.required else "False",
        )
        for credential in found
    )
    texts: dict[str, Code] = {
        "client": quote(names.client),
        "package": quote(names.module),
        "version": "__version__",
        "servers": tuple_of(_server(server) for server in api.servers),
        "base_url_environment": optional(settings.environment.base_url),
        "base_url_reason": optional(client.base_url_reason) if not api.servers else "",
        "log_environment": optional(settings.environment.log),
        "schemes": schemes if schemes.items else "",
        "credentials": given,
        "timeout": repr(client.timeout),
        "connect_timeout": repr(client.connect_timeout),
        "idle_timeout": repr(client.idle_timeout),
        "max_retries": repr(client.max_retries),
    }
    return tuple(lay_out(keyword(name, code), 4, 1) for name, code in texts.items() if code)


def _entry(id: str, scheme: SecurityScheme) -> Code:
    """`"id": Scheme(…)`."""
    found = _scheme(scheme)
    if isinstance(found, str):
        return f"{quote(id)}: {found}"
    return Brackets(f"{quote(id)}: {found.head}", found.items, found.tail)


def _configuration_imports(configuration: tuple[str, ...]) -> set[Import]:
    text = "\n".join(configuration)
    names = ("ApiKey", "Basic", "Bearer", "Credential", "MutualTls", "OAuth2", "Server")
    found = {Import("._runtime", name) for name in names if f"{name}(" in text}
    if "ServerVariable(" in text:
        found.add(Import("._runtime", "ServerVariable"))
    return found


def client_view(api: Api, settings: Settings, names: PythonNames) -> ClientView:
    """The module of both clients."""
    found = credentials(api, settings)
    configuration = _configuration(api, settings, names, found)
    made = group(
        (api.operations[id] for id in api.root_operations),
        len(api.resources),
        api,
        names,
        client="self",
    )
    imports = {
        *made.imports,
        *_configuration_imports(configuration),
        Import("._runtime", "Configuration"),
        Import("._version", "__version__"),
        typing_name("Unpack"),
    }
    deferred: set[Import] = set()
    classes: list[ClientClassView] = []
    for prefix in ("", "Async"):
        children = tuple(_below_client(child_view(child, prefix, names)) for child in api.resources)
        if attribute := webhooks_attribute(api, names):
            children += (ChildView(attribute, "._webhooks", "Webhooks", ""),)
        deferred |= {Import(child.module, child.name) for child in children}
        methods = tuple(m.asynchronous if prefix else m.sync for m in made.methods)
        view = ClientClassView(
            name=f"{prefix}{names.client}",
            base="AsyncClient" if prefix else "SyncClient",
            signature=_init(found, prefix),
            statement=_super_init(found),
            docstring=_client_docstring(api, found, bool(prefix)),
            children=children,
            methods=methods,
            raw=None,
        )
        if methods:
            wrapper = "async_raw" if prefix else "raw"
            view = replace(view, raw=raw_view(view.name, "client", methods, wrapper))
        imports |= {Import("._runtime", view.base), Import("._runtime", f"{prefix}ClientOptions")}
        if found:
            imports.add(Import("._runtime", f"{prefix}CredentialValue"))
        classes.append(view)
    if deferred:
        imports |= {typing_name("TYPE_CHECKING"), Import("functools", "cached_property")}
    return ClientView(
        imports=tuple(import_lines(imports, ".")),
        deferred=tuple(import_lines(deferred, ".", indent=4)),
        constants=made.constants,
        calls=tuple(method.call for method in made.methods),
        configuration=configuration,
        classes=tuple(classes),
    )


def _init(found: tuple[CredentialView, ...], prefix: str) -> str:
    """The `def` line of `__init__`."""
    value = f"{prefix}CredentialValue | None = None"
    arguments = ["self", "*", *(f"{credential.argument}: {value}" for credential in found)]
    if not found:
        arguments.remove("*")
    arguments.append(f"**options: Unpack[{prefix}ClientOptions]")
    return lay_out(Brackets("def __init__(", tuple(arguments), ") -> None:"), 4)


def _super_init(found: tuple[CredentialView, ...]) -> str:
    """The call of the base class."""
    entries = tuple(f"{quote(credential.scheme)}: {credential.argument}" for credential in found)
    given = Brackets("{", entries, "}")
    return lay_out(Brackets("super().__init__(", ("CONFIGURATION", given, "options"), ")"), 8)


def _below_client(child: ChildView) -> ChildView:
    return replace(child, module=f".resources{child.module}", client="self")


def _client_docstring(api: Api, found: tuple[CredentialView, ...], asynchronous: bool) -> str:
    """What the client is for and its credentials; its options are documented where they are typed."""
    width = DOCSTRING_WIDTH - 4
    kind = "Asynchronous client" if asynchronous else "Client"
    lines = wrap(f"{kind} of the {api_title(api.title)}.", width)
    text = "Keep one and close it, or use it as a context manager: it holds a connection pool."
    lines += ["", *wrap(text, width), "", "Args:"]
    for credential in found:
        lines += argument_lines(credential.argument, credential.docs, width)
    named = [server.name for server in api.servers if server.name]
    options = "base_url, timeout, max_retries, default_headers, strict… (see `ClientOptions`)."
    if len(named) > 1:
        options += f" `server` is one of {', '.join(f'`{name}`' for name in named)}."
    lines += argument_lines("**options", options, width)
    return docstring(lines, 4)
