"""Authentication as sentences state it; and sentences that speak of tokens, and state none."""

from __future__ import annotations

import pytest
from apiscribe.diagnostics import Diagnostics
from apiscribe.pages.page import PageSource
from apiscribe.pages.parts.auth import auth_of_header
from apiscribe.pages.parts.auth_prose import auth_of_prose
from apiscribe.pages.transcribe import transcribe


@pytest.mark.parametrize(
    ("sentence", "schemes"),
    [
        ("Send your key as a Bearer token in the Authorization header.", "http bearer"),
        ("Send your key as a Bearer token, not in the URL.", "http bearer"),
        ("Pass your key in the `Authorization` header as `Bearer <key>`.", "http bearer"),
        ("Sende deinen Schlüssel als Bearer-Token im Authorization-Header.", "http bearer"),
        ("请在请求头 Authorization 中携带 Bearer token。", "http bearer"),
        ("Get a bearer token from your account and send it with every call.", "http bearer"),
        ("Use HTTP Basic auth: the key is the user name.", "http basic"),
        ("Authenticate with HTTP Basic.", "http basic"),
        ("Die Anmeldung erfolgt per Basic-Authentifizierung.", "http basic"),
        ("La API usa autenticación básica.", "http basic"),
        ("使用 HTTP 基本认证。", "http basic"),
        ("Senden Sie Ihren API-Schlüssel im Header `X-Api-Key`.", "header X-Api-Key"),
        ("Der API-Schlüssel steht in der Kopfzeile `gate-key`.", "header gate-key"),
        ("Passez votre clé dans l’en-tête `X-Api-Key`.", "header X-Api-Key"),
        ("Envía tu clave en la cabecera `X-Api-Key`.", "header X-Api-Key"),
        ("Передавайте ваш ключ API в заголовке `X-Api-Key`.", "header X-Api-Key"),
        ("在请求头 `X-Api-Key` 中携带密钥。", "header X-Api-Key"),
        ("APIキーを`X-Api-Key`ヘッダーで送信します。", "header X-Api-Key"),
        ("Votre clé d’API est le paramètre de requête `api_key`.", "query api_key"),
        ("Hängen Sie den API-Schlüssel als Query-Parameter `key` an.", "query key"),
        ("将密钥放在查询参数 `key` 中。", "query key"),
        ("Envoyez `Authorization: Bearer <jeton>` avec chaque appel.", "http bearer"),
        ("Добавьте в заголовок Authorization токен: Bearer <токен>.", "http bearer"),
        ("AuthorizationヘッダーにBearerトークンを設定します。", "http bearer"),
        ("Send the key in the `X-API-Key` header.", "header X-API-Key"),
        ("Each request carries your key in the header `acme-key`.", "header acme-key"),
        ("Pass `Authorization: ApiKey $GATE_KEY` with every call.", "http ApiKey"),
        ("Add `Authorization: Bot <token>` to each call.", "http Bot"),
        ("Your API key goes in the `key` query parameter.", "query key"),
        ("Send the key as the query parameter `api_key`.", "query api_key"),
        ("Append `?token=YOUR_TOKEN` to each URL.", "query token"),
        ("Append `?pass_key=<your key>` to each URL.", "query pass_key"),
        ("The token is sent in a cookie called `sid`.", "cookie sid"),
        ("Authentication: pass the `lane` cookie.", "cookie lane"),
        (
            "Send your token in the `sid` cookie or as `token` in the query.",
            "cookie sid, query token",
        ),
        (
            "Send your token in the `sid` cookie or in the query as `token`.",
            "cookie sid, query token",
        ),
        (
            "Send your token in the query as `token` or in the `sid` cookie.",
            "query token, cookie sid",
        ),
    ],
)
def test_sentences_that_state_a_scheme(sentence: str, schemes: str) -> None:
    found = [one.scheme for one in auth_of_prose(sentence)]
    words = [" ".join(str(value) for value in one.values() if value != "apiKey") for one in found]
    assert ", ".join(words) == schemes


@pytest.mark.parametrize(
    "sentence",
    [
        "Bearer tokens are not supported.",
        "Do not send your key as a bearer token.",
        "Senden Sie den API-Schlüssel nicht im Header `X-Api-Key`.",
        "Ne passez pas votre clé dans l’en-tête `X-Api-Key`.",
        "Не передавайте ключ API в заголовке `X-Api-Key`.",
        "请勿在请求头 `X-Api-Key` 中携带密钥。",
        "Filtert mit dem Query-Parameter `key`.",
        "Le paramètre de requête `token` donne la page suivante.",
        "The basic idea is simple.",
        "Exchanges a code for a bearer token.",
        "Returns a bearer token.",
        "Pass `limit` in the query.",
        "Filter with `?key=name`.",
        "Add the `token` query parameter to get the next page.",
        "Pass the next token as the `token` query parameter.",
        "The `token` field holds the number of tokens used.",
        "The response sets a cookie `sid`.",
        "On success the `session` cookie is set, and you are logged in.",
        "Along with your API key, send the `Acme-Version` header.",
        "Along with your API key, send the `region` query parameter.",
        "Send an `Idempotency-Key` header to try again safely.",
    ],
)
def test_sentences_that_state_none(sentence: str) -> None:
    assert auth_of_prose(sentence) == ()


@pytest.mark.parametrize(
    "word", ["authorization ", "not, ", "`key` query parameter ", "?key=", "and "]
)
def test_text_without_end_states_none(word: str) -> None:
    assert auth_of_prose(word * 100_000) == ()


PAGE = """# Ink API

{said}

## Log in

`POST https://ink.test/login`

Gives a token; send it as a bearer token in later calls.

## Pens

`GET https://ink.test/pens`
"""


@pytest.mark.parametrize(
    ("said", "security"),
    [
        ("- Answers are JSON.\n- Send your key as a Bearer token.", [{"bearerAuth": []}]),
        (
            "## Authentication\n\n- Header: `Authorization`\n- Value: `Bearer <key>`",
            [{"bearerAuth": []}],
        ),
        ("The API needs no authentication.", []),
        ("Public endpoints need no authentication.", None),
        ("Requests without authentication are refused.", None),
    ],
)
def test_what_a_page_says_is_for_all_its_operations(said: str, security: object) -> None:
    page = PageSource("ink.md", PAGE.format(said=said))
    result = transcribe([page], Diagnostics(), family="hand-written")
    assert result.document.get("security") == security
    items = result.document["paths"].values()
    assert all("security" not in operation for item in items for operation in item.values())
    told = result.provenance["facts"].get("/security", {})
    assert told.get("certainty", "stated") == "stated"


@pytest.mark.parametrize(
    ("value", "scheme"),
    [
        ("ApiKey $KEY", "http ApiKey"),
        ("token YOUR_TOKEN", "http token"),
        ("Bot <token>", "http Bot"),
        ("Acme-API-Key k_123", "http Acme-API-Key"),
        ("SharedKey <account>:<signature>", "http SharedKey"),
        ("Bearer abc", "http bearer"),
        ("YOUR_API_KEY", "header Authorization"),
        ("<your key>", "header Authorization"),
        ("YOUR KEY", "header Authorization"),
        ("Your API_KEY", "header Authorization"),
        ("API key", "header Authorization"),
    ],
)
def test_what_an_authorization_header_carries(value: str, scheme: str) -> None:
    found = auth_of_header("Authorization", value)
    assert found is not None
    assert " ".join(str(one) for one in found.scheme.values() if one != "apiKey") == scheme


CURL_ALONE = """# Jobs

## List jobs

**get** `/jobs`

### Returns

- `id: string`

  The id.

### Example

```http
curl https://api.jobs.test/v1/jobs \\
    -H "Authorization: {value}"
```
"""


@pytest.mark.parametrize(
    ("value", "name", "scheme"),
    [
        ("ApiKey $JOBS_API_KEY", "apiKeyAuth", {"type": "http", "scheme": "ApiKey"}),
        ("Bearer $JOBS_API_KEY", "bearerAuth", {"type": "http", "scheme": "bearer"}),
        (
            "$JOBS_API_KEY",
            "authorization",
            {"type": "apiKey", "in": "header", "name": "Authorization"},
        ),
    ],
)
def test_the_word_of_a_scheme_in_a_method_page_s_call(
    value: str, name: str, scheme: dict[str, str]
) -> None:
    result = transcribe([PageSource("jobs.md", CURL_ALONE.format(value=value))], Diagnostics())
    assert result.report.pages[0].family == "stainless-md"
    assert result.document["components"]["securitySchemes"] == {name: scheme}
    assert result.document["paths"]["/jobs"]["get"]["security"] == [{name: []}]


KEPT = """# {title}

{said}

## Get

`GET https://two.test/{title}`

| Query | Type | Description |
| --- | --- | --- |
| size | integer | How many |
"""
KEY = "Authenticate with `Authorization: ApiKey <key>`."
HEADER = "Authenticate with the header `X-Api-Key`."


def _security_of(*said: str) -> list[object]:
    """The document's security, then that of the operation on each page."""
    pages = [
        PageSource(f"{number}.md", KEPT.format(title=f"p{number}", said=text))
        for number, text in enumerate(said)
    ]
    document = transcribe(pages, Diagnostics(), family="hand-written").document
    operations = [document["paths"][f"/p{number}"]["get"] for number in range(len(said))]
    return [document.get("security"), *(one.get("security") for one in operations)]


def test_pages_that_state_different_security_keep_their_own() -> None:
    own, header = [{"apiKeyAuth": []}], [{"apiKey": []}]
    assert _security_of(KEY, HEADER) == [None, own, header]
    assert _security_of(KEY, HEADER, "Doors are here.") == [None, own, header, None]
    assert _security_of(KEY, "The API needs no authentication.") == [None, own, []]


def test_pages_that_agree_have_one_security() -> None:
    own = [{"apiKeyAuth": []}]
    assert _security_of(KEY, KEY) == [own, None, None]
    assert _security_of(KEY, "Doors are here.") == [own, None, None]


def test_a_page_without_operations_speaks_for_the_pages_that_say_nothing() -> None:
    pages = [
        PageSource("intro.md", f"# Two API\n\n## Authentication\n\n{KEY}\n"),
        PageSource("0.md", KEPT.format(title="p0", said=HEADER)),
        PageSource("1.md", KEPT.format(title="p1", said="Doors are here.")),
    ]
    document = transcribe(pages, Diagnostics(), family="hand-written").document
    assert document["security"] == [{"apiKeyAuth": []}]
    assert document["paths"]["/p0"]["get"]["security"] == [{"apiKey": []}]
    assert "security" not in document["paths"]["/p1"]["get"]
