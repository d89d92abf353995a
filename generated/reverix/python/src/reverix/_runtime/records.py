"""Readers of JSON objects: pydantic models, typed dictionaries, dataclasses, msgspec structs.

A member that is missing though promised reads as `None`, is noted, and stays out of what was
set; members that are not described are kept.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import (
    Annotated,
    Any,
    NamedTuple,
    NotRequired,
    Required,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from .errors import Issue
from .readers import Issues, Reader, reader, within

T = TypeVar("T")
_LOCK = threading.RLock()


def _not_an_object(value: Any, issues: Issues) -> Any:
    return reader(dict[str, Any])(value, issues)


def _missing(issues: Issues, name: str) -> None:
    issues.append(Issue((name,), "is required, but missing"))


class _Field(NamedTuple):
    """A member: its attribute, its reader, and its value when it is missing."""

    name: str
    read: Reader
    required: bool
    default: Callable[[], Any]


def _described(info: FieldInfo) -> Any:
    """The field's type with its metadata, which pydantic keeps apart."""
    metadata = tuple(info.metadata)
    return Annotated[info.annotation, *metadata] if metadata else info.annotation


def _model_fields(kind: type[BaseModel]) -> dict[str, _Field]:
    """Members by wire name."""
    if not kind.__pydantic_complete__:
        kind.model_rebuild(raise_errors=False)
    fields: dict[str, _Field] = {}
    for name, info in kind.model_fields.items():
        alias = info.validation_alias or info.alias
        wire = alias if isinstance(alias, str) else name
        default: Callable[[], Any] = _none
        if not info.is_required():
            default = _default_of(info)
        fields[wire] = _Field(name, reader(_described(info)), info.is_required(), default)
    return fields


def _none() -> None:
    return None


def _default_of(info: FieldInfo) -> Callable[[], Any]:
    return lambda: info.get_default(call_default_factory=True, validated_data={})


def _extra_reader(kind: type[BaseModel]) -> Reader | None:
    """The reader of members the model does not name, when it gives them a type."""
    try:
        hint = get_type_hints(kind, include_extras=True).get("__pydantic_extra__")
    except Exception:  # names that only type checkers see
        return None
    arguments = get_args(hint)
    if get_origin(hint) is dict and arguments[1] is not Any:
        return reader(arguments[1])
    return None


def _once(make: Callable[[], T]) -> Callable[[], T]:
    """The result of `make`, made whole on first use and then kept, whichever thread asks."""
    made: list[T] = []

    def get() -> T:
        if not made:
            with _LOCK:  # pydantic does not guard the building of models
                if not made:
                    made.append(make())
        return made[0]

    return get


def model_reader(kind: type[BaseModel]) -> Reader:
    """The reader of a pydantic model."""
    described = _once(lambda: (_model_fields(kind), _extra_reader(kind)))
    closed = bool(getattr(kind, "model_closed", False))
    not_null: frozenset[str] = getattr(kind, "model_not_null", frozenset())
    keeps = kind.model_config.get("extra") == "allow"

    def read(value: Any, issues: Issues) -> Any:
        if not isinstance(value, dict):
            return _not_an_object(value, issues)
        fields, extra = described()
        found, others = _read_members(fields, value, issues)
        values = _with_defaults(fields, found, issues)
        _check_others(others, extra, closed, issues)
        for wire in not_null:
            if value.get(wire, wire) is None:
                issues.append(Issue((wire,), "may be missing, but not null"))
        return _build(kind, values, set(found), others if keeps else None)

    return read


def _read_members(
    fields: Mapping[str, _Field], value: Mapping[str, Any], issues: Issues
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Described members by attribute name, and the others by wire name."""
    values: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for key, item in value.items():
        field = fields.get(key)
        if field is None:
            others[key] = item
        else:
            values[field.name] = within(key, field.read, item, issues)
    return values, others


def _with_defaults(
    fields: Mapping[str, _Field], found: Mapping[str, Any], issues: Issues
) -> dict[str, Any]:
    """All described members in their order; what is missing has its default."""
    values: dict[str, Any] = {}
    for wire, field in fields.items():
        if field.name in found:
            values[field.name] = found[field.name]
        else:
            values[field.name] = field.default()
            if field.required:
                _missing(issues, wire)
    return values


def _check_others(
    others: dict[str, Any], read: Reader | None, closed: bool, issues: Issues
) -> None:
    for key, item in others.items():
        if closed:
            issues.append(Issue((key,), "is not described, and the object allows no more members"))
        elif read is not None:
            others[key] = within(key, read, item, issues)


def _build(
    kind: type[BaseModel],
    values: dict[str, Any],
    present: set[str],
    extra: dict[str, Any] | None,
) -> BaseModel:
    """A model without validation. `model_construct` is no help: it mixes names and aliases."""
    model = kind.__new__(kind)
    object.__setattr__(model, "__dict__", values)
    object.__setattr__(model, "__pydantic_fields_set__", present)
    object.__setattr__(model, "__pydantic_extra__", extra)
    object.__setattr__(model, "__pydantic_private__", None)
    if kind.__pydantic_post_init__:
        model.model_post_init(None)
    return model


def root_reader(kind: Any) -> Reader:
    """The reader of a model that stands for a value that is no object."""

    def describe() -> Reader:
        kind.model_rebuild(raise_errors=False)
        return reader(_described(kind.model_fields["root"]))

    inner = _once(describe)
    return lambda value, issues: _build(kind, {"root": inner()(value, issues)}, {"root"}, None)


def typed_dict_reader(kind: Any) -> Reader:
    """The reader of a typed dictionary: the JSON object itself, its members read."""

    def describe() -> tuple[dict[str, Reader], list[str]]:
        hints = get_type_hints(kind, include_extras=True)
        # Annotations that are text hide from `TypedDict` what is not required.
        optional = {name for name, hint in hints.items() if get_origin(hint) is NotRequired}
        optional |= kind.__optional_keys__
        optional -= {name for name, hint in hints.items() if get_origin(hint) is Required}
        readers = {name: reader(hint) for name, hint in hints.items()}
        return readers, [name for name in readers if name not in optional]

    described = _once(describe)

    def read(value: Any, issues: Issues) -> Any:
        if not isinstance(value, dict):
            return _not_an_object(value, issues)
        readers, required = described()
        for name in required:
            if name not in value:
                _missing(issues, name)
        return {
            key: within(key, readers[key], item, issues) if key in readers else item
            for key, item in value.items()
        }

    return read


def dataclass_reader(kind: Any) -> Reader:
    """The reader of a dataclass; `metadata["wire"]` of a field is its wire name.

    Other members are kept in the attribute `extra_members`, where instances can hold one.
    """

    def describe() -> dict[str, _Field]:
        hints = get_type_hints(kind, include_extras=True)
        fields: dict[str, _Field] = {}
        for field in dataclasses.fields(kind):
            required, default = _dataclass_default(field)
            wire = field.metadata.get("wire", field.name)
            fields[wire] = _Field(field.name, reader(hints[field.name]), required, default)
        return fields

    return _plain_reader(kind, describe)


def _dataclass_default(field: dataclasses.Field[Any]) -> tuple[bool, Callable[[], Any]]:
    if field.default is not dataclasses.MISSING:
        return False, lambda: field.default
    if field.default_factory is not dataclasses.MISSING:
        return False, field.default_factory
    return True, _none


def _plain_reader(kind: Any, describe: Callable[[], dict[str, _Field]]) -> Reader:
    """The reader of a class whose constructor takes its members as keywords."""
    described = _once(describe)

    def read(value: Any, issues: Issues) -> Any:
        if not isinstance(value, dict):
            return _not_an_object(value, issues)
        fields = described()
        found, others = _read_members(fields, value, issues)
        result = kind(**_with_defaults(fields, found, issues))
        if others:
            with suppress(AttributeError):  # slots without room for it
                object.__setattr__(result, "extra_members", others)
        return result

    return read


def struct_reader(kind: Any) -> Reader:
    """The reader of a msgspec struct."""

    def describe() -> dict[str, _Field]:
        # By name, so that type checkers do not ask for a library that most users do not have.
        struct_fields = import_module("msgspec.structs").fields
        return {
            field.encode_name: _Field(
                field.name, reader(field.type), field.required, _struct_default(field)
            )
            for field in struct_fields(kind)
        }

    return _plain_reader(kind, describe)


def _struct_default(field: Any) -> Callable[[], Any]:
    unset = import_module("msgspec").NODEFAULT
    if field.default is not unset:
        return lambda: field.default
    factory: Callable[[], Any] = field.default_factory
    return _none if factory is unset else factory
