"""Bad input of each kind: its diagnostics, its exit code, and nothing written."""

import json
from pathlib import Path

import pytest
from command import apiscribe, files

GOOD = """\
openapi: 3.2.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          description: All pets.
          content:
            application/json:
              schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: {type: string}
"""

# name → files beside openapi.yaml (or instead), arguments, exit code, what stderr begins with, what it holds
CASES: dict[str, tuple[dict[str, str], list[str], int, str, str]] = {
    "missing spec file": ({}, ["generate", "pets.yaml"], 2, "error[input/no-file]", "pets.yaml"),
    "missing page": ({}, ["transcribe", "page.txt", "-o", "x.yaml"], 2, "page.txt", "help:"),
    "empty name": ({}, ["generate", ""], 2, "error[input/no-name]", "is empty"),
    "unknown API": ({}, ["generate", "scael"], 2, "error[input/no-api]", "did you mean `scale`?"),
    "folder without spec": (
        {"pets/readme.md": ""},
        ["generate", "pets"],
        2,
        "error[input/no-spec]",
        "openapi.yaml",
    ),
    "broken YAML": (
        {"openapi.yaml": "openapi: 3.2.0\ninfo:\n  title: [Pets\npaths: {}\n"},
        ["generate", "openapi.yaml"],
        2,
        "openapi.yaml:4:",
        "error[",
    ),
    "duplicate key": (
        {"openapi.yaml": GOOD + "components: {}\n"},
        ["generate", "openapi.yaml"],
        2,
        "openapi.yaml:20:1: error[",
        "components",
    ),
    "no OpenAPI document": (
        {"openapi.yaml": "a: 1\n"},
        ["generate", "openapi.yaml"],
        2,
        "openapi.yaml:1",
        "help:",
    ),
    "unknown key in sdk.yaml": (
        {"openapi.yaml": GOOD, "sdk.yaml": "client:\n  nmae: Pets\n"},
        ["generate", "openapi.yaml"],
        2,
        "sdk.yaml:2:3: error[config/unknown-key]",
        "did you mean `name`?",
    ),
    "unknown operation in sdk.yaml": (
        {"openapi.yaml": GOOD, "sdk.yaml": "methods:\n  listPet: {method: list}\n"},
        ["generate", "openapi.yaml"],
        2,
        "sdk.yaml:2:3: error[config/unknown-name]",
        "did you mean `listPets`?",
    ),
    "unresolvable $ref": (
        {"openapi.yaml": GOOD.replace("schemas/Pet", "schemas/Pte")},
        ["generate", "openapi.yaml"],
        2,
        "openapi.yaml:12:",
        "Pte",
    ),
    "unresolvable $ref to a file": (
        {"openapi.yaml": GOOD.replace("#/components/schemas/Pet", "absent.yaml#/Pet")},
        ["generate", "openapi.yaml"],
        2,
        "openapi.yaml:12:",
        "absent.yaml",
    ),
    "page of no known family": (
        {"page.txt": "Dear diary,\n\nnothing of interest happened today.\n"},
        ["transcribe", "page.txt", "-o", "x.yaml", "--report", "r.json"],
        2,
        "page.txt",
        "--family",
    ),
    "empty page": (
        {"page.txt": ""},
        ["transcribe", "page.txt", "-o", "x.yaml"],
        2,
        "page.txt",
        "help:",
    ),
    "unknown family": (
        {"page.txt": "x\n"},
        ["transcribe", "page.txt", "--family", "stainles-text", "-o", "x.yaml"],
        2,
        "error[usage/family]",
        "did you mean `stainless-text`?",
    ),
    "overlay target that matches nothing": (
        {
            "openapi.yaml": GOOD,
            "overlay.yaml": "overlay: 1.0.0\ninfo: {title: o, version: '1'}\nactions:\n"
            "  - target: $.paths['/pest']\n    update: {summary: x}\n    x-source: us\n",
        },
        ["generate", "openapi.yaml"],
        2,
        "overlay.yaml:4:",
        "error[",
    ),
    "example of no operation": (
        {"openapi.yaml": GOOD, "examples/listPest.response.json": "[]"},
        ["generate", "openapi.yaml"],
        2,
        "examples/listPest.response.json",
        "did you mean `listPets`?",
    ),
    "broken example": (
        {"openapi.yaml": GOOD, "examples/listPets.response.json": "[1,"},
        ["generate", "openapi.yaml"],
        2,
        "examples/listPets.response.json:1:",
        "error[",
    ),
    "unknown target": (
        {"openapi.yaml": GOOD},
        ["generate", "openapi.yaml", "-t", "pyton"],
        2,
        "error[usage/target]",
        "did you mean `python`?",
    ),
    "output folder is a file": (
        {"openapi.yaml": GOOD, "generated": "a file"},
        ["generate", "openapi.yaml", "-o", "generated"],
        2,
        "",
        "error[",
    ),
}


def lay_out(folder: Path, contents: dict[str, str]) -> dict[str, bytes]:
    for name, text in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return files(folder)


@pytest.mark.parametrize("name", CASES)
def test_bad_input(tmp_path: Path, name: str) -> None:
    contents, arguments, exit_code, start, words = CASES[name]
    before = lay_out(tmp_path, contents)
    run = apiscribe(*arguments, folder=tmp_path)
    assert run.returncode == exit_code, run.stderr
    assert run.stderr.startswith(start), run.stderr
    assert words in run.stderr
    assert "Traceback" not in run.stderr
    assert run.stderr.count("error[") == 1, "one mistake, one diagnostic"
    assert files(tmp_path) == before, "something was written"


@pytest.mark.parametrize("name", ["broken YAML", "unknown key in sdk.yaml", "unknown API"])
def test_bad_input_for_machines(tmp_path: Path, name: str) -> None:
    contents, arguments, exit_code, _, _ = CASES[name]
    lay_out(tmp_path, contents)
    run = apiscribe(*arguments, "--json", folder=tmp_path)
    assert run.returncode == exit_code
    assert run.stderr == ""
    data = json.loads(run.stdout)
    assert data["exit_code"] == exit_code
    (diagnostic,) = data["diagnostics"]
    assert set(diagnostic) == {
        *("severity", "rule", "message", "help", "file", "line", "column", "pointer")
    }


@pytest.mark.parametrize(
    "arguments",
    [["generat"], ["generate", "--no-such"], ["transcribe"], ["mock", "x", "--port", "a"]],
)
def test_usage_errors(tmp_path: Path, arguments: list[str]) -> None:
    run = apiscribe(*arguments, folder=tmp_path)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert "Usage:" in run.stderr
