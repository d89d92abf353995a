"""Every folder of `tests/cases` with a golden IR: its spec, loaded, lowered and passed, is that.

Those with an `expect.yaml` instead say what is to hold of them (`tests/test_cases.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostics
from apiscribe.lower import lower_document
from apiscribe.openapi import load_document
from apiscribe.passes import dump_api, run_passes
from apiscribe.passes.invariants import problems

CASES = Path(__file__).parents[2] / "cases"
NAMES = sorted(
    path.parent.name for path in CASES.glob("*/openapi.yaml") if not path.parent.name[0].isdigit()
)


def settings_of(folder: Path) -> Settings:
    """The case's `sdk.yaml`, if it has one."""
    path = folder / "sdk.yaml"
    data = yaml.safe_load(path.read_text("utf-8")) if path.exists() else {}
    return Settings(**data)


def findings(diagnostics: Diagnostics) -> str:
    """Diagnostics as lines: severity, rule, pointer, sentence."""
    lines = [
        f"{d.severity} {d.rule} {getattr(d.where, 'pointer', '')}\n  {d.message}"
        for d in diagnostics
    ]
    return "".join(line + "\n" for line in lines)


def test_there_are_cases() -> None:
    assert len(NAMES) >= 30


@pytest.mark.parametrize("name", NAMES)
def test_case(name: str, golden: Callable[[Path, str | bytes], None]) -> None:
    folder = CASES / name
    document = load_document(folder / "openapi.yaml", Diagnostics())
    diagnostics = Diagnostics()
    api = run_passes(lower_document(document, settings_of(folder), diagnostics), diagnostics)
    assert problems(api) == []
    golden(folder / "ir.json", dump_api(api))
    golden(folder / "diagnostics.txt", findings(diagnostics))
