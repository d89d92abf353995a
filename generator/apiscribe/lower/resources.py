"""Where each operation is found in the SDK: the resource tree and the method names.

The policy, with examples, is in the decision record "Resources and methods".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from apiscribe.config import Method
from apiscribe.ir import Docs, Name, Resource
from apiscribe.lower.context import Context
from apiscribe.lower.docs import docs_of
from apiscribe.lower.methods import method_words, path_resource, structured_id
from apiscribe.lower.raw import RawOperation, follow
from apiscribe.naming import Scope, Words, pascal, singular, snake, split_words

_DOTTED = re.compile(r"^[A-Za-z][\w-]*(\.[A-Za-z][\w-]*)+$")

_LIST_MEMBERS = ("data", "items", "results", "values", "entries", "records")

Way = tuple[Words, ...]
"""A resource: the words of each step from the client."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An operation's place: the way to its resource and its method, as names and as plain words."""

    resource: tuple[Name, ...]
    method: Name
    words: Words


@dataclass(slots=True)
class _Wish:
    raw: RawOperation
    resource: tuple[Name, ...]
    way: Way
    methods: tuple[Words, ...]
    pinned: bool


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The resources: what each is called, what lies below it, and who wants to be in it."""

    tags: Mapping[str, Mapping[str, object]]
    names: dict[Way, Name | None] = field(default_factory=dict)
    below: dict[Way, list[Way]] = field(default_factory=dict)
    wishes: dict[Way, list[_Wish]] = field(default_factory=dict)

    def add(self, way: Way, name: Name | None) -> None:
        """Have a resource, below the one before it; its first name counts."""
        if way in self.names:
            return
        self.names[way], self.below[way], self.wishes[way] = name, [], []
        if way:
            self.below[way[:-1]].append(way)


@dataclass(frozen=True, slots=True)
class Tree:
    """The resource tree and every operation's place in it."""

    roots: tuple[Resource, ...]
    root_operations: tuple[str, ...]
    places: Mapping[str, Placed]


def place_operations(ctx: Context, operations: Sequence[RawOperation]) -> Tree:
    """Give every operation a resource and a method of its own."""
    tags = {
        str(tag.get("name")): tag
        for tag in ctx.document.data.get("tags") or ()
        if isinstance(tag, Mapping)
    }
    wishes = [_wish(ctx, raw, tags) for raw in operations]
    _check_overrides(ctx, operations)
    wanted = _wanted(wishes, tags)
    places: dict[str, Placed] = {}
    for way in wanted.names:
        places.update(_methods(ctx, wanted.wishes[way], {one[-1] for one in wanted.below[way]}))
    places = {wish.raw.id: places[wish.raw.id] for wish in wishes}
    roots = _resources((), wanted)
    at_root = tuple(wish.raw.id for wish in wishes if not wish.resource)
    return Tree(roots, at_root, places)


def _wanted(wishes: Sequence[_Wish], tags: Mapping[str, Mapping[str, object]]) -> _Wanted:
    """Every resource, those on the way included, in the order they are met."""
    found = _Wanted(tags)
    found.add((), None)
    for wish in wishes:
        for depth in range(1, len(wish.resource) + 1):
            found.add(wish.way[:depth], wish.resource[depth - 1])
        found.wishes[wish.way].append(wish)
    return found


def _check_overrides(ctx: Context, operations: Sequence[RawOperation]) -> None:
    known = {raw.id for raw in operations}
    for key in ctx.settings.methods:
        if key not in known:
            ctx.diagnostics.error(
                "config/methods",
                f"sdk.yaml names the operation {key!r}, which the document does not have.",
                help="Use an operationId, or verb and path such as `GET /things`.",
            )


def _wish(ctx: Context, raw: RawOperation, tags: Mapping[str, Mapping[str, object]]) -> _Wish:
    choice = ctx.settings.methods.get(raw.id, Method())
    resource_text = choice.resource if choice.resource is not None else raw.words.resource
    method_text = choice.method or raw.words.method
    structured = structured_id(raw)
    if resource_text is not None:
        parts = [part for part in resource_text.split(".") if part]
        resource = tuple(Name(part, split_words(part), True) for part in parts)
    elif structured is not None:
        resource = tuple(Name(part, split_words(part)) for part in structured[0])
    elif raw.tags:
        resource = _tag_resource(raw.tags[0], tags)
    else:
        resource = path_resource(raw)
    way = tuple(name.words for name in resource)
    methods = method_words(raw, way, _gives_list(ctx, raw))
    if method_text:
        return _Wish(raw, resource, way, (split_words(method_text), *methods), True)
    return _Wish(raw, resource, way, methods, False)


def _gives_list(ctx: Context, raw: RawOperation) -> bool:
    """Whether the operation answers with an array, or an object that holds one under a usual name."""
    answers = raw.value.get("responses") or {}
    good = [answers[status] for status in sorted(answers, key=str) if str(status).startswith("2")]
    for answer in good[:1]:
        for media in _members(ctx, answer, "content").values():
            schema = _followed(ctx, _members(ctx, media).get("schema"))
            members = _members(ctx, schema, "properties")
            return _is_array(schema) or any(
                _is_array(_followed(ctx, members.get(name))) for name in _LIST_MEMBERS
            )
    return False


def _followed(ctx: Context, value: object) -> Mapping[str, object]:
    found = follow(ctx, value, "")[0]
    return found if isinstance(found, Mapping) else {}


def _members(ctx: Context, value: object, name: str = "") -> Mapping[str, object]:
    found = _followed(ctx, value)
    return _followed(ctx, found.get(name)) if name else found


def _is_array(schema: Mapping[str, object]) -> bool:
    return schema.get("type") in ("array", ["array", "null"])


def _tag_resource(tag: str, tags: Mapping[str, Mapping[str, object]]) -> tuple[Name, ...]:
    """A tag and its parents (OpenAPI 3.2, section 4.22); `audio.voices` is a way by itself."""
    chain: list[str] = []
    current: object = tag
    while isinstance(current, str) and current and current not in chain:
        chain.insert(0, current)
        current = tags.get(current, {}).get("parent")
    steps = [
        step for name in chain for step in (name.split(".") if _DOTTED.match(name) else [name])
    ]
    return tuple(Name(step, split_words(step)) for step in steps)


def _methods(ctx: Context, here: Sequence[_Wish], below: set[Words]) -> dict[str, Placed]:
    """Methods of one resource: different from each other and from its sub-resources."""
    scope = Scope(pascal, usual=snake)
    for words in below:
        scope.add(("resource", words), "", words, pinned=True, rank=-1)
    for wish in here:
        first, *spare = wish.methods
        wire = wish.raw.operation_id or wish.raw.id
        depth = wish.raw.path.count("/")
        scope.add(wish.raw.id, wire, first, wish.pinned, depth, spare)
    settled = scope.words()
    by_id = {wish.raw.id: wish for wish in here}
    for _, other in scope.clashes:
        if isinstance(other, str):
            ctx.error(
                "methods-clash",
                f"{other!r} wants the method name {'_'.join(by_id[other].methods[0])!r}, which is"
                " taken in its resource.",
                by_id[other].raw.pointer,
                "Choose another `method` in sdk.yaml or x-sdk.",
            )
    return {
        wish.raw.id: Placed(
            wish.resource,
            Name(wish.raw.operation_id, settled[wish.raw.id], wish.pinned),
            _type_words(wish.way, settled[wish.raw.id]),
        )
        for wish in here
    }


def _type_words(way: Way, method: Words) -> Words:
    """The words that types of an operation begin with: `pets`, `list` → pet, list."""
    words = tuple(singular(word) for step in way for word in step)
    last = tuple(singular(word) for word in way[-1]) if way else ()
    if last and last == tuple(singular(word) for word in method):
        words = words[: -len(last)]
    return (*words, *method)


def _resources(way: Way, wanted: _Wanted) -> tuple[Resource, ...]:
    """The sub-resources of `way`."""
    found = []
    for below in wanted.below[way]:
        if (name := wanted.names[below]) is None:
            continue
        steps = (wanted.names[below[:depth]] for depth in range(1, len(below) + 1))
        found.append(
            Resource(
                name,
                tuple(step for step in steps if step),
                tuple(wish.raw.id for wish in wanted.wishes[below]),
                _resources(below, wanted),
                _resource_docs(name, below, wanted),
            )
        )
    return tuple(found)


def _resource_docs(name: Name, way: Way, wanted: _Wanted) -> Docs:
    """Docs of the tag that the resource is named after, or that all its operations carry."""
    tags = wanted.tags
    if name.wire in tags:
        return docs_of(tags[name.wire])
    own = [set(wish.raw.tags[:1]) for wish in wanted.wishes[way]]
    common = set.intersection(*own) if own else set()
    return docs_of(tags[common.pop()]) if common and common <= tags.keys() else Docs()
