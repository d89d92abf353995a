"""Import statements, sorted and laid out."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from apiscribe.targets.typescript.layout import (
    LINE,
    IfBroken,
    group,
    indent,
    print_layout,
    separated,
)


@dataclass(frozen=True, slots=True, order=True)
class Import:
    """`name` from a module below `src` (`runtime/client`); erased at run time when `type_only`."""

    module: str
    name: str
    type_only: bool = False


def import_lines(imports: Iterable[Import], here: PurePosixPath | str) -> tuple[str, ...]:
    """The statements of a module at `here` (below `src`, without ending)."""
    modules: dict[str, dict[str, bool]] = {}
    for one in sorted(set(imports)):
        if one.module != str(here):
            names = modules.setdefault(one.module, {})
            names[one.name] = names.get(one.name, True) and one.type_only
    return tuple(_import(names, relative(module, here)) for module, names in modules.items())


def _import(names: Mapping[str, bool], source: str) -> str:
    """Name → whether it is a type alone."""
    if all(names.values()):
        return statement("import type", list(names), source)
    given = [f"type {name}" if type_only else name for name, type_only in names.items()]
    return statement("import", given, source)


def export_line(names: Iterable[str], module: str, here: str, *, type_only: bool = False) -> str:
    """`export { a, b } from "./module.js";`."""
    word = "export type" if type_only else "export"
    return statement(word, sorted(names), relative(module, here))


def statement(word: str, names: list[str], source: str) -> str:
    """`import { a, b } from "…";`, laid out."""
    tail = f' from "{source}";'
    # A single name is never broken over lines.
    if len(names) == 1:
        return f"{word} {{ {names[0]} }}{tail}"
    inner = indent(LINE, *separated(names), IfBroken((",",)))
    return print_layout(group(f"{word} {{", inner, LINE, "}"), tail)


def relative(module: str, here: PurePosixPath | str) -> str:
    """`../runtime/client.js`."""
    found = posixpath.relpath(module, posixpath.dirname(str(here)) or ".")
    return f"{found}.js" if found.startswith(".") else f"./{found}.js"
