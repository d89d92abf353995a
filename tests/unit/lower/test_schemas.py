"""Schemas → types: what the goldens of `tests/cases` cannot say in one line."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.diagnostics import ApiscribeError
from apiscribe.ir import (
    Access,
    Alias,
    Anything,
    Const,
    Enum,
    Field,
    List,
    Map,
    Nothing,
    Nullable,
    Presence,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    Type,
    Union,
)
from lowering import findings, lower, lower_schemas, rules

TEXT = Scalar(ScalarKind.STRING)
INTEGER = Scalar(ScalarKind.INTEGER)


def fields(schemas: str, record: str) -> dict[str, Field]:
    api, _ = lower_schemas(schemas)
    found = api.declarations[record]
    assert isinstance(found, Record)
    return {field.name.wire: field for field in found.fields}


def type_of(schema: str, others: str = "") -> Type:
    """The type of the member `x` with this schema."""
    found = fields(f"{others}\nR: {{type: object, properties: {{x: {schema}}}}}", "R")
    return found["x"].type


PERSON = "Person: {type: object, required: [name], properties: {name: {type: string}}}"
TO_PERSON = "{$ref: '#/components/schemas/Person'}"

TYPES: list[tuple[str, Type | None]] = [
    ("{}", Anything()),
    ("true", Anything()),
    ("false", Nothing()),
    ("{description: Text.}", Anything()),
    ("{type: 'null'}", Nullable(Nothing())),
    ("{const: null}", Nullable(Nothing())),
    ("{enum: [null]}", Nullable(Nothing())),
    ("{type: string}", TEXT),
    ("{type: [string]}", TEXT),
    ("{type: [string, 'null']}", Nullable(TEXT)),
    ("{anyOf: [{type: string}, {type: 'null'}]}", Nullable(TEXT)),
    ("{oneOf: [{type: 'null'}, {anyOf: [{type: string}, {type: 'null'}]}]}", Nullable(TEXT)),
    ("{anyOf: [{}, {type: 'null'}]}", Anything()),
    ("{anyOf: [{type: string}, {}]}", Anything()),
    ("{anyOf: [{type: string}, {type: string, maxLength: 3}]}", TEXT),
    ("{type: [number, integer]}", Scalar(ScalarKind.NUMBER)),
    ("{const: a}", Const("a")),
    ("{enum: [a]}", Const("a")),
    ("{enum: [true, false]}", Scalar(ScalarKind.BOOLEAN)),
    ("{enum: [true]}", Const(True)),
    ("{const: {a: 1}}", Map(Anything())),
    ("{enum: [[1], [2]]}", List(Anything())),
    ("{type: object}", Map(Anything())),
    ("{type: object, additionalProperties: {type: string}}", Map(TEXT)),
    ("{type: array}", List(Anything())),
    ("{items: {type: string}}", List(TEXT)),
    (TO_PERSON, Ref("Person")),
    (f"{{allOf: [{TO_PERSON}], description: Text.}}", Ref("Person")),
    (f"{{allOf: [{TO_PERSON}, {{}}]}}", Ref("Person")),
    (f"{{allOf: [{TO_PERSON}, {{description: Text.}}]}}", Ref("Person")),
    (f"{{type: object, allOf: [{TO_PERSON}]}}", Ref("Person")),
    (f"{{allOf: [{TO_PERSON}, {{type: object}}]}}", Ref("Person")),
    (f"{{anyOf: [{TO_PERSON}]}}", Ref("Person")),
    (f"{{anyOf: [{TO_PERSON}, {{type: 'null'}}]}}", Nullable(Ref("Person"))),
    (f"{{allOf: [{{anyOf: [{TO_PERSON}, {{type: 'null'}}]}}]}}", Nullable(Ref("Person"))),
    ("{allOf: [{type: integer}, {type: number, minimum: 1}]}", None),
    ("{allOf: [{type: string}, {type: integer}]}", Nothing()),
    ("{type: string, contentEncoding: base64}", Scalar(ScalarKind.STRING, "byte")),
    ("{contentMediaType: image/png}", Scalar(ScalarKind.STRING, "binary")),
    ("{type: string, contentMediaType: application/json}", TEXT),
    ("{type: string, format: dateTime}", Scalar(ScalarKind.STRING, "date-time")),
]


@pytest.mark.parametrize(("schema", "expected"), TYPES)
def test_type(schema: str, expected: Type | None) -> None:
    found = type_of(schema, PERSON)
    if expected is None:
        assert isinstance(found, Scalar)
        assert found.kind is ScalarKind.INTEGER
        assert found.constraints.minimum == 1
    else:
        assert found == expected


@pytest.mark.parametrize(
    "nullable",
    [
        "{type: [object, 'null'], properties: {a: {type: string}}}",
        "{anyOf: [{type: object, properties: {a: {type: string}}}, {type: 'null'}]}",
        "{type: [string, 'null']}",
        "{enum: [a, b, null]}",
        "{$ref: '#/components/schemas/Inner'}",
    ],
)
def test_nullable_components_are_declared_without_null(nullable: str) -> None:
    api, _ = lower_schemas(f"""
        User: {{type: object, properties: {{x: {{$ref: '#/components/schemas/X'}}}}}}
        X: {nullable}
        Inner: {{type: [integer, 'null']}}
        """)
    user, declared = api.declarations["User"], api.declarations["X"]
    assert isinstance(user, Record)
    assert user.fields[0].type == Nullable(Ref("X"))
    if isinstance(declared, Alias):
        assert not isinstance(declared.type, Nullable)


def test_allof_keeps_every_member_and_requirement() -> None:
    found = fields(
        """
        A: {type: object, required: [a], properties: {a: {type: string}, shared: {type: number, minimum: 1}}}
        B:
          allOf:
            - required: [b, c]
            - $ref: '#/components/schemas/A'
            - {type: object, properties: {b: {type: string}, shared: {type: integer, maximum: 9}}}
          required: [own]
          properties: {own: {type: string}, c: {type: string}}
        """,
        "B",
    )
    assert list(found) == ["a", "shared", "b", "own", "c"]
    required = [name for name, field in found.items() if field.presence is Presence.REQUIRED]
    assert required == ["a", "b", "own", "c"]
    shared = found["shared"].type
    assert isinstance(shared, Scalar)
    assert (shared.kind, shared.constraints.minimum, shared.constraints.maximum) == (
        ScalarKind.INTEGER,
        1,
        9,
    )


def test_allof_narrows_an_enum_and_an_inline_object() -> None:
    api, _ = lower_schemas("""
        A: {type: object, properties: {e: {enum: [a, b, c]}, o: {type: object, properties: {x: {type: string}}}}}
        B:
          allOf:
            - $ref: '#/components/schemas/A'
            - {properties: {e: {enum: [b, c, d]}, o: {required: [x], properties: {y: {type: integer}}}}}
        """)
    narrowed, whole = api.declarations["B.e"], api.declarations["A.e"]
    assert isinstance(narrowed, Enum)
    assert isinstance(whole, Enum)
    assert [v.value for v in narrowed.values] == ["b", "c"]
    assert [v.value for v in whole.values] == ["a", "b", "c"]
    both = api.declarations["B.o"]
    assert isinstance(both, Record)
    assert [(f.name.wire, f.presence.value) for f in both.fields] == [
        ("x", "required"),
        ("y", "optional"),
    ]


def test_oneof_beside_properties_is_a_union_of_whole_records() -> None:
    api, _ = lower_schemas("""
        Base: {type: object, required: [id], properties: {id: {type: string}}}
        Cat: {type: object, required: [cat], properties: {cat: {type: string}}}
        Pet:
          allOf: [{$ref: '#/components/schemas/Base'}]
          oneOf:
            - $ref: '#/components/schemas/Cat'
            - {title: Dog, type: object, required: [dog], properties: {dog: {type: string}}}
        """)
    pet = api.declarations["Pet"]
    assert isinstance(pet, Union)
    members = []
    for variant in pet.variants:
        assert isinstance(variant.type, Ref)
        record = api.declarations[variant.type.id]
        assert isinstance(record, Record)
        members.append([field.name.wire for field in record.fields])
    assert members == [["id", "cat"], ["id", "dog"]]


def test_access_default_docs_and_examples_are_found_through_wrappers() -> None:
    found = fields(
        """
        Id: {type: string, readOnly: true, default: zero, description: Of the component.}
        R:
          type: object
          properties:
            id: {$ref: '#/components/schemas/Id'}
            own:
              allOf: [{$ref: '#/components/schemas/Id'}]
              description: Of the member.
              default: one
              deprecated: true
              examples: [x]
        """,
        "R",
    )
    assert found["id"].access is Access.READ
    assert found["id"].default == "zero"
    assert found["id"].docs.description == ""
    own = found["own"]
    assert (own.access, own.default) == (Access.READ, "one")
    assert (own.docs.description, own.docs.deprecated) == ("Of the member.", True)
    assert [example.value for example in own.examples] == ["x"]


def test_docs_of_a_wrapper_belong_to_the_type() -> None:
    api, _ = lower_schemas("""
        A: {type: object, description: Base., properties: {a: {type: string}}}
        B: {description: Outer., allOf: [{$ref: '#/components/schemas/A'}, {properties: {b: {type: string}}}]}
        C: {allOf: [{$ref: '#/components/schemas/A'}, {description: Inner., properties: {c: {type: string}}}]}
        D: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {d: {type: string}}}]}
        """)
    assert [d.docs.description for d in api.declarations.values()] == [
        "Base.",
        "Outer.",
        "Inner.",
        "",
    ]


def test_recursion_through_inline_types_ends() -> None:
    api, _ = lower_schemas("""
        A:
          allOf:
            - type: object
              properties:
                child:
                  allOf:
                    - $ref: '#/components/schemas/A'
                    - {properties: {more: {type: string}}}
        L: {type: array, items: {type: array, items: {$ref: '#/components/schemas/L/items'}}}
        M: {type: object, additionalProperties: {$ref: '#/components/schemas/M'}}
        """)
    child = api.declarations["A.child"]
    assert isinstance(child, Record)
    assert [f.name.wire for f in child.fields] == ["child", "more"]
    inner = api.declarations["L[]"]
    assert isinstance(inner, Alias)
    assert inner.type == List(Ref("L[]"))
    many = api.declarations["M"]
    assert isinstance(many, Alias)
    assert many.type == Map(Ref("M"))


def test_reference_cycles_are_errors_that_name_the_chain() -> None:
    with pytest.raises(ApiscribeError) as caught:
        lower_schemas("""
            A: {$ref: '#/components/schemas/A'}
            B: {$ref: '#/components/schemas/C'}
            C: {$ref: '#/components/schemas/B'}
            """)
    messages = [d.message for d in caught.value.diagnostics if d.rule == "lower/reference-cycle"]
    assert [m.partition(": ")[2] for m in messages] == ["A → A.", "B → C → B."]


def test_no_finite_value_is_told() -> None:
    _, diagnostics = lower_schemas("""
        A: {type: object, required: [b], properties: {b: {$ref: '#/components/schemas/B'}}}
        B: {type: object, required: [a], properties: {a: {$ref: '#/components/schemas/A'}}}
        Fine: {type: object, required: [f], properties: {f: {type: array, items: {$ref: '#/components/schemas/Fine'}}}}
        Also: {type: object, required: [f], properties: {f: {anyOf: [{$ref: '#/components/schemas/Also'}, {type: string}]}}}
        """)
    assert rules(diagnostics) == ["passes/no-finite-value", "passes/no-finite-value"]
    assert "A → B → A" in findings(diagnostics)[0].message


def test_restrictions_that_types_cannot_say_are_noted() -> None:
    for keyword in ("not: {}", "if: {}", "contains: {}", "dependentRequired: {}"):
        _, diagnostics = lower_schemas(f"A: {{type: string, {keyword}}}")
        (found,) = findings(diagnostics)
        assert found.rule == "lower/keyword-not-expressed"
        assert (
            getattr(found.where, "pointer", "") == "/components/schemas/A/" + keyword.split(":")[0]
        )


def test_wide_products_of_alternatives_stop() -> None:
    many = ", ".join(
        f"{{type: object, required: [k{i}], properties: {{k{i}: {{}}}}}}" for i in range(20)
    )
    api, diagnostics = lower_schemas(f"A: {{allOf: [{{oneOf: [{many}]}}, {{anyOf: [{many}]}}]}}")
    assert len(api.declarations) < 1000
    assert set(rules(diagnostics)) <= {"lower/union-too-wide", "lower/union-undecided"}


def test_whole_documents_are_not_changed() -> None:
    data = {
        "components": {"schemas": {"A": {"allOf": [{"type": "object", "properties": {"a": {}}}]}}}
    }
    before = repr(data)
    lower(data)
    assert repr(data) == before


@pytest.mark.parametrize(
    "condition",
    [
        {"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}},
        {"if": {"properties": {"a": {"const": 1}}}, "else": {"required": ["b"]}},
        {"dependentRequired": {"a": ["b"]}},
        {"dependentSchemas": {"a": {"required": ["b"]}}},
    ],
)
def test_members_that_a_condition_may_require_are_marked(condition: dict[str, Any]) -> None:
    members = {"a": {"type": "integer"}, "b": {"type": "string"}}
    schema = {"type": "object", "properties": members, **condition}
    api, _ = lower({"components": {"schemas": {"Thing": schema}}})
    thing = api.declarations["Thing"]
    assert isinstance(thing, Record)
    assert [field.conditional for field in thing.fields] == [False, True]
    assert [field.presence for field in thing.fields] == [Presence.OPTIONAL] * 2


def test_the_only_alternative_beside_null_is_the_schema_itself() -> None:
    base = {"type": ["object", "null"], "properties": {"a": {"type": "integer"}}}
    more = {"type": "object", "properties": {"b": {"type": "string"}}}
    null_or_base = {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Base"}]}
    thing = {"description": "A thing.", "allOf": [null_or_base, more]}
    api, _ = lower({"components": {"schemas": {"Base": base, "Thing": thing}}})
    found = api.declarations["Thing"]
    assert isinstance(found, Record)
    assert [field.name.wire for field in found.fields] == ["b", "a"]
    assert found.docs.description == "A thing."
    assert list(api.declarations) == ["Base", "Thing"]
