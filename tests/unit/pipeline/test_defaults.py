"""What the settings leave open comes from the API, the same for all targets."""

from typing import Any

import pytest
from apiscribe.config import Credential, Environment, Settings
from apiscribe.pipeline.defaults import complete_settings, variable
from lowering import lower

KEY = {"type": "apiKey", "in": "header", "name": "X-Key"}


def api(security: list[Any], *operations: Any, **schemes: Any) -> Any:
    """An API with `security`, and an operation per entry: its own security, `None` for none."""
    paths = {
        f"/p{index}": {
            "get": {
                "operationId": f"p{index}",
                "responses": {"204": {"description": "Done."}},
                **({} if own is None else {"security": own}),
            }
        }
        for index, own in enumerate(operations)
    }
    lowered, _ = lower(
        {
            "openapi": "3.2.0",
            "info": {"title": "Pets", "version": "1"},
            "security": security,
            "paths": paths,
            "components": {"securitySchemes": schemes},
        }
    )
    return lowered


def credentials(settings: Settings, *arguments: Any, **schemes: Any) -> dict[str, Credential]:
    return complete_settings(settings, api(*arguments, **schemes)).credentials


def test_a_scheme_of_every_call_is_required() -> None:
    found = credentials(Settings(api="pets"), [{"petKey": []}], None, None, petKey=KEY)
    assert found == {
        "petKey": Credential(argument="pet_key", environment="PETS_PET_KEY", required=True)
    }


@pytest.mark.parametrize(
    ("security", "operations"),
    [
        ([{"a": []}], (None, [])),  # an open call
        ([{"a": []}, {}], (None,)),  # anonymous access is one of the ways
        ([{"a": []}, {"b": []}], (None,)),  # another scheme will do
        ([{"a": []}], (None, [{"b": []}])),  # a call with another scheme
    ],
)
def test_a_scheme_that_some_calls_do_without(security: list[Any], operations: tuple[Any]) -> None:
    found = credentials(Settings(api="pets"), security, *operations, a=KEY, b=KEY)
    assert not found["a"].required
    assert found["a"].environment == "PETS_A"


def test_schemes_that_always_go_together() -> None:
    found = credentials(Settings(api="pets"), [{"a": [], "b": []}, {"a": []}], None, a=KEY, b=KEY)
    assert (found["a"].required, found["b"].required) == (True, False)


def test_only_schemes_in_use_that_take_an_argument() -> None:
    schemes = {"a": KEY, "unused": KEY, "certificate": {"type": "mutualTLS"}}
    found = credentials(Settings(api="pets"), [{"a": [], "certificate": []}], None, **schemes)
    assert list(found) == ["a"]


def test_what_is_stated_stays() -> None:
    stated = Credential(argument="b", environment="", required=False)
    settings = Settings(
        api="pets",
        environment=Environment(base_url="", log="PET_LOG"),
        credentials={"a": stated},
    )
    completed = complete_settings(settings, api([{"a": [], "b": []}], None, a=KEY, b=KEY))
    assert completed.environment == Environment(base_url="", log="PET_LOG")
    assert completed.credentials["a"] == stated
    assert completed.credentials["b"].argument not in ("b", "")


def test_variables_of_the_client() -> None:
    completed = complete_settings(Settings(api="pet-shop"), api([], None))
    assert completed.environment == Environment(base_url="PET_SHOP_BASE_URL", log="PET_SHOP_LOG")
    assert completed.credentials == {}


def test_no_variable_for_two_things() -> None:
    scheme = credentials(Settings(api="pets"), [{"log": []}], None, log=KEY)["log"]
    assert scheme.environment == "PETS_LOG_CREDENTIAL"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("3scale", "API_3SCALE_KEY"), ("café.v1", "CAF_V1_KEY"), ("日本", "KEY")],
)
def test_variables_are_names_for_a_shell(name: str, wanted: str) -> None:
    found = variable(name, "key")
    assert found.isascii()
    assert found.isidentifier()
    assert found == wanted
