"""Formatting by black, a definition at a time, so that what did not change is not formatted again."""

from __future__ import annotations

import ast
import gc
import itertools
from functools import cache, lru_cache
from importlib.metadata import version
from typing import Final

from apiscribe.memo import remembered

LINE_LENGTH: Final = 100
"""Columns of the generated package; its `pyproject.toml` says the same."""
_DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def _formatter() -> str:
    return f"black {version('black')}, py311"


@lru_cache(maxsize=50_000)
def _format_piece(piece: str, columns: int) -> str:
    return remembered(f"{_formatter()}, {columns}", piece, lambda: _black(piece, columns))


def import_formatter() -> None:
    """Import black, so that a process has it before there is work."""
    import black  # noqa: F401


def _black(piece: str, columns: int) -> str:
    import black  # 0.1 s, and often every piece is remembered
    from black.mode import TargetVersion

    mode = black.Mode(target_versions={TargetVersion.PY311}, line_length=columns)
    collecting = gc.isenabled()
    gc.disable()  # black's trees are large and short-lived: collecting is 45 % of its time
    try:
        return black.format_str(piece, mode=mode)
    finally:
        if collecting:
            gc.enable()


def _pieces(text: str) -> list[str]:
    """Top-level definitions with their decorators and comments; what comes before is a piece."""
    lines = [f"{line}\n" for line in text.rstrip("\n").split("\n")]
    cuts: list[int] = []
    for statement in ast.parse(text).body:
        if isinstance(statement, _DEFINITIONS):
            first = min([statement.lineno, *(d.lineno for d in statement.decorator_list)]) - 1
            while first and lines[first - 1].startswith("#"):
                first -= 1
            cuts.append(first)
    edges = [0, *cuts, len(lines)]
    pieces = ["".join(lines[a:b]) for a, b in itertools.pairwise(edges)]
    return [f"{stripped}\n" for piece in pieces if (stripped := piece.strip("\n"))]


def format_python(text: str, columns: int = LINE_LENGTH) -> str:
    """`text` as black formats it for Python 3.11; the identity on its own results.

    Raises:
        SyntaxError: `text` is not Python, which is a fault of a template.
    """
    return "\n\n".join(_format_piece(piece, columns) for piece in _pieces(text))
