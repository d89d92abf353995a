"""Go and its tools for tests: found, or installed once into the tests' cache by their names."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path, PurePosixPath

import pytest
from conftest import require_tool

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".pytest_cache" / "go"
STATICCHECK = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"
MODULE = "sdk.test"
"""Path of the module that packages laid out side by side belong to."""
VECTOR_FILES = frozenset({"conformance_test.go", "support_test.go"})
"""The files of a package's vectors; its other tests want a mock server of its API."""


@cache
def go() -> str:
    """The `go` command; skips (fails under CI=true) where it is missing."""
    found = shutil.which("go")
    require_tool(found and shutil.which("gofmt"), "Go")
    return str(found)


def environment(**more: str) -> dict[str, str]:
    """The environment of a run: modules are not fetched, and little runs at once."""
    return {
        **os.environ,
        "GOFLAGS": "-mod=mod",
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
        "GOWORK": "off",
        **more,
    }


def run(
    *arguments: str, folder: Path, timeout: float = 900, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run `go` in `folder`."""
    return subprocess.run(
        [go(), *arguments],
        cwd=folder,
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=timeout,
    )


def check(*arguments: str, folder: Path, **more: str) -> None:
    """Run `go`, which must be content."""
    found = run(*arguments, folder=folder, timeout=900, **more)
    if found.returncode:
        text = (found.stdout + found.stderr)[-6000:]
        pytest.fail(f"go {' '.join(arguments)}\n{text}", pytrace=False)


def unformatted(folder: Path) -> str:
    """The files that gofmt would change, one a line, and what it would change."""
    command = [str(Path(go()).with_name("gofmt")), "-d", "."]
    if not Path(command[0]).exists():
        command[0] = "gofmt"
    found = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return (found.stdout + found.stderr)[:6000]


@cache
def has_race() -> bool:
    """Whether the race detector can be built: it takes cgo and a C compiler."""
    enabled = run("env", "CGO_ENABLED", folder=ROOT).stdout.strip() == "1"
    return enabled and bool(shutil.which("gcc") or shutil.which("cc"))


@cache
def staticcheck() -> Path:
    """The linter, built once by its module's own name."""
    folder = CACHE / "bin"
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / "staticcheck"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            settings = {**os.environ, "GOBIN": str(folder), "GOFLAGS": ""}
            found = subprocess.run(
                [go(), "install", STATICCHECK],
                env=settings,
                capture_output=True,
                text=True,
                timeout=900,
            )
            if found.returncode:
                require_tool(False, f"go install staticcheck ({found.stderr.strip()[-300:]})")
    return place


def write_package(
    files: Mapping[str, bytes], folder: Path, name: str, own: Sequence[str] = ()
) -> Path:
    """Lay a package out as `<folder>/<name>` of one module whose packages share one `core`.

    `own` are files that are left out. The package was generated as the module `sdk.test/<name>`.
    """
    place = folder / name
    (folder / "go.mod").write_text(f"module {MODULE}\n\ngo 1.23\n")
    for path, content in files.items():
        inner = PurePosixPath(path)
        if path == "go.mod" or path in own:
            continue
        shared = inner.parts[0] == "core"
        file = folder / inner if shared else place / inner
        file.parent.mkdir(parents=True, exist_ok=True)
        text = content.decode().replace(f'"{MODULE}/{name}/core"', f'"{MODULE}/core"')
        assert not shared or not file.exists() or file.read_text() == text, path
        file.write_text(text)
    return place


def read_events(text: str) -> Mapping[tuple[str, str], str]:
    """`go test -json` as output by package and test; "" for those that passed."""
    said: dict[tuple[str, str], list[str]] = defaultdict(list)
    found: dict[tuple[str, str], str] = {}
    for line in text.split("\n"):  # U+0085 and its like stand in texts
        if not line.startswith("{"):
            continue
        event = json.loads(line)
        key = (event.get("Package", "").rpartition("/")[2], event.get("Test", ""))
        if event["Action"] == "output":
            said[key].append(event["Output"])
        elif event["Action"] in ("pass", "fail", "skip"):
            found[key] = "" if event["Action"] == "pass" else "".join(said[key]) or event["Action"]
    return found
