"""Imports of a generated module: collected as data, printed sorted and relative."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from apiscribe.targets.python.formatting import LINE_LENGTH

_STANDARD: Final = frozenset(
    [
        "__future__",
        "asyncio",
        "builtins",
        "collections.abc",
        "dataclasses",
        "datetime",
        "decimal",
        "functools",
        "os",
        "typing",
    ]
)


@dataclass(frozen=True, slots=True, order=True)
class Import:
    """`from module import name as alias`; `module` begins with `.` when inside the package.

    A module inside the package is written from the package's root (`.types.chat_completion`).
    An empty `name` imports the module itself.
    """

    module: str
    name: str = ""
    alias: str = ""

    @property
    def bound(self) -> str:
        """The name that the import binds."""
        return self.alias or self.name or self.module


def typing_name(name: str) -> Import:
    """An import from `typing`."""
    return Import("typing", name)


def relative(module: str, here: str) -> str:
    """`module` as it is written in a module of the package `here` (`.types`; `.` is the root)."""
    if not module.startswith("."):
        return module
    package = here.rstrip(".")
    if package and module.startswith(f"{package}."):
        return module[len(package) :]
    return "." * (package.count(".") + 1) + module[1:]


def _group(module: str) -> int:
    if module == "__future__":
        return 0
    if module.startswith("."):
        return 3
    return 1 if module in _STANDARD else 2


def import_lines(
    imports: Iterable[Import], here: str, *, reexport: bool = False, indent: int = 0
) -> list[str]:
    """Import statements of a module in the package `here`, groups parted by an empty line.

    All but the first line of a statement carry `indent` blanks.

    With `reexport` each name is written `X as X`, which type checkers read as public.
    """
    by_module: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for found in imports:
        by_module[found.module].add((found.name, found.alias))
    groups: dict[int, list[str]] = defaultdict(list)
    for module in sorted(by_module, key=lambda m: (m.startswith("."), m)):
        spelled = sorted(by_module[module], key=lambda pair: (_case_key(pair[0]), pair[1]))
        if ("", "") in by_module[module]:
            groups[_group(module)].append(f"import {module}")
        names = [_binding(name, alias, reexport) for name, alias in spelled if name]
        if names:
            text = f"from {relative(module, here)} import {', '.join(names)}"
            if indent + len(text) > LINE_LENGTH:
                margin = " " * indent
                inner = "".join(f"{margin}    {name},\n" for name in names)
                text = f"from {relative(module, here)} import (\n{inner}{margin})"
            groups[_group(module)].append(text)
    lines: list[str] = []
    for number in sorted(groups):
        if lines:
            lines.append("")
        lines.extend(groups[number])
    return lines


def _binding(name: str, alias: str, reexport: bool) -> str:
    if reexport:
        return f"{name} as {alias or name}"
    return f"{name} as {alias}" if alias else name


def _case_key(name: str) -> tuple[int, str]:
    """isort's order: constants, classes, then the rest."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return (kind, name)
