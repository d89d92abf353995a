"""One direction: no stage imports a later one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "generator" / "apiscribe"

# A module may import from its own part and from parts further up.
LAYERS = (
    ("__init__",),
    ("diagnostics", "assets", "config", "memo"),
    ("naming",),
    ("ir",),
    ("openapi",),
    ("pages", "serve"),
    ("conformance",),
    ("lower",),
    ("passes",),
    ("targets",),
    ("emit",),
    ("pipeline",),
    ("explain", "support"),
    ("cli",),
    ("__main__",),
)
RANKS = {part: rank for rank, parts in enumerate(LAYERS) for part in parts}
FILES = sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_parts(path: Path) -> Iterator[tuple[int, str]]:
    """Line and part of each import from our package, inside functions and type checks too."""
    for node in ast.walk(ast.parse(path.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "apiscribe":
                known = len(parts) > 1 and parts[1] in RANKS
                yield getattr(node, "lineno", 0), parts[1] if known else "__init__"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_up(path: Path) -> None:
    part = part_of(path)
    assert part in RANKS, f"{part} has no layer: give it one in {Path(__file__).name}"
    for line, imported in imported_parts(path):
        assert (
            imported == part or RANKS[imported] < RANKS[part]
        ), f"{path.name}:{line}: {part} imports {imported}, which is a later or equal stage"


def test_the_walk_sees_every_import() -> None:
    """Guards the test itself: the top of the program reaches every layer through its imports."""
    seen = {imported for path in FILES for _, imported in imported_parts(path)}
    assert seen >= {"openapi", "lower", "passes", "targets", "emit", "pipeline", "pages", "serve"}
