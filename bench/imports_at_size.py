"""`python -m bench.imports_at_size SPEC…`: importing large packages, and the first call to a resource."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from bench.generation import COMMAND
from bench.timing import Cost, failed, measure, measure_often, measure_output

_CALL = """
import inspect, sys
import httpx2
import {module} as sdk
start = len(sys.modules)
names = [n for n in dir(sdk) if n.startswith("Async") and hasattr(sdk, n[5:])]
kind = next(getattr(sdk, n[5:]) for n in names if "with_options" in dir(getattr(sdk, n[5:])))
answer = httpx2.MockTransport(lambda request: httpx2.Response(200, json={{}}))
keys = {{n: "k" for n, p in inspect.signature(kind).parameters.items() if p.kind is p.KEYWORD_ONLY}}
client = kind(**keys, transport=answer, base_url="http://localhost")
owner, method = client, None
while method is None:
    found = [n for n in dir(type(owner)) if not n.startswith("_") and not n.startswith("with_")]
    calls = [n for n in found if inspect.isfunction(getattr(type(owner), n))]
    below = [n for n in found if n not in calls]
    own = [n for n in calls if owner is not client]
    if own:
        method = getattr(owner, own[0])
    else:
        owner = getattr(owner, below[0])
needed = [
    "x" for p in inspect.signature(method).parameters.values()
    if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD
]
given = {{
    n: "x" for n, p in inspect.signature(method).parameters.items()
    if p.default is p.empty and p.kind is p.KEYWORD_ONLY
}}
try:
    method(*needed, **given)
except sdk.APIError:
    pass
own = sorted(n for n in sys.modules if n.startswith("{module}."))
resources = [n for n in own if ".resources." in n]
types = [n for n in own if ".types." in n]
print(f"{{method.__qualname__}}: {{len(resources)}} modules of resources, {{len(types)}} of types")
"""


def main() -> None:
    """Print import times of the generated packages beside those of what they depend on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="+", type=Path, metavar="SPEC")
    parser.add_argument("--runs", type=int, default=9)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for spec in arguments.specs:
            _print(spec, Path(name) / spec.stem, arguments.runs)


def _print(spec: Path, out: Path, runs: int) -> None:
    command = (*COMMAND, "generate", spec.resolve(), "-t", "python", "-o", out)
    made = measure(command, environment={"APISCRIBE_CACHE_DIR": ""})
    if made.failure:
        print(f"{spec.name}:{failed(made)}")
        return
    source = next(out.glob("*/python/src"))
    module = next(path.name for path in source.iterdir() if path.is_dir())
    rows = (
        ("interpreter alone", "pass"),
        ("pydantic and httpx2", "import pydantic, httpx2"),
        (f"import {module}", f"import {module}"),
        ("  and the first call to a resource", _CALL.format(module=module)),
        ("  every module of types instead", _every(module, "types")),
    )
    print(f"{spec.name}: {module}")
    costs: list[Cost] = []
    for label, statement in rows:
        path = {"PYTHONPATH": str(source.resolve()), "PYTHONDONTWRITEBYTECODE": ""}
        run = (sys.executable, "-c", statement)
        _, said = measure_output(run, environment=path)  # writes byte code
        costs.append(measure_often(run, runs, environment=path))
        own = costs[-1].wall - costs[0].wall
        alone = (costs[1].wall - costs[0].wall) if len(costs) > 1 else 0
        share = f"{own / alone:5.2f} of pydantic and httpx2" if alone else ""
        print(
            f"  {label:38} {own * 1000:7.0f} ms  {costs[-1].cpu * 1000:6.0f} ms CPU  "
            f"{costs[-1].peak:4.0f} MB  {share}{failed(costs[-1])}",
            flush=True,
        )
        if said.strip():
            print(f"    {said.strip()}")


def _every(module: str, package: str) -> str:
    return (
        f"import importlib, pkgutil, {module}.{package} as p\n"
        f"[importlib.import_module(f'{module}.{package}.{{m.name}}') "
        "for m in pkgutil.iter_modules(p.__path__)]"
    )


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    main()
