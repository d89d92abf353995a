"""How operations are called, in any language."""

from __future__ import annotations

from enum import StrEnum

from apiscribe.ir import MediaKind, Operation


class MethodKind(StrEnum):
    """Which of the client's calls a method makes."""

    CALL = "call"
    CALL_OR_STREAM = "call_or_stream"
    STREAM = "stream"
    PAGE = "page"
    DOWNLOAD = "download"


def method_kind(operation: Operation) -> MethodKind:
    """How the operation is called; streams and pages first, downloads when the answer is binary."""
    if operation.stream is not None:
        switch = operation.stream.switch
        return MethodKind.CALL_OR_STREAM if switch is not None else MethodKind.STREAM
    if operation.pages is not None:
        return MethodKind.PAGE
    kinds = {content.kind for answer in operation.answers for content in answer.contents}
    return MethodKind.DOWNLOAD if kinds == {MediaKind.BINARY} else MethodKind.CALL
