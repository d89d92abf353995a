"""Kinds of faults that real pages brought to light, on pages of our own making."""

from __future__ import annotations

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pages.detect import detect
from apiscribe.pages.page import Line, PageSource
from apiscribe.pages.parts.limits import read_limits
from apiscribe.pages.parts.samples import plain_json, read_sample
from apiscribe.pages.parts.titles import names_api
from apiscribe.pages.transcribe import transcribe
from apiscribe.pages.vertical_lines import is_noise
from apiscribe.pages.vertical_samples import sample_at
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


TOOLS = """\
# Rides

`POST /v1/rides`

## Body

#### `tools`

- Type: Array of objects

What is taken along.

```json
[{"name": "whip", "rules": {"type": "object", "properties": {
  "force": {
    "type": "string"
  },
  "times": {
    "type": "integer"
  }
}}}]
```
"""


def test_a_schema_in_a_sample_is_no_sign_of_pseudo_json() -> None:
    found = detect(PageSource("p.md", TOOLS))
    assert found is not None
    assert (found.family, found.scores["json-shape"]) == ("hand-written", 0)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("supported: image/png, image/gif", ["image/png", "image/gif"]),
        ("one of: on/off", ["on", "off"]),
        ('enum value: "day"', ["day"]),
        ('enum value: "day" or "night"', ["day", "night"]),
        ("Always use the value “day”.", ["day"]),
        ("Always use the value “day” at noon.", []),
        ("We support: anything", []),
    ],
)
def test_values_that_a_text_states(text: str, values: list[str]) -> None:
    assert [value for value, _ in read_limits(text, "string").values] == values


CUT = """\
Open a stall

Parameters

• namestring

What it is called.

More parameters

• tills array of maps

• signsarray of maps

Returns

Returns the stall.

POST /v1/stalls
stall.Key = "sk_1"
params := &stall.Params{
Name: stall.String("Corner"),
};
result, err := stalls.New(params);
Response
{
"id": "st_1",
"tillCount": 2,
"signs": [
{
"text": "Fresh",
"""


def test_a_sample_that_breaks_off_with_the_page_is_read_as_far_as_it_goes() -> None:
    result = transcribe([PageSource("p.txt", CUT)], Diagnostics(), family="field-list")
    found = [f"{fact.mark}{fact.text}" for fact in fact_lines(result)]
    assert "POST /v1/stalls body json .name: string" in found
    assert "POST /v1/stalls body json .signs: [{any}]" in found
    assert "~POST /v1/stalls 200 json .tillCount: integer" in found
    assert "~POST /v1/stalls 200 json .signs[] .text: string" in found
    answer = result.document["paths"]["/v1/stalls"]["post"]["responses"]["200"]
    assert answer["description"] == "Returns the stall."


def test_json_that_breaks_off_above_other_text_is_no_sample() -> None:
    lines = [Line(number, text) for number, text in enumerate(["{", '"id": "st_1",', "Foot"], 1)]
    found = sample_at(lines, 0)
    assert found is not None
    assert found[1] == 1


@pytest.mark.parametrize(
    ("sample", "read"),
    [
        (
            ["{", '"a": [ {', '"b": {"c": 1', "} ],", '"d": 2', "}"],
            {"a": [{"b": {"c": 1}}], "d": 2},
        ),
        (["[ {", '"a": 1', "]"], [{"a": 1}]),
        (["{", '"a": [1, 2', "}"], {"a": [1, 2]}),
    ],
)
def test_a_bracket_that_is_lost_is_put_back_and_told(sample: list[str], read: object) -> None:
    shown = read_sample([Line(number, text) for number, text in enumerate(sample, 1)])
    assert shown.node is not None
    assert plain_json(shown.node) == read
    assert shown.problem is not None


def test_a_call_of_no_operation_stays_a_conflict_of_its_own() -> None:
    text = """\
## Send

`POST /slips/{id}/scan`

```bash
curl -X POST https://x.test/boxes/1/2/scan
```
"""
    found = facts(text)
    assert [fact for fact in found if fact.startswith("conflict")]
    assert not [fact for fact in found if "server" in fact]


SAMPLE = """\
# Crates

## Crate object

| Field | Type | Description |
| --- | --- | --- |
| id | string | Its id. |
| maker | [maker](/makers#maker-object) object | Who made it. |
| label | string | What it says. |

### Example

```json
SHOWN
```

## Get a crate

`GET /crates/{id}`
"""


def test_a_sample_of_a_schema_shows_what_a_link_leaves_open() -> None:
    shown = '{"id": "1", "maker": {"name": "Ann"}, "label": "x"}'
    assert "~schema Crate .maker .name: string" in facts(SAMPLE.replace("SHOWN", shown))


def test_a_sample_with_other_members_is_none_of_the_schema() -> None:
    shown = '{"id": "1", "maker": {"name": "Ann"}, "count": 3}'
    found = facts(SAMPLE.replace("SHOWN", shown))
    assert "schema Crate .maker: {any}" in found
    assert not [fact for fact in found if ".count" in fact]


LOOMS = """\
# Looms

### `POST /weaves`

```json Request
{"threads": ["red", "blue"]}
```

```json Response
{"id": 4, "metres": 2.5}
```

#### By number

```json Numbered
{"threads": [1, 2]}
```

#### What else comes

```json Long
{"id": 5, "metres": 90.5}
```
"""


def test_a_sample_like_the_request_is_another_request() -> None:
    found = facts(LOOMS)
    assert "~POST /weaves body json .threads: [string | integer]" in found
    assert "~POST /weaves 200 json: object" in found
    assert [fact for fact in found if "200 json ." in fact] == [
        "~POST /weaves 200 json .id: integer",
        "~POST /weaves 200 json .metres: number",
    ]


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("loomd 0.4", "~GET /looms 200 text/plain: string"),
        ("This answer has no body data.", "GET /looms 200"),
        ("The answer comes with an empty body", "GET /looms 200"),
        ("It comes without a body.", "GET /looms 200"),
    ],
)
def test_a_text_that_tells_of_no_body_is_none(shown: str, expected: str) -> None:
    found = facts(f"# Looms\n\n### `GET /looms`\n\n```text 200\n{shown}\n```\n")
    assert [fact for fact in found if " 200" in fact and "example" not in fact] == [expected]
