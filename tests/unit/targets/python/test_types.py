"""Annotations of answers and of arguments."""

from __future__ import annotations

import pytest
from apiscribe.ir import (
    Anything,
    Const,
    List,
    Map,
    Nothing,
    Nullable,
    Ref,
    Scalar,
    ScalarKind,
    Tuple,
    Type,
)
from apiscribe.targets.python.names import python_names
from apiscribe.targets.python.types import Annotations
from shop import BOOLEAN, INTEGER, NUMBER, SETTINGS, STRING, WHEN, shop

API = shop()
NAMES = python_names(API, SETTINGS)

CASES: list[tuple[Type, str, str]] = [
    (STRING, "str", "str"),
    (INTEGER, "int", "int"),
    (NUMBER, "float", "float"),
    (BOOLEAN, "bool", "bool"),
    (WHEN, "datetime", "datetime | str"),
    (Scalar(ScalarKind.STRING, "date"), "date", "date | str"),
    (Scalar(ScalarKind.STRING, "uuid"), "str", "str"),
    (Const('say "hi"'), "Literal['say \"hi\"']", "Literal['say \"hi\"']"),
    (Const(3), "Literal[3]", "Literal[3]"),
    (Const(True), "Literal[True]", "Literal[True]"),
    (Const(1.5), "float", "float"),
    (List(STRING), "list[str]", "Sequence[str]"),
    (Map(List(INTEGER)), "dict[str, list[int]]", "Mapping[str, Sequence[int]]"),
    (Tuple((STRING, INTEGER), Nothing(), 2), "tuple[str, int]", "Sequence[str | int]"),
    (Tuple((STRING, INTEGER), Nothing(), 1), "list[str | int]", "Sequence[str | int]"),
    (Tuple((STRING,), Anything(), 1), "list[Any]", "Sequence[object]"),
    (Nullable(STRING), "str | None", "str | None"),
    (Nullable(Nothing()), "None", "None"),
    (Anything(), "Any", "object"),
    (Nothing(), "Never", "Never"),
    (Ref("Cat"), "types.Cat", "types.Cat | types.CatParam"),
    (Ref("Pet"), "types.Pet", "types.PetParam"),
    (Ref("Colour"), "types.Colour", "types.Colour"),
    (List(Ref("Order")), "list[types.Order]", "Sequence[types.Order]"),
]


@pytest.mark.parametrize(("type_", "answer", "argument"), CASES, ids=[c[1] for c in CASES])
def test_annotations(type_: Type, answer: str, argument: str) -> None:
    types = Annotations(API, NAMES)
    assert types.answer(type_).text == answer
    assert types.argument(type_).text == argument


def test_every_name_is_imported() -> None:
    types = Annotations(API, NAMES)
    for type_, _, _ in CASES:
        for found in (types.answer(type_), types.argument(type_)):
            bound = {imported.bound for imported in found.imports}
            text = found.text.replace("Literal['say \"hi\"']", "Literal")
            words = set("".join(c if c.isalnum() else " " for c in text).split())
            known = {"Any", "Literal", "Never", "Sequence", "Mapping", "datetime", "date", "types"}
            assert words & known == bound


def test_shadowed_builtins_are_written_in_full() -> None:
    types = Annotations(API, NAMES, shadowed=frozenset({"list", "str"}))
    assert types.answer(List(STRING)).text == "builtins.list[builtins.str]"


def test_binary_is_a_file_where_files_can_go() -> None:
    types = Annotations(API, NAMES)
    binary = Scalar(ScalarKind.STRING, "binary")
    assert types.argument(List(binary), files=True).text == "Sequence[FileInput]"
    assert types.argument(binary).text == "str"
