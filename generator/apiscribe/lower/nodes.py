"""Schemas in their place: where one was written, and what it is called from there.

The id and words of an inline schema come from its owner and the way to it, never from the
order of reading: `ChatCompletion.choices[].message` is spelled `ChatCompletionChoiceMessage`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from apiscribe.lower.document import escape_token
from apiscribe.naming import Words, singular, split_words

Schema: TypeAlias = "dict[str, Any] | bool"
"""A JSON Schema 2020-12, never mutated."""


ANNOTATIONS = frozenset(
    (
        "title",
        "description",
        "summary",
        "default",
        "examples",
        "example",
        "deprecated",
        "readOnly",
        "writeOnly",
        "externalDocs",
        "xml",
        "discriminator",
        "$comment",
        "$schema",
        "$id",
        "$anchor",
        "$defs",
        "definitions",
    )
)
"""Keywords that do not restrict values."""


def restricting(schema: Mapping[str, Any]) -> list[str]:
    """The keywords that say something about values."""
    return [key for key in schema if key not in ANNOTATIONS and not key.startswith("x-")]


def plain_union(schema: Schema) -> str:
    """The keyword of a schema that is nothing but an undiscriminated union, else ""."""
    if isinstance(schema, bool) or "discriminator" in schema:
        return ""
    keys = restricting(schema)
    return keys[0] if len(keys) == 1 and keys[0] in ("oneOf", "anyOf") else ""


@dataclass(frozen=True, slots=True)
class Site:
    """What a type at some place is called, should it need a declaration.

    `component` is the component's own name, "" for an inline schema.
    """

    id: str
    words: Words
    component: str = ""
    pinned: bool = False

    def member(self, wire: str, words: Words | None = None) -> Site:
        """The member `wire` of an object."""
        return Site(f"{self.id}.{wire}", self.words + (words or split_words(wire)))

    def item(self) -> Site:
        """The items of a list: the singular when there is one, else with the word `item`."""
        return Site(self.id + "[]", _one_of(self.words, "item"))

    def position(self, index: int) -> Site:
        """One position of a tuple."""
        return Site(f"{self.id}[{index}]", (*self.words, "item", str(index)))

    def value(self) -> Site:
        """The values of a map."""
        return Site(self.id + "{}", _one_of(self.words, "value"))

    def variant(self, words: Words) -> Site:
        """One alternative of a union."""
        return Site(f"{self.id}|{'_'.join(words)}", self.words + words)

    def part(self, token: str) -> Site:
        """Any other sub-schema, such as `$defs/x`."""
        return Site(f"{self.id}/{token}", self.words + split_words(token))


def _one_of(words: Words, otherwise: str) -> Words:
    one = singular(words[-1])
    return (*words[:-1], one) if one != words[-1] else (*words, otherwise)


@dataclass(frozen=True, slots=True)
class Node:
    """A schema, the pointer at which it stands, and what it is called there."""

    schema: Schema
    pointer: str
    site: Site

    def get(self, key: str) -> Any:
        """A keyword's value, `None` when absent."""
        return self.schema.get(key) if isinstance(self.schema, dict) else None

    def at(self, *tokens: str) -> str:
        """The pointer of something below this schema."""
        return self.pointer + "".join("/" + escape_token(token) for token in tokens)

    def child(self, site: Site, *tokens: str) -> Node:
        """The sub-schema reached by `tokens`."""
        value: Any = self.schema
        for token in tokens:
            value = value[int(token)] if isinstance(value, list) else value[token]
        return Node(value, self.at(*tokens), chosen(value, site))

    def properties(self) -> dict[str, Node]:
        """The sub-schemas under `properties`, by wire name."""
        found = self.get("properties")
        if not found:
            return {}
        base = self.pointer + "/properties/"
        return {
            name: Node(
                schema,
                base + escape_token(name),
                chosen(schema, self.site.member(name, pinned(schema))),
            )
            for name, schema in found.items()
        }

    def members(self, keyword: str) -> list[Node]:
        """The sub-schemas of `allOf` (same site: they describe one and the same value)."""
        return [
            Node(schema, f"{self.pointer}/{keyword}/{index}", self.site)
            for index, schema in enumerate(self.get(keyword) or ())
        ]


def chosen(schema: Schema, site: Site) -> Site:
    """The site of a schema, with the name that its `x-sdk` pins for the type that stands there."""
    extension = schema.get("x-sdk") if isinstance(schema, dict) else None
    name = extension.get("type") if isinstance(extension, dict) else None
    if isinstance(name, str) and name and not site.component:
        return Site(site.id, split_words(name), pinned=True)
    return site


def pinned(schema: Schema) -> Words | None:
    """Words that a property's `x-sdk` chose for the member."""
    extension = schema.get("x-sdk") if isinstance(schema, dict) else None
    name = extension.get("name") if isinstance(extension, dict) else None
    return split_words(name) if isinstance(name, str) and name else None
