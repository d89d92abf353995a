"""Items of Stainless Markdown to shapes: members, values, variants, models shown in place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apiscribe.pages.facts import (
    Anything,
    Conflict,
    Field,
    Json,
    Keyword,
    Kind,
    ListOf,
    MapOf,
    Model,
    Nothing,
    Object,
    Presence,
    Reference,
    Scalar,
    Shape,
    Source,
    Text,
    TupleOf,
    Union,
    Value,
    Values,
)
from apiscribe.pages.stainless_markdown_apply import apply_keyword, constant, with_mapping
from apiscribe.pages.stainless_markdown_children import Child, ChildReader
from apiscribe.pages.stainless_markdown_prose import SERIALISATION, KeywordLine
from apiscribe.pages.stainless_markdown_types import (
    ArrayType,
    Braces,
    Head,
    LiteralType,
    MapType,
    MemberHead,
    ModelHead,
    NamedType,
    ObjectType,
    ScalarType,
    StreamType,
    TupleType,
    TypeNode,
    UnionType,
    depth_of,
)

_KINDS = {kind.value: kind for kind in Kind}


@dataclass(frozen=True, slots=True)
class Gap:
    """A declaration whose members or values are not shown below it."""

    line: int
    reason: str


@dataclass(slots=True)
class Member:
    """A field, and what its keyword lines say about how it is serialised."""

    field: Field
    serialisation: list[KeywordLine]


@dataclass(slots=True)
class ShapeReader:
    """Reads items. `models` collects every model shown, `conflicts` what does not agree.

    `finish` settles models that are shown in full in one place and cut short in another.
    """

    reader: ChildReader
    scope: str = ""
    models: list[Model] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    last_members: list[Member] = field(default_factory=list)
    _gaps_of: list[tuple[Gap, ...]] = field(default_factory=list)

    # ---- members, heads ----------------------------------------------------------------

    def members(self, children: Sequence[Child]) -> list[Member]:
        """The members among `children`; anything else is refused."""
        found: dict[str, Member] = {}
        for child in children:
            head = child.head
            if not isinstance(head, MemberHead) or head.special:
                self.reader.refuse(child.item, "a member (name: type) is due here")
            elif (earlier := found.get(head.name)) is not None:
                spans = (earlier.field.source.span, self.reader.page.span(child.item.line))
                message = f"The member {head.name} is listed twice in one object."
                self.conflicts.append(Conflict(message, spans, "the first"))
            else:
                found[head.name] = self.member(child, head)
        self.last_members = list(found.values())
        return self.last_members

    def with_special(self, shape: Shape, children: Sequence[Child]) -> Shape:
        """An object of members that stand alone, with its `[string]` and `["pattern"]` members."""
        special = self._object(None, list(children), shape.source).form
        if isinstance(shape.form, Object) and isinstance(special, Object):
            form = replace(shape.form, extra=special.extra, patterns=special.patterns)
            return replace(shape, form=form)
        return shape

    def member(self, child: Child, head: MemberHead) -> Member:
        """One member with all below it."""
        source = self.reader.source(child)
        shape = self.whole(child, head.type)
        presence = Presence.OPTIONAL if head.optional else Presence.REQUIRED
        serialisation = [each for each in child.keywords if each.name in SERIALISATION]
        deprecation = self.reader.deprecation(child.keywords)
        made = Field(head.name, shape, presence, source, child.text, deprecation)
        return Member(made, serialisation)

    def whole(self, child: Child, node: TypeNode) -> Shape:
        """The shape of an item's type, with its keyword lines; children left over are refused."""
        pool = list(child.children)
        shape = self.build(node, pool, self.reader.source(child))
        for left in pool:
            self.reader.refuse(left.item, "it is no part of the type above it")
        for each in child.keywords:
            if each.name not in SERIALISATION and each.name not in (
                "deprecated",
                "discriminatorValue",
            ):
                shape = apply_keyword(shape, each, Source(self.reader.page.span(each.line)))
        return shape

    def head(self, child: Child, *, listed: bool = False) -> Shape:
        """The shape of an item that is a model definition or a bare type."""
        head = child.head
        if isinstance(head, MemberHead):
            self.reader.refuse(child.item, "a type is due here, not a member")
            return Shape(Anything(), self.reader.source(child))
        if isinstance(head, ModelHead) and not _is_unnamed(head):
            return self.model(child, head, listed=listed)
        shape = self.whole(child, head.type if isinstance(head, ModelHead) else head)
        mark = self.reader.deprecation(child.keywords)
        if mark is not None:
            shape = replace(
                shape, keywords=(*shape.keywords, Keyword("deprecated", True, mark.source))
            )
        return replace(shape, description=child.text) if child.text else shape

    def model(self, child: Child, head: ModelHead, *, listed: bool) -> Shape:
        """Keep a sighting of a model; the result refers to it."""
        source = self.reader.source(child)
        before = len(self.gaps)
        if head.type == ObjectType() and not child.children:  # `Name object`, and nothing below
            if not listed:
                return Shape(Reference(head.name, self.scope), source, description=child.text)
            self.gaps.append(Gap(source.span.line, "the members of the object are not shown"))
        shape = replace(self.whole(child, head.type), description=child.text)
        self._keep(
            head.name, shape, source, before, listed, self.reader.deprecation(child.keywords)
        )
        return Shape(Reference(head.name, self.scope), source)

    def _keep(
        self,
        name: str,
        shape: Shape,
        source: Source,
        before: int,
        listed: bool = False,
        deprecation: Text | None = None,
    ) -> None:
        model = Model(name, shape, source, listed, self.scope, deprecation=deprecation)
        self.models.append(model)
        self._gaps_of.append(tuple(self.gaps[before:]))

    def finish(self) -> tuple[Model, ...]:
        """The models; sightings that are cut short go when the same model is shown in full."""
        complete = {
            model.name for model, gaps in zip(self.models, self._gaps_of, strict=True) if not gaps
        }
        kept: list[Model] = []
        excused: set[Gap] = set()
        for model, gaps in zip(self.models, self._gaps_of, strict=True):
            if gaps and model.name in complete:
                excused.update(gaps)
            else:
                kept.append(model)
        for gap in self.gaps:
            if gap not in excused:
                self.reader.ledger.refuse(gap.line, gap.reason)
        return tuple(kept)

    # ---- types -------------------------------------------------------------------------

    def build(self, node: TypeNode, pool: list[Child], source: Source) -> Shape:
        """The shape of a type; takes the children it needs out of `pool`."""
        match node:
            case ScalarType(word=word):
                return _scalar_shape(word, source)
            case LiteralType():
                return self._values([node.value], 0, pool, source)
            case ArrayType(item=item):
                return Shape(ListOf(self._inner("item", item, pool, source)), source)
            case MapType(value=value):
                return Shape(MapOf(self._inner("value", value, pool, source)), source)
            case TupleType():
                return self._tuple(node, pool, source)
            case ObjectType(braces=braces):
                return self._object(braces, pool, source)
            case NamedType():
                return self._named(node, pool, source)
            case UnionType():
                return self._union(node, pool, source)
            case StreamType(item=item):
                return self.build(item, pool, source)

    def _inner(self, label: str, node: TypeNode, pool: list[Child], source: Source) -> Shape:
        """The items or values of a container: from `[item]: T` when there is one, else from `node`.

        Of lists in lists the line is about the one whose items are as deep as it says.
        """
        for child in pool:
            head = child.head
            if (
                isinstance(head, MemberHead)
                and head.special
                and head.name == label
                and depth_of(head.type) == depth_of(node)
            ):
                pool.remove(child)
                shape = self.whole(child, head.type)
                return replace(shape, description=child.text) if child.text else shape
        return self.build(node, pool, source)

    def _tuple(self, node: TupleType, pool: list[Child], source: Source) -> Shape:
        items = tuple(
            self._inner(str(index), item, pool, source) for index, item in enumerate(node.items)
        )
        rest = None if node.rest is None else self._inner("...", node.rest, pool, source)
        return Shape(TupleOf(items, rest), source)

    def _object(self, braces: Braces | None, pool: list[Child], source: Source) -> Shape:
        members = [each for each in pool if isinstance(each.head, MemberHead)]
        plain = [each for each in members if not _is_special(each)]
        extra: Shape | None = None
        patterns: list[tuple[str, Shape]] = []
        for child in members:
            pool.remove(child)
            head = child.head
            assert isinstance(head, MemberHead)
            if head.special:
                shape = self.whole(child, head.type)
                shape = replace(shape, description=child.text) if child.text else shape
                if head.name.startswith('"'):
                    patterns.append((head.name[1:], shape))
                else:
                    extra = shape
        if braces is None and not members:
            return Shape(MapOf(Shape(Anything(), source)), source)
        fields = tuple(member.field for member in self.members(plain))
        if braces is not None:
            self._check(braces, [each.name for each in fields], source)
        return Shape(Object(fields, extra, tuple(patterns)), source)

    def _check(self, braces: Braces, names: list[str], source: Source) -> None:
        """Compare what a declaration announces with what stands below it."""
        if braces.fits(names):
            return
        line = source.span.line
        if not names:
            self.gaps.append(Gap(line, "the members that the declaration names are not shown"))
            return
        missing = [name for name in braces.shown if name not in names]
        told = f"it misses {', '.join(missing)}" if missing else f"it has {len(names)}"
        message = f"The declaration names {len(braces.shown) + braces.more} members; below, {told}."
        self.conflicts.append(Conflict(message, (source.span,), "the members below"))

    def _named(self, node: NamedType, pool: list[Child], source: Source) -> Shape:
        """A reference; children below it show the model again."""
        reference = Shape(Reference(node.name, self.scope), source)
        before = len(self.gaps)
        if any(isinstance(child.head, MemberHead) for child in pool):
            shown = self._object(node.braces, pool, source)
        elif any(isinstance(child.head, LiteralType) for child in pool):
            shown = self._values([], 0, pool, source)
        elif pool:
            shown = self._union(UnionType(()), pool, source)
        else:
            return reference
        self._keep(node.name, shown, source, before)
        return reference

    def _values(
        self, announced: Sequence[Json], more: int, pool: list[Child], source: Source
    ) -> Shape:
        """A constant or an enum: the values listed below, else those of the declaration."""
        listed, values = [], []
        for child in pool:
            if isinstance(child.head, LiteralType):
                listed.append(child)
                values.append(Value(child.head.value, self.reader.source(child), child.text))
        pool[:] = [child for child in pool if not isinstance(child.head, LiteralType)]
        shown = [value.value for value in values]
        if not values:
            values = [Value(_scalar(value), source) for value in announced]
            if more:
                reason = f"{more} more values are announced and not listed"
                self.gaps.append(Gap(source.span.line, reason))
        elif announced and (
            shown[: len(announced)] != list(announced) or len(shown) != len(announced) + more
        ):
            message = "The values listed below are not those that the declaration announces."
            spans = (source.span, self.reader.page.span(listed[0].item.line, listed[-1].item.line))
            self.conflicts.append(Conflict(message, spans, "the values below"))
        return Shape(Values(tuple(values)), source)

    # ---- unions ------------------------------------------------------------------------

    def _union(self, node: UnionType, pool: list[Child], source: Source) -> Shape:
        nulls = [child for child in pool if child.head == ScalarType("null")]
        for child in nulls:
            pool.remove(child)
        heads = [child for child in pool if _is_variant(child)]
        node = _regrouped(node, heads)
        if len(node.alternatives) == 1 and not node.more:
            return self.build(node.alternatives[0], pool, source)
        may_be_null = bool(nulls) or ScalarType("null") in node.alternatives
        literals = [each.value for each in node.alternatives if isinstance(each, LiteralType)]
        others = [
            each
            for each in node.alternatives
            if not isinstance(each, LiteralType) and each != ScalarType("null")
        ]
        variants: list[Shape] = []
        if len(others) + bool(literals) > 1 or (heads and not others):
            variants = self._variants(heads, pool)
        if not variants:
            variants = [self.build(each, pool, source) for each in others]
        elif not (literals or node.more) and len(variants) != len(others) and others:
            message = f"The declaration has {len(others)} variants; below are {len(variants)}."
            self.conflicts.append(Conflict(message, (source.span,), "the variants below"))
        if literals and not (heads and any(_is_values(child.head) for child in heads)):
            others_below = max(0, len(heads) - len(others))
            null_below = bool(nulls) and ScalarType("null") not in node.alternatives
            more = max(0, node.more - others_below - null_below)
            at = next(i for i, e in enumerate(node.alternatives) if isinstance(e, LiteralType))
            values = constant(self._values(literals, more, pool, source))
            variants.insert(min(at, len(variants)), values)
        elif node.more and not heads:
            reason = f"{node.more} more variants are announced and not shown"
            self.gaps.append(Gap(source.span.line, reason))
        if may_be_null:
            variants.append(Shape(Scalar(Kind.NULL), source))
        if len(variants) == 1:
            return variants[0]
        shape = Shape(Union(tuple(variants)), source)
        return self._mapped(shape, heads)

    def _variants(self, heads: Sequence[Child], pool: list[Child]) -> list[Shape]:
        shapes = []
        for child in heads:
            pool.remove(child)
            shapes.append(self.head(child))
        return shapes

    def _mapped(self, shape: Shape, heads: Sequence[Child]) -> Shape:
        """The values that `discriminatorValue` lines give; `whole` adds the discriminator later."""
        mapping = {}
        for child in heads:
            for each in child.keywords:
                head = child.head
                if each.name == "discriminatorValue" and isinstance(head, NamedType | ModelHead):
                    mapping[str(each.value)] = f"#/components/schemas/{head.name}"
        if not mapping:
            return shape
        return with_mapping(shape, mapping, self.reader.source(heads[0]))


def _scalar_shape(word: str, source: Source) -> Shape:
    if word in ("unknown", "any"):
        return Shape(Anything(), source)
    if word == "never":
        return Shape(Nothing(), source)
    if word == "file":
        return Shape(Scalar(Kind.STRING), source, (Keyword("format", "binary", source),))
    return Shape(Scalar(_KINDS[word]), source)


def _scalar(value: Json) -> str | int | float | bool | None:
    return value if isinstance(value, str | int | float | bool) else None


def _is_unnamed(head: ModelHead) -> bool:
    """`UnionMember0 = string`, and `X = array of X`: titles of variants, not models."""
    item = head.type
    while isinstance(item, ArrayType):
        item = item.item
    is_own_list = item is not head.type and item == NamedType(head.name)
    return is_own_list or re.fullmatch(r"UnionMember\d+", head.name) is not None


def _is_special(child: Child) -> bool:
    return isinstance(child.head, MemberHead) and child.head.special


def _is_variant(child: Child) -> bool:
    return not isinstance(child.head, MemberHead | LiteralType)


def _is_values(head: Head) -> bool:
    """Whether a head is that of an enum or a constant."""
    node = head.type if isinstance(head, ModelHead) else head
    if isinstance(node, UnionType):
        return all(isinstance(each, LiteralType) for each in node.alternatives)
    return isinstance(node, LiteralType)


def _regrouped(node: UnionType, heads: Sequence[Child]) -> UnionType:
    """Settle `array of A or B`: an array of both, unless a variant below is itself an array."""
    if not node.alternatives:
        return node
    first = node.alternatives[0]
    rest = tuple(each for each in node.alternatives[1:] if each != ScalarType("null"))
    nulls = tuple(each for each in node.alternatives[1:] if each == ScalarType("null"))
    if not isinstance(first, ArrayType) or not first.loose or not (rest or node.more):
        return node
    if any(_is_array(child.head) for child in heads):
        return node
    depth, item = 1, first.item
    while isinstance(item, ArrayType):
        depth, item = depth + 1, item.item
    inner: TypeNode = UnionType((item, *rest), node.more)
    for _ in range(depth):
        inner = ArrayType(inner, False)
    return UnionType((inner, *nulls))


def _is_array(head: Head) -> bool:
    node = head.type if isinstance(head, ModelHead) else head
    return isinstance(node, ArrayType)
