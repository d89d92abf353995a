"""Modules and functions stay small enough to read in one go."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "generator" / "apiscribe"
LONGEST_MODULE = 450
LONGEST_FUNCTION = 50

FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_size(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= LONGEST_MODULE, "split this module"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            assert lines <= LONGEST_FUNCTION, f"split {node.name} (line {node.lineno})"
