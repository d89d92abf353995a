"""Pages in, document, provenance and report out; what cannot be read is one diagnostic each."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics, Severity, Span
from apiscribe.pages.detect import choose_reader, detect, family_ids
from apiscribe.pages.page import Ledger, PageSource, read_pages
from apiscribe.pages.provenance import Trace, lines_text, pointer, provenance
from apiscribe.pages.transcribe import transcribe

SMALL = "Harbour\n\nBerths\n\nList\n\nGET/v1/berths\n\nModelsExpand Collapse\n\nBerth object { id }\n\nid: string"


def test_lines_have_the_numbers_an_editor_shows() -> None:
    page = PageSource("p", "\ufeffone\r\n\r\n  two \u2028 three\rfour\n")
    assert [(line.number, line.text, line.indent) for line in page.lines] == [
        (1, "one", 0),
        (2, "", 0),
        (3, "two \u2028 three", 2),
        (4, "four", 0),
    ]


def test_a_page_is_called_by_its_file_name() -> None:
    assert PageSource("some/folder/page.txt", "").label == "page.txt"
    assert PageSource("some\\folder\\page.txt", "").label == "page.txt"
    assert PageSource("<stdin>", "").label == "<stdin>"


def test_pages_are_read_from_files_and_standard_input(tmp_path: Path) -> None:
    first = tmp_path / "a.txt"
    first.write_bytes("\ufeffnaïve".encode())
    second = tmp_path / "b.txt"
    second.write_bytes("naïve".encode("utf-16"))
    diagnostics = Diagnostics()
    stdin = io.BytesIO(b"from stdin")
    pages = read_pages([str(first), str(second), "-"], diagnostics, stdin)
    assert [page.text for page in pages] == ["naïve", "naïve", "from stdin"]
    assert [page.name for page in pages][2] == "<stdin>"
    assert list(diagnostics) == []


def test_what_cannot_be_read_is_one_error_each(tmp_path: Path) -> None:
    latin = tmp_path / "latin.txt"
    latin.write_bytes("one\nna\u00efve".encode("latin-1"))
    diagnostics = Diagnostics()
    empty = tmp_path / "empty"
    empty.mkdir()
    pages = read_pages([str(tmp_path / "none.txt"), str(empty), str(latin)], diagnostics)
    assert pages == ()
    assert [d.rule for d in diagnostics] == [
        "pages/unreadable",
        "pages/unreadable",
        "pages/not-text",
    ]
    assert all(d.help and d.severity is Severity.ERROR for d in diagnostics)
    last = list(diagnostics)[-1].where
    assert isinstance(last, Span)
    assert last.line == 2


@pytest.mark.parametrize("text", ["", "   \n\t\r\n", "\ufeff"])
def test_an_empty_page(text: str) -> None:
    (found,) = failure(PageSource("empty.txt", text))
    assert found == ("pages/empty", Span("empty.txt", 1))


def test_a_page_of_no_known_family_names_the_families() -> None:
    diagnostics = Diagnostics()
    page = PageSource("poem.txt", "\n\nRoses are red.\nViolets are blue.\n")
    with pytest.raises(ApiscribeError) as stopped:
        transcribe([page], diagnostics)
    (found,) = stopped.value.diagnostics
    assert stopped.value.exit_code == 2
    assert found.rule == "pages/unknown-family"
    assert found.where == Span("poem.txt", 3)
    assert "--family" in found.help
    assert all(family in found.help for family in family_ids())


def test_a_family_that_does_not_exist_names_the_nearest() -> None:
    diagnostics = Diagnostics()
    assert choose_reader(PageSource("p", SMALL), diagnostics, "stainles-text") is None
    (found,) = diagnostics
    assert found.rule == "pages/unknown-family-name"
    assert "Did you mean stainless-text?" in found.help


def test_no_page_at_all() -> None:
    with pytest.raises(ApiscribeError) as stopped:
        transcribe([], Diagnostics())
    assert [d.rule for d in stopped.value.diagnostics] == ["pages/none"]


def test_every_bad_page_is_reported_at_once() -> None:
    pages = [PageSource("a", ""), PageSource("b", SMALL), PageSource("c", "Roses are red.")]
    with pytest.raises(ApiscribeError) as stopped:
        transcribe(pages, Diagnostics())
    assert [d.rule for d in stopped.value.diagnostics] == ["pages/empty", "pages/unknown-family"]


def failure(*pages: PageSource) -> list[tuple[str, object]]:
    with pytest.raises(ApiscribeError) as stopped:
        transcribe(pages, Diagnostics())
    return [(d.rule, d.where) for d in stopped.value.diagnostics]


def test_the_family_can_be_named() -> None:
    page = PageSource("p.txt", "Models\n\nThing object { id }\n\nid: string")
    assert detect(page) is None
    result = transcribe([page], Diagnostics(), family="stainless-text")
    assert result.report.pages[0].family == "stainless-text"


@pytest.mark.parametrize("family", family_ids())
def test_a_page_that_gives_nothing_is_an_error(family: str) -> None:
    with pytest.raises(ApiscribeError) as stopped:
        transcribe([PageSource("p.txt", "\nJust prose.")], Diagnostics(), family=family)
    (found,) = stopped.value.diagnostics
    assert stopped.value.exit_code == 2
    assert found.rule == "pages/nothing-read"
    assert isinstance(found.where, Span)
    assert (found.where.file, found.where.line) == ("p.txt", 2)
    assert family in found.message
    assert "an operation is a line such as" in found.help


def test_a_page_read_as_the_wrong_family_names_the_right_one() -> None:
    with pytest.raises(ApiscribeError) as stopped:
        transcribe([PageSource("p.txt", SMALL)], Diagnostics(), family="stainless-md")
    (found,) = stopped.value.diagnostics
    assert found.rule == "pages/nothing-read"
    assert "--family stainless-text" in found.help


def test_an_overview_needs_pages_with_operations_beside_it() -> None:
    overview = PageSource("README.md", "# Harbour\n\nversion: `2`\n\nAll ships.\n")
    page = PageSource("page.md", "# Ship\n\n- `Ship object { id }`\n  - `id: string`\n")
    empty = PageSource("empty.md", "# Harbour\n\nHow to moor.\n")
    document = transcribe([overview, page], Diagnostics()).document
    assert document["info"] == {"title": "Harbour", "description": "All ships.", "version": "2"}
    assert failure(overview) == [("pages/nothing-read", Span("README.md", 1))]
    with pytest.raises(ApiscribeError) as stopped:
        transcribe([overview, page, empty], Diagnostics(), family="stainless-md")
    assert [(d.rule, d.where) for d in stopped.value.diagnostics] == [
        ("pages/nothing-read", Span("empty.md", 3))
    ]


def test_the_report_for_people() -> None:
    page = PageSource("folder/small.txt", SMALL + "\n\nstray: string")
    result = transcribe([page], Diagnostics(), family="stainless-text")
    assert result.report.to_text() == (
        "small.txt: stainless-text, 15 lines\n"
        "\n"
        "  1 operation\n"
        "  1 listed model\n"
        "  1 named schema\n"
        "  1 member\n"
        "    1 required\n"
        "  facts: 4 stated, 2 inferred, 2 assumed\n"
        "\n"
        "Operations (1)\n"
        "  GET /v1/berths: 2 stated, 2 inferred, 0 assumed\n"
        "    missing: What does GET /v1/berths answer? No page says it.\n"
        "\n"
        "Open questions (3)\n"
        "  Where is the API? No page names its server.\n"
        "  How does a caller authenticate? No page says it; write `security: []` if nobody has to.\n"
        "  Which version of the API is this? v1 is assumed.\n"
        "\n"
        "Inferred (2)\n"
        "  Made of the resource and the method name.\n"
        "    /paths/~1v1~1berths/get/operationId (line 5-7)\n"
        "  The method and path suggest the name.\n"
        "    /paths/~1v1~1berths/get/x-sdk (line 1, 3, 5-7)\n"
        "\n"
        "Assumed (2)\n"
        "  The page does not name the API; these are its headings.\n"
        "    /info/title (line 1, 3)\n"
        "  The page does not give the API's version; every path begins with this one.\n"
        "    /info/version (line 5-7)\n"
        "\n"
        "Conflicts: none\n"
        "\n"
        "Lines not understood (1)\n"
        "  stray: string (line 15)\n"
        "    reads like a member, where none is due\n"
    )


def test_provenance_names_no_folder_and_tells_pages_apart() -> None:
    pages = [PageSource("one/page.txt", SMALL), PageSource("two/page.txt", SMALL)]
    result = transcribe(pages, Diagnostics(), family="stainless-text")
    first, second = result.provenance["pages"]
    assert (first["name"], second["name"]) == ("page.txt", "page.txt (2)")
    assert first["sha256"] == pages[0].digest
    member = result.provenance["facts"]["/components/schemas/Berth/properties/id"]
    assert member == {"lines": {"0": "13", "1": "13"}}
    assert "one/" not in str(result.provenance)


def test_lines_are_sorted_and_kept_once() -> None:
    spans = [Span("p", 9), Span("p", 3, end_line=4), Span("p", 9), Span("p", 0)]
    assert lines_text(spans) == "3-4, 9"
    assert pointer("paths", "/a~b", 0) == "/paths/~1a~0b/0"
    assert provenance([], [], Trace()) == {"format": 1, "pages": [], "facts": {}}


def test_a_ledger_forgets_no_line() -> None:
    ledger = Ledger(PageSource("p", "a\n\nb\nc\nd"))
    ledger.fact(1)
    ledger.drop([2, 3], "noise")
    ledger.refuse(4, "odd")
    assert ledger.unread() == {4: "odd", 5: ""}
    assert ledger.furniture == {3: "noise"}


EXAMPLES = """\
# Jars

## Fill a jar

`POST /jars`

Request body

| Field | Type | Example |
| --- | --- | --- |
| grams | integer | 40 |
| kind | string | `jam` |
| shape | `round` or `flat` | oval |
| open | boolean | perhaps |
| extra | | 7 |
"""


def test_the_example_of_a_member_is_in_its_schema_where_it_fits() -> None:
    """One that is no value of the type is left out; without a type, nothing tells what it is."""
    document = transcribe([PageSource("jars.md", EXAMPLES)], Diagnostics()).document
    body = document["paths"]["/jars"]["post"]["requestBody"]["content"]["application/json"]
    members = body["schema"]["properties"]
    shown = {name: schema.get("examples") for name, schema in members.items()}
    assert shown == {"grams": [40], "kind": ["jam"], "shape": None, "open": None, "extra": None}
