"""(Type, JSON value) → Python source: for README examples, docs snippets and generated tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from apiscribe.ir import (
    Api,
    JsonValue,
    Scalar,
    Type,
)
from apiscribe.targets.inner_types import bare_type, item_type, member_type
from apiscribe.targets.python.text import quote

FileForm: TypeAlias = Literal["", "bytes", "path"]
"""How binary text is written: as it is, as bytes, or as a path (for people to read)."""

FILE_PATH: Final = 'Path("file")'


def python_literal(type_: Type, value: JsonValue, api: Api, *, files: FileForm = "") -> str:
    """`value`, given for `type_`, as an expression (not formatted); `files` for binary text."""
    if files and isinstance(value, str) and _is_binary(bare_type(type_, api)):
        if files == "path":
            return FILE_PATH
        return f"b{quote(value)}" if value.isascii() else f"{quote(value)}.encode()"
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, Mapping):
        items = (
            f"{quote(str(key))}: {python_literal(member_type(type_, key, api), item, api, files=files)}"
            for key, item in value.items()
        )
        return f"{{{', '.join(items)}}}"
    if isinstance(value, Sequence):
        inner = item_type(type_, api)
        return f"[{', '.join(python_literal(inner, v, api, files=files) for v in value)}]"
    return repr(value)


def _is_binary(type_: Type) -> bool:
    return isinstance(type_, Scalar) and type_.format == "binary"
