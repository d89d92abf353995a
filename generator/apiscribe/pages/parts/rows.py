"""Described members, however a page describes them: rows, their names' marks, their nesting."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from apiscribe.pages.facts import Json, Presence
from apiscribe.pages.json_shape_parser import Node
from apiscribe.pages.parts.inline import CODE, narrow, plain, tidy

_ARROWS = re.compile(
    r"^(?:(?:&nbsp;|\u00a0|\s)*(?:↳|»|›|└─*|├─*|┗|→|>|-(?=\s)|–(?=\s)|·|\.(?=\s))\s*)+"
)
_FLAG = re.compile(
    r"[\s,;]*[*_(\[`<]*\b(required|mandatory|optional|deprecated|nullable|必填|必选|必须|可选|选填|已废弃|erforderlich|pflicht"
    r"|obligatoire|requis|facultatif|optionnel|obligatorio|requerido|opcional|обязательн\w*|необязательн\w*|必須|任意)\b[*_)\]`>]*\s*$",
    re.I,
)
_NAME = re.compile(
    r"^(?:[A-Za-z_$@-][\w$@-]*+|\d+)(?:(?:\.|/|:|->)?(?:[\w$@*-]++|\[[\w\d*$-]*\]|\{\w+\}))*(?:\[\])?$"
)
_OPTIONAL = re.compile(r"opt|可选|选填|fac|opc|необ|任意", re.I)
MAX_DEPTH = 24
"""Members nested deeper than this are not understood: no page has them."""

_STEP = re.compile(r"([^.\[\]]+)((?:\[(?:\d*|\*|n|i|x)\])*)|\[(\w+)\]", re.I)


@dataclass(slots=True)
class Variant:
    """One of the objects that a member may be: its members as described, and as samples show it."""

    title: str
    rows: list[Row] = field(default_factory=list)
    nodes: Sequence[Node] = ()


@dataclass(slots=True)
class Row:
    """One described member. Texts are as written (CommonMark); `depth` counts from 0.

    `values`: (literal, was quoted, text, line) from a list or table of values of its own.
    `array`: its name said that it is a list (`parts[]`). `implied`: no line of its own.
    `type_line`: where its type stands, if not on its own line. `default_told`: the default with its
    label, as the page has it. `stated`: JSON Schema keywords that the page gives outright. `doubt`:
    why it is not sure that the member stands where it does (one sentence). `variants`: the objects
    that it may be, `plain` the types that it may be beside them. `free`: what free names hold.
    """

    name: str
    line: int
    end_line: int
    type: str = ""
    presence: Presence = Presence.UNSTATED
    text: str = ""
    type_line: int = 0
    default: str = ""
    default_told: str = ""
    example: str = ""
    allowed: str = ""
    limits: str = ""
    place: str = ""
    depth: int = 0
    deprecated: bool = False
    nullable: bool = False
    array: bool = False
    implied: bool = False
    doubt: str = ""
    values: list[tuple[str, bool, str, int]] = field(default_factory=list)
    stated: dict[str, Json] = field(default_factory=dict)
    children: list[Row] = field(default_factory=list)
    variants: list[Variant] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)
    free: Row | None = None


def read_name(cell: str, line: int, end_line: int = 0) -> Row | None:
    """A row by its name cell: `` `name` ``, `name*`, `name?`, `↳ name`, `name (required)`.

    `None` when the cell holds no name of a member.
    """
    text = re.sub(r"\[\]\(#[^)]*\)|<a\b[^>]*>\s*</a>", "", narrow(tidy(cell)))
    depth = 0
    if (arrows := _ARROWS.match(text)) is not None:
        marks = re.findall(r"↳|»|›|└─*|├─*|┗|→|>|-|–|·|\.", arrows[0])
        depth = min(max(1, len(marks)), MAX_DEPTH)
        text = text[arrows.end() :]
    row = Row("", line, max(line, end_line), depth=depth)
    text = _flags(text.strip(), row)
    span = CODE.match(re.sub(r"^[*_]+", "", text))
    if span is not None:
        after = re.sub(r"^[*_]+", "", text)[span.end() :]
        name, rest = span[2].strip().replace("\\_", "_"), _flags(after.strip(" *_"), row)
        kind = re.match(r"^\(?\s*([\w\[\]<> |/,.-]+?)\s*\)?$", rest.strip(" :"))
        if kind is not None and rest.strip():
            row.type = row.type or kind[1]
        elif rest.strip(" :-–—"):
            return None
    else:
        name = plain(text)
        if (typed := re.match(r"^(\S+)\s*\(([^()]+)\)$", name)) is not None:
            name, row.type = typed[1], typed[2]
    name = _marks(name.strip().strip("\"'“”").rstrip(":"), row)
    if not _NAME.match(name):
        return None
    if name.endswith("[]"):
        name, row.array = name[:-2], True
    row.name = name
    return row


def _flags(text: str, row: Row) -> str:
    """Take words such as `(required)` off the end of a name cell."""
    while (match := _FLAG.search(text)) is not None and match.start() > 0:
        word = match[1].lower()
        if word in ("deprecated", "已废弃"):
            row.deprecated = True
        elif word == "nullable":
            row.nullable = True
        else:
            row.presence = Presence.OPTIONAL if _OPTIONAL.match(word) else Presence.REQUIRED
        text = text[: match.start()].rstrip()
    return _marks(text, row)


def _marks(text: str, row: Row) -> str:
    """Take `*` (required) and `?` (optional) off the end of a name; emphasis is none."""
    bare = re.sub(r"\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*(?!\*)", r"\1\2", text)
    starred = re.match(r"^(.*?\w[`\]]?)\s*(?:\\?\*|<[^>]*>\s*\*\s*</[^>]*>)$", bare)
    if starred is not None:
        row.presence = Presence.REQUIRED
        return starred[1]
    if re.match(r"^[\w.\[\]-]+\?$", bare):
        row.presence = Presence.OPTIONAL
        return bare[:-1]
    return text


def nest(rows: Sequence[Row], *, dotted: bool) -> list[Row]:
    """Rows in their tree: by depth, then (`dotted`) by names such as `part.size` and `parts[].size`."""
    roots: list[Row] = []
    stack: list[Row] = []
    for row in rows:
        while stack and stack[-1].depth >= row.depth:
            stack.pop()
        (stack[-1].children if stack else roots).append(row)
        stack.append(row)
    return _by_name(roots) if dotted else roots


def _by_name(rows: Sequence[Row]) -> list[Row]:
    result: list[Row] = []
    known: dict[tuple[str, ...], Row] = {}
    for row in rows:
        row.children = _by_name(row.children) if row.children else row.children
        steps = _steps(row.name)
        parent: list[Row] = result
        for index, (name, array) in enumerate(steps[:-1]):
            path = tuple(step for step, _ in steps[: index + 1])
            if path not in known:
                known[path] = Row(name, row.line, row.line, implied=True)
                parent.append(known[path])
            known[path].array |= array
            parent = known[path].children
        name, array = steps[-1]
        path = tuple(step for step, _ in steps)
        row.name, row.array = name, row.array or array
        if path in known and known[path].implied:
            _fill(known[path], row)
        else:
            known.setdefault(path, row)
            parent.append(row)
    return result


def _fill(implied: Row, row: Row) -> None:
    """A row that others implied is described itself."""
    row.children = [*row.children, *implied.children]
    row.array |= implied.array
    for name in Row.__slots__:
        setattr(implied, name, getattr(row, name))


def _steps(name: str) -> list[tuple[str, bool]]:
    """`a[].b` → [("a", True), ("b", False)]; `a.0.b` the same."""
    name = name.replace("->", ".")
    if not re.fullmatch(
        r"[A-Za-z_$@-][\w$@-]*(?:\[[\w*]*\])*(?:\.(?:[A-Za-z_$@*-][\w$@-]*|\d+)(?:\[[\w*]*\])*)*",
        name,
    ):
        return [(name, False)]
    steps: list[tuple[str, bool]] = []
    for match in _STEP.finditer(name):
        if match[3] is not None:
            steps.append((match[3], False))
        elif (match[1].isdigit() or match[1] == "*") and steps:
            steps[-1] = (steps[-1][0], True)
        else:
            steps.append((match[1], bool(match[2])))
    return steps if 0 < len(steps) <= MAX_DEPTH else [(name, False)]


def find_row(rows: Sequence[Row], name: str) -> Row | None:
    """The row called `name`, at any depth; the outermost, else the last of several."""
    low = re.sub(r"[\s_-]|\[\]", "", name).casefold()
    level: list[Row] = list(rows)
    while level:
        for row in level:
            own = re.sub(r"[\s_-]", "", row.name).casefold()
            if low in (own, own.rsplit(".", 1)[-1]) or (own.endswith("s") and low == own[:-1]):
                return row
        level = [child for row in level for child in row.children]
    return None
