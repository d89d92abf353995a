"""Whole pages of Stainless Markdown: genuine forms, our docs' forms, damage, other flavours."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.openapi import dump_yaml
from apiscribe.pages.page import PageSource
from apiscribe.pages.provenance import dump_json
from apiscribe.pages.stainless_markdown import score
from apiscribe.pages.transcribe import transcribe

FOLDER = Path(__file__).parents[2] / "pages" / "stainless-md"
FLAVOURS = ("python", "go", "typescript", "java")
CASES = sorted(path.stem for path in FOLDER.iterdir() if path.suffix == ".md" or path.is_dir())
CASES = [c for c in CASES if c not in FLAVOURS and not (FOLDER / f"{c}.facts").exists()]


def pages_of(case: str) -> list[PageSource]:
    """The page, or the pages of a folder."""
    folder = FOLDER / case
    paths = sorted(folder.glob("*.md")) if folder.is_dir() else [FOLDER / f"{case}.md"]
    return [PageSource(path.name, path.read_text(encoding="utf-8")) for path in paths]


@pytest.mark.parametrize("case", CASES)
def test_page_gives_spec_and_report(case: str, golden: Callable[[Path, str | bytes], None]) -> None:
    result = transcribe(pages_of(case), Diagnostics())
    families = {page["family"] for page in result.provenance["pages"]}
    assert families == {"stainless-md"}, "detected without --family"
    golden(FOLDER / f"{case}.yaml", dump_yaml(result.document))
    golden(FOLDER / f"{case}.json", dump_json(result.report.to_json()))


@pytest.mark.parametrize("case", CASES)
def test_line_ends_do_not_matter(case: str) -> None:
    pages = pages_of(case)
    windows = [PageSource(page.name, page.text.replace("\n", "\r\n")) for page in pages]
    assert transcribe(windows, Diagnostics()).document == transcribe(pages, Diagnostics()).document


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_other_flavours_are_refused(flavour: str) -> None:
    page = pages_of(flavour)[0]
    assert score(page) > 0.5, "it is of this family, and not readable"
    with pytest.raises(ApiscribeError) as caught:
        transcribe([page], Diagnostics())
    (found,) = caught.value.diagnostics
    assert found.rule == "pages/language-flavour"
    assert flavour in found.message.lower()
    assert "HTTP" in found.help
    assert caught.value.exit_code == 2


def test_omitting_descriptions_keeps_facts_only() -> None:
    kept = transcribe(pages_of("atlas"), Diagnostics()).document
    omitted = transcribe(pages_of("atlas"), Diagnostics(), descriptions="omit").document
    text = dump_yaml(omitted)
    for sentence in ("Sends maps", "Everything on paper", "See maps", "Where the printer stands"):
        assert sentence in dump_yaml(kept)
        assert sentence not in text
    assert "Fen" not in text, "examples are the page's text too"
    schemas = omitted["components"]["schemas"]
    assert (
        schemas["Map"]["properties"].keys()
        == kept["components"]["schemas"]["Map"]["properties"].keys()
    )


@pytest.mark.parametrize(
    ("span", "path"),
    [
        ("`/a/{b}`", "/a/{b}"),
        ("`` /a`b ``", "/a`b"),
        ('`"/a\\nb"`', "/a\nb"),
    ],
)
def test_odd_paths(span: str, path: str) -> None:
    page = PageSource("page.md", f"# Get\n\n**get** {span}\n\n## Returns\n\n- `id: string`\n")
    document = transcribe([page], Diagnostics()).document
    assert list(document["paths"]) == [path]


def test_front_matter_address_names_the_method() -> None:
    text = "---\nurl: {}\n---\n\n# Get it\n\n**get** `/x`\n\n## Returns\n\n- `id: string`\n"
    found = []
    for address in (
        "https://x.test/api/resources/chat/subresources/log-lines/methods/create/",
        "https://x.test/docs/en/api/messages/count_tokens",
        "https://x.test/somewhere/else",
    ):
        page = PageSource("page.md", text.format(address))
        operation = transcribe([page], Diagnostics()).document["paths"]["/x"]["get"]
        found.append(operation.get("x-sdk"))
    assert found == [
        {"resource": "chat.log_lines", "method": "create"},
        {"resource": "messages", "method": "count_tokens"},
        None,
    ]
