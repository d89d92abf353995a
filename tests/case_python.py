"""The Python packages of all cases: typed by one run of mypy, driven by one run of pytest."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from apiscribe.targets.python.conformance import conformance_artifacts
from apiscribe.targets.python.names import python_names
from case_files import Case, snippets
from case_output import Output, Results, finding_differences, generate_each, look_failures, read

ROOT = Path(__file__).parents[1]
_SNIPPET = """\
import asyncio
from typing import Any, Literal, assert_type

import {module}
from {module} import {client} as Client, {async_client} as AsyncClient, types

sdk = {module}


async def check() -> None:
{body}


def test_check() -> None:
    asyncio.run(check())
"""


@dataclass(frozen=True)
class Tried:
    """What the tools said: errors of mypy by file, failures by (module, function)."""

    outputs: Mapping[str, Output]
    broken: Mapping[str, str]
    typed: Mapping[str, Sequence[str]]
    ran: Mapping[tuple[str, str], Sequence[str]]


def snippet_name(case: Case, index: int, kind: str) -> str:
    """`test_` is what pytest collects; what is only typed is never run."""
    return f"{'test' if kind == 'runs' else 'typed'}_{case.name.replace('-', '_')}_{index}"


def module_of(case: Case) -> str:
    loaded = read(case.spec).loaded
    assert loaded is not None
    return python_names(loaded.api, loaded.settings).module


def try_python(cases: Sequence[Case], folder: Path, url: str) -> Tried:
    """Lay all packages out side by side, type-check and run them."""
    outputs, broken = generate_each(cases, "python", conformance_artifacts)
    for case in cases:
        if case.name in broken:
            continue
        outputs[case.name].write(folder)
        broken.update(syntax_errors(case, outputs[case.name]))
        loaded = read(case.spec).loaded
        assert loaded is not None
        names = python_names(loaded.api, loaded.settings)
        for index, kind, code in snippets(case, "python"):
            text = _SNIPPET.format(
                module=names.module,
                client=names.client,
                async_client=names.async_client,
                body=textwrap.indent(code, "    "),
            )
            place = folder / "snippets" / f"{snippet_name(case, index, kind)}.py"
            place.parent.mkdir(exist_ok=True)
            place.write_text(text)
    share_runtime(folder / "src", folder / "typed")
    for case in cases:
        if case.name in broken and case.name in outputs:
            shutil.rmtree(folder / "src" / module_of(case))
    return Tried(outputs, broken, type_errors(folder), outcomes(folder, url))


def syntax_errors(case: Case, output: Output) -> Iterator[tuple[str, str]]:
    """A file that is no Python would end the type checker for all packages."""
    for path, text in output.files.items():
        if path.endswith(".py"):
            try:
                compile(text, path, "exec")
            except SyntaxError as error:
                yield case.name, f"{path}:{error.lineno}: {error}"


def share_runtime(source: Path, typed: Path) -> None:
    """A copy of the packages in which equal runtime modules are typed once.

    All packages carry the same runtime; in all but the first a module of it is a stub that passes
    the first one's on.
    """
    owners: dict[str, tuple[str, bytes]] = {}
    for path in sorted(source.rglob("*.py*")):
        relative = path.relative_to(source)
        place = typed / relative
        place.parent.mkdir(parents=True, exist_ok=True)
        content = path.read_bytes()
        package, *rest = relative.parts
        if rest[0] == "_runtime" and path.suffix == ".py":
            inner = "/".join(rest)
            owner, owned = owners.setdefault(inner, (package, content))
            if owner != package and owned == content:
                module = ".".join([owner, *relative.with_suffix("").parts[1:]])
                module = module.removesuffix(".__init__")
                place.with_suffix(".pyi").write_text(f"from {module} import *\n")
                continue
        place.write_bytes(content)


def type_errors(folder: Path) -> Mapping[str, Sequence[str]]:
    """`mypy --strict` over packages and snippets; errors by the first two parts of the path."""
    folders = [name for name in ("typed", "snippets") if (folder / name).exists()]
    command = [
        *(sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--no-color-output"),
        *("--show-error-codes", "--python-version=3.11", "--config-file=", "--hide-error-context"),
        # What is not ours (pydantic, the HTTP library) is typed once.
        *(f"--cache-dir={ROOT / '.pytest_cache' / 'cases-mypy'}", *folders),
    ]
    environment = {**os.environ, "MYPYPATH": "typed"}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    found: dict[str, list[str]] = defaultdict(list)
    for line in run.stdout.splitlines():
        parts = Path(line.partition(":")[0]).parts
        found["/".join(parts[:2])].append(line)
    assert run.returncode in (0, 1), run.stdout[-3000:] + run.stderr
    assert run.returncode == 0 or found, run.stderr
    return found


def outcomes(folder: Path, url: str) -> Mapping[tuple[str, str], Sequence[str]]:
    """Vectors and snippets, run by pytest; failures by module and function."""
    report = folder / "report.xml"
    # Every vector makes a client; the certificates of all of them are read once.
    (folder / "certificates.py").write_text(
        "import functools, ssl\n"
        "ssl.create_default_context = functools.cache(ssl.create_default_context)\n"
    )
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("-p", "certificates", f"--junit-xml={report}", "--rootdir=."),
            *(name for name in ("conformance", "snippets") if (folder / name).exists()),
        ],
        cwd=folder,
        env={
            **os.environ,
            "CONFORMANCE_URL": url,
            "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}",
        },
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert report.exists(), run.stdout + run.stderr
    found: dict[tuple[str, str], list[str]] = {}
    for test in ElementTree.parse(report).iter("testcase"):
        name, _, kind = test.attrib["name"].partition("[")
        module = (test.attrib.get("classname") or name).rpartition(".")[2]
        failures = found.setdefault((module, name), [])
        for problem in (*test.iter("failure"), *test.iter("error")):
            text = problem.text or problem.attrib.get("message")
            failures.append(f"{kind.rstrip(']')}: {text}")
    return found


def python_results(case: Case, tried: Tried) -> Results:
    """All checks of one case in Python."""
    results = Results()
    if case.name in tried.broken:
        results.note("generated", [tried.broken[case.name]])
        return results
    output = tried.outputs[case.name]
    own = tried.typed.get(f"typed/{module_of(case)}", ())
    results.note("strictly typed", own)
    results.note("all that is said of it", finding_differences(case, output.diagnostics, "python"))
    vectors = {vector.name: vector for vector in case.suite.vectors}
    for index, clause in enumerate(case.expectation.clauses):
        failures: list[str] = [*own] if clause.compiles else []
        for name in clause.vectors:
            key = "test_" + vectors[name].key.replace("-", "_")
            failures += _ran(tried, f"test_{case.name}", key, f"vector {name}: ")
        inside = clause.python
        for kind in ("types", "runs"):
            if inside is None or not getattr(inside, kind):
                continue
            name = snippet_name(case, index, kind)
            failures += tried.typed.get(f"snippets/{name}.py", ())
            if kind == "runs":
                failures += _ran(tried, name, "test_check", "")
        if inside is not None:
            failures += look_failures(output.files, inside.text)
        if clause.vectors or clause.compiles or inside is not None:
            results.note(clause.name, failures)
    return results


def _ran(tried: Tried, module: str, function: str, what: str) -> list[str]:
    if (module, function) not in tried.ran:
        return [f"{what}{module}.{function} did not run"]
    return [what + failure for failure in tried.ran[module, function]]
