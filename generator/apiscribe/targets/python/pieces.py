"""Definitions of a `types` package as pieces of text, and what their modules import."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from apiscribe.targets.python.choices import CHOOSE_HELPERS
from apiscribe.targets.python.imports import Import
from apiscribe.targets.python.names import PythonNames
from apiscribe.targets.python.schema import SCALARS

_BUILTINS: Final = frozenset(dir(builtins))
_HELPERS: Final[Mapping[str, frozenset[str]]] = {
    "._runtime.models": frozenset({"Model"}),
    "._runtime.scalars": SCALARS,
    "._runtime.unions": CHOOSE_HELPERS,
    "dataclasses": frozenset({"dataclass", "field"}),
    "typing_extensions": frozenset({"TypeAliasType", "TypedDict"}),
}
"""Modules outside `types` whose names our templates write."""
TYPING: Final = frozenset(
    [
        "Annotated",
        "Any",
        "ClassVar",
        "Literal",
        "NotRequired",
        "Optional",
        "Required",
        "TypeAlias",
        "Union",
    ]
)
"""Names of `typing` that definitions use."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One definition: its name, source (not formatted) and the names it uses."""

    name: str
    text: str
    uses: frozenset[str]


@dataclass(frozen=True, slots=True)
class Generated:
    """What one run gave: pieces in dependency order, and where names from elsewhere come from."""

    pieces: tuple[Piece, ...]
    imports: Mapping[str, Import]


def module_imports(
    pieces: Iterable[Piece],
    generated: Generated,
    homes: Mapping[str, str],
    names: PythonNames,
) -> frozenset[Import]:
    """What a module that holds `pieces` imports; `homes`: class name → module of `types`."""
    held = list(pieces)
    here = {piece.name for piece in held}
    found: set[Import] = set()
    for name in frozenset[str]().union(*(piece.uses for piece in held)) - here:
        if (imported := _origin(name, generated, homes, names)) is not None:
            found.add(imported)
    return frozenset(found)


def _origin(
    name: str, generated: Generated, homes: Mapping[str, str], names: PythonNames
) -> Import | None:
    """Where `name` comes from; `None` for builtins."""
    if name in homes:
        return Import(f".types.{homes[name]}", name)
    if name in generated.imports:
        return generated.imports[name]
    helper = name.lstrip("_")
    alias = name if name != helper else ""
    for module, known in _HELPERS.items():
        if helper in known and names.helper(helper) == name:
            return Import(module, helper, alias)
    if name in TYPING:
        return Import("typing", name)
    if name in _BUILTINS:
        return None
    raise RuntimeError(f"models: nothing defines {name}")
