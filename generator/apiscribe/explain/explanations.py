"""Where something comes from and what it is called: page → document → IR → each target."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, assert_never

from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.explain.types import describe
from apiscribe.ir import Alias, Api, Declaration, Enum, Operation, Record, Union
from apiscribe.openapi import Document, OverlayOrigin
from apiscribe.openapi.pointers import did_you_mean, fragment, from_fragment, pointer, tokens
from apiscribe.pipeline.loading import LoadedApi
from apiscribe.targets.registry import target


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing of the IR that has a name. `wire` is its name on the network, "" if it has none."""

    id: str
    kind: str
    wire: str
    words: tuple[str, ...]
    place: Place
    description: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known of one entity; lists are lines for people."""

    api: str
    id: str
    kind: str
    page: tuple[str, ...]
    document: tuple[str, ...]
    overlay: tuple[str, ...]
    model: str
    names: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """The machine form."""
        return {**asdict(self), "names": dict(self.names)}

    def to_text(self) -> str:
        """A heading and a line per step of the way."""
        rows = [("page", line) for line in self.page or ("not on a page we read",)]
        rows += [("document", line) for line in self.document]
        rows += [("overlay", line) for line in self.overlay]
        rows += [("model", self.model)]
        rows += list(self.names.items())
        width = max(len(label) for label, _ in rows)
        lines = [f"  {label:<{width}}  {line}" for label, line in rows]
        return "\n".join([f"{self.api}: {self.kind} {self.id}", *lines])


def explain(
    query: str, apis: Sequence[LoadedApi], target_ids: Sequence[str], diagnostics: Diagnostics
) -> tuple[Explanation, ...]:
    """Everything that `query` names: an id, a wire name, a spelled name, or a JSON Pointer.

    Nothing found is an error in `diagnostics` with the nearest name.
    """
    found: list[Explanation] = []
    known: set[str] = set()
    for loaded in apis:
        everything = tuple(entities(loaded.api))
        spellings = _spellings(loaded, target_ids)
        known.update(entity.id for entity in everything)
        known.update(name for names in spellings.values() for name in names.values())
        history = _History(loaded, diagnostics)
        for entity in _matching(query, everything, spellings, history):
            names = {id: names[entity.id] for id, names in spellings.items() if entity.id in names}
            found.append(history.explanation(entity, names))
    if not found:
        near = did_you_mean(query, sorted(known))
        help = (
            near
            or "names look like Schema, Schema.field, an operation's id, #/components/… or #/paths/…."
        )
        diagnostics.error("explain/unknown", f"nothing is named `{query}`.", help=help)
    return tuple(found)


def entities(api: Api) -> Iterator[Entity]:
    """Everything with a name: declarations and their members, operations and their parameters."""
    for declaration in api.declarations.values():
        yield _declaration(declaration)
        if isinstance(declaration, Record):
            for field in declaration.fields:
                id = f"{declaration.id}.{field.name.wire}"
                said = f"{field.presence.value} {describe(field.type)}"
                yield Entity(id, "field", field.name.wire, field.name.words, field.place, said)
    for operation in api.operations.values():
        yield _operation(operation)
        for parameter in operation.parameters:
            id = f"{operation.id}?{parameter.location.value}.{parameter.name.wire}"
            said = f"{parameter.presence.value} {describe(parameter.type)}"
            name = parameter.name
            yield Entity(id, "parameter", name.wire, name.words, parameter.place, said)


def _declaration(declaration: Declaration) -> Entity:
    match declaration:
        case Record():
            kind, said = "record", f"object with {len(declaration.fields)} members"
        case Enum():
            values = ", ".join(json.dumps(value.value) for value in declaration.values)
            kind, said = "enum", f"{'open' if declaration.open else 'closed'}: {values}"
        case Union():
            variants = " | ".join(describe(variant.type) for variant in declaration.variants)
            kind, said = "union", f"{variants} (told apart by {declaration.choose.method.value})"
        case Alias():
            kind, said = "alias", describe(declaration.type)
        case _:
            assert_never(declaration)
    name = declaration.name
    return Entity(declaration.id, kind, name.wire, name.words, declaration.place, said)


def _operation(operation: Operation) -> Entity:
    dotted = ".".join("_".join(name.words) for name in (*operation.resource, operation.name))
    said = f"{operation.verb.upper()} {operation.path}"
    if operation.result is not None:
        said += f" → {describe(operation.result)}"
    if operation.stream is not None:
        said += f", or a stream of {describe(operation.stream.item)}"
    return Entity(operation.id, "operation", dotted, operation.name.words, operation.place, said)


def _spellings(loaded: LoadedApi, target_ids: Sequence[str]) -> dict[str, Mapping[str, str]]:
    """Per target: entity id → name. Targets that do not tell are left out."""
    found: dict[str, Mapping[str, str]] = {}
    for target_id in target_ids:
        spell = getattr(target(target_id), "spellings", None)
        if spell is not None:
            found[target_id] = spell(loaded.api, loaded.settings)
    return found


def _matching(
    query: str,
    everything: Sequence[Entity],
    spellings: Mapping[str, Mapping[str, str]],
    history: _History,
) -> Sequence[Entity]:
    """The entities of the best kind of match there is: id, pointer, spelling, then wire name."""
    if query.startswith(("/", "#/")):
        return _at(tokens(from_fragment(query) if query[0] == "#" else query), everything, history)
    spelled = {id for names in spellings.values() for id, name in names.items() if name == query}
    folded, joined = query.casefold(), query.casefold().replace("_", "")
    kinds = (
        [one for one in everything if one.id == query],
        [one for one in everything if one.id in spelled],
        [one for one in everything if one.wire == query],
        [one for one in everything if one.id.casefold() == folded or "".join(one.words) == joined],
    )
    return next((matches for matches in kinds if matches), ())


def _at(
    wanted: tuple[str, ...], everything: Sequence[Entity], history: _History
) -> Sequence[Entity]:
    """The entities at a pointer, bundled or of a file; else the outermost below it (the operations
    of a path); else the innermost around it (the operation of a response).
    """
    for places in (
        [(tokens(history.pointer(one)), one) for one in everything],
        [(tokens(one.place.pointer), one) for one in everything],
    ):
        if exact := [one for at, one in places if at == wanted]:
            return exact
        below = [(at, one) for at, one in places if at[: len(wanted)] == wanted]
        known = {at for at, _ in below}
        outer = [
            one
            for at, one in below
            if not any(at[:length] in known for length in range(len(wanted) + 1, len(at)))
        ]
        if outer:
            return outer
    if not history.exists(pointer(*wanted)):
        return ()
    bundled = [(tokens(history.pointer(one)), one) for one in everything]
    around = [(at, one) for at, one in bundled if at and wanted[: len(at)] == at]
    deepest = max((len(at) for at, _ in around), default=0)
    return [one for at, one in around if len(at) == deepest]


class _History:
    """Looks up the page lines, the place in the document and the overlay actions of entities."""

    def __init__(self, loaded: LoadedApi, diagnostics: Diagnostics) -> None:
        self._loaded = loaded
        self._diagnostics = diagnostics
        self._facts: Mapping[str, Mapping[str, Any]] = {}
        self._pages: Sequence[Mapping[str, Any]] = ()
        if loaded.files.provenance is not None:
            data = json.loads(loaded.files.provenance.read_bytes())
            self._facts, self._pages = data.get("facts", {}), data.get("pages", ())
        self._pointers = {place: at for at, place in _places(loaded.document)}

    def pointer(self, entity: Entity) -> str:
        """Where the entity stands in the bundled document."""
        return self._pointers.get(entity.place, entity.place.pointer)

    def exists(self, at: str) -> bool:
        """Whether there is anything at a pointer of the bundled document."""
        try:
            self._loaded.document.resolve(fragment(at))
        except LookupError:
            return False
        return True

    def explanation(self, entity: Entity, names: Mapping[str, str]) -> Explanation:
        """All that is known of `entity`."""
        return Explanation(
            api=self._loaded.name,
            id=entity.id,
            kind=entity.kind,
            page=tuple(self._page_lines(entity)),
            document=tuple(self._document_lines(entity)),
            overlay=tuple(self._overlay_lines(entity)),
            model=entity.description,
            names=names,
        )

    def _page_lines(self, entity: Entity) -> Iterator[str]:
        at = self.pointer(entity)
        fact = self._facts.get(at) or self._facts.get(entity.place.pointer)
        if fact is None:
            return
        page = self._pages[int(fact.get("page", 0))]
        certainty = fact.get("certainty", "stated")
        reason = f": {fact['reason']}" if fact.get("reason") else ""
        yield f"{page['name']}, lines {fact['lines']} ({certainty}{reason})"

    def _document_lines(self, entity: Entity) -> Iterator[str]:
        yield self._line(entity.place)
        if (at := self.pointer(entity)) != entity.place.pointer:
            yield f"bundled: {at}"

    def _line(self, place: Place) -> str:
        """`file:line:column pointer`."""
        span = self._diagnostics.locate(place)
        numbers = f":{span.line}:{span.column}" if span is not None else ""
        return f"{place.file}{numbers} {place.pointer}".rstrip()

    def _overlay_lines(self, entity: Entity) -> Iterator[str]:
        """The actions that made the entity, or members of it, each with its reason."""
        document, at = self._loaded.document, self.pointer(entity)
        actions: dict[OverlayOrigin, list[str]] = {}
        if (own := document.origin(at)) is not None:
            actions[own] = ["all of it"]
        else:
            for key in self._members(at):
                if (origin := document.origin(at + pointer(key))) is not None:
                    actions.setdefault(origin, []).append(key)
        for origin, made in actions.items():
            why = f"source: {origin.source}" if origin.source else ""
            why = why or (f"assumption: {origin.assumption}" if origin.assumption else "")
            yield f"{', '.join(made)}: {self._line(origin.place)}" + (f" ({why})" if why else "")

    def _members(self, at: str) -> Iterator[str]:
        try:
            value = self._loaded.document.resolve(fragment(at))
        except LookupError:
            return
        yield from value if isinstance(value, dict) else ()


def _places(document: Document) -> Iterator[tuple[str, Place]]:
    """Every pointer of the bundled document with the place it came from, deepest last."""
    waiting: list[tuple[str, Any]] = [("", document.data)]
    while waiting:
        at, value = waiting.pop()
        yield at, document.place(at)
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, child in items:
            if isinstance(child, (dict, list)):
                waiting.append((at + pointer(key), child))
