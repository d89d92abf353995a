"""How operations are called, in any language."""

from __future__ import annotations

from enum import StrEnum
from urllib.parse import quote

from apiscribe.ir import MediaKind, Operation
from apiscribe.openapi.pointers import tokens


class MethodKind(StrEnum):
    """Which of the client's calls a method makes."""

    CALL = "call"
    CALL_OR_STREAM = "call_or_stream"
    STREAM = "stream"
    PAGE = "page"
    DOWNLOAD = "download"


MOCK_PATH = "x-mock-path"
"""The header by which a test tells the mock server which operation it means."""


def mock_path(operation: Operation) -> str:
    """The value of `MOCK_PATH` for one of several operations with one path, else "".

    Documents tell them apart by a fragment, which is never sent.
    """
    place = tokens(operation.place.pointer)
    path = place[1] if len(place) > 2 and place[0] == "paths" else ""
    return quote(path, safe="/{}#?&=:@,;") if "#" in path else ""


def method_kind(operation: Operation) -> MethodKind:
    """How the operation is called; streams and pages first, downloads when the answer is binary."""
    if operation.stream is not None:
        switch = operation.stream.switch
        return MethodKind.CALL_OR_STREAM if switch is not None else MethodKind.STREAM
    if operation.pages is not None:
        return MethodKind.PAGE
    kinds = {content.kind for answer in operation.answers for content in answer.contents}
    return MethodKind.DOWNLOAD if kinds == {MediaKind.BINARY} else MethodKind.CALL
