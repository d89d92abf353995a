"""Modules of `types`: inline types with their owner, circles together, no circle of imports."""

from __future__ import annotations

import re

from apiscribe.ir import Api, Ref
from apiscribe.targets.python.modules import components, owner, type_modules
from apiscribe.targets.python.names import python_names
from apiscribe.targets.python.options import ModelFlavour
from apiscribe.targets.python.typefiles import type_files
from lowering import lower
from shop import SETTINGS, member, record, shop


def test_owner() -> None:
    ids = {"A", "A.b", "A:input", "op.body"}
    assert owner("A.b[].c", ids) == "A"
    assert owner("A:input.b", ids) == "A:input"
    assert owner("op.body.x", ids) == "op.body"
    assert owner("B.c", ids) == "B.c"


def test_components_are_in_dependency_order() -> None:
    graph = {"a": ["b"], "b": ["c", "a"], "c": ["d"], "d": [], "e": ["e"]}
    found = [set(group) for group in components(graph)]
    assert found == [{"d"}, {"c"}, {"a", "b"}, {"e"}]


def test_long_chains_need_no_stack() -> None:
    size = 20_000
    graph = {str(n): [str(n + 1)] for n in range(size)} | {str(size): []}
    assert sum(1 for _ in components(graph)) == size + 1


def test_inline_types_and_circles_share_a_module() -> None:
    api = shop()
    modules = type_modules(api, python_names(api, SETTINGS))
    assert modules.of["Order.lines[]"] == modules.of["Order"] == "order"
    assert modules.of["Cat"] == modules.of["Pet"] == "cat"
    assert modules.of["Dog"] == "dog"


def test_modules_never_import_in_circles() -> None:
    declarations = {
        id: record(id, member("next", Ref(following)))
        for id, following in (("A", "B"), ("B", "C"), ("C", "B"), ("D", "A"))
    }
    api = Api("x", "1", shop().docs, (), declarations, {})
    modules = type_modules(api, python_names(api, SETTINGS))
    assert modules.of["B"] == modules.of["C"]
    assert len({modules.of[id] for id in "ABD"}) == 3


def test_dict_forms_never_import_in_circles() -> None:
    """Variants of a body that share a member's type, which stands beside the union itself."""
    api = lower("""
paths:
  /checks:
    patch:
      operationId: update
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                actions: {type: array, items: {type: object, properties: {label: {type: string}}}}
              anyOf:
                - {properties: {status: {enum: [completed]}}, required: [status, conclusion]}
                - {properties: {status: {enum: [queued]}}}
      responses: {'204': {description: done}}
""")[0]
    modules = type_files(api, python_names(api, SETTINGS), ModelFlavour.PYDANTIC)
    files = [module.make() for module in modules]
    said = [(module.module, module.exports) for module in modules]
    assert said == [(file.module, file.exports) for file in files]
    graph = {
        file.module: set(re.findall(r"^from \.(\w+) import", "\n".join(file.imports), re.MULTILINE))
        for file in files
    }
    assert any(graph.values())
    assert all(len(group) == 1 for group in components(graph))
