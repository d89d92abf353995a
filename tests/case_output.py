"""Cases through all stages: what was found, the IR, and each target's files."""

from __future__ import annotations

import fnmatch
import json
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from apiscribe.cli.app import app
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.emit.render import render_artifacts
from apiscribe.passes import dump_api
from apiscribe.pipeline import LoadedApi, load_api
from apiscribe.pipeline.sources import sources_for
from apiscribe.targets.base import TargetSettings
from apiscribe.targets.registry import target
from case_files import Case, Clause, Fact, Finding, Look
from jsonpath_rfc9535 import JSONPathEnvironment
from typer.testing import CliRunner

# Said of nearly every case, and by none meant.
_EVERYWHERE = "passes/no-server"


@dataclass(frozen=True)
class Result:
    """One check of one case: `failure` is empty when it held."""

    clause: str
    failure: str


@dataclass
class Results:
    """The checks of a case for one target."""

    found: list[Result] = field(default_factory=list)

    def note(self, clause: str, failures: Sequence[str] = ()) -> None:
        self.found.append(Result(clause, "\n".join(failures)))

    @property
    def failures(self) -> list[str]:
        return [f"[{one.clause}]\n{one.failure}" for one in self.found if one.failure]


@dataclass(frozen=True)
class Read:
    """A case after loading; `loaded` is `None` where it was refused."""

    loaded: LoadedApi | None
    diagnostics: Diagnostics


@cache
def read(spec: Path) -> Read:
    """Load, lower and pass a spec."""
    diagnostics = Diagnostics()
    try:
        return Read(load_api(str(spec), diagnostics), diagnostics)
    except ApiscribeError:
        return Read(None, diagnostics)


@dataclass(frozen=True)
class Output:
    """What a target made of a case."""

    files: Mapping[str, str]
    settings: TargetSettings
    diagnostics: Diagnostics

    def write(self, folder: Path) -> None:
        for path, text in self.files.items():
            place = folder / PurePosixPath(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")


def generate_each(
    cases: Sequence[Case],
    id: str,
    extra: Any,
    section: Callable[[Case], Mapping[str, str]] | None = None,
) -> tuple[dict[str, Output], dict[str, str]]:
    """What a target made of each case, and why it made nothing of some.

    `section` gives settings of the target that the test needs, for instance a package's name.
    """
    outputs, broken = {}, {}
    for case in cases:
        try:
            outputs[case.name] = generate(case, id, extra, section(case) if section else {})
        except Exception:  # one case must not hide the others
            broken[case.name] = traceback.format_exc(limit=-6)
    return outputs, broken


def generate(
    case: Case, id: str, extra: Any = None, section: Mapping[str, str] | None = None
) -> Output:
    """The files of a target; `extra` gives further artefacts from suite, API and settings.

    A further artefact takes the place of one of the target's own at its path.
    """
    loaded = read(case.spec).loaded
    assert loaded is not None, f"{case.name} was refused"
    diagnostics = Diagnostics()
    chosen = target(id)
    own = {**loaded.settings.targets.get(id, {}), **(section or {})}
    given = loaded.settings.model_copy(update={"targets": {**loaded.settings.targets, id: own}})
    settings = TargetSettings(given, chosen.options.model_validate(own), sources_for(id, loaded))
    artifacts = [*chosen.artifacts(loaded.api, settings, diagnostics)]
    if extra is not None and case.suite.vectors:
        more = [*extra(case.suite, loaded.api, given)]
        places = {artifact.path for artifact in more}
        artifacts = [*(one for one in artifacts if one.path not in places), *more]
    tree = render_artifacts(chosen, artifacts, diagnostics)
    files = {str(path): entry.content.decode() for path, entry in tree.files.items()}
    return Output(files, settings, diagnostics)


def finding_differences(case: Case, diagnostics: Diagnostics, target_id: str) -> list[str]:
    """Findings that were not expected, and expected ones that are not there."""
    wanted = [one for one in case.expectation.diagnostics if one.target == target_id]
    failures = []
    locators = read(case.spec).diagnostics.locators
    located = Diagnostics(locators=[*diagnostics.locators, *locators])
    for found in diagnostics:
        if found.rule == _EVERYWHERE:
            continue
        span = located.locate(found.where)
        line = span.line if span else None
        file = Path(span.file).name if span else "openapi.yaml"
        match = next((one for one in wanted if _is(one, found, line, file)), None)
        if match is None:
            failures.append(
                f"unexpected: {file}:{line} {found.severity} {found.rule}: {found.message}"
            )
        else:
            wanted.remove(match)
    return failures + [f"not found: {one}" for one in wanted]


def _is(wanted: Finding, found: Any, line: int | None, file: str) -> bool:
    return (
        (wanted.line, wanted.rule, wanted.severity) == (line, found.rule, found.severity)
        and wanted.says in found.message
        and wanted.file == file
    )


@cache
def dumped(spec: Path) -> Any:
    """The IR of a spec as JSON."""
    loaded = read(spec).loaded
    assert loaded is not None
    return json.loads(dump_api(loaded.api))


_JSONPATH = JSONPathEnvironment()


def fact_failures(case: Case, facts: Sequence[Fact]) -> Iterator[str]:
    for fact in facts:
        found = [node.value for node in _JSONPATH.find(fact.at, dumped(case.spec))]
        one = found[0] if len(found) == 1 else found
        if fact.is_ != found and fact.is_ != one:
            yield f"{fact.at} is {json.dumps(one, ensure_ascii=False)}, expected {fact.is_!r}"


def look_failures(files: Mapping[str, str], looks: Sequence[Look]) -> Iterator[str]:
    """Text that does not stand where it must, or stands where it must not."""
    for look in looks:
        seen = {path: text for path, text in files.items() if _matches(path, look.file)}
        if not seen:
            yield f"no file is {look.file}; there are {', '.join(sorted(files)[:40])}"
            continue
        for text in look.has:
            if not any(text in one for one in seen.values()):
                shown = next(iter(seen.values()))[:1500] if len(seen) == 1 else ""
                yield f"{text!r} stands in none of {', '.join(seen)}\n{shown}"
        for text in look.lacks:
            yield from (f"{text!r} stands in {path}" for path, one in seen.items() if text in one)


def _matches(path: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(path, pattern) or fnmatch.fnmatchcase("/" + path, pattern)


def input_results(case: Case, folder: Path) -> Results:
    """Findings, facts of the IR, and refusals."""
    results = Results()
    seen = read(case.spec)
    results.note("all that is said of it", finding_differences(case, seen.diagnostics, "input"))
    if (seen.loaded is None) != case.expectation.refused:
        results.note("refused, or not", [f"refused: {seen.loaded is None}"])
    for clause in case.expectation.clauses:
        failures = []
        if clause.refused:
            failures += refusal_failures(case, folder)
        if seen.loaded is not None:
            failures += fact_failures(case, clause.model)
        elif clause.model:
            failures.append("there is no IR")
        if clause.found:
            rules = {found.rule for found in seen.diagnostics}
            failures += [f"{rule} was not found" for rule in {*clause.found} - rules]
        if clause.found or clause.model or clause.refused:
            results.note(clause.name, failures)
    return results


def refusal_failures(case: Case, folder: Path) -> Iterator[str]:
    """The command line says where, writes nothing, shows no traceback, and leaves with 2."""
    out = folder / "out"
    run = CliRunner().invoke(app, ["generate", str(case.spec), "-o", str(out)])
    said = run.output + run.stderr
    if run.exit_code != 2:
        yield f"exit code {run.exit_code}: {run.exception!r} {said}"
    if out.exists():
        yield f"something was written: {[*out.rglob('*')]}"
    if "Traceback" in said or "maximum call stack" in said.lower():
        yield said
    for one in case.expectation.diagnostics:
        if one.severity == "error" and f"{one.file}:{one.line}" not in said:
            yield f"{one.file}:{one.line} is not said: {said}"


def clause_looks(clause: Clause, target_id: str) -> tuple[Look, ...]:
    """The text looked at in a target's output."""
    if target_id == "docs":
        return clause.docs
    inside = getattr(clause, target_id)
    return inside.text if inside else ()
