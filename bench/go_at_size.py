"""`python -m bench.go_at_size [SPEC…]`: the Go of apiscribe and of openapi-generator on large documents.

For each: the run of the generator, lines without tests, what gofmt, vet and staticcheck find in the
module, `go build` of it with the standard library built before and nothing else, and how large a
program gets: one that makes a client and a call, and one that keeps every method (stripped, `-s -w`).
A SPEC is a file, or the name of one beside the project; without any, GitHub's and Stripe's. The peer
is installed from its registry into `--scratch` (kept when it is given); what its module requires is
fetched through Go's own proxy.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.documents import operations, read, write
from bench.generation import COMMAND, fresh
from bench.peers import as_openapi_31
from bench.peers_at_size import install
from bench.specs.__main__ import find_spec, find_staticcheck
from bench.timing import Cost, measure, measure_output

DEFAULT = ("github", "stripe")
_OURS = """\
package main

import (
	"context"
	"fmt"
	"reflect"

	sdk "{module}"
)

func main() {{
	client, err := sdk.NewClient(sdk.WithBaseURL("http://127.0.0.1:9"))
	if err != nil {{
		panic(err)
	}}
	fmt.Println(client.Request(context.Background(), "GET", "/", nil, nil))
	{keep}
}}
"""
_THEIRS = """\
package main

import (
	"fmt"
	"reflect"

	sdk "{module}"
)

func main() {{
	client := sdk.NewAPIClient(sdk.NewConfiguration())
	fmt.Println(client.GetConfig().UserAgent)
	{keep}
}}
"""
# Which methods are wanted is known at run time only, so that the linker keeps all.
_KEEP = "fmt.Println(reflect.ValueOf(client).MethodByName(fmt.Sprint(client)))"
_KEEP_NONE = "_ = reflect.ValueOf"


@dataclass(frozen=True, slots=True)
class Run:
    """A generator, the folder it fills, the module there, and a program that uses the module."""

    name: str
    command: Sequence[str | Path]
    out: Path
    module: Path
    program: str


def main() -> None:
    """Print a table for each document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", default=DEFAULT, metavar="SPEC")
    parser.add_argument("--scratch", type=Path, help="where the peer is installed")
    parser.add_argument("--only", default="", help="a pattern for the names of generators")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = (arguments.scratch or Path(name)).resolve()
        if re.search(arguments.only, "openapi-generator"):
            install(scratch)
        print(f"{os.cpu_count()} cores, nothing cached; wall, CPU, peak of the largest process")
        for spec in map(find_spec, arguments.specs):
            _print(spec.resolve(), scratch, arguments.only)


def _print(spec: Path, scratch: Path, only: str) -> None:
    document = read(spec)
    given = spec
    if spec.suffix != ".json" or str(document.get("openapi", "")) > "3.1.9":
        reduced = as_openapi_31(document) if str(document["openapi"]) > "3.1.9" else document
        given = write(reduced, scratch / "documents" / f"{spec.stem}.json")
    print(f"\n{spec.name}: {len(list(operations(document)))} operations")
    for run in _runs(spec, given, scratch / "go" / spec.stem):
        if re.search(only, run.name):
            print(f"  {run.name}", flush=True)
            for what, found in _measured(run, scratch):
                print(f"    {what:12} {found}", flush=True)


def _runs(spec: Path, given: Path, folder: Path) -> Iterator[Run]:
    ours = folder / "apiscribe"
    command = (*COMMAND, "generate", spec, "-t", "go", "-o", ours)
    yield Run("apiscribe", command, ours, ours / spec.stem / "go", _OURS)
    theirs = folder / "openapi-generator"
    more = ("--skip-validate-spec", "--additional-properties", "packageName=sdk")
    generator = ("generate", "-i", given, "-g", "go", "-o", theirs, *more)
    yield Run(
        "openapi-generator 7.26.0", ("openapi-generator-cli", *generator), theirs, theirs, _THEIRS
    )


def _measured(run: Run, scratch: Path) -> Iterator[tuple[str, object]]:
    fresh(run.out)
    path = os.pathsep.join([str(scratch / "peers" / "bin"), os.environ["PATH"]])
    environment = {"PATH": path, "APISCRIBE_CACHE_DIR": ""}
    cost = measure(run.command, folder=scratch, environment=environment)
    yield "generate", cost
    if cost.failure:
        return
    shutil.rmtree(run.module / "test", ignore_errors=True)
    files = [p for p in run.module.rglob("*.go") if not p.name.endswith("_test.go")]
    lines = sum(p.read_bytes().count(b"\n") for p in files)
    yield "lines", f"{lines} in {len(files)} files"
    if run.out == run.module:  # the peer's, which requires others
        subprocess.run(["go", "mod", "tidy"], cwd=run.module, check=False, capture_output=True)
    yield from _checked(run, scratch)


def _checked(run: Run, scratch: Path) -> Iterator[tuple[str, object]]:
    """What the tools say; the build first, since the others use what it leaves in the cache."""
    # Without a version control system's state, and with a cache that holds the standard library.
    settings = {"GOCACHE": str(fresh(scratch / "gocache")), "GOFLAGS": "-buildvcs=false"}
    listed = subprocess.run(
        ["go", "list", "-deps", "-f", "{{if .Standard}}{{.ImportPath}}{{end}}", "./..."],
        cwd=run.module,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    subprocess.run(
        ["go", "build", *listed.stdout.split()],
        cwd=run.module,
        env={**os.environ, **settings},
        check=False,
    )
    cost, said = measure_output(["go", "build", "./..."], folder=run.module, environment=settings)
    yield "go build", _first_error(cost, said)
    if not cost.failure:
        for what, keep in (("program", _KEEP_NONE), ("all methods", _KEEP)):
            yield what, _binary(run, keep, settings)
    for command in (
        ["gofmt", "-l", "."],
        ["go", "vet", "./..."],
        [str(find_staticcheck()), "./..."],
    ):
        cost, said = measure_output(command, folder=run.module, environment=settings)
        found = [line for line in said.splitlines() if not line.startswith("#")]
        name = Path(command[0]).name
        yield (
            "go vet" if name == "go" else name,
            f"{len(found)} findings  {cost.wall:.1f} s wall  {cost.peak:.0f} MB"
            + (f"; first: {found[0][:120]}" if found else ""),
        )


def _first_error(cost: Cost, said: str) -> str:
    if not cost.failure:
        return str(cost)
    errors = [line for line in said.splitlines() if re.search(r"\.go:\d+:", line)]
    first = errors[0][:140] if errors else cost.failure
    return f"FAILED after {cost.wall:.1f} s: {first}"


def _binary(run: Run, keep: str, settings: Mapping[str, str]) -> str:
    """The size of a program and what it took to build and link, the module being built already."""
    module = re.search(r"^module (\S+)$", (run.module / "go.mod").read_text(), re.MULTILINE)
    assert module is not None
    folder = fresh(run.module / "cmd" / "probe")
    (folder / "main.go").write_text(run.program.format(module=module[1], keep=keep))
    sizes = []
    for flags in ([], ["-ldflags=-s -w"]):
        command = ["go", "build", *flags, "-o", str(folder / "probe"), "./cmd/probe"]
        cost, said = measure_output(command, folder=run.module, environment=settings)
        if cost.failure:
            return _first_error(cost, said)
        sizes.append(f"{(folder / 'probe').stat().st_size / 1e6:.1f} MB")
    shutil.rmtree(run.module / "cmd")
    return f"{sizes[0]}, stripped {sizes[1]}; {cost.wall:.1f} s to link"


if __name__ == "__main__":
    main()
