"""Columns as gofmt makes them, told without running it."""

from apiscribe.targets.go.layout import (
    Row,
    align_pairs,
    align_rows,
    call,
    keyed,
    listed,
    print_layout,
)
from apiscribe.targets.go.text import comment, quote


def test_a_short_literal_stays_on_its_line() -> None:
    assert print_layout(keyed("T", [("A", "1"), ("B", "2")])) == "T{A: 1, B: 2}"


def test_an_empty_literal_is_never_broken() -> None:
    assert print_layout(call("f", keyed("T" * 200, []))) == f"f({'T' * 200}{{}})"


def test_values_of_a_broken_literal_stand_in_a_column() -> None:
    text = print_layout(keyed("T", [("A", "1"), ("Longer", "2")], broken=True))
    assert text == "T{\n\tA:      1,\n\tLonger: 2,\n}"


def test_a_value_over_several_lines_ends_the_column() -> None:
    assert align_pairs([("A", "1"), ("Longer", "f(\n)"), ("Bcd", "2"), ("E", "3")]) == [
        "A: 1",
        "Longer: f(\n)",
        "Bcd: 2",
        "E:   3",
    ]


def test_a_key_much_longer_than_those_before_begins_a_column_of_its_own() -> None:
    assert align_pairs([("A", "1"), ("L" * 41, "2")])[0] == "A: 1"


def test_a_comment_ends_the_columns_above_it() -> None:
    rows = [Row((), ("A", "int")), Row((), ("Bcd", "string")), Row(("// E is.",), ("E", "bool"))]
    assert align_rows(rows) == ["\tA   int", "\tBcd string", "\t// E is.", "\tE bool"]


def test_comments_are_what_gofmt_leaves_alone() -> None:
    text = "# Title\n\nWords.\n- one\n- two\n\n[a]: https://a.example"
    assert comment(text) == [
        "// Title",
        "//",
        "// Words.",
        "//   - one",
        "//   - two",
        "//",
        "// [a] : https://a.example",
    ]


def test_items_beside_code_are_text() -> None:
    assert comment("- one\n\n```\nx := 1\n```\nend") == [
        "// - one",
        "//",
        "//\tx := 1",
        "//",
        "// end",
    ]


def test_code_is_not_indented_as_a_whole() -> None:
    fences = "```\n   one\n     two\n```\n\n```\n    three\n```"
    assert comment(fences) == ["//\tone", "//\t  two", "//", "//\t three"]


def test_items_of_a_list_stand_together() -> None:
    assert comment("* one\n\n\n* two\n\nend") == ["//   - one", "//   - two", "//", "// end"]


def test_text_is_quoted_so_that_it_stays_text() -> None:
    assert quote('a"\n\\\u202e\U000e0001') == '"a\\"\\n\\\\\\u202e\\U000e0001"'
    assert quote("\ud800") == '"\\uFFFD"'


def test_a_literal_inside_of_a_list_or_map_does_not_repeat_its_type() -> None:
    inner = keyed("map[string]any", [('"a"', "1")])
    assert print_layout(listed("[]map[string]any", [inner])) == '[]map[string]any{{"a": 1}}'
    text = print_layout(keyed("map[string]pets.Pet", [('"a"', keyed("pets.Pet", []))]))
    assert text == 'map[string]pets.Pet{"a": {}}'
    assert print_layout(listed("[]any", [inner])) == '[]any{map[string]any{"a": 1}}'


def test_a_paragraph_of_one_line_is_no_heading() -> None:
    said = comment("Words.\n\nAn order is on its way\n\nSee it's page.\n\nThe end")
    assert said == [
        "// Words.",
        "//",
        "// An order is on its way.",
        "//",
        "// See it's page.",
        "//",
        "// The end",
    ]
    assert comment("One.\n\nLook: here\n\nTwo.")[2] == "// Look: here"


def test_marks_that_gofmt_makes_quotes_of_are_single() -> None:
    said = comment("Such as: ```json {} ``` or ''this'' or '''that'''.")
    assert said == ["// Such as: `json {} ` or 'this' or 'that'."]
