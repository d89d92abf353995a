"""Names: casing by role, reserved words, clashes, and stability."""

from __future__ import annotations

import keyword
from dataclasses import replace

import pytest
from apiscribe.config import Settings
from apiscribe.ir import Api, Body, BodyMedia, Location, MediaKind, Operation, Ref, Resource
from apiscribe.targets.arguments import ArgumentKey
from apiscribe.targets.python.names import PythonNames, module_name, python_names, resource_class
from apiscribe.targets.python.reserved import MODEL_MEMBERS
from shop import BOTH, SETTINGS, STRING, member, name, parameter, record, shop


@pytest.fixture(scope="module")
def names() -> PythonNames:
    return python_names(shop(), SETTINGS)


def test_package_and_clients(names: PythonNames) -> None:
    assert names.distribution == "pet-shop"
    assert names.module == "pet_shop"
    assert (names.client, names.async_client) == ("PetShop", "AsyncPetShop")


@pytest.mark.parametrize(
    ("api", "distribution", "module"),
    [
        ("scale", "scale", "scale"),
        ("157-json", "157-json", "api_157_json"),
        ("json", "json", "json_client"),
        ("class", "class", "class_client"),
        ("Jäger & Söhne", "jger-and-shne", "jger_and_shne"),
        ("日本", "api-client", "api_client"),
    ],
)
def test_package_names_are_legal(api: str, distribution: str, module: str) -> None:
    names = python_names(shop(), Settings(api=api))
    assert (names.distribution, names.module) == (distribution, module)


def test_attributes_dodge_keywords_and_the_base_class(names: PythonNames) -> None:
    assert names.fields["Cat"]["class"] == "class_"
    assert names.fields["Cat"]["json"] == "json_"
    assert names.fields["Cat"]["bornAt"] == "born_at"


def test_the_base_class_has_no_other_members() -> None:
    from pydantic import BaseModel

    public = {name for name in dir(BaseModel) if not name.startswith("_")}
    assert public <= MODEL_MEMBERS


def test_arguments_dodge_call_options(names: PythonNames) -> None:
    assert names.arguments["createOrder"][ArgumentKey("member", "timeout")] == "timeout_"


def test_dict_forms_and_parameter_sets(names: PythonNames) -> None:
    assert names.inputs == {
        "Cat": "CatParam",
        "Dog": "DogParam",
        "Pet": "PetParam",
        "Value": "ValueParam",
    }
    assert names.params["createOrder"] == "ShopOrderCreateParams"
    assert "createOrder.body" not in names.classes


def test_accessors(names: PythonNames) -> None:
    operation = shop().operations["createOrder"]
    assert names.accessor(operation) == "client.shop.orders.create"


def test_a_schema_may_have_a_helpers_name(names: PythonNames) -> None:
    api = shop()
    changed = replace(api, declarations={**api.declarations, "Rule": record("Rule")})
    again = python_names(changed, SETTINGS)
    assert again.classes["Rule"] == "Rule"
    assert again.helper("Rule") == "_Rule"
    assert names.helper("Rule") == "Rule"
    assert {k: v for k, v in again.classes.items() if k != "Rule"} == names.classes


@pytest.mark.parametrize("wire", ["None", "Any", "Literal", "Field", "Optional"])
def test_class_names_dodge_what_models_import(wire: str) -> None:
    api = replace(shop(), declarations={wire: record(wire)}, operations={}, resources=())
    assert python_names(api, SETTINGS).classes[wire] == f"{wire}Model"


def test_a_body_member_gives_way_to_a_parameter() -> None:
    body = record("b", member("id", STRING, True), member("id2", STRING), usage=BOTH)
    operation = Operation(
        "op",
        name("op"),
        (),
        "POST",
        "/{id}",
        parameters=(
            parameter("id", Location.PATH, STRING, True),
            parameter("id", Location.HEADER, STRING),
            parameter("self", Location.QUERY, STRING),
        ),
        body=Body(True, (BodyMedia("application/json", MediaKind.JSON, Ref("b")),)),
    )
    api = Api("x", "1", shop().docs, (), {"b": body}, {"op": operation}, root_operations=("op",))
    arguments = python_names(api, SETTINGS).arguments["op"]
    assert arguments[ArgumentKey("path", "id")] == "id"
    assert arguments[ArgumentKey("header", "id")] == "id_header"
    assert arguments[ArgumentKey("member", "id")] == "id_body"
    assert arguments[ArgumentKey("query", "self")] == "self_"


@pytest.mark.parametrize("word", sorted(keyword.kwlist))
def test_methods_are_never_keywords(word: str) -> None:
    operation = Operation("op", name(word), (), "GET", "/")
    api = Api("x", "1", shop().docs, (), {}, {"op": operation}, root_operations=("op",))
    found = python_names(api, SETTINGS).methods["op"]
    assert found.isidentifier()
    assert not keyword.iskeyword(found)


def test_client_methods_dodge_the_clients_own() -> None:
    operation = Operation("op", name("close"), (), "GET", "/")
    api = Api("x", "1", shop().docs, (), {}, {"op": operation}, root_operations=("op",))
    assert python_names(api, SETTINGS).methods["op"] == "close_"


def test_resource_classes_dodge_the_runtime() -> None:
    resource = Resource(name("page"), (name("page"),), ())
    api = Api("x", "1", shop().docs, (), {}, {}, resources=(resource,))
    assert resource_class(resource.path, python_names(api, SETTINGS)) == "PageResource"


def test_modules() -> None:
    assert module_name("HTTPValidationError") == "http_validation_error"
    assert module_name("Class") == "class_"
    assert module_name("Con") == "con_"


def test_order_of_declarations_does_not_matter(names: PythonNames) -> None:
    api = shop()
    turned = replace(api, declarations=dict(reversed(list(api.declarations.items()))))
    assert dict(python_names(turned, SETTINGS).classes) == dict(names.classes)
