"""Reads the blocks of one operation's section into its draft."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Presence, Source, Text
from apiscribe.pages.hand_dialects import fields_in_fence
from apiscribe.pages.hand_draft import Draft
from apiscribe.pages.hand_helpers import OBJECT_WORDS, can_hold
from apiscribe.pages.hand_json_fields import json_fields
from apiscribe.pages.hand_lists import read_attribute, read_items, set_attribute, values_of
from apiscribe.pages.hand_objects import before_lead, named_object
from apiscribe.pages.hand_places import (
    ANSWERS,
    REQUESTS,
    ModelDraft,
    Places,
    role_of_table,
)
from apiscribe.pages.hand_records import (
    LABEL,
    Block,
    Fence,
    Heading,
    Item,
    Items,
    Member,
    Para,
    Table,
)
from apiscribe.pages.hand_returns import answered, returned
from apiscribe.pages.hand_samples import SampleReader, shows_member
from apiscribe.pages.hand_signs import UNKNOWN_OPERATION, below, is_socket, not_read
from apiscribe.pages.hand_statements import STATUS_TEXT, Statements
from apiscribe.pages.hand_statuses import statuses_of
from apiscribe.pages.hand_tables import ReadTable, TableKind, read_table
from apiscribe.pages.hand_variants import Variants
from apiscribe.pages.hand_vertical import VerticalMembers
from apiscribe.pages.page import Ledger, Line, PageSource
from apiscribe.pages.parts.inline import fold, only_code, plain, tidy
from apiscribe.pages.parts.rows import Row, find_row, read_name
from apiscribe.pages.parts.sections import Label, Role, label_of
from apiscribe.pages.vertical_split import STRAY, strays_of

_EXAMPLE = re.compile(r"\b(?:example|sample)s?\b|示例", re.I)


@dataclass(slots=True)
class SectionReader:
    """Fills `draft`. `names`: lines of headings of schemas; `known`: these schemas.

    `open_row`: the member of the last heading. `caption`: what the sample right below a sentence is.
    `stopped`: why what follows is not read, such as what is below an operation that was not.
    """

    page: PageSource
    ledger: Ledger
    draft: Draft
    names: Mapping[int, str]
    known: frozenset[str]
    open_row: Row | None = None
    caption: Label | None = None
    stopped: str = ""
    vertical: VerticalMembers = field(default_factory=VerticalMembers)
    variants: Variants = field(init=False)
    places: Places = field(init=False)
    samples: SampleReader = field(init=False)
    statements: Statements = field(init=False)

    def __post_init__(self) -> None:
        self.variants = Variants(lambda lines: self.ledger.fact(*lines), self._refuse)
        self.places = Places(self.page, self.ledger, self.draft, self.names)
        self.statements = Statements(self.draft, self.places)
        self.samples = SampleReader(self.page, self.ledger, self.draft)

    def read(self, blocks: Sequence[Block], used: Collection[int]) -> None:
        """Read the blocks after the operation's own heading; `used` lines name its endpoint."""
        for block in blocks:
            if not isinstance(block, Para):
                self.vertical = VerticalMembers()
            caption, self.caption = self.caption, None
            if self._stops(block, used) or self.variants.takes(block):
                continue
            match block:
                case Heading():
                    self._heading(block, used)
                case Para():
                    self._para(block, used)
                case Table():
                    self._table(block)
                case Items():
                    self._items(block, used)
                case Member():
                    self.places.place(self.places.role(), [block.row])
                    self.ledger.fact(*range(block.line, block.end_line + 1))
                case Fence() if (rows := self._fields(block)) is not None:
                    self.places.place(self.places.role() or Role.PARAMETERS, rows)
                    self.ledger.fact(*range(block.line, block.end_line + 1))
                case Fence() if self.open_row and shows_member(block, self.places.described()):
                    self._refuse(range(block.line, block.end_line + 1), "inside of a member")
                case Fence() if not self.places.takes_sample(block):
                    self.samples.fence(block, caption or self.places.label, used)

    def _stops(self, block: Block, used: Collection[int]) -> bool:
        """Whether a block is of an operation whose line was not read."""
        if isinstance(block, Heading) and block.line not in used:
            next_one = label_of(block.text) is None and not self.draft.endpoint.method
            self.stopped = "" if next_one else self.stopped
            if not_read(block.text) == UNKNOWN_OPERATION:
                self._refuse([block.line], UNKNOWN_OPERATION)
                self.stopped = below(block.line)
                return True
        if self.stopped:
            end = block.line if isinstance(block, Heading) else block.end_line
            self._refuse(range(block.line, end + 1), self.stopped)
        return bool(self.stopped)

    def _fields(self, block: Fence) -> list[Row] | None:
        """The members that a fence lists, as YAML, or as JSON below a label that says fields."""
        if (rows := fields_in_fence(block.lines)) is not None or not self.places.lists_fields():
            return rows
        return json_fields(block.lines)

    # -- headings ---------------------------------------------------------------------------

    def _heading(self, block: Heading, used: Collection[int]) -> None:
        if block.line in used:
            self.ledger.fact(block.line)
            return
        if self.variants.heading(block):
            self.open_row = None
            return
        held = list(self.places.labels)
        self.statements.heading(block, self.page.span(block.line))
        self.places.leave(block.level)
        label = label_of(block.text)
        if label is None and "." in block.text and held and held[-1][0] >= LABEL:
            self.places.labels = held  # `part.role` below "Parameters:"
        field_row = self._field_heading(block) if label is None or only_code(block.text) else None
        self.places.parent = None
        if block.level > 6 and label is None and _EXAMPLE.search(block.text):
            self.ledger.drop([block.line], "heading")
            return
        self.open_row = None
        if field_row is not None:
            self.open_row = field_row
            self.variants.open(field_row, block.level)
            self.places.place(self.places.role(), [field_row])
            self.ledger.fact(block.line)
            return
        if label is None and self._is_object(block.text):
            self.ledger.fact(block.line)
            return
        if block.line in self.names:
            self.places.model, self.places.model_level = self.names[block.line], block.level
            self.places.models.setdefault(self.places.model, ModelDraft(block.line))
            self.ledger.fact(block.line)
            return
        self.places.push(block.level, label, block.line)
        self.ledger.drop([block.line], "heading")

    def _field_heading(self, block: Heading) -> Row | None:
        """A heading that is a member's name: in code, or a word as only members are called."""
        if self.places.role() not in (*REQUESTS, *ANSWERS) or block.level > 6:
            return None
        code = only_code(block.text)
        words = plain(block.text)
        if code is None and not re.fullmatch(
            r"[a-z][\w$]*(?:(?:\.|\[\]\.|_)[\w$]+)*(?:\[\])?(?:\s*\([^()]*\))?", words
        ):
            return None
        return read_name(block.text, block.line)

    def _is_object(self, text: str) -> bool:
        """Whether words name a member that is described already; what follows is inside of it."""
        row = named_object(text, self.draft.all_rows())
        if row is not None:
            self.places.parent, self.open_row = row, None
        return row is not None

    # -- paragraphs -------------------------------------------------------------------------

    def _para(self, block: Para, used: Collection[int]) -> None:
        rest = [line for line in block.lines if line.number not in used]
        self.ledger.fact(*(line.number for line in block.lines if line.number in used))
        if not rest or self.samples.calls(block, self.places.label):
            return
        if why := next(filter(None, (not_read(line.text) for line in rest)), ""):
            self._refuse([line.number for line in rest], why)
            apart = self.places.labels and not self.draft.endpoint.method
            if why == UNKNOWN_OPERATION or (apart and is_socket(rest[0].text)):
                self.stopped = below(rest[0].number)
            return
        if self._vertical(rest):
            return
        text = "\n".join(line.text for line in rest)
        lines = [line.number for line in rest]
        span = self.page.span(lines[0], lines[-1])
        self._returned(text, span)
        if block.made or self.statements.of_one(text, span, lines):
            self.ledger.fact(*lines)
            return
        if self.open_row is not None:
            if (
                can_hold(self.open_row)
                and text.rstrip().endswith(":")
                and OBJECT_WORDS.search(text)
            ):
                self.places.parent = self.open_row
                self.open_row.text = f"{self.open_row.text}\n{before_lead(text)}".strip()
                self.ledger.drop(lines, "lead-in")
                return
            self._about_row(self.open_row, text, lines)
            return
        if self.statements.read(text, span):
            self.ledger.fact(*lines)
            return
        if text.rstrip().endswith((":", "：")) and self._lead(text, lines[-1]):
            self.ledger.drop(lines, "lead-in")
            return
        self._prose(text, span, lines)

    def _vertical(self, lines: Sequence[Line]) -> bool:
        """Members one below the other, or more text of the last of them."""
        role, members = self.places.role(), self.vertical
        if role not in (*REQUESTS, *ANSWERS) or self.open_row is not None:
            return False
        numbers = [line.number for line in lines]
        if rows := members.rows(lines):
            self.places.place(role, rows)
        elif members.row is None or strays_of([line.text for line in lines]):
            return False
        else:
            self._about_row(members.row, "\n".join(line.text for line in lines), numbers)
        self.ledger.fact(*numbers)
        self._refuse(members.strays.intersection(numbers), STRAY)
        return True

    def _returned(self, text: str, span: Span) -> None:
        """Note the schema that a sentence of an operation says it returns."""
        if self.places.model or not self.draft.endpoint.method:
            return
        told = returned(text, self.known)
        if told is not None:
            response = self.draft.response("200", span, stated=False)
            response.told = response.told or (told, Source(span))

    def _about_row(self, row: Row, text: str, lines: Sequence[int]) -> None:
        for part, line in zip(text.split("\n"), lines, strict=False):
            item = Item(part, line, line, 0)
            attribute = read_attribute(item)
            if attribute is not None:
                set_attribute(row, attribute[0], attribute[1], item)
            else:
                row.text = (row.text + "\n" + part).strip()
        row.end_line = max(row.end_line, lines[-1])
        self.ledger.fact(*lines)

    def _lead(self, text: str, line: int) -> bool:
        """A paragraph that ends in a colon says what comes next; whether it was understood or empty."""
        last = re.split(r"(?<=[.!?。])\s+", plain(text).strip())[-1]
        if OBJECT_WORDS.search(last):
            holders = [row for row in self.places.described() if can_hold(row)]
            for name in re.findall(r"`([\w.$\[\]-]+)`", text):
                if (row := find_row(holders, name)) is not None:
                    self.places.parent = row
                    return True
        if self.places.hold(text, line):
            return True
        if self.places.answer(answered(text), line):
            return True
        label = label_of(last)
        if label is not None:
            while self.places.labels and self.places.labels[-1][0] >= 9:
                self.places.labels.pop()
            self.places.parent = None
            self.places.push(9, label, line)
            return True
        if OBJECT_WORDS.search(last) and self._is_object(last):
            return True
        self.caption = self.statements.caption(last, self.page.span(line))
        headed = self.places.role() is Role.HEADER and last == plain(text).strip()
        return headed or self.caption is not None or len(last.split()) <= 8

    def _prose(self, text: str, span: Span, lines: Sequence[int]) -> None:
        label = self.places.label
        if self.places.role() in (*REQUESTS, *ANSWERS) and strays_of(text.split("\n")):
            self._refuse(lines, STRAY)
            return
        if self.places.model:
            texts = self.places.models[self.places.model].texts
        elif label is not None and label.role in ANSWERS:
            status = label.status or ("default" if label.role is Role.ERRORS else "200")
            texts = self.draft.response(status, span, stated=bool(label.status)).text
        elif label is not None and label.role is Role.BODY and not self.draft.rows.get(Role.BODY):
            texts = self.draft.body_texts
        else:
            self.statements.about(text, span)
            self.ledger.fact(*lines)
            return
        texts.append(Text(tidy(text), Source(span)))
        self.ledger.fact(*lines)

    # -- tables and lists -------------------------------------------------------------------

    def _table(self, block: Table) -> None:
        read = read_table(block)
        lines = range(block.line, block.end_line + 1)
        if read.kind is TableKind.MEMBERS:
            if self.open_row is not None and can_hold(self.open_row):
                self.places.parent = self.open_row
            role = role_of_table(block, read, self.places.role())
            role = role or self.places.unlabelled(block.line, read.rows)
            if role is None and not (self.places.model or self.places.parent):
                self._refuse(lines, "no heading says what this table lists")
                return
            self.places.place(role, read.rows)
        elif read.kind is TableKind.STATUSES:
            for status, text, schema, line in read.statuses:
                self.statements.status(status, text, self.page.span(line))
                self._schema(status, schema)
        elif read.kind in (TableKind.VALUES, TableKind.NAMED_VALUES):
            if not self._values(read):
                self._refuse(lines, "no heading says what these values belong to")
                return
        elif read.kind is TableKind.OTHER:
            self._refuse(lines, "a table that lists no members")
            return
        self.ledger.fact(*lines)
        for line, why in read.refused.items():
            self.ledger.refuse(line, why)

    def _schema(self, status: str, name: str) -> None:
        for model in self.names.values():
            if fold(model) == fold(name):
                self.draft.responses[status].model = model

    def _refuse(self, lines: Iterable[int], why: str) -> None:
        for line in lines:
            if self.page.lines[line - 1].text:
                self.ledger.refuse(line, why)

    def _values(self, read: ReadTable) -> bool:
        if self.places.role() is Role.HEADER and read.kind is TableKind.NAMED_VALUES:
            for name, value, _, _, line in read.values:
                self.statements.header_value(name, value, line)
            return True
        done = False
        for name, value, quoted, text, line in read.values:
            row = (
                find_row(self.places.described(), name)
                if name
                else self.open_row or self.places.parent
            )
            if row is None:
                return done
            row.values.append((value, quoted, text, line))
            done = True
        return done

    def _items(self, block: Items, used: Collection[int]) -> None:
        lines = list(range(block.line, block.end_line + 1))
        if any(n in used for n in lines):
            self.ledger.fact(*(n for n in lines if n in used))
            rest = [item for item in block.items if item.line not in used]
            if rest:
                self._items(Items(rest, rest[0].line, block.end_line), ())
            return
        row = self.open_row
        if (
            row is not None
            and (attributes := [read_attribute(item) for item in block.items])
            and all(attributes)
        ):
            for item, attribute in zip(block.items, attributes, strict=True):
                if attribute is not None:
                    set_attribute(row, attribute[0], attribute[1], item)
            self.ledger.fact(*lines)
            return
        if self.statements.schemes(block, self.page):
            self.ledger.fact(*lines)
            return
        if self._status_items(block) or self.statements.header_items(block):
            self.ledger.fact(*lines)
            return
        target = row or self.places.parent
        members = row is not None and self.places.parent is row
        values = values_of(block.items) if target is not None and not members else None
        if values is not None and target is not None and not target.children and row is not None:
            target.values += values
            self.ledger.fact(*lines)
            return
        self._member_items(block, lines)

    def _member_items(self, block: Items, lines: Sequence[int]) -> None:
        role = self.places.role()
        rows = read_items(block.items, bare=role in (*REQUESTS, *ANSWERS))
        told = rows is not None and (
            role is not None or any(r.type or r.presence is not Presence.UNSTATED for r in rows)
        )
        if rows is not None and told and role is not Role.ERRORS:
            self.places.place(role or Role.PARAMETERS, rows)
            self.places.skip_fences(block.items)
            self.ledger.fact(*(n for n in lines if n not in self.ledger.refused))
            return
        if self._groups(block):
            return
        if self.places.label is None or self.places.label.role not in REQUESTS:
            text = "\n".join(f"- {item.text}" for item in block.items)
            self.statements.told(block, self.page)
            self._prose(text, self.page.span(block.line, block.end_line), lines)
            return
        self._refuse(lines, "an item that describes no member")

    def _groups(self, block: Items) -> bool:
        """A list whose items are labels of sections with something inside of each."""
        labels = [label_of(item.text.split("\n")[0]) for item in block.items]
        if not all(labels) or not any(item.blocks for item in block.items):
            return False
        for item, label in zip(block.items, labels, strict=True):
            self.places.push(9, label, item.line)
            self.ledger.drop([item.line], "heading")
            self.read(item.blocks, ())
            while self.places.labels and self.places.labels[-1][0] >= 9:
                self.places.labels.pop()
        return True

    def _status_items(self, block: Items) -> bool:
        found = [STATUS_TEXT.match(plain(item.text)) for item in block.items]
        others = [one for one, match in zip(block.items, found, strict=True) if match is None]
        if others and (len(others) == len(found) or self.places.role() is not Role.ERRORS):
            return False
        if others:  # codes of the vendor among them: no statuses
            text = "\n".join(f"- {item.text}" for item in others)
            span = self.page.span(others[0].line, others[-1].end_line)
            self._prose(text, span, [item.line for item in others])
        for item, match in zip(block.items, found, strict=True):
            if match is not None:
                one = (match["status"], match["text"] or match["reason"])
                for status, text in statuses_of(item.text) or (one,):
                    self.statements.status(status, text, self.page.span(item.line, item.end_line))
                role = Role.RESPONSE if match["status"][0] in "123" else Role.ERRORS
                self.places.push(9, Label(role, match["status"]), item.line)
                self.read(item.blocks, ())
                self.places.labels.pop()
        return True
