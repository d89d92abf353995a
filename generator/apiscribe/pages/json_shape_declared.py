"""Declarations of TypeScript: `interface Thing { … }`, `type Size = "s" | "m"`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from apiscribe.pages.page import Line

_DECLARATION = re.compile(
    r"(?:export\s+)?(?:default\s+)?(?:declare\s+)?"
    r"(?:interface\s+(?P<interface>[A-Za-z_$][\w$]*)(?:\s+extends\s+(?P<bases>[\w$\s,]+?))?\s*(?=\{)"
    r"|type\s+(?P<type>[A-Za-z_$][\w$]*)\s*=\s*)"
)
DECLARATION = re.compile(r"^\s*(?:export\s+)?(?:interface|type)\s+[A-Za-z_$][\w$]*\s*[={]", re.M)
"""The first line of a declaration, for finding the family."""

GENERIC = re.compile(
    r"(?:export\s+)?(?:interface|type)\s+[A-Za-z_$][\w$]*<[^<>=]+>\s*(?:=|\{|extends\b)"
)
"""The first line of a declaration with type parameters."""

MAX_ALIAS = 100
"""An alias of more lines is none."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declaration's head: `lines` are its body, the first without the head.

    `bracketed`: the body is in brackets, and goes on until they close.
    """

    name: str
    bases: tuple[str, ...]
    lines: tuple[Line, ...]
    bracketed: bool


def declaration_at(lines: Sequence[Line], at: int) -> Declaration | None:
    """The declaration that begins on `lines[at]`."""
    first = lines[at]
    match = _DECLARATION.match(first.text)
    if match is None:
        return None
    rest = first.text[match.end() :]
    name = match["interface"] or match["type"]
    bases = tuple(re.findall(r"[\w$]+", match["bases"] or ""))
    if rest.startswith("{"):
        return Declaration(name, bases, (replace(first, text=rest),), bracketed=True)
    body = [replace(first, text=rest.lstrip("| "))] if rest else []
    for line in lines[at + 1 : at + MAX_ALIAS]:
        begun = bool(body and body[-1].text)
        if not line.text or (body and body[-1].text.endswith(";")):
            break
        if begun and not (line.text.startswith("|") or body[-1].text.endswith("|")):
            break
        body.append(line if begun else replace(line, text=line.text.lstrip("| ")))
    if not body:
        return None
    body[-1] = replace(body[-1], text=body[-1].text.rstrip("; "))
    return Declaration(name, bases, tuple(body), bracketed=False)
