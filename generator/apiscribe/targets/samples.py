"""What snippets show, in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from apiscribe.ir import Api, List, Nullable, Operation, Ref, Type
from apiscribe.passes.walk import strip_aliases
from apiscribe.targets.method_kinds import MethodKind, method_kind


class SampleKind(StrEnum):
    """What a snippet shows; the asynchronous forms only where a language has both."""

    CALL = "call"
    STREAM = "stream"
    ASYNC = "async"
    ASYNC_STREAM = "async-stream"
    PAGES = "pages"
    ERRORS = "errors"
    RAW = "raw"


def sample_kinds(operation: Operation) -> tuple[SampleKind, ...]:
    """The kinds of snippets that an operation may have."""
    kind = method_kind(operation)
    found = [SampleKind.CALL]
    if kind in (MethodKind.STREAM, MethodKind.CALL_OR_STREAM):
        found += [SampleKind.STREAM, SampleKind.ASYNC_STREAM]
    if kind is MethodKind.PAGE:
        found.append(SampleKind.PAGES)
    return (*found, SampleKind.ASYNC, SampleKind.ERRORS, SampleKind.RAW)


def variable_name(
    type_: Type, api: Api, spell: Callable[[Iterable[str]], str], *, last: bool = False
) -> str:
    """A variable for a value of a type, by the name of the type or, with `last`, its last word.

    `spell` makes words a variable, "" when the language or the snippet has another use for it.
    """
    found = strip_aliases(type_, api.declarations)
    if isinstance(found, Nullable):
        return variable_name(found.inner, api, spell, last=last)
    if isinstance(found, Ref):
        words = api.declarations[found.id].name.words
        if words[-1] in ("response", "result") and len(words) > 1:
            return "response"
        return spell(words[-1:] if last else words) or "result"
    if isinstance(found, List):
        return "items"
    return "item" if last else "result"
