from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
import sdk_runtime
from apiscribe.assets import templates_folder

FOLDER = templates_folder() / "python" / "runtime"
MODULES = sorted(FOLDER.glob("*.py"))
HEAVY = ("pydantic", "pydantic_core", "httpx2", "anyio", "typing_extensions", "asyncio", "msgspec")


def loaded_by(code: str) -> list[str]:
    """The heavy modules that are there after `code` has run in a process of its own."""
    program = (
        f"import json, sys; sys.path.insert(0, {str(FOLDER.parent)!r})\n{code}\n"
        f"print(json.dumps([name for name in {HEAVY!r} if name in sys.modules]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True
    )
    names: list[str] = json.loads(run.stdout)
    return names


EVERYTHING = "\n".join(f"runtime.{name}" for name in sdk_runtime.__all__)
CLIENT = """
from runtime import Configuration, Server, SyncClient, AsyncClient
configuration = Configuration("C", "c", "1", servers=(Server("http://localhost"),))
client = SyncClient(configuration, {}, {})
client.with_options(max_retries=1).close()
other = AsyncClient(configuration, {}, {})
"""


@pytest.mark.parametrize("code", ["import runtime", f"import runtime\n{EVERYTHING}", CLIENT])
def test_nothing_heavy_is_imported_before_a_call(code: str) -> None:
    assert loaded_by(code) == []


def test_the_models_need_pydantic_only() -> None:
    names = loaded_by("import runtime.models, runtime.scalars, runtime.unions")
    assert "pydantic" in names
    assert "httpx2" not in names


def test_every_export_is_there_and_no_other_name() -> None:
    for name in sdk_runtime.__all__:
        assert getattr(sdk_runtime, name) is not None
    assert set(sdk_runtime.__all__) == set(sdk_runtime._HOMES)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        sdk_runtime.nonsense  # noqa: B018


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_shape_of_the_modules(path: Path) -> None:
    """Small modules and functions, and imports that work wherever the folder is copied."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert text.count("\n") <= 400
    assert ast.get_docstring(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno < 50, node.name
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            assert node.module != "runtime"
        if isinstance(node, ast.ImportFrom):
            assert node.level <= 1


def test_format() -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "black",
            "--check",
            "-q",
            "-l",
            "100",
            "-t",
            "py311",
            *map(str, MODULES),
        ],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr


def test_types() -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file=",
            "--python-version=3.11",
            str(FOLDER),
        ],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert run.returncode == 0, run.stdout
