"""Prose of the IR as TSDoc comments."""

from __future__ import annotations

from dataclasses import replace

from apiscribe.ir import Docs, Field, Parameter
from apiscribe.targets.prose import describe, describe_member
from apiscribe.targets.typescript.text import comment


def comment_lines(docs: Docs, indent: int = 0, otherwise: str = "") -> list[str]:
    """The comment of something that may be deprecated; `otherwise` when it is not described."""
    text = describe(_bare(docs))
    said = docs.deprecation.strip() if docs.deprecated else None
    return comment(text or otherwise, indent, deprecated=said)


def member_comment(member: Field | Parameter, indent: int = 2) -> list[str]:
    """The comment of a member, with its limits and the value the server takes by default."""
    docs = member.docs
    bare = replace(member, docs=_bare(docs)) if docs.deprecated else member
    said = docs.deprecation.strip() if docs.deprecated else None
    return comment(describe_member(bare), indent, deprecated=said)


def _bare(docs: Docs) -> Docs:
    """Without the deprecation, which has a tag of its own."""
    return replace(docs, deprecated=False, deprecation="") if docs.deprecated else docs


def indented(lines: list[str], level: int) -> list[str]:
    """Lines moved `level` columns in, blank ones left alone."""
    return [f"{' ' * level}{line}".rstrip() for line in lines]
