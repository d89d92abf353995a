"""A folder of pages as one API, and what a person can do with what the pages leave open."""

from __future__ import annotations

from pathlib import Path

import yaml
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import load_document
from command import apiscribe
from page_facts import PAGES

GET = """# Get a lamp

`GET /lamps/{id}`

| Parameter | Required | Description |
| --- | --- | --- |
| room | no | Where it is |
"""
SWITCH = """# Switch a lamp

`POST /lamps/{id}/switch`
"""


def folder_of(tmp_path: Path) -> Path:
    (tmp_path / "pages" / "deep").mkdir(parents=True)
    (tmp_path / "pages" / "get.md").write_text(GET, encoding="utf-8")
    (tmp_path / "pages" / "deep" / "switch.md").write_text(SWITCH, encoding="utf-8")
    (tmp_path / "pages" / "guide.md").write_text("# Guide\n\nBuy a lamp.\n", encoding="utf-8")
    (tmp_path / "pages" / "logo.svg").write_text("<svg/>", encoding="utf-8")
    return tmp_path


def test_a_folder_is_one_api(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    run = apiscribe(
        "transcribe", "pages", "--family", "hand-written", "-o", "openapi.yaml", folder=folder
    )
    assert run.returncode == 0, run.stderr
    document = yaml.safe_load((folder / "openapi.yaml").read_text(encoding="utf-8"))
    assert list(document["paths"]) == ["/lamps/{id}/switch", "/lamps/{id}"]
    assert "pages/guide.md" in run.stderr, "what is no reference page is said, and stops nothing"


def test_the_overlay_asks_what_is_open_and_changes_nothing_yet(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    page = ("transcribe", "pages/get.md", "-o", "openapi.yaml", "--overlay", "overlay.yaml")
    run = apiscribe(*page, folder=folder)
    assert run.returncode == 0, run.stderr
    text = (folder / "overlay.yaml").read_text(encoding="utf-8")
    assert "# Where is the API?" in text
    assert "# How does a caller authenticate?" in text
    assert "# What does GET /lamps/{id} answer?" in text
    assert "query parameter room of GET /lamps/{id}?" in text
    diagnostics = Diagnostics()
    plain = load_document(folder / "openapi.yaml", diagnostics)
    laid = load_document(folder / "openapi.yaml", diagnostics, overlays=[folder / "overlay.yaml"])
    assert not diagnostics.errors
    assert laid.data == plain.data
    again = apiscribe(*page, folder=folder)
    assert again.returncode == 2, "a person's overlay is never written over"


def test_every_action_of_the_overlay_can_be_taken(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    apiscribe(
        "transcribe",
        "pages",
        "--family",
        "hand-written",
        "-o",
        "openapi.yaml",
        "--overlay",
        "o.yaml",
        folder=folder,
    )
    lines = (folder / "o.yaml").read_text(encoding="utf-8").splitlines()
    start = lines.index("actions:")
    taken = [
        line.removeprefix("# ") if line.startswith(("# - ", "#   ")) else line
        for line in lines[start:]
        if not line.startswith("# ") or line.startswith(("# - ", "#   "))
    ]
    taken = [line.removeprefix("#") if line.startswith("#  ") else line for line in taken]
    taken = [
        " " + line if line.startswith(" ") and not line.startswith("  ") else line for line in taken
    ]
    text = "\n".join([*lines[:start], *taken])
    (folder / "o.yaml").write_text(
        text.replace("x-source:\n", "x-source: asked\n"), encoding="utf-8"
    )
    diagnostics = Diagnostics()
    document = load_document(folder / "openapi.yaml", diagnostics, overlays=[folder / "o.yaml"])
    assert not diagnostics.errors, [d.message for d in diagnostics]
    assert document.data["servers"] == [{"url": "https://…"}]
    assert "200" in document.data["paths"]["/lamps/{id}"]["get"]["responses"]


def test_the_report_goes_through_the_operations(tmp_path: Path) -> None:
    run = apiscribe(
        "transcribe", str(PAGES / "examples" / "owl.md"), "--report", "report.txt", folder=tmp_path
    )
    assert run.returncode == 0, run.stderr
    report = (tmp_path / "report.txt").read_text(encoding="utf-8")
    assert "Operations (3)" in report
    assert "missing: What does DELETE /v1/models/owl-7b answer? No page says it." in report
