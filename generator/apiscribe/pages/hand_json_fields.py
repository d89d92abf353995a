"""Lists of fields as JSON in a fence: `[{"name": …, "type": …}]` and `{"name": {"type": …}}`.

An answer may have such members of its own, so only what stands below a label of fields is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import yaml

from apiscribe.pages.facts import Presence
from apiscribe.pages.page import Line
from apiscribe.pages.parts.rows import Row, read_name
from apiscribe.pages.parts.types import parse_type

_SIGN = re.compile(r"\s*(?:\[\s*\{\s*\"name\"\s*:|\{\s*\"[^\"]+\"\s*:\s*\{)")
_TYPE = re.compile(r"\"type\"\s*:")
_INNER = ("children", "properties", "fields")
_FLAGS = ("required", "optional", "nullable", "deprecated")
_KEYS = {"name", "type", "description", "default", "example", "enum", "items", "format"}
_KEYS |= {*_INNER, *_FLAGS}
FIELDS = re.compile(
    r"fields?|parameters?|params?|attributes?|properties|arguments?|schema|字段|参数|属性|felder|champs|campos|поля|フィールド",
    re.I,
)
"""Words of a label below which fields are listed."""

MAX_FIELDS = 100_000
"""A list of more characters is not read."""

MAX_DEPTH = 20


def json_fields(lines: Sequence[Line]) -> list[Row] | None:
    """The members that a JSON value describes; `None` when it is anything else."""
    text = "\n".join(line.text for line in lines)
    if len(text) > MAX_FIELDS or not (_SIGN.match(text) and _TYPE.search(text)):
        return None
    try:
        node = yaml.compose(text.replace("\t", "  "), yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError):
        return None
    return _members(node, lines, 0)


def _members(node: yaml.Node | None, lines: Sequence[Line], depth: int) -> list[Row] | None:
    """Rows of a list of fields, or of an object with a member for each; `None`: it is neither."""
    if depth > MAX_DEPTH:
        return None
    entries = list(_entries(node))
    rows = [_row(name, at, told, lines, depth) for name, at, told in entries]
    found = [row for row in rows if row is not None]
    names = {row.name for row in found}
    return found if found and len(found) == len(rows) == len(names) else None


def _entries(node: yaml.Node | None) -> Iterator[tuple[str, yaml.Node, yaml.Node]]:
    """Name, node that holds the place, and description of each member."""
    if isinstance(node, yaml.SequenceNode):
        yield from ((_text(_told(item).get("name")), item, item) for item in node.value)
    elif isinstance(node, yaml.MappingNode):
        yield from ((_text(key), key, value) for key, value in node.value)


def _row(
    name: str, at: yaml.Node, described: yaml.Node, lines: Sequence[Line], depth: int
) -> Row | None:
    told = _told(described)
    kind = _text(told.get("type"))
    says = told.keys() & {"description", "required", "optional"}
    if not (name and says and told.keys() <= _KEYS and parse_type(kind) is not None):
        return None
    first = lines[at.start_mark.line].number
    last = lines[min(described.end_mark.line, len(lines) - 1)].number
    row = read_name(f"`{name}`", first, max(first, last))
    if row is None:
        return None
    row.type, row.text = kind, _text(told.get("description")).strip()
    if (required := _flag(told.get("required"))) is not None:
        row.presence = Presence.REQUIRED if required else Presence.OPTIONAL
    elif (optional := _flag(told.get("optional"))) is not None:
        row.presence = Presence.OPTIONAL if optional else Presence.REQUIRED
    row.deprecated = bool(_flag(told.get("deprecated")))
    row.nullable = bool(_flag(told.get("nullable")))
    if isinstance(default := told.get("default"), yaml.ScalarNode):
        row.default = f"`{default.value}`"
    if isinstance(values := told.get("enum"), yaml.SequenceNode):
        quoted = (one for one in values.value if isinstance(one, yaml.ScalarNode))
        row.values = [(v.value, v.style == '"', "", v.start_mark.line) for v in quoted]
        row.values = [(v, q, t, lines[number].number) for v, q, t, number in row.values]
    inner = next((told[key] for key in _INNER if key in told), None)
    if inner is not None:
        children = _members(inner, lines, depth + 1)
        if children is None:
            return None
        row.children = children
    return row


def _flag(node: yaml.Node | None) -> bool | None:
    return {"true": True, "false": False}.get(_text(node).lower())


def _told(node: yaml.Node) -> dict[str, yaml.Node]:
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {_text(key): value for key, value in node.value}


def _text(node: yaml.Node | None) -> str:
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""
