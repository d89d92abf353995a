"""Runs the command line as a user does, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


def apiscribe(
    *arguments: str,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    input: str = "",
    python: str = sys.executable,
) -> subprocess.CompletedProcess[str]:
    """`apiscribe ARGUMENTS` in `folder`, piped; `environment` is added to ours."""
    return subprocess.run(
        [python, "-m", "apiscribe", *arguments],
        cwd=folder,
        env={**os.environ, "COLUMNS": "100", **(environment or {})},
        input=input,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def files(folder: Path) -> dict[str, bytes]:
    """Every file below `folder`: relative path → bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
