"""API → the client with what is fixed about it, and the file that lends the runtime's names."""

from __future__ import annotations

from collections.abc import Iterator

from apiscribe.config import Settings
from apiscribe.ir import (
    Api,
    ApiKeyScheme,
    HttpScheme,
    MutualTlsScheme,
    OAuth2Scheme,
    OpenIdScheme,
    SecurityScheme,
)
from apiscribe.targets.credentials import CredentialView, credential_views, token_url
from apiscribe.targets.go.files import GoFile, go_file
from apiscribe.targets.go.layout import Layout, Row, keyed, listed, print_layout
from apiscribe.targets.go.methods import MethodWriter
from apiscribe.targets.go.names import GoNames
from apiscribe.targets.go.resources import child_lines, child_rows
from apiscribe.targets.go.text import comment, quote
from apiscribe.targets.go.typefiles import struct_text
from apiscribe.targets.text import api_title, one_line


def credentials(api: Api, settings: Settings, names: GoNames) -> tuple[CredentialView, ...]:
    """One credential per security scheme the operations use, by the option that gives it."""
    return credential_views(api, settings, names.credentials, "joined by a colon")


def client_file(api: Api, settings: Settings, names: GoNames) -> GoFile:
    """`client.go`."""
    title = api_title(api.title)
    found = credentials(api, settings, names)
    rows = [*child_rows(api.resources, names), Row((), ("client", "*core.Client"))]
    definitions = [
        "\n".join(
            [
                "// Version is that of this package.",
                f"const Version = {quote(settings.client.version)}",
            ]
        ),
        f"var config = {_config(api, settings, names, found)}",
        struct_text("Client", comment(f"Client makes calls of the {title}."), rows),
        *_makers(api, names),
        *(_credential_option(one, names) for one in found),
    ]
    for id in api.root_operations:
        definitions += MethodWriter(api.operations[id], api, names, "Client").definitions()
    about = one_line(api.docs.summary or api.docs.description)
    head = comment(
        f"Package {names.package} is a client of the {title}." + (f"\n\n{about}" if about else "")
    )
    return go_file(names.package, definitions, {"core": f"{names.module}/core"}, head)


def _makers(api: Api, names: GoNames) -> Iterator[str]:
    lines = child_lines(api.resources, names, "result", "client")
    failing = ["\tif err != nil {", "\t\treturn nil, err", "\t}", "\treturn newClient(client), nil"]
    yield _function(
        "NewClient(opts ...core.Option) (*Client, error)",
        ["\tclient, err := core.NewClient(config, opts)", *failing],
        "NewClient makes a client. What it lacks and neither an option nor the environment"
        " gives is an error.",
    )
    made = ["\tresult := &Client{client: client}", *lines, "\treturn result"]
    yield _function(
        "newClient(client *core.Client) *Client",
        made if lines else ["\treturn &Client{client: client}"],
    )
    yield _function(
        "(s *Client) With(opts ...core.Option) (*Client, error)",
        ["\tclient, err := s.client.With(opts)", *failing],
        "With makes a client like this one but for some options.",
    )
    yield _function(
        "(s *Client) BaseURL() string",
        ["\treturn s.client.BaseURL()"],
        "BaseURL is where calls go.",
    )
    yield _function(
        "(s *Client) Request("
        "ctx context.Context, method, path string, body, result any, opts ...core.Option) error",
        ["\treturn s.client.Request(ctx, method, path, body, result, opts...)"],
        "Request makes a call that has no method of its own. body is sent as JSON unless it is"
        " nil; the answer is read into result unless that is nil.",
    )


def _function(head: str, lines: list[str], docs: str = "") -> str:
    return "\n".join([*comment(docs), f"func {head} {{", *lines, "}"])


def _credential_option(credential: CredentialView, names: GoNames) -> str:
    head = comment(f"{credential.argument} gives a credential. {credential.docs}")
    return "\n".join(
        [
            *head,
            f"func {credential.argument}(secret string) core.Option {{",
            f"\treturn core.WithSecret({quote(credential.scheme)}, core.Fixed(secret))",
            "}",
        ]
    )


def _config(api: Api, settings: Settings, names: GoNames, found: tuple[CredentialView, ...]) -> str:
    client = settings.client
    members: list[tuple[str, Layout]] = [("Name", quote(names.package)), ("Version", "Version")]
    servers: dict[str, str] = {}
    for index, server in enumerate(api.servers):
        if "://" in server.url:
            servers.setdefault(server.name or f"server{index + 1}", server.url)
    if servers:
        one = [
            keyed("", [("Name", quote(name)), ("URL", quote(url))]) for name, url in servers.items()
        ]
        members.append(("Servers", listed("[]core.Server", one)))
    variables = {v.name: v.default for server in api.servers for v in server.variables}
    if variables:
        pairs: list[tuple[str, Layout]] = [(quote(n), quote(v)) for n, v in variables.items()]
        members.append(("ServerVariables", keyed("map[string]string", pairs)))
    if settings.environment.base_url:
        members.append(("BaseURLVariable", quote(settings.environment.base_url)))
    if client.base_url_reason and not api.servers:
        members.append(("BaseURLReason", quote(client.base_url_reason.strip())))
    if settings.environment.log:
        members.append(("LogVariable", quote(settings.environment.log)))
    if found:
        given = [_credential(one, api) for one in found]
        members.append(("Credentials", listed("[]core.Credential", given, broken=True)))
    members += [
        ("Timeout", _duration(client.timeout)),
        ("IdleTimeout", _duration(client.idle_timeout)),
    ]
    if client.max_retries:
        members.append(("MaxRetries", str(client.max_retries)))
    return print_layout(keyed("&core.Config", members, broken=True))


def _duration(seconds: float) -> str:
    if seconds == int(seconds):
        return f"{int(seconds)} * time.Second"
    return f"{round(seconds * 1000)} * time.Millisecond"


def _credential(credential: CredentialView, api: Api) -> Layout:
    kind, name = _scheme(api.schemes[credential.scheme])
    members: list[tuple[str, Layout]] = [("ID", quote(credential.scheme)), ("Kind", quote(kind))]
    if name:
        members.append(("Name", quote(name)))
    members.append(("Option", quote(credential.argument)))
    if credential.environment:
        members.append(("Variable", quote(credential.environment)))
    if credential.required:
        members.append(("Required", "true"))
    return keyed("", members)


def _scheme(scheme: SecurityScheme) -> tuple[str, str]:
    match scheme:
        case ApiKeyScheme(location=location, wire=wire):
            return location, wire
        case HttpScheme(scheme="basic"):
            return "basic", ""
        case HttpScheme(word=word):
            return "bearer", word
        case OAuth2Scheme():
            return "oauth2", token_url(scheme)
        case OpenIdScheme():
            return "bearer", "Bearer"
        case MutualTlsScheme():
            return "none", ""
