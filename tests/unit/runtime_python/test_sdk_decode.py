from __future__ import annotations

import dataclasses
import datetime
import enum
import json
import pickle
import uuid
import warnings
from typing import Annotated, Any, ClassVar, Literal, NotRequired, TypedDict

import msgspec
import pytest
from pydantic import Field, RootModel
from sdk_runtime.decode import decode_json, decode_value
from sdk_runtime.models import Model
from sdk_runtime.scalars import Base64Bytes, Date, DateTime, Number, Time, Uuid
from sdk_runtime.unions import (
    FieldIn,
    HasField,
    ItemsAre,
    KindIs,
    Rule,
    ValueIn,
    choose,
)
from sdk_shop import Cat, Dog, Owner, Thing
from typing_extensions import TypeAliasType


class Color(enum.Enum):
    RED = "red"


class Closed(Model):
    model_closed: ClassVar[bool] = True

    a: int


class Counts(Model):
    __pydantic_extra__: dict[str, int] = Field(init=False)

    a: int


class Names(RootModel[list[str]]):
    pass


class Node(Model):
    value: int
    children: list[Node] | None = None


class Everything(Model):
    text: str
    whole: int
    number: Number
    flag: bool
    at: DateTime
    day: Date
    time: Time
    id_: Uuid = Field(alias="id")
    data: Base64Bytes
    level: Literal["low", "high"] | str
    closed: Literal["x", 1, True]
    color: Color
    items: list[Thing]
    by_name: dict[str, Thing]
    pair: tuple[int, str]
    anything: Any
    nothing: None
    maybe: Thing | None
    bounded: Annotated[int, Field(ge=0, le=10)]
    root: Names
    node: Node
    mixed: int | str | None
    optional: str | None = None


FULL: dict[str, Any] = {
    "text": "é",
    "whole": 2**80,
    "number": 1.5,
    "flag": False,
    "at": "2024-05-01T10:00:00.123456789+02:00",
    "day": "2024-05-01",
    "time": "10:00:00.100Z",
    "id": "0E984725-C51C-4BF4-9960-E1C80E27ABA0",
    "data": "/wA=",
    "level": "low",
    "closed": 1,
    "color": "red",
    "items": [{"id": 1, "name": "a"}, {"id": 2, "name": "b", "note": None}],
    "by_name": {"x": {"id": 3, "name": "c"}},
    "pair": [1, "b"],
    "anything": {"deep": [1, {"x": None}]},
    "nothing": None,
    "maybe": None,
    "bounded": 3,
    "root": ["a", "b"],
    "node": {"value": 1, "children": [{"value": 2, "children": []}]},
    "mixed": "1",
}


def read(data: Any, kind: Any, strict: bool = False) -> tuple[Any, list[str]]:
    value, issues = decode_json(json.dumps(data), kind, strict=strict)
    return value, [str(issue) for issue in issues]


def dumped(value: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return value.to_dict()


@pytest.mark.parametrize("strict", [False, True])
def test_what_fits_is_typed_and_comes_back_as_it_was(strict: bool) -> None:
    value, issues = read(FULL, Everything, strict)
    assert issues == []
    assert type(value) is Everything
    assert value.whole == 2**80
    assert value.at == datetime.datetime.fromisoformat("2024-05-01T10:00:00.123456+02:00")
    assert value.day == datetime.date(2024, 5, 1)
    assert value.id_ == uuid.UUID("0e984725-c51c-4bf4-9960-e1c80e27aba0")
    assert value.data == b"\xff\x00"
    assert value.color is Color.RED
    assert type(value.items[1]) is Thing
    assert value.by_name["x"].name == "c"
    assert value.pair == (1, "b")
    assert value.root.root == ["a", "b"]
    assert value.node.children[0].value == 2
    assert value.optional is None
    assert "optional" not in value.model_fields_set
    assert dumped(value) == FULL
    assert value.model_dump(mode="json", by_alias=True, exclude_unset=True) == FULL
    assert json.loads(value.to_json()) == FULL


def test_both_ways_of_reading_agree() -> None:
    fast, _ = decode_json(json.dumps(FULL), Everything, strict=False)
    slow, _ = decode_value(FULL, Everything)
    assert fast == slow
    assert repr(fast) == repr(slow)
    assert fast.model_fields_set == slow.model_fields_set


ODD: dict[str, Any] = {
    "text": 5,
    "whole": "many",
    "number": None,
    "flag": "yes",
    "at": "yesterday",
    "day": "2024-13-01",
    "time": 7,
    "id": "?",
    "data": "not base64!",
    "level": "middle",
    "closed": True,
    "color": "green",
    "items": [{"id": "one"}, 7, None],
    "by_name": [1],
    "pair": [1, "b", "c"],
    "nothing": 0,
    "maybe": [],
    "bounded": 99,
    "root": {"a": 1},
    "node": {"value": 1, "children": [{"value": []}]},
    "mixed": {"x": 1},
    "unknown": {"a": None},
    "optional": None,
}


def test_what_does_not_fit_is_kept_and_comes_back_as_it_was() -> None:
    value, _ = read(ODD, Everything)
    assert type(value) is Everything
    assert value.text == 5
    assert value.number is None
    assert value.level == "middle"
    assert value.color == "green"
    assert type(value.items[0]) is Thing
    assert value.items[0].id == "one"
    assert value.items[0].name is None
    assert value.items[1] == 7
    assert value.anything is None
    assert value.pair == (1, "b", "c")
    assert value.model_extra == {"unknown": {"a": None}}
    assert dumped(value) == ODD
    assert json.loads(value.to_json()) == ODD


def test_strict_names_every_place() -> None:
    _, issues = read(ODD, Everything, strict=True)
    places = {issue.partition(":")[0] for issue in issues}
    assert places == {
        "text", "whole", "number", "flag", "at", "day", "time", "id", "data", "level", "color",
        "items[0].id", "items[0].name", "items[1]", "items[2]", "by_name", "pair", "anything",
        "nothing", "maybe", "bounded", "root", "node.children[0].value", "mixed",
    }  # fmt: skip
    assert "text: expected string, found integer" in issues
    assert "level: unknown value 'middle'; known: 'low', 'high'" in issues
    assert "items[0].name: is required, but missing" in issues


def test_literals_keep_types_apart() -> None:
    assert read(True, Literal[1, "x"])[1] == ["the answer: unknown value True; known: 1, 'x'"]
    assert read(1, Literal["1"])[1] != []
    assert read(1.0, Literal[1]) == (1, [])


def test_numbers() -> None:
    assert read(1.0, int, strict=True) == (1, [])
    assert type(read(1.0, int)[0]) is int
    assert read(1.5, int, strict=True)[1] != []
    assert read(2**70, Number)[0] == 2**70
    assert read(True, int, strict=True)[1] != []
    assert read(9007199254740993, int)[0] == 9007199254740993


def test_open_and_closed_objects() -> None:
    assert read({"a": 1, "b": 2}, Closed)[0].model_extra == {"b": 2}
    assert read({"a": 1, "b": 2}, Closed, strict=True)[1] == [
        "b: is not described, and the object allows no more members"
    ]
    assert read({"id": 1, "name": "n", "b": 2}, Thing, strict=True)[1] == []


def test_typed_extra_members() -> None:
    assert read({"a": 1, "b": 2}, Counts, strict=True)[1] == []
    value, issues = read({"a": 1, "b": "x"}, Counts, strict=True)
    assert issues == ["b: expected integer, found string"]
    assert dumped(value) == {"a": 1, "b": "x"}


def test_null_and_missing_stay_apart() -> None:
    null, _ = read({"id": 1, "name": "n", "note": None}, Thing)
    missing, _ = read({"id": 1, "name": "n"}, Thing)
    assert null.note is None
    assert missing.note is None
    assert dumped(null) == {"id": 1, "name": "n", "note": None}
    assert dumped(missing) == {"id": 1, "name": "n"}


def test_null_where_a_member_may_only_be_missing() -> None:
    class Patchy(Model):
        model_not_null: ClassVar[frozenset[str]] = frozenset({"a"})

        a: str | None = None
        b: str | None = None

    assert read({"a": "x", "b": None}, Patchy, strict=True)[1] == []
    assert read({}, Patchy, strict=True)[1] == []
    value, issues = read({"a": None}, Patchy, strict=True)
    assert issues == ["a: may be missing, but not null"]
    assert dumped(value) == {"a": None}


def test_null_where_none_was_promised() -> None:
    value, issues = read({"id": None, "name": "n"}, Thing, strict=True)
    assert issues == ["id: expected integer, found null"]
    assert dumped(value) == {"id": None, "name": "n"}


@pytest.mark.parametrize(
    "data",
    [
        {"pet": {"kind": "cat", "lives": 9}},
        {"pet": {"kind": "dog"}, "pets": [{"kind": "cat", "lives": 1}, {"kind": "dog", "x": 1}]},
        {"pet": {"kind": "dog", "tricks": None}},
        {"pet": {"kind": "bird", "wings": 2}, "pets": [{"kind": "dog"}, 5, None]},
        {"pet": {"kind": "cat"}},
        {"pet": "cat"},
        {},
    ],
)
def test_unions_round_trip(data: Any) -> None:
    value, _ = read(data, Owner)
    assert dumped(value) == data


def test_unions_are_chosen_and_unknown_members_kept() -> None:
    value, _ = read({"pet": {"kind": "cat", "lives": "nine"}, "pets": [{"kind": "bird"}]}, Owner)
    assert type(value.pet) is Cat
    assert value.pet.lives == "nine"
    assert value.pets == [{"kind": "bird"}]
    _, issues = read({"pet": {"kind": "bird"}}, Owner, strict=True)
    assert issues == ["pet: fits no member of the union that this version knows"]


def test_pydantic_chooses_the_same_way() -> None:
    assert type(Owner.model_validate({"pet": {"kind": "dog"}}).pet) is Dog
    assert Owner(pet=Cat(kind="cat", lives=1)).pet == Cat(kind="cat", lives=1)
    assert Owner.model_validate({"pet": {"kind": "bird"}}).pet == {"kind": "bird"}


Tangled = Annotated[
    str | int | list[str] | list[Thing] | Cat | Thing,
    choose(
        Rule(0, ValueIn("a", "b")),
        Rule(1, KindIs("integer")),
        Rule(2, KindIs("array"), ItemsAre(KindIs("string"))),
        Rule(3, ItemsAre(HasField("id"))),
        Rule(4, FieldIn("kind", "cat", "Cat")),
        Rule(5, HasField("id")),
    ),
]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ("a", str),
        ("c", None),
        (1, int),
        (1.0, int),
        (True, None),
        ([], list),
        (["x"], list),
        ({"kind": "cat", "lives": 1}, Cat),
        ({"id": 1, "name": "n"}, Thing),
        ({"kind": "Dog"}, None),
        (None, None),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_decision_lists(data: Any, kind: Any, strict: bool) -> None:
    value, issues = read(data, Tangled, strict)
    if kind is None:
        assert value == data
        assert bool(issues) is strict
    else:
        assert type(value) is kind


def test_items_decide() -> None:
    assert type(read([{"id": 1, "name": "n"}], Tangled)[0][0]) is Thing
    assert read([5], Tangled)[0] == [5]


def test_members_that_python_merges_are_named() -> None:
    kind = Annotated[
        str | int,
        choose(
            Rule(0, ValueIn("x")),
            Rule(1, KindIs("string")),
            Rule(2, KindIs("integer")),
            members=lambda: (Literal["x"], str, int),
        ),
    ]
    assert read("y", kind, strict=True) == ("y", [])
    assert read(1, kind, strict=True) == (1, [])


def test_integer_tags() -> None:
    class One(Model):
        v: Literal[1]

    class Two(Model):
        v: Literal[2]

    kind = Annotated[One | Two, choose(Rule(0, FieldIn("v", 1)), Rule(1, FieldIn("v", 2)))]
    assert type(read({"v": 2}, kind)[0]) is Two
    assert read({"v": "2"}, kind)[0] == {"v": "2"}
    assert read({"v": True}, kind)[0] == {"v": True}


def test_unions_without_a_decision_list_are_never_guessed() -> None:
    class Left(Model):
        a: int

    class Right(Model):
        a: int
        b: int | None = None

    assert read({"a": 1}, Left | Right, strict=True) == ({"a": 1}, [])
    assert type(read({"a": "x"}, Left | int, strict=True)[0]) is dict


Json = TypeAliasType("Json", "dict[str, Json] | list[Json] | str | int | None")


def test_recursive_aliases() -> None:
    data = {"a": [1, {"b": None}, "c"]}
    assert read(data, Json, strict=True) == (data, [])


def test_typed_dicts() -> None:
    class Point(TypedDict):
        x: int
        things: NotRequired[list[Thing]]

    value, issues = read({"x": "1", "things": [{"id": 1, "name": "n"}], "z": 3}, Point, True)
    assert issues == ["x: expected integer, found string"]
    assert type(value["things"][0]) is Thing
    assert value["z"] == 3
    assert read({}, Point, strict=True)[1] == ["x: is required, but missing"]


@dataclasses.dataclass
class Plain:
    x: int
    class_: str | None = dataclasses.field(default=None, metadata={"wire": "class"})
    more: list[Plain] = dataclasses.field(default_factory=list)


def test_dataclasses() -> None:
    value, issues = read({"x": 1, "class": "c", "more": [{"x": 2}], "z": 3}, Plain, True)
    assert issues == []
    assert value.class_ == "c"
    assert value.more == [Plain(2)]
    assert value.extra_members == {"z": 3}
    assert read({}, Plain)[0].x is None


class Struct(msgspec.Struct):
    x: int
    klass: str | None = msgspec.field(default=None, name="class")


def test_structs() -> None:
    value, issues = read({"x": "1", "class": "c"}, Struct, strict=True)
    assert (value.x, value.klass) == ("1", "c")
    assert issues == ["x: expected integer, found string"]
    assert read([{"x": 1}], list[Struct])[0] == [Struct(1)]


TIMES = [
    "2024-05-01T10:00:00Z",
    "2024-05-01T10:00:00.000Z",
    "2024-05-01T10:00:00.1Z",
    "2024-05-01T10:00:00.123456789Z",
    "2024-05-01T10:00:00+00:00",
    "2024-05-01t10:00:00z",
    "2024-05-01T10:00:00-07:30",
    "2024-05-01T10:00:00",
]


class At(Model):
    at: DateTime


@pytest.mark.parametrize("text", TIMES)
def test_times_remember_their_text(text: str) -> None:
    value, issues = read({"at": text}, At, strict=True)
    assert issues == []
    assert isinstance(value.at, datetime.datetime)
    assert dumped(value) == {"at": text}
    assert dumped(pickle.loads(pickle.dumps(At(at=value.at)))) == {"at": text}
    later = value.at + datetime.timedelta(days=1)
    assert At(at=later).to_dict()["at"].startswith("2024-05-02T10:00:00")
    assert repr(value.at).startswith("datetime.datetime(2024, 5, 1, 10, 0")


def test_scalars_take_python_values() -> None:
    class S(Model):
        at: DateTime
        data: Base64Bytes
        id: Uuid

    value = S(
        at=datetime.datetime(2024, 5, 1, tzinfo=datetime.UTC),
        data=b"\xff",
        id=uuid.UUID(int=1),
    )
    assert value.to_dict() == {
        "at": "2024-05-01T00:00:00Z",
        "data": "/w==",
        "id": "00000000-0000-0000-0000-000000000001",
    }
    assert value.to_dict(mode="python")["data"] == b"\xff"


def test_plain_python_scalars_lose_nothing_either() -> None:
    text = "0E984725-C51C-4BF4-9960-E1C80E27ABA0"
    value, _ = decode_value({"a": text}, dict[str, uuid.UUID])
    assert value == {"a": text}
    value, _ = decode_value(text.lower(), uuid.UUID)
    assert value == uuid.UUID(text)


def test_names_that_look_like_other_members() -> None:
    class Swapped(Model):
        a: int = Field(alias="b")
        b: int = Field(alias="a")

    value, _ = read({"a": 1, "b": "2"}, Swapped)
    assert (value.a, value.b) == ("2", 1)
    assert dumped(value) == {"a": 1, "b": "2"}


def test_models_are_values() -> None:
    value, _ = read(ODD, Everything)
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    assert again.to_dict() == ODD
    assert value.model_copy(deep=True) == value


def test_concurrent_first_use() -> None:
    from concurrent.futures import ThreadPoolExecutor

    class Fresh(Model):
        owner: Owner
        node: Node

    text = json.dumps({"owner": {"pet": {"kind": "dog"}}, "node": {"value": 1}})
    with ThreadPoolExecutor(8) as pool:
        values = list(pool.map(lambda _: decode_json(text, Fresh, strict=False)[0], range(32)))
    assert all(type(value) is Fresh and type(value.owner.pet) is Dog for value in values)
