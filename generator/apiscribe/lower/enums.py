"""`enum` and `const` → `Enum` declarations and `Const` types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apiscribe.ir import (
    Anything,
    Const,
    Docs,
    Enum,
    EnumValue,
    List,
    Map,
    Name,
    Nothing,
    Ref,
    Scalar,
    ScalarKind,
    Type,
)
from apiscribe.ir.types import ScalarValue
from apiscribe.ir.vocabulary import NO_SCHEMA_WORDS, SchemaWords, schema_words
from apiscribe.lower.context import Context
from apiscribe.lower.docs import type_docs, type_examples
from apiscribe.lower.nodes import Node, Site
from apiscribe.lower.shapes import Shape
from apiscribe.naming import Scope, Words, pascal, snake, split_words

_KIND_NAMES = {
    "string": ScalarKind.STRING,
    "integer": ScalarKind.INTEGER,
    "number": ScalarKind.NUMBER,
    "boolean": ScalarKind.BOOLEAN,
}


def kind_of(value: ScalarValue) -> ScalarKind:
    """The JSON kind of a scalar; a float with a whole value is still a number."""
    if isinstance(value, bool):
        return ScalarKind.BOOLEAN
    if isinstance(value, int):
        return ScalarKind.INTEGER
    return ScalarKind.STRING if isinstance(value, str) else ScalarKind.NUMBER


def words_of(node: Node) -> SchemaWords:
    """The `x-sdk` choices of a schema."""
    extension = node.get("x-sdk")
    return NO_SCHEMA_WORDS if extension is None else schema_words(extension)


def enum_type(ctx: Context, shape: Shape, site: Site) -> Type:
    """An `Enum`; a `Const` for one inline value; a plain boolean for both booleans."""
    node = shape.values_at or shape.nodes[-1]
    values = _plain_values(ctx, shape, node)
    if values is None:
        return _compound(shape.values or [])
    if not values:
        return Nothing()
    if {type(v) for v in values} == {bool}:
        return Scalar(ScalarKind.BOOLEAN) if len(values) == 2 else Const(values[0], is_open(shape))
    if len(values) == 1 and not site.component:
        return Const(values[0], is_open(shape))
    identity = ctx.reserve(site)
    ctx.declarations[identity] = Enum(
        identity,
        Name(site.component, site.words, site.pinned),
        _kinds(shape, values),
        named_values(ctx, node, values),
        is_open(shape),
        type_docs(shape.own),
        type_examples(shape.own),
        place=ctx.place(shape.outer.pointer),
    )
    return Ref(identity)


def is_open(shape: Shape) -> bool:
    """Whether values may be added later: yes, unless `x-sdk` says no."""
    return all(words_of(node).open is not False for node in (shape.outer, *shape.nodes))


def _compound(values: Sequence[Any]) -> Type:
    kinds = {type(value) for value in values if value is not None}
    if kinds == {dict}:
        return Map(Anything())
    return List(Anything()) if kinds == {list} else Anything()


def _plain_values(ctx: Context, shape: Shape, node: Node) -> list[ScalarValue] | None:
    """Values without null and repetitions; `None` when some are objects or arrays."""
    found: list[ScalarValue] = []
    seen: set[tuple[type, Any]] = set()
    for value in shape.values or ():
        if value is None:
            continue
        if not isinstance(value, str | int | float):
            ctx.note(
                "enum-of-compounds",
                "Listed values that are objects or arrays are read as any value of their kind.",
                node.pointer,
            )
            return None
        if (type(value), value) in seen:
            ctx.note("enum-repeats", f"The value {value!r} is listed twice.", node.at("enum"))
            continue
        seen.add((type(value), value))
        found.append(value)
    _check_kinds(ctx, shape, node, found)
    return found


def _check_kinds(ctx: Context, shape: Shape, node: Node, values: Sequence[ScalarValue]) -> None:
    if shape.types is None:
        return
    allowed = {_KIND_NAMES[kind] for kind in shape.types if kind in _KIND_NAMES}
    if ScalarKind.NUMBER in allowed:
        allowed.add(ScalarKind.INTEGER)
    for value in values:
        whole = isinstance(value, float) and value.is_integer()
        if kind_of(value) not in allowed and not (whole and ScalarKind.INTEGER in allowed):
            ctx.warning(
                "enum-value-kind",
                f"The value {value!r} is not of type {' or '.join(sorted(shape.types))}.",
                node.at("enum" if "enum" in (node.schema or {}) else "const"),  # type: ignore[operator]
                "Quote it, or change the type.",
            )


def _kinds(shape: Shape, values: Sequence[ScalarValue]) -> tuple[ScalarKind, ...]:
    kinds = {kind_of(value) for value in values}
    wide = ScalarKind.NUMBER in kinds or (shape.types is not None and "number" in shape.types)
    if wide and ScalarKind.INTEGER in kinds:
        kinds = (kinds - {ScalarKind.INTEGER}) | {ScalarKind.NUMBER}
    return tuple(sorted(kinds, key=list(ScalarKind).index))


def named_values(ctx: Context, node: Node, values: Sequence[ScalarValue]) -> tuple[EnumValue, ...]:
    """Values with words: chosen by `x-sdk`, by `x-enum-varnames`, else from the value itself."""
    original = [value for value in node.get("enum") or () if value is not None]
    pinned = words_of(node).names
    given = _listed(node, ("x-enum-varnames", "x-enumNames", "x-ms-enum-names"), original)
    texts = _listed(node, ("x-enum-descriptions", "x-enumDescriptions"), original)
    entries = []
    for value in values:
        chosen = pinned.get(value_text(value))
        listed = given.get((type(value), value), "")
        entries.append(
            (
                value,
                split_words(chosen or listed) if chosen or listed else value_words(value),
                bool(chosen),
                Docs(description=texts.get((type(value), value), "")),
            )
        )
    return scoped_values(entries)


def scoped_values(
    entries: Sequence[tuple[ScalarValue, Words, bool, Docs]],
) -> tuple[EnumValue, ...]:
    """Enum values whose words differ from each other."""
    scope = Scope(pascal, usual=snake)
    for value, words, pinned, _ in entries:
        scope.add((type(value).__name__, value), value_text(value), words, pinned)
    settled = scope.words()
    return tuple(
        EnumValue(
            value,
            Name(value_text(value), settled[type(value).__name__, value], pinned),
            docs,
        )
        for value, _, pinned, docs in entries
    )


def _listed(
    node: Node, keys: Sequence[str], original: Sequence[Any]
) -> dict[tuple[type, Any], str]:
    """Texts given beside an enum, as a list in the values' order or a map by value."""
    for key in keys:
        given = node.get(key)
        if isinstance(given, dict):
            return {(type(v), v): str(given[t]) for v in original if (t := value_text(v)) in given}
        if isinstance(given, list) and len(given) == len(original):
            return {
                (type(v), v): text.strip()
                for v, text in zip(original, given, strict=True)
                if isinstance(text, str)
            }
    return {}


def value_text(value: ScalarValue) -> str:
    """The value as JSON would write it, strings without their quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def value_words(value: ScalarValue) -> Words:
    """Words for a value: numbers keep their sign (`-1` → minus, 1)."""
    return split_words(value_text(value))
