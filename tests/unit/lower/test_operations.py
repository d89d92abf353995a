"""Operations: what the goldens of `tests/cases` cannot say in one line."""

from __future__ import annotations

from typing import Any

import pytest
from apiscribe.config import Method, Settings
from apiscribe.diagnostics import ApiscribeError, Place
from apiscribe.ir import Api, MediaKind, Nullable, Ref, Scalar, ScalarKind, Union
from apiscribe.lower.media import media_kind
from lowering import findings, lower, rules


def methods(api: Api) -> dict[str, str]:
    """Operation id → dotted way to it."""
    return {
        o.id: ".".join("_".join(name.words) for name in (*o.resource, o.name))
        for o in api.operations.values()
    }


def document(*calls: str, **more: Any) -> dict[str, Any]:
    """`GET /path operationId tag` lines as a document."""
    paths: dict[str, Any] = {}
    for call in calls:
        verb, path, *rest = call.split()
        value: dict[str, Any] = {"responses": {"204": {"description": ""}}}
        if rest and rest[0] != "-":
            value["operationId"] = rest[0]
        value["tags"] = rest[1:2]
        value["parameters"] = [
            {"name": part.strip("{}"), "in": "path", "required": True, "schema": {"type": "string"}}
            for part in path.split("/")
            if part.startswith("{") and part.endswith("}")
        ]
        paths.setdefault(path, {})[verb.lower()] = value
    return {"paths": paths, **more}


POLICY = [
    # operationIds with structure say it all
    ("GET /repos/{r}/issues issues/list-for-repo Anything", "issues.list_for_repo"),
    ("POST /chat chat.completions.create", "chat.completions.create"),
    # a tag is the resource; the method is the operationId without the resource's words
    ("GET /pets listPets Pets", "pets.list"),
    ("GET /pets/{petId} getPetById pet", "pet.get"),
    ("GET /pets/{petId} showPetById pets", "pets.show"),
    ("GET /pets/find findPetsByStatus pet", "pet.find_by_status"),
    ("POST /pets/list createPetsWithList pet", "pet.create_with_list"),
    ("POST /chat/completions createChatCompletion Chat", "chat.create_completion"),
    ("GET /status status Status", "status.status"),
    # an operationId made from verb and path says nothing
    (
        "POST /v5/chat/completions POST-V5-/v5/chat/completions Inference",
        "inference.create_chat_completions",
    ),
    ("GET /v1/accounts/{account} GetAccountsAccount", "accounts.retrieve"),
    ("GET /items/{item_id} read_item_items__item_id__get items", "items.read"),
    (
        "DELETE /v1/voices/{voice_id} delete_voice_v1_voices__voice_id__delete voices",
        "voices.delete",
    ),
    ("PUT /files/{file_id}/locks put_files_id_locks files", "files.replace_locks"),
    ("PUT /libraries/{id} libraries_update_v1 beta.libraries", "beta.libraries.update"),
    # what is left must read as a method
    ("GET /users users_list users", "users.list"),
    ("PUT /guilds/{g}/bans/{u} ban_user_from_guild", "guilds.bans.ban_user_from_guild"),
    ("GET /apis listApis apis", "apis.list"),
    # no operationId, no tag: path and verb
    ("GET /v1/accounts", "accounts.list"),
    ("POST /v1/accounts", "accounts.create"),
    ("PUT /v1/accounts/{a}", "accounts.replace"),
    ("PATCH /v1/accounts/{a}", "accounts.update"),
    ("DELETE /v1/accounts/{a}", "accounts.delete"),
    ("POST /v1/accounts/{a}/reject", "accounts.reject"),
    ("POST /ops/{id}:cancel", "ops.cancel"),
    ("GET /balance", "balance.retrieve"),
    ("HEAD /files/{id}", "files.check"),
    ("GET /", "retrieve"),
]


@pytest.mark.parametrize(("call", "way"), POLICY)
def test_policy(call: str, way: str) -> None:
    api, _ = lower(document(call))
    assert list(methods(api).values()) == [way]


def test_methods_of_one_resource_differ() -> None:
    api, _ = lower(
        document(
            "GET /pets listPets pets",
            "GET /old/pets pets_list pets",
            "GET /very/old/pets petList pets",
            "DELETE /pets/{id} - pets",
            "DELETE /pets - pets",
        )
    )
    found = methods(api)
    assert found["listPets"] == "pets.list"
    assert len(set(found.values())) == 5


def test_a_method_never_hides_a_sub_resource() -> None:
    api, _ = lower(document("GET /x completions chat", "GET /y chat.completions.create"))
    found = methods(api)
    assert found["chat.completions.create"] == "chat.completions.create"
    assert found["completions"] == "chat.completions_get"


def test_sdk_yaml_wins_over_x_sdk_over_policy() -> None:
    data = document("GET /pets listPets pets")
    data["paths"]["/pets"]["get"]["x-sdk"] = {"resource": "animals", "method": "all"}
    assert methods(lower(data)[0]) == {"listPets": "animals.all"}
    settings = Settings(methods={"listPets": Method(method="everything")})
    assert methods(lower(data, settings)[0]) == {"listPets": "animals.everything"}
    root = Settings(methods={"listPets": Method(resource="", method="pets")})
    api, _ = lower(data, root)
    assert methods(api) == {"listPets": "pets"}
    assert api.root_operations == ("listPets",)


def test_overrides_of_nothing_and_clashing_ones_are_errors() -> None:
    with pytest.raises(ApiscribeError, match="'nope'"):
        lower(document("GET /pets listPets"), Settings(methods={"nope": Method(method="x")}))
    both = {"a": Method(resource="r", method="m"), "b": Method(resource="r", method="m")}
    with pytest.raises(ApiscribeError, match="'b' wants the method name 'm'"):
        lower(document("GET /a a", "GET /b b"), Settings(methods=both))


def test_repeated_operation_ids_lose_no_operation() -> None:
    api, diagnostics = lower(document("GET /a same", "PUT /a same", "GET /b other"))
    assert set(api.operations) == {"GET /a", "PUT /a", "other"}
    assert rules(diagnostics) == ["lower/operation-id-repeats"] * 2


def test_path_items_by_reference_and_additional_operations() -> None:
    api, _ = lower("""
        paths:
          /a: {$ref: '#/components/pathItems/A'}
          /b: {$ref: '#/components/pathItems/A'}
        components:
          pathItems:
            A:
              get: {responses: {'204': {description: ''}}}
              query: {responses: {'204': {description: ''}}}
              additionalOperations: {LINK: {responses: {'204': {description: ''}}}}
        """)
    assert list(api.operations) == [
        "GET /a",
        "QUERY /a",
        "LINK /a",
        "GET /b",
        "QUERY /b",
        "LINK /b",
    ]


def test_undeclared_path_parameters_are_strings() -> None:
    api, diagnostics = lower("""
        paths:
          /a/{x}/{y}:
            parameters: [{name: y, in: path, schema: {type: integer}}, {name: z, in: path, schema: {}}]
            get: {responses: {'204': {description: ''}}}
        """)
    assert [p.name.wire for p in api.operations["GET /a/{x}/{y}"].parameters] == ["x", "y"]
    assert rules(diagnostics) == ["lower/path-parameter"] * 2


MEDIA = {
    "application/json": MediaKind.JSON,
    "Application/JSON; charset=utf-8": MediaKind.JSON,
    "application/vnd.api+json": MediaKind.JSON,
    "text/json": MediaKind.JSON,
    "application/x-ndjson": MediaKind.JSON_LINES,
    "application/jsonl": MediaKind.JSON_LINES,
    "application/vnd.x+jsonl": MediaKind.JSON_LINES,
    "text/event-stream": MediaKind.EVENT_STREAM,
    "text/event-stream; charset=utf-8": MediaKind.EVENT_STREAM,
    "application/x-www-form-urlencoded": MediaKind.FORM,
    "multipart/form-data": MediaKind.MULTIPART,
    "multipart/mixed": MediaKind.MULTIPART,
    "text/plain": MediaKind.TEXT,
    "text/csv": MediaKind.TEXT,
    "application/yaml": MediaKind.TEXT,
    "application/xml": MediaKind.XML,
    "text/xml": MediaKind.XML,
    "image/svg+xml": MediaKind.XML,
    "application/octet-stream": MediaKind.BINARY,
    "image/*": MediaKind.BINARY,
    "*/*": MediaKind.BINARY,
}


@pytest.mark.parametrize(("name", "kind"), MEDIA.items())
def test_media_kind(name: str, kind: MediaKind) -> None:
    assert media_kind(name) is kind


def test_result_of_several_answers() -> None:
    api, diagnostics = lower("""
        paths:
          /a:
            get:
              responses:
                '200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
                '203': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
                '2XX': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/B'}}}}
                '204': {description: ''}
                '404': {description: ''}
                default: {description: ''}
        components: {schemas: {A: {type: object, properties: {a: {}}}, B: {type: object, properties: {a: {}}}}}
        """)
    operation = api.operations["GET /a"]
    assert [a.status.wire for a in operation.answers] == ["200", "203", "2XX", "204"]
    assert [a.status.wire for a in operation.errors] == ["404", "default"]
    assert operation.result == Nullable(Ref("GET /a.result"))
    union = api.declarations["GET /a.result"]
    assert isinstance(union, Union)
    assert [v.type for v in union.variants] == [Ref("A"), Ref("B")]
    assert findings(diagnostics) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"stream": {"switch": {"go": True}}}, "no member 'go'"),
        (
            {"pages": {"kind": "cursor", "parameter": "after", "items": "list"}},
            "no parameter 'after'",
        ),
        ({"pages": {"kind": "cursor", "items": "list"}}, "need a `parameter`"),
        ({"pages": {"kind": "page", "parameter": "page", "items": "nope"}}, "is no list"),
        (
            {"pages": {"kind": "page", "parameter": "page", "items": "list", "more": "x"}},
            "no member 'x'",
        ),
    ],
)
def test_x_sdk_that_does_not_fit_the_operation(words: dict[str, Any], message: str) -> None:
    answer = {"type": "object", "properties": {"list": {"type": "array", "items": {}}}}
    content = {"application/json": {"schema": answer}}
    if "stream" in words:
        content = {**content, "text/event-stream": {"itemSchema": {}}}
    value = {
        "x-sdk": words,
        "parameters": [{"name": "page", "in": "query", "schema": {"type": "integer"}}],
        "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
        "responses": {"200": {"description": "", "content": content}},
    }
    with pytest.raises(ApiscribeError, match=message):
        lower({"paths": {"/a": {"post": value}}})


def test_a_stream_that_no_answer_declares_is_an_error() -> None:
    with pytest.raises(ApiscribeError, match="no answer is text/event-stream"):
        lower("""
            paths:
              /a:
                get:
                  x-sdk: {stream: {terminator: x}}
                  responses: {'204': {description: ''}}
            """)


def test_unknown_security_schemes_are_errors() -> None:
    with pytest.raises(ApiscribeError, match="'Nope' is not declared"):
        lower({**document("GET /a"), "security": [{"Nope": []}]})


def test_server_variables() -> None:
    api, diagnostics = lower("""
        servers:
          - url: https://{region}.example.com:{port}/{base}
            variables: {region: {enum: [eu, us], default: eu}, port: {default: 8443}}
        paths: {}
        """)
    (server,) = api.servers
    assert [(v.name, v.default, v.values) for v in server.variables] == [
        ("region", "eu", ("eu", "us")),
        ("port", "8443", ()),
        ("base", "", ()),
    ]
    assert rules(diagnostics) == ["lower/server-variable"]


@pytest.mark.parametrize(
    ("switch", "member", "expected"),
    [
        ("true", "{type: boolean, default: true}", True),
        ("true", "{type: [boolean, 'null'], default: true}", True),
        ("true", "{type: boolean, default: false}", False),
        ("true", "{type: boolean}", False),
        ("false", "{type: boolean, default: false}", True),
        ("full", "{type: string, default: full}", False),
    ],
)
@pytest.mark.parametrize("stated", [True, False])
def test_a_switch_that_is_on_by_default(
    switch: str, member: str, expected: bool, stated: bool
) -> None:
    if not stated and switch != "true":
        return
    words = f"x-sdk: {{stream: {{switch: {{stream: {switch}}}}}}}" if stated else ""
    api, _ = lower(f"""
paths:
  /chat:
    post:
      operationId: chat
      {words}
      requestBody:
        content: {{application/json: {{schema: {{properties: {{stream: {member}}}}}}}}}
      responses:
        '200':
          description: ok
          content:
            application/json: {{schema: {{type: object}}}}
            application/x-ndjson: {{schema: {{type: object}}}}
""")
    stream = api.operations["chat"].stream
    assert stream is not None
    assert stream.switch is not None
    assert stream.default_on is expected


XML_ANSWERS = """
paths:
  /a:
    get:
      operationId: read
      responses:
        '200': {description: ok, content: {%s}}
        '201': {description: ok, content: {%s}}
        '404': {description: none, content: {application/problem+xml: {schema: {type: object}}}}
"""
AS_XML = "application/xml: {schema: {type: object, properties: {a: {type: string}}}}"
AS_JSON = "application/json: {schema: {type: integer}}"


def test_json_beside_xml_is_the_result_alone() -> None:
    both = f"{AS_XML}, {AS_JSON}"
    api, diagnostics = lower(XML_ANSWERS % (both, both))
    operation = api.operations["read"]
    assert operation.result == Scalar(ScalarKind.INTEGER)
    kinds = [content.kind for content in operation.answers[0].contents]
    assert kinds == [MediaKind.JSON, MediaKind.XML]
    assert [content.kind for content in operation.answers[0].asked] == [MediaKind.JSON]
    assert rules(diagnostics) == []


def test_xml_alone_is_text_with_one_warning() -> None:
    api, diagnostics = lower(XML_ANSWERS % (AS_XML, AS_XML))
    operation = api.operations["read"]
    assert operation.result == Scalar(ScalarKind.STRING)
    assert isinstance(operation.answers[0].contents[0].type, Ref)
    assert [content.kind for content in operation.answers[0].asked] == [MediaKind.XML]
    assert rules(diagnostics) == ["lower/xml-answer"]
    (warning,) = findings(diagnostics)
    assert isinstance(warning.where, Place)
    assert warning.where.pointer == "/paths/~1a/get/responses"


@pytest.mark.parametrize("name", ['X-"H"', "X H", "X:H", "Ünique", "X-H\n"])
def test_header_names_are_tokens(name: str) -> None:
    parameter = {"name": name, "in": "header", "schema": {"type": "string"}}
    call = {"operationId": "read", "parameters": [parameter], "responses": {}}
    key = {"type": "apiKey", "in": "header", "name": name}
    _, diagnostics = lower(
        {"paths": {"/a": {"get": call}}, "components": {"securitySchemes": {"key": key}}}
    )
    warnings = [found for found in diagnostics if found.rule == "passes/header-name"]
    assert [w.where.pointer for w in warnings if isinstance(w.where, Place)] == [
        "/paths/~1a/get/parameters/0",
        "/components/securitySchemes/key",
    ]


def test_tokens_are_header_names() -> None:
    parameter = {"name": "!#$%&'*+-.^_`|~aZ0", "in": "header", "schema": {"type": "string"}}
    call = {"operationId": "read", "parameters": [parameter], "responses": {}}
    _, diagnostics = lower({"paths": {"/a": {"get": call}}})
    assert "passes/header-name" not in rules(diagnostics)


def test_shared_answers_and_headers_keep_the_status_and_name_of_each_use() -> None:
    header = {"$ref": "#/components/headers/Left"}
    answers = {
        code: {"$ref": "#/components/responses/Failed"} for code in ("400", "4XX", "default")
    }
    own = {"description": "ok", "headers": {"X-Left": header, "X-Other": header}}
    api, _ = lower(
        {
            "paths": {
                f"/{name}": {"get": {"operationId": name, "responses": {"200": own, **answers}}}
                for name in ("a", "b")
            },
            "components": {
                "headers": {"Left": {"schema": {"type": "integer"}}},
                "responses": {
                    "Failed": {
                        "description": "no",
                        "headers": {"X-Left": header},
                        "content": {"application/json": {"schema": {"type": "object"}}},
                    }
                },
            },
        }
    )
    for operation in api.operations.values():
        assert [answer.status.wire for answer in operation.errors] == ["400", "4XX", "default"]
        names = [[header.name.wire for header in one.headers] for one in operation.errors]
        assert names == [["X-Left"]] * 3
        (good,) = operation.answers
        assert [header.name.wire for header in good.headers] == ["X-Left", "X-Other"]
        assert {header.type for header in good.headers} == {Scalar(ScalarKind.INTEGER)}
    first, second = api.operations.values()
    assert first.errors == second.errors
