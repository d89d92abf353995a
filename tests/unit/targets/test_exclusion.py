"""Members that may not stand together, in whole samples."""

from __future__ import annotations

from apiscribe.ir import Record
from apiscribe.targets.arguments import argument_values
from lowering import lower


def names(schema: str, full: bool, example: str = "") -> set[str]:
    """The members of the body that a sample call gives."""
    shown = f", examples: {{one: {{value: {example}}}}}" if example else ""
    api = lower(f"""
paths:
  /a:
    post:
      operationId: a
      requestBody: {{required: true, content: {{application/json: {{schema: {schema}{shown}}}}}}}
      responses: {{'204': {{description: ''}}}}
""")[0]
    return {key.wire for key in argument_values(api.operations["a"], api, full)}


MEMBERS = "type: object, properties: {a: {type: string}, b: {type: string}, c: {type: string}}"
ONE_OF = f"{{{MEMBERS}, oneOf: [{{required: [a]}}, {{required: [b]}}]}}"
ANY_OF = f"{{{MEMBERS}, anyOf: [{{required: [b]}}, {{required: [a]}}]}}"
NOT_BOTH = f"{{{MEMBERS}, not: {{required: [a, b]}}}}"


def test_of_alternatives_that_require_the_first_is_met() -> None:
    assert names(ONE_OF, full=False) == {"a"}
    assert names(ANY_OF, full=False) == {"b"}
    assert names(NOT_BOTH, full=False) == set()


def test_all_members_are_all_that_may_stand_together() -> None:
    assert names(ONE_OF, full=True) == {"a", "c"}
    assert names(ANY_OF, full=True) == {"a", "b", "c"}
    assert names(NOT_BOTH, full=True) == {"a", "c"}


def test_an_example_has_chosen_already() -> None:
    assert names(ONE_OF, full=True, example="{b: x}") == {"b", "c"}
    assert names(ANY_OF, full=False, example="{a: x}") == {"a", "b"}


def test_what_must_be_there_stays() -> None:
    schema = f"{{{MEMBERS}, required: [b], not: {{required: [a, b]}}}}"
    assert names(schema, full=True) == {"b", "c"}


def test_the_model_names_the_groups() -> None:
    api = lower(f"""
paths: {{}}
components:
  schemas:
    T: {ONE_OF}
""")[0]
    record = api.declarations["T"]
    assert isinstance(record, Record)
    assert record.exclusive == (("a", "b"),)
