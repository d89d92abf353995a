"""JSON samples as pages show them: repaired to a tree, with lines; comments are kept as meanings.

Repaired are comments, trailing and missing commas, elisions, placeholders (`<string>`, `123`),
typographic quotes, HTML entities, escaped underscores, list signs in front of members, Python
literals and lost outer braces. A line that cannot be repaired is reported.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from apiscribe.pages.facts import Json
from apiscribe.pages.json_shape_parser import ArrayNode, Literal, Node, ObjectNode, parse_shape
from apiscribe.pages.json_shape_parts import json_of
from apiscribe.pages.json_shape_tokens import ShapeSyntaxError, Token, tokens_of_line
from apiscribe.pages.page import Line

MAX_LINES = 20_000
MAX_SIZE = 200_000
"""A sample of more lines, or more characters, is not read."""

_BULLET = re.compile(r"^\s*[-*+•]\s+(?=[\"'{}\[\]])")
_PLACEHOLDER = re.compile(
    r"(?<=[:\[,])\s*(?:<([\w .|/-]+)>|\{\{([\w .-]+)\}\}|\$\{?([A-Z_]+)\}?)(?=\s*(?:[,}\]]|//|#|$))"
)
_BARE_TEXT = re.compile(r"^(\s*[\"'][^\"']+[\"']\s*:\s*)([A-Za-z<][^\"'{}\[\],:]*?)(\s*,?\s*)$")
_LITERALS = frozenset(["true", "false", "null", "None", "True", "False"])
_FRAME = re.compile(r"^\s*(data|event|id|retry)\s*:\s?(.*)$")


@dataclass(slots=True)
class Sample:
    """What a block of a sample holds.

    `frames` are the items of a stream with their event names, `node` the value of anything else.
    `comments`: path of a member → its comment. `done`: a `[DONE]` ends the stream. `problem` is the
    (line, sentence) of what cannot be repaired. `ndjson`: one value a line, without `data:`.
    """

    node: Node | None = None
    frames: list[tuple[str, Node]] = field(default_factory=list)
    comments: dict[tuple[str, ...], str] = field(default_factory=dict)
    done: bool = False
    ndjson: bool = False
    elided: bool = False
    problem: tuple[int, str] | None = None

    @property
    def values(self) -> list[Node]:
        """All values, of a stream or alone."""
        return (
            [node for _, node in self.frames] if self.frames else [self.node] if self.node else []
        )


def looks_like_json(text: str) -> bool:
    """Whether a block begins as JSON does, comments apart."""
    for row in text.split("\n"):
        row = row.strip()
        if not row or row.startswith(("//", "#")):
            continue
        return bool(re.match(r"[{\[]|\"[^\"]+\"\s*:|[-*]\s+\"[^\"]+\"\s*:", row))
    return False


def is_object(text: str) -> bool:
    """Whether a line is a whole JSON object with members, or a list that holds one."""
    if text[:2] not in ('{"', "[{", "{ "):
        return False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return bool(value[0] if isinstance(value, list) else value)


def looks_like_stream(text: str) -> bool:
    """Whether a block holds server-sent events."""
    return re.search(r"^[ \t]*data\s*:\s*(?:[{\[]|\[DONE\])", text, re.M) is not None


def read_sample(lines: Sequence[Line]) -> Sample:
    """Read the lines of a block (numbers are kept)."""
    sample = Sample()
    shown = [line for line in lines if line.text.strip()]
    if not shown or len(shown) > MAX_LINES or sum(len(line.text) for line in shown) > MAX_SIZE:
        return sample
    if looks_like_stream("\n".join(line.text for line in shown)):
        _read_frames(shown, sample)
        return sample
    values = list(_values(shown, sample))
    if len(values) > 1 and all(isinstance(v, ObjectNode) for v in values):
        sample.ndjson = True
        sample.frames = [("", value) for value in values]
    elif values:
        sample.node = values[0]
    for value in sample.values:
        _comments(value, (), sample)
    return sample


def plain_json(node: Node) -> Json:
    """The value of a sample's node."""
    return json_of(node)


def _read_frames(lines: Sequence[Line], sample: Sample) -> None:
    event, body = "", []
    for line in lines:
        frame = _FRAME.match(line.text)
        if frame is None:
            body.append(line)
            continue
        if body and frame[1] in ("data", "event"):
            _frame(event, body, sample)
            body = []
        if frame[1] == "event":
            event = frame[2].strip()
        elif frame[1] == "data" and frame[2].strip() == "[DONE]":
            sample.done = True
        elif frame[1] == "data":
            body = [Line(line.number, frame[2].strip(), line.indent)]
    if body:
        _frame(event, body, sample)
    for value in sample.values:
        _comments(value, (), sample)


def _frame(event: str, lines: Sequence[Line], sample: Sample) -> None:
    if not lines[0].text.startswith(("{", "[")):
        return
    for value in list(_values(lines, sample))[:1]:
        sample.frames.append((event, value))


def _values(lines: Sequence[Line], sample: Sample) -> Iterator[Node]:
    """The values that follow each other in a block."""
    repaired = [Line(line.number, _repair(line.text), line.indent) for line in _closed(lines)]
    first = next((line for line in repaired if not line.text.startswith(("//", "#"))), None)
    if first is not None and re.match(r"[\"'][^\"']+[\"']\s*:", first.text):
        repaired = [Line(first.number, "{", 0), *repaired, Line(repaired[-1].number, "}", 0)]
    pending: list[Token] = []
    depth = 0
    stack: list[str] = []
    for line in repaired:
        try:
            tokens = list(tokens_of_line(line))
        except ShapeSyntaxError as problem:
            sample.problem = sample.problem or (problem.line, problem.message)
            return
        for token in _with_lost(tokens, stack, sample):
            if depth == 0 and not pending and token.value in (",", ";"):
                continue
            pending.append(token)
            depth += (
                {"{": 1, "[": 1, "}": -1, "]": -1}.get(str(token.value), 0)
                if _is_mark(token)
                else 0
            )
            if depth == 0 and _is_mark(token) and token.value in ("}", "]"):
                if (node := _parsed(pending, sample)) is not None:
                    yield node
                pending = []
    if depth > 0 and pending:
        last = pending[-1].line
        if any(_is_mark(t) for t in pending):
            closed = [*pending, *_closers(pending, last)]
            if (node := _parsed(closed, sample)) is not None:
                sample.problem = sample.problem or (last, "the sample is not closed")
                yield node


def _closed(lines: Sequence[Line]) -> list[Line]:
    """Lines of a comment that goes over several of them as a comment of its first line."""
    found: list[Line] = []
    open_at = -1
    for line in lines:
        if open_at >= 0:
            told, end, rest = line.text.partition("*/")
            first = found[open_at]
            text = f"{first.text.removesuffix(' */')} {told.strip(' *')} */"
            found[open_at] = Line(first.number, text, first.indent)
            found.append(Line(line.number, rest.strip(), line.indent))
            open_at = -1 if end else open_at
            continue
        bare = re.sub(r"\"(?:[^\"\\]|\\.)*\"", '""', line.text)
        goes_on = "/*" in bare and "*/" not in bare[bare.rfind("/*") :]
        open_at = len(found) if goes_on else -1
        found.append(Line(line.number, f"{line.text} */", line.indent) if goes_on else line)
    return found


def _with_lost(tokens: Sequence[Token], stack: list[str], sample: Sample) -> Iterator[Token]:
    """The tokens of a line; in front of a bracket that closes the next outer one, what is lost.

    `stack`: the brackets that would close those that are open, innermost last.
    """
    for token in tokens:
        sign = str(token.value) if _is_mark(token) else ""
        if sign in ("{", "["):
            stack.append("}" if sign == "{" else "]")
        elif sign in ("}", "]"):
            if sign not in stack[-1:] and stack[-2:-1] == [sign]:
                lost = stack.pop()
                sample.problem = sample.problem or (token.line, f"a {lost} is missing before it")
                yield Token(token.kind, lost, token.line)
            if stack:
                stack.pop()
        yield token


def _closers(tokens: Sequence[Token], line: int) -> list[Token]:
    stack = []
    for token in tokens:
        if _is_mark(token) and str(token.value) in "{[":
            stack.append("}" if token.value == "{" else "]")
        elif _is_mark(token) and str(token.value) in "}]" and stack:
            stack.pop()
    return [Token(tokens[0].kind.MARK, mark, line) for mark in reversed(stack)]


def _is_mark(token: Token) -> bool:
    return token.kind.value == "mark"


def _parsed(tokens: Sequence[Token], sample: Sample) -> Node | None:
    try:
        return parse_shape(list(tokens))
    except (ShapeSyntaxError, RecursionError) as problem:
        line = getattr(problem, "line", tokens[0].line)
        sample.problem = sample.problem or (
            line,
            getattr(problem, "message", "it is nested too deep"),
        )
        return None


def _repair(text: str) -> str:
    """One line: entities, escapes, list signs, placeholders, bare text."""
    if "&" in text:
        text = html.unescape(text)
    text = text.replace("\u00a0", " ").replace("\\_", "_").replace("“", '"').replace("”", '"')
    text = _BULLET.sub("", text)
    text = _PLACEHOLDER.sub(
        lambda m: " " + json.dumps("<" + next(g for g in m.groups() if g) + ">"), text
    )
    if (bare := _BARE_TEXT.match(text)) is not None:
        said, *comment = re.split(r"\s+(?=//|#\s)", bare[2].strip(), maxsplit=1)
        if said not in _LITERALS:
            text = " ".join([bare[1] + json.dumps(said) + bare[3], *comment])
    return text.strip()


def _comments(node: Node, path: tuple[str, ...], sample: Sample) -> None:
    """Comments of members, and whether members are left out."""
    if isinstance(node, ObjectNode):
        sample.elided |= bool(node.elided)
        for member in node.members:
            words = " ".join(comment.text for comment in member.comments if comment.text)
            if words:
                sample.comments.setdefault((*path, member.key), words)
            _comments(member.value, (*path, member.key), sample)
    elif isinstance(node, ArrayNode):
        for item in node.items:
            _comments(item, path, sample)


def is_value(node: Node) -> bool:
    """Whether a node is a JSON value throughout: no type words, no alternatives."""
    if isinstance(node, ObjectNode):
        return all(is_value(member.value) for member in node.members)
    if isinstance(node, ArrayNode):
        return all(is_value(item) for item in node.items)
    return isinstance(node, Literal)
