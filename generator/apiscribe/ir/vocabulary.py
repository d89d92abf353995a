"""`x-sdk`: the one extension key of our documents. Choices about names, streams, pages.

These models are the vocabulary's only definition: `lower` reads through them, `openapi` checks
with them, and `vocabulary_schemas` publishes them as JSON Schema.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError


class _Words(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class StreamWords(_Words):
    """How an operation streams."""

    switch: dict[str, str | int | float | bool] | None = Field(
        None, min_length=1, max_length=1, description="Body member and value that start streaming."
    )
    terminator: str = Field("", description="Event data that ends the stream, e.g. [DONE].")
    error_event: str = Field("", description="Name of the event that carries an error.")


class PagesWords(_Words):
    """How the next page is asked for. Paths are dotted member names of the answer."""

    kind: Literal["cursor", "offset", "page", "link"]
    items: str = Field("", description="Path of the list; empty: the answer is the list.")
    parameter: str = Field("", description="Query parameter set for the next page.")
    next: str = Field("", description="Path of the next cursor or URL.")
    item_id: str = Field("", description="Member of the last item that is the next cursor.")
    more: str = Field("", description="Path of a boolean that says whether there is more.")
    size_parameter: str = Field("", description="Query parameter with the size of a page.")
    start: int = Field(0, description="Number of the first page or offset of the first item.")


class IdempotencyWords(_Words):
    """The header that makes repeats safe."""

    header: str = Field(min_length=1)


class OperationWords(_Words):
    """`x-sdk` on an operation."""

    resource: str | None = Field(None, description="Dotted way from the client; empty: the client.")
    method: str | None = Field(None, min_length=1)
    stream: StreamWords | None = None
    pages: PagesWords | None = None
    idempotency: IdempotencyWords | None = None


class SchemaWords(_Words):
    """`x-sdk` on a schema.

    On a component `name` names the type. On a property it names the member, and `type` the
    inline type that stands there. On a member of `oneOf`/`anyOf` `name` names the alternative.
    """

    name: str | None = Field(None, min_length=1)
    type: str | None = Field(None, min_length=1)
    open: bool | None = Field(None, description="Whether an enum or const may grow (default true).")
    names: dict[str, str] = Field(
        default_factory=dict, description="Names of enum values, by the value's JSON text."
    )


class ParameterWords(_Words):
    """`x-sdk` on a parameter."""

    name: str = Field(min_length=1)


NO_OPERATION_WORDS = OperationWords()
NO_SCHEMA_WORDS = SchemaWords()

_MODELS: dict[str, type[_Words]] = {
    "operation": OperationWords,
    "schema": SchemaWords,
    "parameter": ParameterWords,
}

VocabularyKind = Literal["operation", "schema", "parameter"]
"""Where in the document `x-sdk` stands."""


@dataclass(frozen=True, slots=True)
class VocabularyProblem:
    """Something wrong with an `x-sdk` value; `tokens` lead to it from the `x-sdk` object."""

    tokens: tuple[str, ...]
    message: str
    help: str = ""


def vocabulary_schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of each kind of `x-sdk` object."""
    return {kind: model.model_json_schema() for kind, model in _MODELS.items()}


def vocabulary_problems(kind: VocabularyKind, value: object) -> tuple[VocabularyProblem, ...]:
    """Everything wrong with an `x-sdk` value; unknown keys name the nearest known one."""
    model = _MODELS[kind]
    try:
        model.model_validate(value)
    except ValidationError as error:
        return tuple(_problem(model, dict(item)) for item in error.errors())
    return ()


def _problem(model: type[_Words], item: dict[str, Any]) -> VocabularyProblem:
    tokens = tuple(str(token) for token in item["loc"])
    if item["type"] in ("model_type", "model_attributes_type"):
        known = _known_keys(model, tokens)
        return VocabularyProblem(
            tokens, "x-sdk needs an object here.", f"Known keys: {', '.join(known)}."
        )
    if item["type"] == "missing":
        return VocabularyProblem(
            tokens[:-1], f"x-sdk lacks {tokens[-1]!r} here.", f"Add {tokens[-1]!r}."
        )
    if item["type"] != "extra_forbidden":
        return VocabularyProblem(
            tokens, f"x-sdk: {item['msg']}.", "Correct the value, or remove it."
        )
    known = _known_keys(model, tokens[:-1])
    near = difflib.get_close_matches(tokens[-1], known, n=1)
    way_out = f"Did you mean {near[0]!r}?" if near else f"Known keys: {', '.join(known)}."
    return VocabularyProblem(tokens, f"x-sdk has no key {tokens[-1]!r} here.", way_out)


def _known_keys(model: type[_Words], tokens: tuple[str, ...]) -> list[str]:
    """Keys of the model that `tokens` lead to."""
    schema = model.model_json_schema()
    here: dict[str, Any] = schema
    for token in tokens:
        here = here.get("properties", {}).get(token, {})
        for option in (here, *here.get("anyOf", ())):
            if "$ref" in option:
                here = schema["$defs"][option["$ref"].rsplit("/", 1)[-1]]
                break
    return list(here.get("properties", {}))


def operation_words(value: object) -> OperationWords:
    """The vocabulary of an operation; nothing when `value` is not valid (see the problems)."""
    try:
        return OperationWords.model_validate(value)
    except ValidationError:
        return NO_OPERATION_WORDS


def schema_words(value: object) -> SchemaWords:
    """The vocabulary of a schema; nothing when `value` is not valid (see the problems)."""
    try:
        return SchemaWords.model_validate(value)
    except ValidationError:
        return NO_SCHEMA_WORDS


def parameter_name(value: object) -> str:
    """The pinned name of a parameter, "" when there is none."""
    try:
        return ParameterWords.model_validate(value).name
    except ValidationError:
        return ""
