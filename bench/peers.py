"""Other generators on the same document, installed into a scratch environment by name."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.generation import count_lines, fresh
from bench.timing import Cost, measure_often

REQUIREMENTS = ("openapi-python-client==0.29.1", "openapi-generator-cli==7.26.0", "ruff")


@dataclass(frozen=True, slots=True)
class PeerResult:
    """One peer's run: cost, files and lines of Python written, whether the package imports."""

    name: str
    cost: Cost
    files: int
    lines: int
    imports: bool
    note: str = ""


def install_peers(scratch: Path) -> Path:
    """A virtual environment with the peers; its `bin` folder. Raises `CalledProcessError`."""
    environment = scratch / "peers"
    if not (environment / "bin" / "openapi-python-client").exists():
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        pip = [str(environment / "bin" / "pip"), "install", "-q", *REQUIREMENTS]
        subprocess.run(pip, check=True)
    return environment / "bin"


def run_peers(bundle: Path, scratch: Path, runs: int) -> list[PeerResult]:
    """Both peers on the bundled document. They read no OpenAPI 3.2, so they get it marked 3.1.0."""
    tools = install_peers(scratch)
    document: dict[str, Any] = json.loads(bundle.read_text())
    document["openapi"] = "3.1.0"
    lowered = scratch / "bundle-31.json"
    lowered.write_text(json.dumps(document))
    note = "document marked 3.1.0"
    client = fresh(scratch / "openapi-python-client")
    generator = fresh(scratch / "openapi-generator")
    environment = {"PATH": f"{tools}:/usr/local/bin:/usr/bin:/bin"}
    commands: tuple[tuple[str, Path, Sequence[str | Path]], ...] = (
        (
            "openapi-python-client 0.29.1",
            client,
            (
                tools / "openapi-python-client",
                "generate",
                "--path",
                lowered,
                "--output-path",
                client / "package",
                "--overwrite",
            ),
        ),
        (
            "openapi-generator 7.26.0 (python)",
            generator,
            (
                tools / "openapi-generator-cli",
                "generate",
                "-i",
                lowered,
                "-g",
                "python",
                "-o",
                generator,
                "--additional-properties",
                "packageName=peer",
            ),
        ),
    )
    results = []
    for name, folder, command in commands:
        cost = measure_often(command, runs, environment=environment)
        files, lines = count_lines(folder, ".py")
        results.append(PeerResult(name, cost, files, lines, files > 0, note))
    return results
