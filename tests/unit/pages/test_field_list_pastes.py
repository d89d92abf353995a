"""Field lists as a browser copies them: flags glued to types, furniture around the page."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.page import Line, PageSource
from apiscribe.pages.transcribe import transcribe
from apiscribe.pages.vertical_lines import is_code
from apiscribe.pages.vertical_split import told_type, unglued

NOTE = """Create note

POST
/
notes

Body
application/json
title
stringrequired
The title.
tags
string[]
Labels.
color
enum<string>default:blue
The colour of the note.
Available options: red, blue
size
integerdefault:3
How big.
Required range: 1 <= x <= 9
Response
200 - application/json
id
stringrequired
The number.
made_at
string
{text}
{foot}
"""
FOOT = "Get note\nDelete note\n⌘I\nPowered by"


def _read(text: str) -> dict[str, Any]:
    document: dict[str, Any] = transcribe([PageSource("page.txt", text)], Diagnostics()).document
    return document


def _content(holder: dict[str, Any]) -> dict[str, Any]:
    schema: dict[str, Any] = holder["content"]["application/json"]["schema"]
    return schema


def _answer(text: str, foot: str) -> dict[str, Any]:
    post = _read(NOTE.format(text=text, foot=foot))["paths"]["/notes"]["post"]
    members: dict[str, Any] = _content(post["responses"]["200"])["properties"]
    return members


def test_a_type_and_its_flags_on_one_line_are_of_the_member_above() -> None:
    post = _read(NOTE.format(text="When.", foot=FOOT))["paths"]["/notes"]["post"]
    body = _content(post["requestBody"])
    assert body["required"] == ["title"]
    assert body["properties"] == {
        "title": {"description": "The title.", "type": "string"},
        "tags": {"description": "Labels.", "type": "array", "items": {"type": "string"}},
        "color": {
            "description": "The colour of the note.",
            "type": "string",
            "enum": ["red", "blue"],
            "default": "blue",
        },
        "size": {
            "description": "How big.",
            "type": "integer",
            "minimum": 1,
            "maximum": 9,
            "default": 3,
        },
    }
    assert _content(post["responses"]["200"])["required"] == ["id"]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("stringrequired", ["string", "required"]),
        ("stringheaderrequired", ["string", "header", "required"]),
        ("integerdefault:3required", ["integer", "default:3", "required"]),
        ("integer | nullrequired", ["integer | null", "required"]),
        ("object[]deprecated", ["object[]", "deprecated"]),
        ("string", []),
        ("string[]", []),
        ("default:required", []),
        ("any required thing", []),
        ("file paths", []),
    ],
)
def test_only_flags_are_cut_from_a_type(text: str, pieces: list[str]) -> None:
    assert told_type(text) == pieces


def test_blanks_between_type_and_flags_count_where_the_platform_prints_them() -> None:
    assert told_type("string default:a required") == []
    pieces = ["string", "default:a", "required"]
    assert told_type("string default:a required", spaced=True) == pieces


@pytest.mark.parametrize("glue", ["", " "])
def test_a_type_reads_alike_with_blanks_between(glue: str) -> None:
    page = NOTE.replace(">default", f">{glue}default")
    post = _read(page.format(text="When.", foot=""))["paths"]["/notes"]["post"]
    color = _content(post["requestBody"])["properties"]["color"]
    assert (color["enum"], color["default"]) == (["red", "blue"], "blue")


def test_a_type_with_flags_is_cut_below_a_name_only() -> None:
    lines = [Line(1, "What it takes."), Line(2, "stringrequired"), Line(3, "size")]
    assert unglued(lines) == lines


@pytest.mark.parametrize("values", ["red, blue, green", "red,\nblue,\ngreen", "red, blue,\ngreen"])
def test_options_beside_their_label_go_on_below_it(values: str) -> None:
    page = NOTE.replace("options: red, blue", f"options: {values}")
    post = _read(page.format(text="When.", foot=""))["paths"]["/notes"]["post"]
    color = _content(post["requestBody"])["properties"]["color"]
    assert color["enum"] == ["red", "blue", "green"]
    assert color["description"] == "The colour of the note."


def test_a_sentence_behind_the_label_of_options_gives_no_values() -> None:
    page = NOTE.replace("options: red, blue", "options: see the guide")
    post = _read(page.format(text="When.", foot=""))["paths"]["/notes"]["post"]
    assert "enum" not in _content(post["requestBody"])["properties"]["color"]


@pytest.mark.parametrize("text", ["When it was made.", "When it was made"])
@pytest.mark.parametrize(
    "foot", [FOOT, "Delete note\n⌘I\nPowered by", "Get note\n\nDelete note\n\nCtrl+I\n\nPowered by"]
)
def test_the_foot_of_a_page_is_no_text_of_its_last_member(text: str, foot: str) -> None:
    assert _answer(text, foot)["made_at"] == {"description": text, "type": "string"}


def test_values_above_the_foot_are_kept() -> None:
    made = _answer("When.\nAvailable options:\nNow,\nLater", "Delete note\n⌘I\nPowered by")
    assert made["made_at"]["enum"] == ["Now", "Later"]


PETS = """Get pets
get
https://api.pets.test/v1/pets
{panel}

Query Params
limit
int32
Defaults to 20
How many.
Responses
200
Pets.

Language
Shell
Request
{numbers}
curl --request GET \\
     --url https://api.pets.test/v1/pets \\
     --header 'accept: application/json'
"""
PANEL = """Log in to see full request history
time
status
user agent
Make a request to see history.
0 Requests This Month"""


@pytest.mark.parametrize(
    "panel",
    [
        "",
        PANEL,
        f"\nRecent Requests\n\n{PANEL}",
        PANEL.replace("time\nstatus\nuser agent", "Time\tStatus\tUser Agent\t"),
    ],
)
@pytest.mark.parametrize("numbers", ["", "1\n2\n3"])
def test_calls_that_the_reader_made_and_numbers_of_lines_say_nothing(
    panel: str, numbers: str
) -> None:
    operation = _read(PETS.format(panel=panel, numbers=numbers))["paths"]["/v1/pets"]["get"]
    assert operation["summary"] == "Get pets"
    assert "description" not in operation
    assert operation["responses"]["200"] == {"description": "Pets."}
    (limit,) = operation["parameters"]
    assert limit["schema"] == {"type": "integer", "format": "int32", "default": 20}


def test_numbers_that_are_values_are_kept() -> None:
    page = PETS.format(panel="", numbers="").replace("How many.", "How many.\nAllowed:\n1\n2\n3")
    (limit,) = _read(page)["paths"]["/v1/pets"]["get"]["parameters"]
    assert limit["schema"]["enum"] == [1, 2, 3]


BARNS = """List the barns
Lists the barns of a farm.

Fine-grained access tokens for "List the barns"
This endpoint works with the following token types:
App user tokens
Personal tokens
A token needs the following permissions:
"Metadata" repository permissions (read)
Public farms need no permission.

Parameters for "List the barns"
Path parameters
Name, Type, Description
farm string Required
The farm.
HTTP response status codes for "List the barns"
Status code	Description
200	OK
Code samples for "List the barns"
Request example
get/farms/{farm}/barns
Copy to clipboard curl request example
curl -L https://api.barn.test/farms/FARM/barns
"""


def test_lists_of_tokens_are_no_description_and_sentences_beside_them_are() -> None:
    operation = _read(BARNS)["paths"]["/farms/{farm}/barns"]["get"]
    told = "Lists the barns of a farm.\nPublic farms need no permission."
    assert (operation["summary"], operation["description"]) == ("List the barns", told)


@pytest.mark.parametrize("condition", ["if only public farms are asked for", "unless it is locked"])
def test_no_key_on_a_condition_is_not_no_key(condition: str) -> None:
    sentence = f"This endpoint can be used without authentication {condition}."
    page = BARNS.replace("Public farms need no permission.", sentence)
    operation = _read(page)["paths"]["/farms/{farm}/barns"]["get"]
    assert "security" not in operation
    assert operation["description"] == f"Lists the barns of a farm.\n{sentence}"


def test_no_key_without_a_condition_is_read() -> None:
    sentence = "This endpoint can be used without authentication."
    page = BARNS.replace("Public farms need no permission.", sentence)
    assert _read(page)["paths"]["/farms/{farm}/barns"]["get"]["security"] == []


def test_lists_in_a_description_are_kept() -> None:
    page = BARNS.replace("of a farm.\n", "of a farm:\nOpen barns\nShut barns (locked)\n")
    description = _read(page)["paths"]["/farms/{farm}/barns"]["get"]["description"]
    assert description.startswith("Lists the barns of a farm:\nOpen barns\nShut barns (locked)\n")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('"Metadata" repository permissions (read)', False),
        ("Shut barns (locked)", False),
        ("print(barns)", True),
        ("barns = client.list(farm)", True),
        ("timeout=30)", True),
        (")", True),
        ("});", True),
    ],
)
def test_words_in_brackets_are_no_code(text: str, code: bool) -> None:
    assert is_code(text) is code
