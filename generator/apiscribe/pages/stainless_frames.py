"""What is still due while a Stainless page is read: one frame per open object, union or value list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from apiscribe.pages.stainless_keywords import parse_keywords
from apiscribe.pages.stainless_rows import MARKER
from apiscribe.pages.stainless_types import (
    HEAD_START,
    MEMBER_START,
    SCALARS,
    Declaration,
    Head,
    Members,
    TermKind,
    TypeText,
    literal_prefix,
    parse_declaration,
    parse_head,
)


@dataclass(slots=True)
class ObjectFrame:
    """An object whose members are being read. `members` is `None` when the page gives no count."""

    members: Members | None
    names: list[str] = field(default_factory=list)
    optional_seen: bool = False

    @property
    def complete(self) -> bool:
        """Whether no further member is due."""
        return self.members is not None and len(self.names) >= self.members.count

    @property
    def expected(self) -> str | None:
        """The name of the next member, when the page tells it."""
        if self.members is None or len(self.names) >= len(self.members.shown):
            return None
        return self.members.shown[len(self.names)]

    def is_later(self, name: str) -> bool:
        """Whether `name` is shown for a later member than the next."""
        return self.members is not None and name in self.members.shown[len(self.names) + 1 :]

    def is_odd(self, name: str) -> bool:
        """Whether `name` is capitalised and no other member is: prose such as `Note: string`."""
        known = [*self.names, *(self.members.shown if self.members is not None else ())]
        return name[:1].isupper() and bool(known) and not any(n[:1].isupper() for n in known)


@dataclass(slots=True)
class UnionFrame:
    """A union whose variants are being read. `total` alternatives, `None` when not told."""

    total: int | None
    covered: int = 0

    @property
    def complete(self) -> bool:
        """Whether no further variant is due."""
        return self.total is not None and self.covered >= self.total


@dataclass(slots=True)
class ValuesFrame:
    """An enum whose values are being read. `total` values, `None` when not told."""

    total: int | None
    read: int = 0

    @property
    def complete(self) -> bool:
        """Whether no further value is due."""
        return self.total is not None and self.read >= self.total


_SCALAR_RUN = re.compile(rf"(?:{'|'.join(SCALARS)})+(?=[A-Z\"]|$|{MEMBER_START.pattern})")
"""Scalar variants that a crawl glued together, and what may come after them."""

Frame = ObjectFrame | UnionFrame | ValuesFrame


@dataclass(slots=True)
class Frames:
    """The open frames, outermost first."""

    stack: list[Frame] = field(default_factory=list)

    def due(self) -> Iterator[Frame]:
        """Frames that may want the next row, innermost first, up to an object already begun.

        Values, variants and members that are due need not come: a page may leave them out.
        """
        for frame in reversed(self.stack):
            if frame.complete:
                continue
            yield frame
            if isinstance(frame, ObjectFrame) and frame.names:
                return

    def starts(self, text: str) -> bool:
        """Whether `text` begins something that is due, so that it is no description."""
        if MARKER.match(text) or is_model_head(text):
            return True
        return any(self._fits(frame, text) for frame in self.due())

    def wanted_outside(self, inner: ObjectFrame, declaration: Declaration) -> bool:
        """Whether an object around `inner` is due to have this member."""
        outer = self.stack[: self.stack.index(inner)]
        for frame in reversed(outer):
            if isinstance(frame, ObjectFrame) and not frame.complete:
                if frame.expected is not None:
                    return frame.expected == declaration.name
                late = frame.optional_seen and not declaration.optional
                return declaration.name not in frame.names and not late
        return False

    def _fits(self, frame: Frame, text: str) -> bool:
        if isinstance(frame, ValuesFrame):
            found = literal_prefix(text)
            return found is not None and (not found[1] or value_remainder(found[1]) is not None)
        if isinstance(frame, UnionFrame):
            return (head := parse_head(text)) is not None and remainder(head.rest) is not None
        return self._fits_object(frame, text)

    def _fits_object(self, frame: ObjectFrame, text: str) -> bool:
        declaration = member(text)
        if declaration is None:
            return False
        if frame.expected is None:
            return not frame.is_odd(declaration.name)
        if declaration.name == frame.expected or frame.is_later(declaration.name):
            return True
        return self.wanted_outside(frame, declaration)


def is_model_head(text: str) -> bool:
    """Whether `text` is `Name object {…}`, `Name {…}` or `Name = type`, wherever it stands."""
    head = parse_head(text)
    if head is None or not head.name or remainder(head.rest) is None:
        return False
    return head.alias or head.type.terms[0].members is not None


def member(text: str) -> Declaration | None:
    """`text` as a member declaration, when what follows the type can follow it."""
    declaration = parse_declaration(text)
    if declaration is None or remainder(declaration.rest) is None:
        return None
    return declaration


def remainder(rest: str) -> list[str] | None:
    """What is glued to the end of a type, in pieces; `None` when it cannot be glued to a type.

    Only how the next thing begins is looked at: it is read when its turn comes.
    """
    if not rest:
        return []
    found, after = parse_keywords(rest)
    if found:
        tail = remainder(after)
        return None if tail is None else [rest[: len(rest) - len(after)], *tail]
    text = rest.lstrip()
    if (marker := MARKER.match(text)) is not None:
        after = text[marker.end() :].lstrip()
        return [marker[0], *([after] if after else [])]
    if _begins(text):
        return [text]
    return [text] if rest[0].isupper() or rest[0] in "`(" or _SCALAR_RUN.match(rest) else None


def value_remainder(rest: str) -> list[str] | None:
    """What is glued to a listed value, in pieces; `None` when it cannot be glued to one."""
    text = rest.lstrip()
    if not text:
        return []
    return [text] if _begins(text) else None


def _begins(text: str) -> bool:
    """Whether a member, a model or a value begins here."""
    if MEMBER_START.match(text.removeprefix("Deprecated")) or HEAD_START.match(text):
        return True
    return text[:1] == '"' and literal_prefix(text) is not None


def covers(head: Head, shown: frozenset[str | int | float | bool | None]) -> int:
    """How many alternatives of the declaration a variant stands for.

    A named enum inside a union may have been flattened into the declaration, value by value.
    """
    if not head.alias or not head.type.is_values:
        return 1
    flattened = any(term.value in shown for term in head.type.terms)
    return head.type.count if flattened else 1


def is_bare_name(head: Head) -> bool:
    """Whether a variant is only the name of a model."""
    only = head.type.terms[0]
    return not head.name and head.type.count == 1 and only.kind is TermKind.NAME


def frame_of(text: TypeText) -> ObjectFrame | UnionFrame | ValuesFrame | None:
    """What a type has due below it; `None` for types without children."""
    first = text.terms[0]
    if first.inner is not None and text.count == 1:
        return frame_of(first.inner)
    if text.is_values:
        return ValuesFrame(text.count)
    if text.count > 1:
        return UnionFrame(text.count)
    return ObjectFrame(first.members) if first.members is not None else None
