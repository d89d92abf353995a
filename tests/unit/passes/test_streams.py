"""The member that says "stream": required where nothing else can be meant."""

from __future__ import annotations

import pytest
from apiscribe.ir import Api, Presence, Record
from lowering import lower


def api(member: str, also: str = "") -> Api:
    body = (
        "{required: true, content: {application/json: {schema: {$ref: '#/components/schemas/B'}}}}"
    )
    events = (
        "{'200': {description: '', content: {text/event-stream: {itemSchema: {type: object}}}}}"
    )
    plain = "{'204': {description: ''}}"
    other = f"\n  /b: {{post: {{operationId: b, requestBody: {body}, responses: {plain}}}}}"
    return lower(f"""
paths:
  /a: {{post: {{operationId: a, requestBody: {body}, responses: {events}}}}}{other if also else ""}
components:
  schemas:
    B: {{type: object, properties: {{text: {{type: string}}, stream: {member}}}}}
""")[0]


def presence(api: Api) -> Presence:
    record = api.declarations["B"]
    assert isinstance(record, Record)
    return next(field.presence for field in record.fields if field.name.wire == "stream")


@pytest.mark.parametrize("member", ["{const: true}", "{type: boolean, enum: [true]}"])
def test_what_can_only_be_true_is_always_sent(member: str) -> None:
    assert presence(api(member)) is Presence.REQUIRED


def test_a_choice_stays_one() -> None:
    assert presence(api("{type: boolean}")) is Presence.OPTIONAL
    assert presence(api("{const: false}")) is Presence.OPTIONAL


def test_a_body_of_other_operations_stays_as_it_is() -> None:
    assert presence(api("{const: true}", also="plain")) is Presence.OPTIONAL
