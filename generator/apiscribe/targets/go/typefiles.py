"""Declarations of the IR as Go declarations: structs, unions, open enums, aliases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from apiscribe.ir import (
    Access,
    Alias,
    Declaration,
    Docs,
    Enum,
    Field,
    FieldIn,
    FieldIs,
    HasField,
    ItemsAre,
    KindIs,
    Parameter,
    Presence,
    Record,
    Rule,
    Test,
    Union,
    ValueIn,
)
from apiscribe.targets.go.files import GoFile, go_file
from apiscribe.targets.go.layout import Row, align_rows
from apiscribe.targets.go.text import comment, quote, scalar_text, with_name
from apiscribe.targets.go.types import TypeWriter
from apiscribe.targets.prose import describe, describe_member

_LINE: Final = 100
"""Columns of a condition that stays on one line."""

_Apart: TypeAlias = KindIs | FieldIn | FieldIs | ValueIn | ItemsAre
"""Tests that are written one by one."""


def docs_text(docs: Docs) -> str:
    """Prose with Go's own form of a deprecation at its end."""
    text = describe(replace(docs, deprecated=False, deprecation=""))
    if not docs.deprecated:
        return text
    said = docs.deprecation.strip() or "it is on its way out."
    return f"{text}\n\nDeprecated: {said}".strip()


def member_docs(member: Field | Parameter) -> str:
    """What a field is, with its limits and the value the server takes by default."""
    docs = member.docs
    text = describe_member(replace(member, docs=replace(docs, deprecated=False, deprecation="")))
    if not docs.deprecated:
        return text
    said = docs.deprecation.strip() or "it is on its way out."
    return f"{text}\n\nDeprecated: {said}".strip()


def struct_text(name: str, head: Iterable[str], rows: Iterable[Row]) -> str:
    """`type Name struct { … }` with its comment."""
    lines = align_rows(rows)
    if not lines:
        return "\n".join([*head, f"type {name} struct{{}}"])
    return "\n".join([*head, f"type {name} struct {{", *lines, "}"])


def type_files(writer: TypeWriter) -> Iterator[tuple[str, GoFile]]:
    """Stem and content of each file of declarations."""
    names, api = writer.names, writer.api
    homes: dict[str, list[str]] = {}
    for id in names.types:
        homes.setdefault(names.files[id], []).append(id)
    packages = {"core": f"{names.module}/core"}
    for stem, ids in sorted(homes.items()):
        definitions = [definition(api.declarations[id], writer) for id in ids]
        yield stem, go_file(names.package, definitions, packages)


def definition(declaration: Declaration, writer: TypeWriter) -> str:
    """The source of one declaration, comment included."""
    match declaration:
        case Record():
            return _record(declaration, writer)
        case Enum():
            return _enum(declaration, writer)
        case Union():
            return _union(declaration, writer)
        case Alias():
            name = writer.names.types[declaration.id]
            mark = " " if writer.is_recursive_alias(declaration) else " = "
            head = _head(name, declaration, "is a value of the API.")
            return "\n".join([*head, f"type {name}{mark}{writer.text(declaration.type)}"])


def _head(name: str, declaration: Declaration, otherwise: str) -> list[str]:
    return comment(with_name(name, docs_text(declaration.docs), otherwise))


def _record(record: Record, writer: TypeWriter) -> str:
    names = writer.names
    name, fields = names.types[record.id], names.fields[record.id]
    rows: list[Row] = []
    members: list[str] = []
    for field in record.fields:
        required = field.presence is Presence.REQUIRED
        slot = writer.field_slot(record, field.type, required)
        spelled = fields[field.name.wire]
        text = member_docs(field)
        if field.access is Access.READ and "read" not in text.lower():
            text = f"{text} Only in answers.".strip()
        rows.append(Row(tuple(comment(text, 1)), (spelled, slot.type)))
        members.append(f"\t\t{slot.member(quote(field.name.wire), f'r.{spelled}')},")
    rows.append(
        Row(("// Unlisted holds members that have no field here.",), ("Unlisted", "core.Unlisted"))
    )
    head = _head(name, record, "is an object of the API.")
    return "\n\n".join([struct_text(name, head, rows), *_record_methods(name, members)])


def _record_methods(name: str, members: list[str]) -> Iterator[str]:
    lines = ["\treturn []core.Member{", *members, "\t}"] if members else ["\treturn nil"]
    yield "\n".join([f"func (r *{name}) members() []core.Member {{", *lines, "}"])
    yield "\n".join(
        [
            "// MarshalJSON writes the object, members without a field included.",
            f"func (r {name}) MarshalJSON() ([]byte, error) {{",
            "\treturn core.EncodeObject(r.Unlisted, r.members())",
            "}",
        ]
    )
    yield "\n".join(
        [
            "// UnmarshalJSON reads the object; what fits no field goes to Unlisted.",
            f"func (r *{name}) UnmarshalJSON(data []byte) error {{",
            f"\t*r = {name}{{}}",
            "\treturn core.DecodeObject(data, &r.Unlisted, r.members())",
            "}",
        ]
    )


def _enum(enum: Enum, writer: TypeWriter) -> str:
    name = writer.names.types[enum.id]
    kind = writer.enum_kind(enum)
    head = _head(name, enum, "is one of some values.")
    if kind == "any":
        return "\n".join([*head, f"type {name} = any"])
    rows = [
        Row(
            tuple(comment(docs_text(value.docs), 1)),
            (spelled, name, f"= {scalar_text(value.value)}"),
        )
        for value, spelled in zip(enum.values, writer.names.values[enum.id], strict=True)
    ]
    if not rows:
        return "\n".join([*head, f"type {name} {kind}"])
    note = [f"// Values of {name}" + ("; servers may send others." if enum.open else ".")]
    block = "\n".join([*note, "const (", *align_rows(rows), ")"])
    return "\n".join([*head, f"type {name} {kind}"]) + f"\n\n{block}"


def _union(union: Union, writer: TypeWriter) -> str:
    names = writer.names
    name, fields = names.types[union.id], names.fields[union.id]
    rows: list[Row] = []
    variants: list[str] = []
    for index, variant in enumerate(union.variants):
        spelled = fields[str(index)]
        text = docs_text(variant.docs)
        rows.append(Row(tuple(comment(text, 1)), (spelled, f"*{writer.text(variant.type)}")))
        variants.append(f"\t\tcore.VariantOf({quote(spelled)}, &u.{spelled}),")
    rows.append(Row((), ("raw", "json.RawMessage")))
    head = _head(name, union, "is one of several types.")
    head += ["//", "// One field is set, none where the value is of a type not known here."]
    return "\n\n".join(
        [
            struct_text(name, head, rows),
            "\n".join(
                [
                    f"func (u *{name}) variants() []core.Variant {{",
                    "\treturn []core.Variant{",
                    *variants,
                    "\t}",
                    "}",
                ]
            ),
            *_union_methods(name),
            "\n".join(
                [
                    "// UnmarshalJSON reads the value into the field of its type.",
                    f"func (u *{name}) UnmarshalJSON(data []byte) error {{",
                    *_choice(union.choose.rules),
                    "\tu.Choose(data, chosen)",
                    "\treturn nil",
                    "}",
                ]
            ),
        ]
    )


def _union_methods(name: str) -> Iterator[str]:
    yield "\n".join(
        [
            '// Variant names the field that is set, "" for none.',
            f"func (u {name}) Variant() string {{",
            "\treturn core.VariantName(u.variants())",
            "}",
        ]
    )
    yield "\n".join(
        [
            "// String gives the value as JSON text.",
            f"func (u {name}) String() string {{",
            "\treturn core.UnionText(u.raw, u.variants())",
            "}",
        ]
    )
    yield "\n".join(
        [
            "// Raw gives the value as it was received.",
            f"func (u {name}) Raw() json.RawMessage {{",
            "\treturn u.raw",
            "}",
        ]
    )
    yield "\n".join(
        [
            "// Choose reads a value into one of the fields, counted from 0; into none of them",
            "// where chosen is negative.",
            f"func (u *{name}) Choose(data []byte, chosen int) {{",
            f"\t*u = {name}{{}}",
            "\tcore.DecodeUnion(data, &u.raw, chosen, u.variants())",
            "}",
        ]
    )
    yield "\n".join(
        [
            "// MarshalJSON writes the field that is set, else what was received.",
            f"func (u {name}) MarshalJSON() ([]byte, error) {{",
            "\treturn core.EncodeUnion(u.raw, u.variants())",
            "}",
        ]
    )


def _choice(rules: tuple[Rule, ...]) -> Iterator[str]:
    """The decision list as a switch: the first case that holds is taken."""
    if not rules:
        yield "\tchosen := -1"
        return
    tested = [rule for rule in rules if rule.tests]
    if tested:
        yield "\tvalue := core.Inspect(data)"
    yield "\tchosen := -1"
    yield "\tswitch {"
    for rule in rules:
        condition = _condition(rule.tests, "value", 1)
        yield f"\tcase {condition}:" if condition else "\tdefault:"
        yield f"\t\tchosen = {rule.variant}"
        if not condition:
            break
    yield "\t}"


def _condition(tests: Sequence[Test], value: str, depth: int) -> str:
    """All tests in one condition; members that have to be there are asked for in one call."""
    names = [test.field for test in tests if isinstance(test, HasField)]
    parts: list[str] = []
    for test in tests:
        if not isinstance(test, HasField):
            parts.append(_test(test, value, depth))
        elif test.field == names[0]:
            parts.append(_has(names, value, depth))
    return " && ".join(parts)


def _has(names: Sequence[str], value: str, depth: int) -> str:
    """One line where it is short, else a name a line, as gofmt leaves it."""
    given = list(map(quote, names))
    line = f"{value}.Has({', '.join(given)})"
    if len(line) <= _LINE:
        return line
    tabs = "\t" * depth
    return f"{value}.Has(\n" + "".join(f"{tabs}\t{name},\n" for name in given) + f"{tabs})"


def _test(test: _Apart, value: str, depth: int) -> str:
    match test:
        case KindIs(kinds):
            return f"{value}.Is({', '.join(quote(kind.value) for kind in kinds)})"
        case FieldIn(field, values):
            return f"{value}.FieldIn({', '.join([quote(field), *map(scalar_text, values)])})"
        case FieldIs(field, kinds):
            given = [quote(field), *(quote(kind.value) for kind in kinds)]
            return f"{value}.FieldIs({', '.join(given)})"
        case ValueIn(values):
            return f"{value}.In({', '.join(map(scalar_text, values))})"
        case ItemsAre(tests):
            inner = _condition(tests, "item", depth + 1) or "true"
            tabs = "\t" * depth
            body = f"{tabs}\treturn {inner}\n{tabs}"
            return f"{value}.Items(func(item core.Value) bool {{\n{body}}})"
