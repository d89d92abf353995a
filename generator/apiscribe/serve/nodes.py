"""Walking a resolved document by JSON Pointer, with references followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

BASE_URI = "urn:apiscribe:document"


@dataclass(frozen=True, slots=True)
class Node:
    """A value of the document and the JSON Pointer (RFC 6901) that leads to it."""

    root: Mapping[str, Any]
    pointer: str
    value: Any

    def child(self, key: str | int) -> Node | None:
        """The member or item `key`, references followed; `None` when there is none."""
        value = self.value
        if isinstance(value, Mapping) and key in value:
            return follow(self.root, f"{self.pointer}/{escape(str(key))}", value[key])
        if isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
            return follow(self.root, f"{self.pointer}/{key}", value[key])
        return None

    def members(self) -> Iterator[tuple[str, Node]]:
        """Every member of an object, references followed."""
        if isinstance(self.value, Mapping):
            for key in self.value:
                if (found := self.child(key)) is not None:
                    yield key, found

    def items(self) -> Iterator[Node]:
        """Every item of an array, references followed."""
        if isinstance(self.value, list):
            for index in range(len(self.value)):
                if (found := self.child(index)) is not None:
                    yield found

    def get(self, key: str, default: Any = None) -> Any:
        """The plain value of a member, `default` when this is no object or lacks it."""
        return self.value.get(key, default) if isinstance(self.value, Mapping) else default

    @property
    def reference(self) -> str:
        """An absolute reference to this node for a JSON Schema validator."""
        return f"{BASE_URI}#{quote(self.pointer, safe='/~')}"


def escape(key: str) -> str:
    """A member name as a JSON Pointer token."""
    return key.replace("~", "~0").replace("/", "~1")


def root_node(data: Mapping[str, Any]) -> Node:
    """The document itself."""
    return Node(data, "", data)


def follow(root: Mapping[str, Any], pointer: str, value: Any) -> Node:
    """The node at `pointer`, or what it refers to when it is nothing but a local reference."""
    seen: set[str] = set()
    while isinstance(value, Mapping) and len(value) == 1 and isinstance(value.get("$ref"), str):
        reference = value["$ref"]
        if not reference.startswith("#") or reference in seen:
            break
        seen.add(reference)
        pointer = unquote(reference[1:])
        found = at_pointer(root, pointer)
        if found is None:
            break
        value = found
    return Node(root, pointer, value)


def composed(schema: Node, *keywords: str, seen: frozenset[str] = frozenset()) -> Iterator[Node]:
    """A schema and those it is composed of: by `keywords`, and by a `$ref` with words beside it."""
    if schema.pointer in seen:
        return
    yield schema
    inside = seen | {schema.pointer}
    if isinstance(reference := schema.get("$ref"), str):
        target = follow(schema.root, schema.pointer, {"$ref": reference})
        yield from composed(target, *keywords, seen=inside)
    for keyword in keywords:
        parts = schema.child(keyword)
        for part in parts.items() if parts else ():
            yield from composed(part, *keywords, seen=inside)


def members_named(schema: Node, name: str, *keywords: str) -> Iterator[Node]:
    """The schemas of one member, wherever what the schema is composed of describes it."""
    for part in composed(schema, *keywords):
        properties = part.child("properties")
        if properties is not None and (found := properties.child(name)) is not None:
            yield found


def at_pointer(root: Any, pointer: str) -> Any | None:
    """The value at `pointer`; `None` when it leads nowhere."""
    value = root
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, Mapping) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value
