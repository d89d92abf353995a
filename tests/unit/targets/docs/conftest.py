"""A hand-made API with one of most things, and the docs of any API as texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any

import pytest
from apiscribe.config import Settings
from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.emit.render import render_artifacts
from apiscribe.ir import (
    Access,
    Answer,
    Anything,
    Api,
    ApiKeyScheme,
    Body,
    BodyMedia,
    Choose,
    ChooseMethod,
    Const,
    Constraints,
    Content,
    Declaration,
    Docs,
    Enum,
    EnumValue,
    Example,
    Field,
    Header,
    List,
    Location,
    Map,
    MediaKind,
    Name,
    Nothing,
    Nullable,
    Operation,
    Parameter,
    Presence,
    Record,
    Ref,
    Resource,
    Scalar,
    ScalarKind,
    SecurityRequirement,
    Server,
    Status,
    Stream,
    StreamFormat,
    Style,
    TagValue,
    Union,
    UnionTag,
    Variant,
)
from apiscribe.naming import split_words
from apiscribe.targets.base import TargetSettings
from apiscribe.targets.docs import TARGET, DocsOptions

Rendered = dict[str, str]
STRING = Scalar(ScalarKind.STRING)
INTEGER = Scalar(ScalarKind.INTEGER)
REQUIRED, OPTIONAL = Presence.REQUIRED, Presence.OPTIONAL


def name(wire: str) -> Name:
    return Name(wire, split_words(wire))


def record(id: str, *fields: Field, inline: bool = False, **more: Any) -> Record:
    pointer = "/paths/x" if inline else f"/components/schemas/{id}"
    return Record(
        id=id,
        name=Name("" if inline else id, split_words(id)),
        fields=fields,
        extra=more.pop("extra", Anything()),
        place=Place("openapi.yaml", pointer),
        **more,
    )


def enum(id: str, *values: str, inline: bool = False) -> Enum:
    pointer = "/paths/x" if inline else f"/components/schemas/{id}"
    return Enum(
        id=id,
        name=Name("" if inline else id, split_words(id)),
        kinds=(ScalarKind.STRING,),
        values=tuple(EnumValue(value, name(value)) for value in values),
        place=Place("openapi.yaml", pointer),
    )


def declarations() -> dict[str, Declaration]:
    chat = record(
        "Chat",
        Field(name("id"), STRING, REQUIRED, docs=Docs(description="Unique.\n\n- a\n- b")),
        Field(name("choices"), List(Ref("Chat.choices[]")), REQUIRED),
        Field(name("usage"), Ref("Usage"), OPTIONAL, docs=Docs(description="What it cost.")),
        Field(name("tools"), List(Ref("Chat.tools[]")), OPTIONAL),
        Field(name("stop"), Nullable(Ref("Chat.stop")), OPTIONAL),
        Field(name("labels"), Map(STRING), OPTIONAL, access=Access.READ),
        Field(
            name("odd name"),
            Nullable(List(Scalar(ScalarKind.STRING, "uuid"), Constraints(min_items=1))),
            OPTIONAL,
            default=None,
        ),
        docs=Docs(description="A chat."),
    )
    made = [
        chat,
        record(
            "Chat.choices[]",
            Field(name("finish"), Ref("Chat.choices[].finish"), REQUIRED),
            inline=True,
        ),
        enum("Chat.choices[].finish", "stop", "length", "a", "b", "c", inline=True),
        Union(
            "Chat.tools[]",
            Name("", ("tool",)),
            (Variant(name("a"), Ref("Call")), Variant(name("custom"), Ref("Chat.tools[]|custom"))),
            Choose(
                ChooseMethod.TAG,
                (),
                UnionTag("type", (TagValue("call", 0), TagValue("custom", 1))),
            ),
        ),
        record(
            "Call",
            Field(name("type"), Const("call"), REQUIRED),
            Field(name("next"), Ref("Call"), OPTIONAL),
        ),
        record(
            "Chat.tools[]|custom",
            Field(name("type"), Const("custom"), REQUIRED),
            inline=True,
            docs=Docs(description="A custom one."),
        ),
        Union(
            "Chat.stop",
            Name("", ("stop",)),
            (Variant(name("string"), STRING), Variant(name("list"), List(STRING))),
            Choose(ChooseMethod.KIND, ()),
        ),
        record("Usage", Field(name("total"), INTEGER, REQUIRED), extra=Nothing()),
        enum("Order", "asc", "desc"),
        record(
            "body",
            Field(name("messages"), List(Map(Anything())), REQUIRED),
            Field(name("model"), STRING, REQUIRED, examples=(Example("", "maker/model"),)),
            Field(name("stream"), Scalar(ScalarKind.BOOLEAN), OPTIONAL),
            inline=True,
        ),
    ]
    return {one.id: one for one in made}


def operation() -> Operation:
    json = MediaKind.JSON
    return Operation(
        id="createChat",
        name=Name("createChat", ("create",)),
        resource=(name("chat"),),
        verb="POST",
        path="/v5/chat/{id}",
        parameters=(
            Parameter(name("id"), Location.PATH, STRING, REQUIRED, Style.SIMPLE, False),
            Parameter(
                name("order"),
                Location.QUERY,
                Ref("Order"),
                OPTIONAL,
                Style.FORM,
                True,
                default="asc",
            ),
            Parameter(name("x-key"), Location.HEADER, STRING, OPTIONAL, Style.SIMPLE, False),
        ),
        body=Body(True, (BodyMedia("application/json", json, Ref("body")),)),
        result=Ref("Chat"),
        answers=(
            Answer(
                Status("200", 200, 200),
                (
                    Content("application/json", json, Ref("Chat")),
                    Content("text/event-stream", MediaKind.EVENT_STREAM, Ref("Chat")),
                ),
                (Header(name("x-id"), STRING, OPTIONAL),),
                Docs(description="Done."),
            ),
        ),
        errors=(
            Answer(
                Status("422", 422, 422),
                (Content("application/json", json, Ref("Usage")),),
                docs=Docs(description="Not valid."),
            ),
            Answer(Status("404", 404, 404), ()),
        ),
        stream=Stream(
            StreamFormat.EVENT_STREAM,
            Ref("Chat"),
            "text/event-stream",
            ("stream", True),
            "[DONE]",
            "error",
        ),
        security=(SecurityRequirement((("Key", ()),)),),
        docs=Docs(summary="Create a chat", description="Makes a *chat*.\n\n# Note\n\nWell."),
        tags=("Chat",),
    )


@pytest.fixture
def api() -> Api:
    return Api(
        title="Demo API",
        version="1.0",
        docs=Docs(description="A demo."),
        servers=(Server("https://api.example.com"),),
        declarations=declarations(),
        operations={"createChat": operation()},
        resources=(Resource(name("chat"), (name("chat"),), ("createChat",)),),
        schemes={"Key": ApiKeyScheme("Key", name("Key"), "header", "x-api-key")},
        security=(SecurityRequirement((("Key", ()),)),),
    )


def docs_of(api: Api, settings: Settings | None = None) -> Rendered:
    """Path → text of every page."""
    chosen = TargetSettings(settings or Settings(), DocsOptions())
    diagnostics = Diagnostics()
    artifacts = TARGET.artifacts(api, chosen, diagnostics)
    tree = render_artifacts(TARGET, artifacts, diagnostics)
    assert not list(diagnostics)
    return {str(path): entry.content.decode() for path, entry in tree.files.items()}


@pytest.fixture
def render() -> Callable[[Api], Rendered]:
    return docs_of


@pytest.fixture
def docs(api: Api) -> Rendered:
    return docs_of(api)


def broken_links(docs: Rendered) -> list[str]:
    """Relative links that lead to no page."""
    broken = []
    for path, text in docs.items():
        prose = re.sub(r"^( *)(`{3,}).*?^\1\2`*$", "", text, flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", prose):
            if not re.fullmatch(r"[\w./-]+\.(md|txt)", target):
                continue  # a link of the spec's own prose
            parts: list[str] = []
            for part in (PurePosixPath(path).parent / target).parts:
                if part == "..":
                    parts.pop()
                else:
                    parts.append(part)
            if "/".join(parts) not in docs:
                broken.append(f"{path}: {target}")
    return broken


@pytest.fixture
def find_broken_links() -> Callable[[Rendered], list[str]]:
    return broken_links
