"""File names, model names, and what has a page."""

from dataclasses import replace

import pytest
from apiscribe.ir import (
    Access,
    Alias,
    Anything,
    Api,
    Const,
    Constraints,
    Field,
    List,
    Map,
    Name,
    Nothing,
    Nullable,
    Presence,
    Record,
    Ref,
    Resource,
    Scalar,
    ScalarKind,
    Tuple,
    Type,
)
from apiscribe.targets.docs.facts import TypeFacts, facts_text
from apiscribe.targets.docs.names import PageNames, relative, resources
from apiscribe.targets.docs.rejoin import rejoin
from apiscribe.targets.docs.words import Words, member_name, model_name, shortened

STRING, INTEGER = Scalar(ScalarKind.STRING), Scalar(ScalarKind.INTEGER)


def component(api: Api, id: str) -> Record:
    usage = api.declarations["Usage"]
    assert isinstance(usage, Record)
    return replace(usage, id=id, name=Name(id, (id.lower(),)))


def with_components(api: Api, *ids: str) -> Api:
    return replace(api, declarations={id: component(api, id) for id in ids}, operations={})


def test_paths_are_stable_and_safe(api: Api) -> None:
    names = PageNames(with_components(api, "Thing", "thing", "con", "a/b", "é", "x" * 300, "a b"))
    paths = [names.model_path(id) for id in names.models()]
    assert paths[0] == "models/Thing.md"
    assert len({path.casefold() for path in paths}) == len(paths)
    for path in paths:
        assert path.isascii()
        assert " " not in path
        assert len(path) < 140
        assert path.removeprefix("models/").split(".")[0].lower() not in ("con", "aux", "nul")
    more = PageNames(with_components(api, "Thing", "thing", "New", "con", "a/b", "é"))
    for id in ("Thing", "thing", "con", "a/b", "é"):
        assert more.model_path(id) == names.model_path(id)


@pytest.mark.parametrize(
    ("path", "page", "way"),
    [
        ("models/A.md", "operations/b.md", "../models/A.md"),
        ("models/A.md", "models/B.md", "A.md"),
        ("models/A.md", "README.md", "models/A.md"),
        ("models/A.md", "", "models/A.md"),
        ("README.md", "models/A.md", "../README.md"),
    ],
)
def test_relative(path: str, page: str, way: str) -> None:
    assert relative(path, page) == way


def test_inline_schemas_have_no_page_unless_shared(api: Api) -> None:
    assert not PageNames(api).has_page("Chat.choices[]")
    usage = component(api, "Usage")
    again = replace(
        usage, fields=(replace(usage.fields[0], type=Ref("Chat.choices[]")),), id="Usage"
    )
    shared = PageNames(replace(api, declarations={**api.declarations, "Usage": again}))
    assert shared.has_page("Chat.choices[]")
    assert shared.model("Chat.choices[]") == "ChatChoices"


def test_resources_are_walked_parents_first(api: Api) -> None:
    inner = Resource(Name("b", ("b",)), (Name("a", ("a",)), Name("b", ("b",))), ())
    outer = Resource(Name("a", ("a",)), (Name("a", ("a",)),), (), (inner,))
    tree = replace(api, resources=(outer,), operations={})
    assert [one.name.wire for one in resources(tree)] == ["a", "b"]
    assert PageNames(tree).resource_path(inner) == "resources/a.b.md"


@pytest.mark.parametrize(
    ("type", "words"),
    [
        (STRING, "string"),
        (Const("a"), '"a"'),
        (Const(3), "3"),
        (Const(True), "true"),
        (List(STRING), "array of string"),
        (List(List(INTEGER)), "array of array of integer"),
        (Nullable(List(STRING)), "(array of string) or null"),
        (List(Nullable(STRING)), "array of (string or null)"),
        (Map(Anything()), "map[unknown]"),
        (Map(Nullable(STRING)), "map[string or null]"),
        (Map(STRING, key_pattern="^x"), "object {}"),
        (Tuple((STRING, INTEGER), Nothing()), "tuple[string, integer]"),
        (Tuple((STRING,), Anything()), "tuple[string, ...unknown]"),
        (Nullable(Nothing()), "null"),
        (Nothing(), "never"),
        (Ref("Chat"), "Chat"),
        (Ref("Chat.choices[].finish"), '"stop" or "length" or "a" or 2 more'),
        (Nullable(Ref("Chat.stop")), "string or (array of string) or null"),
        (List(Ref("Chat.stop")), "array of (string or (array of string))"),
        (List(Ref("Chat.tools[]")), "array of (Call or object { type })"),
        (Ref("Chat.choices[]"), "object { finish }"),
    ],
)
def test_words(api: Api, type: Type, words: str) -> None:
    assert Words(api, PageNames(api)).spell(type) == words


def test_names_in_words() -> None:
    assert member_name("plain_name") == "plain_name"
    assert member_name("odd name") == '"odd name"'
    assert member_name('a"b\u202e') == '"a\\"b\\u202e"'
    assert member_name("x", quoted=True) == '"x"'
    assert model_name("Pet") == "Pet"
    assert model_name("string") == "#string"
    assert model_name("404") == "#404"
    assert shortened(["a", "b", "c", "d"], ", ") == "a, b, c, d"
    assert shortened(["a", "b", "c", "d", "e"], ", ") == "a, b, c, 2 more"


@pytest.mark.parametrize(
    ("type", "facts"),
    [
        (Scalar(ScalarKind.STRING, "uuid"), "format: `uuid`"),
        (
            Scalar(ScalarKind.INTEGER, constraints=Constraints(minimum=1, maximum=10000)),
            "minimum: `1` · maximum: `10000`",
        ),
        (
            Scalar(ScalarKind.STRING, constraints=Constraints(pattern="^`<b>$")),
            "pattern: ``^`<b>$``",
        ),
        (List(Scalar(ScalarKind.STRING, "date")), "items.format: `date`"),
        (
            Map(List(INTEGER, Constraints(min_items=1)), constraints=Constraints(max_properties=2)),
            "maxProperties: `2` · values.minItems: `1`",
        ),
        (Nullable(List(STRING, Constraints(unique_items=True))), "uniqueItems: true"),
        (Const("a", open=False), "open: `false`"),
        (Tuple((STRING, INTEGER), Nothing(), 2), "minItems: `2`"),
        (Ref("Usage"), ""),
    ],
)
def test_facts(api: Api, type: Type, facts: str) -> None:
    assert facts_text(TypeFacts(api, PageNames(api)).of(type)) == facts


def test_requests_and_answers_are_one_model_again(api: Api) -> None:
    def field(wire: str, access: Access, type: Type = STRING) -> Field:
        return Field(Name(wire, (wire,)), type, Presence.REQUIRED, access=access)

    both, read, write = Access.BOTH, Access.READ, Access.WRITE
    usage = component(api, "Account")
    answer = replace(usage, fields=(field("id", read), field("name", both)))
    request = replace(
        usage,
        id="Account:input",
        fields=(field("secret", write), field("name", both), field("more", both, Ref("L:input"))),
    )
    alias = Alias("L", Name("L", ("l",)), List(Ref("Account")))
    twin = replace(alias, id="L:input", type=List(Ref("Account:input")))
    split = replace(
        api,
        declarations={one.id: one for one in (answer, request, alias, twin)},
        operations={},
    )
    joined = rejoin(split)
    assert list(joined.declarations) == ["Account", "L"]
    record = joined.declarations["Account"]
    assert isinstance(record, Record)
    assert [one.name.wire for one in record.fields] == ["id", "secret", "name", "more"]
    assert record.fields[3].type == Ref("L")
    assert rejoin(api) is api
