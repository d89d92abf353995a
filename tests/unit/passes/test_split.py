"""readOnly and writeOnly: two types only where they differ."""

from __future__ import annotations

from apiscribe.ir import Api, List, Record, Ref, Type, Union, Usage
from lowering import lower


def members(api: Api, identity: str) -> list[str]:
    record = api.declarations[identity]
    assert isinstance(record, Record)
    return [field.name.wire for field in record.fields]


def exchange(sent: str, received: str, schemas: str) -> Api:
    """An operation that sends one schema and receives another."""
    return lower(f"""
paths:
  /a:
    post:
      operationId: a
      requestBody: {{content: {{application/json: {{schema: {sent}}}}}}}
      responses: {{'200': {{description: '', content: {{application/json: {{schema: {received}}}}}}}}}
components:
  schemas:
{schemas}
""")[0]


def ref(name: str) -> str:
    return f"{{$ref: '#/components/schemas/{name}'}}"


SCHEMAS = """
    Key: {type: object, properties: {fp: {type: string, readOnly: true}, secret: {type: string, writeOnly: true}}}
    Plain: {type: object, properties: {x: {type: string}}}
    Holder: {type: object, properties: {keys: {type: array, items: {$ref: '#/components/schemas/Key'}}, plain: {$ref: '#/components/schemas/Plain'}}}
    Either: {oneOf: [{$ref: '#/components/schemas/Holder'}, {type: string}]}
    Alias: {$ref: '#/components/schemas/Either'}
    OnlySent: {type: object, properties: {either: {$ref: '#/components/schemas/Either'}, id: {type: string, readOnly: true}}}
"""


def body(api: Api) -> Type:
    found = api.operations["a"].body
    assert found is not None
    return found.media[0].type


def test_both_ways() -> None:
    api = exchange(ref("Alias"), ref("Alias"), SCHEMAS)
    assert body(api) == Ref("Alias:input")
    assert api.operations["a"].result == Ref("Alias")
    assert members(api, "Key") == ["fp"]
    assert members(api, "Key:input") == ["secret"]
    assert "Plain:input" not in api.declarations
    holder = api.declarations["Holder:input"]
    assert isinstance(holder, Record)
    assert [field.type for field in holder.fields] == [List(Ref("Key:input")), Ref("Plain")]
    either = api.declarations["Either:input"]
    assert isinstance(either, Union)
    assert either.variants[0].type == Ref("Holder:input")
    assert api.declarations["Key"].usage == Usage(sent=False, received=True)
    assert api.declarations["Key:input"].usage == Usage(sent=True, received=False)
    assert api.declarations["Key:input"].name.words == ("key", "input")


def test_one_way_needs_no_second_type() -> None:
    received = exchange(ref("Plain"), ref("Key"), SCHEMAS)
    assert members(received, "Key") == ["fp"]
    sent = exchange(ref("Key"), ref("Plain"), SCHEMAS)
    assert members(sent, "Key") == ["secret"]
    assert not [i for i in (*sent.declarations, *received.declarations) if i.endswith(":input")]


def test_what_is_only_sent_refers_to_the_request_types() -> None:
    api = exchange(ref("OnlySent"), ref("Either"), SCHEMAS)
    assert "OnlySent:input" not in api.declarations
    only = api.declarations["OnlySent"]
    assert isinstance(only, Record)
    assert [(field.name.wire, field.type) for field in only.fields] == [
        ("either", Ref("Either:input"))
    ]


def test_the_request_name_may_be_taken() -> None:
    taken = (
        SCHEMAS
        + "    KeyInput: {type: object, properties: {k: {$ref: '#/components/schemas/Key'}}}\n"
    )
    api = exchange(ref("KeyInput"), ref("KeyInput"), taken)
    assert api.declarations["KeyInput"].name.words == ("key", "input")
    assert api.declarations["Key:input"].name.words == ("key", "request", "input")
    assert api.declarations["KeyInput:input"].name.words == ("key", "input", "input")
