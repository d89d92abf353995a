"""Lists of values and of variants below a declaration of a Stainless text page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from apiscribe.pages.facts import (
    Anything,
    Form,
    MapOf,
    Model,
    Reference,
    Shape,
    Text,
    Union,
    Value,
    Values,
)
from apiscribe.pages.stainless_frames import (
    UnionFrame,
    ValuesFrame,
    covers,
    is_model_head,
    member,
    remainder,
    value_remainder,
)
from apiscribe.pages.stainless_rows import MARKER
from apiscribe.pages.stainless_types import (
    Head,
    Term,
    TermKind,
    TypeText,
    literal_prefix,
    parse_head,
)

if TYPE_CHECKING:
    from apiscribe.pages.stainless_shapes import Descent


def read_values(descent: Descent, text: TypeText, frame: ValuesFrame, line: int) -> Values:
    """A constant or an enum: values listed below, checked against those in the declaration."""
    shown = [term.value for term in text.terms]
    announced = take_marker(descent)
    found: list[Value] = []
    while not frame.complete and not descent.cursor.at_boundary():
        row = descent.cursor.peek()
        assert row is not None
        literal = literal_prefix(row.code)
        pieces = value_remainder(literal[1]) if literal is not None else None
        if literal is None or pieces is None:
            break
        if not announced and literal[0].value not in shown[len(found) : len(found) + 1]:
            break
        if any(_same(v.value, literal[0].value) for v in found):
            descent.cursor.take()
            descent.ledger.refuse(row.line, "a value listed twice")
            descent.cursor.push(row, pieces)
            continue
        descent.take()
        descent.cursor.push(row, pieces)
        frame.read += 1
        found.append(Value(literal[0].value, descent.source(row.line), _value_note(descent)))
    return Values(_checked(descent, text, found, line, announced))


def _same(first: object, second: object) -> bool:
    """Whether two JSON scalars are one value; `1` is not `true`."""
    return type(first) is type(second) and first == second


def _value_note(descent: Descent) -> Text | None:
    """Prose between two values describes the one before it."""
    return descent.notes().description


def take_marker(descent: Descent) -> bool:
    """Take the announcement of values or variants, when it is next."""
    row = descent.cursor.peek()
    if descent.cursor.at_boundary() or row is None:
        return False
    if (marker := MARKER.match(row.code)) is None:
        return False
    descent.cursor.take()
    descent.ledger.drop([row.line], "announcement")
    rest = row.code[marker.end() :]
    descent.cursor.push(row, [rest] if rest else [])
    return True


def _checked(
    descent: Descent, text: TypeText, found: list[Value], line: int, announced: bool
) -> tuple[Value, ...]:
    source = descent.source(line)
    shown = [Value(term.value, source) for term in text.terms]
    if [v.value for v in found[: len(shown)]] != [v.value for v in shown][: len(found)]:
        descent.conflict(
            "The values listed differ from those in the declaration.",
            line,
            "the declaration's values, then the listed ones it lacks",
        )
        listed = {v.value: v for v in found}
        declared = [listed.pop(v.value, v) for v in shown]
        return (*declared, *listed.values())
    if len(found) < text.count and (announced or found or text.more):
        descent.conflict(
            f"The declaration has {text.count} values, but {len(found)} are listed.",
            line,
            "the values that can be read",
        )
    return (*found, *shown[len(found) :])


def read_union(descent: Descent, text: TypeText, frame: UnionFrame, line: int) -> Form:
    """A union, or an array of one: the heads of the variants decide what `array of` binds."""
    depth = text.terms[0].arrays if text.terms else 0
    if not take_marker(descent):
        return _unlisted_union(descent, text, line)
    first = descent.cursor.peek()
    head = parse_head(first.code) if first is not None else None
    first_depth = head.type.terms[0].arrays if head is not None else 0
    variants = read_variants(descent, frame, text.terms)
    if frame.total is not None and frame.covered != frame.total:
        descent.conflict(
            f"The declaration has {frame.total} alternatives, but {frame.covered} follow.",
            line,
            "the alternatives that follow",
        )
    if not variants:
        return _unlisted_union(descent, text, line) if text.terms else Anything()
    return descent.arrays(max(0, depth - first_depth), Union(tuple(variants)), line)


def read_variants(
    descent: Descent,
    frame: UnionFrame,
    terms: Sequence[Term] = (),
    announced: bool = True,
) -> list[Shape]:
    """Variant after variant, each with its children, while `frame` (on top of the stack) wants them.

    `terms` are the alternatives in the declaration of the union. Where nothing announces variants,
    a model that a variant above refers to is shown after it, and is none.
    """
    shown = frozenset(term.value for term in terms if term.kind is TermKind.LITERAL)
    variants: list[Shape] = []
    while not frame.complete and not descent.cursor.at_boundary():
        row = descent.cursor.peek()
        assert row is not None
        head = _glued_scalar(row.code, terms[frame.covered : frame.covered + 1])
        if head is None and member(row.code) is None:
            head = parse_head(row.code)
        if head is None or (pieces := remainder(head.rest)) is None:
            break
        if frame.total is None and head.name and not _room_for(descent, head):
            break
        if not announced and variants and is_referred_to(descent, head):
            break
        descent.take()
        frame.covered += covers(head, shown)
        descent.cursor.push(row, pieces)
        variants.append(_variant(descent, head, row.line))
    return variants


def _glued_scalar(text: str, due: Sequence[Term]) -> Head | None:
    """A scalar variant with the next thing glued to it, which only the declaration tells apart."""
    for term in due:
        rest = text.removeprefix(term.word)
        plain = term.kind is TermKind.SCALAR and not term.arrays and rest != text
        if plain and rest[:1].isalpha() and not rest.startswith("or "):
            return Head("", TypeText((term,)), rest=rest)
    return None


def is_referred_to(descent: Descent, head: Head) -> bool:
    """Whether a head is that of a model which this section names and has not shown."""
    return head.name in descent.named and all(m.name != head.name for m in descent.models)


def read_referred(descent: Descent) -> None:
    """Models after the types of a section that refer to them: what they are is an inference."""
    while not descent.cursor.at_boundary():
        row = descent.cursor.peek()
        assert row is not None
        head = parse_head(row.code)
        if head is None or not is_model_head(row.code) or not is_referred_to(descent, head):
            return
        descent.take()
        descent.cursor.push(row, remainder(head.rest) or [])
        why = f"It stands after a type that refers to {head.name}, and is taken for that model."
        descent.model(head, row.line, why)


def _room_for(descent: Descent, head: Head) -> bool:
    """Whether an uncounted union may take a named variant: at the top it is the next model."""
    return head.name.startswith("UnionMember") or any(
        not frame.complete for frame in descent.frames.stack[:-1]
    )


def _variant(descent: Descent, head: Head, line: int) -> Shape:
    """One variant. A named one is a schema of its own, `UnionMember0` and the like excepted."""
    shape, notes = descent.read(head.type, line)
    described = Shape(shape.form, shape.source, shape.keywords, notes.description)
    if not head.name or head.name.startswith("UnionMember"):
        return described
    descent.models.append(
        Model(
            head.name,
            described,
            descent.source(line),
            scope=descent.scope,
            deprecation=notes.deprecation,
        )
    )
    return Shape(Reference(head.name, descent.scope), descent.source(line))


def _unlisted_union(descent: Descent, text: TypeText, line: int) -> Form:
    """A union whose variants are not listed: the declaration alone tells them."""
    first, others = text.terms[0], text.terms[1:]
    depth = first.arrays if not any(term.arrays for term in others) else 0
    if depth:
        descent.conflict(
            "The declaration can mean an array of a union, or a union with an array.",
            line,
            "an array of a union",
        )
    source = descent.source(line)
    shapes = []
    for term in (replace(first, arrays=first.arrays - depth), *others):
        shapes.append(Shape(descent.form(TypeText((term,)), None, line), source))
    if text.more:
        descent.conflict(
            f"The declaration has {text.count} alternatives, but only {len(text.terms)} are shown.",
            line,
            "the alternatives shown",
        )
    return descent.arrays(depth, Union(tuple(shapes)), line)


def closed_form(descent: Descent, text: TypeText, line: int) -> Form:
    """A type that would have children, without them: what the declaration alone tells."""
    first = text.terms[0]
    if text.is_values:
        values = Values(_checked(descent, text, [], line, announced=False))
        return descent.arrays(first.arrays, values, line)
    if text.count > 1:
        return _unlisted_union(descent, text, line)
    if first.inner is not None:
        value = Shape(closed_form(descent, first.inner, line), descent.source(line))
        return descent.arrays(first.arrays, MapOf(value), line)
    return descent.arrays(first.arrays, descent.unexpanded(first, line), line)
