"""Small pages: no tables, parts of HTML, lists of members without code spans."""

from __future__ import annotations

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.detect import detect
from apiscribe.pages.html_page import as_text
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import transcribe
from page_facts import fact_lines

ANIMALS = """\
# Animals

Server: https://api.zoo.test

## List animals

`GET /animals`

Returns all animals.
"""
FRAGMENT = """\
<h1>Animals</h1>
<p>Base URL: https://api.zoo.test</p>
<h2>List animals</h2>
<p><code>GET /animals</code></p>
<h3>Query parameters</h3>
<table><tr><th>Name</th><th>Type</th><th>Required</th></tr><tr><td>limit</td><td>integer</td><td>no</td></tr></table>
<pre># a comment of a call
- x</pre>
"""
SUMS = """\
# Sums

Base URL: https://api.sums.test

## Add

**POST** `/add`

**Parameters**

- **a** *(number, required)* – first summand
- **b** *(number)* – second summand
"""


def facts(text: str) -> list[str]:
    result = transcribe([PageSource("p.md", text)], Diagnostics())
    return [f"{fact.mark}{fact.text}" for fact in fact_lines(result)]


def family(text: str) -> str:
    found = detect(PageSource("p.md", text))
    return found.family if found is not None else ""


def test_operations_below_headings_are_enough() -> None:
    document = transcribe([PageSource("p.md", ANIMALS)], Diagnostics()).document
    assert document["servers"] == [{"url": "https://api.zoo.test"}]
    assert document["paths"]["/animals"]["get"]["description"] == "Returns all animals."


@pytest.mark.parametrize(
    "text",
    [
        "POST /x and then some words\n",
        "# A day at the zoo\n\nWe went to GET /animals and saw them all.\n",
        "GET /animals\n\n# A heading below\n\nText.\n",
    ],
)
def test_prose_and_bare_lines_are_of_no_family(text: str) -> None:
    assert family(text) == ""


def test_a_part_of_an_html_page_reads_as_the_whole() -> None:
    whole = f"<html><body>\n{FRAGMENT}</body></html>\n"
    assert "GET /animals query limit: integer" in facts(FRAGMENT)
    assert facts(FRAGMENT) == facts(whole)


@pytest.mark.parametrize(
    "text",
    [
        '<h1 align="center">Animals</h1>\n\n## List animals\n\n`GET /animals`\n',
        "<h1>Animals</h1>\n\n**GET** `/animals`\n",
        '<div>\n<h2>List</h2>\n<ParamField query="limit" type="integer" />\n</div>\n',
        "<p>No heading in tags.</p>\n",
    ],
)
def test_markdown_that_begins_with_html_stays(text: str) -> None:
    page = PageSource("p.md", text)
    assert as_text(page) is page


@pytest.mark.parametrize("label", ["**Parameters**", "### Parameters"])
def test_bold_names_with_types_are_members(label: str) -> None:
    text = SUMS.replace("**Parameters**", label)
    found = facts(text)
    assert family(text) == "hand-written"
    assert "POST /add body json .a: number required" in found
    assert "POST /add body json .b: number" in found
    assert not [fact for fact in found if fact.startswith("unread")]


def test_bold_words_without_types_are_no_members() -> None:
    text = SUMS.replace(" *(number, required)*", "").replace(" *(number)*", "")
    assert family(text) == "stainless-md"
