"""Import lines: relative, grouped, in isort's order."""

from __future__ import annotations

from apiscribe.targets.python.imports import Import, import_lines, relative


def test_relative_modules() -> None:
    assert relative("._runtime", ".") == "._runtime"
    assert relative("._runtime", ".types") == ".._runtime"
    assert relative(".types.cat", ".types") == ".cat"
    assert relative(".", ".resources.chat") == "..."
    assert relative(".types.cat", ".resources.chat") == "...types.cat"
    assert relative("typing", ".types") == "typing"


def test_groups_and_order() -> None:
    imports = [
        Import("._runtime", "omit"),
        Import("._runtime", "Omit"),
        Import("typing", "Any"),
        Import("pydantic", "Field"),
        Import("builtins"),
        Import(".types.rule", "Rule", "_Rule"),
        Import(".", "types"),
    ]
    assert import_lines(imports, ".") == [
        "import builtins",
        "from typing import Any",
        "",
        "from pydantic import Field",
        "",
        "from . import types",
        "from ._runtime import Omit, omit",
        "from .types.rule import Rule as _Rule",
    ]


def test_long_lines_are_broken_and_reexports_are_explicit() -> None:
    names = [f"Name{letter * 20}" for letter in "abcdef"]
    lines = import_lines([Import(".x", name) for name in names], ".", reexport=True)
    assert lines[0].startswith("from .x import (\n    Name")
    assert f"    {names[0]} as {names[0]},\n" in lines[0]
