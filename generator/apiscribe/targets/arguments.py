"""The arguments of a method, before any language names them, and values to show them with."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from apiscribe.ir import (
    Api,
    JsonValue,
    MediaKind,
    Missing,
    Name,
    Operation,
    Parameter,
    Presence,
    Record,
    Ref,
    Type,
    Union,
    missing,
)
from apiscribe.passes.fits import misfit
from apiscribe.passes.walk import bare_type
from apiscribe.targets.bodies import body_media, flat_body
from apiscribe.targets.exclusion import excluded_by, excluded_members
from apiscribe.targets.inner_types import item_type, member_type
from apiscribe.targets.sampling import body_sample, parameter_sample, sample_value

MEMBER: Final = "member"
BODY: Final = "body"


class ArgumentKey(NamedTuple):
    """Where an argument goes.

    `location` is a parameter's (`query`), `member` for a member of the body, or `body` for the
    whole of it, whose `wire` is "".
    """

    location: str
    wire: str

    @property
    def is_parameter(self) -> bool:
        """Whether it is sent outside of the body."""
        return self.location not in (MEMBER, BODY)


WHOLE_BODY: Final = ArgumentKey(BODY, "")


def parameter_key(parameter: Parameter) -> ArgumentKey:
    """The argument of a parameter."""
    return ArgumentKey(parameter.location.value, parameter.name.wire)


def member_key(wire: str) -> ArgumentKey:
    """The argument of a member of the body."""
    return ArgumentKey(MEMBER, wire)


def argument_keys(operation: Operation, api: Api) -> tuple[tuple[ArgumentKey, Name], ...]:
    """The arguments of a method in the document's order: parameters, then the body's members."""
    found = [(parameter_key(parameter), parameter.name) for parameter in operation.parameters]
    record = flat_body(operation, api)
    if record is not None:
        found += [(member_key(member.name.wire), member.name) for member in record.fields]
    elif body_media(operation) is not None:
        found.append((WHOLE_BODY, Name("", ("body",))))
    return tuple(found)


class ArgumentValue(NamedTuple):
    """A value to show an argument with, and whether the argument must be given."""

    type: Type
    value: JsonValue
    required: bool


def argument_values(operation: Operation, api: Api, full: bool) -> dict[ArgumentKey, ArgumentValue]:
    """Values of what must be given and of what the document's example has; of all with `full`.

    Examples may have members that their schema does not describe; a typed call cannot.
    """
    found = _argument_values(operation, api, full)
    return {
        key: one._replace(value=without_unknown(one.type, one.value, api))
        for key, one in found.items()
    }


def without_unknown(type_: Type, value: JsonValue, api: Api) -> JsonValue:
    """`value` less the members of records that the records do not describe."""
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence):
        inner = item_type(type_, api)
        return [without_unknown(inner, item, api) for item in value]
    if not isinstance(value, Mapping):
        return value
    bare = bare_type(type_, api)
    record = api.declarations[bare.id] if isinstance(bare, Ref) else None
    if isinstance(record, Union):
        return _of_variant(record, value, api)
    known = {f.name.wire for f in record.fields} if isinstance(record, Record) else value.keys()
    return {
        key: without_unknown(member_type(type_, key, api), item, api)
        for key, item in value.items()
        if key in known
    }


def _of_variant(union: Union, value: JsonValue, api: Api) -> JsonValue:
    """`value` as the variant describes it that keeps most of it; as it is when none takes it."""
    known = ((one.type, without_unknown(one.type, value, api)) for one in union.variants)
    fitting = (kept for type_, kept in known if misfit(api.declarations, type_, kept) is None)
    return max(fitting, key=_members, default=value)


def _members(value: JsonValue) -> int:
    """How many members a value has, with those of what it holds."""
    if isinstance(value, str) or not isinstance(value, Sequence | Mapping):
        return 0
    inner = value.values() if isinstance(value, Mapping) else value
    return len(value) + sum(_members(one) for one in inner)


def _argument_values(
    operation: Operation, api: Api, full: bool
) -> dict[ArgumentKey, ArgumentValue]:
    found: dict[ArgumentKey, ArgumentValue] = {}
    for parameter in operation.parameters:
        required = parameter.presence is Presence.REQUIRED
        given = parameter_sample(parameter, api)
        if given is not None and (required or full):
            found[parameter_key(parameter)] = ArgumentValue(parameter.type, given.value, required)
    media = body_media(operation)
    given = body_sample(media, api, full=full) if media is not None else None
    if media is None or operation.body is None or given is None:
        return found
    record = flat_body(operation, api)
    if record is None:
        found[WHOLE_BODY] = ArgumentValue(media.type, given.value, operation.body.required)
    elif isinstance(given.value, Mapping):
        excluded = excluded_members(record) | excluded_by(record, given.value)
        for field in record.fields:
            value: JsonValue | Missing = given.value.get(field.name.wire, missing)
            wanted = (full or field.conditional) and field.name.wire not in excluded
            if wanted and isinstance(value, Missing):
                value = sample_value(field.type, api, sent=True, hint=field.name.wire)
            if value in ({}, []) and media.kind is MediaKind.FORM:  # a form cannot say that
                value = sample_value(field.type, api, sent=True, full=True)
            if not isinstance(value, Missing):
                required = field.presence is Presence.REQUIRED or field.conditional
                found[member_key(field.name.wire)] = ArgumentValue(field.type, value, required)
    return found


def must_be_given(operation: Operation, api: Api) -> Collection[ArgumentKey]:
    """The arguments without which there is no call."""
    needed = {
        parameter_key(parameter)
        for parameter in operation.parameters
        if parameter.presence is Presence.REQUIRED
    }
    if operation.body is not None and operation.body.required:
        record = flat_body(operation, api)
        if record is None:
            return needed | {WHOLE_BODY}
        needed |= {
            member_key(field.name.wire)
            for field in record.fields
            if field.presence is Presence.REQUIRED
        }
    return needed


def can_be_called(operation: Operation, api: Api) -> bool:
    """Whether there is a value for all that must be given."""
    values = argument_values(operation, api, full=False)
    return all(key in values for key in must_be_given(operation, api))
