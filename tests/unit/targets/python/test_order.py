"""Definitions of a module: what must be there first is, and the rest is where its name puts it."""

from __future__ import annotations

from collections.abc import Mapping

from apiscribe.targets.python.order import definition_order

RECORDS = frozenset({"A", "B", "C", "D", "AInner", "BInner", "BOther"})
FAMILIES = {"AInner": "A", "AChoice": "A", "BInner": "B", "BOther": "B", "BChoice": "B"}


def order(graph: Mapping[str, str]) -> list[str]:
    references = {name: frozenset(named.split()) for name, named in graph.items()}
    families = {name: FAMILIES.get(name, name) for name in graph}
    return list(definition_order(references, RECORDS, families))


def test_records_stand_by_name_whatever_they_name() -> None:
    assert order({"C": "B", "A": "C", "B": "A"}) == ["A", "B", "C"]
    assert order({"A": "B", "B": "", "C": "A B"}) == ["A", "B", "C"]


def test_an_alias_stands_after_what_it_names() -> None:
    assert order({"AChoice": "C", "A": "", "B": "", "C": "", "D": ""}) == [
        "A", "B", "C", "AChoice", "D",
    ]  # fmt: skip
    assert order({"AChoice": "BChoice", "BChoice": "D", "C": "", "D": ""}) == [
        "C", "D", "BChoice", "AChoice",
    ]  # fmt: skip


def test_inline_types_that_name_nothing_else_come_before_their_record() -> None:
    assert order({"B": "BInner BOther", "BInner": "BOther", "BOther": ""}) == [
        "BOther", "BInner", "B",
    ]  # fmt: skip
    # In a circle nothing is gained by it, and what leads outside may be in one tomorrow.
    assert order({"B": "BInner", "BInner": "B"}) == ["B", "BInner"]
    assert order({"B": "BInner", "BInner": "C", "C": ""}) == ["B", "BInner", "C"]


def test_circles_of_aliases_begin_with_the_first_in_the_alphabet() -> None:
    assert order({"Z": "Y", "Y": "X", "X": "Z"}) == ["X", "Y", "Z"]
    assert order({"X": "Y", "Y": "X D", "D": ""}) == ["D", "X", "Y"] == sorted("DXY")
    assert order({"X": "X"}) == ["X"]


def test_circles_through_inline_types_of_several_components_end() -> None:
    graph = {"A": "AChoice", "AChoice": "B", "B": "BChoice", "BChoice": "A"}
    assert order(graph) == ["A", "B", "AChoice", "BChoice"]


def test_every_name_once_whatever_the_order_of_the_document() -> None:
    graph = {"A": "B C", "B": "A", "C": "", "AChoice": "D A", "D": "AChoice", "X": "X AChoice"}
    found = order(graph)
    assert sorted(found) == sorted(graph)
    assert order(dict(reversed(graph.items()))) == found
