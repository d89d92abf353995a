"""The type checkers and the import of every module, each with what it cost."""

from __future__ import annotations

import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from bench.timing import Cost, measure_output

_IMPORT_ALL = """
import importlib, pathlib, sys
root = pathlib.Path("src")
sys.path.insert(0, str(root))
bad = modules = 0
for path in sorted(root.rglob("*.py")):
    name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
    modules += 1
    try:
        module = importlib.import_module(name)
        for exported in getattr(module, "__all__", ()):
            getattr(module, exported)
    except Exception as error:
        bad += 1
        print(f"{name}: error: {type(error).__name__}: {error}".splitlines()[0])
print(f"{modules} modules")
sys.exit(bool(bad))
"""


@dataclass(frozen=True, slots=True)
class Check:
    """How many errors a check found (`None`: it could not run), its words, and what it cost."""

    errors: int | None
    said: str
    cost: Cost


def import_everything(package: Path) -> Check:
    """Every module of the package, in one fresh interpreter, and every name it exports."""
    return _checked([sys.executable, "-c", _IMPORT_ALL], package, r": error: ")


def check_mypy(package: Path) -> Check:
    """`mypy` as the package configures it: strict, source and tests, no cache."""
    command = [sys.executable, "-m", "mypy", f"--cache-dir={os.devnull}", "--no-error-summary"]
    return _checked(command, package, r": error: ")


def check_pyright(package: Path) -> Check:
    """`pyright` as the package configures it: strict but for the runtime, source and tests."""
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable]
    return _checked(command, package, r" - error: ")


def check_tsc(package: Path, modules: Path) -> Check:
    """`tsc` with the package's strict flags on source and tests; it writes `build/` too."""
    link = package / "node_modules"
    if not link.exists():
        link.symlink_to(modules)
    shutil.rmtree(package / "build", ignore_errors=True)
    command = ["node", "--max-old-space-size=8192", str(modules / "typescript/bin/tsc")]
    return _checked([*command, "-p", "tests", "--pretty", "false"], package, r"error TS\d+")


def _checked(command: list[str], folder: Path, pattern: str) -> Check:
    cost, said = measure_output(command, folder=folder)
    errors = len(re.findall(pattern, said))
    return Check(errors if errors or not cost.failure else None, said, cost)
