"""Recursive descent over the members of Stainless text pages. Counts give the nesting, not indents.

A declaration tells how many members, values or variants follow; each is read with its own
children before the count goes on. What is due decides what a line is: the same text is a member
where one is due, and prose where none is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

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
)
from apiscribe.pages.page import Ledger, PageSource
from apiscribe.pages.stainless_frames import (
    Frames,
    ObjectFrame,
    UnionFrame,
    ValuesFrame,
    frame_of,
    is_model_head,
    member,
    remainder,
)
from apiscribe.pages.stainless_keywords import parse_keywords
from apiscribe.pages.stainless_notes import Notes, refuse_remnants, with_keywords
from apiscribe.pages.stainless_rows import DEPRECATED, MARKER, Cursor, Row
from apiscribe.pages.stainless_types import (
    Declaration,
    Head,
    Members,
    Term,
    TermKind,
    TypeText,
    literal_prefix,
)
from apiscribe.pages.stainless_unions import closed_form, read_union, read_values

_KINDS = {
    "string": Scalar(Kind.STRING),
    "number": Scalar(Kind.NUMBER),
    "integer": Scalar(Kind.INTEGER),
    "boolean": Scalar(Kind.BOOLEAN),
    "null": Scalar(Kind.NULL),
}

_BRACES_ONLY = "Only the brace list of its object names this member."
_NAMES_KEPT = "the names shown are kept, their types are unknown"

MAX_DEPTH = 60
"""How many objects and unions may be open at a time; pages in the wild have a dozen."""


@dataclass(slots=True)
class Descent:
    """Reads shapes from `cursor`. Sightings of named schemas go to `models`, in the page's order.

    `named`: the models that the present section refers to without showing them in place.
    """

    page: PageSource
    cursor: Cursor
    ledger: Ledger
    scope: str = ""
    models: list[Model] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    frames: Frames = field(default_factory=Frames)
    expansions: dict[Members, Shape] = field(default_factory=dict)
    closed: dict[str, tuple[Members, int]] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)

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
            and not self.cursor.at_boundary(1)
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
        source = self.source(line, inferred=_BRACES_ONLY)
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
            if (stray := member(row.code)) is not None and not stray.name[:1].isupper():
                self._refuse("reads like a member, where none is due")
                continue
            pushed = bool(self.cursor.pushed)
            self.take()
            if pushed and (end := self._next_inside(row)):
                self.cursor.push(row, [row.code[end:]])
                row = replace(row, prose=row.code[:end].rstrip())
            if glued and row.prose.startswith(glued.rstrip(" .…")):
                found.paragraphs.pop()
            glued = row.prose if pushed else ""
            found.paragraphs.append(Text(row.prose, self.source(row.line)))
        refuse_remnants(self.ledger, found.paragraphs)
        return found

    def _next_inside(self, row: Row) -> int:
        """Where, in prose glued to a type, the next thing that is due begins; 0 when it does not."""
        for found in re.finditer(r"(?<=[.!?)`])(?=[A-Za-z\"$_@])", row.code):
            if self.frames.starts(row.code[found.end() :]):
                return found.end()
        for frame in self.frames.due():
            if isinstance(frame, ObjectFrame) and frame.expected is not None:
                end = row.code.find(f"{frame.expected}: ", 1)
                if end > 0 and member(row.code[end:]) is not None:
                    return end
        return 0

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
        frame = frame_of(text)
        if len(self.frames.stack) > MAX_DEPTH:
            self.conflict("The nesting is too deep to be a type.", line, "any value")
            return Shape(Anything(), self.source(line)), Notes()
        if frame is not None:
            self.frames.stack.append(frame)
        notes = self.notes()
        form = self.form(text, frame, line)
        if frame is not None:
            self.frames.stack.remove(frame)
        return with_keywords(form, self.source(line), notes), notes

    def form(
        self, text: TypeText, frame: ObjectFrame | UnionFrame | ValuesFrame | None, line: int
    ) -> Form:
        first = text.terms[0]
        if frame is None and frame_of(text) is not None:
            return closed_form(self, text, line)
        if first.inner is not None and text.count == 1:
            value = Shape(self.form(first.inner, frame, line), self.source(line))
            return self.arrays(first.arrays, MapOf(value), line)
        if isinstance(frame, ValuesFrame):
            return self.arrays(first.arrays, read_values(self, text, frame, line), line)
        if isinstance(frame, UnionFrame):
            return read_union(self, text, frame, line)
        if isinstance(frame, ObjectFrame):
            return self.arrays(first.arrays, self._object(first, frame, line), line)
        return self.arrays(first.arrays, self._simple(first, line), line)

    def arrays(self, depth: int, form: Form, line: int) -> Form:
        for _ in range(depth):
            form = ListOf(Shape(form, self.source(line)))
        return form

    def _simple(self, term: Term, line: int) -> Form:
        if term.kind is TermKind.SCALAR:
            return _KINDS.get(term.word, Anything() if term.word != "file" else _KINDS["string"])
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
                read_values(self, nothing, frame, line)
                if isinstance(frame, ValuesFrame)
                else read_union(self, nothing, frame, line)
            )
            self.frames.stack.remove(frame)
            self._sight(name, Shape(form, self.source(line)), line)
        else:
            self.named.add(name)
        return Reference(name, self.scope)

    def _sight(self, name: str, shape: Shape, line: int) -> None:
        self.models.append(Model(name, shape, self.source(line), scope=self.scope))

    def model(self, head: Head, line: int, inferred: str = "") -> None:
        """A model of the page's list, whose head was just taken.

        `inferred` is the reason when it stands elsewhere, and is taken for that model.
        """
        shape, notes = self.read(head.type, line)
        source = self.source(line, inferred=inferred)
        described = Shape(shape.form, source, shape.keywords, notes.description)
        self.models.append(
            Model(
                head.name,
                described,
                source,
                listed=not inferred,
                scope=self.scope,
                deprecation=notes.deprecation,
            )
        )

    # -- objects ----------------------------------------------------------------------------

    def _object(self, term: Term, frame: ObjectFrame, line: int) -> Form:
        """An inline object, or a reference whose members are shown again."""
        assert term.members is not None
        fields = self.fields(frame)
        if not fields and term.members.count:
            return self.unexpanded(term, line)
        if not frame.complete:
            fields = (*fields, *self._short(frame, line))
        form = Object(fields)
        shape = Shape(form, self.source(line))
        self.expansions.setdefault(term.members, shape)
        if term.kind is TermKind.OBJECT:
            return form
        self._sight(term.word, shape, line)
        return Reference(term.word, self.scope)

    def unexpanded(self, term: Term, line: int) -> Form:
        """Members announced but not shown: the page has shown them before, or not at all."""
        assert term.members is not None
        if term.kind is TermKind.NAME:
            self.closed.setdefault(term.word, (term.members, line))
            self.named.add(term.word)
            return Reference(term.word, self.scope)
        if (known := self.expansions.get(term.members)) is not None:
            return _seen_before(known)
        self.conflict(
            f"The object announces {_members(term.members.count)}, but none follows.",
            line,
            _NAMES_KEPT,
        )
        return self._names_only(term.members, line)

    def _names_only(self, members: Members, line: int) -> Object:
        """An object of which only the brace list is known."""
        source = self.source(line, inferred=_BRACES_ONLY)
        shape = Shape(Anything(), source)
        return Object(
            tuple(Field(name, shape, Presence.UNSTATED, source) for name in members.shown)
        )

    def sight_closed(self) -> None:
        """Add the models that the page names with a brace list and never shows."""
        shown = {model.name for model in self.models}
        for name, (members, line) in self.closed.items():
            if name in shown:
                continue
            self.conflict(
                f"{name} announces {_members(members.count)}, but the page never shows them.",
                line,
                _NAMES_KEPT,
            )
            self._sight(name, Shape(self._names_only(members, line), self.source(line)), line)

    def _short(self, frame: ObjectFrame, line: int) -> tuple[Field, ...]:
        assert frame.members is not None
        missing = frame.members.count - len(frame.names)
        rest = tuple(
            self._absent(frame, name, line) for name in frame.members.shown[len(frame.names) :]
        )
        if missing > len(rest):
            self.conflict(
                f"The object announces {_members(frame.members.count)}, but "
                f"{frame.members.count - missing} follow.",
                line,
                "the members that follow; lines of the page may be missing",
            )
        return rest


def _members(count: int) -> str:
    return f"{count} member" if count == 1 else f"{count} members"


def _seen_before(shape: Shape) -> Form:
    """The members that the same brace list announced before, which are not shown again."""
    assert isinstance(shape.form, Object)
    line = shape.source.span.line
    why = f"The members are not shown here; those of the same brace list on line {line} are taken."
    return Object(
        tuple(
            replace(f, source=Source(f.source.span, Certainty.INFERRED, why))
            for f in shape.form.fields
        )
    )
