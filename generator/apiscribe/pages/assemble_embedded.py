"""OpenAPI documents that stand on pages, merged into the one that is made of the other facts."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from apiscribe.diagnostics import Span
from apiscribe.pages.facts import Certainty, Conflict, Embedded, Presence, Source, Value, Values
from apiscribe.pages.provenance import NAME_MAPS, Trace, pointer

_METHODS = frozenset(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"])
_PROSE = frozenset(["description", "summary", "examples", "example", "title", "externalDocs"])
_MERGED = frozenset(["openapi", "paths", "webhooks", "components", "tags", "servers", "security"])

_ADDED = "The path has a variable of this name."


@dataclass(slots=True)
class Merger:
    """Merges documents into `document`; `trace` and `conflicts` are filled, figures collected."""

    document: dict[str, Any]
    trace: Trace
    conflicts: list[Conflict]
    presences: dict[str, Presence] = field(default_factory=dict)
    values: dict[str, Values] = field(default_factory=dict)
    _embedded: set[str] = field(default_factory=set)
    _groups: dict[str, list[tuple[str, Span]]] = field(default_factory=dict)
    _doubt: dict[str, tuple[Certainty, str]] = field(default_factory=dict)

    def merge(self, one: Embedded) -> None:
        """Merge one document; what it says twice is kept once, what differs is reported."""
        self._groups = _grouped(one.spans)
        self._doubt = dict.fromkeys(one.added, (Certainty.INFERRED, _ADDED))
        data: dict[str, Any] = copy.deepcopy(dict(one.data))
        renamed = self._names_apart(data, one)
        _rewrite(data, renamed)
        if one.whole:
            self._root(data, one)
        self._components(data, one, renamed)
        for kind in ("paths", "webhooks"):
            for path, item in data.get(kind, {}).items():
                self._path(kind, path, item, one)

    # -- root -------------------------------------------------------------------------------

    def _root(self, data: dict[str, Any], one: Embedded) -> None:
        for key in ("info", *(k for k in data if k not in _MERGED and k != "info")):
            if key in data and (key not in self.document or self._is_assumed(key)):
                self._forget(pointer(key))
                self.document[key] = data[key]
                self._note(pointer(key), pointer(key))
        for key in ("servers", "security"):
            self._default(key, data, one)
        known = {tag.get("name") for tag in self.document.get("tags", [])}
        for index, tag in enumerate(data.get("tags", [])):
            if tag.get("name") not in known:
                tags = self.document.setdefault("tags", [])
                tags.append(tag)
                self._note(pointer("tags", len(tags) - 1), pointer("tags", index))

    def _is_assumed(self, key: str) -> bool:
        """Whether no page states this member of the root: a document's own word is better."""
        sources = self.trace.entries.get(pointer(key, "title"), ())
        return key == "info" and any(s.certainty is Certainty.ASSUMED for s in sources)

    def _default(self, key: str, data: dict[str, Any], one: Embedded) -> None:
        """Servers and security of a whole document: kept at the root while all pages agree."""
        own = data.get(key)
        if key not in self.document and not self._has_operations():
            if own is not None:
                self.document[key] = own
                self._note(pointer(key), pointer(key))
        elif own is not None and own != self.document.get(key):
            for item in data.get("paths", {}).values():
                for method in _METHODS & item.keys():
                    place = item if key == "servers" else item[method]
                    place.setdefault(key, own)
        elif own is not None:
            self._note(pointer(key), pointer(key))

    def _has_operations(self) -> bool:
        return bool(self.document.get("paths") or self.document.get("webhooks"))

    # -- components -------------------------------------------------------------------------

    def _names_apart(self, data: dict[str, Any], one: Embedded) -> dict[tuple[str, str], str]:
        """New names of components that another document has otherwise, or that refer to such."""
        known = self.document.get("components", {})
        parts = {
            (section, name): value
            for section, items in data.get("components", {}).items()
            if isinstance(items, dict)
            for name, value in items.items()
        }
        differing = {
            key
            for key, value in parts.items()
            if key[1] in known.get(key[0], {})
            and without_prose(known[key[0]][key[1]]) != without_prose(value)
        }
        for section, name in sorted(differing):
            spans = (
                *self._spans(pointer("components", section, name)),
                one.spans.get(pointer("components", section, name), one.source.span),
            )
            new = _free(name, known.get(section, {}), data["components"][section])
            message = f"Two different {section} are called {name}."
            self.conflicts.append(Conflict(message, spans, f"both; the second is called {new}"))
        while True:
            more = {
                key
                for key, value in parts.items()
                if key not in differing
                and key[1] in known.get(key[0], {})
                and any(target in differing for target in _targets(value))
            }
            if not more:
                break
            differing |= more
        return {
            (section, name): _free(name, known.get(section, {}), data["components"][section])
            for section, name in differing
        }

    def _components(
        self, data: dict[str, Any], one: Embedded, renamed: Mapping[tuple[str, str], str]
    ) -> None:
        for section, items in data.get("components", {}).items():
            if not isinstance(items, dict):
                continue
            target = self.document.setdefault("components", {}).setdefault(section, {})
            for name, value in items.items():
                key = renamed.get((section, name), name)
                old = pointer("components", section, name)
                new = pointer("components", section, key)
                if key not in target:
                    target[key] = value
                    self._count(value, new, one)
                self._note(new, old)

    # -- operations -------------------------------------------------------------------------

    def _path(self, kind: str, path: str, item: dict[str, Any], one: Embedded) -> None:
        target = self.document.setdefault(kind, {}).setdefault(path, {})
        for key, value in item.items():
            at = pointer(kind, path, key)
            known = target.get(key)
            if known is not None and without_prose(known) != without_prose(value):
                name = f"{key.upper()} {path}" if key in _METHODS else f"{key} of {path}"
                spans = (*self._spans(at), one.spans.get(at, one.source.span))
                message = f"{name} is given twice, differently."
                self.conflicts.append(Conflict(message, spans, "the OpenAPI document on the page"))
                if at in self._embedded:
                    continue
                self._forget(at)
                known = None
            if known is None:
                target[key] = value
                self._count(value, at, one)
            self._note(at, at)

    # -- lines and figures ------------------------------------------------------------------

    def _spans(self, at: str) -> tuple[Span, ...]:
        return tuple(source.span for source in self.trace.entries.get(at, ())[:1])

    def _forget(self, at: str) -> None:
        for key in [k for k in self.trace.entries if k == at or k.startswith(at + "/")]:
            del self.trace.entries[key]

    def _note(self, new: str, old: str) -> None:
        """Lines of everything at `old` in the document of the page, which is now at `new`."""
        self._embedded.add(new)
        for at, span in self._groups.get(old, ()):
            self.trace.note(new + at[len(old) :], [Source(span, *self._doubt.get(at, ()))])

    def _count(self, value: Any, at: str, one: Embedded) -> None:
        """Members and value lists, for the figures of the report."""
        for schema, place in _schemas(value, at):
            required = schema.get("required")
            names = required if isinstance(required, list) else []
            for name in schema.get("properties", {}):
                here = place + pointer("properties", name)
                wanted = Presence.REQUIRED if name in names else Presence.OPTIONAL
                self.presences[here] = wanted
            listed = schema.get("enum", [schema["const"]] if "const" in schema else [])
            plain = [v for v in listed if v is None or isinstance(v, str | int | float | bool)]
            if plain and isinstance(listed, list):
                source = Source(one.source.span)
                self.values[place] = Values(tuple(Value(v, source) for v in plain))


def _grouped(spans: Mapping[str, Span]) -> dict[str, list[tuple[str, Span]]]:
    """Spans by the pointer of what they are in: member of the root, its member, and one further."""
    groups: dict[str, list[tuple[str, Span]]] = {}
    for at, span in spans.items():
        tokens = at.split("/")
        for length in range(2, min(4, len(tokens)) + 1):
            groups.setdefault("/".join(tokens[:length]), []).append((at, span))
    return groups


def without_prose(value: Any, *, is_map: bool = False) -> Any:
    """`value` without what only people read, to compare two sightings of one thing."""
    if isinstance(value, dict):
        return {
            key: without_prose(inner, is_map=key in NAME_MAPS and not is_map)
            for key, inner in value.items()
            if is_map or (key not in _PROSE and not key.startswith("x-"))
        }
    if isinstance(value, list):
        return [without_prose(inner) for inner in value]
    return value


def _schemas(value: Any, at: str, *, is_map: bool = False) -> Iterator[tuple[dict[str, Any], str]]:
    if isinstance(value, dict):
        listed = "enum" in value or "const" in value
        if not is_map and (listed or isinstance(value.get("properties"), dict)):
            yield value, at
        for key, inner in value.items():
            if is_map or key not in ("example", "examples", "default", "enum", "const"):
                inner_map = key in NAME_MAPS and not is_map
                yield from _schemas(inner, at + pointer(key), is_map=inner_map)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _schemas(inner, at + pointer(index))


def _free(name: str, *taken: Mapping[str, Any]) -> str:
    number = 2
    while any(f"{name}_{number}" in names for names in taken):
        number += 1
    return f"{name}_{number}"


def _targets(value: Any) -> Iterator[tuple[str, str]]:
    """The components that `value` refers to."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from _targets(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _targets(inner)
    elif isinstance(value, str) and value.startswith("#/components/"):
        parts = value.split("/")
        if len(parts) == 4:
            yield parts[2], parts[3]


def _rewrite(value: Any, renamed: Mapping[tuple[str, str], str]) -> None:
    """Point references to their components' new names, in place."""
    if not renamed:
        return
    items: Sequence[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for key, inner in items:
        if isinstance(inner, str) and inner.startswith("#/components/"):
            parts = inner.split("/")
            if len(parts) == 4 and (parts[2], parts[3]) in renamed:
                value[key] = "/".join([*parts[:3], renamed[parts[2], parts[3]]])
        else:
            _rewrite(inner, renamed)
