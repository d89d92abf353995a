"""Documents made to exhaust the reader: an answer in bounded memory, and no fault."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

MEGABYTE: Final = 1024 * 1024
# Address space, which is more than what is used: the interpreter's libraries are mapped into it.
LIMIT: Final = 1536 * MEGABYTE
RUN: Final = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({limit}, {limit}))
from apiscribe.cli import main
sys.argv = ["apiscribe", *{arguments!r}]
main()
"""


def bounded(folder: Path, *arguments: str, limit: int = LIMIT) -> subprocess.CompletedProcess[str]:
    """`apiscribe ARGUMENTS` in a process that gets no more memory than `limit`, in three minutes."""
    script = RUN.format(limit=limit, arguments=list(arguments))
    command = [sys.executable, "-c", script]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=180)


def head(**parts: Any) -> dict[str, Any]:
    return {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}, **parts}


def bomb(levels: int, width: int) -> str:
    lines = ["openapi: 3.1.0", "info: {title: t, version: '1'}", "paths: {}", "x-bomb:"]
    lines.append(f"  a0: &a0 [{', '.join(['x'] * width)}]")
    for level in range(1, levels):
        lines.append(f"  a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * width)}]")
    return "\n".join(lines)


BOMBS: Final = {
    "nine of nine": bomb(9, 9),
    "forty of two": bomb(40, 2),
    "three of a thousand": bomb(3, 1000),
    "an alias of itself": "a: &a [*a]",
    "a merge of itself": "a: &a {b: &b {<<: *a}}",
    "lists": "[" * 200_000,
    "maps": "{" * 200_000,
    "keys": "a: " * 50_000,
    "items": "- " * 50_000,
    "complex keys": "? " * 50_000,
    "JSON": '{"a":' * 100_000,
    "anchors": "&a " * 10_000,
    "a tag": "a: !" + "x" * 100_000,
    "indentation": "".join(f"{' ' * depth}k:\n" for depth in range(3_000)),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_in_little_memory(name: str, tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text(BOMBS[name])
    run = bounded(tmp_path, "generate", "openapi.yaml", "-o", "out", limit=500 * MEGABYTE)
    assert run.returncode == 2, run.stderr
    assert "Traceback" not in run.stderr
    assert run.stderr.startswith("openapi.yaml:"), run.stderr
    assert not (tmp_path / "out").exists()


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for level in range(depth):
        schema = {"type": "object", "properties": {f"level{level}": schema}}
    return schema


def many(count: int) -> dict[str, Any]:
    return {"type": "string", "enum": [f"value {number}" for number in range(count)]}


def chain(count: int) -> dict[str, Any]:
    """A schema whose `allOf` leads through `count` others."""
    found: dict[str, Any] = {"S0": {"type": "object", "properties": {"p0": {"type": "string"}}}}
    for number in range(1, count):
        own = {"type": "object", "properties": {f"p{number}": {"type": "string"}}}
        found[f"S{number}"] = {"allOf": [{"$ref": f"#/components/schemas/S{number - 1}"}, own]}
    return found


def lattice(layers: int) -> dict[str, Any]:
    """Each schema includes the two below it: `2 ** layers` ways down."""
    found: dict[str, Any] = {"L0": {"type": "object", "properties": {"x": {"type": "string"}}}}
    for number in range(1, layers):
        below = {"$ref": f"#/components/schemas/L{number - 1}"}
        found[f"L{number}"] = {
            "allOf": [below, {"allOf": [below]}, {"type": "object", "properties": {"y": below}}]
        }
    return found


def uses(schemas: dict[str, Any]) -> dict[str, Any]:
    """A document with the schemas and an operation that answers with the last of them."""
    last = {"$ref": f"#/components/schemas/{list(schemas)[-1]}"}
    answer = {"description": "ok", "content": {"application/json": {"schema": last}}}
    operation = {"operationId": "read", "responses": {"200": answer}}
    return head(paths={"/x": {"get": operation}}, components={"schemas": schemas})


def cyclic() -> dict[str, Any]:
    """Everything refers to everything."""
    names = [f"C{number}" for number in range(12)]
    properties = {name: {"$ref": f"#/components/schemas/{name}"} for name in names}
    lists = {f"{name}s": {"type": "array", "items": ref} for name, ref in properties.items()}
    record = {"type": "object", "properties": {**properties, **lists}}
    return dict.fromkeys(names, record)


LARGE: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "60 levels": lambda: uses({"Deep": nested(60)}),
    "cycles": lambda: uses(cyclic()),
    "a long chain of allOf": lambda: uses(chain(60)),
    "a lattice of allOf": lambda: uses(lattice(14)),
    "10 MB of description": lambda: {
        **uses({"S": {"type": "string", "description": "word " * 2_000_000}})
    },
    "10 MB of one word": lambda: uses({"S": {"type": "string", "description": "x" * 10_000_000}}),
    "a name of 1 MB": lambda: uses(
        {"S": {"type": "object", "properties": {"n" * 1_000_000: {"type": "string"}}}}
    ),
    "giant integers": lambda: uses(
        {
            "S": {
                "type": "object",
                "properties": {
                    "n": {"type": "integer", "maximum": 10**400, "default": 10**300},
                    "e": {"type": "integer", "enum": [10**400, -(10**4000)]},
                    "l": {"type": "string", "maxLength": 10**30, "minLength": 10**20},
                    "a": {"type": "array", "items": {"type": "string"}, "minItems": 10**18},
                    "p": {"type": "string", "pattern": "^(a{1000}){1000}$"},
                },
                "required": ["n", "e", "l", "a", "p"],
            }
        }
    ),
}


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("target", ["docs", "typescript", "python"])
def test_large_documents_are_generated_in_bounded_memory(
    name: str, target: str, tmp_path: Path
) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(LARGE[name]()))
    run = bounded(tmp_path, "generate", "openapi.json", "-t", target, "-o", "out", "--jobs", "1")
    assert run.returncode == 0, run.stderr[-2000:]
    assert "Traceback" not in run.stderr
    assert any((tmp_path / "out").rglob("*"))


@pytest.mark.parametrize("target", ["docs", "typescript", "python"])
def test_an_enum_of_a_hundred_thousand_values(target: str, tmp_path: Path) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(uses({"Many": many(100_000)})))
    run = bounded(tmp_path, "generate", "openapi.json", "-t", target, "-o", "out", "--jobs", "1")
    assert run.returncode == 0, run.stderr[-2000:]
