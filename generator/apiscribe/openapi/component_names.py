"""Component names that OpenAPI does not allow (`Page«Pet»`, `a/b`), made legal."""

from __future__ import annotations

import re
from typing import Any

from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi.origins import Origins
from apiscribe.openapi.pointers import (
    escape,
    fragment,
    from_fragment,
    path_pointer,
    pointer,
    tokens,
)
from apiscribe.openapi.references import references
from apiscribe.openapi.shapes import walk
from apiscribe.openapi.shapes_v3 import COMPONENT_SHAPES, SHAPES

_LEGAL = re.compile(r"[A-Za-z0-9._-]+")
_SCHEMES = "/components/securitySchemes"
_HAVE_OPERATIONS = frozenset(
    {"OpenAPI", "Components", "PathItem", "Operation", "Paths", "Callback"}
)
"""Shapes of what may have operations inside."""


def legalise_component_names(
    data: dict[str, Any], origins: Origins, diagnostics: Diagnostics
) -> None:
    """Rename components whose names break the rule `^[A-Za-z0-9._-]+$`, and what refers to them."""
    renamed: dict[str, str] = {}
    components = data.get("components", {})
    for section in COMPONENT_SHAPES:
        members = components.get(section)
        if not isinstance(members, dict) or all(_LEGAL.fullmatch(name) for name in members):
            continue
        at = pointer("components", section)
        names = _legal_names(list(members))
        for old, new in names.items():
            if old == new:
                continue
            diagnostics.warning(
                "openapi/component-name",
                f"`{old}` is not a legal component name; it becomes `{new}`.",
                origins.place(at + pointer(old)),
                "use letters, digits, `.`, `_` and `-`",
            )
            renamed[at + pointer(old)] = at + pointer(new)
            origins.rename(at, escape(old), escape(new))
        components[section] = {names[name]: value for name, value in members.items()}
    if renamed:
        _rewrite(data, renamed)
    _name_schemes(data, renamed, origins)


def _legal_names(names: list[str]) -> dict[str, str]:
    """Legal names by old ones; legal names stay, others make way for them."""
    legal = {name: name for name in names if _LEGAL.fullmatch(name)}
    taken = set(legal)
    for name in names:
        if name in legal:
            continue
        base = re.sub(r"[^A-Za-z0-9._-]+", "_", name).strip("_") or "unnamed"
        candidate, number = base, 2
        while candidate in taken:
            candidate, number = f"{base}_{number}", number + 1
        legal[name] = candidate
        taken.add(candidate)
    return legal


def _rewrite(data: dict[str, Any], renamed: dict[str, str]) -> None:
    for reference in list(references(data, SHAPES["OpenAPI"], SHAPES["Schema"])):
        text = reference.text
        if not text.startswith("#/components/"):
            continue
        target = from_fragment(text)
        start = "/".join(target.split("/")[:4])
        if start in renamed:
            reference.holder[reference.key] = fragment(renamed[start] + target[len(start) :])


def _name_schemes(data: dict[str, Any], renamed: dict[str, str], origins: Origins) -> None:
    """Security requirements name schemes by the names they have now.

    OpenAPI 3.2 (section 4.30) also lets them refer to a scheme by URI.
    """
    for visit in walk(data, SHAPES["OpenAPI"], only=_HAVE_OPERATIONS):
        requirements = visit.value.get("security")
        if visit.shape.name not in ("OpenAPI", "Operation") or not isinstance(requirements, list):
            continue
        for index, requirement in enumerate(requirements):
            at = path_pointer(((visit.path, "security"), index))
            requirements[index] = {
                _scheme_name(name, renamed, at, origins): scopes
                for name, scopes in requirement.items()
            }


def _scheme_name(name: str, renamed: dict[str, str], at: str, origins: Origins) -> str:
    target = from_fragment(name) if name.startswith(f"#{_SCHEMES}/") else _SCHEMES + pointer(name)
    found = tokens(renamed.get(target, target))[-1]
    if found != name:
        origins.rename(at, escape(name), escape(found))
    return found
