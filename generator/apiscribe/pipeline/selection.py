"""`include` and `exclude` of `sdk.yaml`: the part of a document that is generated.

Done on the document, so that what is left out is neither checked nor lowered, and so that the mock
server and `bundle` show the same part. Components stay when something left refers to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apiscribe.config import Selection, Settings
from apiscribe.diagnostics import Diagnostics, Place
from apiscribe.openapi import Document
from apiscribe.openapi.pointers import did_you_mean, from_fragment, look_up, pointer, tokens

_VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_SHARED = (
    *("schemas", "responses", "parameters", "examples", "requestBodies", "headers"),
    *("links", "callbacks", "pathItems", "mediaTypes"),
)


@dataclass(frozen=True, slots=True)
class _Call:
    """An operation of a path or a webhook: where it stands and what it can be chosen by."""

    holder: dict[str, Any]
    key: str
    path: str
    verb: str
    id: str
    tags: tuple[str, ...]


def select(document: Document, settings: Settings, file: Path, diagnostics: Diagnostics) -> None:
    """Take out of `document.data` what the settings leave out.

    An entry that chooses nothing is an error with what was probably meant.
    """
    if settings.include is None and settings.exclude is None:
        return
    calls = list(_calls(document.data))
    for name, selection in (("include", settings.include), ("exclude", settings.exclude)):
        if selection is not None:
            _check(name, selection, calls, file, diagnostics)
    for call in calls:
        kept = settings.include is None or _chosen(call, settings.include)
        if not kept or (settings.exclude is not None and _chosen(call, settings.exclude)):
            del call.holder[call.key]
    _drop_empty(document.data)
    _drop_links(document.data)
    _drop_tags(document)
    _drop_components(document.data)


def _calls(data: dict[str, Any]) -> Iterator[_Call]:
    for section in ("paths", "webhooks"):
        for path, item in list((data.get(section) or {}).items()):
            if isinstance(item.get("$ref"), str):
                # Others may refer to the same item: this path gets one of its own.
                item = {**look_up(data, from_fragment(item["$ref"])), **item}
                del item["$ref"]
                data[section][path] = item
            more = item.get("additionalOperations") or {}
            held = [(item, verb) for verb in _VERBS if verb in item]
            for holder, key in [*held, *((more, verb) for verb in more)]:
                operation = holder[key]
                yield _Call(
                    holder,
                    key,
                    path if section == "paths" else "",
                    key.upper(),
                    str(operation.get("operationId") or ""),
                    tuple(operation.get("tags") or ()),
                )


def _chosen(call: _Call, selection: Selection) -> bool:
    return (
        call.id in selection.operations
        or any(tag in selection.tags for tag in call.tags)
        or any(_fits(call, pattern) for pattern in selection.paths)
    )


def _fits(call: _Call, pattern: str) -> bool:
    verb, blank, path = pattern.rpartition(" ")
    if not call.path or (blank and verb.strip().upper() != call.verb):
        return False
    parts = re.split(r"(\*\*|\*)", path)
    wild = {"**": ".*", "*": "[^/]*"}
    expression = "".join(wild[part] if part in wild else re.escape(part) for part in parts)
    return re.fullmatch(expression, call.path) is not None


def _check(
    name: str, selection: Selection, calls: list[_Call], file: Path, diagnostics: Diagnostics
) -> None:
    """Every entry must choose something."""
    tags = {tag for call in calls for tag in call.tags}
    ids = {call.id for call in calls if call.id}
    paths = [pattern for pattern in selection.paths if not any(_fits(c, pattern) for c in calls)]
    for section, what, given, wrong, known in (
        ("paths", "path that fits", selection.paths, paths, {c.path for c in calls if c.path}),
        ("tags", "operation with the tag", selection.tags, set(selection.tags) - tags, tags),
        ("operations", "operation", selection.operations, set(selection.operations) - ids, ids),
    ):
        for index, entry in enumerate(given):
            if entry in wrong:
                diagnostics.error(
                    "config/unknown-name",
                    f"the document has no {what} `{entry}`.",
                    Place(file.as_posix(), pointer(name, section, index)),
                    did_you_mean(entry, sorted(known)),
                )


def _drop_empty(data: dict[str, Any]) -> None:
    """Paths and webhooks without an operation."""
    for section in ("paths", "webhooks"):
        for path, item in list((data.get(section) or {}).items()):
            if item.get("additionalOperations") == {}:
                del item["additionalOperations"]
            if not any(key in item for key in (*_VERBS, "additionalOperations")):
                del data[section][path]


def _drop_links(data: dict[str, Any]) -> None:
    """Links of answers that lead to operations that are gone."""
    known = {call.id for call in _calls(data)}
    for holder in _objects(data):
        links = holder.get("links")
        if not isinstance(links, dict):
            continue
        for name, link in list(links.items()):
            if isinstance(link, dict) and link.get("operationId", "") not in known | {""}:
                del links[name]


def _drop_tags(document: Document) -> None:
    """Tags that no operation has, nor the parent of one that does."""
    declared = document.data.get("tags")
    if not isinstance(declared, list):
        return
    used = {tag for call in _calls(document.data) for tag in call.tags}
    parents = {tag.get("name"): tag.get("parent") for tag in declared}
    for tag in list(used):
        while (parent := parents.get(tag)) and parent not in used:
            used.add(parent)
            tag = parent
    kept = [index for index, tag in enumerate(declared) if tag.get("name") in used]
    document.origins.keep_items("/tags", kept)
    document.data["tags"] = [declared[index] for index in kept]


def _drop_components(data: dict[str, Any]) -> None:
    """Shared parts that nothing left leads to; security schemes that nothing left requires."""
    components = data.get("components") or {}
    reached: set[tuple[str, str]] = set()
    waiting: list[Any] = [value for key, value in data.items() if key != "components"]
    while waiting:
        found = {key for key in _leads(waiting.pop(), components) if key not in reached}
        reached |= found
        waiting.extend(components[section][name] for section, name in found)
        if not waiting:
            more = set(_variants(components.get("schemas") or {}, reached)) - reached
            reached |= more
            waiting.extend(components[section][name] for section, name in more)
    for section in _SHARED:
        for name in list(components.get(section) or {}):
            if (section, name) not in reached:
                del components[section][name]
    required = {scheme for schemes in _requirements(data) for scheme in schemes}
    for name in list(components.get("securitySchemes") or {}):
        if name not in required:
            del components["securitySchemes"][name]


def _leads(value: Any, components: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Components that a value refers to, by `$ref` or by the mapping of a discriminator."""
    for holder in _objects(value):
        texts = [holder["$ref"]] if isinstance(holder.get("$ref"), str) else []
        discriminator = holder.get("discriminator")
        if isinstance(discriminator, dict):
            mapping = discriminator.get("mapping")
            texts += mapping.values() if isinstance(mapping, dict) else ()
            texts.append(str(discriminator.get("defaultMapping") or ""))
        for text in texts:
            at = tokens(from_fragment(text)) if text.startswith("#/") else ()
            path = at[1:3] if at[:1] == ("components",) else ("schemas", text)
            if len(path) == 2 and path[1] in (components.get(path[0]) or {}):
                yield path[0], path[1]


def _variants(
    schemas: Mapping[str, Any], reached: set[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Schemas that extend (`allOf`) one that is kept and that a discriminator tells apart."""
    bases = {
        f"#{pointer('components', 'schemas', name)}"
        for section, name in reached
        if section == "schemas"
        and isinstance(schemas[name], dict)
        and "discriminator" in schemas[name]
    }
    for name, schema in schemas.items():
        parts = schema.get("allOf") if isinstance(schema, dict) else None
        if any(isinstance(part, dict) and part.get("$ref") in bases for part in parts or ()):
            yield "schemas", name


def _requirements(data: dict[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from data.get("security") or ()
    for holder in _objects({key: data.get(key) for key in ("paths", "webhooks", "components")}):
        security = holder.get("security")
        if isinstance(security, list):
            yield from (one for one in security if isinstance(one, Mapping))


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    """All objects inside a value."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
