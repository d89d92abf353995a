"""YAML 1.2 over PyYAML's C event stream: values, and positions when someone asks.

The core schema of YAML 1.2.2 (section 10.3) decides what a plain scalar is, with two departures:
numbers with a leading zero or `0o` stay strings (a reader that knows YAML 1.1 sees another number
than one that knows 1.2, so neither is taken), and `.inf`/`.nan` stay strings (JSON has neither).
Merge keys (`<<`), which 1.2 dropped, are still understood, because published documents use them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

MAX_DEPTH = 200
"""Levels of nesting that are read; deeper documents are refused."""

MAX_ALIAS_NODES = 500_000
"""Nodes that aliases may add to a document; more is refused ("billion laughs")."""

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TAG = "tag:yaml.org,2002:"
_MERGE = object()


class TextError(Exception):
    """What is wrong with a text; `line` and `column` are 1-based."""

    def __init__(self, rule: str, message: str, line: int, column: int, help: str = "") -> None:
        super().__init__(message)
        self.rule, self.message, self.line, self.column, self.help = (
            rule,
            message,
            line,
            column,
            help,
        )


def resolve_plain(text: str) -> Any:
    """The value of a plain scalar."""
    if text in _WORDS:
        return _WORDS[text]
    first = text[0]
    if first in "0123456789-+.":
        if _INTEGER.fullmatch(text):
            if len(text) > 4000:
                return text
            return int(text, 16) if text.startswith("0x") else int(text)
        if _FLOAT.fullmatch(text):
            value = float(text)
            return value if abs(value) != float("inf") else text
    return text


def _problem(event: Any, rule: str, message: str, help: str = "") -> TextError:
    mark = event.start_mark
    return TextError(rule, message, mark.line + 1, mark.column + 1, help)


def _tagged(event: Any) -> Any:
    """The value of a scalar with an explicit tag (YAML 1.2.2, section 10.3.2)."""
    tag, text = event.tag, event.value
    if tag in ("!", _TAG + "str"):
        return text
    value = resolve_plain(text)
    kinds: dict[str, tuple[type, ...]] = {
        "int": (int,),
        "float": (int, float),
        "bool": (bool,),
        "null": (type(None),),
    }
    wanted = kinds.get(tag.removeprefix(_TAG)) if tag.startswith(_TAG) else None
    if (
        wanted is None
        or not isinstance(value, wanted)
        or (isinstance(value, bool) and bool not in wanted)
    ):
        raise _problem(
            event,
            "yaml/tag",
            f"the tag `{tag.replace(_TAG, '!!')}` does not fit or is not supported.",
            "remove the tag, or quote the value",
        )
    return value


def yaml_events(text: str) -> Iterator[Any]:
    """The events of the one document in `text`."""
    loader = yaml.CSafeLoader(text)
    documents = 0
    try:
        while loader.check_event():
            event: Any = loader.get_event()
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise _problem(
                        event,
                        "yaml/several-documents",
                        "expected a single document, a second one starts here.",
                        "keep one document a file",
                    )
            yield event
    except yaml.MarkedYAMLError as error:
        raise _syntax(error, text) from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position] if isinstance(error.position, int) else ""
        raise TextError(
            "yaml/syntax",
            f"{error.reason}.",
            before.count("\n") + 1,
            len(before) - before.rfind("\n"),
            'write control characters as escapes in a "double-quoted" string',
        ) from None
    finally:
        loader.dispose()


def _syntax(error: yaml.MarkedYAMLError, text: str) -> TextError:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    message = str(error.problem or error.context or "not YAML")
    lines = text.splitlines()
    help = ""
    row = lines[line - 1] if line <= len(lines) else ""
    if "\t" in row[: len(row) - len(row.lstrip())]:
        message, help = (
            "a tab is used for indentation",
            "tabs are not allowed for indentation, use spaces",
        )
    elif "mapping values are not allowed" in message:
        help = "quote a value that holds `: `, or check the indentation"
    elif "did not find expected" in message:
        help = "check the indentation, and the brackets and quotes before this place"
    return TextError("yaml/syntax", f"{message}.", line, column, help)


@dataclass(slots=True)
class _Frame:
    """A container being built. `merges` are the mappings of a `<<` key; `size` counts nodes,
    `height` the levels inside."""

    value: Any
    anchor: str | None
    key: Any = None
    has_key: bool = False
    merges: list[dict[str, Any]] = field(default_factory=list)
    size: int = 1
    height: int = 1


class _Anchor(NamedTuple):
    value: Any
    size: int = 1
    height: int = 0
    text: str = ""


def _copy(value: Any) -> Any:
    """A deep copy of plain data, so that an alias is never the same object as its anchor."""
    if isinstance(value, dict):
        return {name: _copy(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_copy(item) for item in value]
    return value


class _Builder:
    """Builds the value of one document from its events."""

    def __init__(self) -> None:
        self.stack: list[_Frame] = []
        self.anchors: dict[str, _Anchor] = {}
        self.open_anchors: set[str] = set()
        self.added = 0
        self.plain: dict[str, Any] = {}
        self.root: Any = None
        self.empty = True

    def build(self, text: str) -> Any:
        for event in yaml_events(text):
            kind = type(event)
            if kind is ScalarEvent:
                self.scalar(event)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                self.start(event, {} if kind is MappingStartEvent else [])
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self.end(event)
            elif kind is AliasEvent:
                self.alias(event)
        return self.root

    def scalar(self, event: Any) -> None:
        text = event.value
        frame = self.stack[-1] if self.stack else None
        if frame is not None and type(frame.value) is dict and not frame.has_key:
            value: Any = _MERGE if text == "<<" and event.implicit[0] else text
        elif event.tag is not None and event.tag != "":
            value = _tagged(event)
        elif not event.implicit[0]:
            value = text
        elif text in self.plain:
            value = self.plain[text]
        else:
            value = self.plain[text] = resolve_plain(text)
        if event.anchor:
            self.anchors[event.anchor] = _Anchor(text if value is _MERGE else value, text=text)
        self.put(event, value, 1, 0)

    def start(self, event: Any, value: Any) -> None:
        tag = getattr(event, "tag", None)
        if tag not in (None, "", "!", _TAG + "map", _TAG + "seq"):
            raise _problem(
                event, "yaml/tag", f"the tag `{tag}` is not supported.", "remove the tag"
            )
        if len(self.stack) >= MAX_DEPTH:
            raise _problem(event, "yaml/depth", f"nested more than {MAX_DEPTH} levels deep.")
        anchor = event.anchor
        if anchor:
            self.open_anchors.add(anchor)
        self.stack.append(_Frame(value, anchor))

    def end(self, event: Any) -> None:
        frame = self.stack.pop()
        for merged in frame.merges:
            for name, value in merged.items():
                frame.value.setdefault(name, value)
        if frame.anchor:
            self.open_anchors.discard(frame.anchor)
            self.anchors[frame.anchor] = _Anchor(frame.value, frame.size, frame.height)
        self.put(event, frame.value, frame.size, frame.height)

    def alias(self, event: Any) -> None:
        name = event.anchor
        if name in self.open_anchors or name not in self.anchors:
            raise _problem(
                event,
                "yaml/alias",
                f"the alias `*{name}` has no anchor before it, or stands inside its own.",
                "use a `$ref` for a recursive structure",
            )
        value, size, height, text = self.anchors[name]
        frame = self.stack[-1] if self.stack else None
        if frame is not None and type(frame.value) is dict and not frame.has_key and height == 0:
            value = text
        if len(self.stack) + height > MAX_DEPTH:
            raise _problem(event, "yaml/depth", f"nested more than {MAX_DEPTH} levels deep.")
        self.added += size
        if self.added > MAX_ALIAS_NODES:
            raise _problem(
                event,
                "yaml/alias-expansion",
                f"too many aliases: they add more than {MAX_ALIAS_NODES:,} nodes.",
                "use `$ref` instead of nested aliases",
            )
        self.put(event, _copy(value), size, height)

    def put(self, event: Any, value: Any, size: int, height: int) -> None:
        if not self.stack:
            self.root, self.empty = value, False
            return
        frame = self.stack[-1]
        frame.size += size
        if height >= frame.height:
            frame.height = height + 1
        target = frame.value
        if type(target) is list:
            target.append(value)
        elif not frame.has_key:
            self.key(event, frame, value)
        else:
            if frame.key is _MERGE:
                frame.merges.extend(self.merged(event, value))
            else:
                target[frame.key] = value
            frame.has_key = False

    def key(self, event: Any, frame: _Frame, value: Any) -> None:
        if isinstance(value, (dict, list)):
            raise _problem(event, "yaml/key", "a key must be a scalar.", "quote the key")
        if value is not _MERGE and value in frame.value:
            raise _problem(
                event,
                "yaml/duplicate-key",
                f"the key `{value}` stands twice in this mapping.",
                "remove or rename one of the two",
            )
        if value is not _MERGE:
            frame.value[value] = None
        frame.key, frame.has_key = value, True

    @staticmethod
    def merged(event: Any, value: Any) -> list[dict[str, Any]]:
        """The mappings of a merge key: one, or a list of them (the first wins)."""
        found = value if isinstance(value, list) else [value]
        if not all(isinstance(item, dict) for item in found):
            raise _problem(event, "yaml/merge", "`<<` needs a mapping or a list of mappings.")
        return found


def parse_yaml(text: str) -> Any:
    """The value of a YAML document; `None` when there is none. Raises TextError."""
    return _Builder().build(text)
