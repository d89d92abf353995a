"""Operations, callbacks and webhooks → IR."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from apiscribe.ir import (
    Body,
    Example,
    Idempotency,
    Location,
    Name,
    Operation,
    Parameter,
    SecurityRequirement,
    SecurityScheme,
    Server,
    Type,
    Webhook,
)
from apiscribe.lower.answers import lower_answers
from apiscribe.lower.bodies import lower_body
from apiscribe.lower.context import Context
from apiscribe.lower.docs import docs_of
from apiscribe.lower.document import escape_token
from apiscribe.lower.parameters import lower_parameters
from apiscribe.lower.raw import RawOperation, follow, operations_of
from apiscribe.lower.resources import Placed
from apiscribe.lower.security import lower_requirements, lower_servers
from apiscribe.lower.streams import lower_pages, lower_stream
from apiscribe.naming import Scope, Words, pascal, snake, split_words

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "QUERY", "TRACE"})
"""Methods that change nothing (RFC 9110, section 9.2.1, and QUERY of OpenAPI 3.2)."""


def lower_operation(
    ctx: Context,
    raw: RawOperation,
    placed: Placed,
    schemes: Mapping[str, SecurityScheme],
    security: tuple[SecurityRequirement, ...],
) -> Operation:
    """One operation, fully resolved."""
    parameters = lower_parameters(ctx, raw, placed.words)
    body = lower_body(ctx, raw, placed.words)
    answers = lower_answers(ctx, raw, placed.words)
    own = raw.value.get("security")
    return Operation(
        raw.id,
        placed.method,
        placed.resource,
        raw.verb,
        raw.path.partition("#")[0],
        parameters,
        body,
        answers.result,
        answers.good,
        answers.bad,
        lower_stream(ctx, raw, answers.good, body),
        lower_pages(ctx, raw, parameters, answers.good),
        (
            security
            if own is None
            else lower_requirements(ctx, own, schemes, f"{raw.pointer}/security")
        ),
        _servers(ctx, raw),
        _idempotency(raw, parameters),
        docs_of(raw.value),
        raw.tags,
        _examples(body),
        ctx.place(raw.pointer),
    )


def _servers(ctx: Context, raw: RawOperation) -> tuple[Server, ...]:
    """The operation's own servers, else its path's; empty when the API's apply."""
    if raw.value.get("servers"):
        return lower_servers(ctx, raw.value["servers"], f"{raw.pointer}/servers")
    return lower_servers(ctx, raw.item.get("servers"), f"{raw.item_pointer}/servers")


def _idempotency(raw: RawOperation, parameters: Sequence[Parameter]) -> Idempotency | None:
    """Stated by `x-sdk`, or a declared `Idempotency-Key` header, unless repeating is safe anyhow."""
    if raw.words.idempotency is not None:
        return Idempotency(raw.words.idempotency.header)
    if raw.verb.upper() in _SAFE:
        return None
    for parameter in parameters:
        named = parameter.name.wire.lower() == "idempotency-key"
        if parameter.location is Location.HEADER and named:
            return Idempotency(parameter.name.wire)
    return None


def _examples(body: Body | None) -> tuple[Example, ...]:
    return body.media[0].examples if body is not None else ()


def lower_callbacks(ctx: Context, raw: RawOperation, words: Words) -> list[Webhook]:
    """The calls an operation makes back (OpenAPI 3.2, section 4.18)."""
    found = []
    for name, value in (raw.value.get("callbacks") or {}).items():
        value, pointer = follow(ctx, value, f"{raw.pointer}/callbacks/{escape_token(name)}")
        for expression, item in value.items():
            if str(expression).startswith("x-"):
                continue
            where = f"{pointer}/{escape_token(expression)}"
            for call in operations_of(ctx, str(expression), item, where):
                own = (*words, *split_words(name))
                identity = f"{raw.id}.{name}.{call.verb.lower()}"
                found.append(_webhook(ctx, call, identity, name, own, raw.id, str(expression)))
    return found


def lower_webhooks(ctx: Context) -> list[Webhook]:
    """The document's `webhooks`."""
    found = []
    for name, item in (ctx.document.data.get("webhooks") or {}).items():
        calls = list(operations_of(ctx, "", item, "/webhooks/" + escape_token(name)))
        for call in calls:
            identity = name if len(calls) == 1 else f"{name}.{call.verb.lower()}"
            found.append(_webhook(ctx, call, identity, name, split_words(name), "", ""))
    return found


def _webhook(
    ctx: Context,
    call: RawOperation,
    identity: str,
    name: str,
    words: Words,
    operation: str,
    expression: str,
) -> Webhook:
    identified = RawOperation(
        identity, "", call.verb, call.path, call.value, call.pointer, call.item, call.item_pointer
    )
    body = lower_body(ctx, identified, words)
    payload: Type | None = body.media[0].type if body is not None else None
    return Webhook(
        identity,
        Name(name, words),
        payload,
        call.verb,
        operation,
        expression,
        docs_of(call.value),
        ctx.place(call.pointer),
    )


def named_webhooks(webhooks: Sequence[Webhook]) -> tuple[Webhook, ...]:
    """Webhooks whose words differ."""
    scope = Scope(pascal, usual=snake)
    for hook in webhooks:
        spare = ((*hook.name.words, hook.verb.lower()),)
        scope.add(hook.id, hook.id, hook.name.words, spare=spare)
    settled = scope.words()
    return tuple(
        replace(hook, name=replace(hook.name, words=settled[hook.id])) for hook in webhooks
    )
