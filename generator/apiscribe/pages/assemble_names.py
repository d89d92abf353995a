"""What an operation is called in an SDK, and which model answers it, by the naming of Stainless pages.

A page may list endpoints and models without a link between them. The models' names tell it:
`CompletionModelsResponse` is the answer of method `models` of a resource `…completions`. All of
this is inferred, and marked so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apiscribe.naming import singular, snake, split_words
from apiscribe.pages.assemble_models import Component, Components
from apiscribe.pages.facts import (
    Answer,
    Certainty,
    Endpoint,
    Facts,
    Reference,
    Shape,
    Source,
    Text,
    Union,
)

_COLLECTION = {
    "GET": ("list", "get", "retrieve"),
    "POST": ("create", "new", "send"),
    "PUT": ("update", "replace", "bulk_update", "create"),
    "PATCH": ("bulk_update", "update", "edit"),
    "DELETE": ("delete", "bulk_delete", "delete_all"),
}
_ITEM = {
    "GET": ("retrieve", "get"),
    "POST": ("update", "create", "edit"),
    "PUT": ("update", "replace", "create"),
    "PATCH": ("update", "edit"),
    "DELETE": ("delete", "remove", "cancel"),
}
"""Method names by HTTP method, the usual one first: for a resource's own path, and for one item."""


@dataclass(frozen=True, slots=True)
class Naming:
    """Resource path and method name; `answer` is the model that fits them.

    `source` is what the names come from, `headings` further lines that name the resource.
    """

    resource: tuple[str, ...]
    verb: str
    source: Source
    answer: Component | None = None
    headings: tuple[Source, ...] = ()


def name_endpoints(facts: Sequence[Facts], components: Components) -> dict[int, Naming]:
    """Names by `id` of the endpoint, for those whose resource is known; the first page's win."""
    result: dict[int, Naming] = {}
    taken: set[tuple[tuple[str, ...], str]] = set()
    for page in facts:
        new = (e for e in page.endpoints if not e.webhook and id(e) not in result)
        known = [(e, _resource(e, page.breadcrumb)) for e in new]
        found = [(e, *pair) for e, pair in known if pair is not None]
        found.sort(key=lambda item: not _best_answer(item[0], item[1], components))
        for endpoint, resource, source in found:
            naming = _name(endpoint, resource, source, components, taken)
            naming = replace(naming, headings=endpoint.heading_sources)
            taken.add((naming.resource, naming.verb))
            result[id(endpoint)] = naming
    return result


def resource_words(crumb: str) -> str:
    """One part of a resource path from a heading: `Chat Completions` → `chat_completions`."""
    return snake(split_words(crumb))


def _resource(
    endpoint: Endpoint, breadcrumb: Sequence[Text]
) -> tuple[tuple[str, ...], Source] | None:
    if endpoint.resource:
        return endpoint.resource, endpoint.name_source or endpoint.source
    if not breadcrumb:
        return None
    first, last = breadcrumb[0].source.span, breadcrumb[-1].source.span
    span = replace(first, end_line=max(last.line, last.end_line))
    source = Source(span, Certainty.INFERRED, "The page's headings name the resource.")
    return tuple(resource_words(crumb.text) for crumb in breadcrumb), source


def _best_answer(
    endpoint: Endpoint, resource: tuple[str, ...], components: Components
) -> tuple[str, Component] | None:
    for verb in [endpoint.verb] if endpoint.verb else _verbs(endpoint, resource):
        if (component := _answer(endpoint, resource, verb, components)) is not None:
            return verb, component
    return None


def _name(
    endpoint: Endpoint,
    resource: tuple[str, ...],
    source: Source,
    components: Components,
    taken: set[tuple[tuple[str, ...], str]],
) -> Naming:
    if endpoint.verb:
        answer = _answer(endpoint, resource, endpoint.verb, components)
        return Naming(resource, endpoint.verb, source, answer)
    verbs = [v for v in _verbs(endpoint, resource) if (resource, v) not in taken]
    for verb in verbs:
        if (answer := _answer(endpoint, resource, verb, components)) is not None:
            why = f"The model {answer.name} is named after this method."
            return Naming(resource, verb, _inferred(endpoint, why), answer)
    verb = next(iter(verbs), "") or _spare_verb(endpoint, resource, taken)
    return Naming(resource, verb, _inferred(endpoint, "The method and path suggest the name."))


def _inferred(endpoint: Endpoint, why: str) -> Source:
    return Source(endpoint.source.span, Certainty.INFERRED, why)


def _spare_verb(
    endpoint: Endpoint, resource: tuple[str, ...], taken: set[tuple[tuple[str, ...], str]]
) -> str:
    """A name for what would clash: all fixed parts of the path, then a number."""
    fixed = [p for p in endpoint.path.split("/") if p and not _is_variable(p)]
    base = snake((endpoint.method.lower(), *(w for p in fixed[-2:] for w in split_words(p))))
    number = 1
    name = base
    while (resource, name) in taken:
        number += 1
        name = f"{base}_{number}"
    return name


def _is_variable(part: str) -> bool:
    return part.startswith(("{", ":", "<"))


def _verbs(endpoint: Endpoint, resource: tuple[str, ...]) -> list[str]:
    """Method names that fit the path, the likeliest first."""
    parts = [part for part in endpoint.path.split("?")[0].split("/") if part]
    own = split_words(resource[-1]) if resource else ()
    at = max((i for i, part in enumerate(parts) if split_words(part) == own), default=-1)
    tail = parts[at + 1 :] if at >= 0 else parts[-1:]
    fixed = [part for part in tail if not _is_variable(part)]
    if fixed:
        action = snake(split_words(fixed[-1]))
        verb = _COLLECTION.get(endpoint.method, (endpoint.method.lower(),))
        item = _ITEM.get(endpoint.method, ())
        return list(dict.fromkeys((action, *verb, *item) if at >= 0 else (*verb, *item, action)))
    table = _ITEM if tail else _COLLECTION
    other = _COLLECTION if tail else _ITEM
    own_verbs = table.get(endpoint.method, (endpoint.method.lower(),))
    return list(dict.fromkeys((*own_verbs, *other.get(endpoint.method, ()))))


def _answer(
    endpoint: Endpoint, resource: tuple[str, ...], verb: str, components: Components
) -> Component | None:
    """The model called `<Resource><Verb>Response`, the resource in singular or as it is."""
    if not resource:
        return None
    own = split_words(resource[-1])
    for owner in ((*own[:-1], singular(own[-1])), own):
        wanted = (*owner, *split_words(verb), "response")
        found = components.worded.get(wanted, [])
        same = [c for c in found if any(m.scope == endpoint.scope for m in c.sightings)]
        if found:
            return (same or found)[0]
    return None


def inferred_answers(endpoint: Endpoint, naming: Naming, components: Components) -> list[Answer]:
    """The answers that a model's name implies.

    A union of `X` and `XChunk` that answers a POST is `X`, or a stream of `XChunk`.
    """
    if naming.answer is None:
        return []
    model = naming.answer.sightings[0]
    span = model.source.span
    why = f"The model {model.name} is named after this method."
    source = Source(span, Certainty.INFERRED, why)
    status = Source(span, Certainty.ASSUMED, "The page gives no status; 200 is the usual one.")
    pair = _chunk_pair(model.shape) if endpoint.method == "POST" else None
    if pair is None:
        shape = Shape(Reference(model.name, model.scope), source)
        return [Answer("200", "application/json", shape, source, status_source=status)]
    whole, chunk = pair
    why = (
        f"{model.name} is {whole.name} or {chunk.name}: "
        "one object without streaming, or a stream of chunks."
    )
    source = Source(span, Certainty.INFERRED, why)
    return [
        Answer("200", "application/json", Shape(whole, source), source, status_source=status),
        Answer(
            "200",
            "text/event-stream",
            Shape(chunk, source),
            source,
            streamed=True,
            status_source=status,
        ),
    ]


def _chunk_pair(shape: Shape) -> tuple[Reference, Reference] | None:
    """`X` and `XChunk` of a union of just these two, in this order."""
    if not isinstance(shape.form, Union):
        return None
    names = [v.form for v in shape.form.variants if isinstance(v.form, Reference)]
    if len(names) != 2 or len(shape.form.variants) != 2:
        return None
    first, second = sorted(names, key=lambda r: len(r.name))
    return (first, second) if second.name == first.name + "Chunk" else None
