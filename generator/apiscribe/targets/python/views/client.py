"""API → the module with the client classes and everything fixed about them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from apiscribe.config import Settings
from apiscribe.ir import Api
from apiscribe.targets.credentials import CredentialView
from apiscribe.targets.python.imports import Import, import_lines, typing_name
from apiscribe.targets.python.layout import Brackets, lay_out
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.text import DOCSTRING_WIDTH, docstring, quote
from apiscribe.targets.python.views.calls import CallView
from apiscribe.targets.python.views.configuration import (
    configuration_arguments,
    configuration_imports,
    credentials,
)
from apiscribe.targets.python.views.methods import MethodView, argument_lines
from apiscribe.targets.python.views.resources import ChildView, RawView, child_view, group, raw_view
from apiscribe.targets.python.views.webhooks import webhooks_attribute
from apiscribe.targets.text import api_title, wrap


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
    """View of `client.py.j2`; `deprecated`: the module has methods that its users shall leave."""

    deprecated: bool
    imports: tuple[str, ...]
    deferred: tuple[str, ...]
    constants: tuple[str, ...]
    calls: tuple[CallView, ...]
    configuration: tuple[str, ...]
    classes: tuple[ClientClassView, ...]


def _class(
    api: Api,
    found: tuple[CredentialView, ...],
    prefix: str,
    names: PythonNames,
    children: tuple[ChildView, ...],
    methods: tuple[MethodView, ...],
) -> ClientClassView:
    """One of the two classes; `prefix` is `Async` for the other one."""
    name = f"{prefix}{names.client}"
    wrapper = "async_raw" if prefix else "raw"
    return ClientClassView(
        name=name,
        base="AsyncClient" if prefix else "SyncClient",
        signature=_init(found, prefix),
        statement=_super_init(found),
        docstring=_client_docstring(api, found, bool(prefix)),
        children=children,
        methods=methods,
        raw=raw_view(name, "client", methods, wrapper) if methods else None,
    )


def client_view(api: Api, settings: Settings, names: PythonNames) -> ClientView:
    """The module of both clients."""
    found = credentials(api, settings)
    configuration = configuration_arguments(api, settings, names, found)
    made = group(
        (api.operations[id] for id in api.root_operations),
        len(api.resources),
        api,
        names,
        client="self",
    )
    imports = {
        *made.imports,
        *configuration_imports(configuration),
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
        view = _class(api, found, prefix, names, children, methods)
        imports |= {Import("._runtime", view.base), Import("._runtime", f"{prefix}ClientOptions")}
        if found:
            imports.add(Import("._runtime", f"{prefix}CredentialValue"))
        classes.append(view)
    if deferred:
        imports |= {typing_name("TYPE_CHECKING"), Import("functools", "cached_property")}
    return ClientView(
        deprecated=made.deprecated,
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
