"""Reachability, groups of declarations, the dump, and that the checker of promises checks."""

from __future__ import annotations

import json
from dataclasses import replace

from apiscribe.ir import Alias, Map, Name, Nullable, Record, Ref, Scalar, ScalarKind, Usage
from apiscribe.passes import components, dump_api, recursive_ids, referenced_ids
from apiscribe.passes.invariants import problems
from lowering import lower, lower_schemas

GRAPH = """
A: {type: object, properties: {b: {$ref: '#/components/schemas/B'}, c: {$ref: '#/components/schemas/C'}}}
B: {type: object, properties: {a: {type: array, items: {$ref: '#/components/schemas/A'}}}}
C: {type: object, properties: {d: {$ref: '#/components/schemas/D'}}}
D: {type: object, properties: {d: {$ref: '#/components/schemas/D'}}}
E: {type: object, properties: {a: {$ref: '#/components/schemas/A'}}}
"""


def test_components_come_after_what_they_refer_to() -> None:
    api, _ = lower_schemas(GRAPH)
    groups = components(api)
    assert groups == (("D",), ("C",), ("A", "B"), ("E",))
    seen: set[str] = set()
    for group in groups:
        for identity in group:
            assert set(referenced_ids(api.declarations[identity])) <= seen | set(group)
        seen |= set(group)
    assert recursive_ids(api) == {"A", "B", "D"}


def test_long_chains_do_not_exhaust_the_stack() -> None:
    count = 5000
    lines = [
        f"S{i}: {{type: object, properties: {{n: {{$ref: '#/components/schemas/S{i + 1}'}}}}}}"
        for i in range(count)
    ]
    data = {
        f"S{i}": {"type": "object", "properties": {"n": {"$ref": f"#/components/schemas/S{i + 1}"}}}
        for i in range(count)
    }
    api, _ = lower({"components": {"schemas": {**data, f"S{count}": {"type": "string"}}}})
    assert len(lines) + 1 == len(components(api))


def test_usage() -> None:
    api, _ = lower("""
        paths:
          /a:
            post:
              parameters: [{name: p, in: query, schema: {$ref: '#/components/schemas/P'}}]
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Q'}}}}
              responses:
                '200': {description: '', headers: {X-A: {schema: {$ref: '#/components/schemas/H'}}}}
                default: {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/Err'}}}}
        webhooks:
          w: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/W'}}}}}}
        components:
          schemas:
            P: {enum: [a, b]}
            Q: {type: object, properties: {both: {$ref: '#/components/schemas/Both'}}}
            H: {enum: [a, b]}
            Err: {type: object, properties: {both: {$ref: '#/components/schemas/Both'}}}
            Both: {type: object, properties: {x: {type: string}}}
            W: {type: object, properties: {x: {type: string}}}
            Never: {type: string}
        """)
    used = {i: (d.usage.sent, d.usage.received) for i, d in api.declarations.items()}
    assert used == {
        "P": (True, False),
        "Q": (True, False),
        "H": (False, True),
        "Err": (False, True),
        "Both": (True, True),
        "W": (False, True),
        "Never": (False, False),
    }
    assert api.declarations["Never"].usage == Usage()


def test_dump_is_sorted_and_leaves_defaults_out() -> None:
    api, _ = lower_schemas("A: {type: object, properties: {b: {const: 1}}}")
    text = dump_api(api)
    data = json.loads(text)
    assert text == json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    assert data["declarations"]["A"] == {
        "kind": "Record",
        "id": "A",
        "name": "a = A",
        "extra": {"kind": "Anything"},
        "fields": [
            {"name": "b", "presence": "optional", "type": {"kind": "Const", "value": 1}},
        ],
    }
    assert '"place"' in dump_api(api, places=True)


def test_dump_tells_default_values_of_different_types_apart() -> None:
    api, _ = lower_schemas("A: {type: object, properties: {b: {type: boolean, default: false}}}")
    field = json.loads(dump_api(api))["declarations"]["A"]["fields"][0]
    assert field["default"] is False
    assert field["type"] == {"kind": "Scalar", "scalar": "boolean"}


def test_broken_promises_are_found() -> None:
    api, _ = lower_schemas("A: {type: object, properties: {b: {type: string}, c: {type: string}}}")
    assert problems(api) == []
    record = api.declarations["A"]
    assert isinstance(record, Record)
    text = Scalar(ScalarKind.STRING)
    twice = Nullable(Nullable(text))
    first, second = record.fields
    broken = {
        "reference": replace(record, extra=Ref("nowhere")),
        "null said twice": replace(record, extra=Map(twice)),
        "another id": replace(record, id="B"),
        "the base": replace(record, bases=("B",)),
        "two members": replace(record, fields=(first, replace(second, name=Name("c", ("b",))))),
        "listed twice": replace(record, fields=(first, replace(first, name=Name("b", ("d",))))),
        "default": replace(record, fields=(replace(first, default=3), second)),
        "without words": replace(record, name=Name("A", ())),
        "nullable": Alias("A", Name("A", ("a",)), Nullable(text)),
        "of itself": Alias("A", Name("A", ("a",)), Ref("A")),
    }
    for message, declared in broken.items():
        found = problems(replace(api, declarations={"A": declared}))
        assert any(message in problem for problem in found), message
