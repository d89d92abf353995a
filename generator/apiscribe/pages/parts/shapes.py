"""Rows → fields: stated types, filled by examples where the page states none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from apiscribe.pages.facts import (
    Anything,
    Certainty,
    Conflict,
    Field,
    Form,
    Json,
    Keyword,
    Kind,
    ListOf,
    MapOf,
    Object,
    Presence,
    Reference,
    Scalar,
    Shape,
    Source,
    Text,
    Union,
    Value,
    Values,
)
from apiscribe.pages.json_shape_infer import Inference, stated_members
from apiscribe.pages.json_shape_parser import ArrayNode, Member, Node, ObjectNode
from apiscribe.pages.json_shape_shapes import with_null
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.bounds import counts_characters
from apiscribe.pages.parts.deeper import as_shown, shown_deeper
from apiscribe.pages.parts.inline import tidy
from apiscribe.pages.parts.kinds import (
    by_default,
    by_key,
    constants,
    either_of,
    flat,
    inner_shape,
    item_kind,
    keywords_of,
    kind_of_form,
    kind_of_tree,
    unlike,
    vague_word,
)
from apiscribe.pages.parts.limits import (
    ACCESS,
    Limits,
    presence_said,
    read_limits,
    typed,
)
from apiscribe.pages.parts.rows import Row, Variant
from apiscribe.pages.parts.told import text_of
from apiscribe.pages.parts.types import TypeTree, parse_type


@dataclass(slots=True)
class RowShapes:
    """Turns rows into fields. `models` are the schemas that types may name.

    `refused` holds line → reason for types that are no known words; no type is emitted for them.
    """

    page: PageSource
    models: frozenset[str] = frozenset()
    refused: dict[int, str] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)

    def fields(self, rows: Sequence[Row], nodes: Sequence[Node] = ()) -> tuple[Field, ...]:
        """The fields of `rows`; `nodes` are examples of the object: they fill what is not stated."""
        objects = [node for node in flat(nodes) if isinstance(node, ObjectNode)]
        placed, way = as_shown(rows, objects)
        self.conflicts += shown_deeper(self.page, rows, objects, way)
        shown = by_key(objects)
        known: dict[str, Field] = {}
        for row in placed:
            if (first := known.get(row.name)) is not None:
                self._twice(first, row)
                continue
            known[row.name] = self.field(row, [m.value for m in shown.get(row.name, ())])
        result = list(known.values())
        shape = self.inferred(objects) if objects else None
        if shape is not None and isinstance(shape.form, Object):
            result += [f for f in shape.form.fields if f.name not in known]
        return tuple(result)

    def _twice(self, first: Field, row: Row) -> None:
        self.conflicts.append(
            Conflict(
                f"{row.name} is described twice.",
                (first.source.span, self.page.span(row.line, row.end_line)),
                "the first",
            )
        )

    def differ(self, first: Row, second: Row) -> None:
        """Note a parameter that is described twice, with two types; the same twice is no conflict."""
        one, other = (parse_type(row.type, self.models) for row in (first, second))
        if one is not None and other is not None and one.kind != other.kind:
            self._twice(self.field(first), second)

    def inferred(self, nodes: Sequence[Node], path: tuple[str, ...] = ()) -> Shape:
        """The shape that examples show."""
        inference = Inference(self.page, stated_members(None))
        shape = inference.shape(list(nodes), path)
        self.conflicts += inference.conflicts
        return self._commented(shape, nodes)

    def _commented(self, shape: Shape, nodes: Sequence[Node]) -> Shape:
        """Comments beside members of examples are what the page says of them."""
        match shape.form:
            case ListOf(item):
                return replace(shape, form=ListOf(self._commented(item, list(flat(nodes)))))
            case Object(fields):
                objects = [node for node in flat(nodes) if isinstance(node, ObjectNode)]
                members = by_key(objects)
                told = [self._told(f, members.get(f.name, ())) for f in fields]
                return replace(shape, form=replace(shape.form, fields=tuple(told)))
            case _:
                return shape

    def _told(self, member: Field, found: Sequence[Member]) -> Field:
        comments = [c for m in found for c in m.comments if c.text]
        shape = self._commented(member.shape, [m.value for m in found])
        if not comments:
            return replace(member, shape=shape)
        lines = [c.line for c in comments]
        source = Source(self.page.span(min(lines), max(lines)))
        words = " ".join(dict.fromkeys(c.text for c in comments))
        presence = member.presence
        if (head := presence_said(words)) is not None:
            presence, words = head
        text = Text(words, source) if words else None
        kind = kind_of_form(shape.form)
        row = Row(member.name, min(lines), max(lines))
        if (either := either_of(words)) is not None:
            shape, kind = Shape(self._form(either, (), source, row)[0], source), ""
        shape = self._valued(row, shape, kind, read_limits(words, kind, member.name), source)
        return replace(member, shape=shape, description=text, presence=presence)

    def field(self, row: Row, nodes: Sequence[Node] = ()) -> Field:
        """One field; `nodes` are its values in examples."""
        source = self.source(row)
        if row.implied:
            source = replace(
                source, certainty=Certainty.INFERRED, reason="Members are named under it."
            )
        shape, limits = self._shape(row, nodes)
        tree = parse_type(row.type, self.models) if row.type else None
        told = text_of(row, shape)
        words = "\n".join(filter(None, (tidy(told), _beside(tree))))
        text = Text(words, source) if words else None
        gone = None
        if row.deprecated or limits.deprecated or (tree is not None and tree.deprecated):
            gone = text or Text("Deprecated.", source)
        presence = row.presence
        if presence is Presence.UNSTATED and tree is not None and tree.presence is not None:
            presence = tree.presence
        return Field(row.name, shape, presence, source, text, gone)

    def source(self, row: Row) -> Source:
        """The lines of a row; inferred when it is not sure that the member stands there."""
        certainty = Certainty.INFERRED if row.doubt else Certainty.STATED
        return Source(self.page.span(row.line, row.end_line), certainty, row.doubt)

    def _shape(self, row: Row, nodes: Sequence[Node]) -> tuple[Shape, Limits]:
        source = self.source(row)
        tree = parse_type(row.type, self.models) if row.type.strip() else None
        if row.type.strip() and tree is None:
            self.refused[row.type_line or row.line] = (
                f"the type {row.type.strip()!r} is no known word; no type is given"
            )
        if vague := vague_word(tree):
            self.refused[row.type_line or row.line] = (
                f"the type {vague!r} may be a number or a text; no type is given"
            )
        base, kind = self._base(row, tree, nodes, source)
        text = "\n".join(filter(None, (row.text, *(tree.marks if tree else ()))))
        if kind == "" and isinstance(base.form, Anything) and counts_characters(text):
            why = "Its length is counted in characters."
            own = replace(source, certainty=Certainty.INFERRED, reason=why)
            base, kind = Shape(Scalar(Kind.STRING), own), "string"
        limits = self._limits(row, text, kind)
        if tree is not None and tree.default and not row.default.strip():
            limits.default = read_limits(f"default: {tree.default}", kind).default or limits.default
        stated = dict(tree.keywords) if tree is not None else {}
        limits.keywords |= {**stated, **row.stated}
        shape = self._valued(row, base, kind, limits, source)
        if row.nullable or limits.nullable or (tree is not None and tree.nullable):
            shape = with_null(shape, source)
        return shape, limits

    def _base(
        self, row: Row, tree: TypeTree | None, nodes: Sequence[Node], source: Source
    ) -> tuple[Shape, str]:
        """The shape without value lists, and its JSON kind ("" when not known)."""
        if row.variants:
            union = Shape(Union(tuple(self._variants(row, source))), source)
            if tree is not None and tree.kind == "union" and not row.plain:
                return Shape(self._filled(tree, union, source, row), source), ""
            if row.array or (tree is not None and tree.kind == "array"):
                return Shape(ListOf(union), source), "array"
            return union, ""
        if row.children or row.free is not None:
            return self._nested(row, tree, nodes, source)
        if tree is not None and tree.kind != "any":
            form, keywords = self._form(tree, nodes, source, row)
            if row.array and tree.kind != "array":
                return Shape(ListOf(Shape(form, source, keywords)), source), "array"
            return Shape(form, source, keywords), kind_of_tree(tree)
        if nodes and not row.type.strip():
            shape = self.inferred(nodes, (row.name,))
            return shape, kind_of_form(shape.form)
        return Shape(ListOf(Shape(Anything(), source)) if row.array else Anything(), source), ""

    def _variants(self, row: Row, source: Source) -> Iterator[Shape]:
        for word in row.plain:
            if (tree := parse_type(word, self.models)) is not None:
                form, keywords = self._form(tree, (), source, row)
                yield Shape(form, source, keywords)
        objects = [self._variant(variant, row) for variant in row.variants]
        yield from constants(objects, [variant.nodes for variant in row.variants])

    def _variant(self, variant: Variant, row: Row) -> Shape:
        text = Text(variant.title, self.source(row)) if variant.title else None
        return Shape(Object(self.fields(variant.rows, variant.nodes)), self.source(row), (), text)

    def _nested(
        self, row: Row, tree: TypeTree | None, nodes: Sequence[Node], source: Source
    ) -> tuple[Shape, str]:
        inner = Shape(self._inside(row, nodes), source)
        kind = tree.kind if tree is not None else ""
        if kind == "array" and tree is not None:
            depth, item = 1, tree.item
            while item is not None and item.kind == "array":
                depth, item = depth + 1, item.item
            for _ in range(depth):
                inner = Shape(ListOf(inner), source)
            return inner, "array"
        if kind == "map":
            return Shape(MapOf(inner), source), "object"
        if kind == "union" and tree is not None:
            return Shape(self._filled(tree, inner, source, row), source), ""
        if kind in ("object", "ref"):
            return (Shape(ListOf(inner), source), "array") if row.array else (inner, "object")
        if row.array or any(isinstance(node, ArrayNode) for node in nodes):
            why = Source(source.span, Certainty.INFERRED, "An example, or the name, shows a list.")
            return Shape(ListOf(inner), source if row.array else why), "array"
        why = Source(source.span, Certainty.INFERRED, "Members are named under it.")
        return replace(inner, source=source if kind else why), "object"

    def _inside(self, row: Row, nodes: Sequence[Node]) -> Form:
        """The members of a row; where any names fit, those of an example are no members."""
        fields = self.fields(row.children, nodes)
        if row.free is None:
            return Object(fields)
        value = self.field(row.free)
        extra = replace(value.shape, description=value.description)
        named = {child.name for child in row.children}
        own = tuple(field for field in fields if field.name in named)
        return Object(own, extra) if own else MapOf(extra)

    def _filled(self, tree: TypeTree, inner: Shape, source: Source, row: Row) -> Form:
        """A union one variant of which has the members that stand below."""
        variants, done = [], False
        for variant in tree.variants:
            item = variant.item
            if not done and variant.kind == "object":
                variants.append(inner)
            elif not done and variant.kind == "array" and (item is None or item.kind == "object"):
                variants.append(Shape(ListOf(inner), source))
            else:
                form, keywords = self._form(variant, (), source, row)
                variants.append(Shape(form, source, keywords))
                continue
            done = True
        return Union(tuple(variants))

    def _form(
        self, tree: TypeTree, nodes: Sequence[Node], source: Source, row: Row
    ) -> tuple[Form, tuple[Keyword, ...]]:
        match tree.kind:
            case "string" | "integer" | "number" | "boolean" | "null":
                return Scalar(Kind(tree.kind)), tuple(keywords_of(tree, source))
            case "values":
                return Values(tuple(Value(v, source) for v in tree.values)), ()
            case "array":
                return ListOf(self._item(tree.item, nodes, source, row)), ()
            case "map":
                return MapOf(self._item(tree.item, (), source, row)), ()
            case "union":
                shapes = [self._form(v, (), source, row) for v in tree.variants]
                return Union(tuple(Shape(f, source, k) for f, k in shapes)), ()
            case "ref":
                shown = self._object(nodes, source) if tree.linked else None
                shown = shown if isinstance(shown, Object) else None
                return Reference(tree.name, soft=tree.linked, shown=shown), ()
            case "object":
                return self._object(nodes, source), ()
            case _:
                return Anything(), ()

    def _object(self, nodes: Sequence[Node], source: Source) -> Form:
        """An object without described members: those of an example, inferred; else free."""
        objects = [node for node in nodes if isinstance(node, ObjectNode) and node.members]
        if objects:
            return self.inferred(objects).form
        return MapOf(Shape(Anything(), source))

    def _item(
        self, tree: TypeTree | None, nodes: Sequence[Node], source: Source, row: Row
    ) -> Shape:
        items = [item for node in nodes if isinstance(node, ArrayNode) for item in node.items]
        if tree is None:
            return self.inferred(items, (row.name,)) if items else Shape(Anything(), source)
        form, keywords = self._form(tree, items, source, row)
        return Shape(form, source, keywords)

    # -- defaults, enums, limits --------------------------------------------------------------

    def _limits(self, row: Row, text: str, kind: str) -> Limits:
        limits = read_limits(text, kind, row.name)
        if row.default.strip():
            cell = read_limits(f"default: {row.default}", kind).default
            limits.default = cell or limits.default
        if row.allowed.strip():
            allowed = read_limits(f"values: {row.allowed}", kind).values
            limits.values = allowed or limits.values
            if not allowed:
                limits.keywords = {**read_limits(row.allowed, kind).keywords, **limits.keywords}
        if row.limits.strip():
            found = read_limits(row.limits, kind)
            limits.keywords |= found.keywords
            limits.values = limits.values or found.values
        return limits

    def _valued(self, row: Row, base: Shape, kind: str, limits: Limits, source: Source) -> Shape:
        """The base with its value list, limits and default."""
        shape = base
        item = kind == "array"
        values = list(self._values(row, item_kind(base) if item else kind, limits))
        if values and isinstance(inner_shape(base).form if item else base.form, Scalar | Anything):
            if item and isinstance(base.form, ListOf):
                shape = replace(
                    base, form=ListOf(replace(base.form.item, form=Values(tuple(values))))
                )
            elif not item and (kind or all(isinstance(v.value, str) for v in values)):
                shape = Shape(Values(tuple(values)), source, base.keywords)
                kind = kind or "string"
        bounded = not isinstance(shape.form, Values)
        told = {n: v for n, v in limits.keywords.items() if bounded or n in ACCESS}
        keywords = [Keyword(name, value, source) for name, value in told.items()]
        if (default := self._default(shape, kind, limits)) is not None:
            keywords.append(Keyword("default", default[0], source))
            if not kind and isinstance(shape.form, Anything):
                shape = by_default(shape, default[0], source)
        if (example := self._example(row, shape, kind)) is not None:
            keywords.append(Keyword("examples", [example[0]], source))
        known = {k.name for k in shape.keywords}
        return replace(
            shape, keywords=(*shape.keywords, *(k for k in keywords if k.name not in known))
        )

    def _values(self, row: Row, kind: str, limits: Limits) -> Iterator[Value]:
        source = self.source(row)
        seen = set()
        for raw, quoted, text, line in row.values:
            own = Source(self.page.span(line))
            value = typed((raw, quoted), kind or "string")
            if value is not None and not isinstance(value[0], dict | list) and raw not in seen:
                seen.add(raw)
                yield Value(value[0], own, Text(tidy(text), own) if text else None)  # type: ignore[arg-type]
        if row.values:
            return
        read = [
            typed(raw, kind or ("string" if raw[0] and not raw[0][0].isdigit() else ""))
            for raw in limits.values
        ]
        if all(value is not None for value in read):
            for value in read:
                if value is not None and isinstance(value[0], str | int | float | bool):
                    yield Value(value[0], source)

    def _example(self, row: Row, shape: Shape, kind: str) -> tuple[Json] | None:
        """The value that the page gives as an example of the member, where it fits its type."""
        text = row.example.strip().strip("`")
        if not text or not kind:
            return None
        return self._default(shape, kind, Limits(default=(text, False)))

    def _default(self, shape: Shape, kind: str, limits: Limits) -> tuple[Json] | None:
        if limits.default is None:
            return None
        value = typed(limits.default, kind)
        if value is None or (not limits.default[1] and unlike(shape, value[0])):
            return None
        if isinstance(shape.form, Values) and value[0] not in [v.value for v in shape.form.values]:
            return None
        return value


def _beside(tree: TypeTree | None) -> str:
    """What stands beside a type and has no keyword: `(max 64 bytes)`. Names and formats are no text."""
    marks = tree.marks if tree is not None else ()
    kind = kind_of_tree(tree) if tree is not None else ""
    told = [mark for mark in marks if " " in mark and not mark.istitle()]
    left = [mark for mark in told if read_limits(mark, kind) == Limits()]
    return f"({', '.join(left)})" if left else ""
