"""Proposals for resources and method names, from operationIds, tags and paths."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from apiscribe.ir import Name
from apiscribe.lower.actions import ACTIONS
from apiscribe.lower.raw import RawOperation
from apiscribe.naming import Words, singular, split_words

_VERSION = re.compile(r"^(v\d+(\.\d+)*((alpha|beta|rc)\d*)?|\d{4}-\d{2}-\d{2}|api|rest)$", re.I)
_STRUCTURED = re.compile(r"^[A-Za-z][A-Za-z0-9_-]*$")
_VERBS = frozenset(
    (
        *("get", "list", "create", "update", "delete", "retrieve", "find", "search", "add"),
        *("remove", "replace", "put", "post", "patch", "set", "cancel", "query", "count", "show"),
        *("upload", "download", "send", "start", "stop", "check", "validate", "index", "read"),
    )
)
"""Verbs that follow the resource in operationIds such as `users_list`."""

_PREPOSITIONS = frozenset(("by", "with", "for", "from", "to", "in", "of", "on", "and", "using"))


def segments(path: str) -> list[str]:
    """The path's segments without versions; query strings and fragments left aside."""
    bare = path.partition("?")[0].partition("#")[0]
    parts = [part for part in bare.split("/") if part]
    return [part for part in parts if not _VERSION.match(part)]


def is_parameter(segment: str) -> bool:
    """Whether a segment holds a parameter (`{id}`, `{id}.json`)."""
    return "{" in segment


def is_action(path: str) -> bool:
    """Whether the last segment is something to do (`/things/{id}/cancel`, `/things/search`)."""
    parts = segments(path)
    return len(parts) > 1 and not is_parameter(parts[-1]) and split_words(parts[-1])[0] in ACTIONS


def is_plural(path: str) -> bool:
    """Whether the last segment names several things."""
    parts = segments(path)
    if not parts or is_parameter(parts[-1]):
        return False
    last = split_words(parts[-1])[-1]
    return singular(last) != last


def structured_id(raw: RawOperation) -> tuple[tuple[str, ...], str] | None:
    """Resource and method of an operationId such as `issues/list-for-repo`, `chat.create`."""
    if "/" not in raw.operation_id and "." not in raw.operation_id:
        return None
    parts = re.split(r"[/.]", raw.operation_id)
    if not all(_STRUCTURED.match(part) for part in parts) or _leftover(raw) is not None:
        return None
    kept = [part for part in parts[:-1] if not _VERSION.match(part)]
    return (tuple(kept), parts[-1]) if kept else None


def path_resource(raw: RawOperation) -> tuple[Name, ...]:
    """The static segments, less an action at the end."""
    static = [part for part in segments(raw.path) if not is_parameter(part)]
    if is_action(raw.path):
        static = static[:-1]
    return tuple(Name(part, split_words(part)) for part in static)


def method_words(raw: RawOperation, way: tuple[Words, ...], listed: bool) -> tuple[Words, ...]:
    """Proposals for the method's name, best first; the last ones are unlike any other's.

    They depend on the operation alone (`listed`: its answer is a list), so that no other one
    that is added renames it.
    """
    rest = _rest_words(raw, way, listed)
    whole = (raw.verb.lower(), *(w for part in segments(raw.path) for w in split_words(part)))
    structured = structured_id(raw)
    if structured is not None:
        named = split_words(structured[1])
        return (named, (*named, raw.verb.lower()), (*split_words(raw.operation_id),), whole)
    leftover = _leftover(raw)
    if not raw.operation_id or leftover == ():
        return (rest, (*rest, raw.verb.lower()), whole)
    named = leftover or split_words(raw.operation_id)
    short = _without_resource(named, way, raw)
    return tuple(dict.fromkeys((short, named, (*named, raw.verb.lower()), whole)))


def _leftover(raw: RawOperation) -> Words | None:
    """What an operationId says beyond verb and path; `None` when it was not made from them."""
    words = split_words(raw.operation_id)
    verb = raw.verb.lower()
    forms = [rest for rest, end in ((words[:-1], words[-1]), (words[1:], words[0])) if end == verb]
    for rest in forms:
        for path in _path_forms(raw.path):
            start = _find(rest, path) if path else None
            if start is not None:
                left = rest[:start] + rest[start + len(path) :]
                return tuple(word for word in left if not _VERSION.match(word))
        if rest == tuple(word for part in _static(raw.path) for word in part):
            return ()
    return None


def _path_forms(path: str) -> Iterator[Words]:
    """How generators put a path into an operationId: with its parameters, or `id` for each."""
    parts = segments(path)
    yield tuple(word for part in parts for word in split_words(part.strip("{}")))
    yield tuple(
        word for part in parts for word in (("id",) if is_parameter(part) else split_words(part))
    )


def _static(path: str) -> list[Words]:
    return [split_words(part) for part in segments(path) if not is_parameter(part)]


def _find(words: Words, part: Words) -> int | None:
    """Where `part` stands inside `words`."""
    for start in range(len(words) - len(part) + 1):
        if words[start : start + len(part)] == part:
            return start
    return None


def _without_resource(words: Words, way: tuple[Words, ...], raw: RawOperation) -> Words:
    """`list_pets` in `pets` is `list`, `get_pet_by_id` with the path's id is `get`."""
    short = words[:-1] if len(words) > 1 and _VERSION.match(words[-1]) else words
    for resource in (*reversed(way), tuple(word for step in way for word in step)):
        start = _find(_singulars(short), _singulars(resource))
        if start is not None:
            left = short[:start] + short[start + len(resource) :]
            short = left if _reads_well(left, start) else short
    parts = segments(raw.path)
    if len(short) > 2 and parts and is_parameter(parts[-1]) and "by" in short:
        by = len(short) - 1 - short[::-1].index("by")
        parameter = split_words(parts[-1])
        if by > 0 and (
            short[by + 1 :] in (("id",), parameter) or parameter[-1:] == short[by + 1 :]
        ):
            short = short[:by]
    return short


def _reads_well(left: Words, start: int) -> bool:
    """Whether what is left without the resource's words is a method's name.

    `ban_user` in `bans` begins with its verb, `users_list` in `users` does not.
    """
    if not left or left[0] in _PREPOSITIONS or left[-1] in _PREPOSITIONS:
        return False
    return start > 0 or left[0] in _VERBS or left[-1] in _VERBS


def _singulars(words: Sequence[str]) -> Words:
    return tuple(singular(word) for word in words)


def _rest_words(raw: RawOperation, way: tuple[Words, ...], listed: bool) -> Words:
    """The method that verb and path suggest, with path words that the resource does not have."""
    parts = segments(raw.path)
    static = [split_words(part) for part in parts if not is_parameter(part)]
    if is_action(raw.path):
        action = static.pop()
        return (*action, *_beyond(static, way))
    ends_in_item = bool(parts) and is_parameter(parts[-1])
    if ends_in_item and ":" in parts[-1].partition("}")[2]:
        return split_words(parts[-1].rpartition(":")[2])
    return (*_rest_verb(raw, ends_in_item, listed), *_beyond(static, way))


def _rest_verb(raw: RawOperation, ends_in_item: bool, listed: bool) -> Words:
    match raw.verb:
        case "GET":
            several = not ends_in_item and (listed or is_plural(raw.path))
            return ("list",) if several else ("retrieve",)
        case "POST":
            return ("update",) if ends_in_item else ("create",)
        case "PUT":
            return ("replace",)
        case "PATCH":
            return ("update",)
        case "HEAD":
            return ("check",)
        case _:
            return (raw.verb.lower(),)


def _beyond(static: Sequence[Words], way: tuple[Words, ...]) -> Words:
    """Words of the path that are not in the resource's name."""
    known = {singular(word) for step in way for word in step}
    return tuple(word for words in static if not {*_singulars(words)} <= known for word in words)
