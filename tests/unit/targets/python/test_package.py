"""The generated package: its text, that it is clean, and that it works."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import black
import pytest
from apiscribe.config import Settings
from apiscribe.ir import Const, Docs, EnumValue, Name, Record, Ref
from apiscribe.targets.python.names import python_names
from apiscribe.targets.python.options import ModelFlavour
from apiscribe.targets.python.typefiles import type_files
from black.mode import TargetVersion
from lowering import lower
from shop import STRING, WHEN, member, record, shop, write_package

Packages = Callable[[ModelFlavour], Path]
EXPECTED = Path(__file__).parent / "expected"
GOLDEN = [
    "src/pet_shop/__init__.py",
    "src/pet_shop/_client.py",
    "src/pet_shop/resources/shop/__init__.py",
    "src/pet_shop/resources/shop/orders.py",
    "src/pet_shop/types/__init__.py",
    "src/pet_shop/types/cat.py",
    "src/pet_shop/types/cat_param.py",
    "src/pet_shop/types/value.py",
    "tests/resources/test_shop_orders.py",
    "tests/test_client.py",
    "README.md",
    "api.md",
    "pyproject.toml",
]


@pytest.mark.parametrize("path", GOLDEN)
def test_text(package: Packages, path: str, golden: Callable[[Path, str], None]) -> None:
    golden(EXPECTED / f"{path}.txt", (package(ModelFlavour.PYDANTIC) / path).read_text())


@pytest.mark.parametrize("flavour", list(ModelFlavour))
@pytest.mark.parametrize("path", ["types/cat.py", "types/value.py"])
def test_text_of_models(
    package: Packages, flavour: ModelFlavour, path: str, golden: Callable[[Path, str], None]
) -> None:
    text = (package(flavour) / "src" / "pet_shop" / path).read_text()
    golden(EXPECTED / "models" / flavour / f"{path}.txt", text)


def test_keys_of_dictionaries_are_wire_names() -> None:
    wires = ["bytes", "createdAt", "class", "from-to", "list"]
    members = {wire: {"type": "integer", "description": f"About {wire}."} for wire in wires}
    api, _ = lower(
        {
            "components": {
                "schemas": {
                    "Plain": {"type": "object", "properties": {w: members[w] for w in wires[:2]}},
                    "Odd": {"type": "object", "properties": members},
                }
            }
        }
    )
    modules = type_files(api, python_names(api, Settings()), ModelFlavour.TYPEDDICT)
    files = [module.make() for module in modules]
    found: dict[str, Any] = {}
    for file in files:
        text = "\n".join(file.definitions)
        exec(f"from typing import *\n{text}", found)
        assert all(f"About {wire}." in text for wire in found[file.exports[0]].__annotations__)
    assert list(found["Plain"].__annotations__) == wires[:2]
    assert list(found["Odd"].__annotations__) == wires


def test_black_has_nothing_to_do(package: Packages) -> None:
    mode = black.Mode(line_length=100, target_versions={TargetVersion.PY311})
    folder = package(ModelFlavour.PYDANTIC)
    for path in folder.rglob("*.py"):
        if "_runtime" not in path.parts:
            assert black.format_str(path.read_text(), mode=mode) == path.read_text(), path


@pytest.mark.parametrize("flavour", list(ModelFlavour))
def test_mypy_strict(package: Packages, flavour: ModelFlavour) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary"],
        cwd=package(flavour),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def python(folder: Path, code: str) -> str:
    """Run code that may import the package; gives what it prints."""
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder / "src",
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


EVERY_NAME = """
import pet_shop
from pet_shop import types
for name in pet_shop.__all__:
    getattr(pet_shop, name)
for name in dir(types):
    getattr(types, name)
from pet_shop import PetShop
PetShop(api_key="k").shop.orders.with_raw_response
print(pet_shop.__version__)
"""


@pytest.mark.parametrize("flavour", list(ModelFlavour))
def test_every_name_can_be_had(package: Packages, flavour: ModelFlavour) -> None:
    assert python(package(flavour), EVERY_NAME) == "0.1.0"


def test_importing_is_lazy(package: Packages) -> None:
    code = """
import sys
import pet_shop
print(sorted({"pydantic", "httpx2", "typing_extensions"} & set(sys.modules)))
print([name for name in sys.modules if name.startswith("pet_shop.")])
"""
    assert python(package(ModelFlavour.PYDANTIC), code) == "[]\n['pet_shop._version']"


ROUND_TRIP = """
import json
from pet_shop import types
from pet_shop._runtime.decode import decode_json
value = {"data": [{"id": "1", "pet": {"kind": "cat", "class": None, "json": "x", "friends":
         [{"kind": "dog", "age": 3}, {"kind": "eel", "volts": 9}], "colour": "mauve",
         "bornAt": "2026-01-31T12:30:00.123456789Z", "weight": 3, "size": [1, 2],
         "value": {"a": ["b", {"c": []}]}}, "new": True}]}
page, issues = decode_json(json.dumps(value), types.OrderPage, strict=False)
cat = page.data[0].pet
assert type(cat) is types.Cat and type(cat.friends[0]) is types.Dog
assert cat.friends[1] == {"kind": "eel", "volts": 9}
assert cat.class_ is None and cat.born_at.year == 2026 and cat.size == (1, 2)
assert page.data[0].notes is None and page.data[0].lines is None
assert page.to_dict() == value, page.to_dict()
print("same")
"""


def test_answers_survive_a_round_trip(package: Packages) -> None:
    assert python(package(ModelFlavour.PYDANTIC), ROUND_TRIP) == "same"


WORDS = [
    '"""\nimport os\nos.abort()\n"""',
    "\\",
    "#\n{{ 7 }}",
    "'",
    "x = 1\n",
    "\u202e",
    "keys",
    "items",
    "日本",
    "$ref",
    "a.b",
    "",
]


def test_hostile_words_stay_data(tmp_path: Path) -> None:
    """Wire names, values and prose that look like code are text in the end."""
    api = shop()
    fields = [
        replace(member(word, Const(word), text=word), name=Name(word, ("f", str(n))))
        for n, word in enumerate(WORDS)
    ]
    colour = api.declarations["Colour"]
    values = tuple(EnumValue(word, Name(word, (str(n),))) for n, word in enumerate(WORDS))
    hostile = replace(record("Hostile", *fields), docs=Docs(WORDS[0], "\n\n".join(WORDS)))
    declarations = {
        **api.declarations,
        "Hostile": hostile,
        "Colour": replace(colour, values=values, docs=Docs(WORDS[0])),  # type: ignore[call-arg]
    }
    operation = replace(
        api.operations["getOrder"], result=Ref("Hostile"), docs=Docs(WORDS[0], WORDS[2])
    )
    changed = replace(
        api,
        title=WORDS[0],
        declarations=declarations,
        operations={**api.operations, "getOrder": operation},
    )
    folder = write_package(changed, tmp_path, ModelFlavour.PYDANTIC)
    value = {word: word for word in WORDS}
    code = f"""
from typing import get_args
from pet_shop import types
import pet_shop.resources.shop.orders
value = {value!r}
hostile = types.Hostile.model_validate(value)
assert hostile.to_dict() == value
assert list(get_args(get_args(types.Colour)[0])) == list(value)
print(types.Hostile.__doc__.count("os.abort()"))
"""
    assert python(folder, code) == "2"


def test_a_stream_may_be_on_unless_turned_off(tmp_path: Path) -> None:
    """Leaving the switch out is typed as a stream when the server streams by default."""
    api = shop()
    operation = api.operations["createOrder"]
    assert operation.stream is not None
    changed = replace(operation, stream=replace(operation.stream, default_on=True))
    folder = write_package(
        replace(api, operations={**api.operations, "createOrder": changed}),
        tmp_path,
        ModelFlavour.PYDANTIC,
    )
    text = (folder / "src/pet_shop/resources/shop/orders.py").read_text()
    first, second = text.split("@overload")[1:3]
    assert "stream: Literal[True] | Omit = omit," in first
    assert ") -> Stream[types.OrderChunk]: ..." in first
    assert "stream: Literal[False]," in second
    assert ") -> types.Order: ..." in second


def test_operations_may_stand_on_the_client(tmp_path: Path) -> None:
    api = shop()
    operation = replace(api.operations["getOrder"], resource=())
    changed = replace(
        api, operations={"getOrder": operation}, resources=(), root_operations=("getOrder",)
    )
    folder = write_package(changed, tmp_path, ModelFlavour.PYDANTIC)
    text = (folder / "src/pet_shop/_client.py").read_text()
    assert 'return self.call(_RETRIEVE, {"order_id": order_id}, options)' in text
    code = "from pet_shop import PetShop; print(PetShop(api_key='k').with_raw_response.retrieve)"
    assert "function" in python(folder, code)


def test_dates_may_be_given_as_text(package: Packages) -> None:
    text = (package(ModelFlavour.PYDANTIC) / "src/pet_shop/types/cat_param.py").read_text()
    assert '"bornAt": NotRequired[DateTime | str]' in text


def test_a_model_may_have_the_name_of_a_helper(tmp_path: Path) -> None:
    api = shop()
    more: dict[str, Record] = {
        name: record(name, member("at", WHEN), member("s", STRING))
        for name in ("Model", "Rule", "DateTime", "Number", "TypeAlias")
    }
    folder = write_package(
        replace(api, declarations={**api.declarations, **more}), tmp_path, ModelFlavour.PYDANTIC
    )
    code = """
from pet_shop import types
assert types.DateTime.model_validate({"at": "2026-01-31T12:30:00Z"}).at.year == 2026
assert types.Cat.model_validate({"kind": "cat", "class": None, "weight": 1}).weight == 1
types.Model(s="x"), types.Rule(), types.Number(), types.TypeAliasModel()
print(types.Model.__mro__[1].__name__)
"""
    assert python(folder, code) == "Model"
