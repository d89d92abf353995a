"""The support table says what the tests showed, in README and on the command line."""

from pathlib import Path

import pytest
from apiscribe.support import (
    TABLE_BEGIN,
    TABLE_END,
    TargetSupport,
    support_lines,
    support_table,
    target_support,
    with_table,
)
from apiscribe.targets.registry import target_ids

README = Path(__file__).parents[1] / "README.md"


def test_readme_holds_the_table(update: bool) -> None:
    text = README.read_text()
    expected = with_table(text, support_table(target_support()))
    if update:
        README.write_text(expected)
    assert README.read_text() == expected, "to update, run: pytest --update tests/test_support.py"


def test_every_target_is_listed() -> None:
    support = target_support()
    assert tuple(one.id for one in support) == target_ids()
    said = "\n".join(support_lines(support))
    for one in support:
        assert f"{one.id}: " in said


def test_the_table() -> None:
    support = (
        TargetSupport("go", {"Retries": True, "Streams": False}, {}),
        TargetSupport("new", {}, {"title": "What it is called."}),
        TargetSupport("python", {"Retries": True}, {}),
    )
    assert support_table(support) == (
        "| Shown by the tests | go | python |\n"
        "|---|:-:|:-:|\n"
        "| Retries | yes | yes |\n"
        "| Streams | no |  |\n"
    )
    assert support_lines(support) == [
        "go: 1 of 2 tested features pass",
        "  ✓ Retries",
        "  ✗ Streams",
        "new: untested",
        "  option title: What it is called.",
        "python: 1 of 1 tested features pass",
        "  ✓ Retries",
    ]


def test_only_what_is_between_the_marks_is_replaced() -> None:
    text = f"before\n{TABLE_BEGIN}\nold\n{TABLE_END}\nafter\n"
    once = with_table(text, "new\n")
    assert once == f"before\n{TABLE_BEGIN}\n\nnew\n\n{TABLE_END}\nafter\n"
    assert with_table(once, "new\n") == once
    with pytest.raises(ValueError, match="README lacks"):
        with_table("nothing", "new\n")
