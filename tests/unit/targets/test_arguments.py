"""The arguments of a method, and whether there is something to call it with."""

from __future__ import annotations

from dataclasses import replace

from apiscribe.ir import (
    Api,
    Body,
    BodyMedia,
    MediaKind,
    Nothing,
    Operation,
    Presence,
    Ref,
    Type,
)
from apiscribe.targets.arguments import (
    WHOLE_BODY,
    argument_keys,
    argument_values,
    can_be_called,
    member_key,
)
from shop import STRING, member, record, shop


def with_body(type_: Type, *, required: bool = True) -> tuple[Api, Operation]:
    api = shop()
    operation = next(iter(api.operations.values()))
    media = BodyMedia("application/json", MediaKind.JSON, type_)
    parameters = tuple(
        replace(parameter, presence=Presence.OPTIONAL) for parameter in operation.parameters
    )
    body = Body(required, (media,))
    return api, replace(operation, parameters=parameters, body=body, stream=None)


def test_a_member_without_a_name_is_not_the_whole_body() -> None:
    api, operation = with_body(Ref("Sent"))
    sent = record("Sent", member("", STRING, True), member("a", STRING))
    api = replace(api, declarations={**api.declarations, "Sent": sent})
    keys = [key for key, _ in argument_keys(operation, api) if not key.is_parameter]
    assert keys == [member_key(""), member_key("a")]
    assert member_key("") != WHOLE_BODY


def test_a_value_for_the_whole_body() -> None:
    api, operation = with_body(STRING)
    found = argument_values(operation, api, full=False)
    assert list(found) == [WHOLE_BODY]
    assert found[WHOLE_BODY].required
    assert can_be_called(operation, api)


def test_what_no_value_fits_cannot_be_called_unless_it_may_be_left_out() -> None:
    api, operation = with_body(Nothing())
    assert not can_be_called(operation, api)
    api, operation = with_body(Nothing(), required=False)
    assert can_be_called(operation, api)
