"""Pages of members in lists, components and shapes, through all stages: code that is well-formed.

`test_page_to_call.py` makes the calls for one page; here every page of these families gives
packages whose Python is imported, module by module, and whose TypeScript and Go have no fault.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import dump_yaml
from apiscribe.pages.transcribe import transcribe
from generated_files import generate, lay_out
from page_facts import cases, pages_of
from source_parsing import faults, parse

FAMILIES = ("field-list", "component-mdx", "json-shape")
PAGES = [(family, case) for family in FAMILIES for case in cases(family)]
IMPORTS = """
import importlib, pkgutil, sys

package = importlib.import_module(sys.argv[1])
for name in package.__all__:
    getattr(package, name)
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print("imported")
"""


@pytest.mark.parametrize(("family", "case"), PAGES)
def test_a_page_gives_packages(family: str, case: str, tmp_path: Path) -> None:
    document = transcribe(pages_of(family, case), Diagnostics()).document
    spec = tmp_path / "openapi.yaml"
    spec.write_text(dump_yaml(document), encoding="utf-8")
    for target, suffix in (("typescript", ".ts"), ("go", ".go")):
        files = generate(target, str(spec))
        sources = {path: text.decode() for path, text in files.items() if path.endswith(suffix)}
        assert sources
        found = {path: faults(parse(target, text)) for path, text in sources.items()}
        assert {path: lines for path, lines in found.items() if lines} == {}
    lay_out(generate("python", str(spec)), tmp_path / "python")
    (marker,) = (tmp_path / "python").rglob("py.typed")
    command = [sys.executable, "-W", "error", "-c", IMPORTS, marker.parent.name]
    run = subprocess.run(
        command,
        cwd=marker.parents[1],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("imported\n", "")
