"""A document without the page's prose: no descriptions, no examples, facts alone."""

from __future__ import annotations

from typing import Any

from apiscribe.pages.provenance import Trace, pointer

_PROSE = frozenset(["description", "summary", "examples", "example", "x-enum-descriptions"])
_MAPS = frozenset(
    [
        "paths", "webhooks", "schemas", "properties", "patternProperties", "$defs", "responses",
        "content", "headers", "encoding", "variables", "securitySchemes", "flows", "parameters",
    ]
)  # fmt: skip
"""Members whose own member names are free: a property may be called `description`."""

_VALUES = frozenset(["default", "const", "enum", "security", "required", "x-sdk", "discriminator"])


def omit_prose(document: dict[str, Any], trace: Trace) -> None:
    """Take descriptions, summaries and examples out of `document`, and their lines out of `trace`.

    Names and descriptions of OAuth scopes: the names stay, the descriptions become empty, as the
    format wants one (OpenAPI 3.2, section 4.30).
    """
    gone: list[str] = []
    _omit(document, "", gone, is_map=False)
    for at in list(trace.entries):
        if any(at == place or at.startswith(place + "/") for place in gone):
            del trace.entries[at]


def _omit(node: Any, at: str, gone: list[str], *, is_map: bool) -> None:
    if isinstance(node, list):
        for index, item in enumerate(node):
            _omit(item, at + pointer(index), gone, is_map=False)
        return
    if not isinstance(node, dict):
        return
    for key in list(node):
        here = at + pointer(key)
        if not is_map and key in _PROSE:
            del node[key]
            gone.append(here)
        elif not is_map and key == "scopes" and isinstance(node[key], dict):
            node[key] = dict.fromkeys(node[key], "")
        elif is_map or key not in _VALUES:
            inner_map = not is_map and key in _MAPS and isinstance(node[key], dict)
            _omit(node[key], here, gone, is_map=inner_map)
