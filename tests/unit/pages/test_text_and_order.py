"""What a page says stands where it says it: text at its part, parts in the page's order."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.page import Line, PageSource
from apiscribe.pages.parts.rows import Row
from apiscribe.pages.transcribe import Transcription, transcribe
from apiscribe.pages.vertical_marks import read_described
from apiscribe.pages.vertical_repair import repaired
from apiscribe.pages.vertical_split import Platform


def read(text: str, family: str = "hand-written") -> Transcription:
    return transcribe([PageSource("p.md", text)], Diagnostics(), family=family)


def operation(text: str, family: str = "hand-written") -> dict[str, Any]:
    (item,) = read(text, family).document["paths"].values()
    (found,) = item.values()
    assert isinstance(found, dict)
    return found


LOFT = """\
# Lofts

## Clean a loft

`POST /lofts/{loft}/cleanings`

Cleans it.

**Headers**

| Name | Type | Required |
| --- | --- | --- |
| X-Keeper | string | yes |

**Query parameters**

| Name | Type | Required |
| --- | --- | --- |
| wet | boolean | no |

**Path parameters**

| Name | Type | Required |
| --- | --- | --- |
| loft | integer | yes |

**Request body**

How it is cleaned.
%s
"""
MEMBERS = """
| Name | Type | Required |
| --- | --- | --- |
| soap | string | yes |

Soap is dear.
"""


def test_parameters_are_in_the_page_s_order() -> None:
    found = operation(LOFT % MEMBERS)["parameters"]
    assert [one["name"] for one in found] == ["X-Keeper", "wet", "loft"]


def test_text_above_the_members_of_a_body_is_of_the_body() -> None:
    """What stands below them may be about anything."""
    found = operation(LOFT % MEMBERS)
    assert found["requestBody"]["description"] == "How it is cleaned."
    assert found["description"] == "Cleans it.\n\nSoap is dear."


def test_text_of_a_body_that_nothing_shows_is_of_the_operation() -> None:
    found = operation(LOFT % "")
    assert "requestBody" not in found
    assert found["description"] == "Cleans it.\n\nHow it is cleaned."


SUCCESS = """\
Open a loft

POST

https://api.loft.test/lofts

Request

keystringRequired

Response

Open

idstring

Errors

404

Not Found Error

409

Conflict Error

curl -X POST https://api.loft.test/lofts -d '{"key": "a"}'

201

{"id": "l"}
"""


def test_the_answer_whose_status_comes_later_stays_where_it_is_described() -> None:
    answers = operation(SUCCESS, "field-list")["responses"]
    assert list(answers) == ["201", "404", "409"]
    assert answers["201"]["description"] == "Open"


@pytest.mark.parametrize(
    ("text", "kind", "left", "stated"),
    [
        ("1-4096", "integer", "", {"minimum": 1, "maximum": 4096}),
        (
            "Minimum length is 4, maximum length is 8.",
            "string",
            "",
            {"minLength": 4, "maxLength": 8},
        ),
        ("Minimum value is 0. Of days.", "integer", "Of days.", {"minimum": 0}),
        ("1-4096 of them", "integer", "1-4096 of them", {}),
        ("Header", "string", "Header", {}),
    ],
)
def test_marks_leave_no_rest_in_the_text(
    text: str, kind: str, left: str, stated: dict[str, int]
) -> None:
    row = Row("x", 1, 1, type=kind)
    assert read_described(row, text, 1) == left
    assert row.stated == stated


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["Send your key in the", "X-Key", "header of every request."], True),
        (["Send your key in the", "X-Key", "string required"], False),
        (["Send your key.", "key", "as it was given to you"], False),
        (["Send your key in the", "X-Key", "Header of the request."], False),
        (["Send your key in the", "", "header of every request."], False),
    ],
)
def test_a_sentence_broken_at_its_code_is_one_line(lines: list[str], joined: bool) -> None:
    found = repaired([Line(at, text) for at, text in enumerate(lines, 1)], Platform.PLAIN)
    texts = [line.text for line in found.lines]
    assert texts == ([" ".join(lines)] if joined else lines)
    assert found.absorbed == ({2, 3} if joined else set())


PANEL = """\
Open a loft

POST https://api.loft.test/lofts

Request

application/json

Body
required

key string required
Possible values: [a, b]

Responses

201

Schema

id string required

Authorization: OAuth2

%s
"""


def test_the_name_of_a_scheme_is_no_text_of_the_member_above() -> None:
    """It is reported, unless the line below says what is sent."""
    alone = read(PANEL % "", "field-list")
    assert [one.text for one in alone.report.unread] == ["Authorization: OAuth2"]
    assert "securitySchemes" not in alone.document.get("components", {})
    told = read(PANEL % "name: X-Loft type: apiKey in: header", "field-list")
    assert not told.report.unread
    assert told.document["components"]["securitySchemes"] == {
        "apiKey": {"type": "apiKey", "in": "header", "name": "X-Loft"}
    }
    for result in (alone, told):
        answer = result.document["paths"]["/lofts"]["post"]["responses"]["201"]
        members = answer["content"]["application/json"]["schema"]["properties"]
        assert members == {"id": {"type": "string"}}


def test_a_key_in_the_query_is_read_off_its_panel() -> None:
    told = read(PANEL % "name: loft type: apiKey in: query", "field-list")
    (scheme,) = told.document["components"]["securitySchemes"].values()
    assert scheme == {"type": "apiKey", "in": "query", "name": "loft"}
