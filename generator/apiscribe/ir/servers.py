"""Servers: base URLs and their variables (OpenAPI 3.2, sections 4.5 and 4.6)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServerVariable:
    """A `{name}` in a server URL; `values` is empty when any value goes."""

    name: str
    default: str
    values: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True)
class Server:
    """A base URL (template). `name` is OpenAPI 3.2's server name, "" if none."""

    url: str
    name: str = ""
    description: str = ""
    variables: tuple[ServerVariable, ...] = ()
