"""The records of a vector and their strict loading.

A suite is a folder: `openapi.yaml`, optional `sdk.yaml`, and `vectors.yaml` (a list of vectors).
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import load_yaml


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Arguments(_Strict):
    """Arguments by place and wire name. `{$base64: …}` stands for bytes, `{$file: {…}}` for a file.

    A member that is left out is not sent; `null` is sent as null.
    """

    path: dict[str, Any] = {}
    query: dict[str, Any] = {}
    header: dict[str, Any] = {}
    cookie: dict[str, Any] = {}
    querystring: dict[str, Any] = {}
    body: Any = None
    has_body: bool = False
    media_type: str = ""

    @model_validator(mode="before")
    @classmethod
    def _note_body(cls, value: Any) -> Any:
        """`body: null` is a body; no `body` is none."""
        return {**value, "has_body": "body" in value} if isinstance(value, dict) else value


class Options(_Strict):
    """Per-call options, in seconds where they are times."""

    extra_headers: dict[str, str] = {}
    extra_query: dict[str, Any] = {}
    extra_body: dict[str, Any] = {}
    timeout: float | None = None
    deadline: float | None = None
    max_retries: int | None = None
    idempotency_key: str | None = None


class ClientOptions(_Strict):
    """Options of the client; `credentials` by security scheme name."""

    credentials: dict[str, str] = {}
    max_retries: int | None = None
    timeout: float | None = None
    idle_timeout: float | None = None
    strict: bool = False
    default_headers: dict[str, str] = {}


class Call(_Strict):
    """One call of an operation.

    `mode`: `call` (plain), `stream` (iterate events), `pages` (iterate items over all pages),
    `raw` (with the raw response: outcome has status and headers too). `take` leaves a stream or
    pages after so many items.
    """

    operation: str
    mode: Literal["call", "stream", "pages", "raw"] = "call"
    arguments: Arguments = Arguments()
    options: Options = Options()
    take: int | None = None


class Chunk(_Strict):
    """A piece of an answer's body, a pause in seconds, or the end of the connection."""

    text: str | None = None
    base64: str | None = None
    delay: float | None = Field(None, ge=0, le=5)
    cut: bool = False

    @property
    def content(self) -> bytes:
        """The bytes to send."""
        if self.base64 is not None:
            return base64.b64decode(self.base64)
        return (self.text or "").encode()


class Answer(_Strict):
    """What the server answers one request with. `drop`: close the connection without an answer."""

    status: int = 200
    headers: dict[str, str] = {}
    json_: Any = Field(None, alias="json")
    text: str | None = None
    base64: str | None = None
    chunks: tuple[Chunk, ...] | None = None
    split: int | None = Field(None, ge=1, description="Send the body in writes of so many bytes.")
    delay: float = Field(0, ge=0, le=5)
    drop: bool = False


class Part(_Strict):
    """An expected part of a multipart body; `None` = not looked at."""

    name: str
    filename: str | None = None
    content_type: str | None = None
    text: str | None = None
    base64: str | None = None
    json_: Any = Field(None, alias="json")


class ExpectedRequest(_Strict):
    """What must arrive. A header that maps to `null` must be absent.

    `path` and `query` are compared after normalising percent-encoding (RFC 3986, section 6.2.2).
    `after` is the least number of seconds since the request before. `same` names headers that
    must equal those of the first request; `present` names headers that must be there.
    """

    method: str = "GET"
    path: str | None = None
    query: str | None = None
    headers: dict[str, str | None] = {}
    json_: Any = Field(None, alias="json")
    has_json: bool = False
    text: str | None = None
    base64: str | None = None
    form: str | None = None
    parts: tuple[Part, ...] | None = None
    no_body: bool = False
    after: float | None = None
    same: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    same_connection: bool = False

    @model_validator(mode="before")
    @classmethod
    def _note_json(cls, value: Any) -> Any:
        """`json: null` expects the text `null`."""
        return {**value, "has_json": "json" in value} if isinstance(value, dict) else value


class ExpectedError(_Strict):
    """An error by kind; `name` is the status class in words, e.g. `not found`."""

    kind: Literal["status", "connection", "timeout", "validation", "stream", "argument"]
    status: int | None = None
    name: str | None = None
    body: Any = None
    request_id: str | None = None
    field: str | None = Field(None, description="Text that the message must contain.")


class Expected(_Strict):
    """The outcome: exactly one of value, text, bytes, nothing, items — and/or an error after items."""

    json_: Any = Field(None, alias="json")
    text: str | None = None
    base64: str | None = None
    nothing: bool = False
    items: list[Any] | None = None
    error: ExpectedError | None = None
    status: int | None = None
    headers: dict[str, str] = {}
    variant: str | None = Field(None, description="Name of the union variant the value became.")


class Vector(_Strict):
    """One test. `features` are the lines of the support table it counts for.

    `echo: {operation: …, value: …}` is short for a call with the value as its JSON body, of which
    just that arrives, and which is answered with just that.
    """

    name: str
    features: tuple[str, ...] = ()
    client: ClientOptions = ClientOptions()
    call: Call
    answers: tuple[Answer, ...] = ()
    requests: tuple[ExpectedRequest, ...] = ()
    expect: Expected
    closed: bool = Field(False, description="The client must close the connection early.")
    kept: bool = Field(False, description="The client must read to the end, so as not to close.")
    why: str = ""

    @model_validator(mode="before")
    @classmethod
    def _spread_echo(cls, value: Any) -> Any:
        if not (isinstance(value, dict) and "echo" in value):
            return value
        rest = {key: given for key, given in value.items() if key != "echo"}
        echo = value["echo"]
        return {
            "call": {"operation": echo["operation"], "arguments": {"body": echo["value"]}},
            "answers": [{"json": echo["value"]}],
            "requests": [{"method": "POST", "json": echo["value"]}],
            **rest,
            "expect": {"json": echo["value"], **rest.get("expect", {})},
        }

    @property
    def key(self) -> str:
        """The name as a URL segment and identifier base."""
        return "-".join("".join(c if c.isalnum() else " " for c in self.name.lower()).split())


class Suite(_Strict):
    """A spec and its vectors."""

    name: str
    folder: Path
    vectors: tuple[Vector, ...]


def load_suite(folder: Path) -> Suite:
    """Read `vectors.yaml` of a suite; raises `ValueError` when it is not sound."""
    entries = load_yaml(folder / "vectors.yaml", Diagnostics()).data
    vectors = tuple(Vector.model_validate(entry) for entry in entries)
    keys = [vector.key for vector in vectors]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise ValueError(f"{folder.name}: vectors named twice: {', '.join(twice)}")
    return Suite(name=folder.name, folder=folder, vectors=vectors)
