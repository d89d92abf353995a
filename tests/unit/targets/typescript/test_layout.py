"""The pretty printer breaks lines where prettier does (checked with prettier in test_typescript)."""

from __future__ import annotations

from apiscribe.targets.typescript.layout import (
    WIDTH,
    braced,
    bracketed,
    broken_object,
    group,
    print_assignment,
    print_layout,
)
from apiscribe.targets.typescript.literals import Raw, value_layout


def test_on_one_line_or_one_item_a_line() -> None:
    assert print_layout(bracketed("f(", ["a", "b"], ")")) == "f(a, b)"
    items = ["a" * 50, "b" * 50]
    assert print_layout(bracketed("f(", list(items), ")")) == f"f(\n  {items[0]},\n  {items[1]},\n)"


def test_exactly_the_width_fits() -> None:
    item = "a" * (WIDTH - 4)
    assert print_layout(bracketed("f(", [item], ")"), ";") == f"f({item});"
    assert "\n" in print_layout(bracketed("f(", [item + "a"], ")"), ";")


def test_what_follows_counts() -> None:
    item = "a" * (WIDTH - 3)
    assert "\n" in print_layout(bracketed("f(", [item], ")"), ";")


def test_brackets_of_a_lone_object_stay_with_the_call() -> None:
    made = group("f(", braced(["a: 1", "b" * 80]), ")")
    assert print_layout(made) == f"f({{\n  a: 1,\n  {'b' * 80},\n}})"


def test_objects_that_are_always_broken() -> None:
    assert print_layout(broken_object(["a: 1"])) == "{\n  a: 1,\n}"
    assert print_layout(broken_object([])) == "{}"


def test_an_assignment_moves_a_value_whose_beginning_does_not_fit() -> None:
    assert print_assignment("const a =", "b", ";") == "const a = b;"
    long = "b" * 80
    assert print_assignment("const a =", long, ";", level=2) == f"const a =\n    {long};"


def test_literals() -> None:
    assert print_layout(value_layout({"a": [1, 2], "b-c": None, "d": Raw("x()")})) == (
        '{ a: [1, 2], "b-c": null, d: x() }'
    )
    crowded = [{"a": 1, "b": 2}, {"a": 3, "b": 4}]
    assert print_layout(value_layout(crowded)) == "[\n  { a: 1, b: 2 },\n  { a: 3, b: 4 },\n]"
    numbers = list(range(100, 130))
    lines = print_layout(value_layout(numbers)).split("\n")
    assert lines[0] == "["
    assert all(len(line) <= WIDTH for line in lines)
    assert len(lines) == 4
