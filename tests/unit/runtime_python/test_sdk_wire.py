from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import json
import uuid
from typing import Any

import msgspec
import pytest
from sdk_runtime import Omit, omit
from sdk_runtime.models import Model
from sdk_runtime.wire import NotJsonError, json_bytes, parse_json, plain_text, to_json_value
from sdk_shop import Cat, Thing

UTC = datetime.UTC


class Level(enum.IntEnum):
    LOW = 1


class Word(enum.StrEnum):
    YES = "yes"


@dataclasses.dataclass
class Point:
    x: int
    class_: str | Omit = dataclasses.field(default=omit, metadata={"wire": "class"})


class Struct(msgspec.Struct):
    a: int
    b: int | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="bee")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ({"a": None, "b": omit, "c": [1, omit, None]}, {"a": None, "c": [1, None]}),
        (2**63 + 1, 2**63 + 1),
        (True, True),
        (Level.LOW, 1),
        (Word.YES, "yes"),
        ({Word.YES: 1, 2: 3}, {"yes": 1, "2": 3}),
        (datetime.date(2024, 5, 1), "2024-05-01"),
        (datetime.datetime(2024, 5, 1, 1, 2, 3, 4000, UTC), "2024-05-01T01:02:03.004000Z"),
        (datetime.datetime(2024, 5, 1), "2024-05-01T00:00:00"),
        (datetime.time(1, 2), "01:02:00"),
        (datetime.timedelta(days=1, hours=2, microseconds=500000), "P1DT7200.5S"),
        (datetime.timedelta(0), "PT0S"),
        (-datetime.timedelta(seconds=1), "-PT1S"),
        (datetime.timedelta(days=2), "P2D"),
        (b"\xff\x00", "/wA="),
        (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (decimal.Decimal("1.10"), "1.10"),
        ((1, 2), [1, 2]),
        ({3}, [3]),
        ((n for n in range(2)), [0, 1]),
        (Point(1), {"x": 1}),
        (Point(1, "c"), {"x": 1, "class": "c"}),
        (Struct(1), {"a": 1}),
        (Struct(1, 2), {"a": 1, "bee": 2}),
        (Thing(id=1, name="n"), {"id": 1, "name": "n"}),
        (
            Thing(id=1, name="n", note=None, odd=[1]),
            {"id": 1, "name": "n", "note": None, "odd": [1]},
        ),
        ([Cat(kind="cat", lives=9)], [{"kind": "cat", "lives": 9}]),
    ],
)
def test_json_values(value: Any, expected: Any) -> None:
    result = to_json_value(value)
    assert result == expected
    assert json.loads(json_bytes(expected)) == expected


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": [object()]}, r"body\.a\[0\] is of type object"),
        ({"a": float("nan")}, r"body\.a is nan"),
        ([float("inf")], r"body\[0\] is inf"),
        ({(1, 2): 3}, "key of type tuple"),
    ],
)
def test_what_json_cannot_hold(value: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        json_bytes(value)


def test_json_text() -> None:
    assert json_bytes({"a": "é\u2028", "b": [1.5]}) == '{"a":"é\u2028","b":[1.5]}'.encode()
    assert json_bytes("\ud800") == b'"\\ud800"'


def test_plain_text() -> None:
    assert [plain_text(v, "p") for v in (True, 1, 1.0, "x", None)] == [
        "true",
        "1",
        "1",
        "x",
        "null",
    ]


def test_parsing() -> None:
    assert parse_json(b'{"a": 9007199254740993}') == {"a": 9007199254740993}
    for text in (b"", b"<html>", b"\xff", "[" * 100_000):
        with pytest.raises(NotJsonError):
            parse_json(text)


def test_omit() -> None:
    import copy
    import pickle

    assert not omit
    assert repr(omit) == "omit"
    assert Omit() is omit
    assert copy.deepcopy([omit])[0] is omit
    assert pickle.loads(pickle.dumps(omit)) is omit


def test_aliases_are_used() -> None:
    from pydantic import Field

    class Renamed(Model):
        class_: str = Field(alias="class")

    assert to_json_value(Renamed(class_="a")) == {"class": "a"}
    assert to_json_value(Renamed(**{"class": "a"})) == {"class": "a"}
