"""Generators on the same document, ours among them; the peers from a scratch environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bench.generation import count_lines, fresh
from bench.timing import Cost, measure_often

REQUIREMENTS = ("openapi-python-client==0.29.1", "openapi-generator-cli==7.26.0", "ruff==0.17.6")
# What the peers' packages and ours need to be imported.
RUNTIME = (
    "httpx",
    "httpx2",
    "attrs",
    "python-dateutil",
    "pydantic",
    "urllib3",
    "typing-extensions",
)

_IMPORT_ALL = """
import importlib, pathlib, sys
root, good, bad = pathlib.Path(sys.argv[1]), 0, []
sys.path.insert(0, str(root.parent))
for path in sorted(root.rglob("*.py")):
    name = ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")
    try:
        importlib.import_module(name)
        good += 1
    except Exception as error:
        bad.append(f"{name}: {type(error).__name__}: {error}".splitlines()[0][:100])
print(f"{good} of {good + len(bad)} modules import" + (f" (FAILED: {bad[0]})" if bad else ""))
"""


@dataclass(frozen=True, slots=True)
class Peer:
    """A command, the folder it fills, and where in it (a pattern) the package is."""

    name: str
    command: Sequence[str | Path]
    folder: Path
    package: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PeerResult:
    """One run: cost, files and lines of Python written (tests left out), what of it imports."""

    name: str
    cost: Cost
    files: int
    lines: int
    imports: str
    note: str


def install_peers(scratch: Path) -> Path:
    """A virtual environment with the peers; its `bin` folder. Raises `CalledProcessError`."""
    environment = scratch / "peers"
    if not (environment / "bin" / "openapi-python-client").exists():
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        pip = [str(environment / "bin" / "pip"), "install", "-q", *REQUIREMENTS, *RUNTIME]
        subprocess.run(pip, check=True)
    return environment / "bin"


def run_peers(
    ours: Sequence[str | Path], bundle: Path, scratch: Path, runs: int
) -> Iterator[PeerResult]:
    """All generators on the bundled document, each run into an empty folder."""
    tools = install_peers(scratch)
    environment = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "APISCRIBE_CACHE_DIR": ""}
    for peer in _peers(ours, bundle, scratch, tools):
        before = partial(fresh, peer.folder)
        cost = measure_often(peer.command, runs, environment=environment, before=before)
        files, lines = count_lines(peer.folder, ".py")
        imports = _imports(tools, peer)
        yield PeerResult(peer.name, cost, files, lines, imports, peer.note)


def _peers(
    ours: Sequence[str | Path], bundle: Path, scratch: Path, tools: Path
) -> tuple[Peer, ...]:
    """They read no OpenAPI 3.2, so they get the document without what is new in it."""
    lowered = scratch / "bundle-31.json"
    lowered.write_text(json.dumps(as_openapi_31(json.loads(bundle.read_text()))))
    folders = [scratch / "out" / name for name in ("ours", "client", "generator")]
    client = ("generate", "--path", lowered, "--output-path", folders[1] / "peer", "--overwrite")
    generator = ("generate", "-i", lowered, "-g", "python", "-o", folders[2])
    note = "; document reduced to OpenAPI 3.1"
    return (
        Peer(
            "apiscribe",
            (*ours, "generate", bundle, "-t", "python", "-o", folders[0]),
            folders[0],
            "src/*",
        ),
        Peer(
            "openapi-python-client 0.29.1",
            (tools / "openapi-python-client", *client, "--meta", "none"),
            folders[1],
            "peer",
            note,
        ),
        Peer(
            "openapi-generator 7.26.0 (python)",
            (
                tools / "openapi-generator-cli",
                *generator,
                "--additional-properties",
                "packageName=peer",
            ),
            folders[2],
            "peer",
            note,
        ),
    )


def as_openapi_31(document: dict[str, Any]) -> dict[str, Any]:
    """Marked 3.1.0, without the 3.2 members our bundles use: names of servers, `itemSchema`."""

    def reduced(value: Any) -> Any:
        if isinstance(value, list):
            return [reduced(item) for item in value]
        if isinstance(value, dict):
            return {key: reduced(item) for key, item in value.items() if key != "itemSchema"}
        return value

    servers = [
        {key: value for key, value in server.items() if key != "name"}
        for server in document.get("servers", [])
    ]
    return {**reduced(document), "openapi": "3.1.0", **({"servers": servers} if servers else {})}


def _imports(tools: Path, peer: Peer) -> str:
    """How many modules of the package import, and the first failure."""
    package = next(
        (p.parent for p in sorted(peer.folder.rglob(f"{peer.package}/__init__.py"))), None
    )
    if package is None:
        return f"FAILED: no package {peer.package}"
    command = [str(tools / "python"), "-c", _IMPORT_ALL, str(package)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    last = (run.stdout.strip() or run.stderr.strip() or "no answer").splitlines()[-1]
    return last if run.returncode == 0 else f"FAILED to import: {last[:160]}"
