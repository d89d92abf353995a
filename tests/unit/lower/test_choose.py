"""Unions choose the right variant: the decision lists, run on values."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.ir import ChooseMethod, Const, Enum, Record, Scalar, Union
from lowering import chosen, findings, lower_schemas, rules

SPECIFIC = """
Square: {type: object, required: [w], properties: {w: {type: number}}}
Box: {type: object, required: [w, h], properties: {w: {type: number}, h: {type: number}}}
Cube: {type: object, required: [w, h, d], properties: {w: {}, h: {}, d: {}}}
Shape:
  oneOf:
    - $ref: '#/components/schemas/Square'
    - $ref: '#/components/schemas/Cube'
    - $ref: '#/components/schemas/Box'
"""

VALUES: list[tuple[str, str, Any, str | None]] = [
    (SPECIFIC, "Shape", {"w": 1}, "square"),
    (SPECIFIC, "Shape", {"w": 1, "h": 2, "unit": "cm"}, "box"),
    (SPECIFIC, "Shape", {"w": 1, "h": 2, "d": 3}, "cube"),
    (SPECIFIC, "Shape", "text", None),
]

SCALARS = """
Value:
  anyOf:
    - {type: number}
    - {type: integer}
    - {type: boolean}
    - {enum: [a, b]}
    - {type: string, format: date}
    - {type: array, items: {type: string}}
    - {type: object, additionalProperties: {type: string}}
"""
VALUES += [
    (SCALARS, "Value", 1, "integer"),
    (SCALARS, "Value", 1.5, "number"),
    (SCALARS, "Value", True, "boolean"),
    (SCALARS, "Value", "a", "enum"),
    (SCALARS, "Value", "2024-01-01", "string"),
    (SCALARS, "Value", [], "string list"),
    (SCALARS, "Value", {"x": "y"}, "object"),
    (SCALARS, "Value", None, None),
]

TAGGED = """
A: {type: object, required: [kind], properties: {kind: {const: a}, n: {type: integer}}}
B: {type: object, required: [kind], properties: {kind: {const: 2}}}
C: {type: object, required: [kind], properties: {kind: {const: true}}}
Any:
  oneOf:
    - $ref: '#/components/schemas/A'
    - $ref: '#/components/schemas/B'
    - $ref: '#/components/schemas/C'
    - {type: array, items: {$ref: '#/components/schemas/Any'}}
    - {type: string}
"""
VALUES += [
    (TAGGED, "Any", {"kind": "a"}, "a"),
    (TAGGED, "Any", {"kind": 2}, "b"),
    (TAGGED, "Any", {"kind": "2"}, None),
    (TAGGED, "Any", {"kind": 1}, None),
    (TAGGED, "Any", {"kind": True}, "c"),
    (TAGGED, "Any", [{"kind": "a"}], "any list"),
    (TAGGED, "Any", "x", "string"),
]

LISTS = """
P: {type: object, required: [p], properties: {p: {type: string}}}
Q: {type: object, required: [q], properties: {q: {type: string}}}
Lists:
  oneOf:
    - {type: array, items: {$ref: '#/components/schemas/P'}}
    - {type: array, items: {$ref: '#/components/schemas/Q'}}
    - {type: array, items: {type: integer}}
    - {type: array, prefixItems: [{type: string}]}
"""
VALUES += [
    (LISTS, "Lists", [{"p": "x"}], "p list"),
    (LISTS, "Lists", [{"q": "x"}], "q list"),
    (LISTS, "Lists", [3], "integer list"),
    (LISTS, "Lists", ["x"], "list"),
]

OPTIONAL = """
Narrow: {type: object, properties: {a: {type: string}}}
Wide: {type: object, properties: {a: {type: string}, b: {type: string}, c: {type: string}}}
Other: {type: object, properties: {a: {type: integer}}}
Nothing: {type: object, properties: {a: {type: [integer, 'null']}}}
Pair:
  anyOf:
    - $ref: '#/components/schemas/Wide'
    - $ref: '#/components/schemas/Narrow'
Kinds:
  anyOf:
    - $ref: '#/components/schemas/Narrow'
    - $ref: '#/components/schemas/Other'
Nullish:
  anyOf:
    - $ref: '#/components/schemas/Narrow'
    - $ref: '#/components/schemas/Nothing'
"""
VALUES += [
    (OPTIONAL, "Pair", {"a": "x", "c": "y"}, "wide"),
    (OPTIONAL, "Pair", {"a": "x"}, "narrow"),
    (OPTIONAL, "Pair", {}, "narrow"),
    (OPTIONAL, "Kinds", {"a": "x"}, "narrow"),
    (OPTIONAL, "Kinds", {"a": 1}, "other"),
    (OPTIONAL, "Nullish", {"a": 1}, "nothing"),
    (OPTIONAL, "Nullish", {"a": "x"}, "narrow"),
]

SHARED = """
Ask: {type: object, required: [type, role], properties: {type: {const: m}, role: {enum: [user, system]}}}
Say: {type: object, required: [type, role], properties: {type: {const: m}, role: {const: bot}}}
Call: {type: object, required: [type], properties: {type: {const: c}}}
Item:
  oneOf:
    - $ref: '#/components/schemas/Ask'
    - $ref: '#/components/schemas/Say'
    - $ref: '#/components/schemas/Call'
  discriminator: {propertyName: type}
"""
VALUES += [
    (SHARED, "Item", {"type": "m", "role": "system"}, "ask"),
    (SHARED, "Item", {"type": "m", "role": "bot"}, "say"),
    (SHARED, "Item", {"type": "c"}, "call"),
    (SHARED, "Item", {"type": "?"}, None),
]

BASE = """
Task:
  type: object
  required: [type]
  properties: {type: {type: string}}
  discriminator: {propertyName: type, mapping: {mail: MailTask, plain: Task}}
MailTask:
  allOf:
    - $ref: '#/components/schemas/Task'
    - {type: object, properties: {to: {type: string}}}
"""
VALUES += [
    (BASE, "Task", {"type": "mail", "to": "x"}, "mail task"),
    (BASE, "Task", {"type": "plain"}, "base"),
    (BASE, "Task", {"type": "never heard of"}, "base"),
]

DEFAULT_MAPPING = """
Cat: {type: object, required: [t], properties: {t: {type: string}}}
Pet: {type: object, properties: {t: {type: string}, n: {type: string}}}
Any:
  oneOf:
    - $ref: '#/components/schemas/Cat'
    - $ref: '#/components/schemas/Pet'
  discriminator: {propertyName: t, mapping: {cat: Cat}, defaultMapping: Pet}
"""
VALUES += [
    (DEFAULT_MAPPING, "Any", {"t": "cat"}, "cat"),
    (DEFAULT_MAPPING, "Any", {"t": "dog"}, "pet"),
    (DEFAULT_MAPPING, "Any", {}, "pet"),
]


@pytest.mark.parametrize(("schemas", "union", "value", "variant"), VALUES)
def test_chooses(schemas: str, union: str, value: Any, variant: str | None) -> None:
    api, _ = lower_schemas(schemas)
    assert chosen(api, union, value) == variant


def test_tag_is_set_only_when_one_member_decides_alone() -> None:
    api, _ = lower_schemas(TAGGED)
    mixed = api.declarations["Any"]
    assert isinstance(mixed, Union)
    assert mixed.choose.tag is None
    api, _ = lower_schemas(BASE)
    base = api.declarations["Task"]
    assert isinstance(base, Union)
    assert base.choose.method is ChooseMethod.TAG
    assert base.choose.tag is not None
    assert [(tag.value, tag.variant) for tag in base.choose.tag.values] == [
        ("mail", 0),
        ("plain", 1),
    ]


def test_tags_become_constants_of_the_variants() -> None:
    api, _ = lower_schemas(BASE)
    mail, base = api.declarations["MailTask"], api.declarations["Task:base"]
    assert isinstance(mail, Record)
    assert isinstance(base, Record)
    assert mail.fields[0].type == Const("mail")
    assert isinstance(base.fields[0].type, Scalar)
    assert mail.bases == ("Task:base",)


def test_a_record_with_two_tags_keeps_its_type() -> None:
    api, _ = lower_schemas("""
        One: {type: object, required: [t], properties: {t: {type: string}}}
        Two: {type: object, required: [t], properties: {t: {type: string}}}
        U:
          oneOf: [{$ref: '#/components/schemas/One'}, {$ref: '#/components/schemas/Two'}]
          discriminator: {propertyName: t, mapping: {a: One, b: One, c: Two}}
        """)
    one, two = api.declarations["One"], api.declarations["Two"]
    assert isinstance(one, Record)
    assert isinstance(two, Record)
    assert isinstance(one.fields[0].type, Scalar)
    assert two.fields[0].type == Const("c")
    assert chosen(api, "U", {"t": "b"}) == "one"


def test_undecidable_is_a_warning_with_a_way_out() -> None:
    _, diagnostics = lower_schemas("""
        Cat: {type: object, required: [name], properties: {name: {type: string}}}
        Dog: {type: object, required: [name], properties: {name: {type: string}}}
        Pet: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}
        """)
    (found,) = findings(diagnostics)
    assert found.rule == "lower/union-undecided"
    assert "discriminator" in found.help
    assert getattr(found.where, "pointer", "") == "/components/schemas/Pet"


def test_a_mapping_to_something_else_is_a_warning() -> None:
    _, diagnostics = lower_schemas("""
        Cat: {type: object, properties: {t: {type: string}}}
        Dog: {type: object, properties: {t: {type: string}}}
        Fish: {type: object, properties: {t: {type: string}}}
        Pet:
          oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
          discriminator: {propertyName: t, mapping: {cat: Cat, dog: Dog, fish: Fish}}
        """)
    assert rules(diagnostics) == ["lower/mapping-target"]


def test_enum_beside_string_is_an_open_enum() -> None:
    api, _ = lower_schemas("""
        Model: {anyOf: [{type: string}, {enum: [small, large]}]}
        Size: {enum: [s, m]}
        Open: {anyOf: [{$ref: '#/components/schemas/Size'}, {type: string}]}
        """)
    model = api.declarations["Model"]
    assert isinstance(model, Enum)
    assert model.open
    assert [value.value for value in model.values] == ["small", "large"]
    assert len(api.declarations) == 3


LISTED = """
Search: {type: object, required: [type], properties: {type: {enum: [search, search_2]}}}
Run: {type: object, required: [type], properties: {type: {type: string}}}
Tool:
  oneOf:
    - $ref: '#/components/schemas/Search'
    - $ref: '#/components/schemas/Run'
    - {type: object, required: [id], properties: {id: {type: string}}}
  discriminator: {propertyName: type}
"""


def test_a_name_is_no_tag_where_the_member_lists_others_or_the_schema_has_no_name() -> None:
    api, _ = lower_schemas(LISTED)
    union = api.declarations["Tool"]
    assert isinstance(union, Union)
    assert chosen(api, "Tool", {"type": "search_2"}) == "search"
    assert chosen(api, "Tool", {"type": "Run"}) == "run"
    assert chosen(api, "Tool", {"id": "7"}) == "object"
    search = api.declarations["Search"]
    assert isinstance(search, Record)
    assert isinstance(api.declarations["Search.type"], Enum)
