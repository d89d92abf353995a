"""The operations of a document, found and identified before any of them is lowered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apiscribe.ir.vocabulary import NO_OPERATION_WORDS, OperationWords, operation_words
from apiscribe.lower.context import Context
from apiscribe.lower.document import escape_token, pointer_of, value_at

VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")


@dataclass(frozen=True, slots=True)
class RawOperation:
    """An operation object and where it stands. `item` is the path item, reference followed."""

    id: str
    operation_id: str
    verb: str
    path: str
    value: Mapping[str, Any]
    pointer: str
    item: Mapping[str, Any]
    item_pointer: str
    words: OperationWords = NO_OPERATION_WORDS

    @property
    def tags(self) -> tuple[str, ...]:
        """Its tags, as written."""
        return tuple(str(tag) for tag in self.value.get("tags") or ())


def follow(ctx: Context, value: Any, pointer: str) -> tuple[Any, str]:
    """The object behind a Reference Object (and further references), with its pointer."""
    seen: set[str] = set()
    while isinstance(value, Mapping) and isinstance(value.get("$ref"), str):
        pointer = pointer_of(value["$ref"])
        if pointer in seen:
            return {}, pointer
        seen.add(pointer)
        value = value_at(ctx.document.data, pointer)
    return value, pointer


def find_operations(ctx: Context) -> list[RawOperation]:
    """Every operation under `paths`, in document order, with ids that differ."""
    found: list[RawOperation] = []
    for path, item in (ctx.document.data.get("paths") or {}).items():
        found.extend(operations_of(ctx, str(path), item, "/paths/" + escape_token(str(path))))
    counts = Counter(raw.operation_id for raw in found if raw.operation_id)
    result = []
    for raw in found:
        if raw.operation_id and counts[raw.operation_id] == 1:
            result.append(raw)
            continue
        if raw.operation_id:
            ctx.warning(
                "operation-id-repeats",
                f"The operationId {raw.operation_id!r} is used {counts[raw.operation_id]} times;"
                f" this operation is known as '{raw.verb} {raw.path}' instead.",
                f"{raw.pointer}/operationId",
                "Give every operation an operationId of its own.",
            )
        result.append(_identified(raw))
    return result


def _identified(raw: RawOperation) -> RawOperation:
    return RawOperation(
        f"{raw.verb} {raw.path}",
        raw.operation_id,
        raw.verb,
        raw.path,
        raw.value,
        raw.pointer,
        raw.item,
        raw.item_pointer,
        raw.words,
    )


def operations_of(ctx: Context, path: str, item: Any, pointer: str) -> Iterator[RawOperation]:
    """The operations of one path item; fixed verbs in the order written, then additional ones."""
    written = item
    followed, place = follow(ctx, item, pointer)
    if not isinstance(followed, Mapping):
        return
    if isinstance(written, Mapping) and "$ref" in written:
        followed = {**followed, **{key: v for key, v in written.items() if key != "$ref"}}
    for verb, value in followed.items():
        if verb in VERBS and isinstance(value, Mapping):
            yield _raw(path, verb, value, f"{place}/{verb}", followed, place)
    if not _has_operation(followed):
        ctx.note("no-operations", f"The path {path} has no operations.", place)
    for verb, value in (followed.get("additionalOperations") or {}).items():
        if isinstance(value, Mapping):
            where = f"{place}/additionalOperations/{escape_token(verb)}"
            yield _raw(path, verb, value, where, followed, place)


def _has_operation(item: Mapping[str, Any]) -> bool:
    return any(key in VERBS or key == "additionalOperations" for key in item)


def _raw(
    path: str,
    verb: str,
    value: Mapping[str, Any],
    pointer: str,
    item: Mapping[str, Any],
    item_pointer: str,
) -> RawOperation:
    identity = value.get("operationId")
    named = identity.strip() if isinstance(identity, str) else ""
    verb = verb.upper() if verb in VERBS else verb
    extension = value.get("x-sdk")
    return RawOperation(
        named or f"{verb} {path}",
        named,
        verb,
        path,
        value,
        pointer,
        item,
        item_pointer,
        NO_OPERATION_WORDS if extension is None else operation_words(extension),
    )
