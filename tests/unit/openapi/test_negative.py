"""Bad documents and all that is said about them: `tests/negative/<case>/expected.txt`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostic, Diagnostics
from apiscribe.openapi import load_document, validate_document

FOLDER = Path(__file__).parents[2] / "negative"
CASES = sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())


def findings(folder: Path) -> Diagnostics:
    """Load and validate the document of a case."""
    diagnostics = Diagnostics()
    document = next(path for path in folder.glob("openapi.*"))
    overlays = sorted(folder.glob("overlay.*"))
    try:
        loaded = load_document(document, diagnostics, overlays=overlays)
        validate_document(loaded, diagnostics)
    except ApiscribeError:
        pass
    return diagnostics


def line(diagnostics: Diagnostics, found: Diagnostic) -> str:
    """One finding as people see it."""
    span = diagnostics.locate(found.where)
    name = Path(span.file).name if span else "?"
    place = f"{name}:{span.line}:{span.column}" if span else "?"
    help = f"\n    {found.help}" if found.help else ""
    return f"{place}: {found.severity} {found.rule}: {found.message}{help}"


@pytest.mark.parametrize("case", CASES)
def test_everything_wrong_is_said_with_its_place(
    case: str, golden: Callable[[Path, str], None]
) -> None:
    diagnostics = findings(FOLDER / case)
    lines = [line(diagnostics, found) for found in diagnostics]
    assert lines, "a negative case without a finding"
    golden(FOLDER / case / "expected.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("case", CASES)
def test_every_finding_has_a_line(case: str) -> None:
    diagnostics = findings(FOLDER / case)
    for found in diagnostics:
        span = diagnostics.locate(found.where)
        assert span is not None, found
        assert span.line >= 1
        assert span.column >= 1


def test_a_missing_file_is_one_error() -> None:
    diagnostics = Diagnostics()
    with pytest.raises(ApiscribeError) as caught:
        load_document(FOLDER / "nowhere.yaml", diagnostics)
    assert caught.value.exit_code == 2
    assert [found.rule for found in diagnostics] == ["source/unreadable"]
    assert "no such file" in diagnostics.items[0].message
