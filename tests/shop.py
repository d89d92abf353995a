"""A small API, written as IR by hand, with one of each thing the Python target must handle."""

from __future__ import annotations

from pathlib import Path

from apiscribe.config import Client, Credential, Environment, Settings
from apiscribe.diagnostics import Diagnostics
from apiscribe.emit.render import render_artifacts
from apiscribe.ir import (
    Answer,
    Anything,
    Api,
    ApiKeyScheme,
    Body,
    BodyMedia,
    Choose,
    ChooseMethod,
    Const,
    Content,
    Docs,
    Enum,
    EnumValue,
    Field,
    FieldIn,
    JsonKind,
    KindIs,
    List,
    Location,
    Map,
    MediaKind,
    Name,
    Nothing,
    Nullable,
    Operation,
    Pages,
    PagesKind,
    Parameter,
    Presence,
    Record,
    Ref,
    Resource,
    Rule,
    Scalar,
    ScalarKind,
    SecurityRequirement,
    Server,
    Status,
    Stream,
    StreamFormat,
    Style,
    TagValue,
    Tuple,
    Type,
    Union,
    UnionTag,
    Usage,
    Variant,
)
from apiscribe.naming import split_words
from apiscribe.targets.base import TargetSettings
from apiscribe.targets.python import TARGET
from apiscribe.targets.python.options import ModelFlavour, PythonOptions

STRING = Scalar(ScalarKind.STRING)
INTEGER = Scalar(ScalarKind.INTEGER)
NUMBER = Scalar(ScalarKind.NUMBER)
BOOLEAN = Scalar(ScalarKind.BOOLEAN)
WHEN = Scalar(ScalarKind.STRING, "date-time")
BOTH = Usage(sent=True, received=True)
ANYTHING = Anything()
SENT = Usage(sent=True)
RECEIVED = Usage(received=True)


def name(wire: str) -> Name:
    return Name(wire, split_words(wire))


def member(wire: str, type_: Type, required: bool = False, text: str = "") -> Field:
    presence = Presence.REQUIRED if required else Presence.OPTIONAL
    return Field(name(wire), type_, presence, docs=Docs(description=text))


def record(id: str, *fields: Field, usage: Usage = RECEIVED, extra: Type = ANYTHING) -> Record:
    return Record(id, name(id), fields, extra, docs=Docs(description=f"A {id}."), usage=usage)


def enum(id: str, *values: str, usage: Usage = BOTH) -> Enum:
    made = tuple(EnumValue(value, name(value)) for value in values)
    return Enum(id, name(id), (ScalarKind.STRING,), made, usage=usage)


def parameter(wire: str, where: Location, type_: Type, required: bool = False) -> Parameter:
    style = Style.SIMPLE if where in (Location.PATH, Location.HEADER) else Style.FORM
    presence = Presence.REQUIRED if required else Presence.OPTIONAL
    docs = Docs(description=f"The {wire}.")
    return Parameter(name(wire), where, type_, presence, style, style is Style.FORM, docs=docs)


def ok(
    type_: Type, media_type: str = "application/json", kind: MediaKind = MediaKind.JSON
) -> Answer:
    return Answer(Status("200", 200, 200), (Content(media_type, kind, type_),))


KEY = (SecurityRequirement((("Key", ()),)),)
BAD = Answer(
    Status("422", 422, 422), (Content("application/json", MediaKind.JSON, Ref("Problem")),)
)

CAT_RULES = Choose(
    ChooseMethod.TAG,
    (
        Rule(0, (FieldIn("kind", ("cat",)),)),
        Rule(1, (FieldIn("kind", ("dog",)),)),
    ),
    UnionTag("kind", (TagValue("cat", 0), TagValue("dog", 1))),
)
VALUE_RULES = Choose(
    ChooseMethod.KIND,
    (
        Rule(0, (KindIs((JsonKind.STRING,)),)),
        Rule(1, (KindIs((JsonKind.ARRAY,)),)),
        Rule(2, (KindIs((JsonKind.OBJECT,)),)),
    ),
)


def declarations() -> dict[str, Record | Enum | Union]:
    made: list[Record | Enum | Union] = [
        record(
            "Cat",
            member("kind", Const("cat"), True),
            member("friends", List(Ref("Pet"))),
            member("class", Nullable(STRING), True, 'Says """hi""" \\ and ends "so"'),
            member("json", STRING),
            member("bornAt", WHEN),
            member("weight", NUMBER),
            member("size", Tuple((INTEGER, INTEGER), Nothing(), 2)),
            member("colour", Ref("Colour")),
            member("value", Ref("Value")),
            usage=BOTH,
        ),
        record("Dog", member("kind", Const("dog"), True), usage=BOTH, extra=INTEGER),
        Union(
            "Pet",
            name("Pet"),
            (Variant(name("Cat"), Ref("Cat")), Variant(name("Dog"), Ref("Dog"))),
            CAT_RULES,
            usage=BOTH,
        ),
        enum("Colour", "red", "it's", 'say "hi"'),
        Union(
            "Value",
            name("Value"),
            (
                Variant(name("string"), STRING),
                Variant(name("list"), List(Ref("Value"))),
                Variant(name("map"), Map(Ref("Value"))),
            ),
            VALUE_RULES,
            usage=BOTH,
        ),
        record(
            "Order",
            member("id", STRING, True, "The id."),
            member("pet", Ref("Pet"), True),
            member("lines", List(Ref("Order.lines[]"))),
            member("notes", Map(STRING)),
        ),
        record("Order.lines[]", member("amount", INTEGER, True), usage=RECEIVED),
        record("Date", member("day", INTEGER, True)),
        record("OrderChunk", member("delta", STRING, True)),
        record("Problem", member("detail", STRING)),
        record(
            "createOrder.body",
            member("pet", Ref("Pet"), True, "What to order."),
            member("count", INTEGER),
            member("note", Nullable(STRING)),
            member("stream", BOOLEAN),
            member("timeout", INTEGER),
            usage=SENT,
        ),
        record("OrderPage", member("data", List(Ref("Order")), True), member("next", STRING)),
        record(
            "uploadFile.body",
            member("file", Scalar(ScalarKind.STRING, "binary"), True),
            member("title", STRING),
            usage=SENT,
        ),
    ]
    return {declaration.id: declaration for declaration in made}


ORDERS = (name("shop"), name("orders"))


def operations() -> dict[str, Operation]:
    made = [
        Operation(
            "createOrder",
            name("create"),
            ORDERS,
            "POST",
            "/orders",
            parameters=(parameter("X-Trace", Location.HEADER, STRING),),
            body=Body(
                True,
                (BodyMedia("application/json", MediaKind.JSON, Ref("createOrder.body")),),
            ),
            result=Ref("Order"),
            answers=(
                ok(Ref("Order")),
                ok(Ref("OrderChunk"), "text/event-stream", MediaKind.EVENT_STREAM),
            ),
            errors=(BAD,),
            stream=Stream(
                StreamFormat.EVENT_STREAM,
                Ref("OrderChunk"),
                "text/event-stream",
                ("stream", True),
                "[DONE]",
            ),
            security=KEY,
            docs=Docs(summary="Orders a pet.", description="It comes by mail."),
        ),
        Operation(
            "listOrders",
            name("list"),
            ORDERS,
            "GET",
            "/orders",
            parameters=(
                parameter("after", Location.QUERY, STRING),
                parameter("since", Location.QUERY, WHEN),
                parameter("tags", Location.QUERY, List(STRING)),
            ),
            result=Ref("OrderPage"),
            answers=(ok(Ref("OrderPage")),),
            pages=Pages(PagesKind.CURSOR, ("data",), Ref("Order"), "after", ("next",)),
            security=KEY,
        ),
        Operation(
            "getOrder",
            name("retrieve"),
            ORDERS,
            "GET",
            "/orders/{order_id}",
            parameters=(parameter("order_id", Location.PATH, STRING, True),),
            result=Ref("Order"),
            answers=(ok(Ref("Order")),),
            security=KEY,
        ),
        Operation(
            "searchOrders",
            name("search"),
            ORDERS,
            "POST",
            "/orders/search",
            body=Body(False, (BodyMedia("application/json", MediaKind.JSON, List(Ref("Pet"))),)),
            result=List(Ref("Order")),
            answers=(ok(List(Ref("Order"))),),
            security=KEY,
        ),
        Operation(
            "deleteOrder",
            name("delete"),
            ORDERS,
            "DELETE",
            "/orders/{order_id}",
            parameters=(parameter("order_id", Location.PATH, STRING, True),),
            answers=(Answer(Status("204", 204, 204), ()),),
            security=KEY,
        ),
        Operation(
            "uploadFile",
            name("upload"),
            (name("shop"),),
            "POST",
            "/files",
            body=Body(
                True,
                (BodyMedia("multipart/form-data", MediaKind.MULTIPART, Ref("uploadFile.body")),),
            ),
            result=Ref("Date"),
            answers=(ok(Ref("Date")),),
            security=KEY,
        ),
        Operation(
            "downloadFile",
            name("download"),
            (name("shop"),),
            "GET",
            "/files/{id}",
            parameters=(parameter("id", Location.PATH, STRING, True),),
            result=Scalar(ScalarKind.STRING, "binary"),
            answers=(
                ok(
                    Scalar(ScalarKind.STRING, "binary"),
                    "application/octet-stream",
                    MediaKind.BINARY,
                ),
            ),
            security=KEY,
        ),
    ]
    return {operation.id: operation for operation in made}


def shop() -> Api:
    """The API."""
    return Api(
        title="Pet Shop",
        version="1.0",
        docs=Docs(description="A shop."),
        servers=(Server("https://shop.example.com", name="production"),),
        declarations=declarations(),
        operations=operations(),
        resources=(
            Resource(
                name("shop"),
                (name("shop"),),
                ("uploadFile", "downloadFile"),
                (
                    Resource(
                        name("orders"),
                        ORDERS,
                        (
                            "createOrder",
                            "listOrders",
                            "getOrder",
                            "searchOrders",
                            "deleteOrder",
                        ),
                    ),
                ),
            ),
        ),
        schemes={"Key": ApiKeyScheme("Key", name("Key"), "header", "x-key")},
        security=KEY,
    )


SETTINGS = Settings(
    api="shop",
    client=Client(name="PetShop"),
    environment=Environment(base_url="SHOP_BASE_URL", log="SHOP_LOG"),
    credentials={"Key": Credential(argument="api_key", environment="SHOP_API_KEY")},
    targets={"python": {"package": "pet-shop"}},
)


def write_package(api: Api, folder: Path, flavour: ModelFlavour) -> Path:
    """Generate `api` into `folder`; gives the folder back."""
    diagnostics = Diagnostics()
    options = PythonOptions(package="pet-shop", models=flavour)
    artifacts = TARGET.artifacts(api, TargetSettings(SETTINGS, options), diagnostics)
    for path, entry in render_artifacts(TARGET, artifacts, diagnostics).files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(entry.content)
    assert not diagnostics.items
    return folder
