"""`python -m bench.peers_at_size SPEC…`: ours and other generators on large documents, in one run.

The peers are installed from their registries into `--scratch` (kept when it is given). `--types`
also runs `mypy --strict` and `tsc --strict` on what each made, which takes minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.documents import operations, present, read, write
from bench.generation import COMMAND, fresh
from bench.peers import RUNTIME, as_openapi_31
from bench.timing import Cost, measure

PYTHON_TOOLS = (
    "openapi-python-client==0.29.1",
    "openapi-generator-cli==7.26.0",
    "datamodel-code-generator==0.89.0",
    "ruff==0.17.6",
    "mypy>=2.4,<3",
    *RUNTIME,
)
NODE_TOOLS = ("@hey-api/openapi-ts@0.95.0", "@redocly/cli@2.77.0", "typescript@5.9.3")


@dataclass(frozen=True, slots=True)
class Run:
    """A generator on one document. `types`: the checker its output goes through, "" for none."""

    name: str
    command: Sequence[str | Path]
    out: Path
    types: str
    operations: bool = True


def main() -> None:
    """Print a table for each document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="+", type=Path, metavar="SPEC")
    parser.add_argument("--scratch", type=Path, help="where the peers are installed")
    parser.add_argument("--only", default="", help="a pattern for the names of generators")
    parser.add_argument("--types", action="store_true", help="count type errors too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = (arguments.scratch or Path(name)).resolve()
        install(scratch)
        print(f"{os.cpu_count()} cores, nothing cached; wall, CPU, peak of the largest process")
        for spec in arguments.specs:
            _print(spec.resolve(), scratch, arguments.only, arguments.types)


def install(scratch: Path) -> None:
    """The peers' environments, unless they are there. Raises `CalledProcessError`."""
    scratch.mkdir(parents=True, exist_ok=True)
    if not (scratch / "peers" / "bin" / "datamodel-codegen").exists():
        subprocess.run([sys.executable, "-m", "venv", str(scratch / "peers")], check=True)
        pip = [str(scratch / "peers" / "bin" / "pip"), "install", "-q", *PYTHON_TOOLS]
        subprocess.run(pip, check=True)
    if not (scratch / "node" / "node_modules" / ".bin" / "redocly").exists():
        (scratch / "node").mkdir(exist_ok=True)
        (scratch / "node" / "package.json").write_text('{"private": true}')
        npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", *NODE_TOOLS]
        subprocess.run(npm, cwd=scratch / "node", check=True)


def _print(spec: Path, scratch: Path, only: str, types: bool) -> None:
    document = read(spec)
    given = spec
    if str(document.get("openapi", "")).startswith("3.2") or spec.suffix != ".json":
        # One reads no 3.2, another refuses long YAML: all of the peers get the same JSON.
        reduced = as_openapi_31(document) if str(document["openapi"]) > "3.1.9" else document
        given = write(reduced, scratch / "documents" / f"{spec.stem}.json")
    total = len(list(operations(document)))
    print(f"\n{spec.name}: {total} operations")
    for run in _runs(spec, given, scratch):
        if re.search(only, run.name):
            fresh(run.out)
            cost = measure(run.command, folder=scratch, environment=_environment(scratch))
            print(f"  {run.name:34} {_row(run, cost, document, total, scratch, types)}", flush=True)


def _environment(scratch: Path) -> dict[str, str]:
    tools = [scratch / "peers" / "bin", scratch / "node" / "node_modules" / ".bin"]
    path = os.pathsep.join([*map(str, tools), os.environ["PATH"]])
    return {"PATH": path, "APISCRIBE_CACHE_DIR": "", "REDOCLY_TELEMETRY": "off"}


def _runs(spec: Path, given: Path, scratch: Path) -> Iterator[Run]:
    out = scratch / "out"
    for target, checker in (("python", "mypy"), ("typescript", "tsc")):
        folder = out / f"apiscribe-{target}"
        yield Run(
            f"apiscribe {target}",
            (*COMMAND, "generate", spec, "-t", target, "-o", folder),
            folder,
            checker,
        )
    folder = out / "redocly-typescript"
    redocly = ("redocly", "generate-client", given)
    yield Run("redocly 2.77 typescript", (*redocly, "-o", folder / "client.ts"), folder, "tsc")
    folder = out / "redocly-python"
    python = ("-o", folder / "client.ts", "--generator", "python")
    yield Run("redocly 2.77 python", (*redocly, *python), folder, "mypy")
    folder = out / "hey-api"
    hey = ("openapi-ts", "-i", given, "-o", folder, "-c", "@hey-api/client-fetch", "--no-log-file")
    yield Run("hey-api openapi-ts 0.95", hey, folder, "tsc")
    folder = out / "client"
    client = ("--path", given, "--output-path", folder / "peer", "--overwrite", "--meta", "none")
    yield Run(
        "openapi-python-client 0.29.1",
        ("openapi-python-client", "generate", *client),
        folder,
        "mypy",
    )
    for language, checker in (("python", "mypy"), ("typescript-fetch", "tsc")):
        folder = out / f"generator-{language}"
        more = ("--additional-properties", "packageName=peer", "--skip-validate-spec")
        yield Run(
            f"openapi-generator 7.26 {language}",
            ("openapi-generator-cli", "generate", "-i", given, "-g", language, "-o", folder, *more),
            folder,
            checker,
        )
    folder = out / "models"
    options = ("--input", given, "--input-file-type", "openapi", "--output", folder / "models")
    kind = ("--output-model-type", "pydantic_v2.BaseModel")
    yield Run(
        "datamodel-code-generator (models)",
        ("datamodel-codegen", *options, *kind),
        folder,
        "mypy",
        operations=False,
    )


def _row(
    run: Run, cost: Cost, document: dict[str, Any], total: int, scratch: Path, types: bool
) -> str:
    if cost.failure:
        return str(cost)
    files = [path for path in run.out.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    text = f"{cost}  {len(files):5} files  {size / 1e6:6.2f} MB"
    if run.operations:
        code = (path for path in files if path.suffix in (".py", ".ts"))
        found = present(document, (path.read_text("utf-8", "replace") for path in code))
        text += f"  {found}/{total} operations"
    else:
        text += "  no operations"
    return f"{text}  {_errors(run, scratch)}" if types else text


def _errors(run: Run, scratch: Path) -> str:
    """How many errors the strict checker of the language finds."""
    tools = _environment(scratch)["PATH"]
    if run.types == "mypy":
        roots = sorted({path.parent for path in run.out.rglob("__init__.py")}, key=str)
        files = [path for path in run.out.rglob("*") if path.is_file()]
        package = str(roots[0] if roots else files[0] if len(files) == 1 else run.out)
        command = ["mypy", "--strict", "--no-incremental", package]
        cwd = run.out
    else:
        shutil.rmtree(run.out / "tests", ignore_errors=True)
        options = {
            "strict": True,
            "noEmit": True,
            "skipLibCheck": True,
            "target": "es2022",
            "module": "nodenext",
            "lib": ["es2023", "dom", "dom.iterable"],
            "types": [],
        }
        config = {
            "compilerOptions": options,
            "include": ["**/src/**/*.ts", "*.ts", "client/**/*.ts"],
        }
        sources = list(run.out.rglob("src"))
        if not sources:
            config["include"] = ["**/*.ts"]
        (run.out / "tsconfig.bench.json").write_text(json.dumps(config))
        (run.out / "package.json").write_text('{"type": "module"}')
        command = ["tsc", "-p", "tsconfig.bench.json"]
        cwd = run.out
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, "PATH": tools},
        capture_output=True,
        text=True,
        check=False,
    )
    count = len(re.findall(r"(?m)error(?: TS\d+)?:", done.stdout))
    if not count and done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        return f"types not checked: {command[0]} ended with {done.returncode}: {(said or [''])[-1]}"
    return f"{count} type errors ({run.types} --strict)"


if __name__ == "__main__":
    main()
