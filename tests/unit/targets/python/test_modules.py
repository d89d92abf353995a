"""Modules of `types`: inline types with their owner, circles together, no circle of imports."""

from __future__ import annotations

from apiscribe.ir import Api, Ref
from apiscribe.targets.python.modules import components, owner, type_modules
from apiscribe.targets.python.names import python_names
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
