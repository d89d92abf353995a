"""What the document and the report keep of hand-written pages, beside the facts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.transcribe import Transcription, transcribe


def read(text: str) -> Transcription:
    return transcribe([PageSource("p.md", text)], Diagnostics(), family="hand-written")


def operation(text: str, path: str, method: str) -> dict[str, Any]:
    found = read(text).document["paths"][path][method]
    assert isinstance(found, dict)
    return found


TABLE = "\n\n| Field | Type |\n| --- | --- |\n| size | integer |\n"


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("# Buoys\n\n## Move a buoy\n\n### `POST /moves`" + TABLE, "Move a buoy"),
        ("# Buoys\n\n## Moves\n\n### `POST /moves`" + TABLE + "\n### `GET /moves`\n", None),
        ("# Buoys\n\n## Moves\n\nThey are slow.\n\n### `POST /moves`" + TABLE, None),
        ("# Buoys\n\n## `POST /moves`" + TABLE, None),
    ],
)
def test_a_heading_right_above_an_endpoint_s_heading_is_its_title(
    text: str, summary: str | None
) -> None:
    assert operation(text, "/moves", "post").get("summary") == summary


def test_what_stands_below_such_a_title_is_the_operation_s() -> None:
    text = "# Buoys\n\n## Move a buoy\n\n### POST /moves\n\n### Query parameters" + TABLE
    (parameter,) = operation(text, "/moves", "post")["parameters"]
    assert (parameter["name"], parameter["in"]) == ("size", "query")


ORDER = """\
# Crates

## List crates

`GET https://crates.test/crates?deep=true`

```shell
curl "https://crates.test/crates?shown=1" -H "crate-version: 2"
```

### Header parameters

| Name | Type |
| --- | --- |
| X-Trace | string |

### Query parameters

| Name | Type |
| --- | --- |
| limit | integer |
"""


def test_parameters_stand_as_on_the_page_and_those_of_calls_last() -> None:
    found = operation(ORDER, "/crates", "get")["parameters"]
    names = ["deep", "X-Trace", "limit", "shown", "crate-version"]
    assert [parameter["name"] for parameter in found] == names


SOCKET = """\
# Gates

## Open a gate

`POST https://gates.test/open`

| Field | Type |
| --- | --- |
| a | string |

## Watch

WebSocket: `wss://gates.test/live`

Send frames to it.

## Limits

Ten calls a minute.
"""


def test_what_is_said_of_a_websocket_is_not_said_of_the_api() -> None:
    result = read(SOCKET)
    assert [unread.span.line for unread in result.report.unread] == [13, 15]
    assert result.document["info"]["description"] == "Ten calls a minute."


def test_a_websocket_in_a_sentence_ends_nothing() -> None:
    sentence = "Events are sent to `wss://gates.test/live`, too, if somebody asks for them."
    result = read(SOCKET.replace("WebSocket: `wss://gates.test/live`", sentence))
    assert [unread.span.line for unread in result.report.unread] == [13]


OLD = """\
---
title: "Weigh a load"
---
Weighs one load.

POST https://scale.test/loads

[block:callout]
{"type": "info", "title": "Slow",
 "body": "It takes\\na minute."}
[/block]

[block:parameters]
{"data": {"h-0": "Name", "h-1": "Type", "0-0": "kilos", "0-1": "number"}, "cols": 2, "rows": 1}
[/block]
"""


def test_callouts_and_the_text_above_are_of_a_page_s_only_operation() -> None:
    result = read(OLD)
    found = result.document["paths"]["/loads"]["post"]
    assert found["summary"] == "Weigh a load"
    assert found["description"] == "Weighs one load.\n\nSlow\nIt takes\na minute."
    assert "description" not in result.document["info"]
    several = read(OLD + "\n## Read a load\n\nGET https://scale.test/loads\n").document
    assert several["info"]["description"] == "Weighs one load."


CALL = """\
## {title}

`POST https://board.test/rpc`

{text}

| Field | Type | Description |
| --- | --- | --- |
| action | string | Always `{name}` |
| {name}_line | integer | Which line |

"""


def test_each_of_several_calls_keeps_what_is_said_of_it() -> None:
    calls = [("Connect", "Rings.", "connect"), ("Hang up", "Ends it.", "hangup")]
    text = "# Board\n\n" + "".join(CALL.format(title=a, text=b, name=c) for a, b, c in calls)
    found = operation(text, "/rpc", "post")
    assert found["summary"] == "Connect; Hang up"
    assert "description" not in found
    variants = found["requestBody"]["content"]["application/json"]["schema"]["anyOf"]
    assert [one["description"] for one in variants] == ["Connect\n\nRings.", "Hang up\n\nEnds it."]


def test_very_many_calls_have_no_summary_together() -> None:
    calls = [CALL.format(title=f"Ring the bell {n}", text="Rings.", name=f"r{n}") for n in range(9)]
    assert "summary" not in operation("# Board\n\n" + "".join(calls), "/rpc", "post")


def test_a_call_by_another_method_is_told_by_the_path_of_the_operation() -> None:
    text = (
        "# Gates\n\nBase URL: `https://{lane}.gates.test/v1`\n\n## Open\n\nPOST /gates/{id}"
        + TABLE
        + "\n```shell\ncurl -X PUT https://left.gates.test/v1/gates/7 -d '{\"size\": 1}'\n```\n"
    )
    (conflict,) = read(text).report.conflicts
    assert conflict.message == ("A call shows PUT /gates/{id} where POST /gates/{id} is described.")


def test_a_member_whose_access_alone_is_known_is_asked_for() -> None:
    text = (
        "# Gates\n\n## Open\n\nGET https://gates.test/gate\n\n### Response\n\n"
        "| Field | Type |\n| --- | --- |\n| made | timestamp, read-only |\n"
    )
    (summary,) = read(text).report.operations
    assert summary.missing == ("Of which type is the 200 answer's made of GET /gate?",)


def test_samples_of_errors_of_all_operations_are_kept() -> None:
    sample = {"code": "locked", "message": "No."}
    text = (
        f"# Gates\n\n## Open\n\nPOST https://gates.test/gate{TABLE}\n"
        f"## Errors\n\n```json\n{json.dumps(sample)}\n```\n"
    )
    assert read(text).document["components"]["schemas"]["Error"]["examples"] == [sample]


def test_tags_of_admonitions_are_no_text_and_placeholders_are() -> None:
    text = (
        "# Notes\n\n## Read a note\n\n<Note>Slow.</Note>\n\nSee `/notes/<note>`.\n\n"
        "GET https://notes.test/notes/{note}\n\n### Query parameters" + TABLE
    )
    found = operation(text, "/notes/{note}", "get")
    assert found["description"] == "Slow.\n\nSee `/notes/<note>`."


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("string, max 64 bytes", "A seal.\n(max 64 bytes)"),
        ("string (in UTC, optional)", "A seal.\n(in UTC)"),
        ("integer (1-9, default 3)", "A seal."),
        ("string, required", "A seal."),
        ("string (Wax Seal)", "A seal."),
        ("string (colour)", "A seal."),
    ],
)
def test_what_stands_beside_a_type_is_not_lost(kind: str, text: str) -> None:
    page = (
        "# Gates\n\n## Open\n\nPOST https://gates.test/gate\n\n"
        f"| Field | Type | Description |\n| --- | --- | --- |\n| seal | {kind} | A seal. |\n"
    )
    body = operation(page, "/gate", "post")["requestBody"]["content"]["application/json"]
    assert body["schema"]["properties"]["seal"]["description"] == text


CODES = """\
# Badges

## Make a badge

POST https://badges.test/badges

[block:code]
{
  "codes": [
    {
      "code": "{\\"badge\\": 7}",
      "language": "json",
      "name": "201 Created"
    },
    {
      "code": "{\\"error\\": \\"no name\\"}",
      "language": "json",
      "name": "400 Bad Request"
    }
  ]
}
[/block]

## Errors

| Status | Meaning |
| --- | --- |
| 401 | No key. |
| 429 | Too many. |

```json
{"error": "no"}
```
"""


@pytest.mark.parametrize(("status", "lines"), [("201", "11"), ("400", "16"), ("429", "29")])
def test_each_answer_has_its_own_lines(status: str, lines: str) -> None:
    facts = read(CODES).provenance["facts"]
    assert facts[f"/paths/~1badges/post/responses/{status}"]["lines"] == lines


def test_codes_that_are_no_list_show_nothing() -> None:
    text = CODES.replace('"codes": [', '"codes": 7, "none": [')
    assert "201" not in operation(text, "/badges", "post").get("responses", {})
