"""Members of types as trees that open and close, flattened for the template.

Inline objects are shown where they stand. Models are opened in place once a tree, breadth first,
as long as the page's budget lasts; after that, and where a type contains itself, the link to the
model's page is what there is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from apiscribe.ir import (
    Access,
    Alias,
    Anything,
    Api,
    Declaration,
    Docs,
    Encoding,
    Enum,
    EnumValue,
    Header,
    List,
    Map,
    Nothing,
    Nullable,
    Parameter,
    Presence,
    Record,
    Ref,
    Tuple,
    Type,
    Union,
    Variant,
)
from apiscribe.ir import Field as Member
from apiscribe.targets.docs.facts import Fact, TypeFacts, parameter_facts, value_facts
from apiscribe.targets.docs.members import encoding_facts
from apiscribe.targets.docs.names import PageNames
from apiscribe.targets.markup import atom, literal
from apiscribe.targets.site.anchors import Anchors
from apiscribe.targets.site.markup import Markup, Prose, escape, json_code, text
from apiscribe.targets.site.spelling import Spelling
from apiscribe.targets.site.views import FactView, Node, ValueView

_OPEN_AT_ONCE: Final = 8
"""Up to so many lines a tree stands open."""
_VALUES_SHOWN: Final = 12
_WORDS: Final = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "multipleOf": "multiple of",
    "minLength": "min length",
    "maxLength": "max length",
    "minItems": "min items",
    "maxItems": "max items",
    "minProperties": "min members",
    "maxProperties": "max members",
    "uniqueItems": "unique items",
    "additionalProperties": "other members",
    "contentType": "content type",
    "allowReserved": "reserved characters kept",
    "discriminator": "told apart by",
    "open": "other values",
}


@dataclass(slots=True)
class Line:
    """A line while the tree is made. `below` is the type whose parts may stand under it."""

    anchor: str
    name: str
    type: Markup
    below: Type | None
    docs: Docs
    facts: list[Fact] = field(default_factory=list)
    required: bool = False
    alternative: bool = False
    access: Access = Access.BOTH
    values: tuple[EnumValue, ...] = ()
    label: str = ""
    lines: list[Line] = field(default_factory=list)
    borrowed: bool = False
    title: Markup = Markup()


@dataclass(frozen=True, slots=True)
class Tools:
    """What trees are made with; one for a site."""

    api: Api
    names: PageNames
    spelling: Spelling
    facts: TypeFacts
    prose: Prose


class Trees:
    """Makes the trees of one page. `found` gathers the lines that search should know.

    `budget`: how many lines of models may be opened in place.
    """

    def __init__(self, tools: Tools, page: str, budget: int) -> None:
        self._tools = tools
        self._page = page
        self._anchors = Anchors()
        self._budget = budget
        self._opened: set[str] = set()
        self.found: list[Line] = []

    def anchor(self, *parts: str) -> str:
        """An id of the page that was not given before."""
        return self._anchors.new(*parts)

    def parameters(self, parameters: Iterable[Parameter], anchor: str) -> tuple[Node, ...]:
        """One line a parameter, with what is below it."""
        lines = []
        for one in parameters:
            facts = [*parameter_facts(one), *value_facts(one.default, one.examples)]
            line = self._line(anchor, one.name.wire, one.type, one.docs, facts)
            line.required = one.presence is Presence.REQUIRED
            lines.append(line)
        return self._grown(lines)

    def headers(self, headers: Iterable[Header], anchor: str) -> tuple[Node, ...]:
        """One line a response header."""
        lines = [self._line(anchor, one.name.wire, one.type, one.docs, []) for one in headers]
        return self._grown(lines)

    def content(
        self, type: Type, anchor: str, encodings: Iterable[Encoding] = ()
    ) -> tuple[Node, ...]:
        """The members, alternatives or values of a body or model."""
        by_field = {one.field: one for one in encodings}
        root = Line(anchor, "", Markup(), type, Docs())
        above = self._open(root, frozenset(), root=True)
        for line in root.lines:
            if (encoding := by_field.get(line.name)) is not None:
                line.facts += encoding_facts(encoding)
        if root.values:
            root.anchor = self._anchors.new(anchor, "values")
            self.found.append(root)
            return (self._node(root, (), values_only=True),)
        return self._grown(root.lines, above)

    def _grown(self, lines: list[Line], above: frozenset[str] = frozenset()) -> tuple[Node, ...]:
        """All that stands below `lines`, breadth first, as flat nodes."""
        waiting: deque[tuple[Line, frozenset[str]]] = deque((line, above) for line in lines)
        while waiting:
            line, owners = waiting.popleft()
            self.found.append(line)
            inner = self._open(line, owners)
            waiting.extend((one, inner) for one in line.lines)
        total = sum(1 + _count(line) for line in lines)
        nodes: list[Node] = []
        for line in lines:
            self._flatten(line, nodes, 0, total <= _OPEN_AT_ONCE)
        return tuple(nodes)

    def _flatten(self, line: Line, nodes: list[Node], closes: int, is_open: bool) -> None:
        """`closes`: how many lists end after this line's last descendant."""
        ends = (0,) * closes
        if not line.lines:
            nodes.append(self._node(line, ends))
            return
        nodes.append(self._node(line, (), is_open=is_open))
        for index, one in enumerate(line.lines):
            last = index + 1 == len(line.lines)
            self._flatten(one, nodes, closes + 1 if last else 0, is_open)

    def _node(
        self,
        line: Line,
        closes: tuple[int, ...],
        *,
        is_open: bool = False,
        values_only: bool = False,
    ) -> Node:
        values = [self._value(one) for one in line.values]
        told = any(value.prose for value in values)
        shown = len(values) if len(values) <= _VALUES_SHOWN else _VALUES_SHOWN - 2
        marks = {Access.READ: "read-only", Access.WRITE: "write-only"}
        return Node(
            id=line.anchor,
            name=line.title or text(line.name),
            is_member=not (line.alternative or values_only),
            type=Markup() if values_only else line.type,
            required=line.required,
            deprecated=line.docs.deprecated,
            access=marks.get(line.access, ""),
            prose=self._tools.prose.docs(line.docs, self._page),
            facts=told_facts(line.facts),
            values=() if told else tuple(values[:shown]),
            more_values=() if told else tuple(values[shown:]),
            told_values=tuple(values) if told else (),
            label=line.label,
            opens=bool(line.lines),
            is_open=is_open,
            closes=closes,
        )

    def _value(self, value: EnumValue) -> ValueView:
        return ValueView(json_code(value.value), self._tools.prose.docs(value.docs, self._page))

    def _line(self, owner: str, name: str, type: Type, docs: Docs, facts: Iterable[Fact]) -> Line:
        if not (docs.description or docs.summary):
            docs = self._inline_docs(type, docs)
        return Line(
            anchor=self._anchors.new(owner, name),
            name=name,
            type=self._tools.spelling.spell(type, self._page),
            below=type,
            docs=docs,
            facts=[*self._tools.facts.of(type), *facts],
        )

    def _inline_docs(self, type: Type, known: Docs) -> Docs:
        inner = type.inner if isinstance(type, Nullable) else type
        if isinstance(inner, Ref) and not self._tools.names.has_page(inner.id):
            found = self._tools.api.declarations[inner.id].docs
            if found.description or found.summary:
                return found
        return known

    def _open(self, line: Line, above: frozenset[str], *, root: bool = False) -> frozenset[str]:
        """Fill in the lines or values below one line; gives the declarations it stands in."""
        type = line.below
        while type is not None:
            match type:
                case Nullable(inner=inner) | List(item=inner) | Map(value=inner):
                    type = inner
                case Tuple(items=items):
                    self._positions(line, items)
                    return above
                case Ref(id=id):
                    declaration = self._tools.api.declarations[id]
                    if id in above:
                        return above
                    above = above | {id}
                    if isinstance(declaration, Alias):
                        type = declaration.type
                        continue
                    self._fill(line, declaration, root)
                    return above
                case _:
                    return above
        return above

    def _fill(self, line: Line, declaration: Declaration, root: bool) -> None:
        if isinstance(declaration, Enum):
            if len(declaration.values) > 1 or declaration.values[0].docs.description:
                line.values = declaration.values
            if declaration.unlisted:
                line.facts.append(("open", "any string"))
            return
        has_page = self._tools.names.has_page(declaration.id)
        shown = has_page and not root and declaration.id in self._opened
        if shown or (has_page and not root and not self._afford(declaration)):
            return
        if has_page:
            self._opened.add(declaration.id)
        if isinstance(declaration, Record):
            line.lines = list(self._members(declaration, line.anchor))
            line.label = _counted(len(line.lines), "member")
        elif isinstance(declaration, Union):
            line.lines = list(self._variants(declaration, line.anchor))
            line.label = _counted(len(line.lines), "alternative")
        for one in line.lines:
            one.borrowed = line.borrowed or (has_page and not root)

    def _afford(self, declaration: Declaration) -> bool:
        match declaration:
            case Record(fields=fields):
                cost = len(fields)
            case Union(variants=variants):
                cost = len(variants)
            case _:
                cost = 0
        if cost > self._budget:
            return False
        self._budget -= cost
        return True

    def _members(self, record: Record, anchor: str) -> Iterator[Line]:
        for one in record.fields:
            yield self._member(one, anchor)
        if not isinstance(record.extra, Anything | Nothing):
            yield self._line(anchor, "[any name]", record.extra, Docs(), [])

    def _member(self, one: Member, anchor: str) -> Line:
        facts = value_facts(one.default, one.examples)
        line = self._line(anchor, one.name.wire, one.type, one.docs, facts)
        line.required = one.presence is Presence.REQUIRED
        line.access = one.access
        return line

    def _positions(self, line: Line, items: tuple[Type, ...]) -> None:
        line.lines = [
            self._line(line.anchor, f"[{index}]", one, Docs(), [])
            for index, one in enumerate(items)
        ]
        line.label = _counted(len(items), "position")

    def _variants(self, union: Union, anchor: str) -> Iterator[Line]:
        tags = union.choose.tag.values if union.choose.tag is not None else ()
        tag = union.choose.tag.field if union.choose.tag is not None else ""
        for index, one in enumerate(union.variants):
            facts: list[Fact] = [
                (f"when {atom(tag)} is", literal(known.value))
                for known in tags
                if known.variant == index
            ]
            line = self._line(anchor, "-".join(one.name.words), one.type, one.docs, facts)
            line.alternative = True
            line.title = self._title(one)
            yield line

    def _title(self, variant: Variant) -> Markup:
        if isinstance(variant.type, Ref) and self._tools.names.has_page(variant.type.id):
            return text(self._tools.names.model(variant.type.id))
        return text(" ".join(variant.name.words).capitalize())


def told_facts(facts: Iterable[Fact]) -> tuple[FactView, ...]:
    """Keywords in readers' words."""
    return tuple(FactView(_word(key), _told(key, value)) for key, value in facts)


def _count(line: Line) -> int:
    return sum(1 + _count(one) for one in line.lines)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _word(key: str) -> str:
    lead, _, last = key.rpartition(".")
    word = _WORDS.get(last, last)
    return f"{lead.replace('.', ' ')} {word}" if lead else word


def _told(key: str, value: str) -> Markup:
    if value in ("true", "false") and key.rpartition(".")[2] not in ("default", "example"):
        return Markup("yes" if value == "true" else "no")
    return Markup(f"<code>{escape(value)}</code>")
