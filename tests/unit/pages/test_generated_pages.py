"""What generators of pages (Widdershins, Slate, ShowDoc, Stripe) say beside members."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import Transcription, transcribe


def read(text: str, name: str = "p.md") -> Transcription:
    return transcribe([PageSource(name, text)], Diagnostics(), family="hand-written")


def operation(text: str, path: str, method: str) -> dict[str, Any]:
    found: dict[str, Any] = read(text).document["paths"][path][method]
    return found


WIDDERSHINS = """\
# Mill

Base URLs: https://mill.test

## {heading}

{anchor}

`GET /sacks`

{line}

|Name|In|Type|Required|Description|
|---|---|---|---|---|
|page|query|integer|false|none|
"""


@pytest.mark.parametrize(
    ("heading", "anchor", "line", "head"),
    [
        ("listSacks", '<a id="opIdlistSacks"></a>', "", {"operationId": "listSacks"}),
        (
            "List sacks",
            '<a id="opIdlistSacks"></a>',
            "",
            {"operationId": "listSacks", "summary": "List sacks"},
        ),
        (
            "listSacks",
            "",
            "*Lists them*",
            {"operationId": "listSacks", "summary": "Lists them"},
        ),
        # a word that is no name of code, a hash, and what is made of method and path are no ids
        ("Sacks", "", "*Lists them*", {"summary": "Lists them"}),
        ("4f1c0a9be2", '<a id="opId4f1c0a9be2"></a>', "*All*", {"summary": "All"}),
        ("get__sacks", "", "*All*", {"summary": "All"}),
        ("listSacks", "", "", {"summary": "listSacks"}),
    ],
)
def test_an_operation_has_the_id_that_its_page_gives(
    heading: str, anchor: str, line: str, head: dict[str, str]
) -> None:
    found = operation(
        WIDDERSHINS.format(heading=heading, anchor=anchor, line=line), "/sacks", "get"
    )
    assert list(found)[: len(head)] == list(head)
    assert {key: found[key] for key in ("operationId", "summary") if key in found} == head


def test_an_id_is_given_once() -> None:
    page = WIDDERSHINS.format(heading="One", anchor='<a id="opIdsack"></a>', line="")
    other = page.replace("/sacks", "/bags").replace("# Mill\n", "").replace("One", "Two")
    found = read(page + other)
    assert found.document["paths"]["/sacks"]["get"]["operationId"] == "sack"
    assert "operationId" not in found.document["paths"]["/bags"]["get"]
    (conflict,) = found.report.conflicts
    assert conflict.message == "Two operations have the operationId sack."


SECURED = """\
# Mill

Base URLs: https://mill.test

# Authentication

* API Key (gateKey)
    - Parameter Name: **X-Gate**, in: header.

* API Key (millKey)
    - Parameter Name: **X-Mill**, in: header.

## Grind

`POST /grind`

<h3 id="grind-responses">Responses</h3>

|Status|Meaning|Description|Schema|
|---|---|---|---|
|200|OK|Ground|None|

<aside class="warning">
To perform this operation, you must be authenticated by means of one of the following methods:
{methods}
</aside>
"""


def test_an_operation_needs_the_methods_that_its_page_lists() -> None:
    found = operation(SECURED.format(methods="millKey"), "/grind", "post")
    assert found["security"] == [{"millKey": []}]
    assert found["responses"] == {"200": {"description": "Ground"}}
    both = operation(
        SECURED.format(methods="millKey ( Scopes: fine coarse ), gateKey"), "/grind", "post"
    )
    assert both["security"] == [{"millKey": ["fine", "coarse"]}, {"gateKey": []}]


def test_methods_that_the_page_does_not_describe_are_no_security() -> None:
    found = operation(SECURED.format(methods="someKey"), "/grind", "post")
    assert "security" not in found


SCHEMA = """\
# Mill

Base URL: https://mill.test

## Grind

`POST /grind`

## Sack object

```json
{"id": "s1", "kilos": 3}
```

| Name | Type |
| --- | --- |
| id | string |
| kilos | |
| maker | string |
"""


def test_a_sample_of_a_schema_is_its_example_and_shows_what_the_table_leaves_open() -> None:
    sack = read(SCHEMA).document["components"]["schemas"]["Sack"]
    assert sack["examples"] == [{"id": "s1", "kilos": 3}]
    assert sack["properties"]["kilos"] == {"type": "number"}


def test_a_sample_of_other_members_is_no_example_and_is_told() -> None:
    found = read(SCHEMA.replace('"kilos"', '"grams"'))
    assert "examples" not in found.document["components"]["schemas"]["Sack"]
    assert '{"id": "s1", "grams": 3}' in [line.text for line in found.report.unread]


FORM = """\
# Mill

## Grind

`POST /grind`

```bash
curl https://mill.test/grind {pairs}
```
"""
DEEP = {"style": "deepObject", "explode": True}


@pytest.mark.parametrize(
    ("pairs", "properties", "nested"),
    [
        ('-d "size[width]=3"', {"size": {"type": "object", "properties": {"width": {"type": "integer"}}}}, ["size"]),
        ('-d "tags[]=a" -d "tags[]=b"', {"tags": {"type": "array", "items": {"type": "string"}}}, ["tags"]),
        (
            '-d "parts[0][lid]=x" -d "parts[1][lid]=y"',
            {
                "parts": {
                    "type": "array",
                    "items": {"type": "object", "properties": {"lid": {"type": "string"}}},
                }
            },
            ["parts"],
        ),
        ("-d tags=a", {"tags": {"type": "string"}}, []),
    ],
)  # fmt: skip
def test_brackets_in_the_names_of_a_form_nest(
    pairs: str, properties: dict[str, Any], nested: list[str]
) -> None:
    body = operation(FORM.format(pairs=pairs), "/grind", "post")["requestBody"]
    media = body["content"]["application/x-www-form-urlencoded"]
    assert media["schema"]["properties"] == properties
    assert media.get("encoding", {}) == dict.fromkeys(nested, DEEP)


PASTED = """\
{above}

Base URL: https://mill.test

Grind

POST /grind

Request body

Parameter	Type	Required	Description
fine	boolean	No	How fine
"""


@pytest.mark.parametrize(
    ("above", "title"),
    [
        ("Mill", "Mill"),
        ("Docs\n\nMill", "mill.test"),  # crumbs
        ("This page is about mills.", "mill.test"),  # a sentence
    ],
)
def test_the_first_line_of_pasted_text_is_its_title_where_it_stands_alone(
    above: str, title: str
) -> None:
    found = read(PASTED.format(above=above), "p.txt").document
    assert found["info"]["title"] == title
    assert found["paths"]["/grind"]["post"]["summary"] == "Grind"


SHOWN = """\
# Mill

{label}

{text}

**URL:** `/grind`

**Method:** `POST`

**Parameters:**

| Name | Type |
| --- | --- |
| fine | boolean |
"""


@pytest.mark.parametrize(
    ("label", "text", "told"),
    [
        ("**Summary:**", "- Grinds a sack", {"summary": "Grinds a sack"}),
        ("**简要描述：**", "- Grinds a sack", {"summary": "Grinds a sack"}),
        ("**Description:**", "It is loud.", {"description": "It is loud."}),
        ("**Overview**", "It is loud.", {}),
    ],
)
def test_a_labelled_text_above_an_endpoint_is_the_operations(
    label: str, text: str, told: dict[str, str]
) -> None:
    found = operation(
        SHOWN.format(label=label, text=text).replace("# Mill\n", ""), "/grind", "post"
    )
    assert {key: found[key] for key in ("summary", "description") if key in found} == told


def test_what_is_said_below_authentication_describes_the_only_scheme() -> None:
    page = SECURED.format(methods="gateKey").replace("* API Key (millKey)", "Ask us for one.\n\n")
    page = page.replace("    - Parameter Name: **X-Mill**, in: header.\n", "")
    document = read(page).document
    schemes = document["components"]["securitySchemes"]
    assert schemes["gateKey"]["description"] == "Ask us for one."
    assert "description" not in document["info"]
    several = read(
        SECURED.format(methods="gateKey").replace("## Grind", "Ask us for one.\n\n## Grind")
    )
    assert several.document["info"]["description"] == "Ask us for one."
