"""Pages of a site in Chromium, and before an independent reader of HTML."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from conftest import require_tool
from node_tools import node_modules

_AT_ONCE = 100
"""Pages in one call of the validator."""


def drive(job: dict[str, Any]) -> dict[str, Any]:
    """The answer of `site_driver.mjs`."""
    names = ("chromium", "chromium-browser", "google-chrome")
    chromium = next((found for name in names if (found := shutil.which(name))), None)
    require_tool(chromium, "Chromium")
    modules = node_modules()
    driver = modules.parent / "site_driver.mjs"  # beside its modules, where Node looks for them
    driver.write_text((Path(__file__).parent / "site_driver.mjs").read_text())
    if job.pop("axe", False):
        job["axe"] = str(modules / "axe-core" / "axe.min.js")
    run = subprocess.run(
        ["node", str(driver)],
        input=json.dumps({"executablePath": chromium, **job}),
        cwd=modules.parent,
        env={**os.environ, "NODE_PATH": str(modules)},
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert run.returncode == 0, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def html_faults(folder: Path, pages: Sequence[str]) -> str:
    """What html-validate, an independent reader of the HTML standard, finds; "" for nothing."""
    tool = node_modules() / ".bin" / "html-validate"
    settings = folder / ".htmlvalidate.json"
    settings.write_text('{"root": true, "extends": ["html-validate:standard"]}')
    found = []
    for start in range(0, len(pages), _AT_ONCE):
        command = [str(tool), "--config", settings.name, *pages[start : start + _AT_ONCE]]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
        if run.returncode:
            found.append(run.stdout[-4000:] + run.stderr[-1000:])
    settings.unlink()
    return "\n".join(found)
