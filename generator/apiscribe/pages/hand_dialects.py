"""Markup of single platforms that stands for a heading, an endpoint or a list of members.

GitBook's `{% swagger %}` blocks, the headings of the Protocol template (`{{ tag, label }}`), and
lists of fields as YAML in a fence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import yaml

from apiscribe.pages.facts import Presence
from apiscribe.pages.hand_components import attributes_of
from apiscribe.pages.hand_records import Fence
from apiscribe.pages.page import Line
from apiscribe.pages.parts.rows import Row, Variant, read_name

_LABELLED = re.compile(
    r"^(?P<title>.*?)\s*\{\{\s*tag:\s*['\"](?P<tag>\w+)['\"],\s*label:\s*['\"](?P<label>[^'\"]+)['\"]"
    r"[^{}]*\}\}$"
)
_SWAGGER = re.compile(
    r"^\{%\s*(?P<name>swagger|swagger-response)\s(?P<told>(?:[^%\"]|\"[^\"]*\")*)%\}$"
)
_FIELDS = re.compile(r"^\s*-\s+(?:name|unstyledName)\s*:", re.M)
_SNIPPETS = re.compile(r"^variants:\s*$", re.M)
MAX_TAG = 20
"""A tag of more lines is none."""

MAX_FIELDS = 100_000
"""A list of more characters is not read."""


def labelled_heading(text: str) -> str:
    """`Set a buoy {{ tag: 'POST', label: '/v1/buoys' }}` as an endpoint with its title."""
    match = _LABELLED.match(text)
    if match is None:
        return text
    return f"{match['tag']} {match['label']} - {match['title']}".rstrip(" -")


@dataclass(frozen=True, slots=True)
class Swagger:
    """A tag of GitBook: `text` is its endpoint or status, `more` what is said of it.

    `base`: the base URL that its endpoint begins with.
    """

    kind: str
    text: str
    more: str
    count: int
    base: str = ""


def swagger_tag(lines: Sequence[Line]) -> Swagger | None:
    """`{% swagger method="post" path="/x" … %}` and `{% swagger-response status="200: OK" %}`."""
    if not lines[0].text.startswith("{%"):
        return None
    end = next((i for i, line in enumerate(lines[:MAX_TAG]) if line.text.endswith("%}")), -1)
    match = _SWAGGER.match(" ".join(line.text for line in lines[: end + 1]))
    if match is None:
        return None
    told = attributes_of(match["told"])
    if match["name"] == "swagger-response":
        status = told.get("status", "").partition(":")[0].strip()
        return Swagger("status", status, told.get("description", ""), end + 1) if status else None
    method, path = told.get("method", "").upper(), told.get("path", "")
    if not (method and path):
        return None
    title = f" - {told['summary']}" if told.get("summary") else ""
    base = told.get("baseUrl", "").rstrip("/")
    return Swagger("endpoint", f"{method} {base}{path}{title}", "", end + 1, base)


def fields_in_fence(lines: Sequence[Line]) -> list[Row] | None:
    """The members of a list in YAML: `name`, `type`, `optional`, `description`, `children`.

    `None` when the block is anything else.
    """
    text = "\n".join(" " * line.indent + line.text for line in lines)
    if not lines or len(text) > MAX_FIELDS or _FIELDS.match(text.lstrip("\n")) is None:
        return None
    try:
        node = yaml.compose(text, yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError):
        return None
    if not isinstance(node, yaml.SequenceNode):
        return None
    rows = list(_rows(node, lines))
    return rows if len(rows) == len(node.value) else None


def snippets_in_fence(lines: Sequence[Line]) -> list[Fence] | None:
    """The samples of a list in YAML: `variants`, each with a `language` and its `code`.

    `None` when the block is anything else.
    """
    text = "".join(" " * line.indent + line.text + "\n" for line in lines)
    if not lines or len(text) > MAX_FIELDS or _SNIPPETS.search(text) is None:
        return None
    try:
        node = yaml.compose(text, yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError):
        return None
    variants = _told(node).get("variants") if node is not None else None
    if node is None or not isinstance(variants, yaml.MappingNode):
        return None
    title = _text(_told(node).get("title"))
    return [found for _, one in variants.value for found in _snippet(_told(one), title, lines)]


def _snippet(told: dict[str, yaml.Node], title: str, lines: Sequence[Line]) -> Iterator[Fence]:
    code = told.get("code")
    if not isinstance(code, yaml.ScalarNode) or code.style != "|":
        return
    inner = list(lines[code.start_mark.line + 1 : code.end_mark.line])
    info = f"{_text(told.get('language'))} {title}".strip()
    if inner:
        yield Fence(info, inner, inner[0].number, inner[-1].number)


def _rows(node: yaml.SequenceNode, lines: Sequence[Line]) -> Iterator[Row]:
    for item in node.value:
        told = _told(item)
        name = told.get("name")
        if name is None or "unstyledName" in told:
            continue
        first = lines[item.start_mark.line].number
        last = lines[min(item.end_mark.line, len(lines)) - 1].number
        row = read_name(f"`{_text(name)}`", first, max(first, last))
        if row is None:
            continue
        row.type, row.text = _text(told.get("type")), _text(told.get("description")).strip()
        if (optional := told.get("optional")) is not None:
            row.presence = Presence.OPTIONAL if _text(optional) == "true" else Presence.REQUIRED
        if (default := _text(told.get("defaultValue"))) != "":
            row.default = f"`{default}`"
        children = told.get("children")
        if isinstance(children, yaml.SequenceNode):
            _children(row, children, lines)
        yield row


def _children(row: Row, node: yaml.SequenceNode, lines: Sequence[Line]) -> None:
    """Members, or (`unstyledName`) the variants of a union."""
    row.children = list(_rows(node, lines))
    kinds: list[str] = []
    texts: list[str] = []
    holders: list[Variant] = []
    for item in node.value:
        told = _told(item)
        if "unstyledName" not in told:
            continue
        kinds.append(_text(told.get("type")) or "object")
        texts.append(_said(told))
        inner = told.get("children")
        if isinstance(inner, yaml.SequenceNode):
            holders.append(Variant(texts[-1], list(_rows(inner, lines))))
    if not kinds:
        return
    row.type = row.type or " | ".join(dict.fromkeys(kinds))
    apart = [one.title for one in holders] if len(holders) > 1 else []
    row.text = "\n".join(filter(None, [row.text, *(text for text in texts if text not in apart)]))
    if len(holders) > 1:
        row.variants = holders
        row.plain = [kind for kind in dict.fromkeys(kinds) if kind != "object"]
        return
    if holders:
        row.children = holders[0].rows
    for child in row.children:
        child.doubt = "The page shows it in one of several variants."


def _said(told: dict[str, yaml.Node]) -> str:
    """A variant's title (the name, or (older) the mark itself) and what is said of it."""
    mark, text = _text(told.get("unstyledName")), _text(told.get("description")).strip()
    title = _text(told.get("name")) if mark == "true" else mark
    return text if text.rstrip(".") == title else f"{title}: {text}".strip(": ")


def _told(node: yaml.Node) -> dict[str, yaml.Node]:
    return (
        {_text(key): value for key, value in node.value}
        if isinstance(node, yaml.MappingNode)
        else {}
    )


def _text(node: yaml.Node | None) -> str:
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""
