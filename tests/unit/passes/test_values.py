"""Defaults that do not fit are said once, where they stand."""

from apiscribe.diagnostics import Place
from apiscribe.ir import Missing, Record
from lowering import lower


def test_a_default_behind_references_is_said_once_where_it_stands() -> None:
    api, said = lower("""
paths:
  /a:
    get:
      operationId: a
      parameters:
        - {name: s, in: query, schema: {$ref: '#/components/schemas/Count'}}
        - {name: t, in: query, schema: {allOf: [{$ref: '#/components/schemas/Count'}]}}
      responses: {'204': {description: ''}}
components:
  schemas:
    Count: {type: integer, default: many}
    Box:
      type: object
      properties:
        one: {$ref: '#/components/schemas/Count'}
        own: {type: integer, default: few}
""")
    found = [d.where for d in said if d.rule == "passes/default-does-not-fit"]
    places = [place.pointer for place in found if isinstance(place, Place)]
    schemas = "/components/schemas"
    assert sorted(places) == [f"{schemas}/Box/properties/own/default", f"{schemas}/Count/default"]
    assert all(isinstance(p.default, Missing) for p in api.operations["a"].parameters)
    box = api.declarations["Box"]
    assert isinstance(box, Record)
    assert all(isinstance(field.default, Missing) for field in box.fields)
