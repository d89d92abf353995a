"""Kinds of faults that real pages brought to light, on pages of our own making."""

from __future__ import annotations

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.titles import names_api
from apiscribe.pages.transcribe import transcribe
from apiscribe.pages.vertical_lines import is_noise
from page_facts import fact_lines


def facts(text: str) -> list[str]:
    result = transcribe([PageSource("p.md", text)], Diagnostics(), family="hand-written")
    return [f"{fact.mark}{fact.text}" for fact in fact_lines(result)]


BODY = """\
# Crates

## Put a crate

`PUT /crates/{id}`

Request body field | Required | Description
------ | -------- | -----
label | yes | What it says on it.

Parameter | Required | Description
------ | -------- | -----
session | no | The session.
"""


def test_a_table_of_the_body_leaves_other_parameters_to_the_query() -> None:
    found = facts(BODY)
    assert "PUT /crates/{id} body json .label: any required" in found
    assert "PUT /crates/{id} query session: any" in found
    assert not [fact for fact in found if fact.startswith("unread")]


def test_one_table_of_parameters_is_still_the_body() -> None:
    text = BODY.replace("Request body field | Required", "Parameter | Required")
    assert "PUT /crates/{id} body json .session: any" in facts(text)


MODEL = """\
# Crates

## List crates

`GET /crates`

Returns [crates](#crate-object).

### Crate Object

| Field | Type | Description |
| --- | --- | --- |
| id | string | Its name. |
| layers | array | What is in it. |

The `layers` array has one element for each layer. Each layer has the following fields:

| Field | Type | Description |
| --- | --- | --- |
| height | integer | In mm. |
"""


def test_a_table_about_a_member_of_a_model_is_inside_of_it() -> None:
    found = facts(MODEL)
    inside = [fact for fact in found if fact.endswith("height: integer")]
    assert inside
    assert all(".layers[] .height" in fact for fact in inside)


def test_a_heading_with_a_status_is_an_answer() -> None:
    text = "# Crates\n\n## List\n\n`GET /crates`\n\n#### Response (401: Unauthorized)\n"
    assert "GET /crates 401" in facts(text)


KEYED = """\
# Parcels

All requests need your secret key in the `X-Parcel-Key` header.

## List parcels

`GET /parcels`

| Parameter | Type | Required | Description |
| --- | --- | --- | --- |
| `tag[]` | array of strings | No | Only those with a tag. |

```bash
curl "https://api.parcels.example/parcels?tag[]=a" -H "X-Parcel-Key: pk_1"
```
"""


def test_brackets_are_part_of_a_name_in_the_query_and_a_credential_is_no_parameter() -> None:
    result = transcribe([PageSource("p.md", KEYED)], Diagnostics(), family="hand-written")
    operation = result.document["paths"]["/parcels"]["get"]
    assert [(one["name"], one["in"]) for one in operation["parameters"]] == [("tag[]", "query")]
    assert operation["parameters"][0]["schema"]["type"] == "array"
    schemes = result.document["components"]["securitySchemes"]
    assert [(one["in"], one["name"]) for one in schemes.values()] == [("header", "X-Parcel-Key")]
    assert result.report.conflicts == ()


def test_titles_that_begin_like_furniture_are_titles() -> None:
    assert all(map(is_noise, ("Search", "Loading...", "Updated 3 days ago")))
    assert not any(map(is_noise, ("Search the archive", "Loading bays", "Updated berth")))


def test_a_member_in_words_alone_is_of_the_section_that_holds_it() -> None:
    text = "# Gate\n\n## Open\n\n`POST /gate`\n\nOptional: `X-Gate` (which)\n"
    assert not [fact for fact in facts(text) if "X-Gate:" in fact]


SPANISH = """\
Method: barcos.listar

Solicitud HTTP

GET https://barcos.example.test/v1/barcos

La URL usa la sintaxis de transcodificación gRPC.

Parámetros de consulta

Parámetros
puerto

string

Opcional. De dónde.

Cuerpo de la solicitud

El cuerpo de la solicitud debe estar vacío.
"""


def test_a_page_of_google_in_spanish() -> None:
    result = transcribe([PageSource("p.txt", SPANISH)], Diagnostics())
    found = [f"{fact.mark}{fact.text}" for fact in fact_lines(result)]
    assert "GET /v1/barcos query puerto: string" in found
    assert not [fact for fact in found if "body" in fact]


@pytest.mark.parametrize(
    ("title", "is_api"),
    [
        ("Rooms API v3", True),
        ("Acme Widgets API reference", True),
        ("Loom API (1.4.0)", True),
        ("Rooms REST API", True),
        ("Create a room", False),
        ("Call the API", False),
        ("Get API keys", False),
        ("API", False),
    ],
)
def test_titles_of_apis(title: str, is_api: bool) -> None:
    assert names_api(title) is is_api


TABLE = "| Name | Type |\n| --- | --- |\n| size | integer |\n"


def test_a_title_that_names_the_api_is_no_summary() -> None:
    found = facts(f"# Rooms API\n\n`POST https://rooms.test/rooms`\n\n{TABLE}")
    assert "~title Rooms API" in found
    result = transcribe(
        [PageSource("p.md", f"# Rooms API\n\n`POST https://rooms.test/rooms`\n\n{TABLE}")],
        Diagnostics(),
    )
    assert "summary" not in result.document["paths"]["/rooms"]["post"]


def test_a_first_heading_above_several_operations_is_the_page_s() -> None:
    more = "".join(f"\n## Do {n}\n\n`GET /rooms/{n}`\n\n{TABLE}" for n in ("one", "two"))
    text = f"# Rooms\n\n`POST https://rooms.test/rooms`\n\n{TABLE}{more}"
    result = transcribe([PageSource("p.md", text)], Diagnostics())
    assert result.document["info"]["title"] == "Rooms"
    assert "summary" not in result.document["paths"]["/rooms"]["post"]
    assert result.document["paths"]["/rooms/one"]["get"]["summary"] == "Do one"


def test_a_parameter_of_two_types_is_a_conflict() -> None:
    table = "| Query | Type |\n| --- | --- |\n| size | integer |\n| size | {} |\n"
    text = f"# Rooms\n\n## Find\n\n`GET https://rooms.test/rooms`\n\n{table}"
    assert "conflict 9 10" in facts(text.format("string"))
    assert not [fact for fact in facts(text.format("integer")) if fact.startswith("conflict")]


SENT = """\
# Buoys

## Move a buoy

`POST https://buoy.test/moves`

```shell
curl https://buoy.test/moves -H "Authorization: Bearer KEY" %s
```
"""


@pytest.mark.parametrize(
    ("options", "media", "said"),
    [
        ("-H 'Content-Type: application/json' -d '{\"to\": \"s\"}'", "application/json", "A call"),
        ("-F chart=@chart.png", "multipart/form-data", "A call"),
        ("-d to=s", "application/x-www-form-urlencoded", "A call"),
        ('--data-raw \'{"to": "s"}\'', "application/json", "The page does not name"),
    ],
)
def test_a_call_that_shows_the_media_type_is_not_called_silent(
    options: str, media: str, said: str
) -> None:
    page = PageSource("p.md", SENT % options)
    result = transcribe([page], Diagnostics(), family="hand-written")
    assert list(result.document["paths"]["/moves"]["post"]["requestBody"]["content"]) == [media]
    fact = result.provenance["facts"]["/paths/~1moves/post/requestBody"]
    assert fact["reason"].startswith(said)


def test_values_in_paths_are_asked_for() -> None:
    calls = ("/users/42", "/users/43", "/boilers/boil_9/logs", "/v2/areas")
    text = "\n\n".join(f"```shell\ncurl https://buoy.test{call}\n```" for call in calls)
    result = transcribe([PageSource("p.md", f"# Buoys\n\n{text}\n")], Diagnostics())
    assert list(result.document["paths"]) == list(calls)
    asked = [one.text for one in result.report.questions if "parameter, as in" in one.text]
    assert asked == [
        "Is a part of /users/42 and /users/43 a parameter, as in /users/{id}?",
        "Is a part of /boilers/boil_9/logs a parameter, as in /boilers/{id}/logs?",
    ]


REDOC = """\
Stable API (3.0.0)

Download OpenAPI specification:Download

Add a horse

Request
Request Body schema: application/json
object
name
string >= 2 characters
tail
object
coat
string
Responses
201

It stands

post/horses
Request samples
application/json
{
  • "name": "Ada",
  • "owner": {
      • "coat": "red"
    },
  • "tail": { }
}

Remove a horse

Request
path Parameters
horse
required
string
Responses
204

It is gone

delete/horses/{horse}
"""


def test_a_member_without_a_name_hides_only_what_may_be_inside_of_it() -> None:
    result = transcribe([PageSource("p.txt", REDOC)], Diagnostics())
    found = [f"{fact.mark}{fact.text}" for fact in fact_lines(result)]
    assert "POST /horses body json .name: string minlen=2" in found
    assert "POST /horses body json .tail: {any}" in found
    assert "DELETE /horses/{horse} path horse: string" in found
    assert not [fact for fact in found if "POST /horses" in fact and "horse:" in fact]
    assert [fact for fact in found if fact.startswith("unread")] == [
        "unread 9",
        "unread 14",
        "unread 15",
    ]


def test_a_page_that_names_no_method_is_told_what_is_missing() -> None:
    text = "\n".join(line for line in REDOC.split("\n") if not line.endswith(("horses", "{horse}")))
    with pytest.raises(ApiscribeError) as caught:
        transcribe([PageSource("p.txt", text)], Diagnostics())
    (told,) = caught.value.diagnostics
    assert told.rule == "pages/nothing-read"
    assert told.help.startswith("It shows what is sent and not where to")
