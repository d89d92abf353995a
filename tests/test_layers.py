"""One direction: no stage imports a later one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "generator" / "apiscribe"

# A module may import from its own part and from parts further up.
LAYERS = (
    ("__init__",),
    ("access", "assets", "collector", "config", "diagnostics", "memo", "patterns"),
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
    ("explain", "support", "preview", "probe", "review"),
    ("cli",),
    ("__main__",),
)
# Samples of every SDK stand in the docs; that module alone may know the other targets.
KNOWS_TARGETS = PACKAGE / "targets" / "docs" / "sdks.py"
# The site is the docs in HTML: made of the same names, views and templates.
BUILT_ON = {"site": "docs"}
RANKS = {part: rank for rank, parts in enumerate(LAYERS) for part in parts}
FILES = sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_modules(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of each import, inside functions and type checks too."""
    for node in ast.walk(ast.parse(path.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from ((getattr(node, "lineno", 0), name) for name in names)


def imported_parts(path: Path) -> Iterator[tuple[int, str]]:
    """Line and part of each import from our package."""
    for line, name in imported_modules(path):
        parts = name.split(".")
        if parts[0] == "apiscribe":
            known = len(parts) > 1 and parts[1] in RANKS
            yield line, parts[1] if known else "__init__"


def target_packages() -> set[str]:
    return {path.parent.name for path in (PACKAGE / "targets").glob("*/__init__.py")}


def imported_targets(path: Path) -> Iterator[tuple[int, str]]:
    """Line and target of each import from a target's package."""
    for line, name in imported_modules(path):
        parts = name.split(".")
        if parts[:2] == ["apiscribe", "targets"] and parts[2] in target_packages():
            yield line, parts[2]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_up(path: Path) -> None:
    part = part_of(path)
    assert part in RANKS, f"{part} has no layer: give it one in {Path(__file__).name}"
    for line, imported in imported_parts(path):
        assert (
            imported == part or RANKS[imported] < RANKS[part]
        ), f"{path.name}:{line}: {part} imports {imported}, which is a later or equal stage"


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "targets").rglob("*.py")), ids=lambda path: str(path.name)
)
def test_no_target_imports_another(path: Path) -> None:
    """What targets share stands beside their packages, and knows none of them."""
    parts = path.relative_to(PACKAGE / "targets").parts
    own = parts[0] if len(parts) > 1 else ""
    for line, target in imported_targets(path):
        known = target in (own, BUILT_ON.get(own)) or path == KNOWS_TARGETS
        assert known, (
            f"{'/'.join(parts)}:{line} imports from the target {target}: "
            "move what both need to a module beside their packages"
        )


def test_the_walk_sees_every_import() -> None:
    """Guards the test itself: the top of the program reaches every layer through its imports."""
    seen = {imported for path in FILES for _, imported in imported_parts(path)}
    assert seen >= {"openapi", "lower", "passes", "targets", "emit", "pipeline", "pages", "serve"}


def test_the_walk_sees_targets() -> None:
    """Guards the rule for targets: the one exception is seen, and is needed."""
    assert {target for _, target in imported_targets(KNOWS_TARGETS)} >= {"python", "typescript"}
