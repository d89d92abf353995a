"""The generated Go module: which operations it has, gofmt, vet, staticcheck, and its own tests."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from bench.specs.checks import Check
from bench.specs.document import Calls, call
from bench.specs.smoke import Smoke
from bench.timing import measure_output

# Nothing is fetched: the modules need the standard library alone.
ENVIRONMENT = {"GOPROXY": "off", "GOTOOLCHAIN": "local", "GOWORK": "off", "GOFLAGS": ""}

_TEXT = r'"((?:[^"\\]|\\.)*)"'
_OPERATION = re.compile(
    rf"^var (op\w+) = &core\.Operation\{{\n\tID: +{_TEXT},\n\tMethod: +{_TEXT},\n\tPath: +{_TEXT},",
    re.MULTILINE,
)


def go_methods(package: Path) -> Calls:
    """Operations whose description a method uses; paths as the document has them, unescaped."""
    found: Calls = Counter()
    for module in sorted(package.glob("*.go")):
        text = module.read_text()
        for match in _OPERATION.finditer(text):
            if re.search(rf"\(ctx, s\.client, {match[1]}, ", text):
                verb, path = (ast.literal_eval(f'"{one}"') for one in match.group(3, 4))
                found[call(verb, unquote(path))] += 1
    return found


def check_gofmt(package: Path) -> Check:
    """`gofmt -l`, with `-s`: the files it would lay out otherwise or simplify."""
    cost, said = measure_output(["gofmt", "-s", "-l", "."], folder=package)
    return Check(None if cost.failure else len(said.splitlines()), said, cost)


def check_vet(package: Path) -> Check:
    """`go vet`, which type-checks source and tests."""
    return _checked(["go", "vet", "./..."], package)


def check_staticcheck(package: Path, tool: Path) -> Check:
    """`staticcheck` with its usual checks, on source and tests."""
    return _checked([str(tool), "./..."], package)


def _checked(command: list[str], package: Path) -> Check:
    cost, said = measure_output(command, folder=package, environment=ENVIRONMENT)
    errors = len(re.findall(r"^(?:vet: )?\S+\.go:\d+:", said, re.MULTILINE))
    return Check(errors if errors or not cost.failure else None, said, cost)


def smoke_go(package: Path, url: str) -> Smoke:
    """`go test` on the package's tests; an accessor counts when a passed test calls it."""
    command = ["go", "test", "-json", "-count=1", "./..."]
    settings = {**ENVIRONMENT, "TEST_BASE_URL": url}
    cost, said = measure_output(command, folder=package, environment=settings)
    calls = dict(_calls(package))
    output: dict[str, list[str]] = defaultdict(list)
    called: set[str] = set()
    failed: list[str] = []
    passed = 0
    for event in _events(said):
        name = str(event.get("Test", ""))
        match event.get("Action"):
            case "output":
                output[name].append(str(event["Output"]))
            case "pass" if name:
                passed += 1
                called.add(calls.get(name, ""))
            case "fail" | "skip" if name:
                failed.append(f"{name}: {''.join(output[name])[:2000]}")
    if cost.failure and not failed:
        failed.append(cost.failure)
    return Smoke(frozenset(called - {""}), passed, tuple(failed), cost, said)


def _events(said: str) -> Iterator[dict[str, object]]:
    for line in said.splitlines():
        if line.startswith("{"):
            yield json.loads(line)


def _calls(package: Path) -> Iterator[tuple[str, str]]:
    """`TestX` → the accessor it calls."""
    for module in sorted(package.glob("*_test.go")):
        for test in re.finditer(r"^func (Test\w+)\(.*?^\}", module.read_text(), re.M | re.S):
            if found := re.search(r"\bclient(?:\.\w+)+(?=\()", test[0]):
                yield test[1], found[0]
