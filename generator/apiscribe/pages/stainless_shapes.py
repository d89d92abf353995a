"""Recursive descent over the members of Stainless text pages. Counts give the nesting, not indents.

A declaration tells how many members, values or variants follow; each is read with its own
children before the count goes on. What is due decides what a line is: the same text is a member
where one is due, and prose where none is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import (
    Anything,
    Certainty,
    Conflict,
    Field,
    Form,
    Keyword,
    Kind,
    ListOf,
    MapOf,
    Model,
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
from apiscribe.pages.page import Ledger, PageSource
from apiscribe.pages.stainless_frames import (
    Frames,
    ObjectFrame,
    UnionFrame,
    ValuesFrame,
    covers,
    is_model_head,
    member,
    remainder,
    value_remainder,
)
from apiscribe.pages.stainless_keywords import parse_keywords
from apiscribe.pages.stainless_rows import MARKER, Cursor, Row
from apiscribe.pages.stainless_types import (
    Declaration,
    Head,
    Members,
    Term,
    TermKind,
    TypeText,
    literal_prefix,
    parse_head,
)

_KINDS = {
    "string": Scalar(Kind.STRING),
    "number": Scalar(Kind.NUMBER),
    "integer": Scalar(Kind.INTEGER),
    "boolean": Scalar(Kind.BOOLEAN),
    "null": Scalar(Kind.NULL),
}

DEPRECATED = "Deprecated"
"""First word of a description, or a mark of its own, that deprecates."""


@dataclass(slots=True)
class Notes:
    """What stands between a declaration and its children."""

    paragraphs: list[Text] = field(default_factory=list)
    keywords: list[Keyword] = field(default_factory=list)

    @property
    def description(self) -> Text | None:
        """All paragraphs as one text."""
        if not self.paragraphs:
            return None
        first, last = self.paragraphs[0].source.span, self.paragraphs[-1].source.span
        span = Span(first.file, first.line, 0, last.end_line)
        return Text("\n\n".join(p.text for p in self.paragraphs), Source(span))

    @property
    def deprecation(self) -> Text | None:
        """The paragraph that begins with the word."""
        return next(
            (p for p in self.paragraphs if p.text.split()[0].rstrip(".,:") == DEPRECATED), None
        )


@dataclass(slots=True)
class Descent:
    """Reads shapes from `cursor`. Sightings of named schemas go to `models`, in the page's order."""

    page: PageSource
    cursor: Cursor
    ledger: Ledger
    scope: str = ""
    models: list[Model] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    frames: Frames = field(default_factory=Frames)
    expansions: dict[Members, Shape] = field(default_factory=dict)

    # -- rows -------------------------------------------------------------------------------

    def take(self) -> Row:
        """The next row, which is a fact."""
        row = self.cursor.take()
        self.ledger.fact(row.line)
        return row

    def source(self, line: int, end_line: int = 0, inferred: str = "") -> Source:
        """Lines of this page; `inferred` is the reason when the page does not say it."""
        certainty = Certainty.INFERRED if inferred else Certainty.STATED
        return Source(self.page.span(line, end_line), certainty, inferred)

    def conflict(self, message: str, line: int, kept: str = "") -> None:
        """Report a statement that cannot hold."""
        self.conflicts.append(Conflict(message, (self.page.span(line),), kept))

    # -- members ----------------------------------------------------------------------------

    def fields(self, frame: ObjectFrame) -> tuple[Field, ...]:
        """Members of the object of `frame` (already on the stack) until it has all it is due."""
        found: list[Field] = []
        while not frame.complete and not self.cursor.at_boundary():
            marked = self._takes_mark()
            row = self.cursor.peek(1 if marked else 0)
            assert row is not None
            declaration = member(row.code)
            if declaration is None:
                if frame.members is None or MARKER.match(row.code) or is_model_head(row.code):
                    break
                self._refuse("not a member, where one is due")
                continue
            if not self._accepts(frame, declaration):
                break
            mark = self.take() if marked else None
            self.take()
            found.extend(self._left_out(frame, declaration, row))
            found.append(self._field(frame, declaration, row, mark))
        return tuple(found)

    def _takes_mark(self) -> bool:
        """Whether the next row is a `Deprecated` mark of the member after it."""
        row, following = self.cursor.peek(), self.cursor.peek(1)
        return (
            row is not None
            and row.code == DEPRECATED
            and following is not None
            and following.line not in self.cursor.boundaries
            and member(following.code) is not None
        )

    def _refuse(self, why: str) -> None:
        row = self.cursor.take()
        self.ledger.refuse(row.line, why)

    def _accepts(self, frame: ObjectFrame, declaration: Declaration) -> bool:
        """Whether this member belongs to the object of `frame`; if not, the object ends here."""
        name = declaration.name
        if name in frame.names:
            return False
        if frame.expected is not None:
            return name == frame.expected or frame.is_later(name)
        late = frame.optional_seen and not declaration.optional and frame.members is not None
        return not (late and self.frames.wanted_outside(frame, declaration))

    def _left_out(
        self, frame: ObjectFrame, declaration: Declaration, row: Row
    ) -> tuple[Field, ...]:
        """Members that the brace list names before this one, but that do not come."""
        if frame.expected is None or frame.members is None:
            return ()
        shown = frame.members.shown
        names = shown[len(frame.names) : shown.index(declaration.name)]
        return tuple(self._absent(frame, name, row.line) for name in names)

    def _absent(self, frame: ObjectFrame, name: str, line: int) -> Field:
        frame.names.append(name)
        self.conflict(
            f"The brace list names a member {name!r} that does not follow.",
            line,
            "the member is kept, its type is unknown",
        )
        source = self.source(line, inferred="Only the brace list of its object names this member.")
        return Field(name, Shape(Anything(), source), Presence.UNSTATED, source)

    def _field(
        self, frame: ObjectFrame, declaration: Declaration, row: Row, mark: Row | None
    ) -> Field:
        frame.names.append(declaration.name)
        frame.optional_seen = frame.optional_seen or declaration.optional
        self.cursor.push(row, remainder(declaration.rest) or [])
        shape, notes = self.read(declaration.type, row.line)
        deprecation = notes.deprecation
        if deprecation is None and (declaration.deprecated or mark is not None):
            deprecation = Text("", self.source(mark.line if mark else row.line))
        presence = Presence.OPTIONAL if declaration.optional else Presence.REQUIRED
        return Field(
            declaration.name,
            shape,
            presence,
            self.source(row.line),
            notes.description,
            deprecation,
        )

    # -- notes ------------------------------------------------------------------------------

    def notes(self) -> Notes:
        """Descriptions and constraints up to the next thing that is due."""
        found = Notes()
        glued = ""
        while not self.cursor.at_boundary():
            row = self.cursor.peek()
            assert row is not None
            keywords, rest = parse_keywords(row.code)
            if keywords and (pieces := remainder(rest)) is not None:
                self.take()
                self.cursor.push(row, pieces)
                source = self.source(row.line)
                found.keywords += [Keyword(k, v, source) for k, v in keywords.items()]
                continue
            if self._starts(row):
                break
            pushed = bool(self.cursor.pushed)
            self.take()
            if glued and row.prose.startswith(glued.rstrip(" .…")):
                found.paragraphs.pop()
            glued = row.prose if pushed else ""
            found.paragraphs.append(Text(row.prose, self.source(row.line)))
        return found

    def _starts(self, row: Row) -> bool:
        """Whether `row` begins something that is due, and so is no description."""
        if self._takes_mark():
            following = self.cursor.peek(1)
            return following is not None and self.frames.starts(following.code)
        if literal_prefix(row.code) is not None and self._marker_ahead():
            return False
        return self.frames.starts(row.code)

    def _marker_ahead(self) -> bool:
        """Whether the list of values or variants is still to be announced."""
        frame = self.frames.stack[-1] if self.frames.stack else None
        if not isinstance(frame, ValuesFrame) or frame.read:
            return False
        following = self.cursor.peek(1)
        return following is not None and MARKER.match(following.code) is not None

    # -- shapes -----------------------------------------------------------------------------

    def read(self, text: TypeText, line: int) -> tuple[Shape, Notes]:
        """The shape of a declaration just taken: its notes, then its children."""
        frame = _frame(text)
        if frame is not None:
            self.frames.stack.append(frame)
        notes = self.notes()
        form = self._form(text, frame, line)
        if frame is not None:
            self.frames.stack.remove(frame)
        return _with_keywords(form, self.source(line), notes), notes

    def _form(
        self, text: TypeText, frame: ObjectFrame | UnionFrame | ValuesFrame | None, line: int
    ) -> Form:
        first = text.terms[0]
        if isinstance(frame, ValuesFrame):
            return self._arrays(first.arrays, self._values(text, frame, line), line)
        if isinstance(frame, UnionFrame):
            return self._union(text, frame, line)
        if isinstance(frame, ObjectFrame):
            return self._arrays(first.arrays, self._object(first, frame, line), line)
        return self._arrays(first.arrays, self._simple(first, line), line)

    def _arrays(self, depth: int, form: Form, line: int) -> Form:
        for _ in range(depth):
            form = ListOf(Shape(form, self.source(line)))
        return form

    def _simple(self, term: Term, line: int) -> Form:
        if term.kind is TermKind.SCALAR:
            return _KINDS.get(term.word, Anything() if term.word != "file" else _KINDS["string"])
        if term.kind is TermKind.MAP:
            assert term.inner is not None
            shape, _ = self.read(term.inner, line)
            return MapOf(shape)
        if term.kind is TermKind.OBJECT:
            return MapOf(Shape(Anything(), self.source(line)))
        return self._bare_name(term.word, line)

    def _bare_name(self, name: str, line: int) -> Form:
        """A reference without members: an enum or union may be listed under it, uncounted."""
        row = self.cursor.peek()
        if not self.cursor.at_boundary() and row is not None and MARKER.match(row.code):
            following = self.cursor.peek(1)
            listed = MARKER.sub("", row.code) or (following.code if following is not None else "")
            frame: UnionFrame | ValuesFrame
            frame = ValuesFrame(None) if literal_prefix(listed) else UnionFrame(None)
            self.frames.stack.append(frame)
            nothing = TypeText(())
            form = (
                self._values(nothing, frame, line)
                if isinstance(frame, ValuesFrame)
                else self._union(nothing, frame, line)
            )
            self.frames.stack.remove(frame)
            self._sight(name, Shape(form, self.source(line)), line)
        return Reference(name, self.scope)

    def _sight(self, name: str, shape: Shape, line: int) -> None:
        self.models.append(Model(name, shape, self.source(line), scope=self.scope))

    # -- objects ----------------------------------------------------------------------------

    def _object(self, term: Term, frame: ObjectFrame, line: int) -> Form:
        """An inline object, or a reference whose members are shown again."""
        assert term.members is not None
        fields = self.fields(frame)
        if not fields and term.members.count:
            return self._unexpanded(term, line)
        if not frame.complete:
            fields = (*fields, *self._short(frame, line))
        form = Object(fields)
        shape = Shape(form, self.source(line))
        self.expansions.setdefault(term.members, shape)
        if term.kind is TermKind.OBJECT:
            return form
        self._sight(term.word, shape, line)
        return Reference(term.word, self.scope)

    def _unexpanded(self, term: Term, line: int) -> Form:
        """Members announced but not shown: the page has shown them before, or not at all."""
        assert term.members is not None
        if term.kind is TermKind.NAME:
            return Reference(term.word, self.scope)
        if (known := self.expansions.get(term.members)) is not None:
            return known.form
        source = self.source(line, inferred="Only the brace list of its object names this member.")
        self.conflict(
            f"The object announces {term.members.count} members, but none follows.",
            line,
            "the names shown are kept, their types are unknown",
        )
        return Object(
            tuple(
                Field(name, Shape(Anything(), source), Presence.UNSTATED, source)
                for name in term.members.shown
            )
        )

    def _short(self, frame: ObjectFrame, line: int) -> tuple[Field, ...]:
        assert frame.members is not None
        missing = frame.members.count - len(frame.names)
        rest = tuple(
            self._absent(frame, name, line) for name in frame.members.shown[len(frame.names) :]
        )
        if missing > len(rest):
            self.conflict(
                f"The object announces {frame.members.count} members, but "
                f"{frame.members.count - missing} follow.",
                line,
                "the members that follow; lines of the page may be missing",
            )
        return rest

    # -- values -----------------------------------------------------------------------------

    def _values(self, text: TypeText, frame: ValuesFrame, line: int) -> Values:
        """A constant or an enum: values listed below, checked against those in the declaration."""
        shown = [term.value for term in text.terms]
        announced = self._marker()
        found: list[Value] = []
        while not frame.complete and not self.cursor.at_boundary():
            row = self.cursor.peek()
            assert row is not None
            literal = literal_prefix(row.code)
            pieces = value_remainder(literal[1]) if literal is not None else None
            if literal is None or pieces is None:
                break
            if not announced and literal[0].value not in shown[len(found) : len(found) + 1]:
                break
            self.take()
            self.cursor.push(row, pieces)
            frame.read += 1
            found.append(Value(literal[0].value, self.source(row.line), self._value_note()))
        return Values(self._checked(text, found, line, announced))

    def _value_note(self) -> Text | None:
        """Prose between two values describes the one before it."""
        return self.notes().description

    def _marker(self) -> bool:
        """Take the announcement of values or variants, when it is next."""
        row = self.cursor.peek()
        if self.cursor.at_boundary() or row is None:
            return False
        if (marker := MARKER.match(row.code)) is None:
            return False
        self.take()
        rest = row.code[marker.end() :]
        self.cursor.push(row, [rest] if rest else [])
        return True

    def _checked(
        self, text: TypeText, found: list[Value], line: int, announced: bool
    ) -> tuple[Value, ...]:
        source = self.source(line)
        shown = [Value(term.value, source) for term in text.terms]
        if [v.value for v in found[: len(shown)]] != [v.value for v in shown][: len(found)]:
            self.conflict(
                "The values listed differ from those in the declaration.",
                line,
                "the declaration's values, then the listed ones it lacks",
            )
            known = {v.value for v in shown}
            return (*shown, *(v for v in found if v.value not in known))
        if len(found) < text.count and (announced or found or text.more):
            self.conflict(
                f"The declaration has {text.count} values, but {len(found)} are listed.",
                line,
                "the values that can be read",
            )
        return (*found, *shown[len(found) :])

    # -- unions -----------------------------------------------------------------------------

    def _union(self, text: TypeText, frame: UnionFrame, line: int) -> Form:
        """A union, or an array of one: the heads of the variants decide what `array of` binds."""
        depth = text.terms[0].arrays if text.terms else 0
        if not self._marker():
            return self._unlisted_union(text, line)
        shown = frozenset(term.value for term in text.terms if term.kind is TermKind.LITERAL)
        variants: list[Shape] = []
        first_depth = 0
        while not frame.complete and not self.cursor.at_boundary():
            row = self.cursor.peek()
            assert row is not None
            head = parse_head(row.code)
            if head is None or member(row.code) is not None or remainder(head.rest) is None:
                break
            if frame.total is None and head.name and not self._room_for(head):
                break
            if not variants:
                first_depth = head.type.terms[0].arrays
            self.take()
            frame.covered += covers(head, shown)
            self.cursor.push(row, remainder(head.rest) or [])
            variants.append(self._variant(head, row.line))
        if frame.total is not None and frame.covered != frame.total:
            self.conflict(
                f"The declaration has {frame.total} alternatives, but {frame.covered} follow.",
                line,
                "the alternatives that follow",
            )
        if not variants:
            return self._unlisted_union(text, line)
        return self._arrays(max(0, depth - first_depth), Union(tuple(variants)), line)

    def _room_for(self, head: Head) -> bool:
        """Whether an uncounted union may take a named variant: at the top it is the next model."""
        return head.name.startswith("UnionMember") or any(
            not frame.complete for frame in self.frames.stack[:-1]
        )

    def _variant(self, head: Head, line: int) -> Shape:
        """One variant. A named one is a schema of its own, `UnionMember0` and the like excepted."""
        shape, notes = self.read(head.type, line)
        described = Shape(shape.form, shape.source, shape.keywords, notes.description)
        if not head.name or head.name.startswith("UnionMember"):
            return described
        self.models.append(
            Model(
                head.name,
                described,
                self.source(line),
                scope=self.scope,
                deprecation=notes.deprecation,
            )
        )
        return Shape(Reference(head.name, self.scope), self.source(line))

    def _unlisted_union(self, text: TypeText, line: int) -> Form:
        """A union whose variants are not listed: the declaration alone tells them."""
        depth = min(term.arrays for term in text.terms) if _all_arrays(text) else 0
        source = self.source(line)
        shapes = []
        for term in text.terms:
            single = Term(
                term.kind, term.arrays - depth, term.word, term.value, term.members, term.inner
            )
            form = self._form(TypeText((single,)), None, line) if _plain(term) else None
            if form is None:
                form = self._arrays(single.arrays, self._closed(term, line), line)
            shapes.append(Shape(form, source))
        if text.more:
            self.conflict(
                f"The declaration has {text.count} alternatives, but only {len(text.terms)} are shown.",
                line,
                "the alternatives shown",
            )
        return self._arrays(depth, Union(tuple(shapes)), line)

    def _closed(self, term: Term, line: int) -> Form:
        """A term that would have children, without them."""
        if term.kind is TermKind.LITERAL:
            return Values((Value(term.value, self.source(line)),))
        return self._unexpanded(term, line)


def _all_arrays(text: TypeText) -> bool:
    return all(term.arrays for term in text.terms)


def _plain(term: Term) -> bool:
    """Whether a term has no children to read."""
    return term.kind in (TermKind.SCALAR, TermKind.MAP) or (
        term.members is None and term.kind is not TermKind.LITERAL
    )


def _frame(text: TypeText) -> ObjectFrame | UnionFrame | ValuesFrame | None:
    """What a type has due below it; `None` for types without children."""
    first = text.terms[0]
    if text.is_values:
        return ValuesFrame(text.count)
    if text.count > 1:
        return UnionFrame(text.count)
    return ObjectFrame(first.members) if first.members is not None else None


def _with_keywords(form: Form, source: Source, notes: Notes) -> Shape:
    """The shape with its constraints; those that are about items go to the items of an array."""
    own = [k for k in notes.keywords if not isinstance(form, ListOf) or "Items" in k.name]
    items = [k for k in notes.keywords if k not in own]
    if isinstance(form, ListOf) and items:
        item = form.item
        form = ListOf(Shape(item.form, item.source, (*item.keywords, *items), item.description))
    return Shape(form, source, tuple(own))
