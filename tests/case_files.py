"""The cases of constructs: `tests/cases/<number>-<name>/`, each with `expect.yaml`.

The head comment of a case's spec says what a correct generator must do. `expect.yaml` takes that
text apart, piece by piece, and says by which checks each piece is shown:

    refused: true                 # optional: exit code 2 and nothing written
    diagnostics:                  # all that is said about the spec, but for `passes/no-server`
      - {line: 35, rule: openapi/ref-sibling, severity: warning, says: `nullable`}
    clauses:
      - says: span is a plain Span       # words of the head
        vectors: [round trip]            # names of vectors.yaml; shown by every SDK
        model: [{at: $.jsonpath, is: …}] # facts of the IR (`apiscribe.passes.dump_api`)
        python: {types: …, runs: …, text: [{file: glob, has: […], lacks: […]}]}
        typescript: {types: …, runs: …, text: […]}
        go: {types: …, runs: …, text: […]}
        docs: [{file: glob, has: […], lacks: […]}]
        later: [rust]                    # languages that are no targets yet
      - kin: a word of ours for what the head does not say, with checks alike

`types` must type-check under the strictest flags; a line that must not type-check says so the way
the language does (`# type: ignore[code]`, `// @ts-expect-error`), which fails where it does
type-check. `runs` is type-checked and run. Both see `types`, `Client` and, in Python,
`AsyncClient`; a TypeScript snippet has `same<A, B>()` and `assert`, a Python one `assert_type`.
A Go snippet is the body of a function, a test for `runs`, and sees `sdk`, `core`, `json`, `context`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from apiscribe.conformance import Suite, load_suite
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import load_yaml
from pydantic import BaseModel, ConfigDict, Field, model_validator

FOLDER = Path(__file__).parent / "cases"
SDKS = ("python", "typescript", "go")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Finding(_Strict):
    """A diagnostic: where, by which rule, and some words of its message. `target`: whose."""

    line: int | None
    rule: str
    severity: str
    says: str = ""
    target: str = "input"
    file: str = "openapi.yaml"


class Fact(_Strict):
    """What is at a JSONPath of the dumped IR: the values of all matches, or the one."""

    at: str
    is_: Any = Field(alias="is")


class Look(_Strict):
    """Text that must or must not stand in each output file that the glob matches.

    `has` must stand in at least one of them, `lacks` in none.
    """

    file: str = "**/*"
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _says_something(self) -> Look:
        assert self.has or self.lacks, "a look at nothing"
        return self


class InSdk(_Strict):
    """What is shown in one language."""

    types: str = ""
    runs: str = ""
    text: tuple[Look, ...] = ()


class Clause(_Strict):
    """A piece of the head's expectation and the checks that show it."""

    says: str = ""
    kin: str = ""
    vectors: tuple[str, ...] = ()
    model: tuple[Fact, ...] = ()
    found: tuple[str, ...] = Field((), description="Rules of `diagnostics` that show it.")
    refused: bool = False
    tests: tuple[str, ...] = Field((), description="Tests elsewhere: `tests/test_x.py::test_y`.")
    python: InSdk | None = None
    typescript: InSdk | None = None
    go: InSdk | None = None
    docs: tuple[Look, ...] = ()
    compiles: bool = Field(False, description="Shown by every package's being strictly typed.")
    later: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _shows_something(self) -> Clause:
        assert bool(self.says) != bool(self.kin), "a clause says, or is kin"
        shown = self.model_fields_set - {"says", "kin"}
        assert shown, f"nothing shows {self.says or self.kin!r}"
        return self

    @property
    def name(self) -> str:
        """What the clause is called in reports."""
        return " ".join((self.says or self.kin).split())


class Expectation(_Strict):
    """`expect.yaml`."""

    refused: bool = False
    diagnostics: tuple[Finding, ...] = ()
    clauses: tuple[Clause, ...] = ()


class Case(_Strict):
    """A case and all that is expected of it."""

    name: str
    folder: Path
    expectation: Expectation
    suite: Suite

    @property
    def spec(self) -> Path:
        return self.folder / "openapi.yaml"


def _load(folder: Path) -> Case:
    data = load_yaml(folder / "expect.yaml", Diagnostics()).data
    try:
        expectation = Expectation.model_validate(data)
    except ValueError as error:
        raise ValueError(f"{folder.name}/expect.yaml: {error}") from error
    if (folder / "vectors.yaml").exists():
        suite = load_suite(folder)
    else:
        suite = Suite(name=folder.name, folder=folder, vectors=())
    return Case(name=folder.name, folder=folder, expectation=expectation, suite=suite)


@cache
def cases() -> tuple[Case, ...]:
    """All cases, by name."""
    return tuple(_load(path.parent) for path in sorted(FOLDER.glob("*/expect.yaml")))


def head(spec: Path) -> str:
    """The text behind `# expected:` in a spec's head comment, as one line."""
    raw = spec.read_bytes()
    text = raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    found = re.search(r"^# expected: (.*(?:\r?\n#   .*)*)", text, re.MULTILINE)
    assert found, f"{spec} has no `# expected:`"
    return " ".join(re.sub(r"\r?\n#", " ", found[1]).split())


def unsaid(case: Case) -> Iterator[str]:
    """What stands wrong between the head of a case and its clauses; nothing when all is covered."""
    left = head(case.spec)
    for clause in case.expectation.clauses:
        if clause.kin:
            continue
        if clause.name not in left:
            yield f"the head does not say {clause.name!r}, or says it once for two clauses"
        left = left.replace(clause.name, "¦", 1)
    for piece in left.split("¦"):
        if re.search(r"\w", re.sub(r"\b(and|but)\b", "", piece)):
            yield f"no clause for {piece.strip()!r}"
    named = [name for clause in case.expectation.clauses for name in clause.vectors]
    known = {vector.name for vector in case.suite.vectors}
    yield from (f"there is no vector {name!r}" for name in named if name not in known)
    yield from (f"no clause names the vector {name!r}" for name in known - {*named})
    for clause in case.expectation.clauses:
        for test in clause.tests:
            file, _, function = test.partition("::")
            path = FOLDER.parents[1] / file
            if not path.exists() or f"def {function}(" not in path.read_text("utf-8"):
                yield f"there is no test {test}"
    rules = {finding.rule for finding in case.expectation.diagnostics}
    for clause in case.expectation.clauses:
        yield from (f"{rule} is not among the diagnostics" for rule in {*clause.found} - rules)


def snippets(case: Case, language: str) -> Iterator[tuple[int, str, str]]:
    """Clause, `types` or `runs`, and code in the language."""
    for index, clause in enumerate(case.expectation.clauses):
        expected: InSdk | None = getattr(clause, language)
        for kind in ("types", "runs"):
            code = getattr(expected, kind) if expected else ""
            if code:
                yield index, kind, code
