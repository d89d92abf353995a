"""The parts that all readers share: endpoint lines, types, limits, presence, names, calls."""

from __future__ import annotations

import pytest
from apiscribe.pages.facts import Presence
from apiscribe.pages.page import Line
from apiscribe.pages.parts.curl import curl_commands
from apiscribe.pages.parts.endpoints import read_base, read_endpoint
from apiscribe.pages.parts.limits import presence_said, read_limits, typed
from apiscribe.pages.parts.rows import nest, read_name
from apiscribe.pages.parts.samples import plain_json, read_sample
from apiscribe.pages.parts.sections import Role, label_of
from apiscribe.pages.parts.type_marks import read_mark
from apiscribe.pages.parts.types import TypeTree, parse_type
from apiscribe.pages.parts.words import presence_of


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("POST /v2/things", ("POST", "", "/v2/things")),
        ("**post** `/v2/things`", ("POST", "", "/v2/things")),
        ("POST/v2/things", ("POST", "", "/v2/things")),
        ("post/v2/things", ("POST", "", "/v2/things")),
        ("POST https://api.acme.test/v2/things", ("POST", "https://api.acme.test", "/v2/things")),
        (
            "**POST** `https://api.acme.test/v2/things`",
            ("POST", "https://api.acme.test", "/v2/things"),
        ),
        ("`GET /v2/things/:id`", ("GET", "", "/v2/things/{id}")),
        ("GET /v2/things/<id>", ("GET", "", "/v2/things/{id}")),
        ("DELETE /v2/things/[id]", ("DELETE", "", "/v2/things/{id}")),
        ("GET /v1/{name=projects/*/things/*}", ("GET", "", "/v1/{name}")),
        ("POST /v1/{name}:undelete", ("POST", "", "/v1/{name}:undelete")),
        ("GET /files/{+path}", ("GET", "", "/files/{path}")),
        ('<Badge text="POST" /> `/x`', ("POST", "", "/x")),
        (
            '<Route method="PATCH">/x/[\\{thing.id\\}](/things#id)</Route>',
            ("PATCH", "", "/x/{thing.id}"),
        ),
        ("GET /x HTTP/1.1", ("GET", "", "/x")),
        ("1. GET /x", ("GET", "", "/x")),
        ("Endpoint: POST /x", ("POST", "", "/x")),
        ("POST /x - Make one", ("POST", "", "/x")),
    ],
)
def test_endpoint_lines(line: str, expected: tuple[str, str, str]) -> None:
    found = read_endpoint(line)
    assert found is not None
    assert (found.method, found.host, found.path) == expected


@pytest.mark.parametrize(
    "line",
    [
        "Use POST /v2/things to make one.",
        "GET /v2/things lists what was made before the last of them was dropped by somebody else again.",
        "Get started",
        "POST",
        "DELETE removes things",
        "Put /things in order of size",
    ],
)
def test_prose_is_no_endpoint(line: str) -> None:
    assert read_endpoint(line) is None


@pytest.mark.parametrize(
    ("line", "url"),
    [
        ("Base URL: `https://a.test/v1/`", "https://a.test/v1"),
        ("The base URL is https://a.test.", "https://a.test"),
        ("| Base URL | https://a.test |", "https://a.test"),
        ("基础 URL：https://a.test", "https://a.test"),
        ("See https://a.test for more.", None),
    ],
)
def test_base_urls(line: str, url: str | None) -> None:
    assert read_base(line) == url


def shown(tree: TypeTree | None) -> str:
    if tree is None:
        return "unknown"
    inner = {
        "array": lambda: f"[{shown(tree.item) if tree.item else ''}]",
        "map": lambda: f"{{{shown(tree.item)}}}",
        "union": lambda: " | ".join(map(shown, tree.variants)),
        "values": lambda: "/".join(map(str, tree.values)),
        "ref": lambda: f"${tree.name}",
    }
    text = inner[tree.kind]() if tree.kind in inner else tree.kind
    text += f":{tree.format}" if tree.format else ""
    marks = {Presence.OPTIONAL: "?", Presence.REQUIRED: "!"}
    return (
        text + ("|null" if tree.nullable else "") + (marks[tree.presence] if tree.presence else "")
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("string", "string"), ("Str", "string"), ("varchar(50)", "string"), ("int64", "integer:int64"),
        ("Float", "number"), ("double", "number:double"), ("Bool", "boolean"), ("dict", "object"),
        ("Dict[str, int]", "{integer}"), ("map (key: string, value: number)", "{number}"),
        ("map<string, boolean>", "{boolean}"), ("list", "[]"), ("string[]", "[string]"),
        ("array of string", "[string]"), ("array[string]", "[string]"), ("array<string>", "[string]"),
        ("list[str]", "[string]"), ("List[Thing]", "[$Thing]"), ("Array of objects (Thing)", "[$Thing]"),
        ("[string]", "[string]"), ("list of objects", "[object]"), ("repeated string", "[string]"),
        ("array of arrays of numbers", "[[number]]"), ("enum<string>", "string"), ("enum", "string"),
        ("string | array", "string | []"), ("string or array of string", "string | [string]"),
        ("null/object", "object|null"), ("object or null", "object|null"), ("string, optional", "string?"),
        ("string?", "string?"), ("?string", "string|null"), ("string (required)", "string!"),
        ("ISO8601 timestamp", "string:date-time"), ("unix timestamp", "integer"), ("uuid", "string:uuid"),
        ("string (uuid)", "string:uuid"), ("`\"s\"` or `\"m\"`", "s/m"), ("'s' | 'm'", "s/m"),
        ("[Thing](#thing)", "$Thing"), ("Thing object", "$Thing"), ("partial Thing object", "$Thing"),
        ("字符串", "string"), ("Ganzzahl", "integer"), ("booléen", "boolean"), ("массив", "[]"),
        ("文字列の配列", "[string]"), ("Money", "unknown"), ("timestamp", "any"), ("timestamp, required", "any!"), ("integer, >= 0, optional", "integer?"),
        ("integer (< 5, required)", "integer!"), ("array<string>, optional", "[string]?"), ("string, read-only", "string"), ("see below", "unknown"),
    ],
)  # fmt: skip
def test_types(text: str, expected: str) -> None:
    assert shown(parse_type(text, ["Thing"])) == expected


@pytest.mark.parametrize(
    ("text", "kind", "default"),
    [
        ("Default: `m`", "string", "m"), ("(default: 3)", "integer", 3), ("default is true", "boolean", True),
        ("Defaults to `0.5`.", "number", 0.5), ("默认值：10", "integer", 10), ("Par défaut : `fr`", "string", "fr"),
        ("default: no limit", "integer", None), ("default: model default", "string", None),
        ("`standard` (default) or `express`", "string", "standard"), ("`standard` or `express`", "string", None),
        ("`a`, `b` (the default)", "string", "b"),
        ("Default: none", "integer", None), ("default: inf", "number", None),
        ("Defaults to the value of the model", "number", None), ("The default behaviour is to wait", "boolean", None),
        ("default `true`", "string", "true"), ("Order (default asc)", "string", "asc"), ("default: main", "string", "main"),
        ("Default: the repository’s default branch (usually `main`).", "string", None),
        ("Null when the key belongs to the default Workspace.", "string", None),
    ],
)  # fmt: skip
def test_defaults(text: str, kind: str, default: object) -> None:
    found = read_limits(text, kind).default
    value = typed(found, kind) if found is not None else None
    assert (value[0] if value is not None else None) == default


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("One of `a`, `b`", ["a", "b"]), ("either `a` or `b`", ["a", "b"]), ("Possible values: [a, b]", ["a", "b"]),
        ("Allowed values: a, b or c.", ["a", "b", "c"]), ('Must be "x" or "y"', ["x", "y"]),
        ("Can be one of: `a`, `b`, `c`", ["a", "b", "c"]), ("可选值：`a`、`b`", ["a", "b"]),
        ("`a`, `b`", ["a", "b"]), ("One of `a`, `b`, etc.", []), ("such as `a` or `b`", []),
        ("One of `a`, `b`, ...", []), ("e.g. `a`, `b`", []), ("The name of one of the models", []),
        ("Must be `a`", []), ("`a` | `b`", ["a", "b"]), ('"a" | "b"; not both', ["a", "b"]),
        ("Filter: `a` | `b`.", ["a", "b"]), ("`a` | `null`", []), ("`true` | `false`", []), ("`a` | b", []),
        ("the flags `a` | `b` joined", []),
    ],
)  # fmt: skip
def test_values(text: str, values: list[str]) -> None:
    assert [value for value, _ in read_limits(text, "string").values] == values


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("Range: 1-100", "integer", {"minimum": 1, "maximum": 100}),
        ("Ranges from `1` to `100`", "integer", {"minimum": 1, "maximum": 100}),
        ("0 <= x <= 2", "number", {"minimum": 0, "maximum": 2}),
        ("x >= 1", "integer", {"minimum": 1}),
        ("(1, 5]", "number", {"exclusiveMinimum": 1, "maximum": 5}),
        ("min: 1; max: 20", "integer", {"minimum": 1, "maximum": 20}),
        ("max 50", "integer", {"maximum": 50}),
        ("<= 64 characters", "string", {"maxLength": 64}),
        ("1-120 characters", "string", {"minLength": 1, "maxLength": 120}),
        ("Minimum length is 3", "string", {"minLength": 3}),
        ("At most 5 items", "array", {"maxItems": 5}),
        ("Up to 20 percent off", "string", {}),
        ("at most 10% of all", "number", {}),
    ],
)
def test_limits(text: str, kind: str, expected: dict[str, object]) -> None:
    assert read_limits(text, kind).keywords == expected


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("max 200", "string", {"maxLength": 200}),
        ("max length: 1,000", "string", {"maxLength": 1000}),
        ("max 64 bytes", "string", None),
        ("max 5 items", "string", None),
        ("1-100", "integer", {"minimum": 1, "maximum": 100}),
        ("0.5 to 2", "number", {"minimum": 0.5, "maximum": 2}),
        ("up to 4", "array", {"maxItems": 4}),
        ("min 1 item", "array", {"minItems": 1}),
        ("max 3", "object", None),
        ("readonly", "string", {"readOnly": True}),
        ("write only", "object", {"writeOnly": True}),
        ("the name of it", "string", None),
        ("max of two", "integer", None),
    ],
)
def test_marks_beside_a_type(text: str, kind: str, expected: dict[str, object] | None) -> None:
    mark = read_mark(text, kind)
    assert (dict(mark.keywords) if mark is not None else None) == expected


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("Read-only.", {"readOnly": True}),
        ("(write-only) The secret.", {"writeOnly": True}),
        ("*read-only*", {"readOnly": True}),
        ("Read-only for guests.", {}),
        ("`full` or `read-only`", {}),
        ("`read-only`", {}),
    ],
)
def test_who_may_set_it(text: str, only: dict[str, object]) -> None:
    assert read_limits(text, "string").keywords == only


@pytest.mark.parametrize(
    ("cell", "presence"),
    [
        ("yes", "required"), ("No", "optional"), ("✅", "required"), ("❌", "optional"), ("✔️", "required"),
        ("-", "optional"), ("是", "required"), ("否", "optional"), ("Да", "required"), ("conditional", "optional"),
        ("Required if `a` is set", "optional"), ("maybe", None), ("", None),
    ],
)  # fmt: skip
def test_required_cells(cell: str, presence: str | None) -> None:
    assert presence_of(cell) == (Presence(presence) if presence else None)


@pytest.mark.parametrize(
    ("text", "presence"),
    [
        ("Required. The name", "required"), ("(optional) the name", "optional"), ("**Optional**: the name", "optional"),
        ("Required range: 0 to 2", None), ("Required if a is set", "optional"), ("Requires a key", None),
        ("Optionally, a name", None), ("Conditionally required.", "optional"), ("Conditional: with a", "optional"),
        ("Conditional text", None),
    ],
)  # fmt: skip
def test_presence_at_the_head_of_a_text(text: str, presence: str | None) -> None:
    found = presence_said(text)
    assert (found[0] if found is not None else None) == (Presence(presence) if presence else None)


@pytest.mark.parametrize(
    ("cell", "name", "presence", "depth"),
    [
        ("`size`", "size", "unstated", 0), ("size*", "size", "required", 0), ("**size**", "size", "unstated", 0),
        ("`size` *required*", "size", "required", 0), ("size?", "size", "optional", 0), ("↳ unit", "unit", "unstated", 1),
        ("»» unit", "unit", "unstated", 2), ("`size` (optional)", "size", "optional", 0),
        ("size <sup>required</sup>", "size", "required", 0), ("Some words", None, "", 0), ("Free plan", None, "", 0),
    ],
)  # fmt: skip
def test_names(cell: str, name: str | None, presence: str, depth: int) -> None:
    row = read_name(cell, 1)
    assert (row.name if row is not None else None) == name
    if row is not None:
        assert (row.presence.value, row.depth) == (presence, depth)


def test_dotted_names_nest() -> None:
    names = ["a", "a.b", "c[].d", "c[].e.f", "g.0.h"]
    rows = nest([row for name in names if (row := read_name(name, 1))], dotted=True)
    assert [row.name for row in rows] == ["a", "c", "g"]
    assert [child.name for child in rows[0].children] == ["b"]
    assert rows[1].array
    assert rows[1].implied
    assert [child.name for child in rows[1].children] == ["d", "e"]
    assert rows[2].array


@pytest.mark.parametrize(
    ("text", "role", "status"),
    [
        ("Query Parameters", Role.QUERY, ""), ("请求参数", Role.PARAMETERS, ""), ("Response (200)", Role.RESPONSE, "200"),
        ("404 Not Found", Role.ERRORS, "404"), ("Example response:", Role.RESPONSE_EXAMPLE, ""),
        ("Request Body (application/json)", Role.BODY, ""), ("Тело запроса", Role.BODY, ""),
        ("响应（401: Unauthorized）", Role.ERRORS, "401"), ("Response (200: OK - Not Found)", Role.RESPONSE, "200"),
        ("Path parameters", Role.PATH, ""), ("The answer has these fields:", Role.RESPONSE, ""),
        ("Each piece has these fields:", None, ""), ("Rate limits", None, ""), ("Create a widget", None, ""),
    ],
)  # fmt: skip
def test_labels(text: str, role: Role | None, status: str) -> None:
    found = label_of(text)
    assert (found.role if found is not None else None) == role
    if found is not None:
        assert found.status == status


@pytest.mark.parametrize(
    ("line", "value", "comment"),
    [
        ('"lit": true // whether it is lit', True, "whether it is lit"),
        ('"lit": null # not known', None, "not known"),
        ('"lit": on and off // how', "on and off", "how"),
        ('"lit": on and off,', "on and off", None),
    ],
)
def test_comments_behind_bare_values(line: str, value: object, comment: str | None) -> None:
    sample = read_sample([Line(1, "{"), Line(2, line), Line(3, "}")])
    assert sample.node is not None
    assert plain_json(sample.node) == {"lit": value}
    assert sample.comments.get(("lit",)) == comment


def test_calls() -> None:
    text = "$ curl -X PUT 'https://a.test/things/7?dry=1' \\\n  -H 'X-Api-Key: k' \\\n  --data-raw '{\n \"a\": 1\n}'"
    lines = [Line(at, row) for at, row in enumerate(text.split("\n"), 10)]
    (call,) = curl_commands(lines)
    assert (call.endpoint.method, call.endpoint.path, call.endpoint.query) == (
        "PUT",
        "/things/7",
        (("dry", "1"),),
    )
    assert call.headers == [("X-Api-Key", "k")]
    assert [(line.number, line.text) for line in call.body] == [
        (12, "{"),
        (13, '"a": 1'),
        (14, "}"),
    ]
