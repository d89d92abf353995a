"""The targets we have, each imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from apiscribe.targets.base import Target

_MODULES = {
    "docs": "apiscribe.targets.docs",
    "go": "apiscribe.targets.go",
    "python": "apiscribe.targets.python",
    "site": "apiscribe.targets.site",
    "typescript": "apiscribe.targets.typescript",
}

_BUILT_ON = {"site": ("docs",)}
"""Targets made of the views and templates of others."""

DEFAULT_TARGETS = ("docs", "python")
"""What an API without `targets` in its settings is generated for."""


class UnknownTargetError(ValueError):
    """There is no target `id`; `known` are those there are."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.known = target_ids()
        super().__init__(f"There is no target {id!r}.")


def target_ids() -> tuple[str, ...]:
    """The ids of all targets, sorted."""
    return tuple(sorted(_MODULES))


def template_folders(id: str) -> tuple[str, ...]:
    """The folders below `templates/` that a target renders from; its own comes first."""
    return (id, *_BUILT_ON.get(id, ()))


def target(id: str) -> Target:
    """The target `id`. Raises `UnknownTargetError`."""
    if id not in _MODULES:
        raise UnknownTargetError(id)
    return cast("Target", import_module(_MODULES[id]).TARGET)
