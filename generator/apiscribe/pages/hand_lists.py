"""List items → rows: `` `name` (type, flags): text``, `name - text`, attribute lists, values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apiscribe.pages.facts import Presence
from apiscribe.pages.hand_records import Fence, Item, Items, Para, Table
from apiscribe.pages.parts.inline import CODE, fold, narrow, only_code, plain, tidy
from apiscribe.pages.parts.limits import presence_said
from apiscribe.pages.parts.rows import Row, read_name
from apiscribe.pages.parts.sections import Role, label_of
from apiscribe.pages.parts.type_marks import Mark, access_of, read_mark
from apiscribe.pages.parts.types import parse_type
from apiscribe.pages.parts.words import COLUMNS, Column, presence_of

_MARKED = re.compile(
    r"^(?:\*\*|__|\*|_)?(?P<code>`[^`]+`|(?<=\*\*)[^*\s]+|(?<=__)[^_\s]+)(?P<star>\\?\*(?!\*))?(?:\*\*|__|\*|_)?(?P<after>[*?])?\s*(?P<rest>.*)$",
    re.S,
)
_BARE = re.compile(
    r"^(?P<code>[a-z_$@][\w$.\[\]-]*|[a-z]+[A-Z]\w*|[A-Z][\w]*-[\w-]+)(?P<after>[*?])?\s*(?P<rest>(?:\(|\[|:|-|–|—|=>).*)$",
    re.S,
)
_BRACKETS = re.compile(
    r"^[(\[{<*_]*[(\[](?P<in>[^()\[\]]*(?:\[[^\[\]]*\]|\([^()]*\))?[^()\[\]]*)[)\]][*_]*\s*"
)
_SEPARATOR = re.compile(r"^(?:[:：]|=>|->|[-–—]+(?=\s|[A-Z`])|,)\s*")
_TYPE_CODE = re.compile(
    r"^[*_]{0,2}(?:`(?P<code>[^`]+)`|(?P<em>[\w\[\]<>|]+))[*_]{0,2}(?=$|\s|[:,.;–—-])\s*"
)
_FLAG = re.compile(
    r"^[*_`(\[]*(?P<flag>required|mandatory|optional|deprecated|nullable|read-?only|write-?only|必填|必选|可选)[*_`)\]]*(?=$|[\s:,.;–—-])\s*,?\s*",
    re.I,
)
_VALUES = re.compile(
    r"one of|values|options|either|can be|must be|enum|取值|可选值|枚举|werte|valeurs|valores|значени|値",
    re.I,
)
_NESTED = re.compile(
    r"\b(?:object|array|list|fields|properties|contains|attributes|structure|children|with)\b|对象|数组|объект|オブジェクト",
    re.I,
)
_CHILDREN = re.compile(
    r"^(?:properties|fields|children|items|attributes|members|object properties|each item|child attributes|属性|子字段|字段|eigenschaften|propriétés|propiedades|свойства|プロパティ)$"
)
_LITERAL = re.compile(
    r"^(?:`(?P<code>[^`]+)`|\"(?P<quoted>[^\"]+)\"|(?P<number>-?\d+(?:\.\d+)?))\s*(?:[:：=–—-]+\s*(?P<text>.*)|\((?P<note>.*)\)|(?P<rest>$))",
    re.S,
)
_BADGE = re.compile(r"<(?P<tag>div|span|sup|small)\b[^<>]*>(?P<type>[\w\[\]<>]+)</(?P=tag)>\s*$")
"""A type in a badge at the end of an item."""
_STARRED = re.compile(r"^\\?\*\s+(?=\*\*|`)")
"""The star of a required member, before its name."""
_LEADS = re.compile(r"^(?:possible|allowed|available)? ?(?:enum )?values:$", re.I)
"""What stands above the values of a member, and says nothing else."""
_NOTES = frozenset(
    ["note", "warning", "tip", "example", "caution", "info", "important", "e.g", "i.e"]
)


def read_items(items: Sequence[Item], *, bare: bool) -> list[Row] | None:
    """Rows of a list of members; `None` when its items are something else.

    `bare`: a section of members, where names need no marks.
    """
    rows: list[Row] = []
    for item in items:
        row = read_item(item, bare=bare)
        if row is not None:
            rows.append(row)
            continue
        group = _group(item)
        if group is None:
            return None
        presence, inner = group
        found = read_items(inner, bare=True)
        if found is None:
            return None
        for row in found:
            row.presence = presence if row.presence is Presence.UNSTATED else row.presence
        rows += found
    return rows


def _group(item: Item) -> tuple[Presence, Sequence[Item]] | None:
    """`- Required:` with members below it."""
    label = label_of(item.text)
    inner = [b for b in item.blocks if isinstance(b, Items)]
    if label is None or len(inner) != 1:
        return None
    known = {Role.REQUIRED: Presence.REQUIRED, Role.OPTIONAL: Presence.OPTIONAL}
    if label.role not in known:
        return None
    return known[label.role], inner[0].items


def read_item(item: Item, *, bare: bool) -> Row | None:
    """One member with everything below its item; `None` when the item is no member."""
    source, badge = item.text, ""
    if (badged := _BADGE.search(source)) is not None and parse_type(badged["type"]) is not None:
        source, badge = source[: badged.start()].rstrip(), badged["type"]
    text = tidy(source)
    starred = _STARRED.match(text)
    text = text[starred.end() :] if starred is not None else text
    marked = _MARKED.match(text)
    match = marked
    if match is None and bare:
        match = _BARE.match(narrow(text))
        if match is not None and match["code"].lower() in _NOTES:
            return None
    if match is None:
        return None
    name = match["code"].strip("`").strip()
    star = marked["star"] if marked is not None else None
    row = read_name(f"`{name}`" + (star or match["after"] or ""), item.line, item.end_line)
    if row is None or (marked is not None and not marked["code"].startswith("`") and not bare):
        return None
    rest = match["rest"]
    if marked is not None and rest and not _continues(rest):
        return None
    row.type = badge
    note = _details(row, rest)
    _inside(row, item)
    row.text = "\n".join(filter(None, (row.text, note)))
    if starred is not None and row.presence is Presence.UNSTATED:
        row.presence = Presence.REQUIRED
    return row


def _continues(rest: str) -> bool:
    """Whether what follows a marked name is about it, not a sentence that begins with the name."""
    return bool(
        _SEPARATOR.match(narrow(rest))
        or _BRACKETS.match(narrow(rest))
        or _FLAG.match(rest)
        or rest.startswith(("`", "*", "_", "<"))
        or parse_type(rest.split("\n")[0]) is not None
        or (
            (kind := _TYPE_CODE.match(rest)) is not None
            and parse_type(kind["code"] or kind["em"]) is not None
        )
    )


def _details(row: Row, rest: str) -> str:
    """Brackets, types, flags in any order, then a separator, then the text.

    What brackets say beside types and flags is returned; it stands below the text.
    """
    notes: list[str] = []
    while True:
        flat = narrow(rest)
        if (brackets := _BRACKETS.match(flat)) is not None:
            inside = rest[brackets.start("in") : brackets.end("in")]
            notes.append(_bracketed(row, inside))
            rest = rest[brackets.end() :]
            continue
        if (flag := _FLAG.match(rest)) is not None and (
            len(rest) == flag.end() or not re.match(r"^[a-z]+ (?:if|when|for)\b", rest)
        ):
            _flag(row, flag["flag"])
            rest = rest[flag.end() :]
            continue
        kind = _TYPE_CODE.match(rest)
        if not row.type and kind is not None and parse_type(kind["code"] or kind["em"]) is not None:
            row.type = kind["code"] or kind["em"]
            rest = rest[kind.end() :]
            continue
        break
    separator = _SEPARATOR.match(narrow(rest))
    if separator is not None:
        rest = rest[separator.end() :]
        brackets = _BRACKETS.match(narrow(rest))
        if brackets is not None:
            left = _bracketed(row, rest[brackets.start("in") : brackets.end("in")])
            rest = f"{left} {rest[brackets.end() :]}".strip()
    if (
        (flag := _FLAG.match(rest)) is not None
        and rest[: flag.end()].lstrip("*_`").startswith(flag["flag"])
        and rest[:1] in "*_`("
    ):
        _flag(row, flag["flag"])
        rest = rest[flag.end() :].lstrip(":-–— ")
    rest = _typed_text(row, rest)
    head = presence_said(rest)
    if head is not None:
        if row.presence is Presence.UNSTATED:
            row.presence = head[0]
        rest = head[1]
        rest = _typed_text(row, rest)
    elif row.presence is Presence.UNSTATED and (told := _PART.search(rest)) is not None:
        row.presence = presence_of(told[1]) or row.presence
    row.text = rest.strip()
    return "\n".join(filter(None, notes))


_PART = re.compile(r"^[^.\n]*,\s*(required|optional)(?=\s*(?:,|;|\.(?:\s|$)|$))", re.I | re.M)
"""A part of the first sentence, between commas: `Name of the cow, required, 1-64 characters`."""
_CONDITION = re.compile(r"(?:required|optional|yes|no)\b.*\b(?:if|when|unless|for|only)\b", re.S)
"""A presence that depends on something."""


def _flag(row: Row, word: str) -> None:
    low = word.lower()
    if low == "deprecated":
        row.deprecated = True
    elif low == "nullable":
        row.nullable = True
    elif (access := access_of(low)) is not None:
        row.stated[access] = True
    elif (presence := presence_of(low)) is not None:
        row.presence = presence


def _bracketed(row: Row, inside: str) -> str:
    """`(string, required, default: 3)`: what is neither type nor flag is kept as text."""
    if not row.type and (tree := parse_type(inside)) is not None and not tree.marks:
        row.type = inside
        return ""
    left = []
    for part in re.split(r"\s*[,;]\s*", narrow(inside)):
        word = plain(part).lower()
        if word in ("nullable", "deprecated") or access_of(word) is not None:
            _flag(row, word)
        elif _CONDITION.match(word):
            row.presence = Presence.OPTIONAL
            left.append(part)
        elif (presence := presence_of(part)) is not None and len(word) > 1:
            row.presence = presence
        elif (
            default := re.match(r"defaults?(?: to| is)?\s*[:=]?\s*(.+)$", part, re.I)
        ) is not None:
            row.default, row.default_told = default[1], part
        elif not row.type and parse_type(part) is not None:
            row.type = part
        elif (said := _said(row, part)) is not None:
            row.stated |= dict(said.keywords)
        elif part:
            left.append(part)
    return f"({', '.join(left)})" if left else ""


def _said(row: Row, part: str) -> Mark | None:
    """A bound in brackets, `max 200`, of a member whose type is known."""
    tree = parse_type(row.type) if row.type else None
    said = read_mark(part, tree.kind) if tree is not None else None
    return said if said is not None and said.keywords else None


def _typed_text(row: Row, text: str) -> str:
    """`string, how big` and `string. How big`: a type word at the head of the text."""
    if row.type:
        return text
    head = re.match(r"^([^,.;\n–—]{2,40}?)(?:\s*[,.;\n]\s*|\s+[-–—]\s+|$)", narrow(text))
    if head is None:
        return text
    words = text[: head.end(1)]
    if len(words.split()) > 4 or re.match(
        r"^`?(?:date|link|file|list|map|set|json|time|text|url|record)s?`?$", words, re.I
    ):
        return text
    tree = parse_type(words)
    if tree is None or tree.kind in ("null", "values"):
        return text
    row.type = words
    return text[head.end() :]


def _inside(row: Row, item: Item) -> None:
    """What stands below a member's item: text, its attributes, its members, its values."""
    for at, block in enumerate(item.blocks):
        after = item.blocks[at + 1] if at + 1 < len(item.blocks) else None
        if isinstance(block, Para):
            if isinstance(after, Items) and _LEADS.match(block.text):
                row.end_line = block.end_line
                continue
            row.text = (row.text + "\n\n" + block.text).strip()
            row.end_line = block.end_line
        elif isinstance(block, Items):
            _below(row, block.items)
        elif isinstance(block, Fence | Table):
            row.end_line = max(row.end_line, row.line)


def _below(row: Row, items: Sequence[Item]) -> None:
    if (attributes := [read_attribute(item) for item in items]) and all(attributes):
        for item, attribute in zip(items, attributes, strict=True):
            if attribute is not None:
                set_attribute(row, attribute[0], attribute[1], item)
        return
    for item in items:
        row.end_line = max(row.end_line, item.end_line) if not row.children else row.end_line
    as_values = values_of(items) if _wants_values(row) else None
    members = read_items(items, bare=True) if as_values is None else None
    if as_values is not None:
        row.values += as_values
    elif members is not None:
        for member in members:  # `address.city` below `address` is its city
            member.name = member.name.removeprefix(row.name + ".")
        row.children += members
    elif (as_values := values_of(items)) is not None and len(as_values) > 1 and _wants_values(row):
        row.values += as_values
    else:
        lines = [f"- {item.text}" for item in items]
        row.text = (row.text + "\n\n" + "\n".join(lines)).strip()
        row.end_line = items[-1].end_line


def _wants_values(row: Row) -> bool:
    """Whether what is listed below a member are its values, not its own members."""
    tree = parse_type(row.type) if row.type else None
    if tree is not None:
        item = tree.item if tree.kind == "array" else tree
        return item is not None and item.kind in ("string", "integer", "number", "values")
    return bool(_VALUES.search(row.text)) and not _NESTED.search(row.text)


def values_of(items: Sequence[Item]) -> list[tuple[str, bool, str, int]] | None:
    """`` - `low`: text``: literals with their meanings; `None` when an item is none."""
    found = []
    for item in items:
        match = _LITERAL.match(tidy(item.text))
        if match is None:
            return None
        value = match["code"] or match["quoted"] or match["number"]
        below = [block.text for block in item.blocks if isinstance(block, Para)]
        text = "\n\n".join([match["text"] or match["note"] or "", *below]).strip()
        found.append(
            (value.strip("\"'"), bool(match["quoted"]) or value[:1] in "\"'", text, item.line)
        )
    return found


def read_attribute(item: Item) -> tuple[Column | str, str] | None:
    """`- Type: String`, `- Required: Yes`, `- Properties:` → what it tells, and the value."""
    text = re.sub(r"^(\*\*|__)(.+?)\1", r"\2", tidy(item.text))
    text = re.sub(r"^(.+?):(\*\*|__)", r"\1:", text)
    label, colon, value = narrow(text).partition(":")
    if not colon or "`" in label:
        return None
    word = fold(label)
    value = text[len(label) + 1 :].strip().removeprefix("**").strip()
    if _CHILDREN.match(word) and any(isinstance(b, Items) for b in item.blocks):
        return "children", value
    column = COLUMNS.get(word)
    wanted = (
        Column.TYPE,
        Column.REQUIRED,
        Column.OPTIONAL,
        Column.DEFAULT,
        Column.TEXT,
        Column.EXAMPLE,
        Column.VALUES,
        Column.LIMITS,
        Column.FORMAT,
        Column.PLACE,
    )
    return (column, value) if column in wanted and column is not None else None


def set_attribute(row: Row, column: Column | str, value: str, item: Item) -> None:
    """Put an attribute where it belongs."""
    row.end_line = max(row.end_line, item.end_line)
    if column == "children":
        for block in item.blocks:
            if (
                isinstance(block, Items)
                and (members := read_items(block.items, bare=True)) is not None
            ):
                row.children += members
        return
    inner = next((b for b in item.blocks if isinstance(b, Items)), None)
    if (
        column is Column.VALUES
        and inner is not None
        and (values := values_of(inner.items)) is not None
    ):
        row.values += values
        return
    if column is Column.DEFAULT:
        row.default_told = tidy(item.text)
    elif column is Column.TYPE:
        row.type_line = item.line
    if not set_cell(row, Column(column), value):
        row.text = f"{row.text}\n{tidy(item.text)}".strip()


def set_cell(row: Row, column: Column, value: str) -> bool:
    """One cell or attribute of a member; whether it was understood."""
    words = plain(value)
    if not words:
        return True
    if column is Column.REQUIRED or column is Column.OPTIONAL:
        presence = presence_of(value)
        if (
            presence is not None
            and column is Column.OPTIONAL
            and fold(value) not in ("optional", "required")
        ):
            presence = Presence.OPTIONAL if presence is Presence.REQUIRED else Presence.REQUIRED
        row.presence = presence or row.presence
        if presence is None or _CONDITION.match(words.lower()):
            return False  # a condition is told in the text, too
    elif column is Column.TYPE:
        row.type = value
    elif column is Column.DEFAULT:
        row.default = value
    elif column is Column.EXAMPLE:
        row.example = only_code(value) or words
    elif column is Column.VALUES:
        row.allowed = value
    elif column in (Column.LIMITS, Column.FORMAT):
        row.limits = (row.limits + "; " + CODE.sub(r"\2", value)).strip("; ")
    elif column is Column.PLACE:
        row.place = words
    elif column is Column.TEXT and fold(value) not in ("none", "n/a", ""):
        row.text = (row.text + "\n" + value).strip()
    return True
