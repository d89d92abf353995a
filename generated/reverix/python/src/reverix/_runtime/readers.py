"""One reader per type: takes any JSON value, keeps what does not fit, and notes where.

A reader is a function of the value and the list of issues. Readers are made once per type.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import enum
import sys
import types
from collections.abc import Callable
from functools import lru_cache
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import BaseModel, TypeAdapter, ValidationError

from .errors import Issue
from .unions import UNKNOWN, Choice, has_kind, same_scalar

Issues: TypeAlias = list[Issue]
Reader: TypeAlias = Callable[[Any, Issues], Any]

_LISTS = (list, collections.abc.Sequence, collections.abc.Iterable, set, frozenset)
_MAPS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)


def note(issues: Issues, message: str) -> None:
    """Note an issue at the value being read; containers add the way to it."""
    issues.append(Issue((), message))


def within(step: str | int, read: Reader, value: Any, issues: Issues) -> Any:
    """Read a part of a value, putting the way to it before the issues it has."""
    start = len(issues)
    result = read(value, issues)
    for index in range(start, len(issues)):
        issues[index] = Issue((step, *issues[index].path), issues[index].message)
    return result


def reader(annotation: Any) -> Reader:
    """The reader of a type; types that cannot be cached get a new one each time."""
    try:
        return _cached(annotation)
    except TypeError:
        return _make(annotation)


@lru_cache(maxsize=4096)
def _cached(annotation: Any) -> Reader:
    return _make(annotation)


def _make(annotation: Any) -> Reader:
    if annotation is Any or annotation is object:
        return _anything
    if annotation is None or annotation is type(None):
        return _scalar("null")
    if (simple := _SCALARS.get(annotation)) is not None:
        return simple
    if (origin := get_origin(annotation)) is not None:
        return _generic(annotation, origin)
    if isinstance(annotation, type):
        return _class(annotation)
    if hasattr(annotation, "__value__"):
        return _later(lambda: _alias_value(annotation))
    if hasattr(annotation, "__supertype__"):  # a NewType
        return reader(annotation.__supertype__)
    return _by_pydantic(annotation)


def _alias_value(alias: Any) -> Any:
    """What a type alias stands for, with names in quotes looked up where it was made."""
    module = sys.modules.get(getattr(alias, "__module__", ""))
    holder = type("Alias", (), {"__annotations__": {"value": alias.__value__}})
    names = vars(module) if module is not None else None
    return get_type_hints(holder, names, include_extras=True)["value"]


def _later(annotation: Callable[[], Any]) -> Reader:
    """A reader for a type that may contain itself: made when first used."""
    return lambda value, issues: reader(annotation())(value, issues)


def _anything(value: Any, issues: Issues) -> Any:
    return value


def _expected(what: str, value: Any) -> str:
    kinds: tuple[Any, ...] = (
        "null",
        "boolean",
        "integer",
        "number",
        "string",
        "array",
        "object",
    )
    found = next((kind for kind in kinds if has_kind(value, kind)), type(value).__name__)
    return f"expected {what}, found {found}"


def _scalar(kind: Any) -> Reader:
    def read(value: Any, issues: Issues) -> Any:
        if not has_kind(value, kind):
            note(issues, _expected(kind, value))
        elif kind == "integer" and isinstance(value, float):
            return int(value)
        return value

    return read


_SCALARS: dict[Any, Reader] = {
    str: _scalar("string"),
    int: _scalar("integer"),
    float: _scalar("number"),
    bool: _scalar("boolean"),
}


def _generic(annotation: Any, origin: Any) -> Reader:
    arguments = get_args(annotation)
    if origin is Annotated:
        return _annotated(annotation, arguments[0], arguments[1:])
    if origin in (Required, NotRequired):
        return reader(arguments[0])
    if origin is Literal:
        return _literal(arguments)
    if origin in (Union, types.UnionType):
        return _union(arguments)
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is ...:
            return _list(arguments[0])
        return _tuple(arguments)
    if origin in _LISTS:
        return _list(arguments[0])
    if origin in _MAPS:
        return _map(arguments[1])
    if isinstance(origin, type) and issubclass(origin, BaseModel):
        return _class(annotation)
    return _by_pydantic(annotation)


def _annotated(annotation: Any, inner: Any, metadata: tuple[Any, ...]) -> Reader:
    for item in metadata:
        if isinstance(item, Choice):
            return _choice(item, inner)
    if get_origin(inner) is None and inner in _SCALARS:
        return _checked(reader(inner), annotation)
    if any(hasattr(item, "__get_pydantic_core_schema__") for item in metadata):
        return _by_pydantic(annotation)
    return reader(inner)


def _checked(read: Reader, annotation: Any) -> Reader:
    """A scalar with constraints: the value is kept, what it breaks is noted."""
    adapter: TypeAdapter[Any] = TypeAdapter(annotation)

    def checked(value: Any, issues: Issues) -> Any:
        start = len(issues)
        result = read(value, issues)
        if len(issues) == start:
            try:
                adapter.validate_python(result)
            except ValidationError as error:
                note(issues, _first_message(error))
        return result

    return checked


def _by_pydantic(annotation: Any) -> Reader:
    """Dates, UUIDs and the like: kept as text where the text is not of the type."""
    adapter: TypeAdapter[Any] = TypeAdapter(annotation)

    def read(value: Any, issues: Issues) -> Any:
        try:
            result = adapter.validate_python(value)
        except ValidationError as error:
            note(issues, _first_message(error))
            return value
        kept = adapter.dump_python(result, mode="json", warnings=False) == value
        return result if kept else value

    return read


def _first_message(error: ValidationError) -> str:
    return error.errors(include_url=False, include_context=False)[0]["msg"]


def _literal(values: tuple[Any, ...]) -> Reader:
    plain = [item.value if isinstance(item, enum.Enum) else item for item in values]

    def read(value: Any, issues: Issues) -> Any:
        for known, result in zip(plain, values, strict=True):
            if same_scalar(value, known):
                return result
        note(issues, f"unknown value {value!r}; known: {', '.join(map(repr, plain))}")
        return value

    return read


def _choice(choice: Choice, union: Any) -> Reader:
    members = choice.members(union)
    readers: dict[int, Reader] = {}

    def read(value: Any, issues: Issues) -> Any:
        index = choice.index(value)
        if index == UNKNOWN:
            if value is not None or type(None) not in members:
                note(issues, "fits no member of the union that this version knows")
            return value
        found: Issues = []
        result = read_as(index, value, found)
        others = (i for i in range(len(members)) if i != index and members[i] is not type(None))
        # A value that some other member takes fits the description too.
        if found and not any(fits(other, value) for other in others):
            issues.extend(found)
        return result

    def read_as(index: int, value: Any, issues: Issues) -> Any:
        if index not in readers:
            readers[index] = reader(members[index])
        return readers[index](value, issues)

    def fits(index: int, value: Any) -> bool:
        found: Issues = []
        read_as(index, value, found)
        return not found

    return read


def _union(members: tuple[Any, ...]) -> Reader:
    """A union without a decision list: `T | None`, an open enum, scalars of different kinds."""
    nullable = type(None) in members
    rest = [member for member in members if member is not type(None) and not _is_unset(member)]
    if str in rest and any(get_origin(member) is Literal for member in rest):
        known = [m for m in rest if get_origin(m) is Literal]
        # The document itself allows any string where `str` stands first.
        listed = rest.index(known[0]) < rest.index(str)
        rest = [m for m in rest if m is not str and m not in known]
        rest.append(Literal[*(value for m in known for value in get_args(m))] if listed else str)
    if len(rest) == 1:
        read_one = reader(rest[0])
        return lambda value, issues: (
            None if nullable and value is None else read_one(value, issues)
        )
    readers: list[Reader] = []

    def read(value: Any, issues: Issues) -> Any:
        if nullable and value is None:
            return None
        if not readers:
            readers.extend(reader(member) for member in rest)
        return _only_fit(readers, value, issues)

    return read


def _is_unset(member: Any) -> bool:
    """Whether a member is msgspec's mark for what is missing, which no JSON value is read as."""
    return getattr(member, "__name__", "") == "UnsetType"


def _only_fit(readers: list[Reader], value: Any, issues: Issues) -> Any:
    """The value by the one reader it fits; kept raw when it fits none, or several differently."""
    results = []
    for read in readers:
        found: Issues = []
        result = read(value, found)
        if not found:
            results.append(result)
    if not results:
        note(issues, "fits no member of the union")
        return value
    same = all(type(one) is type(results[0]) and one == results[0] for one in results)
    return results[0] if same else value


def _list(item: Any) -> Reader:
    def read(value: Any, issues: Issues) -> Any:
        if not isinstance(value, list):
            note(issues, _expected("array", value))
            return value
        inner = reader(item)
        return [within(index, inner, one, issues) for index, one in enumerate(value)]

    return read


def _tuple(items: tuple[Any, ...]) -> Reader:
    def read(value: Any, issues: Issues) -> Any:
        if not isinstance(value, list):
            note(issues, _expected("array", value))
            return value
        if len(value) != len(items):
            note(issues, f"expected {len(items)} items, found {len(value)}")
        typed = [
            within(index, reader(item), one, issues)
            for index, (item, one) in enumerate(zip(items, value, strict=False))
        ]
        return (*typed, *value[len(items) :])

    return read


def _map(item: Any) -> Reader:
    def read(value: Any, issues: Issues) -> Any:
        if not isinstance(value, dict):
            note(issues, _expected("object", value))
            return value
        inner = reader(item)
        return {key: within(key, inner, one, issues) for key, one in value.items()}

    return read


def _class(kind: Any) -> Reader:
    from . import records

    base = get_origin(kind) or kind
    if issubclass(base, BaseModel):
        return (
            records.root_reader(kind)
            if kind.__pydantic_root_model__
            else records.model_reader(kind)
        )
    if issubclass(base, enum.Enum):
        return _enum(kind)
    if base in _LISTS:
        return _list(Any)
    if base in _MAPS:
        return _map(Any)
    if is_typeddict(kind):
        return records.typed_dict_reader(kind)
    if dataclasses.is_dataclass(kind):
        return records.dataclass_reader(kind)
    if hasattr(kind, "__struct_fields__"):
        return records.struct_reader(kind)
    return _by_pydantic(kind)


def _enum(kind: type[enum.Enum]) -> Reader:
    def read(value: Any, issues: Issues) -> Any:
        for member in kind:
            if same_scalar(member.value, value):
                return member
        note(issues, f"unknown value {value!r} of {kind.__name__}")
        return value

    return read
