"""Positions: where each value of a YAML or JSON text stands. Worked out only when asked for."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from apiscribe.openapi.yaml_events import yaml_events

_MERGE_KEY = "\0<<"
_SPACE = re.compile(r"[ \t\n\r]*")
_SKIP = json.JSONDecoder()


class Node:
    """Where a value stands, and its source text when it is a scalar (`None` for containers)."""

    __slots__ = ("children", "column", "expanded", "items", "line", "text")

    def __init__(self, line: int, column: int, text: str | None = None) -> None:
        self.line, self.column, self.text = line, column, text
        self.children: dict[str, Node] = {}
        self.items: list[Node] = []
        self.expanded = True

    def expand(self) -> None:
        """Fill `children` and `items` if that was put off."""


class _Tracer:
    """Builds the tree of positions; runs only over text that `parse_yaml` accepted."""

    def __init__(self) -> None:
        self.stack: list[tuple[Node, bool, str | None]] = []
        self.keys: list[tuple[str, Node] | None] = []
        self.merges: list[list[Node]] = []
        self.anchors: dict[str, Node] = {}
        self.root = Node(1, 1)

    def trace(self, document: str) -> Node:
        for event in yaml_events(document):
            kind = type(event)
            mark = event.start_mark
            if kind is MappingStartEvent or kind is SequenceStartEvent:
                node = Node(mark.line + 1, mark.column + 1)
                self.stack.append((node, kind is MappingStartEvent, event.anchor))
                self.keys.append(None)
                self.merges.append([])
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self.end()
            elif kind is ScalarEvent:
                merge = event.value == "<<" and event.implicit[0]
                text = _MERGE_KEY if merge else event.value
                node = Node(mark.line + 1, mark.column + 1, text)
                if event.anchor:
                    self.anchors[event.anchor] = node
                self.put(node)
            elif kind is AliasEvent:
                target = self.anchors[event.anchor]
                alias = Node(mark.line + 1, mark.column + 1, target.text)
                alias.children, alias.items = target.children, target.items
                self.put(alias)
        return self.root

    def end(self) -> None:
        node, _, anchor = self.stack.pop()
        self.keys.pop()
        for merged in self.merges.pop():
            for name, child in merged.children.items():
                node.children.setdefault(name, child)
        if anchor:
            self.anchors[anchor] = node
        self.put(node)

    def put(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        parent, is_mapping, _ = self.stack[-1]
        key = self.keys[-1]
        if not is_mapping:
            parent.items.append(node)
        elif key is None:
            self.keys[-1] = (node.text or "", node)
        else:
            name, at = key
            if name == _MERGE_KEY:
                self.merges[-1].extend(node.items or [node])
            else:
                node.line, node.column = at.line, at.column
                parent.children[name] = node
            self.keys[-1] = None


def trace_yaml(text: str) -> Node:
    """The positions of all values; a member's position is that of its key."""
    return _Tracer().trace(text)


class JsonNode(Node):
    """A value of a JSON text whose members are found when they are asked for."""

    __slots__ = ("_offset", "_text")

    def __init__(self, text: str, offset: int, key_offset: int | None = None) -> None:
        line, column = position(text, offset if key_offset is None else key_offset)
        super().__init__(line, column)
        self._text, self._offset = text, offset
        self.expanded = False
        if text[offset] not in "{[":
            value, end = _SKIP.raw_decode(text, offset)
            self.text = value if isinstance(value, str) else text[offset:end]
            self.expanded = True

    def expand(self) -> None:
        """Find the members or items of this value, one level deep."""
        if self.expanded:
            return
        self.expanded = True
        for name, offset, key_offset in json_entries(self._text, self._offset):
            node = JsonNode(self._text, offset, key_offset)
            if name is None:
                self.items.append(node)
            else:
                self.children[name] = node


def after_space(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column (1-based) of an offset."""
    breaks = _line_breaks(text)
    before = bisect_left(breaks, offset)
    return before + 1, offset - (breaks[before - 1] if before else -1)


@lru_cache(maxsize=4)
def _line_breaks(text: str) -> list[int]:
    """Offsets of all line breaks, kept since one text is asked about many times."""
    return [match.start() for match in re.finditer("\n", text)]


def json_entries(text: str, offset: int) -> Iterator[tuple[str | None, int, int | None]]:
    """Name, offset of value and offset of key of what a container holds; skips at C speed."""
    is_object = text[offset] == "{"
    offset = after_space(text, offset + 1)
    while text[offset] not in "]}":
        name, key_offset = None, None
        if is_object:
            key_offset = offset
            name, offset = _SKIP.raw_decode(text, offset)
            offset = after_space(text, after_space(text, offset) + 1)
        yield name, offset, key_offset
        _, offset = _SKIP.raw_decode(text, offset)
        offset = after_space(text, offset)
        if text[offset] == ",":
            offset = after_space(text, offset + 1)


def trace_json(text: str) -> Node:
    """The positions of the values of a text that is JSON; a member's position is its key's."""
    return JsonNode(text, after_space(text, 0))
