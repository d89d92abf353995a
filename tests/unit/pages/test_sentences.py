"""What sentences of pages by hand tell, on pages of our own making."""

from __future__ import annotations

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.hand_statuses import statuses_of
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.endpoints import read_home
from apiscribe.pages.parts.limits import read_limits
from apiscribe.pages.transcribe import transcribe
from page_facts import fact_lines


def facts(text: str) -> list[str]:
    result = transcribe([PageSource("p.md", text)], Diagnostics(), family="hand-written")
    return [f"{fact.mark}{fact.text}" for fact in fact_lines(result)]


COW = """\
# Cows

## GET /cows/{{id}}

- `id` (string, required): the ear tag.

{sentence}

- `name` (string): what it is called.
"""


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("Returns a Cow:", "200 json .name: string"),
        ("Returns an object with:", "200 json .name: string"),
        ("Returns 201 and the new cow:", "201 json .name: string"),
        ("Returns a list of cows, each with:", "200 json[] .name: string"),
        ("Returns a list of cows. Each of them has:", "200 json[] .name: string"),
        ("Returns the cows that match these filters:", "query name: string"),
        ("Returns the cow if:", "query name: string"),
        ("If the ear tag is new, it returns a Cow:", "query name: string"),
    ],
)
def test_members_below_a_sentence_are_of_what_it_returns(sentence: str, answer: str) -> None:
    found = facts(COW.format(sentence=sentence))
    assert "GET /cows/{id} path id: string" in found
    assert [fact for fact in found if ".name" in fact or "name:" in fact] == [
        f"GET /cows/{{id}} {answer}"
    ]


def test_a_list_that_an_example_shows_inside_of_an_object_holds_the_members() -> None:
    page = COW.format(sentence="Returns a list of cows, each with:")
    found = facts(page + '\n```json\n{"cows": [{"name": "Bo"}], "next": "x"}\n```\n')
    assert "~GET /cows/{id} 200 json .cows: [object]" in found
    assert "GET /cows/{id} 200 json .cows[] .name: string" in found


@pytest.mark.parametrize(
    ("text", "kind", "default"),
    [
        ("Defaults to now.", "string", None),
        ("Default: today", "string", None),
        ("Default: heute.", "string", None),
        ("Default: now", "integer", None),
        ("Default: current time", "string", None),
        ("Default: `now`", "string", "now"),
        ('Default: "today"', "string", "today"),
        ("Values: now, later. Default: now", "string", "now"),
        ("Default: asc", "string", "asc"),
    ],
)
def test_prose_is_no_default(text: str, kind: str, default: str | None) -> None:
    found = read_limits(text, kind).default
    assert (found[0] if found is not None else None) == default


def test_a_word_is_no_default_of_a_moment() -> None:
    page = COW.format(sentence="Query:") + (
        "- `since` (date): Default: creation.\n- `until` (date): Default: `2030-01-01`.\n"
    )
    found = facts(page)
    assert "GET /cows/{id} query since: string format=date" in found
    assert 'GET /cows/{id} query until: string format=date default="2030-01-01"' in found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("One of `a`, `b` `c` or `d`.", ["a", "b", "c", "d"]),
        ("One of `a`, `b` `c`.", []),
        ("One of `a` `b`, `c`.", ["a", "b", "c"]),
        ("One of `a` or `b`. `c` is gone.", ["a", "b"]),
    ],
)
def test_values_with_a_comma_missing_are_all_or_none(text: str, values: list[str]) -> None:
    assert [value for value, _ in read_limits(text, "string").values] == values


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (
            "403 if the loan is not yours, 404 if there is none.",
            {"403": "if the loan is not yours", "404": "if there is none"},
        ),
        (
            "Returns `403` if it is yours, and late, or 404 Not Found when there is none. 409 if busy.",
            {"403": "if it is yours, and late", "404": "when there is none", "409": "if busy"},
        ),
        ("404 Not Found: there is none.", {}),
        ("404 if there is none. Loans end at noon.", {}),
    ],
)
def test_each_status_of_a_line_has_its_own_text(text: str, statuses: dict[str, str]) -> None:
    assert dict(statuses_of(text)) == statuses


@pytest.mark.parametrize("mark", ["", "- "])
def test_two_statuses_in_a_line_are_two_answers(mark: str) -> None:
    page = COW.format(sentence="Query:") + (
        f"\nOf loans.\n\n{mark}403 if the cow is not yours, 404 if there is none.\n"
    )
    result = transcribe([PageSource("p.md", page)], Diagnostics(), family="hand-written")
    answers = result.document["paths"]["/cows/{id}"]["get"]["responses"]
    assert answers["403"]["description"] == "if the cow is not yours"
    assert answers["404"]["description"] == "if there is none"


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("All requests go to `https://api.cow.test/v2`.", "https://api.cow.test/v2"),
        ("Send requests to https://api.cow.test/v2.", "https://api.cow.test/v2"),
        ("The API lives at <https://api.cow.test/v2/>.", "https://api.cow.test/v2"),
        ("All endpoints are under **https://cow.test**", "https://cow.test"),
        ("Every request is sent to https://cow.test/a, with a key.", "https://cow.test/a"),
        ("Send requests to https://cow.test/token to get a token.", None),
        ("All requests are sent from https://cow.test.", None),
        ("Read of the API at https://docs.cow.test.", None),
        ("The request goes to https://cow.test.", None),
    ],
)
def test_a_sentence_says_where_the_api_is(text: str, url: str | None) -> None:
    assert read_home(text) == url


def test_the_server_that_an_introduction_tells() -> None:
    page = COW.format(sentence="Query:")
    told = "All requests go to `https://api.cow.test/v2`."
    assert "server https://api.cow.test/v2" in facts(
        page.replace("# Cows\n", f"# Cows\n\n{told}\n")
    )
    assert not [fact for fact in facts(page + f"\n{told}\n") if fact.startswith("server")]


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("No parameters.", None),
        ("None", None),
        ("There are no query parameters.", None),
        ("No headers are required", None),
        ("No parameter may be sent twice.", "No parameter may be sent twice."),
        ("None of them is kept.", "None of them is kept."),
    ],
)
def test_that_nothing_is_sent_is_no_description(sentence: str, kept: str | None) -> None:
    page = f"# Cows\n\n## GET /cows\n\n### Parameters\n\n{sentence}\n"
    result = transcribe([PageSource("p.md", page)], Diagnostics(), family="hand-written")
    assert result.document["paths"]["/cows"]["get"].get("description") == kept
    assert not result.report.unread
