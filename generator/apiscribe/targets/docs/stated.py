"""Lines for what is neither a schema nor a member: servers, schemes, scopes, tags."""

from __future__ import annotations

from collections.abc import Iterator

from apiscribe.ir import Docs, Server
from apiscribe.targets.docs.facts import Fact, facts_text
from apiscribe.targets.docs.members import Item
from apiscribe.targets.docs.words import member_name
from apiscribe.targets.markup import atom, code, documentation, indented, literal


def stated_item(level: int, words: str, facts: list[Fact], docs: Docs | str = "") -> Item:
    """One line with its facts and prose."""
    indent = "  " * level
    told = facts_text(facts)
    said = Docs(description=docs) if isinstance(docs, str) else docs
    return Item(
        indent=indent,
        words=code(words),
        facts=f"{indent}  {told}" if told else "",
        prose=indented(documentation(said), indent + "  "),
    )


def server_items(server: Server) -> Iterator[Item]:
    """A server's address, and its variables below it."""
    facts = [("name", atom(server.name))] if server.name else []
    yield stated_item(0, atom(server.url), facts, server.description)
    for one in server.variables:
        words = " or ".join(literal(value) for value in one.values) or "string"
        facts = [("default", atom(one.default))]
        yield stated_item(1, f"{member_name(one.name)}: {words}", facts, one.description)
