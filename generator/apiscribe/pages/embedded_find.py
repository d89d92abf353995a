"""Where OpenAPI documents stand on a page: in fences, in tags, or as the page itself."""

from __future__ import annotations

import html
import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apiscribe.pages.page import PageSource

_FENCE = re.compile(r"\s*(?:[-*>]\s+)?(`{3,}|~{3,})\s*(.*)$")
_KEY = re.compile(
    r"""^[ \t]*(?:<[^<>\n]*>[ \t]*)*["']?(openapi|swagger)["']?\s*:\s*["']?[\d.]""", re.M
)
_JSON_KEY = re.compile(r"""(?P<quote>"|&quot;|&#34;)(?:openapi|swagger)(?P=quote)\s*:\s*""")
_YAML_KEY = re.compile(r"""^(?:<[^<>]*>\s*)*(openapi|swagger)\s*:\s*["']?\d""")
_YAML_GOES_ON = re.compile(r"""["']?[\w$./{}-]+["']?\s*:(\s|$)|[-#\s]|$""")
_PATH_KEY = re.compile(r"""^[ \t]*\{?\s*["']?/[^\s"':]*["']?\s*:\s*\{?\s*$""")
_METHOD_KEY = re.compile(r"""["']?(get|put|post|delete|options|head|patch|trace)["']?\s*:""")
_RESPONSES = re.compile(r"""^[ \t]*["']?responses["']?\s*:\s*$""", re.M)
_ENDPOINT = re.compile(
    r"\b(get|put|post|delete|options|head|patch|trace)\s+(/[^\s\"'{}]*(?:\{[^\s{}]*\}[^\s\"'{}]*)*)",
    re.I,
)
_NEAREST_BRACES = 30
"""How many opening braces before the version are tried as the one that opens the document."""

_LOOK_BACK = 6
"""How many lines above a fence may name the operation that it holds."""


@dataclass(frozen=True, slots=True)
class FoundSpec:
    """A document's text, with blank lines in front so that its lines are those of the page.

    `whole`: it has a root of its own; otherwise one was put around a part.
    """

    text: str
    line: int
    end_line: int
    whole: bool = True


@dataclass(frozen=True, slots=True)
class FenceLines:
    """A fenced block: its info string and the numbers of its first and last line (the marks)."""

    info: str
    line: int
    end_line: int
    closed: bool


def fences(rows: Sequence[str]) -> Iterator[FenceLines]:
    """All fenced blocks (CommonMark 0.31, section 4.5); one that nothing closes ends with the page."""
    at = 0
    while at < len(rows):
        opening = _FENCE.match(rows[at])
        if opening is None or (opening[1][0] == "`" and "`" in opening[2]):
            at += 1
            continue
        end = at + 1
        while end < len(rows) and not _closes(rows[end], opening[1]):
            end += 1
        last = min(end, len(rows) - 1)
        yield FenceLines(opening[2].strip(), at + 1, last + 1, end < len(rows))
        at = end + 1


def _closes(row: str, mark: str) -> bool:
    text = row.strip()
    return len(text) >= len(mark) and not text.strip(mark[0])


def has_spec(page: PageSource) -> bool:
    """Whether a version of OpenAPI, or a part of a document, may stand on the page. Cheap."""
    return any(sign.search(page.text) for sign in (_KEY, _JSON_KEY, _RESPONSES))


def find_specs(page: PageSource) -> list[FoundSpec]:
    """All documents on the page, in order."""
    rows = page.rows
    found: list[FoundSpec] = []
    fenced: set[int] = set()
    for fence in fences(rows):
        fenced.update(range(fence.line, fence.end_line + 1))
        if (spec := _in_fence(rows, fence)) is not None:
            found.append(spec)
    found += _outside(rows, fenced)
    return sorted(found, key=lambda spec: spec.line)


def _in_fence(rows: Sequence[str], fence: FenceLines) -> FoundSpec | None:
    last = fence.end_line - 1 if fence.closed else fence.end_line
    inner = list(rows[fence.line : last])
    body = textwrap.dedent("\n".join(inner))
    if re.search(r"""^[ \t]*\{?\s*["']?(openapi|swagger)["']?\s*:""", body, re.M) or (
        body.lstrip()[:1] == "{" and _JSON_KEY.search(body)
    ):
        return FoundSpec("\n" * fence.line + body, fence.line + 1, last)
    first = next((row for row in body.split("\n") if row.strip()), "")
    if _PATH_KEY.match(first) and _METHOD_KEY.search(body) and _RESPONSES.search(body):
        return _part(body, fence, last, ["paths:"])
    named = _operation_of(rows, fence) if _RESPONSES.search(body) else None
    if named is None:
        return None
    method, path = named
    keys = ["paths:", f"  {json.dumps(path)}:"]
    if not _METHOD_KEY.match(first.strip()):
        keys.append(f"    {method}:")
    return _part(body, fence, last, keys)


def _operation_of(rows: Sequence[str], fence: FenceLines) -> tuple[str, str] | None:
    """Method and path on the fence's own line, else on the nearest line above it."""
    above = rows[max(0, fence.line - 1 - _LOOK_BACK) : fence.line - 1]
    for text in (fence.info, *reversed(above)):
        plain = re.sub(r"[*`#]", " ", text)
        if (match := _ENDPOINT.search(plain)) is not None:
            return match[1].lower(), match[2]
    return None


def _part(body: str, fence: FenceLines, last: int, keys: list[str]) -> FoundSpec | None:
    """A part of a document with a root around it; its own lines keep their numbers."""
    room = fence.line - len(keys)
    if room < 0 or body.lstrip()[:1] == "{":
        return None
    indented = textwrap.indent(body, "  " * len(keys))
    root = "openapi: 3.1.0\ninfo: {title: API, version: 0.0.0}\n"
    text = "\n" * room + "\n".join(keys) + "\n" + indented + "\n" + root
    return FoundSpec(text, fence.line + 1, last, whole=False)


def _outside(rows: Sequence[str], fenced: set[int]) -> Iterator[FoundSpec]:
    """Documents that stand bare: the page itself, or between tags."""
    done = 0
    for number, row in enumerate(rows, 1):
        if number <= done or number in fenced or ("openapi" not in row and "swagger" not in row):
            continue
        spec = _bare_yaml(rows, number) or _bare_json(rows, number, done)
        if spec is not None:
            done = spec.end_line
            yield spec


def _bare_yaml(rows: Sequence[str], number: int) -> FoundSpec | None:
    if _YAML_KEY.match(rows[number - 1]) is None:
        return None
    end = number
    while end < len(rows) and _YAML_GOES_ON.match(rows[end]):
        end += 1
    while end > number and not rows[end - 1].strip():
        end -= 1
    first = re.sub(r"^(?:<[^<>]*>\s*)+", "", rows[number - 1])
    body = "\n".join([first, *rows[number:end]])
    if "\n" not in body:
        return None
    return FoundSpec("\n" * (number - 1) + body, number, end)


def _bare_json(rows: Sequence[str], number: int, done: int) -> FoundSpec | None:
    """A JSON object with a version key on this line; it may be escaped as in an HTML attribute."""
    key = _JSON_KEY.search(rows[number - 1])
    if key is None:
        return None
    start = max(done, number - 1 - 2 * _NEAREST_BRACES)
    escaped = key["quote"] != '"'
    text = "\n".join(rows[start:])
    text = html.unescape(text) if escaped else text
    before = "\n".join(rows[start : number - 1])
    before = html.unescape(before) if escaped else before
    limit = len(before) + 1 + len(rows[number - 1])
    braces = [match.start() for match in re.finditer(r"\{", text[:limit])][-_NEAREST_BRACES:]
    for brace in braces:
        try:
            value, end = json.JSONDecoder(strict=False).raw_decode(text, brace)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and value.keys() & {"openapi", "swagger"}:
            line = start + 1 + text.count("\n", 0, brace)
            body = "\n" * (line - 1) + text[brace:end]
            return FoundSpec(body, line, line + text.count("\n", brace, end))
    return None
