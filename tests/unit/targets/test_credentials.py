"""What a client must be given."""

from __future__ import annotations

from dataclasses import replace

from apiscribe.config import Credential, Environment, Settings
from apiscribe.ir import Api, HttpScheme, MutualTlsScheme
from apiscribe.targets.credentials import (
    EXAMPLE_URL,
    client_needs,
    credential_views,
    docs_without_variable,
    has_address,
    is_pair,
    is_secret,
    used_schemes,
)
from shop import name, shop


def api_with_logins() -> Api:
    schemes = {
        "Login": HttpScheme("Login", name("Login"), "basic"),
        "Unused": HttpScheme("Unused", name("Unused"), "bearer"),
        "Certificate": MutualTlsScheme("Certificate", name("Certificate")),
    }
    api = shop()
    return replace(api, schemes={**api.schemes, **schemes}, servers=())


CHOSEN = Settings(
    api="shop",
    credentials={
        "Login": Credential(argument="login"),
        "Certificate": Credential(argument="certificate"),
    },
)


def test_used_and_chosen_schemes_have_credentials() -> None:
    ids = [scheme.id for scheme in used_schemes(api_with_logins(), CHOSEN)]
    assert ids == ["Key", "Login"], "nothing travels for a certificate"


def test_what_a_credential_is() -> None:
    api = api_with_logins()
    spelled = {"Key": "api_key", "Login": "login"}
    key, login = credential_views(api, CHOSEN, spelled, "as a pair")
    assert (key.required, login.required) == (False, True)
    assert login.docs == "User name and password, as a pair."
    assert (is_pair(key, api), is_pair(login, api)) == (False, True)
    assert is_secret(key, api)


def test_clients_need_what_no_variable_gives() -> None:
    api = api_with_logins()
    found = credential_views(api, CHOSEN, {"Key": "key", "Login": "login"}, "as a pair")
    assert not has_address(api)
    assert client_needs(api, CHOSEN, found, "base_url").arguments == (
        ("login", "YOUR_LOGIN"),
        ("base_url", EXAMPLE_URL),
    )


def test_clients_read_variables() -> None:
    api = api_with_logins()
    login = Credential(argument="login", environment="SHOP_LOGIN")
    settings = Settings(
        api="shop", credentials={"Login": login}, environment=Environment(base_url="SHOP_URL")
    )
    found = credential_views(api, settings, {"Key": "key", "Login": "login"}, "as a pair")
    needs = client_needs(api, settings, found, "base_url")
    assert needs.arguments == ()
    assert needs.environment == ("SHOP_LOGIN", "SHOP_URL")
    assert "SHOP_LOGIN" in found[1].docs
    assert docs_without_variable(found[1]) == "User name and password, as a pair."
