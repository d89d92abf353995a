"""Generated files as the grammars of their languages see them: faults, and text that is code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import tree_sitter_bash
import tree_sitter_go
import tree_sitter_json
import tree_sitter_python
import tree_sitter_toml
import tree_sitter_typescript
from tree_sitter import Language, Node, Parser

_GRAMMARS: Final = {
    "bash": tree_sitter_bash.language,
    "go": tree_sitter_go.language,
    "json": tree_sitter_json.language,
    "python": tree_sitter_python.language,
    "toml": tree_sitter_toml.language,
    "typescript": tree_sitter_typescript.language_typescript,
}
_TEXT_NODES: Final = {
    "bash": {"raw_string", "ansi_c_string", "string_content", "heredoc_body", "comment"},
    "go": {"interpreted_string_literal", "raw_string_literal", "rune_literal", "comment"},
    "json": {"string"},
    "python": {"string", "comment"},
    "toml": {"string", "comment"},
    "typescript": {"string", "template_string", "comment"},
}
"""What is data for the language: literals and comments."""

_CODE_INSIDE: Final = {
    "interpolation",
    "template_substitution",
    "expansion",
    "command_substitution",
}
"""Code inside of literals."""

LANGUAGE_OF_FENCE: Final = {
    "bash": "bash",
    "sh": "bash",
    "go": "go",
    "json": "json",
    "python": "python",
    "ts": "typescript",
    "typescript": "typescript",
}
"""Languages of fenced code in Markdown; `text` has no grammar."""


@cache
def _parser(language: str) -> Parser:
    return Parser(Language(_GRAMMARS[language]()))


def parse(language: str, text: str) -> Node:
    """The root of the syntax tree."""
    if language == "typescript":  # which the grammar (0.23) does not know: all of a module's types
        text = text.replace("export type * from", "export * from")
    return _parser(language).parse(text.encode("utf-8")).root_node


def faults(root: Node) -> list[str]:
    """Where the text is not of its language: line, and what stands there."""
    return [
        f"line {node.start_point.row + 1}: {(node.text or b'').decode()[:120]!r}"
        for node in _walk(root)
        if node.is_error or node.is_missing
    ]


def code(language: str, root: Node) -> Iterator[Node]:
    """The leaves that are code: all but literals and comments."""
    for node in _walk(root, skip=_TEXT_NODES[language]):
        if not node.child_count and node.type not in _TEXT_NODES[language]:
            yield node


def comments(root: Node) -> Iterator[str]:
    """The text of every comment."""
    for node in _walk(root):
        if node.type == "comment":
            yield (node.text or b"").decode()


def _walk(root: Node, skip: set[str] | frozenset[str] = frozenset()) -> Iterator[Node]:
    """Every node; of those in `skip` only the code inside."""
    waiting = [(root, False)]
    while waiting:
        node, inside = waiting.pop()
        inside = (inside or node.type in skip) and node.type not in _CODE_INSIDE
        if not inside or node.type in skip:
            yield node
        waiting.extend((child, inside) for child in reversed(node.children))


def squeezed(text: str) -> str:
    """Letters and digits only, in lower case: how a marker looks in any casing."""
    return re.sub(r"[^a-z0-9]", "", text.lower())
