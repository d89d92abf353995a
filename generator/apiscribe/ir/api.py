"""The whole API, ready for targets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from apiscribe.diagnostics import Place
from apiscribe.ir.basics import Docs, Link, Name
from apiscribe.ir.declarations import Declaration
from apiscribe.ir.operations import Operation
from apiscribe.ir.security import SecurityRequirement, SecurityScheme
from apiscribe.ir.servers import Server
from apiscribe.ir.types import Type


@dataclass(frozen=True, slots=True)
class Contact:
    """Who to ask."""

    name: str = ""
    url: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True)
class License:
    """The API's licence (not the SDK's)."""

    name: str
    url: str = ""
    identifier: str = ""


@dataclass(frozen=True, slots=True)
class Tag:
    """A group of operations, for docs."""

    name: str
    docs: Docs = Docs()
    parent: str = ""


@dataclass(frozen=True, slots=True)
class Resource:
    """A node of the resource tree: `client.chat.completions`. `operations` are operation ids."""

    name: Name
    path: tuple[Name, ...]
    operations: tuple[str, ...]
    children: tuple[Resource, ...] = ()
    docs: Docs = Docs()


@dataclass(frozen=True, slots=True)
class Webhook:
    """A call the API makes to its user; `payload` is `None` when it has no body.

    `operation` is the id of the operation whose callback this is ("" for a webhook), and
    `expression` the runtime expression of the URL it calls (OpenAPI 3.2, section 4.20).
    """

    id: str
    name: Name
    payload: Type | None
    verb: str = "POST"
    operation: str = ""
    expression: str = ""
    docs: Docs = Docs()
    place: Place = Place("")


@dataclass(frozen=True, slots=True)
class Api:
    """An API. `declarations` is keyed by id, in document order; `resources` is the root's children.

    `root_operations` are the ids of operations that stand on the client itself.
    """

    title: str
    version: str
    docs: Docs
    servers: tuple[Server, ...]
    declarations: Mapping[str, Declaration]
    operations: Mapping[str, Operation]
    resources: tuple[Resource, ...] = ()
    root_operations: tuple[str, ...] = ()
    schemes: Mapping[str, SecurityScheme] = field(default_factory=dict)
    security: tuple[SecurityRequirement, ...] = ()
    webhooks: tuple[Webhook, ...] = ()
    tags: tuple[Tag, ...] = ()
    contact: Contact | None = None
    license: License | None = None
    terms: str = ""
    link: Link | None = None
