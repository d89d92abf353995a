"""(Type, JSON value) → Python source: for README examples, docs snippets and generated tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from apiscribe.ir import (
    Api,
    JsonValue,
    List,
    Map,
    Nullable,
    Record,
    Ref,
    Scalar,
    Type,
)
from apiscribe.targets.python.bodies import strip_aliases
from apiscribe.targets.python.text import quote

FileForm: TypeAlias = Literal["", "bytes", "path"]
"""How binary text is written: as it is, as bytes, or as a path (for people to read)."""

FILE_PATH: Final = 'Path("file")'


def python_literal(type_: Type, value: JsonValue, api: Api, *, files: FileForm = "") -> str:
    """`value`, given for `type_`, as an expression (not formatted); `files` for binary text."""
    if files and isinstance(value, str) and _is_binary(_bare(type_, api)):
        if files == "path":
            return FILE_PATH
        return f"b{quote(value)}" if value.isascii() else f"{quote(value)}.encode()"
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, Mapping):
        items = (
            f"{quote(str(key))}: {python_literal(_member(type_, key, api), item, api, files=files)}"
            for key, item in value.items()
        )
        return f"{{{', '.join(items)}}}"
    if isinstance(value, Sequence):
        item_type = _item(type_, api)
        return f"[{', '.join(python_literal(item_type, v, api, files=files) for v in value)}]"
    return repr(value)


def _is_binary(type_: Type) -> bool:
    return isinstance(type_, Scalar) and type_.format == "binary"


def _bare(type_: Type, api: Api) -> Type:
    found = strip_aliases(type_, api.declarations)
    return strip_aliases(found.inner, api.declarations) if isinstance(found, Nullable) else found


def _member(type_: Type, key: str, api: Api) -> Type:
    """The type of a member of an object; the object's own where it is not known."""
    found = _bare(type_, api)
    if isinstance(found, Map):
        return found.value
    if isinstance(found, Ref):
        declaration = api.declarations[found.id]
        if isinstance(declaration, Record):
            return next(
                (f.type for f in declaration.fields if f.name.wire == key), declaration.extra
            )
    return found


def _item(type_: Type, api: Api) -> Type:
    found = _bare(type_, api)
    return found.item if isinstance(found, List) else found
