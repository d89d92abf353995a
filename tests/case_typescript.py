"""The TypeScript packages of all cases: typed by one run of tsc, driven by one run of Node."""

from __future__ import annotations

import json
import os
import re
import subprocess
import textwrap
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from apiscribe.targets.typescript.conformance import conformance_artifacts
from apiscribe.targets.typescript.names import typescript_names
from case_files import Case, snippets
from case_output import Output, Results, finding_differences, generate_each, look_failures, read
from node_tools import check, node_modules, tool

ROOT = Path(__file__).parents[1]
_SNIPPET = """\
import assert from "node:assert";
import {{ test }} from "node:test";
import * as sdk from "../src/index.js";
import {{ {client} as Client }} from "../src/index.js";
import type * as types from "../src/types/index.js";

export type Types = typeof types;
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? []
    : ["these are not the same type"];
const same = <A, B>(..._: Same<A, B>): void => void _;
void [assert, sdk, Client, same];

async function check(): Promise<void> {{
{body}
}}

{use}
"""
_RUN = 'test("{name}", check);'
_TYPE_ONLY = "void [check, test];"


@dataclass(frozen=True)
class Tried:
    """What the tools said: errors of tsc by case and file, failures by test."""

    outputs: Mapping[str, Output]
    broken: Mapping[str, str]
    typed: Mapping[tuple[str, str], Sequence[str]]
    laid_out: Mapping[str, Sequence[str]]
    ran: Mapping[str, Sequence[str]]


def try_typescript(cases: Sequence[Case], folder: Path, url: str) -> Tried:
    """Lay all packages out side by side with one runtime, type-check and run them."""
    outputs, broken = generate_each(cases, "typescript", conformance_artifacts)
    made = [case for case in cases if case.name in outputs]
    for case in made:
        _write(case, outputs[case.name], folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "node_modules").symlink_to(node_modules())
    return Tried(
        outputs,
        broken,
        type_errors(folder),
        format_errors(folder),
        outcomes(made, folder, url),
    )


def _write(case: Case, output: Output, folder: Path) -> None:
    """The package in `<case>/`, its runtime in `runtime/`, which all share."""
    place = folder / case.name
    for path, text in output.files.items():
        inner = path.removeprefix("src/runtime/")
        file = folder / "runtime" / inner if inner != path else place / path
        file.parent.mkdir(parents=True, exist_ok=True)
        assert inner == path or not file.exists() or file.read_text() == text, path
        file.write_text(text)
    (place / "src" / "runtime").symlink_to("../../runtime")
    loaded = read(case.spec).loaded
    assert loaded is not None
    client = typescript_names(loaded.api, loaded.settings).client
    for index, kind, code in snippets(case, "typescript"):
        use = _RUN.format(name=f"{case.name}/{kind} {index}") if kind == "runs" else _TYPE_ONLY
        body = textwrap.indent(code, "  ")
        file = place / "snippets" / f"{kind}{index}.ts"
        file.parent.mkdir(exist_ok=True)
        file.write_text(_SNIPPET.format(client=client, body=body, use=use))


def sources(folder: Path) -> list[str]:
    """All modules, the runtime once (links are not followed)."""
    found = [*folder.glob("*/snippets/*.ts"), *folder.glob("runtime/**/*.ts")]
    for case in folder.glob("*/src"):
        found += (path for path in case.rglob("*.ts") if "runtime" not in path.parts)
    return sorted(path.relative_to(folder).as_posix() for path in found)


def type_errors(folder: Path) -> Mapping[tuple[str, str], Sequence[str]]:
    """`tsc` under the flags of the packages; errors by case and file."""
    base = json.loads((ROOT / "templates/typescript/project/tsconfig.json").read_text())
    options = {**base["compilerOptions"], "rootDir": ".", "noEmit": True, "types": ["node"]}
    settings = {"compilerOptions": options, "files": sources(folder)}
    (folder / "tsconfig.json").write_text(json.dumps(settings))
    run = tool("tsc", "-p", ".", "--pretty", "false", folder=folder)
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for line in run.stdout.splitlines():
        if match := re.match(r"([^/ ]+)/(.*?)\(\d+,\d+\): ", line):
            found[match[1], match[2]].append(line)
        else:
            assert not line.startswith("error"), line
    assert run.returncode == 0 or found, run.stdout + run.stderr
    return found


def format_errors(folder: Path) -> Mapping[str, Sequence[str]]:
    """Files that prettier would lay out otherwise, by case."""
    run = tool(
        "prettier", "--check", "*/src/*.ts", "*/src/{types,resources}/**/*.ts", folder=folder
    )
    found: dict[str, list[str]] = defaultdict(list)
    for line in (run.stdout + run.stderr).splitlines():
        if match := re.search(r"([^/\s]+)/src/\S+", line):
            found[match[1]].append(line)
    assert run.returncode == 0 or found, run.stdout + run.stderr
    return found


def outcomes(cases: Sequence[Case], folder: Path, url: str) -> Mapping[str, Sequence[str]]:
    """Vectors and snippets, run by Node in one process; failures by test."""
    built = folder / "built"
    files = [name for name in sources(folder) if "/snippets/types" not in name]
    options = ("--outbase=.", "--format=esm", "--target=node20", "--log-level=warning")
    check("esbuild", *files, "--outdir=built", *options, folder=folder)
    modules = []
    for case in cases:
        place = built / case.name
        (place / "src" / "runtime").symlink_to("../../runtime")
        if case.suite.vectors:
            (place / "build").symlink_to("src")
            copy_files(folder / case.name / "conformance", place / "conformance")
            modules.append(f"./{case.name}/conformance/{case.name}.test.mjs")
    modules += [f"./{path.relative_to(built)}" for path in sorted(built.glob("*/snippets/*.js"))]
    (built / "package.json").write_text('{"type": "module"}')
    # Each module by itself: one that cannot be imported fails alone.
    lines = ['import { test } from "node:test";']
    for name in modules:
        lines.append(f"await import({json.dumps(name)}).catch((error) =>")
        lines.append(f"  test({json.dumps('import ' + name)}, () => {{ throw error; }}));")
    (built / "all.test.mjs").write_text("\n".join(lines))
    report = folder / "report.xml"
    run = subprocess.run(
        [
            *("node", "--test", "--test-reporter=junit"),
            *(f"--test-reporter-destination={report}", "all.test.mjs"),
        ],
        cwd=built,
        env={**os.environ, "CONFORMANCE_URL": url},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert report.exists(), run.stdout + run.stderr
    found: dict[str, list[str]] = {}
    for test in ElementTree.parse(report).iter("testcase"):
        failures = found.setdefault(test.attrib["name"], [])
        for problem in (*test.iter("failure"), *test.iter("error")):
            failures.append(problem.text or problem.attrib.get("message") or "failed")
    return found


def copy_files(source: Path, place: Path) -> None:
    """Copy files, so that their imports are resolved where they stand."""
    place.mkdir()
    for path in source.iterdir():
        (place / path.name).write_bytes(path.read_bytes())


def typescript_results(case: Case, tried: Tried) -> Results:
    """All checks of one case in TypeScript."""
    results = Results()
    if case.name in tried.broken:
        results.note("generated", [tried.broken[case.name]])
        return results
    output = tried.outputs[case.name]
    own = [
        line
        for (name, file), lines in tried.typed.items()
        for line in lines
        if name == "runtime" or (name == case.name and not file.startswith("snippets/"))
    ]
    results.note("strictly typed", own)
    results.note("laid out", tried.laid_out.get(case.name, ()))
    said = finding_differences(case, output.diagnostics, "typescript")
    results.note("all that is said of it", said)
    vectors = {vector.name: vector for vector in case.suite.vectors}
    for index, clause in enumerate(case.expectation.clauses):
        failures: list[str] = [*own] if clause.compiles else []
        for name in clause.vectors:
            failures += _ran(tried, case, vectors[name].key, f"vector {name}: ")
        inside = clause.typescript
        for kind in ("types", "runs"):
            if inside is not None and getattr(inside, kind):
                failures += tried.typed.get((case.name, f"snippets/{kind}{index}.ts"), ())
                if kind == "runs":
                    failures += _ran(tried, case, f"runs {index}", "")
        if inside is not None:
            failures += look_failures(output.files, inside.text)
        if clause.vectors or clause.compiles or inside is not None:
            results.note(clause.name, failures)
    return results


def _ran(tried: Tried, case: Case, name: str, what: str) -> list[str]:
    key = f"{case.name}/{name}"
    if key not in tried.ran:
        broken = [f"{n}: {f}" for n, f in tried.ran.items() if f"./{case.name}/" in n]
        return [f"{what}{key} did not run {' '.join(broken)[:1500]}"]
    return [what + failure for failure in tried.ran[key]]
