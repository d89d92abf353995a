"""The modules of the generated `types` folder: one for each component, inline types beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from apiscribe.ir import (
    Alias,
    Anything,
    Api,
    Declaration,
    Enum,
    Field,
    Parameter,
    Presence,
    Record,
    Union,
)
from apiscribe.targets.inner_types import declaration_refs
from apiscribe.targets.typescript.imports import Import, import_lines
from apiscribe.targets.typescript.layout import LINE, Layout, group, indent, print_layout
from apiscribe.targets.typescript.names import TypeScriptNames
from apiscribe.targets.typescript.prose import comment_lines, indented, member_comment
from apiscribe.targets.typescript.text import member_name
from apiscribe.targets.typescript.types import TypeWriter, either, union_layout


@dataclass(frozen=True, slots=True)
class TypeFile:
    """View of `types_module.ts.j2`: a module, its imports and its definitions, ready to print."""

    module: str
    imports: tuple[str, ...]
    definitions: tuple[str, ...]
    exports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypeIndex:
    """View of `types_index.ts.j2`."""

    modules: tuple[str, ...]


def type_files(api: Api, names: TypeScriptNames) -> Iterator[tuple[str, Callable[[], TypeFile]]]:
    """All modules of `types` by name, each with what makes its view."""
    homes: dict[str, list[str]] = {}
    for id, module in names.modules.items():
        homes.setdefault(module, []).append(id)
    for module in sorted(homes):
        yield module, partial(_file, module, homes[module], api, names)


def _file(module: str, ids: list[str], api: Api, names: TypeScriptNames) -> TypeFile:
    here = f"types/{module}"
    writer = TypeWriter(api, names)
    refs = {other for id in ids for other in _named(api.declarations[id], writer)}
    return TypeFile(
        module,
        import_lines((type_import(other, names) for other in refs), here),
        tuple(definition(api.declarations[id], writer) for id in ids),
        tuple(sorted(names.types[id] for id in ids)),
    )


def _named(declaration: Declaration, writer: TypeWriter) -> Iterator[str]:
    """Ids of the declarations that the text names: `unknown` takes the rest of a union with it."""
    match declaration:
        case Union() if "unknown" in writer.union(declaration):
            return
        case Record() if "unknown" in writer.extra(declaration):
            declaration = replace(declaration, extra=Anything())
    yield from declaration_refs(declaration)


def type_import(id: str, names: TypeScriptNames) -> Import:
    """The import of a declaration's type."""
    return Import(f"types/{names.modules[id]}", names.types[id], type_only=True)


def definition(declaration: Declaration, writer: TypeWriter) -> str:
    """The source of one declaration, comment included."""
    name = writer.names.types[declaration.id]
    head = comment_lines(declaration.docs)
    match declaration:
        case Record():
            return "\n".join([*head, *interface(name, declaration, writer)])
        case Enum():
            alternatives = writer.enum(declaration)
        case Union():
            alternatives = writer.union(declaration)
        case Alias():
            alternatives = writer.alias(declaration)
    return "\n".join([*head, alias_text(name, alternatives)])


def alias_text(name: str, alternatives: list[Layout]) -> str:
    """`export type Name = …;`."""
    start = f"export type {name} ="
    if len(alternatives) > 1:
        return print_layout(group(start, indent(LINE, either(alternatives)), ";"))
    only = alternatives[0]
    # A name cannot be broken, so it goes to a line of its own.
    if isinstance(only, str):
        return print_layout(group(start, indent(LINE, only), ";"))
    return print_layout(start, " ", only, ";")


def interface(name: str, record: Record, writer: TypeWriter) -> Iterator[str]:
    """The lines of an interface."""
    lines: list[str] = []
    for field in record.fields:
        lines += member_lines(field, field.name.wire, writer, field.presence is Presence.REQUIRED)
    if extra := writer.extra(record):
        lines += ["  /** Members that are not listed. */"]
        lines.append("  " + print_layout("[key: string]: ", union_layout(extra), ";", level=2))
    yield from braced_lines(f"export interface {name}", lines)


def braced_lines(head: str, lines: list[str]) -> Iterator[str]:
    """`head {`, the lines, `}`."""
    if not lines:
        yield f"{head} {{}}"
        return
    yield f"{head} {{"
    yield from lines
    yield "}"


def member_lines(
    member: Field | Parameter, name: str, writer: TypeWriter, required: bool
) -> list[str]:
    """A member of an interface with its comment."""
    start = f"{member_name(name)}{'' if required else '?'}: "
    text = print_layout(start, writer.layout(member.type), ";", level=2)
    return [*indented(member_comment(member), 2), f"  {text}"]
