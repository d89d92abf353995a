"""Every specification at hand lowers, and nothing of it is lost."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from apiscribe.config import Settings
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.lower import lower_document
from apiscribe.openapi import load_document
from apiscribe.passes import run_passes
from apiscribe.passes.invariants import problems

ROOT = Path(__file__).parents[3]
SHARED = ROOT.parent / "shared"
BUNDLED = sorted((ROOT / "spec").glob("*/openapi.yaml"))
CASES = sorted((SHARED / "cases").glob("*.yaml"))
SPECS = sorted(p for p in (SHARED / "specs").glob("*") if p.suffix in (".json", ".yaml"))
VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")


def operations_in(data: dict[str, Any]) -> int:
    """How many operations the document has under `paths`."""
    count = 0
    for item in (data.get("paths") or {}).values():
        while "$ref" in item:
            here: Any = data
            for token in item["$ref"].removeprefix("#/").split("/"):
                here = here[token.replace("~1", "/").replace("~0", "~")]
            item = here
        count += sum(verb in item for verb in VERBS) + len(item.get("additionalOperations") or {})
    return count


def check(path: Path) -> None:
    diagnostics = Diagnostics()
    document = load_document(path, diagnostics)
    api = run_passes(lower_document(document, Settings(), diagnostics), diagnostics)
    assert problems(api) == []
    assert len(api.operations) == operations_in(document.data)
    assert set(document.data.get("components", {}).get("schemas") or {}) <= set(api.declarations)


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.parent.name)
def test_bundled(path: Path) -> None:
    check(path)


@pytest.mark.skipif(not CASES, reason="../shared/cases is not here")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    # Some of these are broken on purpose: they may stop, but only with diagnostics.
    with suppress(ApiscribeError):
        check(path)


@pytest.mark.skipif(not SPECS, reason="../shared/specs is not here")
@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_spec(path: Path) -> None:
    check(path)
