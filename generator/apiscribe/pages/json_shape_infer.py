"""Shapes read off examples: they fill gaps, marked inferred, and overrule nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from apiscribe.pages.facts import (
    Anything,
    Certainty,
    Conflict,
    Field,
    Form,
    Kind,
    ListOf,
    MapOf,
    Object,
    Presence,
    Scalar,
    Shape,
    Source,
    Union,
    Value,
    Values,
)
from apiscribe.pages.json_shape_bullets import Path
from apiscribe.pages.json_shape_parser import ArrayNode, Choice, Literal, Node, ObjectNode, Word
from apiscribe.pages.json_shape_shapes import kind_of, same_form, with_null
from apiscribe.pages.page import PageSource

_WHOLE_NAMES = re.compile(
    r"(^|_)(id|index|idx|count|total|size|limit|offset|page|position|number|created|updated|status"
    r"|timestamp|tokens|length|year|ms|seconds|version|px|flags|level|port)$|_at$"
    r"|[a-z0-9](?:Id|Index|Count|Total|Size|Limit|Offset|Page|Position|Number|Tokens|Length|Version)$"
)
"""Names whose whole numbers are counts, places or Unix times; others may well be fractions."""


def as_shown(node: Node) -> Node:
    """What a value is in an example, where a word stands for itself (compare `json_of`)."""
    match node:
        case Word(word=word, line=line):
            return Literal(word, line)
        case Choice(alternatives=alternatives):
            return as_shown(alternatives[0])
        case _:
            return node


@dataclass(frozen=True, slots=True)
class Stated:
    """What a stated shape says about its members, by path and by name.

    A name is known only when every member of that name has the same type.
    """

    by_path: Mapping[Path, Shape]
    by_name: Mapping[str, Shape]

    def of(self, path: Path) -> Shape | None:
        """The stated type of the member at `path`, else of the member of that name."""
        if path in self.by_path:
            return self.by_path[path]
        return self.by_name.get(path[-1]) if path else None


def stated_members(shape: Shape | None) -> Stated:
    """Index the members of a stated shape (`None`: nothing is stated)."""
    by_path: dict[Path, Shape] = {}
    by_name: dict[str, Shape | None] = {}
    for path, member in _members(shape, ()) if shape else ():
        by_path.setdefault(path, member)
        earlier = by_name.setdefault(path[-1], member)
        if earlier is not None and not same_form(earlier, member):
            by_name[path[-1]] = None
    return Stated(by_path, {name: shape for name, shape in by_name.items() if shape})


def _members(shape: Shape, path: Path) -> Iterator[tuple[Path, Shape]]:
    match shape.form:
        case Object(fields=fields):
            for each in fields:
                yield (*path, each.name), each.shape
                yield from _members(each.shape, (*path, each.name))
        case ListOf(item=inner) | MapOf(value=inner):
            yield from _members(inner, path)
        case Union(variants=variants):
            for variant in variants:
                yield from _members(variant, path)


@dataclass(slots=True)
class Inference:
    """Reads one shape off the values of one or more examples.

    `stated` is what the page's skeletons say about members of the same names.
    """

    page: PageSource
    stated: Stated
    conflicts: list[Conflict] = field(default_factory=list)

    def shape(self, nodes: Sequence[Node], path: Path = ()) -> Shape:
        """The narrowest shape that all of `nodes` fit, null apart."""
        nodes = [as_shown(node) for node in nodes]
        nulls = [node for node in nodes if _is_null(node)]
        rest = [node for node in nodes if not _is_null(node)]
        if not rest:
            return self._only_null(nodes, path)
        objects = [node for node in rest if isinstance(node, ObjectNode)]
        arrays = [node for node in rest if isinstance(node, ArrayNode)]
        scalars = [node for node in rest if isinstance(node, Literal)]
        variants = []
        if objects:
            variants.append(self._object(objects, path))
        if arrays:
            items = [item for array in arrays for item in array.items]
            source = self._source(arrays, "The examples show a list.")
            item = self.shape(items, path) if items else Shape(Anything(), source)
            variants.append(Shape(ListOf(item), source))
        if scalars:
            variants.append(self._scalar(scalars, path))
        shape = variants[0]
        if len(variants) > 1:
            source = self._source(rest, "The examples show values of several kinds.")
            shape = Shape(Union(tuple(variants)), source)
        return self._or_null(shape, nodes, nulls) if nulls else shape

    def _or_null(self, shape: Shape, nodes: Sequence[Node], nulls: Sequence[Node]) -> Shape:
        """`shape` or null, as some of the examples show null."""
        why = "An example shows null."
        whole = self._source(nodes, f"{shape.source.reason} {why}")
        return replace(with_null(shape, self._source(nulls, why)), source=whole)

    def _source(self, nodes: Sequence[Node], reason: str) -> Source:
        lines = [node.line for node in nodes]
        ends = [getattr(node, "end_line", node.line) for node in nodes]
        return Source(self.page.span(min(lines), max(ends)), Certainty.INFERRED, reason)

    def _only_null(self, nodes: Sequence[Node], path: Path) -> Shape:
        stated = self.stated.of(path)
        if stated is None or not nodes:
            reason = "Every example shows null, so the type is not known."
            return Shape(Anything(), self._source(nodes, reason))
        reason = f"The stated shape gives the type of {path[-1]}."
        shape = Shape(_widened(stated.form), self._source(nodes, reason), stated.keywords)
        return self._or_null(shape, nodes, nodes)

    def _object(self, nodes: Sequence[ObjectNode], path: Path) -> Shape:
        if all(map(_is_schema, nodes)):
            reason = "The examples show a JSON Schema, which may have any members."
            free = Shape(Anything(), self._source(nodes, reason))
            return Shape(MapOf(free), self._source(nodes, reason))
        values: dict[str, list[Node]] = {}
        lines: dict[str, list[int]] = {}
        for node in nodes:
            for member in node.members:
                values.setdefault(member.key, []).append(member.value)
                lines.setdefault(member.key, []).extend((member.line, member.end_line))
        fields = []
        for name, found in values.items():
            span = self.page.span(min(lines[name]), max(lines[name]))
            shape = self.shape(found, (*path, name))
            reason = f"An example shows the member. {shape.source.reason}"
            source = Source(span, Certainty.INFERRED, reason)
            fields.append(Field(name, shape, Presence.UNSTATED, source))
        return Shape(Object(tuple(fields)), self._source(nodes, "An example shows the object."))

    def _scalar(self, nodes: Sequence[Literal], path: Path) -> Shape:
        kinds = {kind_of(node.value) for node in nodes}
        stated = self.stated.of(path)
        if stated is not None and isinstance(stated.form, Values):
            return self._constant(nodes, stated)
        if stated is not None and all(_accepts(stated, node.value) for node in nodes):
            reason = f"The stated shape gives the type of {path[-1]}."
            return Shape(stated.form, self._source(nodes, reason), stated.keywords)
        if stated is not None and isinstance(stated.form, Scalar):
            message = f"The examples show {_words(kinds)} for {path[-1]}, the shape says another."
            spans = (self._source(nodes, "").span, stated.source.span)
            self.conflicts.append(Conflict(message, spans, "each in its own schema"))
        return self._shown(nodes, path, kinds)

    def _constant(self, nodes: Sequence[Literal], stated: Shape) -> Shape:
        """The stated shape has constants here: the same here, or one of its own."""
        assert isinstance(stated.form, Values)
        shown = list(dict.fromkeys(node.value for node in nodes))
        allowed = [value.value for value in stated.form.values]
        if len(allowed) > 1 and all(value in allowed for value in shown):
            reason = "The stated shape lists the values of this member."
            return Shape(stated.form, self._source(nodes, reason))
        if len(shown) == 1:
            reason = "The stated shape has a constant here, and every example shows this one."
            source = self._source(nodes, reason)
            return Shape(Values((Value(shown[0], source),)), source)
        kind = kind_of(allowed[0])
        return Shape(Scalar(kind), self._source(nodes, "The examples show several values."))

    def _shown(self, nodes: Sequence[Literal], path: Path, kinds: set[Kind]) -> Shape:
        """By the kind of the values alone."""
        if kinds == {Kind.INTEGER}:
            if path and _WHOLE_NAMES.search(path[-1]):
                reason = "Every example shows a whole number, and the name is that of one."
                return Shape(Scalar(Kind.INTEGER), self._source(nodes, reason))
            reason = "The examples show whole numbers; nothing says that fractions are excluded."
            return Shape(Scalar(Kind.NUMBER), self._source(nodes, reason))
        if kinds <= {Kind.INTEGER, Kind.NUMBER}:
            return Shape(Scalar(Kind.NUMBER), self._source(nodes, "The examples show numbers."))
        ordered = [kind for kind in Kind if kind in kinds]
        if len(ordered) == 1:
            reason = f"Every example shows a {ordered[0]}."
            return Shape(Scalar(ordered[0]), self._source(nodes, reason))
        source = self._source(nodes, "The examples show values of several kinds.")
        variants = tuple(Shape(Scalar(kind), source) for kind in ordered)
        return Shape(Union(variants), source)


def _is_schema(node: ObjectNode) -> bool:
    """Whether a value is a JSON Schema of an object, as definitions of tools have one."""
    own = {member.key: member.value for member in node.members}
    kind = own.get("type")
    return (
        isinstance(kind, Literal)
        and kind.value == "object"
        and isinstance(own.get("properties"), ObjectNode)
    )


def _is_null(node: Node) -> bool:
    return isinstance(node, Literal) and node.value is None


def _widened(form: Form) -> Form:
    """The kind of a constant: another constant may stand in its place."""
    if isinstance(form, Values) and len(form.values) == 1:
        return Scalar(kind_of(form.values[0].value))
    return form


def _accepts(stated: Shape, value: str | int | float | bool | None) -> bool:
    """Whether a stated scalar, enum, or union with one of them allows `value`."""
    match stated.form:
        case Scalar(kind=Kind.NUMBER):
            return kind_of(value) in (Kind.INTEGER, Kind.NUMBER)
        case Scalar(kind=kind):
            return kind_of(value) is kind
        case Values(values=values):
            return value in [each.value for each in values]
        case Union(variants=variants):
            return any(_accepts(variant, value) for variant in variants)
    return False


def _words(kinds: set[Kind]) -> str:
    return " and ".join(sorted(kinds))
