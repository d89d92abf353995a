"""A folder of pages as one API, and what a person can do with what the pages leave open."""

from __future__ import annotations

from pathlib import Path

import yaml
from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import load_document
from apiscribe.pages.detect import family_ids
from apiscribe.pages.page import PageSource
from apiscribe.pages.shared_shapes import FAMILIES
from apiscribe.pages.transcribe import transcribe
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


OVERVIEW = (
    "# Dairy API\n\nThe host is `https://api.dairy.example`. "
    "Every request carries `Authorization: Bearer <token>`.\n"
)
MILK = "# {0}\n\n## GET /{0}\n\n### Response\n\n| Field | Type |\n|--|--|\n| a | string |\n"


def dairy(tmp_path: Path) -> Path:
    """A folder with an overview and two pages of one file name."""
    for name, text in (
        ("README.md", OVERVIEW),
        ("milk/index.md", MILK.format("milk")),
        ("cows/index.md", MILK.format("cows")),
        (".drafts/bulls.md", MILK.format("bulls")),
    ):
        path = tmp_path / "api" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_an_overview_beside_other_pages_is_read(tmp_path: Path) -> None:
    run = apiscribe("transcribe", "api", "--strict", folder=dairy(tmp_path))
    document = yaml.safe_load(run.stdout)
    assert run.returncode == 0, run.stderr
    assert document["info"]["title"] == "Dairy API"
    assert document["servers"] == [{"url": "https://api.dairy.example"}]
    (scheme,) = document["components"]["securitySchemes"].values()
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    assert list(document["paths"]) == ["/cows", "/milk"]


def test_a_page_left_out_is_a_finding_of_strict_runs(tmp_path: Path) -> None:
    folder = dairy(tmp_path)
    (folder / "api" / "poem.md").write_text("Roses are red.\nViolets are blue.\n")
    assert apiscribe("transcribe", "api", folder=folder).returncode == 0
    run = apiscribe("transcribe", "api", "--strict", folder=folder)
    assert run.returncode == 1
    assert "poem.md:1: warning[pages/unknown-family]" in run.stderr


def test_a_folder_may_be_named_in_any_way(tmp_path: Path) -> None:
    folder = dairy(tmp_path)
    (folder / "beside").mkdir()
    plain = apiscribe("transcribe", "api", folder=folder)
    for name, working in (("../api", "beside"), (".", "api"), ("../api/", "api")):
        run = apiscribe("transcribe", name, folder=folder / working)
        assert (run.returncode, run.stdout) == (0, plain.stdout), run.stderr
    hidden = apiscribe("transcribe", "api/.drafts", folder=folder)
    assert list(yaml.safe_load(hidden.stdout)["paths"]) == ["/bulls"]


def test_pages_of_one_name_are_verified_by_their_folders(tmp_path: Path) -> None:
    folder = dairy(tmp_path)
    assert apiscribe("transcribe", "api", "-o", "dairy.yaml", folder=folder).returncode == 0
    for names in (
        (),
        ("api",),
        ("api/milk/index.md", "api/cows/index.md", "api/README.md"),
    ):
        run = apiscribe("verify", "dairy.yaml", *names, folder=folder)
        assert run.returncode == 0, run.stdout + run.stderr
    page = folder / "api" / "milk" / "index.md"
    page.write_text(page.read_text().replace("string", "integer"))
    run = apiscribe("verify", "dairy.yaml", folder=folder)
    assert run.returncode == 1
    assert "GET /milk" in run.stdout
    assert "GET /cows" not in run.stdout


PASTED = """\
{title}

{method}
/
v1
/
nests
/
{{nest_id}}

Path Parameters

nest_id
string
required

The nest.

Response

200 - application/json

The nest

id
string
required

Its id.

size
enum<string>

Available options:
s,
m
"""


def test_an_object_of_several_pasted_pages_is_one_schema() -> None:
    """`share` goes by the family's id: a name that is no family's shares nothing, in silence."""
    pages = [
        PageSource("get.txt", PASTED.format(title="Get a nest", method="GET")),
        PageSource("put.txt", PASTED.format(title="Put a nest", method="PUT")),
    ]
    document = transcribe(pages, Diagnostics()).document
    assert list(document["components"]["schemas"]) == ["Nest"]
    for method in ("get", "put"):
        answer = document["paths"]["/v1/nests/{nest_id}"][method]["responses"]["200"]
        assert answer["content"]["application/json"]["schema"] == {
            "$ref": "#/components/schemas/Nest"
        }


def test_families_whose_shapes_are_shared_are_families() -> None:
    assert set(family_ids()) > FAMILIES
