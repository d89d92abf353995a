"""Literals and snippets."""

from __future__ import annotations

import ast
import re

import pytest
from apiscribe.config import Settings
from apiscribe.ir import JsonValue, List, Nullable, Ref, Scalar, ScalarKind, Type
from apiscribe.targets.python.literals import python_literal
from apiscribe.targets.python.samples import SampleKind, Samples, sample, sample_kinds
from lowering import lower
from shop import SETTINGS, STRING, WHEN, shop

BINARY = Scalar(ScalarKind.STRING, "binary")


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        (STRING, 'a"b'),
        (WHEN, "2026-01-31T12:30:00Z"),
        (List(STRING), ["a", None, True, 1.5, 10**30]),
        (Ref("Cat"), {"kind": "cat", "friends": [{"kind": "dog"}], "x y": {"a": []}}),
    ],
)
def test_literals_are_the_values(type_: Type, value: JsonValue) -> None:
    assert ast.literal_eval(python_literal(type_, value, shop())) == value


def test_files_are_bytes_or_paths() -> None:
    assert python_literal(BINARY, "a", shop()) == '"a"'
    assert python_literal(BINARY, "a", shop(), files="bytes") == 'b"a"'
    assert python_literal(BINARY, "é", shop(), files="bytes") == '"é".encode()'
    for type_ in (BINARY, Nullable(BINARY)):
        assert python_literal(type_, "a", shop(), files="path") == 'Path("file")'
    assert python_literal(List(BINARY), ["a"], shop(), files="path") == '[Path("file")]'


@pytest.mark.parametrize("operation", shop().operations.values(), ids=lambda op: op.id)
def test_every_kind_compiles(operation) -> None:  # type: ignore[no-untyped-def]
    samples = Samples(shop(), SETTINGS)
    for kind in SampleKind:
        text = samples.sample(operation, kind)
        assert bool(text) == (kind in sample_kinds(operation))
        ast.parse(text)
        assert text == sample(shop(), SETTINGS, operation, kind)


def test_a_call() -> None:
    operation = shop().operations["uploadFile"]
    assert sample(shop(), SETTINGS, operation) == (
        "from pathlib import Path\n\n"
        "from pet_shop import PetShop\n\n"
        "client = PetShop()  # reads SHOP_API_KEY\n\n"
        'date = client.shop.upload(file=Path("file"))\n'
        "print(date.to_json())\n"
    )
    later = sample(shop(), SETTINGS, operation, SampleKind.ASYNC)
    assert later.startswith("import asyncio\nfrom pathlib import Path\n\nfrom pet_shop import")
    names = [given.value for given in Samples(shop(), SETTINGS).arguments(operation)]
    assert names == ['b"string"']  # tests have no file


def test_pages_and_downloads() -> None:
    operations = shop().operations
    pages = sample(shop(), SETTINGS, operations["listOrders"], SampleKind.PAGES)
    assert "for order in client.shop.orders.list():" in pages
    download = sample(shop(), SETTINGS, operations["downloadFile"], SampleKind.ASYNC)
    assert 'await response.stream_to_file("download.bin")' in download


def test_streams() -> None:
    operation = shop().operations["createOrder"]
    text = sample(shop(), SETTINGS, operation, SampleKind.ASYNC_STREAM)
    assert "async with await client.shop.orders.create(" in text
    assert "stream=True" in text
    assert "async for chunk in stream:" in text
    assert "stream" not in sample(shop(), SETTINGS, operation)


def test_what_no_environment_gives_is_an_argument() -> None:
    operation = shop().operations["deleteOrder"]
    text = sample(shop(), Settings(api="shop"), operation)
    assert "PetShop()" in text


MESSAGES = """
paths:
  /moderate:
    post:
      operationId: moderate
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [input]
              properties:
                input:
                  anyOf:
                    - {type: array, items: {$ref: '#/components/schemas/Message'}}
                    - {type: array, items: {type: array, items: {$ref: '#/components/schemas/Message'}}}
                plain: {type: array, items: {$ref: '#/components/schemas/Message'}}
      responses: {'204': {description: done}}
components:
  schemas:
    Message:
      anyOf: [{$ref: '#/components/schemas/Asked'}, {$ref: '#/components/schemas/Told'}]
    Asked: {type: object, required: [role, text], properties: {role: {const: user}, text: {type: string}}}
    Told: {type: object, required: [role, x-y], properties: {role: {const: system}, x-y: {type: string}}}
"""


def test_dictionaries_are_made_by_class_where_lists_are_unclear() -> None:
    api, _ = lower(MESSAGES)
    (operation,) = api.operations.values()
    samples = Samples(api, Settings())
    given = {one.name: one for one in samples.arguments(operation, full=True)}
    assert given["input"].value == '[types.AskedParam(role="user", text="string")]'
    assert given["plain"].value == '[{"role": "user", "text": "string"}]'
    assert given["input"].typed
    assert not given["plain"].typed
    for kind in (SampleKind.CALL, SampleKind.ASYNC, SampleKind.RAW, SampleKind.ERRORS):
        assert re.search(r"^from \S+ import (\w+, )?types$", samples.sample(operation, kind), re.M)
    forms = {"Told": "ToldParam"}
    union = api.declarations["moderate.request.input"]
    told = [{"role": "system", "x-y": "a"}]
    text = python_literal(Ref(union.id), told, api, forms=forms)
    assert text == '[types.ToldParam({"role": "system", "x-y": "a"})]'
