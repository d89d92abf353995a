"""The Go packages of all cases: checked by one run of vet, driven by one run of `go test`."""

from __future__ import annotations

import re
import shutil
import subprocess
import textwrap
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from apiscribe.targets.go.conformance import conformance_artifacts, vector_test
from case_files import Case, snippets
from case_output import Output, Results, finding_differences, generate_each, look_failures
from go_tools import CACHE, MODULE, VECTOR_FILES, go, read_events, run, write_package

_SNIPPET = """\
package {kind}{index}_test

import (
	"context"
	"encoding/json"
	"testing"

	sdk "{module}/{package}"
	"{module}/core"
)

var (
	_ = context.Background
	_ = json.Valid
	_ = core.Encode
	_ = sdk.NewClient
)

{head} {{
{body}
}}
"""
_HEADS = {"types": "var _ = func()", "runs": "func TestSnippet(t *testing.T)"}


@dataclass(frozen=True)
class Tried:
    """What the tools said: faults by package and file, output of failures by package and test."""

    outputs: Mapping[str, Output]
    broken: Mapping[str, str]
    vetted: Mapping[tuple[str, str], Sequence[str]]
    laid_out: Mapping[str, Sequence[str]]
    ran: Mapping[tuple[str, str], str]


def package_of(case: Case) -> str:
    """Before `core` in order, so that imports stay sorted when all share one."""
    return "case" + case.name.replace("-", "")


def section(case: Case) -> Mapping[str, str]:
    """The target's settings for packages side by side."""
    return {"module": f"{MODULE}/{package_of(case)}", "package": package_of(case)}


def try_go(cases: Sequence[Case], _: Path, url: str) -> Tried:
    """Lay all packages out side by side with one runtime, vet and run them."""
    go()
    # A place that stays: what Go has built is found again by path and content.
    folder = CACHE / "constructs"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    outputs, broken = generate_each(cases, "go", conformance_artifacts, section)
    for case in cases:
        if case.name in outputs:
            _write(case, outputs[case.name], folder)
    vetted = faults(folder)
    tested = run("test", "-json", "-count=1", "./...", folder=folder, CONFORMANCE_URL=url)
    assert tested.stdout, tested.stderr
    return Tried(outputs, broken, vetted, format_faults(folder), read_events(tested.stdout))


def _write(case: Case, output: Output, folder: Path) -> None:
    """The package and, each a package of its own, its snippets: one that is no Go fails alone."""
    files = {path: text.encode() for path, text in output.files.items()}
    own = [
        path
        for path in files
        if path.endswith("_test.go") and not (case.suite.vectors and path in VECTOR_FILES)
    ]
    place = write_package(files, folder, package_of(case), own)
    for index, kind, code in snippets(case, "go"):
        file = place / "snippets" / f"{package_of(case)}{kind}{index}" / "snippet_test.go"
        file.parent.mkdir(parents=True, exist_ok=True)
        given = {"kind": kind, "index": index, "module": MODULE, "package": package_of(case)}
        body = textwrap.indent(code.rstrip(), "\t")
        text = _SNIPPET.format(**given, head=_HEADS[kind], body=body)
        file.write_text(text if "testing." in _HEADS[kind] else text.replace('\t"testing"\n', ""))


def faults(folder: Path) -> Mapping[tuple[str, str], Sequence[str]]:
    """`go vet`, which type-checks; what it says by package and file."""
    vetted = run("vet", "./...", folder=folder)
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for line in vetted.stderr.splitlines():
        if match := re.match(r"(?:vet: )?(?:\./)?([^/ ]+)/(.*?):\d+:", line):
            found[match[1], match[2]].append(line)
    assert vetted.returncode == 0 or found, vetted.stdout + vetted.stderr
    return found


def format_faults(folder: Path) -> Mapping[str, Sequence[str]]:
    """The files that gofmt would lay out otherwise, by package."""
    command = [str(Path(go()).with_name("gofmt")), "-l", "."]
    if not Path(command[0]).exists():
        command[0] = "gofmt"
    listed = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    found: dict[str, list[str]] = defaultdict(list)
    for line in (listed.stdout + listed.stderr).splitlines():
        if "/snippets/" not in line:
            found[line.partition("/")[0]].append(line)
    return found


def go_results(case: Case, tried: Tried) -> Results:
    """All checks of one case in Go."""
    results = Results()
    if case.name in tried.broken:
        results.note("generated", [tried.broken[case.name]])
        return results
    output, package = tried.outputs[case.name], package_of(case)
    own = [
        line
        for (name, file), lines in tried.vetted.items()
        for line in lines
        if name == "core" or (name == package and not file.startswith("snippets/"))
    ]
    results.note("strictly typed", own)
    laid_out = [*tried.laid_out.get(package, ()), *tried.laid_out.get("core", ())]
    results.note("laid out", laid_out)
    results.note("all that is said of it", finding_differences(case, output.diagnostics, "go"))
    vectors = {vector.name: vector for vector in case.suite.vectors}
    for index, clause in enumerate(case.expectation.clauses):
        failures: list[str] = [*own] if clause.compiles else []
        inside = clause.go
        for name in clause.vectors:
            test = vector_test(vectors[name].key)
            failures += _ran(tried, package, test, f"vector {name}: ")
        for kind in ("types", "runs"):
            if inside is not None and getattr(inside, kind):
                place = f"{package}{kind}{index}"
                failures += tried.vetted.get((package, f"snippets/{place}/snippet_test.go"), ())
                if kind == "runs":
                    failures += _ran(tried, place, "TestSnippet", "")
        if inside is not None:
            failures += look_failures(output.files, inside.text)
        if clause.vectors or clause.compiles or inside is not None:
            results.note(clause.name, failures)
    return results


def _ran(tried: Tried, package: str, test: str, what: str) -> list[str]:
    if (package, test) not in tried.ran:
        return [f"{what}{package}.{test} did not run {tried.ran.get((package, ''), '')[:1500]}"]
    failure = tried.ran[package, test]
    return [what + failure] if failure else []
