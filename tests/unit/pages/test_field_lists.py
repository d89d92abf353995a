"""Field lists: what a paste has lost is said, and never guessed."""

from __future__ import annotations

import pytest
from apiscribe.diagnostics import ApiscribeError, Diagnostics
from apiscribe.pages.json_shape_parser import Node
from apiscribe.pages.page import Line, PageSource
from apiscribe.pages.parts.rows import Row
from apiscribe.pages.parts.samples import read_sample
from apiscribe.pages.transcribe import transcribe
from apiscribe.pages.vertical_marks import read_marks
from apiscribe.pages.vertical_nesting import Found, settle
from apiscribe.pages.vertical_split import Platform, start_of

NAMELESS = """Make a pot

POST
/
pots

Authorizations

string
header
required

Bearer authentication header.

Body

application/json

enum<string>
default:round
required

How it is shaped.

Available options:
round,
flat

Response

201 - application/json

string

The number of the pot.
"""


def test_lost_names_are_said_with_the_way_out() -> None:
    with pytest.raises(ApiscribeError) as stopped:
        transcribe([PageSource("pots.txt", NAMELESS)], Diagnostics())
    (found,) = stopped.value.diagnostics
    assert found.rule == "pages/names-lost"
    assert ".md" in (found.help or "")


def test_a_sample_gives_names_that_the_fields_have_lost() -> None:
    call = '\ncurl -X POST https://pot.test/pots -d \'{"shape": "flat"}\'\n'
    result = transcribe([PageSource("pots.txt", NAMELESS + call)], Diagnostics())
    schema = result.document["paths"]["/pots"]["post"]["requestBody"]["content"]
    assert list(schema["application/json"]["schema"]["properties"]) == ["shape"]


@pytest.mark.parametrize(
    ("text", "name", "type_"),
    [
        ("namestringRequired", "name", "string"),
        ("constraintstring", "constraint", "string"),
        ("objectstringOptional", "object", "string"),
        ("filenamestring", "filename", "string"),
        ("updated_atnullable timestamp", "updated_at", "nullable timestamp"),
        ("voiceslist of objectsRequired", "voices", "list of objects"),
        ("dayintegerThe day.", "day", "integer"),
    ],
)
def test_glued_names_and_types_are_told_apart(text: str, name: str, type_: str) -> None:
    start = start_of(text, "", Platform.GLUED)
    assert start is not None
    assert (start.name, start.type) == (name, type_)


@pytest.mark.parametrize("text", ["A string of words", "The constraint is", "substrings", "update"])
def test_words_are_not_glued_members(text: str) -> None:
    assert start_of(text, "", Platform.GLUED) is None


def test_a_name_of_a_sample_wins_over_a_longer_type() -> None:
    start = start_of(
        "nullable_intobjectarray of objects", "", Platform.GLUED, {"nullable_intobject"}
    )
    assert start is not None
    assert start.name == "nullable_intobject"


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Required range: 0 <= x <= 2", {"minimum": 0, "maximum": 2}),
        ("Required range: 0 < x < 2", {"exclusiveMinimum": 0, "exclusiveMaximum": 2}),
        ("Required range: x >= -1.5", {"minimum": -1.5}),
        ("Required string length: 3", {"minLength": 3, "maxLength": 3}),
        ("Required array length: 1 - 4 elements", {"minItems": 1, "maxItems": 4}),
        ("Possible values: non-empty and <= 9 characters", {"minLength": 1, "maxLength": 9}),
        ("Possible values: >= 1 and <= 10", {"minimum": 1, "maximum": 10}),
        ("Minimum length is 2, maximum length is 5.", {"minLength": 2, "maxLength": 5}),
        ("At least 1 but not more than 3 elements.", {"minItems": 1, "maxItems": 3}),
        ("length between 1 and 8", {"minLength": 1, "maxLength": 8}),
        ("[ 1 .. 9 ] items", {"minItems": 1, "maxItems": 9}),
        ("( 0 .. 1 ]", {"exclusiveMinimum": 0, "maximum": 1}),
        ('format: "uuid"', {"format": "uuid"}),
    ],
)
def test_limits_that_platforms_print(text: str, stated: dict[str, object]) -> None:
    row = Row("x", 1, 1)
    assert read_marks(row, text, 1)
    assert row.stated == stated


@pytest.mark.parametrize(
    "text", ["Required if the pot is flat", "Default behaviour of the wheel", "Unique to each pot"]
)
def test_prose_that_begins_like_a_mark_is_prose(text: str) -> None:
    row = Row("x", 1, 1)
    assert not read_marks(row, text, 1)
    assert row == Row("x", 1, 1)


def members(*rows: tuple[str, str, str]) -> list[Found]:
    return [Found(Row(name, 1, 1, kind), -1, opened) for name, kind, opened in rows]


def sample(text: str) -> list[Node]:
    return read_sample([Line(1, text)]).values


def tree(rows: list[Row]) -> dict[str, object]:
    return {row.name: tree(row.children) for row in rows}


FLAT = (("pot", "object", ""), ("width", "integer", ""), ("glaze", "string", ""))


def test_a_sample_tells_what_is_inside() -> None:
    nested = settle(members(*FLAT), sample('{"pot": {"width": 1}, "glaze": "a"}'))
    assert tree(nested.rows) == {"pot": {"width": {}}, "glaze": {}}
    assert not any(row.doubt for row in nested.rows)


def test_without_evidence_what_follows_an_object_is_in_doubt() -> None:
    nested = settle(members(*FLAT), [])
    assert [bool(row.doubt) for row in nested.rows] == [False, True, True]


def test_hidden_members_leave_no_doubt() -> None:
    rows = members(("pot", "object", "shut"), ("width", "integer", ""))
    assert not any(row.doubt for row in settle(rows, []).rows)


def test_an_open_frame_without_an_end_is_refused_after_its_first_member() -> None:
    rows = members(("pot", "object", "open"), ("width", "integer", ""), ("glaze", "string", ""))
    nested = settle(rows, [])
    assert tree(nested.rows) == {"pot": {"width": {}}}
    assert [row.name for row, _ in nested.refused] == ["glaze"]


def test_a_count_ends_a_frame() -> None:
    rows = members(("pot", "object", "open"), ("width", "integer", ""), ("glaze", "string", ""))
    rows[0].count = 1
    assert tree(settle(rows, []).rows) == {"pot": {"width": {}}, "glaze": {}}


def test_a_name_seen_twice_has_no_place() -> None:
    rows = members(("id", "string", ""), ("pot", "object", ""), ("id", "string", ""))
    assert [row.name for row, _ in settle(rows, []).refused] == ["id"]


@pytest.mark.parametrize(
    ("text", "following", "beyond", "begins"),
    [
        ("from", "date, required", "", True),
        ("size", "integer, nullable, default 3", "", True),
        ("until", "datetime", "When it ends.", True),
        ("contact", "email", "", True),
        ("made", "timestamp, optional", "", True),
        ("to", "string, as it was sent", "", True),
        ("required", "email", "string", False),
        ("object", "url", "string", False),
        ("contact", "email", "string", False),
        ("Note", "List, in order, of all that is there.", "", False),
        ("hull", "steel, or wood", "", False),
    ],
)
def test_types_with_marks_below_names(text: str, following: str, beyond: str, begins: bool) -> None:
    start = start_of(text, following, Platform.PLAIN, (), beyond)
    assert (start is not None) is begins


@pytest.mark.parametrize("section", ["Body parameters", "Query parameters", "Response"])
@pytest.mark.parametrize("family", ["field-list", "hand-written"])
def test_lines_of_a_section_are_never_lost(family: str, section: str) -> None:
    """What is no member that was read, and no prose, is listed."""
    text = f"Keep a pot\n\nPOST https://pots.test/pots\n\n{section}\n\nshape\nround or flat\n\ncolour\nhex\n"
    report = transcribe([PageSource("pots.txt", text)], Diagnostics(), family=family).report
    listed = {unread.text for unread in report.unread}
    assert {"shape", "colour"} <= listed


def test_indentation_nests_below_what_can_hold() -> None:
    rows = [
        Found(Row("a", 1, 1, "object[]"), indent=0),
        Found(Row("b", 2, 2, "string"), indent=2),
        Found(Row("c", 3, 3, "string"), indent=4),
        Found(Row("d", 4, 4, "string"), indent=0),
    ]
    nested = settle(rows, [])
    assert [row.name for row in nested.rows] == ["a", "d"]
    assert [row.name for row in nested.rows[0].children] == ["b", "c"]
    assert nested.rows[0].children[1].doubt


STRIPE = """\
The Awning object

Attributes

color
enum

Possible enum values
amber

Warm light.

white

%s

lit
boolean

Put up an awning

Returns

Returns the awning.

POST /v1/awnings
"""


def test_values_with_text_of_their_own_are_all_of_the_list() -> None:
    page = PageSource("p.txt", STRIPE % "Cold light.\n\nAs of the sea.")
    result = transcribe([page], Diagnostics(), family="field-list")
    color = result.document["components"]["schemas"]["Awning"]["properties"]["color"]
    assert color["enum"] == ["amber", "white"]
    assert color["x-enum-descriptions"]["white"] == "Cold light. As of the sea."
    assert result.document["paths"]["/v1/awnings"]["post"]["summary"] == "Put up an awning"


def test_a_list_of_values_that_breaks_off_gives_none() -> None:
    page = PageSource("p.txt", STRIPE % "Cold light: the one we like\n\nblue")
    result = transcribe([page], Diagnostics(), family="field-list")
    color = result.document["components"]["schemas"]["Awning"]["properties"]["color"]
    assert not {"enum", "const"} & color.keys()
    unread = {one.text for one in result.report.unread}
    assert {"amber", "white", "blue"} <= unread
