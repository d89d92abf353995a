"""The tables by which strict mode tells whether an answer fits the document."""

from __future__ import annotations

from dataclasses import dataclass

from apiscribe.ir import Api
from apiscribe.targets.shapes import answers_table, schema_table
from apiscribe.targets.typescript.layout import Layout, broken_object, print_layout
from apiscribe.targets.typescript.literals import member_layout
from apiscribe.targets.typescript.names import TypeScriptNames


@dataclass(frozen=True, slots=True)
class StrictView:
    """View of `strict.ts.j2`: two object literals."""

    schema: str
    answers: str


def strict_view(api: Api, names: TypeScriptNames) -> StrictView:
    """What is received, by name, and what each operation's answers are."""
    return StrictView(
        _object(schema_table(api, names.types)), _object(answers_table(api, names.types))
    )


def _object(members: dict[str, object]) -> str:
    layouts: list[Layout] = [member_layout(name, value) for name, value in members.items()]
    return print_layout(broken_object(layouts))
