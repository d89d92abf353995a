"""Paragraphs of Stainless Markdown: keyword lines (`minimum: 0`) apart from prose."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from apiscribe.pages.facts import Json, Source, Text
from apiscribe.pages.page import PageSource
from apiscribe.pages.stainless_markdown_tree import Element, Fence, Paragraph

VALIDATION = frozenset(
    [
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "maxProperties",
        "contentEncoding",
        "contentMediaType",
    ]
)
"""Keywords about one kind of value; they go to the first type that they can be about."""

MEMBER = VALIDATION | frozenset(
    [
        "default",
        "example",
        "deprecated",
        "readOnly",
        "writeOnly",
        "additionalProperties",
        "discriminator",
        "discriminatorValue",
        "title",
        "open",
    ]
)
SERIALISATION = frozenset(
    ["style", "explode", "allowReserved", "allowEmptyValue", "content", "contentType"]
)
OPERATION = frozenset(
    ["operationId", "method", "tags", "security", "server", "deprecated", "idempotency", "verb"]
)
INFO = frozenset(
    [
        "version",
        "summary",
        "termsOfService",
        "contact.name",
        "contact.url",
        "contact.email",
        "license.name",
        "license.url",
        "license.identifier",
        "externalDocs.url",
        "externalDocs.description",
    ]
)
BODY = frozenset(["required"])
SERVER = frozenset(["name", "default"])
AUTH = frozenset(
    [
        "bearerFormat",
        "authorizationUrl",
        "tokenUrl",
        "refreshUrl",
        "deviceAuthorizationUrl",
        "security",
        "deprecated",
    ]
)
TAG = frozenset(["summary", "parent", "kind"])
STREAM = frozenset(["switch", "terminator", "errorEvent"])
PAGES = frozenset(
    ["kind", "items", "parameter", "next", "itemId", "more", "sizeParameter", "start"]
)
ALL = MEMBER | SERIALISATION | OPERATION | INFO | BODY | SERVER | AUTH | TAG | STREAM | PAGES

_SIGNED = {"exclusiveMinimum": "> ", "exclusiveMaximum": "< "}
"""Keywords whose values may be written with the sign that they mean."""

_TEXTS = (
    frozenset(
        [
            "pattern",
            "format",
            "title",
            "style",
            "content",
            "contentType",
            "contentEncoding",
            "contentMediaType",
            "discriminator",
            "discriminatorValue",
            "operationId",
            "method",
            "server",
            "idempotency",
            "verb",
            "name",
            "bearerFormat",
            "authorizationUrl",
            "tokenUrl",
            "refreshUrl",
            "deviceAuthorizationUrl",
            "parent",
            "switch",
            "terminator",
            "errorEvent",
            "items",
            "parameter",
            "next",
            "itemId",
            "more",
            "sizeParameter",
        ]
    )
    | INFO
)
"""Keywords whose values are text; those of the others are JSON."""

_RAW = frozenset(["tags", "security"])
_PAIR = re.compile(r"(?P<chain>(?:items\.|values\.)*)(?P<name>[A-Za-z][\w.]*): +(?P<value>.+)$")
_COMMA = re.compile(r", (?=(?:items\.|values\.)*[A-Za-z][\w.]*: )")
_SPAN = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_SPAN_OR_DOT = re.compile(rf"{_SPAN.pattern}| · ")
_LEAD = re.compile(r"\\(?=\\*(#{1,6} |- ?[`\[]|\*\*[a-z]+\*\* `|-{3,}$|<!--))")
_KEYWORD_LEAD = re.compile(r"((?:items\.|values\.)*([A-Za-z][\w.]*))\\(?=\\*:)")
_SEE_ALSO = re.compile(r"See also: (?:\[(?P<text>.*)\]\((?P<url>\S+)\)|<(?P<bare>\S+)>)$")
_ESCAPED = re.compile(r"\\<|\{\\([{%#])")


@dataclass(frozen=True, slots=True)
class KeywordLine:
    """`chain` is a sequence of `items` and `values`: how deep below the type the keyword is meant."""

    name: str
    value: Json
    line: int
    chain: tuple[str, ...] = ()


def read_keywords(
    paragraph: Paragraph,
    allowed: frozenset[str],
    texts: frozenset[str] = frozenset(),
    is_default: Callable[[str], bool] = lambda word: False,
) -> list[KeywordLine] | None:
    """The keyword lines of a paragraph; `None` when one of its lines is something else.

    `allowed` are the keywords that can stand here, `texts` those whose value is text only here;
    `is_default` tells whether a word without quotes can be the default value here.
    """
    found: list[KeywordLine] = []
    for number, (_, row) in enumerate(paragraph.rows, paragraph.line):
        for piece in _split(row.rstrip(" \\")):
            keyword = _keyword(piece, allowed, texts, number, is_default)
            several = [keyword] if keyword else _listed(piece, allowed, texts, number, is_default)
            if several is None:
                return None
            found.extend(several)
    return found


def _listed(
    piece: str,
    allowed: frozenset[str],
    texts: frozenset[str],
    line: int,
    is_default: Callable[[str], bool],
) -> list[KeywordLine] | None:
    """`default: 20, maximum: 100`: every part a keyword with its value, or `None`."""
    parts = _COMMA.split(piece)
    found = [_keyword(part, allowed, texts, line, is_default) for part in parts]
    known = [each for each in found if each is not None]
    return known if len(parts) > 1 and len(known) == len(parts) else None


def _split(row: str) -> list[str]:
    """Split at ` · ` outside code spans."""
    pieces, start = [], 0
    for found in _SPAN_OR_DOT.finditer(row):
        if found[0] == " · ":
            pieces.append(row[start : found.start()])
            start = found.end()
    return [*pieces, row[start:]]


def _keyword(
    piece: str,
    allowed: frozenset[str],
    texts: frozenset[str],
    line: int,
    is_default: Callable[[str], bool],
) -> KeywordLine | None:
    match = _PAIR.match(piece.strip())
    if match is None or match["name"] not in allowed:
        return None
    name, written = match["name"], match["value"].strip()
    chain = tuple(match["chain"].rstrip(".").split(".")) if match["chain"] else ()
    if name in _RAW:
        return KeywordLine(name, written, line, chain)
    span = _SPAN.fullmatch(written)
    body = _stripped(span[2]) if span else written
    if name in _TEXTS or name in texts:
        if not span and re.search(r"\s", body) and name not in INFO:
            return None
        return KeywordLine(name, plain_text(body), line, chain)
    if name in _SIGNED:
        body = body.removeprefix(_SIGNED[name])
    try:
        return KeywordLine(name, json.loads(body), line, chain)
    except ValueError:
        word = name == "default" and not chain and is_default(body)
        return KeywordLine(name, body, line) if word else None


def _stripped(body: str) -> str:
    """A code span's content: one blank at either end is padding (CommonMark 6.1)."""
    padded = len(body) > 1 and body[0] == body[-1] == " " and body.strip()
    return body[1:-1] if padded else body


def plain_text(body: str) -> str:
    """The text of a code span: as it is, or a JSON string where it holds odd characters."""
    if body.startswith('"') and body.endswith('"') and len(body) > 1:
        try:
            return str(json.loads(body))
        except ValueError:
            return body
    return body


def code_spans(text: str) -> list[str]:
    """The contents of the code spans in a line."""
    return [_stripped(match[2]) for match in _SPAN.finditer(text)]


def whole_code_span(text: str) -> str | None:
    """The content when all of `text` is one code span."""
    match = _SPAN.fullmatch(text.strip())
    return _stripped(match[2]) if match else None


def prose_of(
    page: PageSource, elements: Sequence[Element], indent: int
) -> tuple[Text | None, list[int]]:
    """Paragraphs and fences as one text, `indent` columns taken off, and the lines it stands on."""
    blocks: list[str] = []
    lines: list[int] = []
    for element in elements:
        if isinstance(element, Paragraph):
            rows = (" " * max(0, lead - indent) + unescape(row) for lead, row in element.rows)
            blocks.append("\n".join(rows))
        elif isinstance(element, Fence):
            blocks.append(_fenced(element, indent))
        else:
            continue
        lines.extend(range(element.line, element.end_line + 1))
    if not blocks:
        return None, []
    return Text("\n\n".join(blocks), Source(page.span(lines[0], lines[-1]))), lines


def see_also(elements: Sequence[Element]) -> tuple[KeywordLine | None, list[Element]]:
    """`See also: [text](url)` as the last paragraph, and the elements without it."""
    prose = [each for each in elements if isinstance(each, Paragraph | Fence)]
    last = prose[-1] if prose else None
    if not isinstance(last, Paragraph) or len(last.rows) != 1:
        return None, list(elements)
    match = _SEE_ALSO.match(last.rows[0][1])
    if match is None:
        return None, list(elements)
    url, text = match["url"] or match["bare"], match["text"] or ""
    link: dict[str, Json] = {"url": url}
    if text and text != url:
        link["description"] = unescape(text)
    rest = [each for each in elements if each is not last]
    return KeywordLine("externalDocs", link, last.line), rest


def _fenced(fence: Fence, indent: int) -> str:
    lead = " " * max(0, fence.indent - indent)
    rows = [f"{fence.marker}{fence.info}", *fence.text.split("\n"), fence.marker]
    return "\n".join(lead + row if row else row for row in rows)


def unescape(row: str) -> str:
    """Take off the backslashes that keep a line of prose from being read as structure."""
    if _LEAD.match(row):
        row = row[1:]
    elif (lead := _KEYWORD_LEAD.match(row)) is not None and lead[2] in ALL:
        row = row[: lead.end() - 1] + row[lead.end() :]
    pieces, at = [], 0
    for span in _SPAN.finditer(row):
        pieces += [_plain(row[at : span.start()]), span.group()]
        at = span.end()
    return "".join([*pieces, _plain(row[at:])])


def _plain(text: str) -> str:
    return _ESCAPED.sub(lambda match: "{" + match[1] if match[1] else "<", text)
