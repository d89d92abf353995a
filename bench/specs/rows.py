"""One row of the table: a spec generated, counted, checked and called."""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from apiscribe.diagnostics import Diagnostics
from apiscribe.ir import Api
from apiscribe.pipeline import load_api
from apiscribe.pipeline.loading import LoadedApi
from apiscribe.serve import serve_in_thread
from apiscribe.targets.arguments import can_be_called

from bench.specs import checks, generated, golang, smoke
from bench.specs.anything import find_anything
from bench.specs.document import Calls, call, operations_of, read_raw, schemas_of
from bench.timing import Cost, measure_output

COMMAND = (sys.executable, "-m", "apiscribe")
TARGETS = ("python", "typescript", "go", "docs")


@dataclass(slots=True)
class Row:
    """The cells of one spec by column; `bad` names columns that do not show what is wanted.

    `notes` are the details behind them, a heading each.
    """

    spec: str
    cells: dict[str, str] = field(default_factory=dict)
    bad: set[str] = field(default_factory=set)
    notes: dict[str, list[str]] = field(default_factory=dict)

    def put(self, column: str, text: object, good: bool, notes: list[str] | None = None) -> None:
        """Fill a cell."""
        self.cells[column] = str(text)
        if not good:
            self.bad.add(column)
        if notes:
            self.notes[column] = notes


@dataclass(frozen=True, slots=True)
class Wanted:
    """Where things go and what is left out. `modules` are the Node tools, `None` = no TypeScript.

    `staticcheck` is Go's linter, `None` = left out. `targets` are those that are generated.
    """

    folder: Path
    modules: Path | None
    staticcheck: Path | None = None
    quick: bool = False
    reuse: bool = False
    skip: frozenset[str] = frozenset()
    targets: tuple[str, ...] = TARGETS


def make_row(spec: Path, wanted: Wanted, say: Callable[[str], None]) -> Row:
    """Everything about one spec."""
    row = Row(spec.stem)
    folder = wanted.folder / spec.stem
    say("generate")
    if not _generate(row, spec, wanted):
        return row
    loaded = load_api(str(spec), Diagnostics())
    _count(row, spec, folder, loaded, wanted.targets)
    if "python" in wanted.targets:
        say("import")
        _import(row, folder)
    if not wanted.quick:
        _check(row, folder, wanted, loaded, say)
    return row


def _import(row: Row, folder: Path) -> None:
    found = checks.import_everything(folder / "python")
    modules = found.said.strip().rpartition("\n")[2].partition(" ")[0]
    row.put(
        "imports",
        f"{modules}" if found.errors == 0 else f"{found.errors} fail",
        found.errors == 0,
        [found.said],
    )


def _generate(row: Row, spec: Path, wanted: Wanted) -> bool:
    folder = wanted.folder / spec.stem
    record = wanted.folder / f"{spec.stem}.json"
    if wanted.reuse and record.exists() and folder.exists():
        said, cost = record.read_text(), None
    else:
        targets = [part for target in wanted.targets for part in ("-t", target)]
        command = [*COMMAND, "generate", str(spec), "-o", str(wanted.folder)]
        command += ["--json", "--force", *targets]
        cost, said = measure_output(command, environment={"APISCRIBE_CACHE_DIR": ""})
        record.write_text(said)
    try:
        answer = json.loads(said)
    except ValueError:
        row.put("exit", "crash", False, [said])
        return False
    code = answer["exit_code"]
    severities = Counter(one["severity"] for one in answer["diagnostics"])
    row.put("exit", code, code == 0, [json.dumps(one) for one in answer["diagnostics"]])
    row.put("warn", severities["warning"], True)
    if cost is not None:
        row.put("gen s", f"{cost.wall:.0f}", True)
    return bool(code == 0)


def _count(row: Row, spec: Path, folder: Path, loaded: LoadedApi, targets: tuple[str, ...]) -> None:
    raw = read_raw(spec)
    wanted = operations_of(raw)
    row.put("ops", wanted.total(), True)
    for column, target in (("py", "python"), ("ts", "typescript"), ("go", "go"), ("docs", "docs")):
        if target not in targets:
            continue
        found = _METHODS[target](folder / target)
        missing = list(_different(wanted, found))
        row.put(column, found.total(), not missing, missing)
    if "docs" in targets:
        schemas = set(schemas_of(raw))
        lacking = sorted(schemas - generated.documented_models(folder / "docs"))
        row.put("models", f"{len(schemas) - len(lacking)}/{len(schemas)}", not lacking, lacking)
    anything = find_anything(loaded.api, raw)
    row.put("Any", f"{len(anything.lost)}/{anything.count}", not anything.lost, anything.lost)
    if {"python", "typescript"} <= set(targets):
        row.put("Any py/ts", "{}/{}".format(*_words(folder)), True)


_METHODS: Final[Mapping[str, Callable[[Path], Calls]]] = {
    "python": lambda package: generated.python_methods(package).both,
    "typescript": generated.typescript_methods,
    "go": golang.go_methods,
    "docs": generated.documented_operations,
}
"""What reads the operations that a generated package has."""


def _words(folder: Path) -> Iterator[int]:
    """How often `Any` and `unknown` stand in the types and methods of the two packages."""
    for package, pattern, word in (
        ("python", "*.py", r"(?<!import )\bAny\b"),
        ("typescript", "*.ts", r"\bunknown\b"),
    ):
        source = folder / package / "src"
        yield sum(
            len(re.findall(word, re.sub(r"/\*.*?\*/|^from typing.*$", "", text, flags=re.S | re.M)))
            for path in source.rglob(pattern)
            if not {"_runtime", "runtime"} & set(path.relative_to(source).parts)
            for text in [path.read_text()]
        )


def _different(wanted: Calls, found: Calls) -> Iterator[str]:
    yield from (f"missing: {call}" for call in (wanted - found).elements())
    yield from (f"not in the document: {call}" for call in (found - wanted).elements())


def _check(
    row: Row, folder: Path, wanted: Wanted, loaded: LoadedApi, say: Callable[[str], None]
) -> None:
    python, typescript, go = folder / "python", folder / "typescript", folder / "go"
    for column, check in (("mypy", checks.check_mypy), ("pyright", checks.check_pyright)):
        if "python" in wanted.targets and column not in wanted.skip:
            say(column)
            _put_check(row, column, check(python))
    compiled = None
    if wanted.modules is not None and "tsc" not in wanted.skip:
        say("tsc")
        compiled = checks.check_tsc(typescript, wanted.modules)
        _put_check(row, "tsc", compiled)
    if "go" in wanted.targets:
        say("gofmt, vet, staticcheck")
        _put_check(row, "gofmt", golang.check_gofmt(go))
        _put_check(row, "vet", golang.check_vet(go))
    if wanted.staticcheck is not None:
        _put_check(row, "staticcheck", golang.check_staticcheck(go, wanted.staticcheck))
    if "smoke" in wanted.skip:
        return
    with serve_in_thread(loaded.document.data) as url:
        if "python" in wanted.targets:
            say("smoke, Python")
            report = wanted.folder / f"{row.spec}.python.xml"
            _put_smoke(row, "py smoke", python, loaded.api, smoke.smoke_python(python, url, report))
        if compiled is not None:
            say("smoke, TypeScript")
            report = wanted.folder / f"{row.spec}.typescript.xml"
            done = smoke.smoke_typescript(typescript, url, report, compiled)
            _put_smoke(row, "ts smoke", typescript, loaded.api, done)
        if "go" in wanted.targets:
            say("smoke, Go")
            _put_smoke(row, "go smoke", go, loaded.api, golang.smoke_go(go, url))


def _put_check(row: Row, column: str, check: checks.Check) -> None:
    errors = "?" if check.errors is None else check.errors
    row.put(column, errors, check.errors == 0, [check.said])
    row.put(f"{column} cost", _cost(check.cost), True)


def _cost(cost: Cost) -> str:
    return f"{cost.wall:.0f} s {cost.peak:.0f} MB"


def _put_smoke(row: Row, column: str, package: Path, api: Api, done: smoke.Smoke) -> None:
    """What was called; operations that need an argument which no value fits cannot be."""
    impossible = {
        call(op.verb, op.path) for op in api.operations.values() if not can_be_called(op, api)
    }
    listed = generated.listed_methods(package)
    missing = [f"not called: {name} {listed[name]}" for name in listed if name not in done.called]
    called = len(listed) - len(missing)
    bad = (
        f", {len(done.failed)} of {done.passed + len(done.failed)} tests fail"
        if done.failed
        else ""
    )
    wanted = [name for name in listed if listed[name] not in impossible]
    if impossible:
        bad += f", {len(listed) - len(wanted)} take what no value fits"
    good = done.called >= set(wanted) and not done.failed
    notes = [*missing, *done.failed, *([done.said[-3000:]] if not done.passed else [])]
    row.put(column, f"{called}/{len(listed)}{bad}", good, notes)
    row.put(f"{column} s", f"{done.cost.wall:.0f}", True)


def timed(say: Callable[[str], None]) -> Callable[[str], None]:
    """`say` with the seconds since the last step."""
    before = time.monotonic()

    def step(text: str) -> None:
        nonlocal before
        now = time.monotonic()
        say(f"{now - before:6.1f} s, then {text}")
        before = now

    return step
