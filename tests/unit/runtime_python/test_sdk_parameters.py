from __future__ import annotations

import datetime
import enum
from typing import Any

import httpx2
import pytest
from sdk_runtime.operations import Operation, Parameter
from sdk_runtime.parameters import (
    cookie_pairs,
    extra_query_pairs,
    header_value,
    join_query,
    path_value,
    percent_encode,
    query_pairs,
    querystring,
)
from sdk_runtime.requests import operation_url
from sdk_shop import shop


class Color(enum.Enum):
    BLUE = "blue"
    BLACK = "black"


LIST = ["blue", "black", "brown"]
OBJECT = {"R": 100, "G": 200, "B": 150}

# OpenAPI 3.2, section 4.12.4: style, explode, string, array, object.
PATH = [
    ("matrix", False, ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"),
    ("matrix", True, ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"),
    ("label", False, ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
    ("label", True, ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
    ("simple", False, "blue", "blue,black,brown", "R,100,G,200,B,150"),
    ("simple", True, "blue", "blue,black,brown", "R=100,G=200,B=150"),
]
QUERY = [
    ("form", False, "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    ("form", True, "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"),
    (
        "spaceDelimited",
        False,
        None,
        "color=blue%20black%20brown",
        "color=R%20100%20G%20200%20B%20150",
    ),
    ("spaceDelimited", True, None, "color=blue&color=black&color=brown", "R=100&G=200&B=150"),
    (
        "pipeDelimited",
        False,
        None,
        "color=blue%7Cblack%7Cbrown",
        "color=R%7C100%7CG%7C200%7CB%7C150",
    ),
    ("pipeDelimited", True, None, "color=blue&color=black&color=brown", "R=100&G=200&B=150"),
    ("deepObject", True, None, None, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
]


@pytest.mark.parametrize(("style", "explode", "text", "items", "members"), PATH)
def test_path_styles(style: Any, explode: bool, text: str, items: str, members: str) -> None:
    parameter = Parameter("color", "color", "path", style, explode)
    assert path_value(parameter, "blue") == text
    assert path_value(parameter, LIST) == items
    assert path_value(parameter, OBJECT) == members


@pytest.mark.parametrize(("style", "explode", "text", "items", "members"), QUERY)
def test_query_styles(
    style: Any, explode: bool, text: str | None, items: str | None, members: str
) -> None:
    parameter = Parameter("color", "color", "query", style, explode)
    for value, expected in (("blue", text), (LIST, items), (OBJECT, members)):
        if expected is not None:
            assert join_query(query_pairs(parameter, value)) == expected


def query(value: Any, **options: Any) -> str:
    return join_query(query_pairs(Parameter("p", "p", "query", **options), value))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "p=true"),
        (1.5, "p=1.5"),
        (10**20, "p=100000000000000000000"),
        ("", "p="),
        ("a b&c=d+e/é%", "p=a%20b%26c%3Dd%2Be%2F%C3%A9%25"),
        (Color.BLUE, "p=blue"),
        ([Color.BLUE, Color.BLACK], "p=blue&p=black"),
        (datetime.date(2024, 5, 1), "p=2024-05-01"),
        (
            datetime.datetime(2024, 5, 1, 12, 30, tzinfo=datetime.UTC),
            "p=2024-05-01T12%3A30%3A00Z",
        ),
        (iter([1, 2]), "p=1&p=2"),
        ((1, None, 2), "p=1&p=2"),
        ([], ""),
        ({}, ""),
    ],
)
def test_query_values(value: Any, text: str) -> None:
    assert query(value) == text


def test_defaults_of_styles() -> None:
    assert query([1, 2]) == "p=1&p=2"
    assert query([1, 2], style="pipeDelimited") == "p=1%7C2"
    assert query({"a": 1}, style="deepObject") == "p%5Ba%5D=1"


def test_delimiters_inside_values_are_encoded() -> None:
    assert query(["a,b", "c"], explode=False) == "p=a%2Cb,c"
    assert query(["a|b", "c d"], style="pipeDelimited") == "p=a%7Cb%7Cc%20d"


def test_names_are_encoded() -> None:
    pairs = query_pairs(Parameter("h", "h[]", "query"), ["x", "y"])
    assert join_query(pairs) == "h%5B%5D=x&h%5B%5D=y"


def test_reserved_characters_stay_where_allowed() -> None:
    text = query("a/b?c:d@e!$'()*,;[x] &=+#%20%zz", allow_reserved=True)
    assert text == "p=a/b?c:d@e!$'()*,;[x]%20%26%3D%2B%23%20%25zz"


def test_deep_objects_nest() -> None:
    value = {"a": {"b": [1, 2]}, "c": None, "d e": "f&g"}
    text = "p%5Ba%5D%5Bb%5D%5B%5D=1&p%5Ba%5D%5Bb%5D%5B%5D=2&p%5Bd%20e%5D=f%26g"
    assert query(value, style="deepObject") == text


def test_deep_lists_have_brackets_and_count_where_they_hold_more_than_scalars() -> None:
    assert query(["a", None, "b"], style="deepObject") == "p%5B%5D=a&p%5B%5D=b"
    value = [{"a": 1}, {"a": 2, "b": ["x"]}]
    text = "p%5B0%5D%5Ba%5D=1&p%5B1%5D%5Ba%5D=2&p%5B1%5D%5Bb%5D%5B%5D=x"
    assert query(value, style="deepObject") == text
    assert query([], style="deepObject") == ""


def test_json_content() -> None:
    assert query({"a": [1, None]}, content_type="application/json") == (
        "p=%7B%22a%22%3A%5B1%2Cnull%5D%7D"
    )


def test_what_no_style_can_write_is_json() -> None:
    assert query([{"a": 1}, {"b": ["é"]}]) == (
        "p=%7B%22a%22%3A1%7D&p=%7B%22b%22%3A%5B%22%C3%A9%22%5D%7D"
    )


def test_extra_query() -> None:
    pairs = extra_query_pairs({"a": [1, 2], "b": {"c": "d"}, "e": None, "f": True})
    assert join_query(pairs) == "a=1&a=2&b%5Bc%5D=d&f=true"


def test_whole_query_string() -> None:
    parameter = Parameter("q", "q", "querystring", content_type="application/x-www-form-urlencoded")
    assert querystring(parameter, {"a": "b c", "d": [1, 2]}) == "a=b%20c&d=1&d=2"
    assert querystring(parameter, "a=b&c=d e") == "a=b&c=d%20e"
    as_json = parameter._replace(content_type="application/json")
    assert querystring(as_json, {"a": 1}) == "%7B%22a%22%3A1%7D"


@pytest.mark.parametrize(
    ("value", "explode", "text"),
    [
        ("a b/~", False, "a b/~"),
        ([1, 2], False, "1,2"),
        ({"a": 1, "b": 2}, False, "a,1,b,2"),
        ({"a": 1, "b": 2}, True, "a=1,b=2"),
        (True, False, "true"),
        (" a b\t", False, "a b"),
    ],
)
def test_headers(value: Any, explode: bool, text: str) -> None:
    assert header_value(Parameter("h", "X-H", "header", explode=explode), value) == text


def test_headers_cannot_be_split() -> None:
    with pytest.raises(ValueError, match="printable ASCII"):
        header_value(Parameter("h", "X-H", "header"), "a\r\nX-Evil: b")


def test_json_headers() -> None:
    parameter = Parameter("h", "X-H", "header", content_type="application/json")
    assert header_value(parameter, {"a": [1]}) == '{"a":[1]}'


@pytest.mark.parametrize(
    ("style", "explode", "value", "pairs"),
    [
        ("form", False, [1, 2], [("p", "1,2")]),
        ("form", True, [1, 2], [("p", "1"), ("p", "2")]),
        ("form", True, "a;b c", [("p", "a%3Bb%20c")]),
        ("form", None, {"a": 1}, [("a", "1")]),
        ("cookie", True, "a/b=c", [("p", "a/b=c")]),
    ],
)
def test_cookies(style: Any, explode: bool, value: Any, pairs: Any) -> None:
    assert cookie_pairs(Parameter("p", "p", "cookie", style, explode), value) == pairs


def test_cookies_cannot_be_split() -> None:
    with pytest.raises(ValueError, match="cannot hold"):
        cookie_pairs(Parameter("p", "p", "cookie", "cookie"), "a; b=c")


@pytest.mark.parametrize("value", [None, "", [], {}])
def test_empty_path_values_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="Path parameter 'p'"):
        path_value(Parameter("p", "p", "path", required=True), value)


def url(path: str, **arguments: Any) -> str:
    parameters = tuple(Parameter(name, name, "path", required=True) for name in arguments)
    operation: Operation[Any, Any] = Operation("op", "GET", path, parameters=parameters)
    settings = shop(lambda request: None)._context.settings  # type: ignore[arg-type,return-value]
    return operation_url(settings, operation, arguments).removeprefix("https://shop.example/api")


def test_path_values_stay_in_their_segment() -> None:
    assert url("/p/{name}", name="a/b c?d#e%") == "/p/a%2Fb%20c%3Fd%23e%25"
    assert url("/p/{name}", name="../x") == "/p/..%2Fx"
    assert url("/p/{name}.json", name="..") == "/p/...json"
    assert url("/p/{a}:run", a="b:c") == "/p/b%3Ac:run"


@pytest.mark.parametrize("value", [".", ".."])
def test_dot_segments_are_refused(value: str) -> None:
    with pytest.raises(ValueError, match="would change the path"):
        url("/p/{name}/q", name=value)
    with pytest.raises(ValueError, match="would change the path"):
        url("/p/{a}{b}/q", a=".", b=value[:1])


def test_a_value_that_looks_like_a_template_is_data() -> None:
    assert url("/p/{a}/{b}", a="{b}", b="x") == "/p/%7Bb%7D/x"


def test_a_query_in_the_path_is_added_to() -> None:
    seen: list[str] = []

    def handler(request: httpx2.Request) -> httpx2.Response:
        seen.append(request.url.raw_path.decode())
        return httpx2.Response(204)

    parameters = (Parameter("a", "a", "query"),)
    operation: Operation[Any, Any] = Operation("op", "GET", "/p?fixed=1", parameters=parameters)
    for arguments in ({}, {"a": "x y"}):
        shop(handler).call(operation, arguments, {})
    assert seen == ["/api/p?fixed=1", "/api/p?fixed=1&a=x%20y"]


def test_reserved_in_paths() -> None:
    parameter = Parameter("p", "p", "path", allow_reserved=True)
    assert path_value(parameter, "a:b/c?d#e") == "a:b%2Fc%3Fd%23e"


@pytest.mark.parametrize("text", ["~-._aZ09", "%", "é", "\U0001f40e", " "])
def test_percent_encoding_round_trips(text: str) -> None:
    from urllib.parse import unquote

    assert unquote(percent_encode(text)) == text
