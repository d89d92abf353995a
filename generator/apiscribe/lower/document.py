"""What lowering needs of a loaded document, and JSON Pointers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol
from urllib.parse import unquote

from apiscribe.diagnostics import Place


class LoadedDocument(Protocol):
    """An OpenAPI 3.2 document with 2020-12 schemas; every reference is local and resolves."""

    @property
    def data(self) -> Mapping[str, Any]:
        """The document, plain JSON values."""
        ...

    @property
    def file(self) -> str:
        """Its name as the user gave it."""
        ...

    def place(self, pointer: str) -> Place:
        """Where the value at `pointer` was written."""
        ...


def escape_token(token: str) -> str:
    """A reference token of a JSON Pointer (RFC 6901, section 3)."""
    if "~" in token or "/" in token:
        return token.replace("~", "~0").replace("/", "~1")
    return token


def split_pointer(pointer: str) -> list[str]:
    """The tokens of a JSON Pointer."""
    return [t.replace("~1", "/").replace("~0", "~") for t in pointer.split("/")[1:]]


def pointer_of(reference: str) -> str:
    """The pointer of a local reference (`#/a/b%20c` → `/a/b c`; RFC 6901, section 6)."""
    fragment = reference.partition("#")[2]
    return unquote(fragment) if "%" in fragment else fragment


def value_at(data: Any, pointer: str) -> Any:
    """The value at a pointer; raises `LookupError` when there is none."""
    here = data
    for token in split_pointer(pointer):
        if isinstance(here, Mapping):
            here = here[token]
        elif isinstance(here, list):
            try:
                here = here[int(token)]
            except ValueError as error:
                raise LookupError(token) from error
        else:
            raise LookupError(token)
    return here
