"""`examples/*.json` become ordinary OpenAPI examples, so that no later stage knows of the folder.

A file is named `<operation>.<part>[.<name>].json`. `<operation>` is the operationId (else verb
and path) with each run of other characters than `A-Z a-z 0-9 _` written as one `-`. `<part>`:
`request`, `response` (the first success answer), `stream` (a list of the items of its streamed
form), or a status as the document has it (`422`, `4XX`, `default`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apiscribe.diagnostics import Diagnostics
from apiscribe.openapi import Document
from apiscribe.openapi.pointers import did_you_mean, from_fragment, pointer
from apiscribe.openapi.source import Source, load_yaml

_PARTS = ("request", "response", "stream")
_STATUS = re.compile(r"[1-5](?:\d\d|XX)|default")
_STREAMED = re.compile(r"text/event-stream|application/(x-)?(ndjson|jsonl|json-lines|json-seq)")
_VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")


@dataclass(frozen=True, slots=True)
class _Target:
    """An operation: the object, and the pointer to it."""

    operation: dict[str, Any]
    pointer: str


def inject_examples(document: Document, folder: Path, diagnostics: Diagnostics) -> tuple[Path, ...]:
    """Add the files of `folder` to `document.data`, before the examples it has; returns them.

    A file that belongs nowhere is an error with what was probably meant.
    """
    operations = _operations(document)
    files = tuple(sorted(folder.glob("*.json")))
    for path in reversed(files):  # each goes in front of the one before
        source = load_yaml(path, diagnostics)
        if not source.text.strip():
            message = "the example is empty."
            diagnostics.error(
                "examples/empty", message, source.place(), "write a JSON value into it"
            )
            continue
        _inject(document, operations, path.name.removesuffix(".json"), source, diagnostics)
    return files


def _slug(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]+", "-", text).strip("-")


def _operations(document: Document) -> dict[str, _Target]:
    found: dict[str, _Target] = {}
    for path, item in document.data.get("paths", {}).items():
        base = pointer("paths", path)
        if "$ref" in item:
            base = from_fragment(item["$ref"])
            item = document.resolve(item["$ref"])
        for verb, operation in _of_item(item):
            name = operation.get("operationId") or f"{verb} {path}"
            found[_slug(name)] = _Target(operation, f"{base}{pointer(verb)}")
    return found


def _of_item(item: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for verb, operation in item.items():
        if verb in _VERBS and isinstance(operation, dict):
            yield verb, operation


def _inject(
    document: Document,
    operations: Mapping[str, _Target],
    stem: str,
    source: Source,
    diagnostics: Diagnostics,
) -> None:
    slug, _, rest = stem.partition(".")
    part, _, name = rest.partition(".")
    if (target := operations.get(slug)) is None:
        diagnostics.error(
            "examples/operation",
            f"the document has no operation `{slug}`.",
            source.place(),
            did_you_mean(slug, operations),
        )
        return
    if part not in _PARTS and not _STATUS.fullmatch(part):
        diagnostics.error(
            "examples/part",
            f"`{part}` is no part of an operation.",
            source.place(),
            "name the file <operation>.<request, response, stream or a status>[.<name>].json.",
        )
        return
    if (media := _media(document, target, part)) is None:
        diagnostics.error(
            "examples/part",
            f"the operation `{slug}` has no {part} that an example could show.",
            source.place(),
            "correct the file's name, or add the body to the document.",
        )
        return
    content, where = media
    others = content.pop("examples", {})
    entry = name or "example"
    content["examples"] = {entry: {}}
    content["examples"].update((key, value) for key, value in others.items() if key != entry)
    at = f"{where}{pointer('examples', entry)}"
    document.graft(at, {}, source.place())
    document.graft(f"{at}/value", source.data, source.place())


def _media(document: Document, target: _Target, part: str) -> tuple[dict[str, Any], str] | None:
    """The media type object that an example belongs to, and the pointer to it."""
    owner, where = target.operation, target.pointer
    if part == "request":
        body = _own(document, owner, "requestBody")
        return _pick(document, body, f"{where}/requestBody", streamed=False)
    responses = owner.get("responses", {})
    if _STATUS.fullmatch(part):
        statuses = [part] if part in responses else []
    else:
        statuses = [status for status in responses if status.startswith("2")]
    for status in statuses:
        answer = _own(document, responses, status)
        here = f"{where}{pointer('responses', status)}"
        if found := _pick(document, answer, here, streamed=part == "stream"):
            return found
    return None


def _own(document: Document, owner: dict[str, Any], key: str) -> dict[str, Any]:
    """`owner[key]`, made a copy of its own when it refers to a component others share."""
    value = owner.get(key)
    if not isinstance(value, dict):
        return {}
    if "$ref" in value:
        shared = document.resolve(value["$ref"])
        content = {name: dict(media) for name, media in shared.get("content", {}).items()}
        value = owner[key] = {**shared, "content": content}
    return value


def _pick(
    document: Document, body: dict[str, Any], where: str, *, streamed: bool
) -> tuple[dict[str, Any], str] | None:
    content = body.get("content", {})
    for media_type in sorted(content, key=lambda name: "json" not in name):
        media = content[media_type]
        if streamed == ("itemSchema" in media or bool(_STREAMED.match(media_type))):
            if "$ref" in media:
                media = content[media_type] = dict(document.resolve(media["$ref"]))
            return media, f"{where}{pointer('content', media_type)}"
    return None
