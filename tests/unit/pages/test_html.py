"""Saved HTML pages: read as their Markdown, told by the lines of the file."""

from __future__ import annotations

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pages.html_page import as_text
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import transcribe
from page_facts import PAGES

SAVED = PAGES / "hand-written" / "saved.html"


def test_lines_are_those_of_the_file() -> None:
    page = PageSource(SAVED.name, SAVED.read_text(encoding="utf-8"))
    rows = page.text.split("\n")
    facts = transcribe([page], Diagnostics()).provenance["facts"]
    at = "/paths/~1orders/post/requestBody/content/application~1json/schema/properties/cups"
    assert "<code>cups</code>" in rows[int(facts[at]["lines"]) - 1]
    assert "POST" in rows[int(facts["/paths/~1orders/post"]["lines"]) - 1]


def test_clutter_is_left_out() -> None:
    text = as_text(PageSource(SAVED.name, SAVED.read_text(encoding="utf-8"))).text
    assert "Tea house Ltd." not in text
    assert "/nothing" not in text
    assert "Copy page" not in text


def test_the_digest_is_that_of_the_file() -> None:
    page = PageSource(SAVED.name, SAVED.read_text(encoding="utf-8"))
    assert as_text(page).digest == page.digest


def test_a_document_in_a_tag_is_lifted_out_of_the_file_itself() -> None:
    page = PageSource(
        "docs.html",
        '<!doctype html>\n<html><body>\n<script type="application/json">\n'
        '{"openapi": "3.1.0", "info": {"title": "T", "version": "1"},\n'
        ' "paths": {"/t": {"get": {"responses": {"200": {"description": "ok"}}}}}}\n'
        "</script></body></html>\n",
    )
    result = transcribe([page], Diagnostics())
    assert result.provenance["facts"]["/paths/~1t/get"]["lines"] == "5"


def test_a_page_of_scripts_alone_says_so() -> None:
    text = '<!doctype html>\n<html><body><div id="root"></div><script src="a.js"></script></body></html>'
    with pytest.raises(ApiscribeError) as stopped:
        transcribe([PageSource("app.html", text)], Diagnostics())
    (found,) = stopped.value.diagnostics
    assert found.rule == "pages/no-content"
    assert "browser" in found.help
