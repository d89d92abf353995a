"""Where members of a section go: the label that holds, the member or schema that they are inside of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from apiscribe.pages.facts import Presence, Source, Text
from apiscribe.pages.hand_draft import Draft, ResponseDraft, ShownSample
from apiscribe.pages.hand_json_fields import FIELDS
from apiscribe.pages.hand_records import Fence, Item, Items, Table
from apiscribe.pages.hand_returns import Answered
from apiscribe.pages.hand_tables import ReadTable, place_of_heading
from apiscribe.pages.json_shape_parser import Node, ObjectNode
from apiscribe.pages.page import Ledger, PageSource
from apiscribe.pages.parts.inline import fold, tidy
from apiscribe.pages.parts.rows import Row
from apiscribe.pages.parts.samples import looks_like_json, read_sample
from apiscribe.pages.parts.sections import Label, Role, label_of
from apiscribe.pages.parts.types import parse_type
from apiscribe.pages.parts.words import Column, presence_of

_NO_LABEL = "No heading says so; it stands right below an operation that can have a body."
REQUESTS = (Role.HEADER, Role.PATH, Role.QUERY, Role.COOKIE, Role.BODY, Role.PARAMETERS)
ANSWERS = (Role.RESPONSE, Role.ERRORS, Role.STREAM, Role.RESPONSE_HEADERS)

_HELD = re.compile(
    r"\bresponse (?:will )?(?:holds?|contains?|has|have|includes?) an? `(?P<name>[\w-]+)` object\b",
    re.I,
)

_FOLLOWING = re.compile(
    r"\bfollowing (optional|required) (?:fields|members|properties|attributes|parameters)\b[^.]*[:：]$",
    re.I,
)
_SUMMARY = re.compile(r"\bsummary\b|\bshort description\b|简要描述|概要", re.I)


@dataclass(slots=True)
class ModelDraft:
    """A schema with a heading of its own."""

    line: int
    rows: list[Row] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    samples: list[ShownSample] = field(default_factory=list)


@dataclass(slots=True)
class Places:
    """`labels`: the headings that hold, with their levels, outermost first.

    `model_names`: line of a heading → the schema that it names; `models` what was found of them.
    `parent`: the member that what follows is inside of; `model` the schema. `labelled`: the line of
    the last label.
    """

    page: PageSource
    ledger: Ledger
    draft: Draft
    model_names: Mapping[int, str]
    labels: list[tuple[int, Label | None]] = field(default_factory=list)
    parent: Row | None = None
    model: str = ""
    model_level: int = 0
    models: dict[str, ModelDraft] = field(default_factory=dict)
    labelled: int = 0

    @property
    def label(self) -> Label | None:
        """The label that holds here."""
        return self.labels[-1][1] if self.labels else None

    def lists_fields(self) -> bool:
        """Whether the label that holds says that members are described below it."""
        if self.label is None or self.label.role not in (*REQUESTS, *ANSWERS):
            return False
        return FIELDS.search(self.page.lines[self.labelled - 1].text) is not None

    def sums_up(self) -> bool:
        """Whether the label that holds says that the operation is summed up below it."""
        if self.label is None or self.label.role is not Role.TEXT:
            return False
        return _SUMMARY.search(self.page.lines[self.labelled - 1].text) is not None

    def leave(self, level: int) -> None:
        """A heading of `level` ends what its like and deeper ones began."""
        while self.labels and self.labels[-1][0] >= level:
            self.labels.pop()
        self.parent = None
        if level <= self.model_level:
            self.model = ""

    def push(self, level: int, label: Label | None, line: int) -> None:
        """A label holds from here on; what it states of a response or body is noted."""
        outer = next((one for _, one in reversed(self.labels) if one is not None), None)
        label = combined(outer, label) if label is not None else None
        self.labels.append((level, label))
        if label is None:
            return
        self.labelled = line
        if label.status and label.role in ANSWERS:
            found = self.draft.response(label.status, self.page.span(line), stated=True)
            found.media_type = label.media_type or found.media_type
            self.ledger.fact(line)
            return
        self.draft.body_required |= label.required
        if label.required:
            self.ledger.fact(line)
        if label.media_type and label.role in (Role.BODY, Role.PARAMETERS):
            self.draft.body_media, self.draft.body_span = label.media_type, self.page.span(line)
            self.ledger.fact(line)
        if label.form:
            self.draft.form_span = self.page.span(line)

    def role(self) -> Role | None:
        """The role that holds for members here."""
        label = self.label
        if label is None:
            outer = [label for _, label in self.labels if label is not None]
            label = outer[-1] if outer and self.labels[-1][0] < 9 else None
        if label is None or label.role in (
            Role.TEXT,
            Role.ENDPOINT,
            Role.EXAMPLE,
            Role.REQUEST_EXAMPLE,
            Role.RESPONSE_EXAMPLE,
        ):
            return None
        return Role.HEADER if label.role is Role.AUTH else label.role

    def rows(self, role: Role) -> list[Row]:
        """The rows of a role, to be added to."""
        if role is Role.STREAM:
            return self.draft.chunk_rows
        if role in (Role.RESPONSE, Role.ERRORS):
            return self.response(role).rows
        if role is Role.RESPONSE_HEADERS:
            return self.response(role).headers
        return self.draft.rows.setdefault(role, [])

    def described(self) -> list[Row]:
        """The members that were described before, here: those of the model, else of the operation."""
        return self.models[self.model].rows if self.model else self.draft.all_rows()

    def takes_sample(self, block: Fence) -> bool:
        """A sample of a schema, outside of operations: it has the members that are described.

        One right below the schema's heading may stand above them.
        """
        if self.draft.endpoint.method or not self.models or not looks_like_json(block.text):
            return False
        sample = read_sample(block.lines)
        own = self.models.get(self.model)
        for model in self.models.values():
            above = model is own and not model.rows and self.label is None
            if above or shows_members(sample.node, model.rows):
                span = self.page.span(block.line, block.end_line)
                model.samples.append(ShownSample(sample, span))
                self.ledger.fact(*range(block.line, block.end_line + 1))
                return True
        return False

    def samples_of(self, model: ModelDraft) -> list[ShownSample]:
        """The samples of a schema that turned out to have its members."""
        found = [one for one in model.samples if shows_members(one.sample.node, model.rows)]
        for one in model.samples:
            if one not in found:
                for number in range(one.span.line, one.span.end_line + 1):
                    self.ledger.refuse(number, "a sample of other members than are described")
        return found

    def skip_fences(self, items: Sequence[Item]) -> None:
        """Samples inside of items show values of a member; they are not read."""
        for block in (block for item in items for block in item.blocks):
            if isinstance(block, Items):
                self.skip_fences(block.items)
            elif isinstance(block, Fence | Table):
                for number in range(block.line, block.end_line + 1):
                    if self.page.lines[number - 1].text:
                        self.ledger.refuse(number, "inside of a member's item")

    def response(self, role: Role) -> ResponseDraft:
        """The response that the label is about; the usual status where it names none."""
        status = self.label.status if self.label is not None else ""
        fallback = "default" if role is Role.ERRORS else "200"
        return self.draft.response(status or fallback, self.draft.source.span, stated=bool(status))

    def hold(self, text: str, line: int) -> bool:
        """`The response holds a `seal` object, and these are its fields:`: a member of the answer."""
        told = _HELD.search(text)
        if told is None or not self.draft.endpoint.method:
            return False
        self.parent, self.model = Row(told["name"], line, line, type="object"), ""
        self.draft.response("200", self.page.span(line), stated=False).rows.append(self.parent)
        return True

    def answer(self, told: Answered | None, line: int) -> bool:
        """`Returns a list of cows, each with:`: the members below are of the answer."""
        if told is None or self.model or not self.draft.endpoint.method:
            return False
        while self.labels and self.labels[-1][0] >= 9:
            self.labels.pop()
        self.parent = None
        failed = told.status[:1] in ("4", "5")
        self.push(9, Label(Role.ERRORS if failed else Role.RESPONSE, told.status), line)
        if told.listed:
            self.response(Role.RESPONSE).listed = True
        return True

    def unlabelled(self, line: int, rows: Sequence[Row]) -> Role | None:
        """The body, for members right below the line of an operation that can have one: a guess."""
        draft = self.draft
        if draft.endpoint.method not in ("POST", "PUT", "PATCH") or self.model or self.parent:
            return None
        shown = (one for one in reversed(self.page.lines[: line - 1]) if one.text.strip("`~"))
        above = next(shown, None)
        if draft.weak or above is None or above.number != draft.source.span.line:
            return None
        todo = list(rows)
        while todo:
            row = todo.pop()
            row.doubt = row.doubt or _NO_LABEL
            todo += row.children
        return Role.BODY

    def _unwrapped(self, rows: Sequence[Row]) -> Sequence[Row]:
        """A row that stands for the body itself holds the rows that are nested below it."""
        wrapper = next((row for row in rows if _is_body(row)), None)
        if wrapper is None:
            return rows
        at = list(rows).index(wrapper)
        inner = []
        for row in rows[at + 1 :]:
            if row.depth <= wrapper.depth:
                break
            inner.append(row)
        if not inner and not wrapper.children:
            return self._without_body(rows, wrapper)
        for row in inner:
            row.depth -= 1
            row.place = row.place or wrapper.place
        self._about_body(wrapper)
        return [*rows[:at], *wrapper.children, *rows[at + 1 :]]

    def _without_body(self, rows: Sequence[Row], wrapper: Row) -> Sequence[Row]:
        """A row for the whole body whose type is a schema of the page: the body is that schema."""
        tree = parse_type(wrapper.type, tuple(self.model_names.values())) if wrapper.type else None
        if tree is None or tree.kind != "ref":
            return rows
        source = Source(self.page.span(wrapper.line, wrapper.end_line))
        self.draft.body_model = (tree.name, source)
        self.draft.body_required |= wrapper.presence is Presence.REQUIRED
        self._about_body(wrapper)
        return [row for row in rows if row is not wrapper]

    def _about_body(self, wrapper: Row) -> None:
        """What the row for the whole body says of it."""
        if wrapper.text.strip():
            source = Source(self.page.span(wrapper.line, wrapper.end_line))
            self.draft.body_texts.append(Text(tidy(wrapper.text), source))

    def place(self, role: Role | None, rows: Sequence[Row]) -> None:
        """Put rows where they belong: inside of the member that was named, else by their role."""
        parent = self.parent
        if self.model and parent is None:
            self.models[self.model].rows += rows
            return
        rows = self._unwrapped(rows)
        if parent is not None:
            lowest = min((row.depth for row in rows), default=0)
            told = self._told_of_all(rows)
            for row in rows:
                row.depth -= lowest
                row.presence = told if row.presence is Presence.UNSTATED else row.presence
            parent.children += rows
            return
        role = role or Role.PARAMETERS
        if role is Role.RESPONSE and rows:
            response = self.response(role)
            if not response.stated and not response.rows:
                response.span = self.page.span(rows[0].line, rows[-1].end_line)
        if role in (Role.REQUIRED, Role.OPTIONAL):
            wanted = Presence.REQUIRED if role is Role.REQUIRED else Presence.OPTIONAL
            for row in rows:
                row.presence = wanted if row.presence is Presence.UNSTATED else row.presence
            role = Role.PARAMETERS
        for row in rows:
            own = _role_of_place(row.place) if row.place else None
            self.rows(own or role).append(row)

    def _told_of_all(self, rows: Sequence[Row]) -> Presence:
        """`It has the following optional fields:` right above members tells it of each."""
        above = self.page.lines[: rows[0].line - 1] if rows else ()
        lead = next((line.text for line in reversed(above) if line.text), "")
        told = _FOLLOWING.search(lead)
        return (presence_of(told[1]) if told is not None else None) or Presence.UNSTATED


def shows_members(node: Node | None, rows: Sequence[Row]) -> bool:
    """Whether a sample has members that are described, at least half of them, and no other ones."""
    shown = {m.key for m in node.members} if isinstance(node, ObjectNode) else set()
    named = {row.name.partition(".")[0].partition("[")[0] for row in rows}
    return len(shown) > 1 and shown <= named and 2 * len(shown) >= len(named)


def _is_body(row: Row) -> bool:
    return (
        row.name.lower() in ("body", "payload", "requestbody")
        and _role_of_place(row.place) is Role.BODY
    )


def combined(outer: Label | None, label: Label) -> Label:
    """A label inside of another: fields and examples of a response are the response's."""
    if outer is None or label.status:
        return label
    inside = label.role
    if outer.role in (Role.RESPONSE, Role.ERRORS, Role.STREAM):
        if outer.role is Role.STREAM and inside in (Role.EXAMPLE, Role.RESPONSE_EXAMPLE):
            return outer
        if inside in (
            Role.BODY,
            Role.PARAMETERS,
            Role.TEXT,
            Role.REQUIRED,
            Role.OPTIONAL,
            Role.RESPONSE,
        ):
            return Label(outer.role, outer.status, label.media_type or outer.media_type)
        if inside is Role.HEADER:
            return Label(Role.RESPONSE_HEADERS, outer.status)
        if inside in (Role.EXAMPLE, Role.RESPONSE_EXAMPLE):
            return Label(
                Role.RESPONSE_EXAMPLE,
                outer.status or ("default" if outer.role is Role.ERRORS else ""),
                outer.media_type,
            )
    if outer.role in REQUESTS and inside is Role.EXAMPLE:
        return Label(Role.REQUEST_EXAMPLE)
    return label


def _role_of_place(words: str) -> Role | None:
    known = {
        "path": Role.PATH, "url": Role.PATH, "query": Role.QUERY, "querystring": Role.QUERY,
        "header": Role.HEADER, "headers": Role.HEADER, "body": Role.BODY, "json": Role.BODY,
        "formdata": Role.BODY, "form": Role.BODY, "cookie": Role.COOKIE, "response": Role.RESPONSE, "路径": Role.PATH,
        "查询": Role.QUERY, "请求头": Role.HEADER, "请求体": Role.BODY,
    }  # fmt: skip
    return known.get(fold(words).split(" ")[0].replace("-", ""))


def role_of_table(block: Table, read: ReadTable, outer: Role | None) -> Role | None:
    """The place of a table's members: its label's (`outer`), made more exact by its own heading."""
    own, listed = None, False
    if Column.NAME in read.columns:
        head = block.header[read.columns.index(Column.NAME)]
        own = place_of_heading(head)
        listed = (label := label_of(f"{fold(head)}s")) is not None and label.role in REQUESTS
    if own is Role.HEADER and outer in (Role.RESPONSE, Role.ERRORS):
        return Role.RESPONSE_HEADERS
    if own in REQUESTS and outer in (*REQUESTS, Role.REQUIRED, Role.OPTIONAL):
        return own
    placed = {Column.PLACE, Column.REQUIRED, Column.OPTIONAL} & set(read.columns)
    return outer or own or (Role.PARAMETERS if placed or listed else None)
