"""Source files: bytes to data, and a place in the data back to line and column."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from apiscribe.collector import no_garbage_collection
from apiscribe.diagnostics import Diagnostics, Place, Span
from apiscribe.openapi.json_text import parse_json
from apiscribe.openapi.pointers import tokens
from apiscribe.openapi.positions import Node, trace_json, trace_yaml
from apiscribe.openapi.yaml_events import TextError, parse_yaml

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


_WAYS_OUT = {
    "json/depth": "define the inner parts by themselves and refer to them with `$ref`",
    "json/surrogate": "write both halves of the pair, or the character itself",
    "json/syntax": "check brackets, commas and quotes at this place and before it",
    "yaml/depth": "define the inner parts by themselves and refer to them with `$ref`",
    "yaml/merge": "give it an alias of a mapping, or a list of those",
    "yaml/syntax": "check quotes, brackets and indentation at this place and before it; quote text"
    " that begins with a sign",
}
"""What to do about what is wrong with a text, where no better way is known."""


@dataclass(slots=True)
class Source:
    """A file that was read: `data` is its value, `text` what it said, `file` its name for people."""

    file: str
    text: str
    data: Any
    is_json: bool = False
    _root: Node | None = field(default=None, repr=False)

    def place(self, pointer: str = "") -> Place:
        """A place in this file."""
        return Place(self.file, pointer)

    def node(self, pointer: str) -> tuple[Node, bool]:
        """The position of a value, or of the nearest container that exists (then False)."""
        if self._root is None:
            with no_garbage_collection():
                self._root = trace_json(self.text) if self.is_json else trace_yaml(self.text)
        node = self._root
        for name in tokens(pointer):
            node.expand()
            if name in node.children:
                node = node.children[name]
            elif name.isascii() and name.isdigit() and int(name) < len(node.items):
                node = node.items[int(name)]
            else:
                return node, False
        return node, True

    def locate(self, pointer: str) -> Span:
        """Line and column (1-based) of a value; a member's are those of its key."""
        node, _ = self.node(pointer)
        return Span(self.file, node.line, node.column, node.line)

    def text_of(self, pointer: str) -> str | None:
        """A scalar as the file has it (`1.10`, not 1.1); `None` for anything else."""
        node, exact = self.node(pointer)
        return node.text if exact else None


def _encoding(content: bytes) -> tuple[str, int]:
    """Encoding and length of the byte order mark (YAML 1.2.2, section 5.2)."""
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            return encoding, len(mark)
    if len(content) >= 2 and content[0] == 0 and content[1] != 0:
        return "utf-16-be", 0
    if len(content) >= 2 and content[1] == 0 and content[0] != 0:
        return "utf-16-le", 0
    return "utf-8", 0


def _decode(content: bytes, file: str, diagnostics: Diagnostics) -> str:
    encoding, skip = _encoding(content)
    try:
        return content[skip:].decode(encoding)
    except UnicodeDecodeError as error:
        before = content[skip : skip + error.start].decode(encoding, "replace")
        diagnostics.error(
            "source/encoding",
            f"not {encoding.upper()} text: {error.reason}.",
            Span(file, before.count("\n") + 1, len(before) - before.rfind("\n")),
            "save the file as UTF-8",
        )
        diagnostics.stop_on_errors()
        raise AssertionError from None


def _without_leading_comments(text: str) -> str:
    """YAML comments before a JSON text made blank, so that JSON with a heading is read as JSON."""
    if not text.lstrip().startswith("#"):
        return text
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.strip() and not line.lstrip().startswith("#"):
            break
        lines[number] = ""
    return "\n".join(lines)


def load_text(content: bytes | str, file: str, diagnostics: Diagnostics) -> Source:
    """Read YAML 1.2 or JSON; `file` is the name that diagnostics show.

    Registers a locator with `diagnostics`. Raises ApiscribeError when the text cannot be read:
    encoding, syntax, duplicate key, several documents, nesting, alias expansion.
    """
    text = content if isinstance(content, str) else _decode(content, file, diagnostics)
    json_text = _without_leading_comments(text)
    looks_like_json = json_text.lstrip()[:1] in ("{", "[")
    problem: TextError | None = None
    if looks_like_json:
        try:
            with no_garbage_collection():
                return _register(Source(file, json_text, parse_json(json_text), True), diagnostics)
        except TextError as found:
            problem = found
    if problem is None or (problem.rule == "json/syntax" and not file.endswith(".json")):
        try:
            with no_garbage_collection():
                return _register(Source(file, text, parse_yaml(text)), diagnostics)
        except TextError as found:
            problem = found
    where = Span(file, problem.line, problem.column, problem.line)
    diagnostics.error(
        problem.rule, problem.message, where, problem.help or _WAYS_OUT.get(problem.rule, "")
    )
    diagnostics.stop_on_errors()
    raise AssertionError


def _register(source: Source, diagnostics: Diagnostics) -> Source:
    def locate(place: Place) -> Span | None:
        return source.locate(place.pointer) if place.file == source.file else None

    diagnostics.locators.append(locate)
    return source


def load_yaml(path: Path, diagnostics: Diagnostics, name: str = "") -> Source:
    """Read a YAML or JSON file; `name` is what diagnostics call it (default: the path).

    Raises ApiscribeError when it is missing or cannot be read.
    """
    name = name or path.as_posix()
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = "is a folder" if path.is_dir() else (error.strerror or "cannot be read").lower()
        diagnostics.error(
            "source/unreadable", f"`{name}`: {reason}.", Place(name), "check the path"
        )
        diagnostics.stop_on_errors()
        raise AssertionError from None
    return load_text(content, name, diagnostics)
