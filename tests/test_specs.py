"""Real documents, the small ones: all there, importable, nothing lost, every operation can be called.

The whole table, type checkers and large documents included, is `python -m bench.specs`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.ir import (
    Anything,
    Api,
    Choose,
    ChooseMethod,
    Docs,
    Field,
    List,
    Name,
    Presence,
    Record,
    Union,
    Variant,
)
from apiscribe.pipeline import load_api
from apiscribe.serve import serve_in_thread

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the bench is no package of ours

from bench.specs import checks, generated, smoke  # noqa: E402
from bench.specs.anything import find_anything  # noqa: E402
from bench.specs.document import operations_of, schemas_of  # noqa: E402
from bench.specs.rows import Row, Wanted, make_row  # noqa: E402

SMALL = (
    "petstore.yaml",
    "museum.yaml",
    "parameters-style.yaml",
    "train-travel.yaml",
    "ollama.yaml",
    "tgi.json",
)


@pytest.mark.parametrize("name", SMALL)
def test_small_specs(name: str, shared: Path, tmp_path: Path) -> None:
    """Generated, counted without the generator, imported; the Python package's tests pass."""
    spec = shared / "specs" / name
    row = make_row(spec, Wanted(tmp_path, None, quick=True), lambda step: None)
    assert not row.bad, {column: row.notes.get(column) for column in row.bad}
    package = tmp_path / spec.stem / "python"
    with serve_in_thread(load_api(str(spec), Diagnostics()).document.data) as url:
        done = smoke.smoke_python(package, url, tmp_path / "report.xml")
    assert not done.failed
    assert done.called == generated.listed_methods(package).keys()


DOCUMENT = {
    "openapi": "3.1.0",
    "paths": {
        "/a": {"get": {}, "parameters": [], "x-more": {}},
        "/b#again": {"$ref": "#/components/pathItems/B"},
        "x-not-a-path": {"get": {}},
    },
    "components": {
        "pathItems": {"B": {"post": {}, "additionalOperations": {"COPY": {}}}},
        "schemas": {
            "Described": {"properties": {"list": {"items": {"type": "string"}}}},
            "Open": {"properties": {"list": {"type": "array"}, "any": {}}},
        },
    },
}


def test_operations_and_schemas_are_counted_in_the_raw_document() -> None:
    assert operations_of(DOCUMENT) == {"GET /a": 1, "POST /b": 1, "COPY /b": 1}
    assert schemas_of(DOCUMENT) == ("Described", "Open")


@pytest.mark.parametrize(
    ("pointer", "lost"),
    [
        ("/components/schemas/Described/properties/list", 1),
        ("/components/schemas/Open/properties/list", 0),
    ],
)
def test_any_value_is_a_loss_where_the_document_says_more(pointer: str, lost: int) -> None:
    member = Field(
        Name("list", ("list",)),
        List(Anything()),
        Presence.OPTIONAL,
        place=Place("api.yaml", pointer),
    )
    owner = Record("X", Name("X", ("x",)), (member,), Anything())
    found = find_anything(Api("", "", Docs(), (), {"X": owner}, {}), DOCUMENT)
    assert (found.count, len(found.lost)) == (1, lost)


def test_alternatives_that_say_more_are_a_loss_too() -> None:
    raw = {"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]}
    variants = (Variant(Name("", ("list",)), List(Anything())),)
    union = Union("X", Name("X", ("x",)), variants, Choose(ChooseMethod.KIND, ()))
    found = find_anything(Api("", "", Docs(), (), {"X": union}, {}), raw)
    assert found.lost == [""]


def test_the_counts_see_what_is_missing(tmp_path: Path) -> None:
    """Guards the table: a method, a page or an import that is not there is seen."""
    source = tmp_path / "python" / "src" / "shop"
    source.mkdir(parents=True)
    (source / "pets.py").write_text(
        '_GET: Operation[None, None] = Operation("get", "GET", "/a")\n'
        '_LOST = Operation("lost", "GET", "/lost")\n'
        "class Pets:\n    def get(self): return self._client.call(_GET)\n"
        "class AsyncPets:\n    async def get(self): return await self._client.call(_LOST)\n"
    )
    methods = generated.python_methods(tmp_path / "python")
    assert (methods.sync, methods.asynchronous) == ({"GET /a": 1}, {"GET /lost": 1})
    assert not methods.both
    found = checks.import_everything(tmp_path / "python")
    assert found.errors == 1
    assert "shop.pets: error: NameError" in found.said
    assert Row("x").bad == set()
