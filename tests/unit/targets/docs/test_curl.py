"""curl samples: a shell that reads them sees what the API wants."""

import shlex
import subprocess
from dataclasses import replace

import pytest
from apiscribe.config import Settings
from apiscribe.ir import (
    Anything,
    Api,
    ApiKeyScheme,
    Body,
    BodyMedia,
    Encoding,
    Example,
    HttpScheme,
    JsonValue,
    List,
    Location,
    MediaKind,
    Name,
    Operation,
    Parameter,
    Presence,
    Scalar,
    ScalarKind,
    Style,
    Type,
)
from apiscribe.targets.docs.samples import curl
from apiscribe.targets.docs.shell import Variable, argument

STRING = Scalar(ScalarKind.STRING)
DEEP = Encoding("m", style=Style.DEEP_OBJECT)


def words(api: Api, operation: Operation) -> list[str]:
    return shlex.split(curl(api, Settings(), operation).replace("\\\n", " "))


@pytest.mark.parametrize(
    "text", ["a", "it's", "$(id)", "`id`", 'a"b', "a\\b", "", "é", "a\nb", "!x"]
)
def test_arguments(text: str) -> None:
    for parts, value in [((text,), text), ((text, Variable("KEY"), "x"), f"{text}secretx")]:
        ran = subprocess.run(
            ["sh", "-c", f"printf %s {argument(*parts)}"],
            env={"KEY": "secret"},
            capture_output=True,
            check=True,
        )
        assert ran.stdout.decode() == value


def test_a_variable_with_text_around_it() -> None:
    assert argument("Bearer ", Variable("KEY")) == '"Bearer $KEY"'
    assert argument(Variable("KEY"), "x") == '"${KEY}x"'
    assert argument('"; rm -rf / #', Variable("KEY")) == '"\\"; rm -rf / #$KEY"'


def parameter(
    wire: str, location: Location, style: Style, explode: bool, value: object, type: Type = STRING
) -> Parameter:
    return Parameter(
        Name(wire, (wire,)),
        location,
        type,
        Presence.REQUIRED,
        style,
        explode,
        examples=(Example("", value),),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("style", "explode", "value", "query"),
    [
        (Style.FORM, True, "a b", "p=a%20b"),
        (Style.FORM, True, ["a", "b"], "p=a&p=b"),
        (Style.FORM, False, ["a", "b"], "p=a,b"),
        (Style.SPACE, False, ["a", "b"], "p=a%20b"),
        (Style.PIPE, False, ["a", "b"], "p=a|b"),
        (Style.FORM, True, {"k": 1}, "k=1"),
        (Style.FORM, False, {"k": 1}, "p=k,1"),
        (Style.DEEP_OBJECT, True, {"k": 1}, "p%5Bk%5D=1"),
    ],
)
def test_query_styles(api: Api, style: Style, explode: bool, value: object, query: str) -> None:
    one = parameter("p", Location.QUERY, style, explode, value, Anything())
    operation = replace(
        api.operations["createChat"], path="/x", parameters=(one,), body=None, verb="GET"
    )
    assert words(api, operation)[1] == f"https://api.example.com/x?{query}"


def test_path_values_are_encoded(api: Api) -> None:
    one = parameter("id", Location.PATH, Style.SIMPLE, False, "a/b?c")
    operation = replace(api.operations["createChat"], parameters=(one,), body=None, verb="GET")
    assert words(api, operation)[1] == "https://api.example.com/v5/chat/a%2Fb%3Fc"


def test_the_verb(api: Api) -> None:
    operation = replace(api.operations["createChat"], parameters=())
    assert "-X" not in words(api, operation)
    deleted = replace(operation, verb="DELETE", body=None)
    assert words(api, deleted)[2:4] == ["-X", "DELETE"]
    asked = replace(operation, verb="HEAD", body=None)
    assert "--head" in words(api, asked)


def test_credentials(api: Api) -> None:
    operation = replace(api.operations["createChat"], parameters=(), body=None, verb="GET")
    name = Name("Key", ("key",))
    query = replace(api, schemes={"Key": ApiKeyScheme("Key", name, "query", "k")})
    assert words(query, operation)[1] == "https://api.example.com/v5/chat/%7Bid%7D?k=$KEY".replace(
        "%7Bid%7D", "{id}"
    )
    bearer = replace(api, schemes={"Key": HttpScheme("Key", name, "bearer")})
    assert "Authorization: Bearer $KEY" in words(bearer, operation)
    basic = replace(api, schemes={"Key": HttpScheme("Key", name, "basic")})
    assert words(basic, operation)[-2:] == ["-u", "$KEY"]


@pytest.mark.parametrize(
    ("kind", "media_type", "value", "last"),
    [
        (MediaKind.FORM, "application/x-www-form-urlencoded", {"a": "b c"}, "a=b c"),
        (MediaKind.MULTIPART, "multipart/form-data", {"a": "it's"}, "a=it's"),
        (MediaKind.TEXT, "text/plain", "hi", "hi"),
        (MediaKind.BINARY, "application/octet-stream", "", "@file"),
        (MediaKind.JSON_LINES, "application/jsonl", [{"a": 1}, 2], '{"a":1}\n2\n'),
    ],
)
def test_bodies(api: Api, kind: MediaKind, media_type: str, value: object, last: str) -> None:
    media = BodyMedia(media_type, kind, List(Anything()), examples=(Example("", value),))  # type: ignore[arg-type]
    operation = replace(api.operations["createChat"], body=Body(True, (media,)))
    assert words(api, operation)[-1] == last


@pytest.mark.parametrize(
    ("value", "encoding", "sent"),
    [
        (["x", "y z"], None, ["m=x", "m=y z"]),
        (["x", "y"], Encoding("m", explode=False), ["m=x,y"]),
        ({"a": 1}, Encoding("m", "application/json"), ['m={"a":1}']),
        ({"a": 1, "b": 2}, Encoding("m"), ["a=1", "b=2"]),
        ({"a": {"b": 1}}, DEEP, ["m[a][b]=1"]),
        (["x", "y"], DEEP, ["m[]=x", "m[]=y"]),
        ([{"a": 1}, {"a": 2}], DEEP, ["m[0][a]=1", "m[1][a]=2"]),
        (True, DEEP, ["m=true"]),
        (None, None, []),
    ],
)
def test_members_of_forms(
    api: Api, value: JsonValue, encoding: Encoding | None, sent: list[str]
) -> None:
    encodings = (encoding,) if encoding is not None else ()
    shown = (Example("", {"m": value}),)
    for kind, media_type, option in (
        (MediaKind.FORM, "application/x-www-form-urlencoded", "--data-urlencode"),
        (MediaKind.MULTIPART, "multipart/form-data", "-F"),
    ):
        if kind is MediaKind.MULTIPART and encoding is not DEEP:
            continue
        media = BodyMedia(media_type, kind, Anything(), encodings, shown)
        operation = replace(api.operations["createChat"], body=Body(True, (media,)))
        given = words(api, operation)
        found = [given[at + 1] for at, word in enumerate(given) if word == option]
        assert found == sent


def test_deep_lists_in_the_query(api: Api) -> None:
    one = parameter("e", Location.QUERY, Style.DEEP_OBJECT, True, ["a", "b"], List(STRING))
    operation = replace(api.operations["createChat"], parameters=(one,), body=None)
    assert words(api, operation)[1].endswith("?e%5B%5D=a&e%5B%5D=b")
