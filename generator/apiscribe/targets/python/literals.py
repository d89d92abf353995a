"""(Type, JSON value) → Python source: for README examples, docs snippets and generated tests."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from apiscribe.ir import (
    Api,
    JsonValue,
    List,
    Ref,
    Scalar,
    Type,
    Union,
)
from apiscribe.passes.walk import bare_type
from apiscribe.targets.choosing import fitting_variant
from apiscribe.targets.inner_types import item_type, member_type
from apiscribe.targets.python.text import quote, scalar_text

FileForm: TypeAlias = Literal["", "bytes", "path"]
"""How binary text is written: as it is, as bytes, or as a path (for people to read)."""

FILE_PATH: Final = 'Path("file")'

TYPES: Final = "types."
"""Stands before the classes of the package's `types`."""


@dataclass(frozen=True, slots=True)
class Raw:
    """Source that stands for a value JSON cannot have."""

    source: str


def python_literal(
    type_: Type,
    value: JsonValue,
    api: Api,
    *,
    files: FileForm = "",
    forms: Mapping[str, str] | None = None,
) -> str:
    """`value`, given for `type_`, as an expression (not formatted); `files` for binary text.

    `forms` are the classes of dictionaries by id of their record: where a type checker cannot tell
    which of several lists a display is, its dictionaries are made with them (`types.Form(…)`).
    """
    if files:
        return value_text(_with_files(type_, value, api, files))
    return value_text(_with_forms(type_, value, api, forms) if forms else value)


def _with_forms(
    type_: Type, value: JsonValue, api: Api, forms: Mapping[str, str], unclear: bool = False
) -> object:
    """The value with the dictionaries of `unclear` places made by their classes."""
    found = bare_type(type_, api)
    declared = api.declarations[found.id] if isinstance(found, Ref) else None
    if isinstance(declared, Union):
        lists = [one for one in declared.variants if isinstance(bare_type(one.type, api), List)]
        variant = fitting_variant(declared, value, api)
        if variant is None:
            return value
        return _with_forms(variant, value, api, forms, unclear or len(lists) > 1)
    if isinstance(value, Mapping):
        members = {
            key: _with_forms(member_type(type_, key, api), item, api, forms)
            for key, item in value.items()
        }
        form = forms.get(found.id) if unclear and isinstance(found, Ref) else None
        return members if form is None else Raw(_made(form, members))
    if isinstance(value, Sequence) and not isinstance(value, str):
        inner = item_type(type_, api)
        return [_with_forms(inner, item, api, forms, unclear) for item in value]
    return value


def _made(form: str, members: Mapping[str, object]) -> str:
    """A dictionary made by its class."""
    if all(key.isidentifier() and not keyword.iskeyword(key) for key in members):
        given = ", ".join(f"{key}={value_text(item)}" for key, item in members.items())
        return f"{TYPES}{form}({given})"
    return f"{TYPES}{form}({value_text(members)})"


def value_text(value: object) -> str:
    """Any JSON value as an expression; bytes as they are, `Raw` stands as it is."""
    match value:
        case Raw(source):
            return source
        case None | bytes():
            return repr(value)
        case str() | int() | float():
            return scalar_text(value)
        case Mapping():
            items = (f"{quote(str(key))}: {value_text(item)}" for key, item in value.items())
            return f"{{{', '.join(items)}}}"
        case Sequence():
            return f"[{', '.join(map(value_text, value))}]"
        case _:
            raise TypeError(f"{type(value).__name__} is no JSON value")


def tuple_text(values: Iterable[object]) -> str:
    """The values as a tuple of at least two."""
    return f"({', '.join(map(value_text, values))})"


def _with_files(type_: Type, value: JsonValue, api: Api, files: FileForm) -> object:
    """The value with binary text as `files` has it."""
    if isinstance(value, str):
        found = bare_type(type_, api)
        binary = isinstance(found, Scalar) and found.format == "binary"
        return Raw(_file_text(value, files)) if binary else value
    if isinstance(value, Mapping):
        return {
            key: _with_files(member_type(type_, key, api), item, api, files)
            for key, item in value.items()
        }
    if isinstance(value, Sequence):
        inner = item_type(type_, api)
        return [_with_files(inner, item, api, files) for item in value]
    return value


def _file_text(text: str, files: FileForm) -> str:
    if files == "path":
        return FILE_PATH
    return f"b{quote(text)}" if text.isascii() else f"{quote(text)}.encode()"
