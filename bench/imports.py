"""What importing a generated package costs its user, beside its dependencies alone."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bench.timing import Cost, measure, measure_often

STATEMENTS: tuple[tuple[str, str], ...] = (
    ("bare interpreter", "pass"),
    ("pydantic + httpx2", "import pydantic, httpx2; pydantic.BaseModel; httpx2.Client"),
    ("import scale_sgp", "import scale_sgp"),
    (
        "  + client",
        "import scale_sgp; scale_sgp.ScaleSGP(api_key='k', account_id='a')",
    ),
    (
        "  + client, resource, every model of chat",
        "import scale_sgp; c = scale_sgp.ScaleSGP(api_key='k', account_id='a');"
        "c.chat.completions; import scale_sgp.types as t;"
        "[getattr(t, n) for n in dir(t) if n[0].isupper()]",
    ),
    ("import reverix", "import reverix"),
)


def measure_imports(generated: Path, runs: int) -> list[tuple[str, Cost]]:
    """Each statement in a fresh interpreter, byte code warm."""
    path = os.pathsep.join(str(generated / api / "python" / "src") for api in ("scale", "reverix"))
    rows = []
    for label, statement in STATEMENTS:
        command = (sys.executable, "-c", statement)
        environment = {"PYTHONPATH": path}
        measure(command, environment=environment)
        rows.append((label, measure_often(command, runs, environment=environment)))
    return rows
